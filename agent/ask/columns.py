"""Which columns of a table a question asks for: a row answers with their cells, and not with those beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.ask.cut import Passage
from agent.ask.levels import HEADED, held
from agent.ask.model import Question, Term
from agent.ask.surface import Surface

_MEASURED = frozenset({"quantity", "date"})
"""Kinds of answers of which a row may hold several, each in a column of its own."""


def asked_columns(passage: Passage, question: Question) -> frozenset[int]:
    """Places of the columns, after the one that names the rows, whose heads say most of what is asked for."""
    focus = [term for term in question.terms if term.focus and term.kind in ("word", "name")]
    words = [term for term in question.terms if term.kind not in ("type", "date")]
    columns = list(zip(passage.header, passage.cells, strict=False))[1:]
    heads = {at: Surface(head) for at, (head, cell) in enumerate(columns, 1) if cell.strip()}
    worth = {at: (_holds(head, focus), _holds(head, words)) for at, head in heads.items()}
    best = max(worth.values(), default=(0, 0))
    return frozenset(at for at, one in worth.items() if one == best) if best[0] else frozenset()


def cells_of(passage: Passage, question: Question) -> Passage:
    """The row with what names it and the cells asked for; the whole row where no column is told."""
    asked = asked_columns(passage, question)
    if not asked or question.expected not in _MEASURED or len(passage.cells) != len(passage.header):
        return passage
    named = [term for term in question.terms if term.kind not in ("type", "date")]
    kept = [
        at
        for at, cell in enumerate(passage.cells)
        if at == 0 or at in asked or not _measured(cell) or _holds(Surface(cell), named)
    ]
    return passage.with_columns(kept)


def column_is_open(passage: Passage, terms: Sequence[Term], levels: dict[str, float], expected: str) -> bool:
    """Whether a row gives several figures, and what is asked for stands only over the table: none of them is meant."""
    if expected not in _MEASURED or not passage.header or sum(map(_measured, passage.cells[1:])) < 2:
        return False
    focus = [term for term in terms if term.focus and term.kind in ("word", "name")]
    over = [term for term in focus if levels.get(term.text, 0.0) <= HEADED]
    if not focus or len(over) < len(focus):
        return False
    heads = Surface(" | ".join(passage.header[1:]))
    return not _holds(heads, [term for term in terms if term.kind not in ("type", "date")])


def _holds(surface: Surface, terms: Iterable[Term]) -> int:
    return sum(held(term, surface) > 0 for term in terms)


def _measured(cell: str) -> bool:
    return any(char.isdigit() for char in cell)
