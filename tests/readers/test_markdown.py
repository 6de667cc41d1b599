"""Markdown is read as GitHub shows it, and every block stands where it says."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.readers.markdown import read_markdown
from tests.readers.conftest import Reader, shown


def test_headings__atx_setext_and_without_a_space(reader: Reader) -> None:
    text = reader("a.md", "# 总览 ##\n\n结论\n===\n\n##小节标题\n正文一行\n\n#标签\n")
    assert shown(text) == [
        ("heading", 1, "总览"),
        ("heading", 3, "结论"),
        ("heading", 6, "小节标题"),
        ("paragraph", 7, "正文一行"),
        ("paragraph", 9, "#标签"),
    ]
    assert [b.level for b in text.blocks if b.kind == "heading"] == [1, 1, 2]
    assert text.title == "总览"


@pytest.mark.parametrize(
    ("name", "body", "title"),
    [
        ("量化笔记.md", "引言\n\n## 背景\n\n## 方法\n", "量化笔记"),
        ("量化笔记.md", "徽章\n\n# 量化\n\n## 方法\n", "量化"),
        ("量化笔记.md", "# 甲\n\n# 乙\n", "甲"),
        ("README.md", "引言\n\n## 背景\n\n## 方法\n", "背景"),
        ("a.md", "---\ntitle: 丙\n---\n# 甲\n", "丙"),
    ],
    ids=["file name", "alone at its level", "first block", "shared name", "front matter"],
)
def test_title__is_what_stands_over_all(reader: Reader, name: str, body: str, title: str) -> None:
    assert reader(name, body).title == title


def test_hash_in_a_fence__is_no_heading(reader: Reader) -> None:
    text = reader("a.md", "```bash\n# pip install vllm\nls\n```\n")
    assert shown(text) == [("code", 2, "# pip install vllm\nls")]


def test_list_without_a_blank_line_before__is_a_list(reader: Reader) -> None:
    text = reader("a.md", "要点：\n- 一\n  - 二\n    续行\n1. 三\n")
    assert shown(text) == [
        ("paragraph", 1, "要点："),
        ("list_item", 2, "一"),
        ("list_item", 3, "二\n    续行"),
        ("list_item", 5, "三"),
    ]
    assert [b.level for b in text.blocks] == [0, 0, 1, 0]


def test_paragraphs_and_code_in_a_list_item__lie_one_deeper(reader: Reader) -> None:
    text = reader("a.md", "- 一\n\n  说明\n\n  ```py\n  x = 1\n  ```\n")
    assert [(b.kind, b.level) for b in text.blocks] == [("list_item", 0), ("paragraph", 1), ("code", 1)]


def test_table_without_a_blank_line_before__is_a_table(reader: Reader) -> None:
    text = reader("a.md", "说明：\n| 模型 | TTFT |\n|---|---|\n| A | 17.71 ms |\n")
    row = text.blocks[-1]
    assert (row.kind, row.line, row.cells, row.header) == (
        "table_row",
        4,
        ("A", "17.71 ms"),
        ("模型", "TTFT"),
    )


def test_rows_cut_off_by_blank_lines__keep_their_head(reader: Reader) -> None:
    text = reader("a.md", "| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n\n段落\n\n| 5 | 6 |\n")
    rows = [b for b in text.blocks if b.kind == "table_row"]
    assert [(r.cells, r.header) for r in rows] == [
        (("a", "b"), ()),
        (("1", "2"), ("a", "b")),
        (("3", "4"), ("a", "b")),
        (("5", "6"), ("", "")),
    ]


def test_row_with_too_many_cells__loses_none(reader: Reader) -> None:
    text = reader("a.md", "| a | b |\n|---|---|\n| 1 | `x\\|y` | 余 |\n| 1 |\n| | 2 |\n")
    assert [b.cells for b in text.blocks] == [("a", "b"), ("1", "x|y", "余"), ("1",), ("", "2")]


def test_table_in_a_quotation__keeps_its_empty_first_cell(reader: Reader) -> None:
    text = reader("a.md", "> | | b |\n> |-|-|\n> | | 2 |\n")
    assert [b.cells for b in text.blocks] == [("", "b"), ("", "2")]
    assert shown(text)[1][2] == "| | 2 |"


def test_table_in_a_list_item__begins_after_the_mark(reader: Reader) -> None:
    text = reader("a.md", "- | a | b |\n  |---|---|\n  | 1 | 2 |\n")
    assert [b.cells for b in text.blocks] == [("a", "b"), ("1", "2")]


def test_cells__lose_their_markup_and_keep_their_words(reader: Reader) -> None:
    text = reader(
        "a.md", "| a |\n|---|\n| **注意：**[论文](https://x.org/a_(b)) `a*b` max_num_seqs x*y &lt;5<br>ms |\n"
    )
    assert text.blocks[1].cells == ("注意：论文 a*b max_num_seqs x*y <5 ms",)


def test_html_in_markdown__gives_rows_and_words_but_no_hidden_text(reader: Reader) -> None:
    text = reader(
        "a.md",
        "<details><summary>更多</summary>\n\n正文\n\n</details>\n\n<!-- 草稿 -->\n\n"
        "<table><tr><th>m</th><th>n</th></tr>\n<tr><td>1</td><td><b>2</b></td></tr></table>\n\n"
        '<div style="display: none">STOP</div>\n',
    )
    assert [(b.kind, b.cells or text.text[b.start : b.end]) for b in text.blocks] == [
        ("paragraph", "更多"),
        ("paragraph", "正文"),
        ("table_row", ("m", "n")),
        ("table_row", ("1", "2")),
    ]
    assert text.blocks[-1].header == ("m", "n")
    assert text.notes == ("hidden text on line 12 left out",)


@pytest.mark.parametrize(
    "words",
    [
        "用 `<!-- more -->` 分页，`<span hidden>` 隐藏，之后 17.71 ms",
        "运行 <script> <args>，之后 5 次",
        "写作 \\<b hidden> 之后 3",
    ],
    ids=["code", "placeholder", "escaped"],
)
def test_tags_that_are_spoken_of__hide_nothing(reader: Reader, words: str) -> None:
    assert shown(reader("a.md", f"{words}\n")) == [("paragraph", 1, words)]
    cells = reader("a.md", f"| a |\n|---|\n| {words} |\n").blocks[-1].cells
    assert "之后" in cells[0]


def test_words_that_no_token_speaks_for__are_paragraphs(reader: Reader) -> None:
    text = reader("a.md", "见 [甲]。\n\n[甲]: https://x.org/1\n")
    assert shown(text)[-1] == ("paragraph", 3, "[甲]: https://x.org/1")


def test_unclosed_fence__is_code_to_the_end_and_said(reader: Reader) -> None:
    text = reader("a.md", "a\n\n```\nb\n\n# c\n")
    assert shown(text)[-1] == ("code", 4, "b\n\n# c")
    assert text.notes == ("the code fence on line 3 is never closed",)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_numbers__are_those_an_editor_shows(reader: Reader, end: str) -> None:
    text = reader("a.md", end.join(["---", "title: 甲", "---", "", "# 乙", "", "- 丙\u2028丁", "- 戊"]))
    assert [b.line for b in text.blocks] == [2, 5, 7, 8]


_LINES = st.sampled_from(
    [
        "# 标题",
        "##无空格",
        "正文 **粗** `码`",
        "- 项",
        "  - 子项",
        "1. 序",
        "> 引",
        "> - 引项",
        "| a | b |",
        "|---|---|",
        "| 1 | |",
        "||",
        "```",
        "~~~py",
        "    缩进",
        "",
        "",
        "---",
        "===",
        "<div>",
        "</div>",
        "<td>格",
        "<!--",
        "-->",
        "[a]: https://x.org",
        "\t制表",
        "　　全角缩进",
        "k: v",
    ]
)


def _check(text: str) -> None:
    found = read_markdown(text)
    lines = text.split("\n")
    assert found.text == text
    ends = [0, *(block.end for block in found.blocks)]
    assert all(block.start >= end for block, end in zip(found.blocks, ends, strict=False)), "blocks overlap"
    for block in found.blocks:
        quote = text[block.start : block.end]
        assert quote.strip()
        assert block.line == text.count("\n", 0, block.start) + 1
        assert block.end_line == text.count("\n", 0, block.end - 1) + 1
        assert lines[block.line - 1].find(quote.split("\n")[0]) >= 0
        for cell in block.cells:
            assert set(filter(str.isalnum, cell)) <= set(quote)


@settings(max_examples=300)
@given(st.lists(_LINES, max_size=14).map("\n".join))
def test_any_lines__every_block_is_exactly_where_it_says(text: str) -> None:
    _check(text)


@settings(max_examples=200)
@given(st.text(alphabet=string.punctuation + "a中1 \n\t\u3000", max_size=60))
def test_any_characters__every_block_is_exactly_where_it_says(text: str) -> None:
    _check(text)


@settings(max_examples=200)
@given(
    st.lists(_LINES.filter(lambda line: not line.startswith(("<", "-->", "```", "~~~"))), max_size=14).map(
        "\n".join
    )
)
def test_any_lines_without_html__no_word_is_lost(text: str) -> None:
    found = read_markdown(text)
    kept = "".join(text[block.start : block.end] for block in found.blocks)
    wanted = [char for char in text if "\u4e00" <= char <= "\u9fff"]
    assert all(kept.count(char) >= wanted.count(char) for char in set(wanted))


@pytest.mark.parametrize(
    "unseen",
    [
        "<span style='display:none'>WRONG 1</span>",
        "<i hidden>WRONG 1</i>",
        "<!-- WRONG 1 -->",
        "<script>WRONG 1</script>",
        '<b style="font-size:0">WRONG <b>1</b></b>',
        "<span hidden>WRONG 1",
    ],
)
@pytest.mark.parametrize(
    "form",
    [
        "before {} after",
        "- before {} after",
        "> before {} after",
        "| a | b |\n|---|---|\n| before {} after | 2 |",
    ],
)
def test_running_text__nothing_unseen_is_content(reader: Reader, unseen: str, form: str) -> None:
    text = reader("a.md", form.format(unseen))
    seen = [" ".join(block.cells) or text.text[block.start : block.end] for block in text.blocks]
    assert any("before" in words for words in seen)
    assert not any("WRONG" in words for words in seen)


@pytest.mark.parametrize("words", ["Tern 0.9 is out.", "Tern 0.9 已发布。"])
def test_code_of_a_page__is_not_read(reader: Reader, words: str) -> None:
    code = "import List from '@site/src/List'\nexport const rows = [1, 2]\n\n<List rows={rows} />\n"
    text = reader("a.md", f"{code}\n{words}\n\nimport duties rise from '3%' to 5%\n")
    assert shown(text) == [("paragraph", 6, words), ("paragraph", 8, "import duties rise from '3%' to 5%")]


@pytest.mark.parametrize("title", ["Tern 0.9", "燕鸥 0.9"])
def test_title__without_the_script_in_it(reader: Reader, title: str) -> None:
    text = reader("index.md", f"# <script>alert(1)</script> {title}\n\nWords.\n")
    assert (text.title, shown(text)[0][2]) == (title, title)


@pytest.mark.parametrize(
    "hidden",
    [
        "[//]: # (said 5 ms)",
        "[comment]: <> (said 5 ms)",
        "%% said 5 ms %%",
        "%%\n\nsaid 5 ms\n\n%%",
        "{% comment %}\n\nsaid 5 ms\n\n{% endcomment %}",
        "{/* said\n5 ms */}",
        "{{/* said 5 ms */}}",
    ],
)
def test_comments_of_the_relatives_of_markdown__are_not_read(reader: Reader, hidden: str) -> None:
    text = reader("a.md", f"Before.\n\n{hidden}\n\nAfter.\n")
    assert [quote for _, _, quote in shown(text)] == ["Before.", "After."]
    assert text.notes == ("hidden text on line 3 left out",)


@pytest.mark.parametrize("shown_mark", ["`{/* 5 ms */}`", "50%% of 5 ms", "{/* 5 ms", "%%time 5 ms"])
def test_marks_of_a_comment_in_code_or_without_an_end__are_words(reader: Reader, shown_mark: str) -> None:
    assert shown(reader("a.md", f"Before.\n\n{shown_mark}\n"))[1][2] == shown_mark


def test_html_comment_without_its_end__takes_the_rest_and_says_so(reader: Reader) -> None:
    text = reader("a.md", "Before.\n\n<!-- never closed\n\nAfter 5 ms.\n")
    assert shown(text) == [("paragraph", 1, "Before.")]
    assert text.notes == ("the comment on line 3 is never closed; what follows it is not shown",)


def test_note_within_one_code_fence__is_read_without_it(reader: Reader) -> None:
    text = reader("a.md", "```markdown\n---\ntitle: T\n---\n# H\n\n```sh\nls\n```\nend 5 ms\n```\n")
    assert shown(text) == [
        ("meta", 3, "title: T"),
        ("heading", 5, "H"),
        ("code", 8, "ls"),
        ("paragraph", 10, "end 5 ms"),
    ]
    assert text.title == "T"


def test_items_that_markdown_does_not_know__are_items(reader: Reader) -> None:
    text = reader("a.md", "要点：\n1、吞吐 1.3×\n续行\n2、时延 5 ms\n（3）显存\n• 其他\n① 圈\n")
    assert shown(text) == [
        ("paragraph", 1, "要点："),
        ("list_item", 2, "吞吐 1.3×\n续行"),
        ("list_item", 4, "时延 5 ms"),
        ("list_item", 5, "显存"),
        ("list_item", 6, "其他"),
        ("list_item", 7, "圈"),
    ]


def test_bar_in_code_of_a_row__parts_no_cells_where_the_head_shows_that(reader: Reader) -> None:
    text = reader(
        "a.md",
        "| a | b |\n|---|---|\n| `x|y` | [1](http://a.b/c|d) |\n\n| `p|q` | r |\n|---|---|\n| 1 | 2 |\n",
    )
    assert [(b.cells, b.header) for b in text.blocks] == [
        (("a", "b"), ()),
        (("x|y", "1"), ("a", "b")),
        (("p|q", "r"), ()),
        (("1", "2"), ("p|q", "r")),
    ]


def test_module_code_of_mdx_over_several_lines__is_not_read(reader: Reader) -> None:
    text = reader(
        "a.mdx", "import A from './a'\nimport {\n  B,\n} from 'b'\nexport const c = {\n  n: 3,\n}\n\n# H\n"
    )
    assert shown(text) == [("heading", 9, "H")]
