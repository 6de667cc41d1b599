"""Atoms: quantities, dates and identifiers with the words that each is said of.

A value belongs to a subject. In a table the subject is the row's cells and the column's head; in a
sentence it is the stretch between the neighbouring values of the same dimension, cut at the strongest
punctuation; in parallel lists it is the element at the same place of the other list.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from agent.evidence.tokens import content_tokens, number_token, raw_tokens
from agent.facts.folding import folded
from agent.facts.model import Claim, Fact
from agent.facts.names import STOPWORDS
from agent.facts.reading import Reading, read
from agent.facts.tables import row_cells, with_head_unit

_STRONG = re.compile(r"[；;。！!？?\n]|\.\s")
_COMMA = re.compile(r"，|,(?!\d)|[（(]|：|——|—|\bwhile\b|\bwhereas\b|\bbut\b|而|但|·|\|")
_WEAK = re.compile(r"[、/+&→]|\band\b|\bversus\b|\bvs\b|\bor\b|和|与|及|->", re.IGNORECASE)
_BREAK = re.compile(r"[；;。！!？?\n，]|\.\s|,\s|——|—")
_RESPECTIVELY = re.compile(r"分别|依次|respectively", re.IGNORECASE)
_JOIN = re.compile(r"\s?(?:[、/,，]|->|→|,?\s?\band\b|和|与|及|以及|\bvs\.?|,?\s?\bor\b)\s?", re.IGNORECASE)


_ENUMERATED = re.compile(r"\s?(?:、|[,，]\s?(?:and\s)?|\sand\s|和|与|及)\s?")
_FROM = re.compile(r"\bfrom\b|从|由", re.IGNORECASE)
_TOWARD = re.compile(r"[^，。；,;.]{0,10}(?:到|至|\bto\b)[^，。；,;.]{0,10}", re.IGNORECASE)
_FAR = 20
"""`narrowed from [-8, 7] to [-6, 5]`: what is said before is said of both ends."""
_WIDE = 64
"""In a row of more cells than this the cells are not told apart by their neighbours."""


@dataclass(slots=True, eq=False)
class Atom:
    """A value in a text, with `near`, the content tokens of its own stretch, and `shared`, those of the
    clauses before that all values of the text have in common."""

    fact: Fact
    near: set[str]
    shared: set[str] = field(default_factory=set)
    unit: int = -1
    column: int = -1
    head: str = ""


def text_atoms(reading: Reading, kinds: Sequence[Fact] | None = None) -> list[Atom]:
    """The atoms of a sentence, in order."""
    facts = list(kinds) if kinds is not None else value_facts(reading)
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(_class(fact), []).append(fact)
    atoms: list[Atom] = []
    pairs = _parallels(reading, facts)
    for members in groups.values():
        stretches = _stretches(reading.plain, members)
        for fact, (left, right) in zip(members, stretches, strict=True):
            near = content_tokens(reading, left, right)
            lead = (
                content_tokens(reading, 0, left)
                if left and stretches[0][0] >= left
                else content_tokens(reading, 0, stretches[0][0])
            )
            if fact is not members[0] and reading.words and reading.words[0].start < members[0].start:
                lead |= {reading.words[0].stem}  # what a sentence begins with it says of all
            _pair(near, fact, pairs)
            near -= {number_token(value) for value in fact.values}
            atoms.append(Atom(fact, near, lead))
    atoms.sort(key=lambda atom: atom.fact.start)
    return atoms


def value_facts(reading: Reading) -> list[Fact]:
    """Quantities, ordinals, dates and identifiers of a reading, in order."""
    found = list(reading.quantities)
    for item in reading.dates:
        ends = (float(item.first.toordinal()), float(item.last.toordinal()))
        found.append(
            Fact("date", reading.text[item.start : item.end], item.start, item.end, item.normal, ends)
        )
    for name in reading.identifiers:
        text = reading.text[name.start : name.end]
        found.append(Fact(name.kind, text, name.start, name.end, name.normal, version=name.version))
    found.sort(key=lambda fact: fact.start)
    return found


def _class(fact: Fact) -> str:
    if fact.kind == "quantity":
        return fact.dimension if fact.dimension not in {"", "count"} else "number"
    return "number" if fact.kind == "ordinal" else fact.kind


def _stretches(plain: str, members: list[Fact]) -> list[tuple[int, int]]:
    """For each value the stretch that is said of it; elements of one list share a stretch."""
    cuts: list[int | None] = []
    joined = [_listed(plain, a, b) for a, b in pairwise(members)]
    for (a, b), one in zip(pairwise(members), joined, strict=True):
        cuts.append(None if one else _cut(plain, a.end, b.start))
    first = 0
    for match in _BREAK.finditer(plain, 0, members[0].start):
        first = match.end()
    ending = _BREAK.search(plain, members[-1].end)
    last = ending.start() if ending else len(plain)
    lefts, rights = [first], []
    for index, cut in enumerate(cuts):
        a, b = members[index], members[index + 1]
        if cut is None:
            lefts.append(lefts[-1] if joined[index] else a.end)
            rights.append(-1 if joined[index] else b.start)
        else:
            lefts.append(cut)
            rights.append(cut)
    rights.append(last)
    for index in range(len(rights) - 2, -1, -1):
        if rights[index] == -1:
            rights[index] = rights[index + 1]
    return list(zip(lefts, rights, strict=True))


def _listed(plain: str, a: Fact, b: Fact) -> bool:
    """Whether two neighbouring values are elements of one list, and what follows the list is said of both."""
    if a.group >= 0 and a.group == b.group:
        return True
    if _ENUMERATED.fullmatch(plain, a.end, b.start) is not None:
        return True
    toward = _TOWARD.fullmatch(plain, a.end, b.start)
    return toward is not None and _FROM.search(plain, max(0, a.start - _FAR), a.start) is not None


def _cut(plain: str, start: int, end: int) -> int | None:
    """Where two neighbouring values part: at the first mark of the strongest kind between them; a value in
    brackets goes with what stands before them."""
    strong = _STRONG.search(plain, start, end)
    if strong is None and plain[start : start + 1] in {")", "）"}:
        return start + 1
    for pattern in (_STRONG, _COMMA, _WEAK):
        match = pattern.search(plain, start, end)
        if match:
            return match.start()
    return None


@dataclass(frozen=True, slots=True)
class _Row:
    """Things listed side by side: of each its span and its tokens."""

    spans: tuple[tuple[int, int], ...]
    tokens: tuple[frozenset[str], ...]


def _parallels(reading: Reading, facts: list[Fact]) -> list[_Row]:
    """Lists of two or more values or names in a text, for pairing them up in order."""
    rows: list[_Row] = []
    by_group: dict[int, list[Fact]] = {}
    for fact in facts:
        if fact.group >= 0:
            by_group.setdefault(fact.group, []).append(fact)
    rows.extend(_value_row(members) for members in by_group.values() if len(members) > 1)
    said = bool(_RESPECTIVELY.search(reading.plain))
    if said:
        rows.extend(_value_row(run) for run in _runs([f for f in facts if f.group < 0], reading.plain))
    if rows:
        items = [
            (word.start, word.end, word.stem) for word in reading.words if word.text.lower() not in STOPWORDS
        ]
        rows.extend(_name_rows(items, reading.plain))
    return rows if len(rows) > 1 else []


def _value_row(members: list[Fact]) -> _Row:
    return _Row(
        tuple((fact.start, fact.end) for fact in members),
        tuple(frozenset(number_token(value) for value in fact.values) | {fact.normal} for fact in members),
    )


def _runs(facts: list[Fact], plain: str) -> list[list[Fact]]:
    runs: list[list[Fact]] = []
    for fact in facts:
        if (
            runs
            and _JOIN.fullmatch(plain[runs[-1][-1].end : fact.start])
            and _class(runs[-1][-1]) == _class(fact)
        ):
            runs[-1].append(fact)
        else:
            runs.append([fact])
    return [run for run in runs if len(run) > 1]


def _name_rows(items: list[tuple[int, int, str]], plain: str) -> list[_Row]:
    runs: list[list[tuple[int, int, str]]] = []
    for item in items:
        if runs and _JOIN.fullmatch(plain[runs[-1][-1][1] : item[0]]):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [
        _Row(tuple((a, b) for a, b, _ in run), tuple(frozenset({token}) for _, _, token in run))
        for run in runs
        if len(run) > 1
    ]


def _pair(near: set[str], fact: Fact, rows: list[_Row]) -> None:
    """Keep of each parallel list only the element at the value's own place."""
    mine = next(
        (
            (row, row.spans.index((fact.start, fact.end)))
            for row in rows
            if (fact.start, fact.end) in row.spans
        ),
        None,
    )
    if mine is None:
        return
    row, place = mine
    for other in rows:
        if len(other.spans) != len(row.spans):
            continue
        for index, tokens in enumerate(other.tokens):
            if index != place:
                near -= tokens - other.tokens[place]
        near |= other.tokens[place] if other is not row else set()


