"""Who does what to whom: a comparison or another relation of two names, with its direction.

`A beats B`, `B is beaten by A`, `A 超过 B`, `B 被 A 超过` are one relation; `B beats A` is the other way
round. A relation whose subject is left out is said of the subject before it (`A reaches 47 %, ahead of B`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.evidence.owners import parts_of
from agent.evidence.units import Unit
from agent.facts.names import STOPWORDS
from agent.facts.reading import Reading

# Name of a relation, then the words for it, and the words for its converse.
_RELATIONS: tuple[tuple[str, str, str], ...] = (
    (
        "above",
        r"超过了?|高于|优于|领先于?|胜过|强于|好于|快于|多于|大于|超越了?|压过|击败了?|胜于|\b(?:beats?|beaten|beating|outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|ahead of|outscor(?:es|ed|ing)|tops|better than|higher than|more than|larger than|greater than|faster than|defeat(?:s|ed|ing)?|superior to)\b",
        r"低于|劣于|落后于?|弱于|差于|慢于|少于|小于|不及|不如|逊于|输给|\b(?:lags? behind|lagging behind|behind|trails?|worse than|lower than|less than|smaller than|fewer than|slower than|loses to|lost to|inferior to|below|underperform(?:s|ed|ing)?)\b",
    ),
    ("replaces", r"取代了?|替代了?|替换了?|接替了?|\b(?:replac(?:es|ed|ing|e)|supersed(?:es|ed|ing|e)|succeed(?:s|ed)?|supplant(?:s|ed)?)\b", r"让位于|\b(?:gives? way to|gave way to)\b"),
    ("buys", r"收购了?|并购了?|买下了?|\b(?:acquir(?:es|ed|ing|e)|buys|bought|takes over|took over|taken over)\b", r"\b(?:sold to|sells itself to)\b"),
    ("rests", r"基于|依赖于?|派生自|源自|构建于|建立在|分叉自|衍生自|\b(?:based on|depends? on|depending on|relies on|rely on|(?:a )?fork of|forked from|derived from|built on|builds on|inherits from)\b", r"\b(?:is the basis of|underlies)\b"),
    ("holds", r"包含了?|包括了?|内含|集成了?|\b(?:contains?|includes?|comprises?|bundles?|embeds?|integrates?)\b", r"属于|隶属于?|\b(?:is part of|belongs to)\b"),
    ("calls", r"调用了?|\b(?:calls|invokes)\b", r"$^"),
    ("trained", r"蒸馏自|\b(?:distilled from|fine-tuned from|trained from)\b", r"$^"),
    ("sues", r"起诉了?|\b(?:sues|sued|accus(?:es|ed))\b", r"$^"),
    ("pays", r"投资了?|\b(?:invest(?:s|ed) in|funds|funded)\b", r"$^"),
)  # fmt: skip
_PATTERN = re.compile(
    "|".join(f"(?P<{name}1>{one})|(?P<{name}2>{other})" for name, one, other in _RELATIONS), re.IGNORECASE
)
_PASSIVE_EN = re.compile(r"\b(?:is|are|was|were|been|being|gets?|got)\s(?:\w+\s)?\Z|,\s\Z", re.IGNORECASE)
_BY = re.compile(r"(?P<gap>[^.;,\n]{0,40}?)\bby\s", re.IGNORECASE)
_PASSIVE_ZH = re.compile(r"[被由遭为](?P<agent>[^，。；;,\n被由]{1,40}?)(?:所|完全|正式)?\s?\Z")
_THAN_ZH = re.compile(
    r"比\s?(?P<other>[A-Za-z][\w.+-]*(?:\s?[A-Z0-9][\w.+-]*)*)[^，。；;,\n]{0,16}?(?P<word>更?(?:高|快|好|多|强|大|优|久|长)|更?(?:低|慢|差|少|弱|小|短|劣))(?=[\s，。；,出了得一]|\d|$)"
)
_WITH_ZH = re.compile(
    r"(?:与|和|同|跟|相比于?|相较于?|较之?)\s?(?P<other>[A-Za-z][\w.+-]*(?:\s[A-Z0-9][\w.+-]*)*)\s?(?:相比|相较|比较)?[，,]?\s?(?P<rest>[^。；;\n]{1,60}?)(?:更|较)(?P<word>高|快|好|多|强|大|优|长|低|慢|差|少|弱|小|短|劣)"
)
_LOW = frozenset("低慢差少弱小短劣")
_SET_IN = re.compile(r"(?:在|于|对|\b(?:in|on|at|for|with|of|by|under))\s?\Z", re.IGNORECASE)
"""What stands before a name that says where or on what, and not who."""
_STOP = re.compile(r"[，。；;！!？?\n]|,\s|\.\s|\.$|[(（]|——|\s(?:and|while|but|whereas)\s")


@dataclass(frozen=True, slots=True)
class Relation:
    """`agents` stand in the relation `name` to `patients`; all are stems of names."""

    name: str
    agents: frozenset[str]
    patients: frozenset[str]
    start: int
    end: int
    denied: bool


@dataclass(frozen=True, slots=True)
class Turned:
    """A relation of the claim that the source has the other way round."""

    start: int
    end: int
    text: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class RelationsHeld:
    """The relations of a claim that the source has as they are, and those that it has turned round."""

    same: tuple[Relation, ...]
    turned: tuple[Turned, ...]


def hold_relations(claim: Reading, units: Sequence[Unit]) -> RelationsHeld:
    """The relations of a claim between two names against those of its units."""
    mine = _relations(claim, None)
    same: list[Relation] = []
    turned: list[Turned] = []
    if mine:
        theirs = [(unit, found) for unit in units for found in _relations(unit.reading, unit)]
        for relation in mine:
            alike = [(unit, other) for unit, other in theirs if other.name == relation.name]
            if any(_says(other, relation) for _, other in alike):
                same.append(relation)
                continue
            unit = next((unit for unit, other in alike if _reverses(other, relation)), None)
            if unit is not None:
                turned.append(
                    Turned(relation.start, relation.end, claim.text[relation.start : relation.end], unit)
                )
    return RelationsHeld(tuple(same), tuple(turned))


def _says(source: Relation, claim: Relation) -> bool:
    one = source.agents & claim.agents and source.patients & claim.patients
    return bool(one) and source.denied == claim.denied


def _reverses(source: Relation, claim: Relation) -> bool:
    """Whether the source has the two sides of the claim exchanged."""
    crossed = source.agents & claim.patients and source.patients & claim.agents
    return bool(crossed) and source.denied == claim.denied


@lru_cache(maxsize=4096)
def _relations(reading: Reading, unit: Unit | None) -> tuple[Relation, ...]:
    return tuple(_found(reading, unit))


def _found(reading: Reading, unit: Unit | None) -> Iterator[Relation]:
    plain = reading.plain
    names = [
        (word.start, word.end, word.stem)
        for word in reading.words
        if (word.name or word.text[0].isupper()) and word.text.lower() not in STOPWORDS
    ]
    if not names or (unit is None and len({name for _, _, name in names}) < 2):
        return
    for match in _PATTERN.finditer(plain):
        group = match.lastgroup or ""
        found = _of_verb(reading, names, match, unit)
        if found is not None:
            agents, patients = found if group[-1] == "1" else found[::-1]
            denied = any(
                cue.kind == "negation" and 0 <= match.start() - cue.end <= 14 for cue in reading.cues
            )
            yield Relation(group[:-1], agents, patients, match.start(), match.end(), denied)
    yield from _compared_zh(reading, names, unit)


_Names = list[tuple[int, int, str]]


def _of_verb(
    reading: Reading, names: _Names, match: re.Match[str], unit: Unit | None
) -> tuple[frozenset[str], frozenset[str]] | None:
    plain = reading.plain
    first, last = _clause(plain, match.start(), match.end())
    by = _BY.match(plain, match.end())
    if _PASSIVE_EN.search(plain, max(0, match.start() - 24), match.start()) and by is not None:
        left = _within(names, first, match.start()) or _before(reading, unit, match.start())
        right = _within(names, by.end(), _clause(plain, by.end(), by.end())[1])[:1]
        return _sides(right, left)
    passive = _PASSIVE_ZH.search(plain, first, match.start())
    if passive is not None and _within(names, passive.start("agent"), passive.end("agent")):
        left = _within(names, first, passive.start()) or _before(reading, unit, passive.start())
        return _sides(_within(names, passive.start("agent"), passive.end("agent")), left)
    left = _within(names, first, match.start()) or _before(reading, unit, match.start())
    right = _within(names, match.end(), last)
    if not right:
        return None
    used = re.search(r"[用以]\s?(?P<x>[A-Za-z][^，。；;,\n]{0,40})\Z", plain[first : match.start()])
    if used is not None and len(left) > 1:  # `O 用 A 取代 B`
        left = left[-1:]
    doers = [name for name in left if not _SET_IN.search(plain, max(0, name[0] - 8), name[0])]
    return _sides(doers or left, right[:1])


def _sides(agents: _Names, patients: _Names) -> tuple[frozenset[str], frozenset[str]] | None:
    a, b = frozenset(name for _, _, name in agents), frozenset(name for _, _, name in patients)
    return (a, b) if a and b and not a & b else None


def _within(names: _Names, start: int, end: int) -> _Names:
    return [name for name in names if start <= name[0] and name[1] <= end]


def _clause(plain: str, start: int, end: int) -> tuple[int, int]:
    first = 0
    for match in _STOP.finditer(plain, 0, start):
        first = match.end()
    after = _STOP.search(plain, end)
    return first, after.start() if after else len(plain)


def _before(reading: Reading, unit: Unit | None, place: int) -> _Names:
    """The subject of the parts before a place, where the relation's own part names none."""
    plain = reading.plain
    if unit is not None:
        inside = [part for part in parts_of(unit) if part.start < place and part.subjects]
        if inside:
            last = max(inside, key=lambda part: part.start)
            return [(last.start, last.start, name) for name in last.subjects]
        return []
    names = [
        (word.start, word.end, word.stem)
        for word in reading.words
        if word.end <= place and (word.name or word.text[0].isupper()) and word.text.lower() not in STOPWORDS
    ]
    return names[:1] if plain else []


def _compared_zh(reading: Reading, names: _Names, unit: Unit | None) -> Iterator[Relation]:
    """`A 比 B 高` and `与 B 相比，A 更高`."""
    plain = reading.plain
    for match in _THAN_ZH.finditer(plain):
        first, _ = _clause(plain, match.start(), match.end())
        left = _within(names, first, match.start()) or _before(reading, unit, match.start())
        other = _within(names, match.start("other"), match.end("other"))
        sides = _sides(left, other)
        if sides is not None:
            agents, patients = sides[::-1] if match["word"][-1] in _LOW else sides
            yield Relation("above", agents, patients, match.start(), match.end(), denied=False)
    for match in _WITH_ZH.finditer(plain):
        other = _within(names, match.start("other"), match.end("other"))
        subject = _within(names, match.start("rest"), match.end("rest"))[:1]
        sides = _sides(subject or _before(reading, unit, match.start()), other)
        if sides is not None:
            agents, patients = sides[::-1] if match["word"] in _LOW else sides
            yield Relation("above", agents, patients, match.start(), match.end(), denied=False)
