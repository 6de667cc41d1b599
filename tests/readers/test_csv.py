"""CSV: the head is found where it stands, and one quote too many costs one line."""

from __future__ import annotations

import pytest

from agent.models import SourceText
from tests.readers.conftest import Reader


def rows(text: SourceText) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(block.cells, block.header) for block in text.blocks if block.kind == "table_row"]


@pytest.mark.parametrize(
    "before", ["sep=;\n", "Report of the night\nMade 2026-09-25\n\n", "Report;;\n", "# made by hand\n"]
)
def test_what_stands_before_the_head__is_no_head(reader: Reader, before: str) -> None:
    text = reader("a.csv", before + "model;ttft;note\nA;1,5;x, y\nB;2,5;z\n")
    assert rows(text)[0] == (("model", "ttft", "note"), ())
    assert rows(text)[1] == (("A", "1,5", "x, y"), ("model", "ttft", "note"))
    assert text.blocks[-1].line == before.count("\n") + 3


@pytest.mark.parametrize("upper", ["Model,Speed,,Memory", "Model,Speed,Speed,Memory"])
def test_two_head_rows__are_one_head(reader: Reader, upper: str) -> None:
    text = reader("a.csv", upper + "\n,TTFT,TPOT,\nA,1,2,3\nB,3,4,5\n")
    assert rows(text)[2] == (("A", "1", "2", "3"), ("Model", "Speed TTFT", "Speed TPOT", "Memory"))
    assert [row[1] for row in rows(text)[:2]] == [(), ()]


def test_rows_without_a_head__have_empty_heads(reader: Reader) -> None:
    assert rows(reader("a.csv", "1,2\n3,4\n")) == [(("1", "2"), ("", "")), (("3", "4"), ("", ""))]


def test_quote_that_nobody_closes__costs_its_own_line(reader: Reader) -> None:
    text = reader("a.csv", 'a,b\n1,"x\ny"\n2,"never\n3,z\n4,"u, v"\n')
    assert [cells for cells, _ in rows(text)] == [
        ("a", "b"),
        ("1", "x\ny"),
        ("2", '"never'),
        ("3", "z"),
        ("4", "u, v"),
    ]
    assert [block.line for block in text.blocks] == [1, 2, 4, 5, 6]
    assert text.notes == ("the quote on line 4 is never closed",)


def test_full_width_comma__parts_cells(reader: Reader) -> None:
    assert rows(reader("a.csv", "名称，数值\n甲，1\n"))[1] == (("甲", "1"), ("名称", "数值"))
