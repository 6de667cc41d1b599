"""Parsing: every byte kept, every line in one block, headings and fences where Markdown has them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.document import Document, parse
from tests.document.markdown import files


@given(st.binary(max_size=300) | files())
def test_parse_and_serialise_is_the_identity(data: bytes) -> None:
    assert parse(data).to_bytes() == data


@given(files() | st.binary(max_size=300))
def test_blocks_follow_one_another_and_leave_only_blank_lines_out(data: bytes) -> None:
    document = parse(data)
    position = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    for block in document.blocks:
        assert not data[position : block.start].strip(b" \t\r\n")
        assert block.start < block.end
        assert data[block.start :].startswith(block.data)
        position = block.end
    assert not data[position:].strip(b" \t\r\n")


@given(files() | st.binary(max_size=300))
def test_sections_follow_one_another_from_first_byte_to_last(data: bytes) -> None:
    document = parse(data)
    assert b"".join(data[section.start : section.end] for section in document.sections) == data
    for section in document.sections:
        assert document.section(section.ref) is section
        for block in section.blocks:
            assert section.resolve(section.block_ref(block)) == block


def reference(text: str) -> tuple[list[tuple[int, int, str]], list[tuple[int, int]]]:
    """Headings and fences at the top level, as markdown-it has them: lines from 1, both ends."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    headings = [
        (t.map[0] + 1, t.map[1], t.tag) for t in tokens if t.type == "heading_open" and not t.level and t.map
    ]
    fences = [(t.map[0] + 1, t.map[1]) for t in tokens if t.type == "fence" and not t.level and t.map]
    return headings, fences


def ours(document: Document) -> tuple[list[tuple[int, int, str]], list[tuple[int, int]]]:
    blocks = list(document.blocks)
    level = document.columns.level
    headings = [
        (b.line, b.end_line, f"h{level[b.index]}")
        for b in blocks
        if b.kind == "heading" and not document.columns.state[b.index]
    ]
    return headings, [(b.line, b.end_line) for b in blocks if b.kind == "fence" and not b.depth]


@settings(max_examples=400)
@given(files(most=14))
def test_headings_and_fences_are_those_of_markdown_it(data: bytes) -> None:
    document = parse(data)
    if any(block.kind == "front_matter" for block in document.blocks):
        return
    assert ours(document) == reference(data.removeprefix(b"\xef\xbb\xbf").decode())


