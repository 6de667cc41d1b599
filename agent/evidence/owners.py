"""Whose a value or a word is: each entry of a list, and each part of a sentence, says things of its own subject.

A part (between commas, semicolons, brackets) is said of the name that it begins with; one that begins with
none is said of the subject before it. A claim that gives one subject what only stands in the part of another
is not borne out, though every word of it stands in the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from agent.evidence.standing import places_of
from agent.evidence.tokens import weight
from agent.evidence.units import Unit
from agent.facts.names import STOPWORDS, stem
from agent.facts.reading import Reading

_CUT = re.compile(
    r"[，；;？?!！。\n()（）]|,\s|\.\s|:\s|：|——|—|\s(?:and|while|whereas|but|versus|vs\.?|compared (?:with|to))\s(?:for\s)?|(?:相比之下|相较之下)[，,]?|而(?=\s?[A-Z])",
)
_LEAD = re.compile(
    r"[\s*`_>#·•\-]*(?:(?:and|but|while|whereas|for|the|in|on|with|then|its successor|the successor|successor)\s|而|但|其中|国产|下一代|新一代|后继)*\s?(?P<name>[A-Za-z][\w.+'/-]*(?:\s(?=[A-Z0-9])[A-Z0-9][\w.+-]*)*)"
)
_BARE = re.compile(r"\s*[\w.+'/-]+(?:\s[A-Z0-9][\w.+'/-]*)*\s*")
"""A part that is a name and nothing else."""
_AFTER = re.compile(
    r"\s?(?:[:：(（]|[\u3400-\u9fff]|\d|'s\s|(?!(?:in|of|at|on|for|and|or|to|by|with|from|as|than|the|a)\b)[a-z])|\s*\Z"
)
"""What follows a name that is a subject: a verb, a colon, a value; and no preposition."""
_PLAIN = re.compile(r"[A-Z][a-z]+")
_ACTS = re.compile(
    r"\s?(?:[:：(（,，]|[\u3400-\u9fff]|\d|'s\s|[A-Z])|\s*\Z"
    r"|\s(?:also |now |only |just |still |then |never )?(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|may|might|must|should|cannot"
    r"|[a-z]{1,14}(?:[^s\W]s|ed)|rose|fell|grew|made|took|gave|held|won|lost|ran|cut|kept|beat|came|went|got|built|sold|led|draw|use|need)\b"
)
"""What follows a common word with a capital that is the name of who acts: a verb, a colon, a value."""
_WHOSE = re.compile(
    r"(?P<a>[A-Za-z][\w.+-]*)\s?的?(?:下一代|后继|继任者|新一代)(?:产品|型号)?\s?(?P<b>[A-Za-z][\w.+-]*)"
    r"|\bsuccessor (?:of|to) (?P<c>[A-Za-z][\w.+-]*),?\s(?P<d>[A-Za-z][\w.+-]*)"
)
_COMPARED = re.compile(
    r"(?:超过|高于|低于|优于|快于|慢于|领先于?|落后于|多于|少于|不及|不如|大于|小于|\b(?:than|ahead of|behind|beats|beating|over|versus|against|compared (?:with|to))\b)了?\s*(?P<name>[A-Za-z][\w.+-]*)(?:\s?的|'s|\s?[（(]|\swith|\swhich|,\swhich(?:\s\w+)?)\s?[^\d，。；,;]{0,12}\d"
)
_FOR = re.compile(r"\d[^，。；,;]{0,16}?\sfor\s(?P<name>[A-Z][\w.+-]*)")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_APPOSED = re.compile(r"(?P<name>[A-Z][\w.-]*(?:\s[A-Z0-9][\w.-]*)*)(?:\(https?://[^()\s]{1,200}\))?,\s\Z")
_SHORT = re.compile(r"[A-Z]{2,6}")
_COMPOUND = re.compile(r"[A-Z]?[a-z]+-[a-z]+")
"""A word with a hyphen at the beginning of a sentence (`Cold-start`): no name."""
_RESPECTIVELY = re.compile(r"分别|依次|respectively", re.IGNORECASE)
_LISTED = re.compile(r"\s?(?:[、/,，]|,?\s?\band\b|和|与|及|以及)\s?")


_LABELS = frozenset(
    "arxiv github doi url pr issue source sources link links stars star license licence author authors date note notes paper code repo "
    "repository blog tags tag version hardware setup config ltd inc co corp llc main see".split()
)
"""Words before a colon or a bracket that label what follows and are no subject."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a unit with the subjects that it is said of, by stem; none where it takes up what is before it."""

    unit: Unit
    start: int
    end: int
    subjects: frozenset[str]
    paired: bool = False
    """Whether it is one value of a list that goes with a list of names."""
    short: bool = False
    """Whether it leaves out what it shares with the part before (`… versus 7 GB for B`)."""


