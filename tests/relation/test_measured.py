"""Figures of rows: a sentence turns the cell of the row that it names and of the column that has such figures."""

from __future__ import annotations

import pytest

from agent.relation import CellTurn, Line, cells_turned

HEADER = ("Site", "Pumps", "Kept", "Cost per month", "Firmware")
ROWS = (
    ("north", "42", "30 days", "$5,700", "1.31.4"),
    ("south", "58", "7 days", "$1,250", "1.31.2"),
)


def row(at: int) -> Line:
    cells = ROWS[at]
    return Line(
        text=f"| {' | '.join(cells)} |",
        line=5 + at,
        cells=cells,
        header=HEADER,
        rows=tuple(cells[0] for cells in ROWS),
    )


@pytest.mark.parametrize(
    ("note", "at", "expected"),
    [
        ("south grew to 64 pumps for the harvest and will stay there until January.", 1, (CellTurn(1, "58", "64"),)),
        ("South went to 1.31.4 last night, so both are level now.", 1, (CellTurn(4, "1.31.2", "1.31.4"),)),
        ("As of May records of north are kept for 14 days instead of 30.", 0, (CellTurn(2, "30 days", "14 days"),)),
        ("North now costs about $3,400 a month.", 0, (CellTurn(3, "$5,700", "about $3,400"),)),
        ("North keeps them for 14 days now, which brings north down to $3,400 a month.", 0,
         (CellTurn(2, "30 days", "14 days"), CellTurn(3, "$5,700", "$3,400"))),
        ("North is now at 14 days.", 0, (CellTurn(2, "30 days", "14 days"),)),
        ("North now starts within 14 days.", 0, ()),
        ("south has 64 pumps.", 1, ()),
        ("south will grow to 64 pumps.", 1, ()),
        ("south now has 12 valves.", 1, ()),
        ("east grew to 64 pumps.", 1, ()),
        ("south still has 58 pumps now.", 1, ()),
    ],
)  # fmt: skip
def test_a_sentence_turns_the_cells_of_its_row(note: str, at: int, expected: tuple[CellTurn, ...]) -> None:
    assert cells_turned(note, row(at)) == expected
