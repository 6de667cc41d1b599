"""Negation, opposites, hedges and quantifiers of a claim held against those of the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from agent.evidence.name_order import swapped
from agent.evidence.sorts import of_one_sort
from agent.evidence.tokens import content_tokens, weight
from agent.evidence.units import Unit
from agent.facts.folding import has_han
from agent.facts.names import stem
from agent.facts.polarity import Cue
from agent.facts.reading import Reading
from agent.facts.roles import role_at, roles_in

_CLAUSE = re.compile(r"[，。；;！？!?\n]|,\s|\.\s|——|\s[-–—]\s")
_HEAD = re.compile(
    r"[\s(（\"'“`*]*(?:(?P<latin>[A-Za-z][\w.+-]*(?:\s[A-Za-z][\w.+-]*)?)|(?P<han>[\u3400-\u9fff]{1,2}))"
)
_LIGHT = re.compile(r"^(?:be|been|have|has|had|a|an|the|any|to|yet|in|it|that|this|of)\s+", re.IGNORECASE)
_WINDOW = 16
_BOUNDING = re.compile(r".*[于过足]|.*er|more|less|above|over|below|under", re.IGNORECASE)
_NUMBER = re.compile(r"\s?(?:than\s)?(?:[A-Za-z]\s?=\s?)?[$€£¥]?\d")
_AFTER = 3
"""Characters between a verb and the negation of what it is said of."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a claim that the evidence does not take, or takes the other way."""

    kind: Literal["negation", "direction", "superlative", "hedge", "quantifier"]
    text: str
    start: int
    end: int
    status: Literal["missing", "contradicted"]
    reason: str
    unit: Unit


def turns(claim: Reading, units: list[Unit]) -> Iterator[Turn]:
    """The turns of a claim that its units of evidence speak against."""
    if not units:
        return
    yield from _opposites(claim, units)
    yield from _negations(claim, units)
    yield from _embedded(claim, units)
    yield from _hedges(claim, units)
    yield from _quantifiers(claim, units)
    for unit in units:
        order = swapped(claim, unit)
        if order is not None:
            yield Turn(
                "direction",
                claim.text[order[0] : order[1]],
                order[0],
                order[1],
                "contradicted",
                order[2],
                unit,
            )
            return


def _clause(plain: str, start: int, end: int) -> tuple[int, int]:
    first = 0
    for match in _CLAUSE.finditer(plain, max(0, start - 120), start):
        first = match.end()
    after = _CLAUSE.search(plain, end)
    return first, after.start() if after else len(plain)


def _near(reading: Reading, cue: Cue) -> set[str]:
    first, last = _clause(reading.plain, cue.start, cue.end)
    if cue.group == "flagged":  # what is on by default is named at the beginning
        return content_tokens(reading, 0, len(reading.plain))
    back = first if "、" in reading.plain[first : cue.start] else max(0, cue.start - _WINDOW)
    after = content_tokens(reading, cue.end, min(last, cue.end + _WINDOW))
    return content_tokens(reading, back, cue.start) | after


def _of(reading: Reading, kind: str) -> list[Cue]:
    return [cue for cue in reading.cues if cue.kind == kind]


def _bounds(reading: Reading, cue: Cue) -> bool:
    """Whether a word is the bound of the number after it (`less than 78`, 小于 78), and no direction."""
    return bool(_BOUNDING.fullmatch(cue.text) and _NUMBER.match(reading.plain, cue.end))


def _opposites(claim: Reading, units: list[Unit]) -> Iterator[Turn]:
    mine = [cue for cue in _of(claim, "opposite") if not _bounds(claim, cue)]
    if not mine:
        return
    theirs = [(unit, cue) for unit in units for cue in _of(unit.reading, "opposite")]
    told: set[int] = set()
    for cue in mine:
        if cue.start in told:
            continue
        near = _near(claim, cue)
        same = other = 0.0
        where: tuple[Unit, Cue] | None = None
        for unit, found in theirs:
            if found.group != cue.group or has_han(found.text) != has_han(cue.text):
                continue
            alike = weight(near & _near(unit.reading, found)) + 0.1
            if not of_one_sort(cue.text, found.text):
                continue
            if found.side == cue.side:
                same = max(same, alike)
            elif alike > other:
                other, where = alike, (unit, found)
        if cue.group == "switched" and (same or cue.side > 0):  # off is told; on may be left unsaid
            continue
        if where is not None and other > 1.5 * same and other >= 0.35 * weight(near):
            told.add(cue.start)
            if _both_negated(claim, cue, where[0].reading, where[1]):
                continue
            kind: Literal["superlative", "direction"] = (
                "superlative" if "最" in cue.text or cue.text.lower().endswith("est") else "direction"
            )
            yield Turn(
                kind,
                cue.text,
                cue.start,
                cue.end,
                "contradicted",
                f"the source says {where[1].text}",
                where[0],
            )


