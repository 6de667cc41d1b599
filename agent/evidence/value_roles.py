"""In what role a text gives a value: as the value reached, an amount of change, what was added, a part of a whole."""

from __future__ import annotations

import re

from agent.evidence.atoms import Atom
from agent.evidence.case import Case
from agent.evidence.owners import parts_of
from agent.evidence.places import Instead
from agent.evidence.tokens import number_token
from agent.evidence.units import Unit
from agent.facts.model import Fact
from agent.facts.roles import role_at, roles_in

_LIMIT = re.compile(r"上限|\blimit\b|\bmaximum\b|\bcap\b", re.IGNORECASE)


def limit_itself(case: Case, atom: Atom, source: Atom) -> bool:
    """`the limit is 128 TB` from `the limit was raised to 128 TB`: both give the value of a limit."""
    plain = case.index.units[source.unit].reading.plain
    before = case.reading.plain[max(0, atom.fact.start - 12) : atom.fact.start]
    theirs = plain[max(0, source.fact.start - 24) : source.fact.start]
    if _role(plain, source.fact) in {"by", "added"}:
        return False
    return (
        atom.fact.bound == "<="
        and not source.fact.bound
        and bool(_LIMIT.search(before) and _LIMIT.search(theirs))
    )


_BY_END = re.compile(
    r"\bby\s(?:about |around |nearly |another )?\Z|(?:新增|净增|增加了|增长了|提高了|提升了|降低了|减少了|下降了|多了|少了)\s?约?\Z",
    re.IGNORECASE,
)


_TO_END = re.compile(r"\bto\s(?:about |around |nearly )?\Z|[到至为达]\s?约?\Z", re.IGNORECASE)


_ADDED = re.compile(
    r"(?:新增|净增|增加了|增长了|多了|涨了|\b(?:gain(?:s|ed)?|add(?:s|ed)?|plus|another|an extra|an additional))\s?(?:about |around |约)?\Z",
    re.IGNORECASE,
)


_ADDED_AFTER = re.compile(
    r"(?!\sthe\b)[^，。；,;\d]{0,12}?\b(?:of them|are)?\s?(?:new|more|added|extra)\b|\s?[个颗★]?(?:新|净)增",
    re.IGNORECASE,
)


_PART = re.compile(r"其中|[里中](?:仅|只)?有|\bof which\b|\bof (?:these|those|them)\b", re.IGNORECASE)


_PART_OF = re.compile(r"\bof (?:the|its|his|all)\s", re.IGNORECASE)


def other_role(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether one of two equal values is an amount of change, or what came to it, and the other is not."""
    if "times" in {
        atom.fact.dimension,
        source.fact.dimension,
    }:  # `gains 3x in throughput` is what `3x higher throughput` says
        return False
    mine = _role(case.reading.plain, atom.fact)
    theirs = _role(case.index.units[source.unit].reading.plain, source.fact)
    return {mine, theirs} in ({"by", "to"}, {"added", "to"}, {"added", ""})


def _role(plain: str, fact: Fact) -> str:
    before = plain[max(0, fact.start - 24) : fact.start]
    if _ADDED.search(before) or _ADDED_AFTER.match(plain, fact.end):
        return "added"
    if _BY_END.search(before):
        return "by"
    return "to" if fact.mode == "to" or (_TO_END.search(before) and before.rstrip()[-1:] != "为") else ""


def superseded(case: Case, atom: Atom) -> bool:
    """Whether a value of the evidence is one that its text tells of before, or passes over."""
    spans = roles_in(case.index.units[atom.unit].reading.plain)
    return "passed" in role_at(spans, atom.fact.start, atom.fact.end)


def part_of(case: Case, source: Atom, other: Atom) -> bool:
    """Whether a value counts a part of what the other counts (`974 tests, of which 60 fail`)."""
    if other.unit != source.unit or other.fact.end > source.fact.start:
        return False
    plain = case.index.units[source.unit].reading.plain
    inside = _PART.search(plain, other.fact.end, source.fact.start) is not None
    return inside or _PART_OF.search(plain, max(0, other.fact.start - 12), other.fact.start) is not None


def of_part(case: Case, source: Atom, found: list[Atom]) -> bool:
    """Whether the claim gives the whole what counts a part of it, or the part what counts the whole."""
    if source.fact.kind != "quantity":
        return False
    for other in found:
        if other is source or other.unit != source.unit or other.fact.kind != "quantity":
            continue
        if other.fact.dimension != source.fact.dimension:
            continue
        if part_of(case, source, other):
            only = source.near - other.near - other.shared
            return bool(only) and not only & case.tokens
        if part_of(case, other, source):
            only = other.near - source.near - source.shared
            number = {number_token(value) for value in other.fact.values}
            return bool(only & case.tokens) and not number & case.tokens
    return False


def in_own_part(case: Case, source: Atom, instead: Instead, best: Unit) -> bool:
    """Whether the value taken stands in the part of the claim's own subject, and what stands in place of it does not."""
    if _PART.search(best.reading.plain) or _PART_OF.match(best.reading.plain):
        return True
    mine = {word.stem for word in case.reading.words}
    parts = parts_of(best)
    there = next((p for p in parts if p.start <= source.fact.start and source.fact.end <= p.end), None)
    other = next((p for p in parts if p.start <= instead.start and instead.end <= p.end), None)
    return (
        there is not None and other is not None and bool(there.subjects & mine) and not other.subjects & mine
    )