def kinds(text: str) -> list[tuple[str, int, int]]:
    return [(b.kind, b.line, b.end_line) for b in parse(text.encode()).blocks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\n# no\n```\n", [("fence", 1, 3)]),
        (
            "说明：\n| a | b |\n|---|---|\n| 1 | 2 |\n",
            [("paragraph", 1, 1), ("table_head", 2, 3), ("table_row", 4, 4)],
        ),
        ("标题\n===\n正文", [("heading", 1, 2), ("paragraph", 3, 3)]),
        ("- a\n  more\n  - b\n\n  text\n", [("list_item", 1, 2), ("list_item", 3, 3), ("paragraph", 5, 5)]),
        ("> a\nlazy\n\nb", [("quote", 1, 2), ("paragraph", 4, 4)]),
        ("<!-- a\n\n# no\n-->\nb", [("comment", 1, 4), ("paragraph", 5, 5)]),
        ("---\na: 1\n---\n# b", [("front_matter", 1, 3), ("heading", 4, 4)]),
        ("---\n\na\n\n---\n", [("rule", 1, 1), ("paragraph", 3, 3), ("rule", 5, 5)]),
        ("<div>\n<h2>题</h2>\n</div>\n", [("html", 1, 1), ("heading", 2, 2), ("html", 3, 3)]),
        ("a\u2028# b\x0c# c\n", [("paragraph", 1, 1)]),
        ("1. a\n2. b\n", [("list_item", 1, 1), ("list_item", 2, 2)]),
        ("- ```\n  # no\n  ```\n", [("list_item", 1, 3)]),
        ("    # code\n", [("code", 1, 1)]),
        ("", []),
    ],
)
def test_blocks_of_every_kind_have_their_lines(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert kinds(text) == expected


def test_depth_counts_the_items_that_hold_a_block() -> None:
    document = parse(b"- a\n  - b\n    - c\n\n      text\n- d\n")
    assert [(b.kind, b.depth) for b in document.blocks] == [
        ("list_item", 0),
        ("list_item", 1),
        ("list_item", 2),
        ("paragraph", 3),
        ("list_item", 0),
    ]


def test_details_are_counted() -> None:
    document = parse(b"<details>\n<summary>x</summary>\n\n- a\n\n</details>\n\nb\n")
    assert [(b.kind, b.details) for b in document.blocks] == [
        ("html", 0),
        ("list_item", 1),
        ("html", 1),
        ("paragraph", 0),
    ]


def test_cells_are_cut_at_every_bar_without_a_backslash() -> None:
    document = parse(b"| a | b |\n|---|---|\n| `x|y` | 1\\|2 |\n")
    assert [block.cells for block in document.blocks] == [("a", "b"), ("`x", "y`", "1\\|2")]


@pytest.mark.parametrize(
    ("heading", "label", "title"),
    [
        ("## §1.1 框架格局", "1.1", "框架格局"),
        ("## 1.1框架格局", "1.1", "框架格局"),
        ("## 3. Serving", "3", "Serving"),
        ("## 一、模型", "一", "模型"),
        ("## 第三章 部署", "三", "部署"),
        ("## 📖 [Serving](#s) 🔥", "", "Serving"),
        ("## 2026 年的变化", "", "2026 年的变化"),
        ("## 2026.09 News", "", "2026.09 News"),
        ("## 3D parallelism", "", "3D parallelism"),
    ],
)
def test_a_heading_has_a_number_and_a_title(heading: str, label: str, title: str) -> None:
    section = parse(heading.encode()).sections[1]
    assert (section.label, section.title) == (label, title)


def test_sections_nest_by_level_and_equal_names_stay_apart() -> None:
    document = parse(b"# A\n## S\n# B\n## S\n## S\n")
    paths = [(section.path, section.ref.ordinal) for section in document.sections[1:]]
    assert paths == [(("A",), 0), (("A", "S"), 0), (("B",), 0), (("B", "S"), 0), (("B", "S"), 1)]
    end = document.sections[3].tree_end
    assert [s.heading for s in document.sections[3:end]] == ["B", "S", "S"]


def test_a_line_leads_to_its_block_and_section() -> None:
    document = parse(b"# A\n\na\nb\n\n## B\n")
    block = document.block_at(4)
    assert block is not None
    assert (block.kind, block.line) == ("paragraph", 3)
    assert document.block_at(2) is None
    assert document.block_at(99) is None
    assert [document.section_at(line).heading for line in (1, 5, 6)] == ["A", "A", "B"]


def test_sections_past_a_size_are_found_without_what_is_inside_them() -> None:
    document = parse("# A\n\n字字字字\n\n## B\n\n字字字字字字字字字字\n".encode())
    assert [section.heading for section in document.sections_over(12)] == ["B"]


@pytest.mark.parametrize(
    "unit",
    [
        "#",
        "- ",
        "> ",
        "`",
        "| a ",
        "<div ",
        "* ",
        "  - a\n",
        "<!--",
        "\t",
        "[",
        "1. ",
        "<a b=",
        "---\n",
        "~~~\n",
    ],
)
def test_odd_files_of_a_megabyte_take_linear_time(unit: str) -> None:
    data = (unit * (300_000 // len(unit))).encode()
    start = time.process_time()
    document = parse(data)
    assert document.sections
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    "definition", ["[k]: https://example.org/a", "[^1]: a note", '[k]: <a b> "t"', "[a]: b\n[c]: d"]
)
@pytest.mark.parametrize("rule", ["---", "==="])
def test_a_line_under_definitions_makes_no_heading(definition: str, rule: str) -> None:
    document = parse(f"# A\n\ntext\n\n{definition}\n{rule}\n\nend\n".encode())
    assert [section.heading for section in document.sections] == ["", "A"]


def test_words_under_a_definition_may_be_underlined() -> None:
    assert len(parse(b"[k]: https://example.org/a and more\nwords\n---\n").sections) == 2