def _both_negated(claim: Reading, cue: Cue, source: Reading, found: Cue) -> bool:
    """`not increase` against `decrease`: exactly one side is negated, so the two need not oppose."""
    return negated(claim, cue.start) != negated(source, found.start)


def negated(reading: Reading, place: int) -> bool:
    return any(cue.kind == "negation" and 0 <= place - cue.end <= 12 for cue in reading.cues)


def heads(reading: Reading, cue: Cue) -> list[str]:
    """What a negation denies: the word or the two characters after it."""
    plain = reading.plain
    rest = plain[cue.end : cue.end + 40]
    light = _LIGHT.match(rest.lstrip())
    if light:
        rest = rest.lstrip()[light.end() :]
    match = _HEAD.match(rest)
    if match is None:
        return []
    if match["han"]:
        return [match["han"]] if len(match["han"]) == 2 else []
    return [word.lower() for word in match["latin"].split()[:1]]


def denied(reading: Reading, cue: Cue | None = None) -> set[str]:
    """The words that a text, or one negation of it, denies."""
    cues = [cue] if cue is not None else _of(reading, "negation")
    return {stem(head) for one in cues for head in heads(reading, one)}


def _negations(claim: Reading, units: list[Unit]) -> Iterator[Turn]:
    mine = _of(claim, "negation")
    for cue in mine:
        for head in heads(claim, cue):
            unit = _plainly(head, units)
            if unit is not None and not _denied_besides(claim, cue, head, unit):
                yield Turn(
                    "negation",
                    cue.text + claim.plain[cue.end : cue.end + 4],
                    cue.start,
                    cue.end,
                    "contradicted",
                    f"the source says it of {head} without a negation",
                    unit,
                )
    denied = {head for cue in mine for head in heads(claim, cue)}
    for unit in units:
        if len(mine) >= len(_of(unit.reading, "negation")):  # the claim denies as much, in its own words
            continue
        for cue in _of(unit.reading, "negation"):
            for head in heads(unit.reading, cue):
                place = _place(claim.plain, head)
                there = unit.reading.plain.lower().find(head, cue.end)
                undone = there >= 0 and "denied" not in role_at(
                    roles_in(unit.reading.plain), there, there + len(head)
                )
                if (
                    head in denied
                    or denied_after(claim, place + len(head))
                    or undone
                    or place < 0
                    or negated(claim, place)
                    or _plainly(head, [unit]) is not None
                ):
                    continue
                if _alike(claim, place, unit.reading, cue):
                    yield Turn(
                        "negation",
                        claim.text[place : place + len(head)],
                        place,
                        place + len(head),
                        "contradicted",
                        f"the source denies it: {cue.text}{head}",
                        unit,
                    )


def denied_after(reading: Reading, end: int) -> bool:
    """Whether a word is denied by what follows it: `found no trace`, as much as `did not find a trace`."""
    return any(cue.kind == "negation" and 0 <= cue.start - end <= _AFTER for cue in reading.cues)


def _denied_besides(claim: Reading, cue: Cue, head: str, unit: Unit) -> bool:
    """Whether what a claim denies is denied by the source with another verb (`不面向 B` from `面向 A 而非 B`)."""
    _, last = _clause(claim.plain, cue.end, cue.end)
    mine = content_tokens(claim, cue.end, last) - {head, stem(head)}
    theirs: set[str] = set()
    for span in roles_in(unit.reading.plain):
        if span.role in {"denied", "passed", "excepted", "rejected"}:
            theirs |= content_tokens(unit.reading, span.start, span.end)
    return bool(mine) and weight(mine & theirs) >= 0.5 * weight(mine)


def _alike(claim: Reading, place: int, source: Reading, cue: Cue) -> bool:
    """Whether the negated words of the source are the ones that the claim speaks of."""
    first, last = _clause(source.plain, cue.start, cue.end)
    theirs = content_tokens(source, first, last)
    a, b = _clause(claim.plain, place, place)
    mine = content_tokens(claim, a, b)
    return weight(mine & theirs) >= 0.5 * min(weight(mine), weight(theirs))


def _place(plain: str, head: str) -> int:
    if head[0] >= "\u3400":
        return plain.find(head)
    match = re.search(rf"(?<![A-Za-z]){re.escape(head)}(?![A-Za-z])", plain, re.IGNORECASE)
    return match.start() if match else -1


def _plainly(head: str, units: list[Unit]) -> Unit | None:
    """A unit that has the word and negates none of its occurrences."""
    for unit in units:
        reading = unit.reading
        place = _place(reading.plain, head)
        if place < 0 or any(_negates(cue, reading, head) for cue in _of(reading, "negation")):
            continue
        spans = roles_in(reading.plain)
        excepted = any(span.role == "excepted" for span in spans)
        if not excepted and not role_at(spans, place, place + len(head)) & {"denied", "passed", "rejected"}:
            return unit
    return None


