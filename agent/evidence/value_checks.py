"""The values of a claim: each proved, missing, contradicted, or worked out from others."""

from __future__ import annotations

import re
from itertools import pairwise

from agent.evidence.arithmetic import (
    Computed,
    attempt,
    decides,
    from_cells,
    from_operand,
    from_operands,
    from_pair,
    from_series,
)
from agent.evidence.atoms import Atom
from agent.evidence.case import QUOTES, RELATED, REPEATS, Case
from agent.evidence.derivable import derivable
from agent.evidence.findings import Finding, computed, pointer
from agent.evidence.rankings import counted
from agent.evidence.tabled_values import in_tables
from agent.evidence.tallies import another_count
from agent.evidence.textual_values import PLAIN, elsewhere, in_texts
from agent.evidence.tokens import number_token
from agent.evidence.units import Unit
from agent.evidence.value_forms import points_to
from agent.evidence.values import compare
from agent.facts.model import Fact
from agent.facts.units import unit_of

_GAP = 24
_REST = 40
"""Figures beyond those of the closest units from which one may be worked out."""
_GLUED = re.compile(r"[Vv]\d+(?:\.\d+)*|\d+(?:\.\d+)*[A-Za-z]+")
"""A size, a version or a setting as it stands in a name: 14B, V4, 2TP."""
_BASE = re.compile(r"(?:每|\bper|\bevery)\s?\Z", re.IGNORECASE)
_ORDERED = re.compile(r"[A-Za-z\u3400-\u9fff/→>]")
_MEMBERS = re.compile(r"\s?(?:[、/,，·|]|,?\s?(?:and|or|plus|&)|和|与|及|以及|或)\s?", re.IGNORECASE)

_ABSENT = Finding("missing", reason="the evidence does not have it")


def check_values(case: Case) -> None:
    """Check every value of the claim; those that the evidence has not as such are worked out last."""
    found = case.index.atoms_of(case.units)
    peers = [atom.fact for atom in case.atoms]
    proved: list[Atom] = []
    later: list[tuple[Atom, Finding | None]] = []
    for atom in case.atoms:
        finding = in_tables(case, atom, peers)
        if finding is None:
            finding = in_texts(case, atom, found)
            finding = elsewhere(case, atom, finding.source if finding else None) or finding
        if finding is None or finding.unsure or _weak(case, atom, finding, found):
            later.append((atom, finding))
            continue
        _note(case, atom, finding)
        if finding.source is not None and finding.status == "proved":
            proved.append(finding.source)
    for atom, before in later:
        _note(case, atom, _later(case, atom, before, proved, found))
    _check_series(case)
    _check_turned(case)
    _check_settings(case)


def _weak(case: Case, atom: Atom, finding: Finding, found: list[Atom]) -> bool:
    """Whether a fault is found in a claim that repeats no sentence, by values that are all other than the claim's."""
    if finding.status not in {"missing", "contradicted"} or case.quoting >= QUOTES:
        return False
    matches = (compare(atom.fact, other.fact) for other in found)
    return atom.fact.kind == "quantity" and not any(
        match and (match.how or match.opposed) for match in matches
    )


def _later(case: Case, atom: Atom, before: Finding | None, proved: list[Atom], found: list[Atom]) -> Finding:
    """What becomes of a value that the evidence has not as such, once it is known what it has."""
    if points_to(case.reading.plain, atom.fact.start):
        return before or _ABSENT
    if before is None or before.unsure:
        worked = _worked_out(case, atom, proved, found)
        if before is None or worked.status == "proved":
            return worked
    return _perhaps(case, atom, proved, found) or before


def _perhaps(case: Case, atom: Atom, proved: list[Atom], found: list[Atom]) -> Finding | None:
    """A value that may have been worked out, or that only says for how many something is given."""
    if case.quoting >= REPEATS:
        return None
    base = _BASE.search(case.reading.plain, max(0, atom.fact.start - 8), atom.fact.start)
    if base is not None and atom.fact.dimension in {*PLAIN, "token", "request"}:
        return Finding("unchecked", reason="for so many something is given")
    numbers = {unit.number for unit in (*case.main, *case.close)}
    near = [other for other in found if other.unit in numbers]
    rest = [other for other in found if other.unit not in numbers and other.column < 0]
    pair = derivable(atom, case.claim.text, (*proved, *near, *rest[:_REST]), proved, tabled=found)
    return Finding("unchecked", reason=f"perhaps worked out from {pair}") if pair else None


def _note(case: Case, atom: Atom, finding: Finding) -> None:
    unit = case.index.units[finding.source.unit] if finding.source is not None else None
    fact = atom.fact
    case.add(
        fact.kind, fact.start, fact.end, finding.status, how=finding.how, reason=finding.reason, unit=unit
    )


def _worked_out(case: Case, atom: Atom, proved: list[Atom], found: list[Atom]) -> Finding:
    """A value that the evidence does not have as such: by arithmetic, by counting, or not at all."""
    fact, text = atom.fact, case.claim.text
    worked: Computed | None = None
    if fact.kind == "quantity":
        worked = from_operands(fact, proved, text) or from_operand(atom, proved, found, text)
    here = elsewhere(case, atom, None) if worked is None else None
    if here is not None:
        return here
    if fact.kind != "quantity":
        return _absent(case, atom)
    worked = worked or from_cells(fact, case.sights, text) or from_series(atom, found, case.tokens, text)
    if worked is None and case.main and case.coverage.share >= RELATED:
        worked = from_pair(fact, case.main[0].atoms, text)
    instead: Computed | None = None
    if worked is None and not decides(case.sights):
        tried = attempt(fact, case.tokens - {number_token(value) for value in fact.values}, text, found)
        worked, instead = tried.proved, tried.instead
    if worked is not None:
        return computed(worked)
    count = counted(fact, text, case.tokens, case.index)
    if count is not None:
        unit, how, right = count
        return (
            Finding("proved", pointer(unit), how=how)
            if right
            else Finding("contradicted", pointer(unit), reason=how)
        )
    against = (
        Finding("contradicted", instead.operands[0], reason=f"{instead.how} is {instead.value:.4g}")
        if instead is not None and case.quoting >= QUOTES
        else None
    )
    return against or _perhaps(case, atom, proved, found) or _absent(case, atom)


