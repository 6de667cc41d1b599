"""The same told again: in other units, of the same release in other words, or a row of a table in a sentence."""

from __future__ import annotations

import re

from agent.facts import Fact, facts
from agent.relation.keys import standing_at
from agent.relation.pair import Pair
from agent.relation.signs import STILL

_FACTS = 3
"""Names, versions and figures in common from which words in another order say the same of one release."""
_FEW_FIGURES = 2
"""Figures of a row that a sentence gives, at least, for it to tell the row."""
_REWORDED = 0.3
"""Share of its terms that a text in other words has in common with the line that it retells."""
_MOST = 8
"""Figures of a statement that are converted; a longer list is compared as it stands."""
_MONTH_DAY = re.compile(r"(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]")
_SHORT = 60
"""Characters up to which a statement says of a figure that it holds still, and nothing besides."""
_CLOSE = 1e-9
_UNIT = 4
_ROOT = 5
"""Letters that two forms of a word have in common: `restoring`, `a restore`."""
_TWO = 2
"""Amounts that are the same by no chance."""


def told_again(pair: Pair) -> bool:
    """Whether a block says all that a statement says, of the very thing that the block names."""
    if pair.claim.negated != pair.block.negated or pair.line.code or pair.ids:
        return False
    if not all(_is_unit(name, pair.claim.text) for name in pair.names):
        return False
    if _holds_still(pair):
        return True
    if pair.line.cells:
        return _tells_the_row(pair)
    return not pair.versions and (_of_the_same_release(pair) or _in_other_units(pair))


def _holds_still(pair: Pair) -> bool:
    """A short statement that a figure or version of the line's own thing is what it was: `X 还是 2.21，没动`."""
    key, claim = pair.line.key, pair.claim
    told = claim.versions | claim.numbers
    return (
        key is not None
        and standing_at(claim.text, key.name) >= 0
        and bool(told)
        and told <= pair.block.versions | pair.block.numbers
        and len(claim.text) <= _SHORT
        and bool(STILL.search(claim.text))
    )


def _tells_the_row(pair: Pair) -> bool:
    """A sentence with figures of one row, and no other than its cells and heads have."""
    line, claim = pair.line, pair.claim
    key = line.key
    if key is None or standing_at(claim.text, line.cells[0].strip("* `")) < 0 or pair.versions:
        return False
    mine = {number.rstrip("%") for number in claim.numbers}
    cells = {number.rstrip("%") for number in pair.block.numbers}
    heads = {number.rstrip("%") for number in line.above.numbers}
    # `from 80 to 10` holds the figures of the head `10–80`: what stands in the cells decides.
    return mine <= cells | heads and len(mine & cells) >= _FEW_FIGURES


def _of_the_same_release(pair: Pair) -> bool:
    """The line's own thing in its own version, with nothing but names and figures that the line has."""
    key, claim = pair.line.key, pair.claim
    if (
        key is None
        or not key.version
        or key.version not in _versions(pair)
        or standing_at(claim.text, key.name) < 0
    ):
        return False
    days = {(int(month), int(day)) for month, day in _MONTH_DAY.findall(claim.text)}
    known = {(int(date[5:7]), int(date[8:10])) for date in pair.block.dates if len(date) == len("2026-01-01")}
    spare = {str(part) for day in days & known for part in day}
    if pair.numbers - spare or not claim.dates <= pair.block.dates:
        return False
    shared = (claim.names & pair.block.latin) | (claim.numbers & pair.block.numbers) | claim.versions
    return len(shared) >= _FACTS and pair.cover >= _REWORDED


def _versions(pair: Pair) -> set[str]:
    """The versions of a statement, a whole number being one of them."""
    return {*pair.claim.versions, *pair.claim.numbers}


def _is_unit(name: str, text: str) -> bool:
    """Whether a name is the unit of a figure: `GB` in `1,000 GB`."""
    return len(name) <= _UNIT and bool(re.search(rf"\d\s?{re.escape(name)}(?![\w-])", text, re.IGNORECASE))


def _in_other_units(pair: Pair) -> bool:
    """Every amount of the statement is one of the block's, in another unit, and words of both agree."""
    if (
        not pair.numbers
        or len(pair.claim.numbers) > _MOST
        or len(pair.claim.numbers) != len(pair.block.numbers)
    ):
        return False
    if not {word[:_ROOT] for word in pair.claim.words} & {word[:_ROOT] for word in pair.block.words}:
        return False
    mine, yours = _amounts(pair.claim.text), _amounts(pair.line.text)
    if len(mine) != len(yours) or not mine:
        return False
    alike = len(mine) >= _TWO or min(pair.cover, pair.back) >= _REWORDED
    return alike and all(any(_is_same(one, other) for other in yours) for one in mine)


def _amounts(text: str) -> list[Fact]:
    return [fact for fact in facts(text) if fact.kind == "quantity"]


def _is_same(a: Fact, b: Fact) -> bool:
    kind = (a.dimension, a.bound, a.approx, a.change) == (b.dimension, b.bound, b.approx, b.change)
    return kind and bool(a.values and a.dimension) and _equal(a.values, b.values)


def _equal(mine: tuple[float, ...], yours: tuple[float, ...]) -> bool:
    return len(mine) == len(yours) and all(
        abs(a - b) <= _CLOSE * max(abs(a), abs(b), 1.0) for a, b in zip(mine, yours, strict=True)
    )
