"""One line in other words than another: does it tell the same, and is a figure corrected in it?

A writer may word a note otherwise when it comes again. What counts then are the names and figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.evidence import supports
from agent.gist import Gist, gist, share, telling_name
from agent.models import Evidence
from agent.relation import unit_of

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*", re.ASCII)
_RETOLD = 0.5
"""Share of its terms that a line in other words has in common with the one that it retells."""

Swap = tuple[str, str]
"""A figure as it stood, and the one that takes its place."""


def same_title(a: str, b: str) -> bool:
    """The same words; or a telling name, the same names and figures, and words much alike."""
    a, b = a.strip("* "), b.strip("* ")
    one, other = gist(a), gist(b)
    told = any(map(telling_name, one.names)) and one.facts == other.facts
    return a == b or (told and _alike(one, other))


def alike_but_figures(a: str, b: str) -> bool:
    """Word for word the same but for the digits of figures."""
    return _FIGURE.sub("0", a) == _FIGURE.sub("0", b)


def retells(line: str, others: Sequence[str]) -> bool:
    """Whether lines together say a line in other words: no name or figure is new, and one of them is much alike."""
    told = gist(line)
    if not told.facts <= gist("\n".join(others)).facts:
        return False
    return any(_alike(told, gist(other)) for other in others)


def corrects(line: str, old: str) -> bool:
    """Whether a line tells all that another tells, but for one figure for which it has another of the same unit."""
    new, before = gist(line), gist(old)
    mine, theirs = new.numbers - before.numbers, before.numbers - new.numbers
    if len(mine) != 1 or len(theirs) != 1 or unit_of(min(mine)) != unit_of(min(theirs)):
        return False
    return before.facts - theirs <= new.facts and new.names <= before.names and _alike(new, before)


def swaps(old: str, new: str) -> frozenset[Swap]:
    """The figures that differ between two texts of the same number of figures, in order."""
    before, after = _FIGURE.findall(old), _FIGURE.findall(new)
    if len(before) != len(after):
        return frozenset()
    return frozenset((one, other) for one, other in zip(before, after, strict=True) if one != other)


def followed(text: str, changes: Iterable[Swap], evidence: Sequence[Evidence]) -> str:
    """A text with a corrected figure in place of the old one, where the evidence bears that out; else empty.

    The same digits may stand for another thing: then no evidence says the new text.
    """
    for old, new in sorted(changes):
        if old not in _FIGURE.findall(text):
            continue
        candidate = _FIGURE.sub(lambda found, old=old, new=new: new if found[0] == old else found[0], text)  # type: ignore[misc]  # defaults bind the loop's values
        if supports(candidate, evidence).status == "supported":
            return candidate
    return ""


def _alike(a: Gist, b: Gist) -> bool:
    return a.han == b.han and max(share(a.terms, b.terms), share(b.terms, a.terms)) >= _RETOLD
