"""The values of a claim: each proved, missing, contradicted, or worked out from others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from agent.evidence.arithmetic import (
    Computed,
    attempt,
    decides,
    from_cells,
    from_operands,
    may_differ,
    sets_against,
)
from agent.evidence.atoms import Atom
from agent.evidence.binding import clash
from agent.evidence.case import QUOTES, REPEATS, Case, FactStatus
from agent.evidence.grids import Named, at_named_cell, cells_at, in_same_row
from agent.evidence.places import Instead, edged, framed, holds_another_name
from agent.evidence.rankings import counted
from agent.evidence.tokens import number_token, weight
from agent.evidence.units import Unit, plainly
from agent.evidence.value_roles import in_own_part, limit_itself, of_part, other_role, part_of, superseded
from agent.evidence.values import Match, compare
from agent.facts.model import Fact
from agent.facts.reading import read
from agent.facts.roles import role_at, roles_in
from agent.facts.units import unit_of

_NAME_BEFORE = re.compile(r"[A-Z][A-Za-z+#]{1,20}\s?\Z|(?:version|版本)\s?\Z", re.ASCII)
_TO = re.compile(r"\s?(?:to|until|through|到|至|-|~)\s?")
_PERIODS = {
    "s": re.compile(r"每秒|\b(?:a|per|each|every) second\b", re.IGNORECASE),
    "h": re.compile(r"每小时|\b(?:hourly|(?:a|an|per|each|every) hour)\b", re.IGNORECASE),
    "d": re.compile(r"每[天日]|\b(?:daily|(?:a|per|each|every) day)\b", re.IGNORECASE),
    "week": re.compile(r"每周|\b(?:weekly|(?:a|per|each|every) week)\b", re.IGNORECASE),
    "month": re.compile(r"每个?月|\b(?:monthly|(?:a|per|each|every) month)\b", re.IGNORECASE),
    "year": re.compile(r"每年|\b(?:yearly|annual(?:ly)?|(?:a|per|each|every) year)\b", re.IGNORECASE),
}
_DIGIT = re.compile(r"\d")
_ALIKE = 0.8
"""From this share of the words of a value of the claim on, a value of the source is said of the same thing."""
_PLAIN = frozenset({"", "count"})


@dataclass(frozen=True, slots=True)
class _Finding:
    """What became of one value: the value of the evidence that was taken, and why."""

    status: FactStatus
    source: Atom | None = None
    how: str = ""
    reason: str = ""
    unsure: bool = False
    """Whether the fault is only that the same digits stand there with another unit: arithmetic may know better."""


def check_values(case: Case) -> None:
    """Check every value of the claim; those that the evidence has not as such are worked out last."""
    found = [atom for unit in case.units for atom in unit.atoms]
    peers = [atom.fact for atom in case.atoms]
    proved: list[Atom] = []
    later: list[tuple[Atom, _Finding | None]] = []
    for atom in case.atoms:
        finding = _in_tables(case, atom, peers)
        if finding is None:
            finding = _in_texts(case, atom, found)
            finding = _elsewhere(case, atom, finding.source if finding else None) or finding
        if finding is None or finding.unsure:
            later.append((atom, finding))
            continue
        _note(case, atom, finding)
        if finding.source is not None and finding.status == "proved":
            proved.append(finding.source)
    for atom, before in later:
        finding = _worked_out(case, atom, proved, found)
        _note(case, atom, before if before is not None and finding.status != "proved" else finding)
    _check_series(case)
    _check_settings(case)


def _note(case: Case, atom: Atom, finding: _Finding) -> None:
    unit = case.index.units[finding.source.unit] if finding.source is not None else None
    fact = atom.fact
    case.add(
        fact.kind, fact.start, fact.end, finding.status, how=finding.how, reason=finding.reason, unit=unit
    )


def _in_tables(case: Case, atom: Atom, peers: list[Fact]) -> _Finding | None:
    """The value against the cell whose row and column the claim names."""
    for sight in case.sights:
        if sight.within(atom.fact.start, atom.fact.end):
            return _Finding("proved", _pointer(sight.table.rows[0]), how="label")
    if _in_heads(case, atom):
        return _Finding("proved", _pointer(case.sights[0].table.rows[0]), how="label")
    if _under_strange_head(case, atom):
        return _Finding("missing", reason=f"the evidence has nothing under {atom.head}")
    wrong = _under_its_head(case, atom)
    for sight in case.sights:
        cell = in_same_row(sight.table, case.claim, atom) or at_named_cell(
            sight, atom, peers, case.reading.plain
        )
        if cell is None:
            continue
        if cell.right:
            return _Finding("proved", cell.atom, how=cell.how)
        computed = from_cells(atom.fact, [sight], case.claim.text) if sets_against(case.claim.text) else None
        if computed is not None:
            return _computed(computed)
        if wrong is None and _in_table(sight, atom) and (cell.comparable or _all_named(sight, peers)):
            wrong = _Finding("contradicted", cell.atom, reason=cell.fault)
    repeats = bool(case.main) and not case.main[0].claim.cells and case.quoting >= REPEATS
    return None if repeats else wrong  # a sentence that the source has as such speaks of no cell


@lru_cache(maxsize=1024)
def _head_values(head: str) -> tuple[Fact, ...]:
    return read(head).quantities if _DIGIT.search(head) else ()


def _under_its_head(case: Case, atom: Atom) -> _Finding | None:
    """A value against the cell under the head whose own values the claim gives, in the one row that it names."""
    for sight in case.sights:
        rows = {mention.number for mention in sight.rows}
        columns = [
            column
            for column, head in enumerate(sight.table.header)
            if column and (facts := _head_values(head)) and all(_given(case, fact) for fact in facts)
        ]
        if len(rows) != 1 or len(columns) != 1 or not _in_table(sight, atom):
            continue
        cells = cells_at(sight.table, next(iter(rows)), columns[0])
        unlike = [
            cell
            for cell in cells
            if (m := compare(atom.fact, cell.fact)) is None or not (m.how or m.fault == "bare")
        ]
        if cells and len(unlike) == len(cells):
            return _Finding("contradicted", cells[0], reason=f"the table has {cells[0].fact.text} here")
    return None


def _given(case: Case, fact: Fact) -> bool:
    """Whether the claim gives a value, a range also as its two ends."""
    numbers = {value for atom in case.atoms for value in atom.fact.values}
    return numbers.issuperset(fact.values)


def _in_heads(case: Case, atom: Atom) -> bool:
    """Whether the head of a column that the claim speaks of holds the value: `charges from 10 to 80 %` under `10-80 %`."""
    for sight in case.sights:
        for head in sight.table.header[1:]:
            for fact in (Atom(fact, set()) for fact in _head_values(head)):
                match = compare(atom.fact, fact.fact)
                if match is not None and (
                    match.how
                    or (match.fault.startswith("one end of a range") and _both_ends(case, atom, fact))
                ):
                    return True
    return False


def _under_strange_head(case: Case, atom: Atom) -> bool:
    """Whether a row puts a value that the evidence has in such a row under a head whose names it never has."""
    if not case.claim.cells or atom.column <= 0 or not atom.head:
        return False
    names = [word.text.lower() for word in read(atom.head).words if word.name]
    label = plainly(case.claim.cells[0])
    strange = bool(names) and not case.index.all_tokens.intersection(names)
    return strange and any(unit.claim.cells and plainly(unit.claim.cells[0]) == label for unit in case.units)


def _computed(computed: Computed) -> _Finding:
    return _Finding("proved", computed.operands[0], how=f"computed: {computed.how}")


def _pointer(unit: Unit) -> Atom:
    """A stand-in that leads to a unit as a whole."""
    return Atom(Fact("quantity", "", 0, 0, ""), set(), unit=unit.number)


def _all_named(sight: Named, peers: list[Fact]) -> bool:
    """Whether every value of the claim has a column named for it, so that none can be about anything else."""
    values = [peer for peer in peers if not sight.within(peer.start, peer.end)]
    columns = [mention for mention in sight.columns if mention.number != 0]
    return len(columns) == len(values) and bool(sight.rows)


def _in_table(sight: Named, atom: Atom) -> bool:
    """Whether the value stands in another cell of the table: then it is the wrong row or column."""
    for row in sight.table.rows:
        for other in row.atoms:
            match = compare(atom.fact, other.fact)
            if match is not None and match.how:
                return True
    return False


def _in_texts(case: Case, atom: Atom, found: list[Atom]) -> _Finding | None:
    """The value wherever the evidence has it; the best case counts: said of the same thing, in the same way."""
    matches = [(source, match) for source in found if (match := compare(atom.fact, source.fact)) is not None]
    main = {unit.number for unit in case.main}
    matches.sort(key=lambda item: (not item[1].how, item[0].unit not in main))
    # Words in the stretch of another value of the claim are that value's, and speak for no other.
    loose = case.tokens.difference(*(other.near for other in case.atoms if other is not atom))
    fault: _Finding | None = None
    wrong: _Finding | None = None
    for source, match in matches:
        how, reason = match.how, match.fault
        if not how and _told_otherwise(case, atom, source, reason):
            how = "exact"
        if not how:
            fault = fault or _fault(case, source, match, atom.fact)
            continue
        if _another_version(case, atom, source):
            fault = fault or _Finding("missing", source, reason=f"the source has {source.fact.text}")
            continue
        if of_part(case, source, found):
            fault = fault or _Finding(
                "contradicted", source, reason="the source says it of the whole, or of a part"
            )
            continue
        if other_role(case, atom, source):
            fault = fault or _Finding(
                "contradicted", source, reason="the source says it of a change, or of what it led to"
            )
            continue
        problem = clash(atom, loose, source, _rivals(case, atom, source, found))
        if problem is None:
            return _Finding("proved", source, how=how)
        words = ", ".join(problem.words[:4])
        told = f"the source says it of something else: {words} has {problem.rival.fact.text}"
        wrong = wrong or _Finding(
            "contradicted" if case.quoting >= REPEATS else "unchecked", source, reason=told
        )
    return wrong or fault


def _fault(case: Case, source: Atom, match: Match, claim: Fact) -> _Finding:
    if match.fault == "bare" and claim.dimension == "percent" and source.column > 0 and case.quoting < QUOTES:
        return _Finding("unchecked", source, reason=f"the table gives {source.fact.text} without a unit")
    if match.fault == "bare":
        return _Finding(
            "missing", source, reason=f"the source gives {source.fact.text} without that unit", unsure=True
        )
    if match.open:
        return _Finding("unchecked", source, reason=match.fault)
    status: FactStatus = "contradicted" if match.opposed else "missing"
    return _Finding(status, source, reason=match.fault, unsure=match.fault.startswith("another unit"))


def _told_otherwise(case: Case, atom: Atom, source: Atom, fault: str) -> bool:
    """Whether a value that differs in its unit or form is the same after all, by the words around the two."""
    if fault == "bare":
        return _unit_in_heads(case, atom, source) or _is_age(case, atom, source)
    if fault.startswith("another unit"):
        return _per_in_words(case, atom, source)
    if fault.startswith("another bound"):
        return limit_itself(case, atom, source)
    return fault.startswith("one end of a range") and _both_ends(case, atom, source)


def _another_version(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether two decimals after a name are equal as numbers and differ as versions: `Python 3.1` and `Python 3.10`."""
    mine, theirs = atom.fact, source.fact
    if mine.unit or mine.text == theirs.text or "." not in mine.text or "." not in theirs.text:
        return False
    plain = case.index.units[source.unit].reading.plain
    names = [
        _NAME_BEFORE.search(text, max(0, place - 24), place)
        for text, place in ((case.reading.plain, mine.start), (plain, theirs.start))
    ]
    return all(names) and len({name[0] for name in names if name}) == 1 and mine.text.count(".") == 1


