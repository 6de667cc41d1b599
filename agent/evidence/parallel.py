"""Lists that belong together item by item: `for 7B, 13B and 70B a loss of 1.03%, 0.89% and 0.40%`.

Where a claim and a sentence of its source have the same two lists, and one of them stands in another order in the
claim while the other does not, the items have been paired anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from agent.evidence.units import Unit
from agent.facts import Fact
from agent.facts.reading import Reading

_JOINER = re.compile(
    r"[\s/、,，;；&+]*(?:and|or|和|与|及|以及|vs\.?)?[\s/、,，;；&]*(?:分别)?", re.IGNORECASE
)
_LISTED = re.compile(r"[、/&+]|\b(?:and|or|vs)\b|[和与及]", re.IGNORECASE)
_REASON = "the source has the series in another order"
_LEAST = 2
"""Items of a list."""


@dataclass(frozen=True, slots=True)
class _List:
    items: tuple[str, ...]
    start: int
    end: int


def paired_anew(claim: Reading, unit: Unit) -> tuple[int, int, str] | None:
    """The place of the list whose order the claim has changed against that of the list before it, and why; None where
    both lists keep theirs, or both have the same new one."""
    mine = list(_lists(claim))
    if len(mine) < 2:  # one list has nothing to be paired with
        return None
    theirs = {frozenset(one.items): one for one in _lists(unit.reading)}
    orders = [
        (one, tuple(other.items.index(item) for item in one.items))
        for one in mine
        if (other := theirs.get(frozenset(one.items))) is not None
    ]
    for (_, order), (one, changed) in pairwise(orders):
        if len(order) == len(changed) and order != changed:
            return one.start, one.end, _REASON
    return None


def _lists(reading: Reading) -> Iterator[_List]:
    """Lists of figures of one unit, and lists of names, in order; each item stands once in its list."""
    figures = [(f"{fact.values}", _sort(fact), fact.start, fact.end) for fact in reading.quantities]
    names = [(word.text.casefold(), "name", word.start, word.end) for word in reading.words if word.name]
    items = sorted([*figures, *names], key=lambda item: item[2])
    run: list[tuple[str, str, int, int]] = []
    for item in items:
        joined = run and _goes_on(reading.plain[run[-1][3] : item[2]], run[-1][1], item[1])
        if not joined:
            yield from _made(run, reading.plain)
            run = []
        run.append(item)
    yield from _made(run, reading.plain)


def _sort(fact: Fact) -> str:
    """What a figure counts or measures; of bare counts and sizes of models, all are one."""
    return "" if fact.dimension == "count" else fact.dimension or fact.unit


def _goes_on(between: str, one: str, other: str) -> bool:
    return one == other and bool(between.strip() or one != "name") and _JOINER.fullmatch(between) is not None


def _made(run: list[tuple[str, str, int, int]], plain: str) -> Iterator[_List]:
    values = tuple(item[0] for item in run)
    if len(values) < _LEAST or len(set(values)) < len(values):
        return
    # Names side by side at a comma alone are the end of one clause and the beginning of another.
    if run[0][1] == "name" and not any(_LISTED.search(plain[a[3] : b[2]]) for a, b in pairwise(run)):
        return
    yield _List(values, run[0][2], run[-1][3])
