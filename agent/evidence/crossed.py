"""Two statements of a claim that have changed their predicates: `A on GPU, B on CPU` from `A on CPU, B on GPU`.

The claim is cut in two at each of its joints, the evidence into its parts. Where one half of the claim takes
its subject from one part of the evidence and the rest from another, and the other half does the same the
other way round, the two are crossed. A claim that only tells the same by columns instead of by rows is not:
its subjects stand in every part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from agent.evidence.standing import Place, places_of
from agent.evidence.tokens import weight
from agent.evidence.units import Unit
from agent.facts.reading import Reading

_JOINT = re.compile(
    r"[，；;。\n]|,\s|\s(?:and|while|whereas|but)\s|(?<=[\u3400-\u9fffA-Za-z0-9])而(?=[\s\u3400-\u9fffA-Za-z0-9])"
)
_PART = re.compile(r"(?<!时)，|[；;。\n]|,\s|\.\s|\s(?:while|whereas|but)\s|而(?![且])")
_SPACES = re.compile(r"[\s*`]+")
_ENDS = ".,;。，；"
_LEAST = 2.0
"""Weight (a Latin word, a number, two pairs of Han) that each of the four crossed groups has at least."""
_LONGEST = 600
"""Characters of a claim, and of a unit, that are looked at."""
_PHRASE = re.compile(r"(?:.*\s|^)(?:in|on|under|at|for|with)\s", re.IGNORECASE)
_OPENS = re.compile(r"(?:In|On|Under|At|For|With)\s[^,，]{3,60}?(?:,|(?=\s[A-Z]))")
_PHRASED = 60
_HALVES = 8
_TURNED = {"<": ">", ">": "<"}
_SUBJECT = 6.0
"""Weight of the words (three Latin ones, six pairs of Han) at the beginning of a statement that name its subject."""
_AGAINST = re.compile(r"(?:相比于?|相较于?|对比|\bthan|\bversus|\bvs\.?|\bcompared (?:with|to))\s?")


@dataclass(frozen=True, slots=True)
class Crossed:
    """What a claim says of one thing and its source of another, each the other's."""

    start: int
    end: int
    owner: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class _Segment:
    unit: Unit
    tokens: frozenset[str]
    leads: frozenset[str]
    setting: frozenset[str]
    """What it says last of where, on what or under what it holds (`… in mixed workloads`)."""
    valued: bool


@dataclass(frozen=True, slots=True)
class _Half:
    """What one half of the claim has and the other has not, and the words that its statement begins with."""

    tokens: set[str]
    leads: frozenset[str]


def crossed(claim: Reading, units: Sequence[Unit]) -> Crossed | None:
    """The first statement of a claim that has the predicate of another, and that one its own."""
    joints = [match.span() for match in _JOINT.finditer(claim.plain, 0, _LONGEST)][:_HALVES]
    places = _places(claim)
    if not joints and not any(token[0] in "#<>" for token, _, _ in places):
        return None
    mine = {token for token, _, _ in places}
    mine |= {_TURNED[token[0]] + token[1:] for token in mine if token[0] in _TURNED}
    segments = [segment for unit in units for segment in _segments(unit)]
    shared = [
        _Segment(one.unit, one.tokens & mine, (one.leads | one.setting) & mine, one.setting, one.valued)
        for one in segments
    ]
    telling = [segment for segment in shared if len(segment.tokens) > 1]
    pairs = [pair for pair in combinations(telling, 2) if abs(pair[0].unit.number - pair[1].unit.number) < 2]
    if not pairs:
        return None
    bounded = _other_bound(places, joints, pairs)
    if bounded is not None:
        return bounded
    elsewhere = _other_setting(claim, places, pairs)
    if elsewhere is not None:
        return elsewhere
    for joint, after in joints:
        before = [place for place in places if place[1] < joint]
        behind = [place for place in places if place[1] >= after]
        left, right = ({token for token, _, _ in half} for half in (before, behind))
        apart = left - right, right - left
        likely = [pair for pair in pairs if _parted(*apart, *pair)]
        if not likely or _listed(claim, joint, after):
            continue
        if any(_copied(claim.plain, half, units) for half in ((0, joint), (after, None))):
            continue
        opening = max((end for _, end in joints if end < joint), default=0)
        leads = _leads(before, opening), _leads(behind, after)
        halves = _Half(apart[0], leads[0]), _Half(apart[1], leads[1])
        for first, second in likely:
            found = _exchanged(*halves, first, second) or _exchanged(*halves, second, first)
            if found is not None and not all(_together(pair, segments) for pair in found):
                token = max(sorted(found[0][1]), key=lambda one: weight([one]))
                owner = max(sorted(found[1][0]), key=lambda one: weight([one]))
                start, end = next((a, b) for one, a, b in places if one == token)
                return Crossed(start, end, owner, second.unit)
    return None


def _places(reading: Reading) -> Sequence[Place]:
    """The content of a reading with its places; a number that is a bound by the bound (`<#78`)."""
    bounds = {fact.start: fact.bound[0] for fact in reading.quantities if fact.bound}
    if not bounds:
        return places_of(reading)
    return [
        (bounds.get(start, "") + token if token[0] == "#" else token, start, end)
        for token, start, end in places_of(reading)
    ]


