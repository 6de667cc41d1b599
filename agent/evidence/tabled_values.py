"""The values of a claim against the cells of the tables of which it names a row, a column or a head."""

from __future__ import annotations

import re
from functools import lru_cache

from agent.evidence.arithmetic import from_cells, sets_against
from agent.evidence.atoms import Atom
from agent.evidence.case import REPEATS, Case
from agent.evidence.findings import Finding, computed, pointer
from agent.evidence.grids import Named, at_named_cell, best_columns, cells_at, in_same_row, loosely_named
from agent.evidence.units import plainly
from agent.evidence.value_forms import both_ends
from agent.evidence.values import compare
from agent.facts.model import Fact
from agent.facts.reading import read

_DIGIT = re.compile(r"\d")


def in_tables(case: Case, atom: Atom, peers: list[Fact]) -> Finding | None:
    """The value against the cell whose row and column the claim names."""
    fact = atom.fact
    if any(sight.within(fact.start, fact.end) for sight in case.sights) or _in_heads(case, atom):
        return Finding("proved", pointer(case.sights[0].table.rows[0]), how="label")
    if _under_strange_head(case, atom):
        return Finding("missing", reason=f"the evidence has nothing under {atom.head}")
    wrong = _under_its_head(case, atom)
    for sight in case.sights:
        cell = in_same_row(sight.table, case.claim, atom) or at_named_cell(
            sight, atom, peers, case.reading.plain
        )
        if cell is None:
            continue
        if cell.right:
            return Finding("proved", cell.atom, how=cell.how)
        worked = from_cells(atom.fact, [sight], case.claim.text) if sets_against(case.claim.text) else None
        if worked is not None:
            return computed(worked)
        if (
            wrong is None
            and _in_table(sight, atom)
            and (cell.comparable or _all_named(sight, peers) or _down_column(sight, atom, cell.atom))
        ):
            wrong = Finding("contradicted", cell.atom, reason=cell.fault)
    if wrong is None:
        return _by_own_words(case, atom, peers)
    repeats = bool(case.main) and not case.main[0].claim.cells and case.quoting >= REPEATS
    return None if repeats else wrong  # a sentence that the source has as such speaks of no cell


_ROWS = 60
"""In a table of more rows than this a row is named by its whole label only."""


def _by_own_words(case: Case, atom: Atom, peers: list[Fact]) -> Finding | None:
    """The value against the cell whose row and column the claim names in a part of their words.

    It is wrong only where the value stands elsewhere in the row or column that is meant: an annotator, or a
    writer, who takes the wrong cell takes a neighbour.
    """
    low = case.reading.plain.lower()
    for table in case.tables():
        if not 2 <= len(table.rows) <= _ROWS or len(table.header) < 2:
            continue
        sure = next((sight for sight in case.sights if sight.table is table), None)
        loose = loosely_named(table, low)
        rows = (sure.rows if sure else ()) or loose.rows
        columns = tuple(m for m in (sure.columns if sure else ()) if m.number) or best_columns(table, low)
        if not rows or any(mention.start <= atom.fact.start < mention.end for mention in rows):
            continue
        sight = Named(table, rows, columns)
        cell = at_named_cell(sight, atom, peers, case.reading.plain)
        if cell is not None and cell.right:
            return Finding("proved", cell.atom, how=cell.how)
        if sets_against(case.claim.text):
            continue
        several = sum(peer.kind == atom.fact.kind for peer in peers) - len(rows) > 1
        if cell is not None and cell.comparable and _beside(sight, atom, cell.atom, several=several):
            return Finding("contradicted", cell.atom, reason=cell.fault)
        rival = _in_no_named_row(sight, atom) if cell is None else None
        if rival is not None:
            return Finding("contradicted", rival, reason=f"the source has {rival.fact.text} there")
    return None


def _beside(sight: Named, atom: Atom, cell: Atom, *, several: bool) -> bool:
    """Whether the value stands in another cell of the column, or of the row, of the one that is meant; of
    several values of a claim each may have a column of its own."""
    return any(
        other is not cell
        and (other.column == cell.column or (other.unit == cell.unit and not several))
        and (match := compare(atom.fact, other.fact)) is not None
        and bool(match.how)
        for row in sight.table.rows
        for other in row.atoms
    )


def _in_no_named_row(sight: Named, atom: Atom) -> Atom | None:
    """The value of the one row that is named, where the claim's stands in the same column of other rows only."""
    numbers = {mention.number for mention in sight.rows}
    if len(numbers) != 1:
        return None
    own = sight.table.rows[next(iter(numbers))]
    where: set[int] = set()
    for row in sight.table.rows:
        for other in row.atoms:
            match = compare(atom.fact, other.fact)
            if match is not None and match.how:
                if row is own or other.column == 0:
                    return None
                where.add(other.column)
    column = where.pop() if len(where) == 1 else -1
    return next((other for other in own.atoms if other.column == column), None)


@lru_cache(maxsize=1024)
def _head_values(head: str) -> tuple[Fact, ...]:
    return read(head).quantities if _DIGIT.search(head) else ()


def _under_its_head(case: Case, atom: Atom) -> Finding | None:
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
            return Finding("contradicted", cells[0], reason=f"the table has {cells[0].fact.text} here")
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
                    or (match.fault.startswith("one end of a range") and both_ends(case, atom, fact))
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


def _all_named(sight: Named, peers: list[Fact]) -> bool:
    """Whether every value of the claim has a column named for it, so that none can be about anything else."""
    values = [peer for peer in peers if not sight.within(peer.start, peer.end)]
    columns = [mention for mention in sight.columns if mention.number != 0]
    return len(columns) == len(values) and bool(sight.rows)


def _down_column(sight: Named, atom: Atom, cell: Atom) -> bool:
    """Whether the value stands in the same column as the cell that is meant, in another row that the claim names."""
    return any(
        other.column == cell.column
        and (match := compare(atom.fact, other.fact)) is not None
        and bool(match.how)
        for mention in sight.rows
        for other in sight.table.rows[mention.number].atoms
        if other.unit != cell.unit
    )


def _in_table(sight: Named, atom: Atom) -> bool:
    """Whether the value stands in another cell of the table: then it is the wrong row or column."""
    for row in sight.table.rows:
        for other in row.atoms:
            match = compare(atom.fact, other.fact)
            if match is not None and match.how:
                return True
    return False