@dataclass(frozen=True, slots=True)
class Owned:
    """Something of a claim that the source says of another subject."""

    start: int
    end: int
    owner: str
    unit: Unit


def owned_by_others(claim: Reading, units: Sequence[Unit]) -> Iterator[Owned]:
    """What a claim says of its subject and the source only of the subjects of other parts."""
    mine = {word.stem for word in claim.words} | {item.normal for item in claim.identifiers}
    subject = _subjects(claim, 0, len(claim.plain))
    if not subject:
        return
    parts = [part for unit in units if not unit.claim.cells for part in parts_of(unit)]
    own = [part for part in parts if part.subjects & subject and not _spells_out(part)]
    others = [
        part
        for part in parts
        if part.subjects
        and not part.subjects & mine
        and not _names_in(part.unit.reading, part.start, part.end) & subject
    ]
    if not own or not others:
        return
    short = all(part.short for part in own)
    held: dict[str, list[Part]] = {}
    wanted = {token for token, _, _ in places_of(claim)}
    for unit in units:
        for token, part in _held(unit):
            if token in wanted:
                held.setdefault(token, []).append(part)
    wrong: list[tuple[str, int, int, Part]] = []
    for token, start, end in places_of(claim):
        if short and token[0] != "#":
            continue
        where = held.get(token)
        if (
            where
            and token not in subject
            and all(part in others for part in where)
            and all(_beside(part, own) for part in where)
        ):
            wrong.append((token, start, end, where[0]))
    if weight({token for token, _, _, _ in wrong}) >= 1.0 and wrong:
        token, start, end, part = max(wrong, key=lambda one: weight([one[0]]))
        yield Owned(start, end, ", ".join(sorted(part.subjects)), part.unit)


@lru_cache(maxsize=2048)
def _held(unit: Unit) -> tuple[tuple[str, Part], ...]:
    """The content tokens of a unit, each with the part that it stands in."""
    inside = () if unit.claim.cells else parts_of(unit)
    pairs = any(part.paired for part in inside)
    found: list[tuple[str, Part]] = []
    for token, start, end in places_of(unit.reading):
        place: Part | None = None
        if not pairs or token[0] == "#":  # the words of a paired list are what all its values are values of
            place = next(
                (p for p in inside if p.start <= start and (end <= p.end or (p.paired and start < p.end))),
                None,
            )
        found.append((token, place or Part(unit, start, end, frozenset())))
    return tuple(found)


def _spells_out(part: Part) -> bool:
    """Whether a part is a short form in brackets after what it stands for: `Round-to-Nearest (RTN) quantization`."""
    plain = part.unit.reading.plain
    return plain[part.start - 1 : part.start] in {"(", "（"} and bool(
        _SHORT.fullmatch(plain, part.start, part.end)
    )


def _beside(part: Part, own: list[Part]) -> bool:
    """Whether a part stands beside one of the claim's own subject: in the same unit, or in a neighbouring
    entry or sentence that is built alike."""
    for other in own:
        if other.unit is part.unit:
            return True
        if part.unit.context & other.subjects:
            return False
    return any(_alike(part.unit, other.unit) for other in own)


def _alike(a: Unit, b: Unit) -> bool:
    """Whether two units are entries of one list: of one kind, near each other, with words or sorts of values in common."""
    if a.evidence is not b.evidence or a.claim.kind != b.claim.kind or a.claim.heads != b.claim.heads:
        return False
    if _semicolon(a, b):
        return True
    if a.claim.kind != "list_item":
        return False
    sorts = {atom.fact.dimension for atom in a.atoms} & {atom.fact.dimension for atom in b.atoms}
    return bool(sorts - {""}) or bool(a.tokens & b.tokens)


def _semicolon(a: Unit, b: Unit) -> bool:
    first, _ = sorted((a, b), key=lambda unit: unit.number)
    return first.quote.rstrip().endswith((";", "；")) and abs(a.number - b.number) <= 8


@lru_cache(maxsize=2048)
def parts_of(unit: Unit) -> tuple[Part, ...]:
    """The parts of a unit in order, each with its subjects."""
    plain = unit.reading.plain
    cuts = [0, *(match.start() for match in _CUT.finditer(plain)), len(plain)]
    ends = [match.end() for match in _CUT.finditer(plain)]
    starts = [0, *ends]
    before: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    found: list[Part] = []
    for number, start in enumerate(starts):
        end = cuts[number + 1]
        if end <= start:
            continue
        subjects = _subjects(unit.reading, start, end)
        article = plain[start : start + 2] in {"a ", "an"}
        apposed = _APPOSED.search(plain, max(0, start - 240), start) if article else None
        if (
            apposed is not None
        ):  # `introduced Tern 3, a 40-billion-parameter model`: said of what it introduced
            subjects = _names_in(unit.reading, apposed.start("name"), apposed.end("name"))
        if not subjects and plain[start:end].lstrip().startswith("which") and found:
            subjects = _names_in(unit.reading, found[-1].start, found[-1].end)
        if subjects and _BARE.fullmatch(plain, start, end) and plain[end : end + 1] not in {":", "："}:
            listed |= subjects  # `A, B and C have it`: said of all three
            subjects = listed
        elif listed:
            subjects, listed = subjects | listed, frozenset()
        subjects = subjects or before
        if plain[start - 1 : start] not in {"(", "（"}:  # what stands in brackets is beside the subject
            before = subjects
        found.append(Part(unit, start, end, subjects))
    return tuple(_paired(unit, _narrowed(unit, found)))