def _negates(cue: Cue, reading: Reading, head: str) -> bool:
    return head in reading.plain[cue.end : cue.end + 24].lower() or head in cue.text.lower()


_STRONGER = {"possible", "planned", "reported", "unverified"}


_REACHES = re.compile(
    r"[^，。；,;]{0,12}?(?:达|到|至|提升|提高|降|减|增|省|快|翻|\b(?:reach|achiev|deliver|boost|improv|cut|reduc|sav|increas|double|up to|as (?:much|many|high))\w{0,4})",
    re.IGNORECASE,
)
"""What can reach an amount need not; what can be done at all is done by saying so."""


def _hedges(claim: Reading, units: list[Unit]) -> Iterator[Turn]:
    mine = {cue.group for cue in _of(claim, "hedge")}
    supposed = any(span.role == "supposed" for span in roles_in(claim.plain))
    if any(span.role == "unreal" for span in roles_in(claim.plain)):
        mine |= {"possible", "planned"}
    if claim.quantities and any(fact.bound in {"<=", "<"} for fact in claim.quantities):
        mine.add("able")
    for unit in units:
        for cue in _of(unit.reading, "hedge"):
            if (
                cue.group in mine
                or (cue.group in _STRONGER and mine & _STRONGER)
                or (cue.text.lower() == "would" and supposed)
                or (cue.group == "able" and mine & {"possible", "planned"})
                or (cue.group == "able" and not _REACHES.match(unit.reading.plain, cue.end))
            ):
                continue
            first, last = _clause(unit.reading.plain, cue.start, cue.end)
            theirs = content_tokens(unit.reading, first, last) - content_tokens(
                unit.reading, cue.start, cue.end
            )
            said = content_tokens(claim, 0, len(claim.plain))
            if theirs and weight(theirs & said) >= 0.6 * weight(theirs):
                yield Turn(
                    "hedge",
                    claim.text,
                    0,
                    len(claim.text),
                    "missing",
                    f"stronger than the source, which says {cue.text}",
                    unit,
                )
                return


_EMBEDS = re.compile(
    r"没有?人|无人|否认|反驳|质疑|是否|如果|假如|假设|倘若|除非|谣传|误以为|不实"
    r"|\b(?:nobody|no one|no-one|den(?:y|ies|ied|ying)|refut(?:es?|ed|ing)|disput(?:es?|ed|ing)(?= (?:that|the|this|these|those|any|his|her|its|their|whether|claims?)\b)|doubt(?:s|ed|ful)?|whether|if|unless"
    r"|contrary to|(?:false|untrue|unclear|not true) that|hypothetical(?:ly)?|suppos(?:e|ing)|imagin(?:e|ing))\b",
    re.IGNORECASE,
)


_CONDITIONS = frozenset({"if", "unless", "如果", "假如", "假设", "倘若", "除非"})


def _drops(source: Reading, condition: set[str], said: set[str]) -> bool:
    """Whether a claim says what its source says under a condition, all of it, and leaves the condition out."""
    rest = content_tokens(source, 0, len(source.plain)) - condition
    whole = bool(rest) and weight(rest & said) >= 0.9 * weight(rest)
    return whole and bool(condition) and weight(condition & said) < 0.5 * weight(condition)


def _embedded(claim: Reading, units: list[Unit]) -> Iterator[Turn]:
    """What a source only denies, doubts, asks or supposes, said as a fact: `nobody showed that …`."""
    mine = {match[0].lower() for match in _EMBEDS.finditer(claim.plain)}
    said = content_tokens(claim, 0, len(claim.plain))
    for unit in units:
        plain = unit.reading.plain
        for match in _EMBEDS.finditer(plain):
            if match[0].lower() in mine or (mine & _CONDITIONS and match[0].lower() in _CONDITIONS):
                continue
            _, last = _clause(plain, match.end(), match.end())
            other = _EMBEDS.search(plain, match.end(), last)  # `whether A or whether B`: each by itself
            theirs = content_tokens(unit.reading, match.end(), other.start() if other else last)
            under = bool(theirs) and weight(theirs & said) >= 0.7 * weight(theirs)
            if under or (match[0].lower() in _CONDITIONS and _drops(unit.reading, theirs, said)):
                reason = f"the source says it only under: {match[0]}"
                yield Turn("hedge", claim.text, 0, len(claim.text), "missing", reason, unit)
                return


def _quantifiers(claim: Reading, units: list[Unit]) -> Iterator[Turn]:
    for cue in _of(claim, "quantifier"):
        theirs = [
            (unit, found)
            for unit in units
            for found in _of(unit.reading, "quantifier")
            if found.group == cue.group
        ]
        if any(found.side >= cue.side if cue.side else found.side == 0 for _, found in theirs):
            continue
        if theirs:
            unit, found = theirs[0]
            status: Literal["missing", "contradicted"] = "missing" if cue.side else "contradicted"
            yield Turn(
                "quantifier", cue.text, cue.start, cue.end, status, f"the source says {found.text}", unit
            )