def _in_a_name(case: Case, fact: Fact) -> bool:
    """Whether what the claim has here, with the letters close behind it, is a part of a name: `the 14B` of
    `Heron-14B-Chat`, `with 2TP` of `heron-2TP`."""
    glued = _GLUED.match(case.reading.plain, fact.start)
    return glued is not None and glued.end() >= fact.end and glued[0].lower() in case.index.name_runs


def _absent(case: Case, atom: Atom) -> Finding:
    """Not in the evidence; contradicted where the closest unit has another value said of the same."""
    fact = atom.fact
    if case.main and _in_a_name(case, fact):
        return Finding("proved", pointer(case.main[0]), how="part of a name")
    for other in case.main[0].atoms if case.main and case.coverage.share >= QUOTES else ():
        same = other.fact.kind == fact.kind and other.fact.dimension == fact.dimension
        if same and len(other.near & atom.near) >= max(1, len(atom.near) // 2):
            return Finding("contradicted", other, reason=f"the source has {other.fact.text}")
    found = case.index.atoms_of(case.units)
    another = another_count(case.reading, fact, found, case.index)
    if another is not None:
        return Finding("contradicted", another, reason=f"the source has {another.fact.text}")
    if _tallies(fact, case.quoting):
        return Finding("unchecked", reason="a small number in words, which may be the claim's own tally")
    return _ABSENT


def _tallies(fact: Fact, quoting: float) -> bool:
    """`two albums`, `三个方面`, a score of 4-1: what a text that sums others up counts for itself."""
    small = fact.dimension in PLAIN and len(fact.values) == 1 and 0 <= fact.values[0] <= 10
    bare = not fact.dimension and quoting < QUOTES and fact.text.isdigit()
    return small and (bare or not any(char.isdigit() for char in fact.text))


def _check_series(case: Case) -> None:
    """A series of the claim that the evidence has in another order: `8→100` is not `100→8`."""
    groups = _series(case.atoms)
    if not groups:
        return
    theirs = [
        (unit, [atom.fact.normal for atom in group]) for unit in case.units for group in _series(unit.atoms)
    ]
    for group in groups:
        order = [atom.fact.normal for atom in group]
        if any(other == order for _, other in theirs):
            continue
        unit = next((unit for unit, other in theirs if sorted(other) == sorted(order)), None)
        if unit is not None:
            start, end = group[0].fact.start, group[-1].fact.end
            reason = "the source has the series in another order"
            case.add("quantity", start, end, "contradicted", reason=reason, unit=unit)


def _series(atoms: list[Atom]) -> list[list[Atom]]:
    groups: dict[int, list[Atom]] = {}
    for atom in atoms:
        if atom.fact.form == "series":
            groups.setdefault(atom.fact.group, []).append(atom)
    return [sorted(group, key=lambda atom: atom.fact.place) for group in groups.values() if len(group) > 1]


def _check_turned(case: Case) -> None:
    """Two values of the claim that the evidence has the other way round, with the same words between them:
    `in 60 s for 34 s of video`, `14 of 12`."""
    pairs = _joined_pairs(case.reading.plain, case.atoms)
    if not pairs:
        return
    theirs: dict[tuple[str, str, str], Unit] = {}
    for unit in case.units:
        if not unit.claim.cells:
            theirs.update((key, unit) for key in _joined_pairs(unit.reading.plain, unit.atoms))
    for (a, gap, b), (start, end) in pairs.items():
        turned = theirs.get((b, gap, a)) if (a, gap, b) not in theirs else None
        if turned is not None:
            reason = "the source has the two values the other way round"
            case.add("quantity", start, end, "contradicted", reason=reason, unit=turned)


def _joined_pairs(plain: str, atoms: list[Atom]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Neighbouring values with the words between them, and their place; two values that a list joins say no order."""
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for a, b in pairwise(atoms):
        gap = plain[a.fact.end : b.fact.start]
        if len(gap) <= _GAP and _ORDERED.search(gap) and not _MEMBERS.fullmatch(gap):
            key = (_amount(a.fact), "".join(gap.lower().split()), _amount(b.fact))
            found[key] = (a.fact.start, b.fact.end)
    return found


def _amount(fact: Fact) -> str:
    """A value without what it counts, which only the second of two may name: `12 of 14 metrics`, `25 vs 12.5 fps`."""
    plain = fact.dimension in {"", "count"} or fact.text[-1:].isdigit() or not fact.text[:1].isdigit()
    return fact.normal.removesuffix(" count") if plain else fact.normal.partition(" ")[0]


def _check_settings(case: Case) -> None:
    """A setting `name=value` whose name the evidence sets to other values only."""
    if not case.reading.settings:
        return
    known: dict[str, dict[str, Unit]] = {}
    for unit in case.units:
        for _, _, name, value in unit.reading.settings:
            known.setdefault(name, {})[value] = unit
    for start, end, name, value in case.reading.settings:
        values = known.get(name) if unit_of(name) is None else None  # `4 × 3 GB = 12`: a sum, no setting
        if values and value not in values:
            reason = f"the source sets it to {', '.join(sorted(values)[:3])}"
            case.add("code", start, end, "contradicted", reason=reason, unit=next(iter(values.values())))
