"""Which cell of a table row a new statement changes, and what stands there then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.drafts import DraftPatch, DraftPoint
from agent.facts import Fact, facts

_CHANGING = ("quantity", "version")
"""Kinds of facts of which a newer one takes the place of an older."""


@dataclass(frozen=True, slots=True)
class ChangedCell:
    """A column (0-based) and the value, in the words of the statement, that takes the place of its own."""

    column: int
    value: str


def changed_cell(cells: Sequence[str], patch: DraftPatch) -> ChangedCell | None:
    """The one cell of a row that a patch of one statement changes; None where that cannot be told.

    A patch that says more than a cell can hold changes none, and neither does one of which two figures, or
    one figure and two cells, would do.
    """
    point = patch.parts[0] if len(patch.parts) == 1 else None
    if not isinstance(point, DraftPoint) or len(point.claims) != 1 or point.parts:
        return None
    said = facts(point.claims[0].text)
    known = {fact.normal for cell in cells for fact in facts(cell)}
    found = {
        ChangedCell(column, new.text.strip())
        for column, old in _single(cells)
        for new in said
        if _same_sort(new, old) and new.normal not in known
    }
    return found.pop() if len(found) == 1 else None


def _single(cells: Sequence[str]) -> Iterator[tuple[int, Fact]]:
    """Cells, the first apart, that hold one fact and hardly anything besides."""
    for column, cell in enumerate(cells):
        inside = [fact for fact in facts(cell) if fact.kind in _CHANGING]
        if column and len(inside) == 1 and inside[0].text.strip() == cell.strip():
            yield column, inside[0]


def _same_sort(new: Fact, old: Fact) -> bool:
    return (new.kind, new.dimension) == (old.kind, old.dimension)