def _other_bound(
    places: Sequence[Place], joints: list[tuple[int, int]], pairs: list[tuple[_Segment, _Segment]]
) -> Crossed | None:
    """`above 78 A is faster` from `below 78 A is faster, above 78 B`."""
    said = {token for token, _, _ in places}
    for token, start, end in places:
        if token[0] not in _TURNED or _TURNED[token[0]] + token[1:] in said:
            continue
        other = _TURNED[token[0]] + token[1:]
        leads = _leads(places, max((after for _, after in joints if after <= start), default=0))
        for pair in pairs:
            for one, two in (pair, pair[::-1]):
                bound = other in one.tokens and token in two.tokens - one.tokens
                if bound and leads & one.leads - two.tokens:
                    return Crossed(start, end, max(sorted(leads & one.leads - two.tokens)), one.unit)
    return None


@lru_cache(maxsize=2048)
def _segments(unit: Unit) -> tuple[_Segment, ...]:
    plain = unit.reading.plain
    cuts = [match.span() for match in _PART.finditer(plain, 0, _LONGEST)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(plain)]
    standards = {match.end() for match in _AGAINST.finditer(plain, 0, _LONGEST)}
    places = [place for place in _places(unit.reading) if place[1] not in standards]
    parts = ([place for place in places if a <= place[1] < b] for a, b in zip(starts, ends, strict=True))
    return tuple(
        _Segment(
            unit,
            frozenset(token for token, _, _ in part),
            _leads(part, 0),
            _setting(plain, part),
            any(token[0] in "#<>" for token, _, _ in part),
        )
        for part in parts
        if part
    )


def _setting(plain: str, part: Sequence[Place]) -> frozenset[str]:
    """The words of a stretch's last phrase of place or condition."""
    first, last = min(a for _, a, _ in part), max(b for _, _, b in part)
    found = _PHRASE.search(plain, max(first, last - _PHRASED), last)
    return frozenset(
        token for token, a, _ in part if found is not None and a >= found.end() and token[0] not in "#<>"
    )


def _other_setting(
    claim: Reading, places: Sequence[Place], pairs: list[tuple[_Segment, _Segment]]
) -> Crossed | None:
    """`reaches 3x in mixed work` from `3x in plain work, 46x in mixed work`."""
    opens = _OPENS.match(claim.plain)
    spans = [opens.span()] if opens is not None else []
    last = _PHRASE.search(claim.plain.rstrip(_ENDS), max(0, len(claim.plain) - _PHRASED))
    spans += [(last.end(), len(claim.plain))] if last is not None else []
    for start, end in spans:
        setting = {token for token, a, _ in places if start <= a < end and token[0] not in "#<>"}
        for pair in pairs:
            for one, two in (pair, pair[::-1]):
                other = setting & two.setting - one.tokens
                value = next((p for p in places if p[0][0] == "#" and p[0] in one.tokens - two.tokens), None)
                apart = two.valued and one.setting and not one.setting & setting and not setting & one.tokens
                if value is not None and apart and weight(other) >= _LEAST and len(_values(places)) == 1:
                    return Crossed(value[1], value[2], max(sorted(one.setting)), one.unit)
    return None


def _values(places: Sequence[Place]) -> set[str]:
    return {token for token, _, _ in places if token[0] in "#<>"}


_Said = tuple[frozenset[str], set[str]]
"""Words of a subject, and what is said of it."""


def _exchanged(left: _Half, right: _Half, first: _Segment, second: _Segment) -> tuple[_Said, _Said] | None:
    """What each half of the claim says of its subject and another part of the evidence of the other's."""
    here, there = first.tokens - second.tokens, second.tokens - first.tokens
    subjects = left.leads & first.leads & here, right.leads & second.leads & there
    said = (subjects[0], left.tokens & there), (subjects[1], right.tokens & here)
    return said if all(weight(group) >= _LEAST for pair in said for group in pair) else None


def _listed(claim: Reading, joint: int, after: int) -> bool:
    """Whether a joint of the claim only joins two names: `A100 and H100`."""
    names = [word for word in claim.words if word.text[0].isupper()]
    return any(word.end == joint for word in names) and any(word.start == after for word in names)


def _copied(plain: str, half: tuple[int, int | None], units: Sequence[Unit]) -> bool:
    """Whether the evidence has one half of the claim as it stands."""
    said = _squeezed(plain[slice(*half)]).strip(_ENDS)
    return any(said in _squeezed(unit.reading.plain) for unit in units)


@lru_cache(maxsize=2048)
def _squeezed(text: str) -> str:
    return _SPACES.sub("", text).lower()


def _parted(left: set[str], right: set[str], first: _Segment, second: _Segment) -> bool:
    """Whether each half of the claim has words of either part of the evidence."""
    return not any(half.isdisjoint(part.tokens) for half in (left, right) for part in (first, second))


def _together(said: _Said, segments: Sequence[_Segment]) -> bool:
    """Whether one part of the evidence has a subject of the claim and what the claim says of it."""
    return any(said[0] & segment.tokens and said[1] & segment.tokens for segment in segments)


def _leads(places: Sequence[Place], start: int) -> frozenset[str]:
    """The first words from a place on: what a statement is about."""
    found: set[str] = set()
    left = _SUBJECT
    for token, at, _ in sorted(places, key=lambda one: one[1]):
        if at >= start and token[0] not in "#<>" and token not in found:
            left -= weight((token,))
            if left < 0:
                break
            found.add(token)
    return frozenset(found)
