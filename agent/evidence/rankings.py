"""Superlatives and counts worked out over the tables and lists of the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.evidence.atoms import Atom
from agent.evidence.grids import Named
from agent.evidence.tokens import raw_tokens, weight
from agent.evidence.units import EvidenceIndex, Unit
from agent.facts.model import Fact
from agent.facts.reading import Reading

_MOST = re.compile(
    r"最[高大多长贵]|居首|榜首|\b(?:highest|largest|greatest|most|biggest|longest|maximum|top|tallest)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"最[低小少短]|最便宜|\b(?:lowest|smallest|least|fewest|shortest|minimum|cheapest)\b", re.IGNORECASE
)
_BEST = re.compile(r"最[优好佳强快]|\b(?:best|fastest|strongest)\b", re.IGNORECASE)
_WORST = re.compile(r"最[差慢弱坏]|\b(?:worst|slowest|weakest)\b", re.IGNORECASE)
_SENSES = (("most", _MOST), ("least", _LEAST), ("best", _BEST), ("worst", _WORST))
_NOT_RANK = re.compile(
    r"(?:最高|最大|最多|最长)(?:可|支持|达|为|\s?\d)|at most|at least|\bmost of|the most recent",
    re.IGNORECASE,
)
_TABLE = re.compile(r"表|\b(?:table|rows?)\b", re.IGNORECASE)
_TABLE_HAS = re.compile(
    r"\btable\s(?:compares|lists|has|covers|shows|contains|gives|holds)\s|表(?:格)?中?(?:共|一共|比较了?|列出了?|列了|包含|包括|含有?|对比了?)+",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"表|列|行|项|条|款|种|个|共|合计|\b(?:table|list|rows?|items?|entries|models?|total|listed|there are)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A superlative of a claim held against the values of a column."""

    start: int
    end: int
    right: bool
    how: str
    unit: Unit


def superlatives(
    claim: Reading, tokens: set[str], units: list[Unit], sights: Sequence[Named]
) -> Iterator[Ranked]:
    """Superlatives of a claim about a column of a table in which the claim names both column and row."""
    tables = {
        id(unit.table): unit.table for unit in units if unit.table is not None and len(unit.table.rows) > 1
    }
    if not tables:
        return
    for sense, pattern in _SENSES:
        match = next(
            (m for m in pattern.finditer(claim.plain) if not any(s.within(*m.span()) for s in sights)), None
        )
        if match is None or _NOT_RANK.match(claim.plain, match.start()):
            continue
        for table in tables.values():
            sight = next((s for s in sights if s.table is table), None)
            verdict = _over(table.rows, sense, tokens, match.span(), sight)
            if verdict is not None:
                yield verdict
                return


def _over(
    rows: list[Unit], sense: str, tokens: set[str], span: tuple[int, int], sight: Named | None
) -> Ranked | None:
    columns: dict[int, list[Atom]] = {}
    for unit in rows:
        seen: set[int] = set()
        for atom in unit.atoms:
            if atom.fact.kind == "quantity" and atom.column >= 0 and atom.column not in seen:
                seen.add(atom.column)
                columns.setdefault(atom.column, []).append(atom)
    best = _column_named(columns, sight) or _column(columns, tokens)
    if best is None:
        return None
    named = _row_named(best, rows, sight) or _named(best, tokens)
    if named is None:
        return None
    values = [atom.fact.values[0] for atom in best]
    value = named.fact.values[0]
    extremes = {"most": (max(values),), "least": (min(values),)}.get(sense, (max(values), min(values)))
    right = value in extremes
    winner = next(atom for atom in best if atom.fact.values[0] == extremes[0])
    unit = next(unit for unit in rows if unit.number == named.unit)
    how = (
        f"computed over {len(best)} rows"
        if right
        else f"{named.fact.text} is not the {sense} of its column: {winner.fact.text} is"
    )
    return Ranked(*span, right, how, unit)


