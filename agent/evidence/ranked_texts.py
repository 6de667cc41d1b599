"""Superlatives of a claim over values that a list, or neighbouring sentences, give: is what it names the most?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.evidence.arithmetic import Group, named
from agent.evidence.atoms import Atom
from agent.evidence.units import Unit
from agent.evidence.words import STATING
from agent.facts.reading import Reading

_MOST = re.compile(
    r"最[大高多](?![可支达为])|居首|榜首|排名?第一|位居第一|\b(?:largest|highest|biggest|greatest|most(?! of| recent))\b|\bleads with\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"最[小低少](?![可支达为])|垫底|\b(?:smallest|lowest|fewest|least(?<!at least))\b", re.IGNORECASE
)
_OF_SOME = re.compile(
    r"之一|\bone of\b|\bamong\b|\bsecond\b|第二|次[高大多低]|除|\bexcept\b|\bafter\b", re.IGNORECASE
)
_LABEL = re.compile(r"([A-Za-z]{1,12})\s?[:=]?\s?\Z")
_BESIDE = 3
"""Units that stand no further from the closest one than this are of one passage."""
_ENTRIES, _VALUES = 3, 3
"""Entries of a list, and values of a passage, from which on a superlative is held against them."""


@dataclass(frozen=True, slots=True)
class RankedText:
    """A superlative held against values of a text."""

    start: int
    end: int
    right: bool
    how: str
    unit: Unit


def ranked_texts(claim: Reading, tokens: set[str], units: Sequence[Unit], best: Unit) -> Iterator[RankedText]:
    """The superlative of a claim where its words name one of several values of one measure."""
    if _OF_SOME.search(claim.plain):
        return
    for pattern, choose in ((_MOST, max), (_LEAST, min)):
        match = pattern.search(claim.plain)
        if match is None or match[0].lower() in best.reading.plain.lower():  # what the source says itself
            continue
        for group in _groups(units, best, tokens):
            picked = named(group, tokens - STATING)
            if not picked or (len(picked) > 1 and picked[1][1] >= picked[0][1]):
                continue
            chosen = picked[0][0]
            most = choose(group.atoms, key=lambda atom: atom.fact.values[0])
            right = chosen.fact.values[0] == most.fact.values[0]
            how = (
                f"computed over {len(group.atoms)} rows"
                if right
                else f"{chosen.fact.text} is not the {'most' if choose is max else 'least'} of its column: {most.fact.text} is"
            )
            unit = next(unit for unit in units if unit.number == chosen.unit)
            yield RankedText(*match.span(), right, how, unit)
            return


def _groups(units: Sequence[Unit], best: Unit, tokens: set[str]) -> Iterator[Group]:
    near = [unit for unit in units if unit.table is None and unit.evidence.id == best.evidence.id]
    entries = [
        unit for unit in near if unit.claim.kind == "list_item" and unit.claim.heads == best.claim.heads
    ]
    if best in entries:
        single = [unit.atoms[0] for unit in entries if len(unit.atoms) == 1 and _plain(unit.atoms[0])]
        if len(single) >= _ENTRIES and len(single) == len(entries):
            yield Group(tuple(single), "")
    passage = [
        atom
        for unit in near
        if abs(unit.number - best.number) <= _BESIDE
        for atom in unit.atoms
        if _plain(atom)
    ]
    sorts: dict[str, list[Atom]] = {}
    for atom in passage:
        sorts.setdefault(_measure(atom, units), []).append(atom)
    for measure, atoms in sorts.items():
        common = set.intersection(*(atom.near | atom.shared for atom in atoms))
        told = measure.startswith("=") or bool(common & tokens)
        if measure and told and len(atoms) >= _VALUES and len({atom.fact.values for atom in atoms}) > 1:
            yield Group(tuple(atoms), "")


def _plain(atom: Atom) -> bool:
    fact = atom.fact
    return fact.kind == "quantity" and len(fact.values) == 1 and not fact.bound and fact.mode != "by"


def _measure(atom: Atom, units: Sequence[Unit]) -> str:
    """What a value measures: its dimension, or the label before a bare number (`OR 1.64`)."""
    if atom.fact.dimension not in {"", "count"}:
        return atom.fact.dimension
    if atom.fact.dimension or atom.fact.values[0] == int(atom.fact.values[0]):
        return ""
    unit = next(unit for unit in units if unit.number == atom.unit)
    label = _LABEL.search(unit.reading.plain, max(0, atom.fact.start - 16), atom.fact.start)
    return f"={label[1]}" if label else ""