def _is_age(case: Case, atom: Atom, source: Atom) -> bool:
    """`Ann Lee, 21,` and `Ann Lee (21)`: a number set off after a name is an age."""
    if atom.fact.unit != "岁":
        return False
    plain = case.index.units[source.unit].reading.plain
    before, after = plain[: source.fact.start].rstrip(), plain[source.fact.end :].lstrip()
    set_off = (before[-1:] == "," and after[:1] in {",", "."}) or (before[-1:] == "(" and after[:1] == ")")
    return set_off and before[:-1].rstrip()[-1:].isalpha()


def _per_in_words(case: Case, atom: Atom, source: Atom) -> bool:
    """`a monthly price of $40` from `$40/month`: the claim says the period in a word of its own."""
    unit, _, period = source.fact.unit.partition("/")
    words = _PERIODS.get(period)
    return unit == atom.fact.unit and words is not None and words.search(case.reading.plain) is not None


def _both_ends(case: Case, atom: Atom, source: Atom) -> bool:
    """`from 3 to 5 GB`, read as two values, from `between 3 and 5 GB`."""
    ends = [other.fact for other in case.atoms if other.fact.kind == "quantity"]
    for a, b in pairwise(ends):
        joined = _TO.fullmatch(case.reading.plain, a.end, b.start) is not None
        if joined and atom.fact in (a, b) and (*a.values, *b.values) == source.fact.values:
            return True
    return False


