"""Tables of a PDF page, told by columns that stand in line: a PDF itself has none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Row = tuple[str, ...]
Part = str | tuple[Row, ...]
"""A line of the page, or the rows of a table that took the place of its lines."""

_GAP = re.compile(r" {2,}")
_FIGURE = re.compile(r"\d")
_LEAST_ROWS = 3
"""Rows with the head; fewer are as often two lines of text with a gap."""
_LEAST_CELLS = 2
_FIGURES = 0.5
"""Share of the cells beside the first column, head aside, that hold a figure: columns of words are as often prose."""


def may_hold_table(text: str) -> bool:
    """Whether enough lines hold figures for a table; laying a page out costs as much as reading it again."""
    return sum(len(_FIGURE.findall(line)) > 1 for line in text.split("\n")) >= _LEAST_ROWS - 1


def tables(layout: str) -> Iterator[tuple[Row, ...]]:
    """Runs of lines with the same number of columns, mostly of figures, in a page laid out with spaces.

    Blank lines say how far rows stand apart, and no more.
    """
    run: list[Row] = []
    for line in [*(line for line in layout.split("\n") if line.strip()), ""]:
        cells = tuple(cell.strip() for cell in _GAP.split(line.strip()) if cell.strip())
        if run and len(cells) == len(run[0]):
            run.append(cells)
            continue
        if _is_table(run):
            yield tuple(run)
        run = [cells] if len(cells) >= _LEAST_CELLS else []


def placed(lines: Sequence[str], found: Sequence[tuple[Row, ...]]) -> list[Part]:
    """The lines of a page in their order, each table in the place of the lines that say the same."""
    parts: list[Part] = []
    at = 0
    while at < len(lines):
        for table in found:
            end = _said_by(lines, at, "".join(_squeezed(cell) for row in table for cell in row))
            if end > at:
                parts.append(table)
                at = end
                break
        else:
            parts.append(lines[at])
            at += 1
    return parts


def head_and_rows(table: Sequence[Row]) -> tuple[Row | None, Sequence[Row]]:
    """The head row, where the first row has fewer figures than the others do."""
    figures = [sum(bool(_FIGURE.search(cell)) for cell in row) for row in table]
    if figures[0] < min(figures[1:]):
        return table[0], table[1:]
    return None, table


def _is_table(run: Sequence[Row]) -> bool:
    if len(run) < _LEAST_ROWS:
        return False
    cells = [cell for row in run[1:] for cell in row[1:]]
    return sum(bool(_FIGURE.search(cell)) for cell in cells) >= _FIGURES * len(cells)


def _said_by(lines: Sequence[str], start: int, wanted: str) -> int:
    """The line after those that say exactly what is wanted; `start` where they do not."""
    said = ""
    for at in range(start, len(lines)):
        said += _squeezed(lines[at])
        if said == wanted:
            return at + 1
        if not wanted.startswith(said):
            return start
    return start


def _squeezed(text: str) -> str:
    return "".join(text.split())
