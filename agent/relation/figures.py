"""The figures of a statement and of a block side by side: which one takes the place of which."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.gist import Slot, clashes
from agent.gist.numbers import numbers_in
from agent.models import Relation
from agent.relation.abroad import measures
from agent.relation.pair import TWIN, Pair
from agent.relation.turned import generations, is_goal, other_setting, taken_back


def recounted(pair: Pair) -> tuple[str, str] | None:
    """Of two texts in the same words, a figure that one says more often and another that the other does."""
    if min(pair.cover, pair.back) < TWIN:
        return None
    mine = pair.claim.marks - pair.block.marks
    yours = pair.block.marks - pair.claim.marks
    more = sorted(mark for mark, times in mine if times > dict(yours).get(mark, 0))
    less = sorted(mark for mark, times in yours if times > dict(mine).get(mark, 0))
    return (more[0], less[0]) if more and less else None


def other_figures(pair: Pair, *, twin: bool) -> tuple[str, str] | None:
    """The figure of the statement and the block's that it takes the place of; a goal takes that of a goal only."""
    if is_goal(pair.claim.text) and not is_goal(pair.block.text):
        return None
    found = corrected(pair) or _figures(pair, twin=twin) or (None if pair.missing else recounted(pair))
    key = pair.line.key
    if found and key and found[1] == key.version and not pair.claim.dates <= pair.block.dates:
        return None  # the number of another release, with a day of its own
    return found


def corrected(pair: Pair) -> tuple[str, str] | None:
    """A figure of the block that the statement itself takes back, and the one that it gives instead."""
    if pair.abroad:
        return pair.abroad
    for old in sorted(taken_back(pair.claim.text) & pair.block.numbers):
        beside = {slot.after for slot in (*pair.claim.slots, *pair.block.slots) if _value(slot) == old}
        given = [
            slot for slot in pair.claim.slots if _value(slot) in pair.numbers and slot.unit == unit_of(old)
        ]
        given.sort(key=lambda slot: slot.after not in beside)
        if given:
            return _value(given[0]), old
    return None


def _figures(pair: Pair, *, twin: bool) -> tuple[str, str] | None:
    """A figure of the statement and the one that stands in its place in the block.

    What is said of one generation of a thing, or in one setting, changes nothing that is said of another.
    """
    if generations(pair.claim.text) != generations(pair.block.text + pair.line.above.text):
        return None
    if other_setting(pair.claim, pair.block):
        return None
    for mine, yours in clashes(pair.claim.slots, pair.block.slots):
        return _value(mine), _value(yours)
    theirs = pair.block.numbers - pair.claim.numbers
    if twin and pair.numbers and theirs:
        for value in sorted(pair.numbers):
            same_unit = [other for other in sorted(theirs) if unit_of(other) == unit_of(value)]
            alike = _of_one_dimension(pair, value, same_unit) if same_unit else []
            if alike:
                return value, alike[0]
    return None


def _of_one_dimension(pair: Pair, value: str, others: Sequence[str]) -> list[str]:
    """The figures of the block that measure what the statement's does: minutes take the place of no days' figure.

    Those with the very unit go first; where a unit is not known, any figure may.
    """
    mine = _measure(pair.claim.text, value)
    if not mine:
        return list(others)
    told = {other: _measure(pair.block.text, other) for other in others}
    fits = [other for other in others if not told[other] or told[other][0] == mine[0]]
    return sorted(fits, key=lambda other: told[other] != mine)


def _measure(text: str, number: str) -> tuple[str, ...]:
    """Dimension and unit of a figure in a text; empty where it has none, or the text has it twice in two."""
    found = {(fact.dimension, fact.unit) for fact in measures(text) if number in numbers_in(fact.text)}
    return found.pop() if len(found) == 1 else ()


def _value(slot: Slot) -> str:
    return slot.value + slot.unit


def unit_of(number: str) -> str:
    """The unit of a figure in normal form."""
    return number.lstrip("0123456789.")


def newer(pair: Pair, date: dt.date | None) -> Relation:
    """A figure supersedes one whose own date is earlier; between figures of no date there is a contradiction."""
    mine = max(pair.claim.dates, default=date.isoformat() if date else "")
    theirs = max(pair.block.dates, default="")
    return "supersedes" if mine and theirs and mine[: len(theirs)] > theirs[: len(mine)] else "contradicts"