def _unit_in_heads(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether the unit that the claim gives stands in the heads over a bare number of the source."""
    unit = case.index.units[source.unit]
    spelled = {part.lower() for part in (atom.fact.unit, *atom.fact.unit.split("/")) if part}
    over = unit.claim.text + " ".join((*unit.claim.heads, *unit.claim.header))
    return bool(spelled & (unit.context | unit.raw)) or any(part in over for part in spelled)


def _rivals(case: Case, atom: Atom, source: Atom, found: list[Atom]) -> Iterable[Atom]:
    """Values that the claim might rather speak of: of the same kind, or in the same row."""
    passed = "passed" in role_at(roles_in(case.reading.plain), atom.fact.start, atom.fact.end)
    for other in found:
        if other is source or other.fact.kind != source.fact.kind:
            continue
        if other.fact.mode == "by" and atom.fact.mode != "by":
            continue
        if (not passed and superseded(case, other)) or part_of(case, source, other):
            continue
        a, b = other.fact.dimension, source.fact.dimension
        alike = a == b or (a in _PLAIN and b in _PLAIN)
        if alike or (other.unit == source.unit and other.column != source.column):
            yield other


def _elsewhere(case: Case, atom: Atom, source: Atom | None) -> _Finding | None:
    """Contradicted where the claim repeats a sentence that has something else at this place.

    `source` is the value of the evidence that was taken for a proof; it may stand at another place.
    """
    best = case.main[0] if case.main else None
    if best is None or best.claim.cells or case.quoting < REPEATS:
        return None
    fact = atom.fact
    instead = framed(case.reading, fact.start, fact.end, best) or edged(
        case.reading, fact.start, fact.end, best
    )
    if instead is None:
        return None
    if (
        source is not None
        and source.unit == best.number
        and (
            _overlap(source.fact, instead)
            or in_own_part(case, source, instead, best)
            or (atom.near and weight(atom.near & source.near) >= _ALIKE * weight(atom.near))
        )
    ):
        return None
    for other in best.atoms:
        if instead.start <= other.fact.start and other.fact.end <= instead.end:
            match = compare(fact, other.fact)
            if match is None or not match.how:
                return _Finding("contradicted", other, reason=f"the source has {other.fact.text} here")
    named = fact.kind not in {"quantity", "date", "ordinal"}
    if named and holds_another_name(instead.text, case.reading.plain, best):
        return _Finding("missing", reason=f"the source has {instead.text} here")
    return None


def _overlap(fact: Fact, place: Instead) -> bool:
    return fact.start < place.end and place.start < fact.end


def _worked_out(case: Case, atom: Atom, proved: list[Atom], found: list[Atom]) -> _Finding:
    """A value that the evidence does not have as such: by arithmetic, by counting, or not at all."""
    here = _elsewhere(case, atom, None)
    if here is not None:
        return here
    fact, text = atom.fact, case.claim.text
    if fact.kind != "quantity":
        return _absent(case, atom, found)
    computed = from_operands(fact, proved, text) or from_cells(fact, case.sights, text)
    instead: Computed | None = None
    if computed is None and not decides(case.sights):
        tried = attempt(fact, case.tokens - {number_token(value) for value in fact.values}, text, found)
        computed, instead = tried.proved, tried.instead
    if computed is not None:
        return _computed(computed)
    count = counted(fact, text, case.tokens, case.index)
    if count is not None:
        unit, how, right = count
        return (
            _Finding("proved", _pointer(unit), how=how)
            if right
            else _Finding("contradicted", _pointer(unit), reason=how)
        )
    if instead is not None and case.quoting >= QUOTES:
        return _Finding("contradicted", instead.operands[0], reason=f"{instead.how} is {instead.value:.4g}")
    return _absent(case, atom, found)


def _absent(case: Case, atom: Atom, found: list[Atom]) -> _Finding:
    """Not in the evidence; contradicted where the closest unit has another value said of the same."""
    fact = atom.fact
    if (
        case.quoting < QUOTES
        and fact.kind == "quantity"
        and (pair := may_differ(fact, found, case.claim.text))
    ):
        return _Finding("unchecked", reason=f"perhaps worked out from {pair}")
    for other in case.main[0].atoms if case.main and case.coverage.share >= QUOTES else ():
        same = other.fact.kind == fact.kind and other.fact.dimension == fact.dimension
        if same and len(other.near & atom.near) >= max(1, len(atom.near) // 2):
            return _Finding("contradicted", other, reason=f"the source has {other.fact.text}")
    if _tallies(fact):
        return _Finding("unchecked", reason="a small number in words, which may be the claim's own tally")
    return _Finding("missing", reason="the evidence does not have it")


def _tallies(fact: Fact) -> bool:
    """`two albums`, `三个方面`: what a text that sums others up counts for itself."""
    small = fact.dimension in _PLAIN and len(fact.values) == 1 and fact.values[0] <= 10
    return small and not any(char.isdigit() for char in fact.text)


def _check_series(case: Case) -> None:
    """A series of the claim that the evidence has in another order: `8→100` is not `100→8`."""
    theirs = [
        (unit, [atom.fact.normal for atom in group]) for unit in case.units for group in _series(unit.atoms)
    ]
    for group in _series(case.atoms):
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