@lru_cache(maxsize=4096)
def _head_tokens(head: str) -> frozenset[str]:
    return frozenset(content_tokens(read(head), 0, len(head)))


_SLASHED = re.compile(
    r"[A-Za-z0-9\u3400-\u9fff.%-]{1,24}(?:\s?/\s?[A-Za-z0-9\u3400-\u9fff.%-]{1,24}){1,3}(?=\s*[)）]?\s*$)"
)


@lru_cache(maxsize=2048)
def _parts(count: int, *names: str) -> tuple[frozenset[str], ...]:
    """The words at the places of a head or label `strict / flexible` over a cell of as many values."""
    for name in names if count > 1 else ():
        match = _SLASHED.search(folded(name))
        words = [part.strip() for part in match[0].split("/")] if match else []
        if len(words) == count:
            return tuple(_head_tokens(word) for word in words)
    return ()


def _not_of(parts: tuple[frozenset[str], ...], place: int) -> frozenset[str]:
    if not parts:
        return frozenset()
    return frozenset().union(*parts) - parts[place]


def row_atoms(claim: Claim, date: dt.date | None) -> list[Atom]:
    """The atoms of a table row: each has the other cells and its column's head as its own words."""
    cells = list(row_cells(claim))
    readings = [read(cell.text, date=date) for cell in cells]
    whole = [
        content_tokens(reading, 0, len(cell.text)) for reading, cell in zip(readings, cells, strict=True)
    ]
    shared = raw_tokens(folded(" ".join(claim.heads)))
    labels = _head_tokens(claim.header[0]) if claim.header else frozenset()
    everything = set().union(*whole) if len(cells) > _WIDE else set()
    atoms: list[Atom] = []
    for index, (cell, reading) in enumerate(zip(cells, readings, strict=True)):
        head = _head_tokens(cell.head) if cell.head else frozenset()
        others: set[str] = (
            everything
            if len(cells) > _WIDE
            else set().union(*(tokens for place, tokens in enumerate(whole) if place != index))
        )
        if cell.column:  # the head of the label column says what the labels are
            others |= labels
        facts = [with_head_unit(fact, cell.head) for fact in value_facts(reading)]
        parts = _parts(len(facts), cell.head, claim.cells[0])
        for place, atom in enumerate(text_atoms(reading, facts)):
            fact = atom.fact
            moved = _moved(fact, cell.start)
            atoms.append(
                Atom(
                    moved,
                    (atom.near | atom.shared | head | others) - _not_of(parts, place),
                    shared,
                    column=cell.column,
                    head=cell.head,
                )
            )
    return atoms


def _moved(fact: Fact, by: int) -> Fact:
    return replace(fact, start=fact.start + by, end=fact.end + by)
