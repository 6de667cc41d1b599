"""Conditions and things beside a value: the clause that it stands under, the number of machines, the house that is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from agent.evidence.case import Case
from agent.evidence.grids import best_columns, loosely_named
from agent.evidence.units import Table, Unit, plainly
from agent.facts.folding import has_han

_SEGMENT = re.compile(r"[；;。]|\.\s")
_CLAUSE = re.compile(r"[，,；;。]\s?")
_LEAST = 4
"""Letters of a clause from which on it is looked for as a whole: four of Han, three words of English."""
_MACHINES = re.compile(
    r"(?P<n>\d{1,5})\s?(?:[×xX*]|块|张|台|个|卡|枚|颗)?\s?(?:(?:NVIDIA|AMD|Intel|Huawei|Google)\s)?(?P<name>[A-Z]{1,4}\d{2,4}[A-Za-z]{0,3})(?![A-Za-z0-9.-])"
)
_HOUSE = re.compile(
    r"(?P<name>[\u3400-\u9fff]{2}(?:大学|学院|研究院|研究所|实验室|集团|公司|银行|云))(?![\u3400-\u9fff]?[端上原计服平])"
)
_ANY_HOUSE = re.compile(
    r"[该本某各两这那另其子母]|多家|一家|几家|所有|部分|全部|其他|国内|国外|海外|新型|大型|上市|科技|同一|混合|私有|公有|边缘"
)
_WORD_CELL = re.compile(r"[a-z][a-z -]{0,14}|[√×✓✗是否有无高中低]|支持|不支持|[\u3400-\u9fff]{1,4}")


@dataclass(frozen=True, slots=True)
class Beside:
    """Something of a claim that its source has otherwise."""

    kind: str
    start: int
    end: int
    reason: str
    unit: Unit


def told_beside(case: Case) -> Iterator[Beside]:
    """What a claim puts beside a value, or in the cell of a word, and its source does not."""
    yield from _other_segment(case)
    yield from _other_number(case)
    yield from _other_house(case)
    yield from _other_word(case)
    yield from _other_phrase(case)


def _other_segment(case: Case) -> Iterator[Beside]:
    """A clause that the source has word for word, but in the neighbour of the segment in which it has the value."""
    if case.claim.cells or len(case.atoms) != 1:
        return
    atom, plain = case.atoms[0], case.reading.plain
    clauses = _spans(_CLAUSE, plain)
    if len(clauses) < 2:
        return
    segments = [
        (unit, unit.reading.plain[a:b], any(a <= start < b for start in _places(unit, atom.fact.normal)))
        for unit in case.main
        if not unit.claim.cells
        for a, b in _spans(_SEGMENT, unit.reading.plain)
    ]
    held = [text for _, text, holds in segments if holds]
    for a, b in clauses:
        clause = plain[a:b].strip(" ，,；;。")
        if (
            a <= atom.fact.start < b
            or _parted(plain, a, b, atom.fact.start)
            or _size(clause) < _LEAST
            or not held
            or any(clause in text for text in held)
        ):
            continue
        if all(len(_spans(_CLAUSE, text)) < 2 for text in held):
            continue  # what the source says there it says under no condition
        unit = next((unit for unit, text, _ in segments if clause in text), None)
        if unit is not None:
            yield Beside("condition", a, b, "the source says it under another condition", unit)
            return


def _parted(plain: str, start: int, end: int, place: int) -> bool:
    """Whether the claim itself puts a clause and a place into two segments, so that it sets no condition."""
    a, b = (place, start) if place < start else (max(start, end - 2), place)
    return _SEGMENT.search(plain, a, b) is not None


def _places(unit: Unit, normal: str) -> list[int]:
    return [other.fact.start for other in unit.atoms if other.fact.normal == normal]


def _size(text: str) -> float:
    return float(len(text)) if has_han(text) else 4.0 / 3.0 * len(text.split())


def _spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    cuts = [0, *(match.end() for match in pattern.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]


def _other_number(case: Case) -> Iterator[Beside]:
    """`4× B200` where the evidence has eight of them, and never four."""
    mine = list(_MACHINES.finditer(case.reading.plain))
    if not mine:
        return
    known: dict[str, dict[str, Unit]] = {}
    for unit in case.units:
        for match in _MACHINES.finditer(unit.reading.plain):
            known.setdefault(match["name"], {})[match["n"]] = unit
    for match in mine:
        numbers = known.get(match["name"], {})
        if numbers and match["n"] not in numbers:
            told = ", ".join(sorted(numbers)[:3])
            unit = next(iter(numbers.values()))
            yield Beside("quantity", *match.span("n"), f"the source has {told} {match['name']}", unit)


def _other_house(case: Case) -> Iterator[Beside]:
    """A house that the evidence never names, in a claim and evidence of one script."""
    if not case.main or not has_han(case.main[0].reading.plain):
        return
    for match in _HOUSE.finditer(case.reading.plain):
        name = match["name"]
        if name in case.index.plain or name[:2] in case.index.plain or _ANY_HOUSE.search(name[:2]):
            continue
        yield Beside("entity", *match.span("name"), "the evidence does not name it", case.main[0])


def _other_word(case: Case) -> Iterator[Beside]:
    """The word of a cell (`High`, `√`) whose row and column a claim names, where another of its column stands."""
    if case.claim.cells or case.atoms:
        return
    low = case.reading.plain.lower()
    for table in case.tables():
        sure = next((sight for sight in case.sights if sight.table is table), None)
        rows = (sure.rows if sure else ()) or loosely_named(table, low).rows
        columns = tuple(m for m in (sure.columns if sure else ()) if m.number) or best_columns(table, low)
        if len({m.number for m in rows}) != 1 or len({m.number for m in columns}) != 1:
            continue
        said = _words_of(table, columns[0].number)
        own = _cell(table.rows[rows[0].number], columns[0].number)
        taken = [(m.start, m.end) for m in (*rows, *columns)]
        if own not in said or _place(own, low, taken) >= 0:
            continue
        for word in sorted(said - {own}, key=len, reverse=True):
            place = _place(word, low, taken)
            if place >= 0:
                yield Beside(
                    "entity",
                    place,
                    place + len(word),
                    f"the table has {own} here",
                    table.rows[rows[0].number],
                )
                return


def _other_phrase(case: Case) -> Iterator[Beside]:
    """What a cell says in words, said of another row of its column, where the claim names row and column whole."""
    if case.claim.cells:
        return
    low = case.reading.plain.lower()
    for sight in case.sights:
        rows = {mention.number for mention in sight.rows}
        columns = {mention.number for mention in sight.columns if mention.number}
        if len(rows) != 1 or len(columns) != 1:
            continue
        row, column = rows.pop(), columns.pop()
        own = _phrases(_cell(sight.table.rows[row], column))
        if not own or any(phrase in low for phrase in own):
            continue
        for number, other in enumerate(sight.table.rows):
            for phrase in _phrases(_cell(other, column)) if number != row else ():
                place = low.find(phrase)
                if place >= 0 and not sight.within(place, place + len(phrase)):
                    reason = f"the table has {own[0]} here"
                    yield Beside("entity", place, place + len(phrase), reason, sight.table.rows[row])
                    return


def _phrases(cell: str) -> list[str]:
    """The phrases of a cell that are long enough to be known again."""
    parts = [part.strip() for part in re.split(r"[，,;；(（)）/]", cell)]
    return [part for part in parts if len(part) >= (3 if has_han(part) else 5) and not part.isdigit()]


def _words_of(table: Table, column: int) -> set[str]:
    """The words of the cells of a column and of its neighbours, where they are few and come again."""
    cells = [_cell(row, place) for row in table.rows for place in range(1, len(table.header))]
    words = {cell for cell in cells if _WORD_CELL.fullmatch(cell)}
    own = {_cell(row, column) for row in table.rows}
    return words if 2 <= len(words) <= 6 and own <= words and len(cells) > len(words) else set()


def _cell(row: Unit, column: int) -> str:
    cells = row.claim.cells
    return plainly(cells[column]) if column < len(cells) else ""


def _place(word: str, low: str, taken: list[tuple[int, int]]) -> int:
    """Where a claim has a word outside the names of its row and column."""
    edge = r"(?<![a-z0-9])" if word[:1].isascii() else ""
    for match in re.finditer(edge + re.escape(word) + (r"(?![a-z0-9])" if word[-1:].isascii() else ""), low):
        if not any(a <= match.start() < b for a, b in taken):
            return match.start()
    return -1