def _column_named(columns: dict[int, list[Atom]], sight: Named | None) -> list[Atom] | None:
    numbers = {mention.number for mention in sight.columns if mention.number in columns} if sight else set()
    numbers -= {0}
    return columns[numbers.pop()] if len(numbers) == 1 else None


def _row_named(atoms: list[Atom], rows: list[Unit], sight: Named | None) -> Atom | None:
    numbers = {mention.number for mention in sight.rows} if sight else set()
    if len(numbers) != 1:
        return None
    unit = rows[numbers.pop()].number
    return next((atom for atom in atoms if atom.unit == unit), None)


def _column(columns: dict[int, list[Atom]], tokens: set[str]) -> list[Atom] | None:
    """The column whose head the claim names best; the only one of a table with one column of numbers."""
    wide = {column: atoms for column, atoms in columns.items() if len(atoms) > 1}
    if not wide:
        return None
    heads = {column: set.intersection(*(atom.near for atom in atoms)) for column, atoms in wide.items()}
    everywhere = set.intersection(*heads.values()) if len(heads) > 1 else set()
    scored = sorted(
        ((weight((heads[column] - everywhere) & tokens), column) for column in wide), reverse=True
    )
    if len(scored) > 1 and scored[0][0] == 0:
        return None
    return wide[scored[0][1]]  # of two equally named the one to the right: labels stand to the left of values


def _named(atoms: list[Atom], tokens: set[str]) -> Atom | None:
    common = set.intersection(*(atom.near for atom in atoms))
    scored = sorted(
        ((weight((atom.near - common) & tokens), -place) for place, atom in enumerate(atoms)), reverse=True
    )
    if scored[0][0] == 0 or (len(scored) > 1 and scored[0][0] == scored[1][0]):
        return None
    return atoms[-scored[0][1]]


def counted(fact: Fact, text: str, tokens: set[str], index: EvidenceIndex) -> tuple[Unit, str, bool] | None:
    """A count of a claim held against the rows of the table, or the items of the list, that it speaks of."""
    if (
        fact.dimension not in {"", "count"}
        or fact.values[0] != int(fact.values[0])
        or not _LISTED.search(text)
    ):
        return None
    value = int(fact.values[0])
    if value < 1:
        return None
    best: tuple[float, list[Unit], str] | None = None
    for rows in [table.rows for table in index.tables]:
        head = rows[0].context | set().union(*(row.tokens for row in rows[:20]))
        score = weight(tokens & head)
        if len(rows) > 1 and (best is None or score > best[0]):
            best = (score, rows, "rows")
    if best is None or (best[0] <= 0 and not (len(index.tables) == 1 and _TABLE.search(text))):
        return None
    labels = {row.claim.cells[0].strip().lower() for row in best[1] if row.claim.cells}
    named = fact.unit and _heads_rows(fact, best[1])
    right = len(best[1]) == value or (bool(named) and len(labels) == value)
    if not right and not _counts_rows(fact, best[1], text):
        return None
    return best[1][0], f"counted: {len(best[1])} {best[2]}", right


def _counts_rows(fact: Fact, rows: list[Unit], text: str) -> bool:
    """Whether what a claim counts is what the rows of a table are: by the head of their labels, or as rows."""
    noun = fact.unit.lower()
    told = _TABLE_HAS.search(text)
    if told is not None and told.end() <= fact.start <= told.end() + 3:
        return True
    if noun in {"row", "entry", "item", "行", "条", "项", "款", "个", "种"}:
        return bool(_TABLE.search(text))
    return bool(noun) and _heads_rows(fact, rows)


def _heads_rows(fact: Fact, rows: list[Unit]) -> bool:
    noun = fact.unit.lower()
    head = rows[0].claim.header[0].lower() if rows[0].claim.header else ""
    return bool(raw_tokens(noun) & raw_tokens(head)) or noun in head
