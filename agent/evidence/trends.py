"""`TTFT falls as the batch grows` held against a table, or parallel lists, in which the batch varies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from agent.evidence.atoms import Atom
from agent.evidence.comparisons import less_is_better
from agent.evidence.grids import cells_at
from agent.evidence.tokens import raw_tokens
from agent.evidence.units import Table, Unit, plainly
from agent.facts.folding import folded
from agent.facts.reading import Reading
from agent.facts.trends import Trend, find_trends, way_of

_NUMBER = re.compile(
    r"(?<![\w.])(?P<sign>-?)(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)(?P<scale>[kKMG]?)(?![\w.])", re.ASCII
)
_SCALE = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}
_LEAST = 2
"""Points that make a trend at least; between two there is one step."""


@dataclass(frozen=True, slots=True)
class Trended:
    """A trend of a claim held against the values of the evidence."""

    start: int
    end: int
    status: Literal["proved", "contradicted", "unchecked"]
    told: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class _Swept:
    """Values in the order of what is varied; `head` names the values."""

    values: tuple[float, ...]
    texts: tuple[str, ...]
    head: str
    time: bool
    unit: Unit


def trends(claim: Reading, units: Sequence[Unit]) -> Iterator[Trended]:
    """The trends of a claim for which the evidence has values; those for which it has none are left out."""
    for trend in find_trends(claim.plain):
        found = [*_in_tables(trend, claim, units), *_in_lists(trend, units)]
        judged = [one for swept in found if (one := _judged(trend, swept)) is not None]
        if judged:
            yield _together(judged)


def _together(judged: list[Trended]) -> Trended:
    """Several sweeps (one a model, one a card) as one: all must go the way that the claim says."""
    states = {one.status for one in judged}
    if len(states) == 1:
        return judged[0]
    worst = next(one for one in judged if one.status != "proved")
    return Trended(worst.start, worst.end, "unchecked", f"not in every row: {worst.told}", worst.unit)


def _judged(trend: Trend, swept: _Swept) -> Trended | None:
    steps = [b - a for a, b in pairwise(swept.values) if a != b]
    shown = "→".join(swept.texts)
    rises, falls = any(step > 0 for step in steps), any(step < 0 for step in steps)
    status: Literal["proved", "contradicted", "unchecked"]
    if trend.turning:
        status = "proved" if rises and falls else "contradicted"
        return Trended(
            trend.start,
            trend.end,
            status,
            f"computed: {shown}" if status == "proved" else f"the values go one way: {shown}",
            swept.unit,
        )
    better: Literal["higher", "lower"] = "lower" if swept.time or less_is_better(swept.head) else "higher"
    asked, said = way_of(trend.dx, ""), way_of(trend.dy, better)
    if not asked or not said:
        return None
    rising = asked == said
    if rises != falls and rises == rising:
        return Trended(trend.start, trend.end, "proved", f"computed: {shown}", swept.unit)
    whole = swept.values[-1] - swept.values[0]
    against = whole == 0 or (whole > 0) != rising
    if against or trend.steady:
        return Trended(trend.start, trend.end, "contradicted", f"the values run {shown}", swept.unit)
    return Trended(trend.start, trend.end, "unchecked", f"the values go both ways: {shown}", swept.unit)


def _in_tables(trend: Trend, claim: Reading, units: Sequence[Unit]) -> Iterator[_Swept]:
    tables = {id(unit.table): unit.table for unit in units if unit.table is not None}
    for table in tables.values():
        heads = [plainly(head) for head in table.header]
        varied = _named(trend.x, heads)
        measured = _named(trend.y, heads)
        if varied is not None and measured is not None and varied != measured:
            yield from _down(table, varied, measured, claim)
        elif varied is None:
            yield from _across(table, heads, trend)


def _named(said: str, heads: Sequence[str]) -> int | None:
    """The one head that a stretch of a claim names: it stands in it, or the two share a word that no other has."""
    low = plainly(re.sub(r"^(?:the|a|an)\s", "", said.strip().lower()))
    bare = [re.sub(r"\s*[(（\[].*$", "", head).strip() for head in heads]
    exact = [
        number for number, head in enumerate(bare) if head and (head in low or (len(low) > 1 and low in head))
    ]
    if len(exact) == 1:
        return exact[0]
    mine = raw_tokens(low)
    shared = [number for number, head in enumerate(heads) if mine & raw_tokens(head)]
    return shared[0] if len(shared) == 1 else None


def _down(table: Table, varied: int, measured: int, claim: Reading) -> Iterator[_Swept]:
    """The values of a column in the order of another, apart for each label where the rows bear labels."""
    groups: dict[str, list[tuple[float, Atom, Unit]]] = {}
    low = claim.plain.lower()
    for row, unit in enumerate(table.rows):
        x, y = _cell(table, row, varied), cells_at(table, row, measured)
        if x is None or not y or len(y[0].fact.values) != 1:
            continue
        label = plainly(unit.claim.cells[0]) if varied != 0 and measured != 0 and unit.claim.cells else ""
        groups.setdefault(label, []).append((x, y[0], unit))
    if len(groups) > 1 and any(label and label in low for label in groups):
        groups = {label: points for label, points in groups.items() if label in low}
    elif all(len(points) == 1 for points in groups.values()):
        groups = {"": [point for points in groups.values() for point in points]}
    for points in groups.values():
        points.sort(key=lambda point: point[0])
        if len({x for x, _, _ in points}) == len(points) >= _LEAST:
            atoms = [atom for _, atom, _ in points]
            yield _swept(atoms, table.header[measured], points[0][2])


def _across(table: Table, heads: Sequence[str], trend: Trend) -> Iterator[_Swept]:
    """The values of a row whose columns are the values of what is varied (`batch=1 | batch=8 | batch=32`)."""
    over = " ".join(table.rows[0].claim.heads)
    columns = [
        (number, value) for number, head in enumerate(heads) if number and (value := _value(head)) is not None
    ]
    said = raw_tokens(trend.x.lower())
    names = raw_tokens(folded(" ".join((*heads, over)).lower()))
    if len(columns) < _LEAST or not said & names or len({value for _, value in columns}) != len(columns):
        return
    columns.sort(key=lambda item: item[1])
    for row, unit in enumerate(table.rows):
        label = unit.claim.cells[0] if unit.claim.cells else ""
        if not raw_tokens(trend.y.lower()) & raw_tokens(folded(f"{label} {over} {heads[0]}".lower())):
            continue
        cells = [cells_at(table, row, column) for column, _ in columns]
        if all(len(cell) == 1 and len(cell[0].fact.values) == 1 for cell in cells):
            yield _swept([cell[0] for cell in cells], f"{label} {over}", unit)


def _in_lists(trend: Trend, units: Sequence[Unit]) -> Iterator[_Swept]:
    """Two lists of one length in a sentence: `batch 1/8/32 → TTFT 17/29/41 ms`."""
    for unit in units:
        if unit.claim.cells:
            continue
        groups: dict[int, list[Atom]] = {}
        for atom in unit.atoms:
            if atom.fact.group >= 0 and len(atom.fact.values) == 1:
                groups.setdefault(atom.fact.group, []).append(atom)
        lists = [
            sorted(group, key=lambda atom: atom.fact.place)
            for group in groups.values()
            if len(group) >= _LEAST
        ]
        leads = [_lead(unit.reading.plain, group) for group in lists]
        for a, varied in enumerate(lists):
            for b, measured in enumerate(lists):
                fits = a != b and len(varied) == len(measured)
                if fits and _says(trend.x, leads[a]) and _says(trend.y, leads[b]):
                    order = sorted(range(len(varied)), key=lambda place: varied[place].fact.values[0])
                    yield _swept([measured[place] for place in order], leads[b], unit)


def _lead(plain: str, group: Sequence[Atom]) -> str:
    """The words right before a list, which say what its values are of."""
    before = plain[max(0, group[0].fact.start - 24) : group[0].fact.start]
    return re.split(r"[，,；;。→]|->|\d", before)[-1].lower()


def _says(said: str, lead: str) -> bool:
    return bool(raw_tokens(said.lower()) & raw_tokens(lead))


def _swept(atoms: Sequence[Atom], head: str, unit: Unit) -> _Swept:
    values, texts = tuple(atom.fact.values[0] for atom in atoms), tuple(atom.fact.text for atom in atoms)
    return _Swept(values, texts, head, all(atom.fact.dimension == "time" for atom in atoms), unit)


def _cell(table: Table, row: int, column: int) -> float | None:
    cells = table.rows[row].claim.cells
    return _value(folded(cells[column])) if column < len(cells) else None


def _value(text: str) -> float | None:
    """The one number of a cell or head; None where it has none, or several."""
    found = list(_NUMBER.finditer(text))
    if len(found) != 1:
        return None
    return float(found[0]["sign"] + found[0]["number"].replace(",", "")) * _SCALE[found[0]["scale"]]
