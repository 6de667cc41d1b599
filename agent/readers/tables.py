"""The grid of an HTML table: spans filled in, so that every value stands under its head."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_SPAN_LIMIT = 100
"""Spans beyond this are a mistake or an attack (HTML allows 1,000 columns and 65,534 rows)."""
_CELL_LIMIT = 1_000
"""Cells of one row, repeated ones included."""
_TABLE_LIMIT = 50_000
"""Cells of one table, after which nothing is repeated any more."""
_HEAD_LIMIT = 4
"""Rows that the head of a table may have."""
_VALUE = re.compile(r"[-+−≈~<>≤≥$¥€]?\s?\d[\d.,]*\s?(?:%|×|x|ms|s|GB|K|M|B)?", re.IGNORECASE)


class Grid:
    """The rows of one table as they come, cells that span repeated in the columns and rows that they span."""

    def __init__(self) -> None:
        self._below: dict[int, tuple[int, str]] = {}
        self._given = 0

    def place(self, cells: list[str], value: str, wide: str | None = None, high: str | None = None) -> bool:
        """Put a cell into its columns, spans as their attributes are written; False once the row is full."""
        self._fill(cells)
        columns, rows = (1, 1) if self._given > _TABLE_LIMIT else (_span(wide), _span(high))
        for _ in range(columns):
            if rows > 1:
                self._below[len(cells)] = (rows - 1, value)
            cells.append(value)
        return len(cells) < _CELL_LIMIT

    def end_row(self, cells: list[str]) -> None:
        """Put in what rows above let down at the row's end."""
        self._fill(cells)
        self._given += len(cells)
        if self._given > _TABLE_LIMIT:
            self._below.clear()

    def _fill(self, cells: list[str]) -> None:
        """Put in the cells that rows above let down into this column."""
        while len(cells) in self._below:
            column = len(cells)
            left, value = self._below[column]
            if left == 1:
                del self._below[column]
            else:
                self._below[column] = (left - 1, value)
            cells.append(value)


class Heads:
    """The head rows of one table, from the top for as long as they go on, and the head that they make together."""

    def __init__(self) -> None:
        self._rows = 0
        self._open = True
        self.merged: tuple[str, ...] = ()
        """One head a column, empty ones for a table that has no head row."""

    def takes(self, cells: Sequence[str], tags: Sequence[str] = (), *, within: bool = False) -> bool:
        """Whether the next row is one of the head; `tags` are those of its cells, `within` whether it stands in a `thead`.

        The first row is, unless it begins with a head of its own; further ones where they are marked
        as such and hold no value.
        """
        marked = within or (len(tags) > 1 and set(tags) == {"th"})
        if not self._open:
            return False
        if self._rows:
            valued = any(_VALUE.fullmatch(cell.strip()) for cell in cells)
            self._open = marked and not valued and self._rows < _HEAD_LIMIT
        elif not marked:
            self._open = not (len(set(tags)) > 1 and tags[0] == "th")
        if self._open:
            self.merged = merged(self.merged, cells) if self._rows else tuple(cells)
            self._rows += 1
        elif not self._rows:
            self.merged = ("",) * len(cells)
        return self._open


def merged(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, ...]:
    """Two head rows as one: `Speed` over `TTFT` is the column `Speed TTFT`."""
    return tuple(
        below if above == below or not above else f"{above} {below}".strip()
        for above, below in zip(
            (*upper, *[""] * (len(lower) - len(upper))),
            (*lower, *[""] * (len(upper) - len(lower))),
            strict=True,
        )
    )


def grid(table: Any, words: Callable[[Any], str]) -> Iterator[tuple[Any, tuple[str, ...], tuple[str, ...]]]:
    """The rows of an lxml table element, each with its cells and their heads; a cell that spans is repeated.

    Several head rows come as one, with the element of the last.
    """
    laid, heads, head = Grid(), Heads(), None
    for row in table.iter("tr"):
        if next(row.iterancestors("table"), None) is not table:
            continue
        cells: list[str] = []
        inside = list(row.iterchildren("td", "th"))
        for cell in inside:
            if not laid.place(cells, words(cell), cell.get("colspan"), cell.get("rowspan")):
                break
        laid.end_row(cells)
        if heads.takes(cells, [cell.tag for cell in inside], within=row.getparent().tag == "thead"):
            head = row
            continue
        if head is not None:
            yield head, heads.merged, ()
            head = None
        yield row, tuple(cells), heads.merged
    if head is not None:
        yield head, heads.merged, ()


def _span(value: str | None) -> int:
    return min(max(int(value), 1), _SPAN_LIMIT) if value and value.isascii() and value.isdigit() else 1
