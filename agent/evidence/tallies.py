"""How many of a thing there are: a count of a claim against the counts that the evidence gives of the same noun.

A small count that the evidence has not may be the claim's own tally of what is listed. It is wrong where the
evidence says of the very same noun how many there are, and always another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.evidence.atoms import Atom
from agent.evidence.tokens import HAN_FUNCTION, han_pairs
from agent.evidence.units import EvidenceIndex
from agent.facts.model import Fact
from agent.facts.names import STOPWORDS, stem
from agent.facts.reading import Reading

_PLAIN = frozenset({"", "count"})
_MOST = 100
"""Up to so many are told one by one."""
_PART = re.compile(
    r"(?:其中|另外?|前|后|每|剩下|其余|之一|余下|\b(?:of (?:the|these|those|its)|other|another|each|every|first|last|next|remaining|further|more|with|only)\b)[^，。；,;]{0,8}\Z",
    re.IGNORECASE,
)
_REACH = 14
_RUN = re.compile(r"(?:[ -]?[A-Za-z][A-Za-z'-]{1,23}){1,4}")
_HAN_RUN = re.compile(r"\s?(?P<run>[\u3400-\u9fff]{2,10})")
_LOOSE = re.compile(r"^(?:个|种|类|项|款|条|大|不同的?|主要的?|新的?|独立的?)+")
_GENERIC = frozenset(
    "different new main major key separate distinct various other whole single total time percent point way thing".split()
)


def another_count(claim: Reading, fact: Fact, atoms: Iterable[Atom], index: EvidenceIndex) -> Atom | None:
    """A count that the evidence gives of what the claim counts, where it never gives the claim's."""
    if not _counts(fact) or _PART.search(claim.plain, max(0, fact.start - _REACH), fact.start):
        return None
    mine = _noun(claim.plain, fact, whole=False)
    if not mine:
        return None
    other: Atom | None = None
    for atom in atoms:
        if atom.column >= 0 or not _counts(atom.fact):
            continue
        plain = index.units[atom.unit].reading.plain
        if not mine <= _noun(plain, atom.fact, whole=True):
            continue
        if atom.fact.values == fact.values:
            return None
        if not _PART.search(plain, max(0, atom.fact.start - _REACH), atom.fact.start):
            other = other or atom
    return other


def _counts(fact: Fact) -> bool:
    """Whether a fact says how many of something there are."""
    whole = fact.kind == "quantity" and fact.dimension in _PLAIN and len(fact.values) == 1
    return (
        whole and 2 <= fact.values[0] <= _MOST and fact.values[0] == int(fact.values[0]) and not fact.change
    )


def _noun(plain: str, fact: Fact, *, whole: bool) -> set[str]:
    """The words of the noun behind a number; of Chinese the pairs of its first characters, or of all that follow."""
    latin = _RUN.match(plain, fact.end)
    if latin is not None:
        words: set[str] = set()
        for word in re.split(r"[ -]", latin[0].strip(" -").lower()):
            if word in STOPWORDS:
                break
            words.add(stem(word))
        return words - _GENERIC
    han = _HAN_RUN.match(plain, fact.end)
    if han is None:
        return set()
    run = _LOOSE.sub("", han["run"])
    pairs = han_pairs(run if whole else run[:2])
    return {pair for pair in pairs if len(pair) == 2 and not HAN_FUNCTION.issuperset(pair)}
