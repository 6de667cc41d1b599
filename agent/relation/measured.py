"""A row's figures that a sentence gives anew: `prod-us grew to 64 nodes` turns the cell under `Nodes`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.facts import Fact, facts
from agent.facts.folding import has_han
from agent.gist import content
from agent.gist.numbers import numbers_in
from agent.relation.keys import standing_at
from agent.relation.owned import Owned, is_said_now, owned, signs_of
from agent.relation.turned import taken_back

_PER = re.compile(r"\s?(?:/|\b(?:per|an?)\s|每)\s?[^\W\d]{1,12}$")
"""What a figure is counted by, behind it: `a month`, `/GB`."""


@dataclass(frozen=True, slots=True)
class CellTurn:
    """A cell of a row (0-based) and what stands there then."""

    column: int
    old: str
    new: str


def measured(
    text: str, row: Sequence[str], heads: Sequence[str], gone: frozenset[str] = frozenset()
) -> tuple[CellTurn, ...]:
    """The cells of a row for which a sentence that names it has other figures, and says that they are so now.

    A figure goes into the one column that has such, and that the sentence names, or whose figure is one of `gone`.
    """
    if not is_said_now(text):
        return ()
    found: dict[int, CellTurn] = {}
    for value in owned(text):
        if value.is_gone or not is_said_now(value.sentence) or not _is_of(value, row[0]):
            continue
        fits = [at for at in range(1, len(row)) if _fits(value.fact, row[at], heads[at])]
        named = [at for at in fits if _is_named(value, row, heads, at, gone)]
        if len(named) != 1 or named[0] in found:
            return ()
        column = named[0]
        new = _in_cell(value, row[column])
        if has_han(new) != has_han(row[column]):
            return ()
        if facts(new)[0].normal != facts(row[column])[0].normal:
            found[column] = CellTurn(column, row[column], new)
    return tuple(found.values())


def _is_of(value: Owned, name: str) -> bool:
    """Whether the words around a figure, or the beginning of its sentence, name a row."""
    if standing_at(value.around, name) >= 0:
        return True
    return value.first and standing_at(value.sentence, name) >= 0


def _is_named(value: Owned, row: Sequence[str], heads: Sequence[str], at: int, gone: frozenset[str]) -> bool:
    """Whether it is the figure of a column that is given: by its head or its old figure, or where no word tells of
    another thing."""
    if set(content(heads[at])) & set(content(f"{value.sentence} {value.fact.unit}")):
        return True
    if numbers_in(row[at]) & (taken_back(value.sentence) | gone):
        return True
    own = set(content(row[0]))
    return value.words <= own and value.signs <= signs_of(row[0])


def _fits(fact: Fact, cell: str, head: str) -> bool:
    """Whether a figure is of the kind that a cell has alone: of its dimension, or counted by the column's head."""
    inside = [one for one in facts(cell) if one.kind == "quantity"]
    if len(inside) != 1 or len(inside[0].text.strip()) != len(cell.strip()) or inside[0].form != fact.form:
        return False
    old = inside[0]
    heads = set(content(head))
    if not old.dimension:
        return fact.dimension == "count" and set(content(fact.unit)) <= heads and bool(fact.unit)
    if old.dimension == "count" == fact.dimension:
        return content(old.unit) == content(fact.unit)
    whole, _, per = fact.dimension.partition("/")
    return fact.dimension == old.dimension or (whole == old.dimension and bool(set(content(per)) & heads))


def _in_cell(value: Owned, cell: str) -> str:
    """The figure as the cell has its own: without what the head says already."""
    bare = next(one for one in facts(cell) if one.kind == "quantity")
    if not bare.dimension:
        return value.fact.text.strip()
    told = value.text.strip()
    return told if "/" in bare.dimension else _PER.sub("", told)
