"""Words of a claim that a table has in another row or cell than the one that the claim names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.evidence.grids import Mention, Named, loosely_named
from agent.evidence.standing import places_of
from agent.evidence.tokens import weight
from agent.evidence.units import Table, Unit, plainly
from agent.facts.names import STOPWORDS
from agent.facts.reading import Reading

_ROWS = 60
"""In a table of more rows than this a row is named by its whole label only."""
_LEAST = 2.0
"""Weight of the words (one Latin word, two pairs of Han) of another row from which on they tell."""
_SCALE = {
    "very low": 0, "low": 1, "lower": 1, "medium": 2, "moderate": 2, "high": 3, "higher": 3, "very high": 4,
    "很低": 0, "低": 1, "较低": 1, "中": 2, "中等": 2, "高": 3, "较高": 3, "很高": 4,
    "none": 0, "poor": 1, "fair": 2, "good": 3, "excellent": 4, "差": 1, "一般": 2, "好": 3, "优秀": 4,
}  # fmt: skip
"""What cells rate things by, in order."""
_RATED = re.compile(
    r"(?<![A-Za-z-])(?:very low|very high|low|medium|moderate|high|poor|fair|good|excellent)(?![A-Za-z-])|很低|较低|中等|较高|很高"
)
_EXTREME = re.compile(
    r"\b(?P<low>lowest|worst)\b|\b(?P<high>highest|best)\b|(?P<low_zh>最低|最差)|(?P<high_zh>最高|最好)"
)
_ALSO = re.compile(
    r"\b(?:unlike|like|than|versus|vs|compared|instead|rather|not|no|never|without|both|neither|while|whereas)\b|不|没|非|而|比|相比"
)
"""Where a claim sets one row against another it may speak of both."""


@dataclass(frozen=True, slots=True)
class CellWord:
    """A word of a claim, and what the table has instead, or the row that it has it in."""

    start: int
    end: int
    reason: str
    unit: Unit


def cell_words(
    claim: Reading, tables: Sequence[Table], sights: Sequence[Named], told: set[str]
) -> Iterator[CellWord]:
    """What a claim says of one row and the table of another; `told` are tokens that other text of the evidence has."""
    low = claim.plain.lower()
    for table in tables:
        if not 2 <= len(table.rows) <= _ROWS:
            continue
        sure = next((sight for sight in sights if sight.table is table), None)
        loose = loosely_named(table, low)
        rows = (sure.rows if sure else ()) or loose.rows
        columns = tuple(m for m in (sure.columns if sure else ()) if m.number) or tuple(
            m for m in loose.columns if m.number
        )
        if len({mention.number for mention in (*rows, *loose.rows)}) != 1:
            continue
        yield from _rated(low, table, rows[0], columns)
        if sure is not None and sure.rows:
            yield from _of_another_row(claim, table, sure, told)


def _of_another_row(claim: Reading, table: Table, sight: Named, told: set[str]) -> Iterator[CellWord]:
    own_row = table.rows[sight.rows[0].number]
    if _ALSO.search(claim.plain.lower()):
        return
    own = own_row.tokens | own_row.raw | own_row.context
    words = [
        place
        for place in places_of(claim)
        if place[0][0] != "#" and place[0] not in STOPWORDS and not sight.within(place[1], place[2])
    ]
    right = {token for token, _, _ in words if token in own}
    for row in table.rows:
        theirs = row.tokens - own - told
        wrong = [place for place in words if place[0] in theirs]
        found = {token for token, _, _ in wrong}
        if row is not own_row and weight(found) >= _LEAST and weight(found) > weight(right - row.tokens):
            label = plainly(row.claim.cells[0]) if row.claim.cells else ""
            yield CellWord(wrong[0][1], wrong[-1][2], f"the table says it of {label}", row)
            return


def _rated(low: str, table: Table, row: Mention, columns: Sequence[Mention]) -> Iterator[CellWord]:
    """A rating in words (`high`, `the lowest`) against the cell that the claim names."""
    cells = [plainly(cell) for cell in table.rows[row.number].claim.cells]
    if len({mention.number for mention in columns}) != 1 or columns[0].number >= len(cells):
        return
    place = columns[0].number
    here = _SCALE.get(cells[place])
    if here is None:
        return
    spans = [(mention.start, mention.end) for mention in (row, *columns)]
    said = [match for match in _RATED.finditer(low) if not any(a <= match.start() < b for a, b in spans)]
    unit = table.rows[row.number]
    if len(said) == 1 and _SCALE[said[0][0]] != here and not _ALSO.search(low):
        yield CellWord(*said[0].span(), f"the table has {cells[place]} there", unit)
    most = _EXTREME.search(low)
    if most is None:
        return
    down = [plainly(other.claim.cells[place]) for other in table.rows if place < len(other.claim.cells)]
    axes = [
        [_SCALE[cell] for cell in axis] for axis in (cells[1:], down) if all(cell in _SCALE for cell in axis)
    ]
    ends = [min(axis) if most["low"] or most["low_zh"] else max(axis) for axis in axes]
    if ends and here not in ends:
        yield CellWord(*most.span(), f"the table has {cells[place]} there", unit)
