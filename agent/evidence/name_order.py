"""Two names that a sentence has in one order and its source in the other: `A feeds B`, `B feeds A`."""

from __future__ import annotations

import re
from itertools import pairwise

from agent.evidence.units import Unit
from agent.facts.reading import Reading

_CLAUSE = re.compile(r"[，。；;：！？!?\n]|[,:](?=\s|\*)|\.\s|——|\s[-–—]\s")
_PREPOSITION = re.compile(r"\b(?:with|by|to|from|for|in|of)\Z")
_VERB = re.compile(r"[A-Za-z\u3400-\u9fff]")
_JOINER = re.compile(r"[\s/、,，&+和与及·|-]*(?:and|or|vs\.?|versus)?[\s/、,，&+和与及·|-]*", re.IGNORECASE)


def swapped(claim: Reading, unit: Unit) -> tuple[int, int, str] | None:
    """Two names that the claim has in one order and the unit in the other, with the same words between.

    Names that are only listed side by side have no order that says anything.
    """
    mine = _name_pairs(claim)
    if not mine:
        return None
    theirs = {pair: between for pair, between, _, _ in _name_pairs(unit.reading)}
    for (a, b), between, start, end in mine:
        there = theirs.get((b, a))
        if there is None or (a, b) in theirs or not _says_something(between) or not _says_something(there):
            continue
        if bool(_PREPOSITION.search(between)) != bool(_PREPOSITION.search(there)):
            continue
        if between == there or (len(between) > 1 and (between in there or there in between)):
            return start, end, f"the source has {b} {there} {a}"
    return None


def _name_pairs(reading: Reading) -> list[tuple[tuple[str, str], str, int, int]]:
    names = [word for word in reading.words if word.name or (word.text[0].isupper())]
    pairs = []
    for a, b in pairwise(names):
        between = reading.plain[a.end : b.start]
        if len(between) <= 24 and not _CLAUSE.search(between):
            pairs.append(((a.stem, b.stem), between.strip().lower(), a.start, b.end))
    return pairs


def _says_something(between: str) -> bool:
    return bool(_VERB.search(between)) and not _JOINER.fullmatch(between)
