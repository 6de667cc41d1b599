"""Lines as meant: broken rows, bullets of any habit, fences, wrapped text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.briefs.lines import read_lines, split_row

HEAD = "| a | b | c | d |\n|---|---|---|---|\n"


def rows(text: str) -> list[tuple[str, ...]]:
    tables = [line.table for line in read_lines(text) if line.table is not None]
    assert len(tables) == 1
    return list(tables[0].rows)


@pytest.mark.parametrize(
    "broken",
    [
        "| 1 | 2 | 3 | 4 |",
        "1 |\n2 | 3 | 4 |",
        "| 1 | 2\n| 3 | 4 |",
        "| 1 | 2 |\n3 | 4 |",
        "| 1\n| 2\n| 3 | 4 |",
        "| 1 | 2 | 3 | 4\n|",
        "| 1 |\n2 |\n3 |\n4 |",
        "1 | 2 | 3 | 4",
    ],
)
@pytest.mark.parametrize("after", ["", "| 5 | 6 | 7 | 8 |", "5 | 6 |\n7 | 8 |"])
def test_a_row_broken_over_lines_is_one_row(broken: str, after: str) -> None:
    expected = [("1", "2", "3", "4"), ("5", "6", "7", "8")]
    assert rows(f"{HEAD}{broken}\n{after}\n") == expected[: 2 if after else 1]


def test_a_cell_broken_in_its_words_is_one_cell() -> None:
    assert rows(f"{HEAD}| 1 | two\nwords | 3 | 4 |\n") == [("1", "two words", "3", "4")]
    assert rows(f"{HEAD}| 1 | 2 | 3 | four\nwords |\n") == [("1", "2", "3", "four words")]


def test_short_rows_with_both_pipes_stay_short() -> None:
    assert rows(f"{HEAD}| 1 | 2 |\n| 3 | 4 |\n") == [("1", "2"), ("3", "4")]


def test_blank_lines_between_rows_do_not_end_the_table() -> None:
    assert rows(f"{HEAD}| 1 | 2 | 3 | 4 |\n\n| 5 | 6 | 7 | 8 |\n\ntext\n") == [
        ("1", "2", "3", "4"),
        ("5", "6", "7", "8"),
    ]


def test_two_tables_in_a_row_are_two() -> None:
    tables = [line.table for line in read_lines(f"{HEAD}| 1 | 2 | 3 | 4 |\n\n{HEAD}") if line.table]
    assert [len(table.rows) for table in tables] == [1, 0]


def test_a_broken_head_and_delimiter_are_whole() -> None:
    lines = read_lines("来源 |\n文件 | 相关度 |\n|---|---|\n---|\n| 1 | 2 | 3 |\n")
    assert lines[0].table is not None
    assert lines[0].table.header == ("来源", "文件", "相关度")
    assert lines[0].table.rows == (("1", "2", "3"),)


def test_the_text_after_a_table_is_no_row() -> None:
    lines = read_lines(f"{HEAD}| 1 | 2 | 3 | 4 |\n本报告由甲整理\n")
    assert [line.kind for line in lines] == ["table", "text"]


@given(st.lists(st.text("ab|\\ x", max_size=6).map(lambda cell: f"x{cell}x"), min_size=2, max_size=4))
def test_cells_come_back_as_they_were_written(cells: list[str]) -> None:
    row = f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    assert split_row(row) == cells


def test_nested_items_have_depths_however_wide_they_are_indented() -> None:
    lines = read_lines("- a\n    - b\n        * c\n- d\n  1. e\n")
    assert [(line.text, line.depth) for line in lines] == [("a", 0), ("b", 1), ("c", 2), ("d", 0), ("e", 1)]


def test_a_fence_is_verbatim() -> None:
    lines = read_lines("```\n# no heading\n| a | b |\n|---|---|\n```\n# heading\n")
    assert [(line.kind, line.verbatim) for line in lines] == [
        ("text", True),
        ("text", True),
        ("text", True),
        ("heading", False),
    ]


def test_text_indented_under_an_item_belongs_to_it() -> None:
    assert [line.text for line in read_lines("- 第一行\n  第二行\n- next\n  line\n")] == [
        "第一行第二行",
        "next line",
    ]


def test_line_numbers_are_those_of_the_file() -> None:
    lines = read_lines("a\r\n\r\n- b\r\n| x | y |\r\n|---|---|\r\n| 1 | 2 |\r\nc\r\n")
    assert [line.line for line in lines] == [1, 3, 4, 7]
    assert lines[2].table is not None
    assert lines[2].table.row_lines == (6,)
