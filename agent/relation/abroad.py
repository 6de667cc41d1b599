"""A statement in the other language that corrects a figure of a line: the old figure with its unit binds the two."""

from __future__ import annotations

import re
from functools import lru_cache

from agent.dictionary import meanings, words_in
from agent.facts import Fact, facts
from agent.facts.names import stem
from agent.gist.numbers import numbers_in
from agent.relation.turned import taken_back

_IN_COMMON = 2
"""Words, names and other figures that both have, from which they speak of one thing."""
_ENGLISH = re.compile(r"[A-Za-z][A-Za-z-]{2,}")


def corrected_abroad(text: str, block: str) -> tuple[str, str] | None:
    """The figure that a statement gives instead of one of a block in the other language, and that one; both as they
    are written. None where it takes back no figure of the block with its unit, or where they have too little in common.
    """
    taken = taken_back(text)
    if not taken:
        return None
    mine, theirs = measures(text), measures(block)
    said = {one.normal: one for one in theirs}
    for old in mine:
        if old.normal not in said or not taken & numbers_in(old.text):
            continue
        new = [one for one in mine if one.dimension == old.dimension and one.normal not in said]
        shared = {one.normal for one in mine} & set(said) - {old.normal}
        if len(new) == 1 and len(shared) + _words_in_common(text, block) >= _IN_COMMON:
            return new[0].text, said[old.normal].text
    return None


@lru_cache(maxsize=4_096)
def measures(text: str) -> tuple[Fact, ...]:
    """The quantities of a text that have a unit."""
    return tuple(fact for fact in facts(text) if fact.kind == "quantity" and fact.dimension)


def _words_in_common(one: str, other: str) -> int:
    """Chinese words of either text that a word of the other translates, and Latin names that both have."""
    latin = [{stem(word) for word in _ENGLISH.findall(text)} for text in (one, other)]
    told = sum(
        bool(meanings(word) & words)
        for text, words in zip((one, other), reversed(latin), strict=True)
        for word in set(words_in(text))
    )
    return told + len(latin[0] & latin[1])
