"""Front matter of any sort is read as strings, and none of it stops the night."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.readers.frontmatter import split
from agent.readers.markdown import read_markdown
from tests.readers.conftest import Reader, shown


def pairs(body: str, fence: str = "---") -> dict[str, str]:
    return dict(split(f"{fence}\n{body}\n{fence}\n正文\n").pairs)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (
            "arxiv: 2609.25050\nversion: 0.30\nlast: 10:51",
            {"arxiv": "2609.25050", "version": "0.30", "last": "10:51"},
        ),
        ("title: vLLM: v0.30.0 发布", {"title": "vLLM: v0.30.0 发布"}),
        ("title：全角冒号\ndate：2026-09-25", {"title": "全角冒号", "date": "2026-09-25"}),
        ("on: push\nnull: x\n2026: y\ncontent: z", {"on": "push", "null": "x", "2026": "y", "content": "z"}),
        ("date: 2026-09-31", {"date": "2026-09-31"}),
        ("tags: [vllm, @jay]", {"tags": "@jay"}),
        ("a:\n  b: 1\n  c: [x, y]", {"a.b": "1", "a.c": "y"}),
        ("a: |\n  第一行\n  第二行", {"a": "第一行\n第二行"}),
    ],
    ids=["ids", "colon", "full width", "innocent keys", "no such day", "at sign", "nested", "block"],
)
def test_yaml__stays_strings(body: str, wanted: dict[str, str]) -> None:
    assert pairs(body) == wanted


def test_toml__stays_strings() -> None:
    assert pairs('id = 0.30\ndate = 2026-09-25\ntags = ["a"]', "+++") == {
        "id": "0.30",
        "date": "2026-09-25",
        "tags": "a",
    }


@pytest.mark.parametrize(
    "text", ["", "正文", "---\n\n一段话\n\n---\n", "---\n- a\n---\nb", "----\na: b\n----\n"]
)
def test_no_front_matter__takes_no_line(text: str) -> None:
    assert split(text).lines == 0


def test_unclosed__takes_only_the_lines_that_are_pairs() -> None:
    found = split("---\ntitle: 甲\ndate: 2026-09-25\n\n# 正文\n")
    assert (found.lines, found.pairs[0]) == (3, ("title", "甲"))
    assert "not closed" in found.note


def test_aliases_of_aliases__do_not_multiply() -> None:
    body = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(8)
    )
    assert len(split(f"---\n{body}---\n").pairs) <= 2000


def test_byte_order_mark__hides_no_front_matter(reader: Reader) -> None:
    text = reader("a.md", "\ufeff---\r\ntitle: 甲\r\n---\r\n乙\r\n")
    assert text.meta == (("title", "甲"),)
    assert text.title == "甲"
    assert [(b.kind, b.line) for b in text.blocks] == [("meta", 2), ("paragraph", 4)]


@given(st.text(alphabet="---+\n\n: ：[]{}&*!|>\"'#a中1", max_size=80))
def test_any_text__never_raises(text: str) -> None:
    found = split(f"---\n{text}")
    assert found.lines <= text.count("\n") + 2


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('---\ntitle: "Owlet: 3.0\ntags: [a, b\n---\n\n# Owlet 3.0 is out\n', "Owlet 3.0 is out"),
        (
            "---\ntitle: Owlet: what is new\ndate: 2026-09-25\n\n# Owlet 3.0 is out\n\nWords.\n",
            "Owlet 3.0 is out",
        ),
        ("---\ntitle: '{{ title }}'\n---\n\n# Owlet 3.0 is out\n", "Owlet 3.0 is out"),
        ("---\ntitle: Untitled\n---\n\n# Owlet 3.0 is out\n", "Owlet 3.0 is out"),
        ("---\ntitle: Owlet 3.0\n---\n\n# What is new\n", "Owlet 3.0"),
        ("---\ntitle: Owlet: what is new\n---\n\nNo heading here.\n", "Owlet: what is new"),
    ],
    ids=["malformed", "not closed", "a template's", "untitled", "sound", "malformed, and no heading"],
)
def test_title__of_broken_front_matter_gives_way_to_the_heading(text: str, title: str) -> None:
    assert read_markdown(text).title == title


@pytest.mark.parametrize(
    ("text", "pairs", "lines"),
    [
        ('{\n "title": "Owlet", "arxiv": 2609.25050,\n "tags": ["a", "b"]\n}\n\n# Owlet\n', {("title", "Owlet"), ("arxiv", "2609.25050"), ("tags", "a"), ("tags", "b")}, 4),
        ('{"version": 0.30}\nWords.\n', {("version", "0.30")}, 1),
        ("---yaml\ntitle: Owlet\n---\n\nWords.\n", {("title", "Owlet")}, 3),
        ('{"title": "Owlet"} is how it begins.\n', set(), 0),
        ('{"title": "Owlet"}\n', set(), 0),
        ('{"title": \n\nWords.\n', set(), 0),
        ("{" * 5000 + "\nWords.\n", set(), 0),
    ],
    ids=["object", "one line", "named fence", "in a sentence", "nothing but data", "cut short", "nested"],
)  # fmt: skip
def test_split__json_and_named_fences(text: str, pairs: set[tuple[str, str]], lines: int) -> None:
    found = split(text)
    assert set(found.pairs) == pairs
    assert found.lines == lines


def test_prose_between_two_rules__is_no_front_matter(reader: Reader) -> None:
    text = reader("a.md", "---\nNote: it takes 17 ms.\n\nMore of it.\n\n# Head\n\n---\n\nEnd.\n")
    assert [quote for _, _, quote in shown(text)] == ["Note: it takes 17 ms.", "More of it.", "Head", "End."]
    assert text.meta == ()


@pytest.mark.parametrize(
    "head",
    [
        "\n\n---\ntitle: T\nv: 0.30\n---\n",
        '---json\n{"title": "T", "v": 0.30}\n---\n',
        ';;;\n{"title": "T", "v": 0.30}\n;;;\n',
    ],
)
def test_front_matter_after_blank_lines_or_of_json__is_read(reader: Reader, head: str) -> None:
    text = reader("a.md", head + "Body.\n")
    assert text.meta == (("title", "T"), ("v", "0.30"))
    assert shown(text)[-1][2] == "Body."


def test_unclosed__what_hangs_on_a_pair_goes_with_it() -> None:
    text = '---\ntitle: "Grinders: new\narxiv: 2609.25050\n on: : :\n\tkeys: [unclosed\ntags: - coffee\n\n# Body\n'
    found = split(text)
    assert (found.lines, dict(found.pairs)["arxiv"]) == (6, "2609.25050")
    assert split("---\ntitle: x\ntags:\n- a\n- b\nProse of the note.\n").lines == 5
