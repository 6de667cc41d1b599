"""The grid of an HTML table: spans filled in, so that every value stands under its head."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_SPAN_LIMIT = 100
"""Spans beyond this are a mistake or an attack (HTML allows 1,000 columns and 65,534 rows)."""
_CELL_LIMIT = 1_000
"""Cells of one row, repeated ones included."""
_TABLE_LIMIT = 50_000
"""Cells of one table, after which nothing is repeated any more."""


def grid(table: Any, words: Callable[[Any], str]) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """The rows of an lxml table element, each with its cells; a cell that spans is repeated."""
    below: dict[int, tuple[int, str]] = {}
    given = 0
    for row in table.iter("tr"):
        if next(row.iterancestors("table"), None) is not table:
            continue
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            _fill(cells, below)
            value = words(cell)
            wide, rows = (
                (1, 1) if given > _TABLE_LIMIT else (_span(cell.get("colspan")), _span(cell.get("rowspan")))
            )
            for _ in range(wide):
                if rows > 1:
                    below[len(cells)] = (rows - 1, value)
                cells.append(value)
            if len(cells) >= _CELL_LIMIT:
                break
        _fill(cells, below)
        given += len(cells)
        if given > _TABLE_LIMIT:
            below.clear()
        yield row, tuple(cells)


def _fill(cells: list[str], below: dict[int, tuple[int, str]]) -> None:
    """Put in the cells that rows above let down into this column."""
    while len(cells) in below:
        column = len(cells)
        left, value = below[column]
        if left == 1:
            del below[column]
        else:
            below[column] = (left - 1, value)
        cells.append(value)


def _span(value: str | None) -> int:
    return min(max(int(value), 1), _SPAN_LIMIT) if value and value.isascii() and value.isdigit() else 1