def _narrowed(unit: Unit, parts: list[Part]) -> list[Part]:
    """Parts with the stretches of a comparison's other side, and of a successor, given to those that they name."""
    plain = unit.reading.plain
    special: list[Part] = []
    for match in _COMPARED.finditer(plain):
        end = _CUT.search(plain, match.end())
        special.append(
            Part(
                unit,
                match.end() - 1,
                end.start() if end else len(plain),
                frozenset({_stem(match["name"])}),
                short=True,
            )
        )
    for match in _FOR.finditer(plain):
        special.append(Part(unit, match.start(), match.end(), frozenset({_stem(match["name"])}), short=True))
    for match in _WHOSE.finditer(plain):
        name = match["b"] or match["d"]
        end = re.compile(r"[。；;\n]|\.\s").search(plain, match.end())
        special.append(Part(unit, match.end(), end.start() if end else len(plain), frozenset({_stem(name)})))
    return special + parts


def _paired(unit: Unit, parts: list[Part]) -> list[Part]:
    """`A, B and C draw 1, 2 and 3 W respectively`: each value is said of the name at its place."""
    reading = unit.reading
    if not _RESPECTIVELY.search(reading.plain):
        return parts
    names = [(word.start, word.end, word.stem) for word in reading.words if word.text[0].isupper()]
    values = [
        (fact.start, number.end())
        for fact in reading.quantities
        if (number := _NUMBER.search(reading.plain, fact.start, fact.end)) is not None
    ]
    run = _run([(a, b) for a, b, _ in names], reading.plain)
    if len(run) < 2 or len(run) != len(values):
        return parts
    stems = [token for a, b, token in names if (a, b) in run]
    return [
        Part(unit, a, b, frozenset({token}), paired=True) for (a, b), token in zip(values, stems, strict=True)
    ] + parts


def _run(spans: list[tuple[int, int]], plain: str) -> list[tuple[int, int]]:
    """The first run of two or more spans that stand side by side."""
    run: list[tuple[int, int]] = spans[:1]
    for a, b in pairwise(spans):
        if _LISTED.fullmatch(plain, a[1], b[0]):
            run.append(b)
        elif len(run) > 1:
            break
        else:
            run = [b]
    return run if len(run) > 1 else []


def _subjects(reading: Reading, start: int, end: int) -> frozenset[str]:
    """The name that a stretch begins with, by stem; none where it begins with another word."""
    for item in reading.identifiers:
        if start <= item.start < end and not reading.plain[start : item.start].strip(" *`-#·•[("):
            return frozenset({item.normal}) | _names_in(reading, item.end, min(end, item.end + 32))
    whose = _WHOSE.search(reading.plain, start, end)
    if whose is not None and whose.start() - start <= 16:
        return frozenset({_stem(whose["b"] or whose["d"])})
    match = _LEAD.match(reading.plain, start, end)
    if match is None:
        return frozenset()
    follows = _ACTS if _PLAIN.fullmatch(match["name"]) else _AFTER  # `Rewrote key kernels` names nobody
    if not follows.match(reading.plain[:end], match.end()):
        return frozenset()
    found = set()
    first = match["name"].partition(" ")[0]
    if not _named(first) or first.lower().rstrip(":") in _LABELS or _COMPOUND.fullmatch(first):
        return frozenset()
    for item in reading.identifiers:
        if (
            match.start("name") <= item.start < match.end("name") + 12
            and item.start - match.start("name") <= 1
        ):
            found.add(item.normal)
    for word in reading.words:
        if match.start("name") <= word.start and word.end <= match.end("name") and _named(word.text):
            found.add(word.stem)
    return frozenset(found)


def _stem(name: str) -> str:
    return stem(name.rstrip(".-+"))


def _named(text: str) -> bool:
    capital = text[0].isupper() or any(char.isdigit() or char.isupper() for char in text)
    return capital and text.lower() not in STOPWORDS


def _names_in(reading: Reading, start: int, end: int) -> frozenset[str]:
    return frozenset(
        word.stem for word in reading.words if start <= word.start and word.end <= end and _named(word.text)
    )
