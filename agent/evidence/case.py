"""One claim opened before its evidence: what is checked, what it is checked against, what came out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from agent.evidence.atoms import Atom, row_atoms, text_atoms
from agent.evidence.grids import Named, loosely_named, named
from agent.evidence.tokens import content_tokens, raw_tokens
from agent.evidence.units import EvidenceIndex, Table, Unit
from agent.evidence.words import Coverage, Piece, cover, pieces_of, sought
from agent.facts.model import Claim
from agent.facts.reading import Reading, read
from agent.models import FactCheck

FactStatus = Literal["proved", "missing", "contradicted", "unchecked"]

QUOTES = 0.6
"""From this share of wording and values on, a claim is taken to repeat a unit, and a change to be meant."""
REPEATS = 0.7
"""From this share on, what stands between the same neighbours is held to be the same thing."""
QUOTED = 0.9
"""From this share on, an ordinary word in the place of another is a change of the statement too."""
_AS_CLOSE = 0.12
"""Units that score no more than this below the closest one are as close as that one."""
RELATED = 0.25
"""Below this share no unit of the evidence speaks of what the claim speaks of."""


@dataclass(slots=True)
class Case:
    """One claim before its evidence."""

    claim: Claim
    reading: Reading
    atoms: list[Atom]
    pieces: list[Piece]
    tokens: set[str]
    index: EvidenceIndex
    units: list[Unit]
    main: list[Unit] = field(default_factory=list)
    close: list[Unit] = field(default_factory=list)
    """The units that are about as close to the claim as the closest one, that one first."""
    coverage: Coverage = field(default_factory=lambda: Coverage(0.0, ()))
    """Of the best unit alone."""
    quoting: float = 0.0
    """Share of wording and values together that the best unit has."""
    union: Coverage = field(default_factory=lambda: Coverage(0.0, ()))
    sights: list[Named] = field(default_factory=list)
    """Tables of which the claim names a row or a column."""
    related: bool = False
    """Whether the evidence has a relation of two names as the claim has it."""
    checks: list[FactCheck] = field(default_factory=list)
    used: set[int] = field(default_factory=set)

    @property
    def tabular(self) -> bool:
        """Whether the evidence is mostly a table, whose text (what it is about, what it abbreviates) is elsewhere."""
        return 2 * sum(unit.table is not None for unit in self.units) > len(self.units)

    def tables(self) -> list[Table]:
        """The tables that the claim's units of evidence are rows of."""
        return list({id(unit.table): unit.table for unit in self.units if unit.table is not None}.values())

    def loosely(self) -> Iterator[Named]:
        """Tables of which the claim has words that one row or column alone has, taken when they are needed."""
        low = self.reading.plain.lower()
        return (loosely_named(table, low) for table in self.tables())

    def add(
        self,
        kind: str,
        start: int,
        end: int,
        status: FactStatus,
        *,
        how: str = "",
        reason: str = "",
        unit: Unit | None = None,
    ) -> FactCheck:
        """Note what became of a fact of the claim; a proof or contradiction quotes its unit."""
        if unit is not None and status == "proved":
            self.used.add(unit.number)
        check = FactCheck(
            kind=kind,
            text=self.reading.text[start:end],
            start=start,
            end=end,
            status=status,
            how=how,
            reason=reason,
            evidence=unit.evidence.id if unit is not None else "",
            quote=unit.quote if unit is not None else "",
        )
        self.checks.append(check)
        return check


@lru_cache(maxsize=1024)
def _read(text: str, date: dt.date | None) -> Reading:
    """A claim is often held against one piece of evidence after another, and is read once."""
    return read(text, date=date)


def opened(claim: Claim, index: EvidenceIndex, date: dt.date | None) -> Case:
    """A claim read, with the units and tables of the evidence that it is to be held against."""
    reading = _read(claim.text, date)
    atoms = row_atoms(claim, date) if claim.cells else text_atoms(reading)
    pieces = pieces_of(reading)
    tokens = content_tokens(reading, 0, len(claim.text))
    units = index.candidates(raw_tokens(reading.plain))
    case = Case(claim, reading, atoms, pieces, tokens, index, units)
    _choose(case)
    low = reading.plain.lower()
    sights = [named(table, low) for table in case.tables()]
    case.sights = [sight for sight in sights if sight.rows or sight.columns]
    return case


def _choose(case: Case) -> None:
    """The units that the claim is held against: the closest one, and those that have what it lacks."""
    values = {atom.fact.normal for atom in case.atoms}
    pieces = sought(case.pieces, case.reading)
    keys = {key for one in pieces for key in one.keys}
    nothing = cover(pieces, set(), "", set())
    ranked: list[tuple[float, int, Unit, Coverage]] = []
    for unit in case.units:
        strange = keys.isdisjoint(unit.vocabulary)
        covered = nothing if strange else cover(pieces, unit.raw, unit.reading.plain, unit.context)
        share = len(values & unit.normals) / len(values) if values else 0.0
        like = len(case.tokens & unit.tokens) / (len(unit.tokens) + 1)
        ranked.append((covered.share + 0.6 * share + 0.1 * like, unit.number, unit, covered))
    if not ranked:
        return
    ranked.sort(key=lambda item: (-item[0], item[1]))
    most, _, best, case.coverage = ranked[0]
    case.close = [unit for value, _, unit, _ in ranked[:6] if value >= most - _AS_CLOSE]
    case.quoting = _quoting(case, best)
    case.main = [best]
    missing = {piece.start for piece in case.coverage.foreign}
    for _, _, unit, covered in ranked[1:12]:
        gained = missing - {piece.start for piece in covered.foreign}
        if (
            missing
            and len(gained) >= max(1, 0.2 * len(missing))
            and covered.share >= RELATED
            and len(case.main) < 4
        ):
            case.main.append(unit)
            missing -= gained
    left = tuple(piece for piece in case.coverage.foreign if piece.start in missing)
    total = sum(piece.weight for piece in case.pieces)
    case.union = Coverage(1.0 - sum(piece.weight for piece in left) / total if total else 1.0, left)


def _quoting(case: Case, best: Unit) -> float:
    """Share of the claim's wording and values that one unit has, a value counting as much as a name."""
    held = sum(1 for atom in case.atoms if atom.fact.normal in best.normals)
    words = sum(piece.weight for piece in case.pieces)
    total = words + 2.0 * len(case.atoms)
    return (case.coverage.share * words + 2.0 * held) / total if total else 0.0
