"""A column worked out from others: the rows that break the rule which the other rows keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from agent.consistency.amounts import Amount
from agent.consistency.counts import SUM_ROW
from agent.consistency.reading import Grid, Reading
from agent.consistency.series import cell_value
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_MANY = 3

_Formula = Callable[[float, float], float]
_FORMULAS: tuple[_Formula, ...] = (
    lambda a, b: a / b,
    lambda a, b: b / a,
    lambda a, b: (a - b) / b * 100,
    lambda a, b: (b - a) / a * 100,
    lambda a, b: (a - b) / a * 100,
    lambda a, b: (b - a) / b * 100,
    lambda a, b: a - b,
    lambda a, b: b - a,
    lambda a, b: a + b,
    lambda a, b: a / b * 100,
    lambda a, b: b / a * 100,
)
_ADDITIVE = _FORMULAS[6:9]
DERIVED = re.compile(
    r"加速|提升|相对|压缩|缩减|compression|factor|倍|比值|比率|增幅|降幅|变化|差|节省|占比|合计|总|speed-?up|gain|improv|ratio|change|delta|Δ|diff|saving|reduction|total|sum|increase",
    re.I,
)


def derived_columns(reading: Reading, table: Grid) -> Iterator[Doubt]:
    """A column worked out from two others: the rows that break the rule which the other rows keep."""
    columns = [[cell_value(row[c], table.header[c]) for row in table.rows] for c in range(len(table.header))]
    numeric = [
        c
        for c, values in enumerate(columns)
        if c and sum(v is not None for v in values) * 4 >= len(values) * 3
    ]
    if not 2 <= len(numeric) <= 10 or len(table.rows) < _MANY:
        return
    for derived in numeric:
        if not DERIVED.search(table.header[derived]):
            continue
        for at in _rule(columns, numeric, derived) or _against_base(columns, numeric, derived):
            if SUM_ROW.match(table.rows[at][0]):
                continue
            yield doubt(
                reading,
                "ratio",
                quote(table.raws[at], table.lines[at]),
                quote(table.header_raw, table.line),
                zh=f"「{table.header[derived]}」一列在其余各行可由另两列算出，此行不符",
                en=f"Column {table.header[derived]!r} follows from two others in the other rows, not in this one",
            )


_ROUNDED = re.compile(r"\.|\d\s?(?:[kKMBT]\b|[万亿千百]|million|billion|thousand)")
"""A figure with decimals or a multiplier may be rounded; a plain integer is taken as it stands."""


def edges(amount: Amount) -> tuple[float, float]:
    """The least and the greatest value that an amount may stand for, as it was rounded."""
    whole = amount.resolution * 0.5 if _ROUNDED.search(amount.text) else 0.0
    slack = whole + (abs(amount.low) * 0.05 if amount.approximate else 0.0)
    return max(amount.low - slack, 1e-12), amount.low + slack


def _against_base(columns: list[list[Amount | None]], numeric: list[int], derived: int) -> list[int]:
    """The rows of a column of multiples whose value does not follow from the row that says 1.0×."""
    stated = columns[derived]
    bases = [
        at for at, a in enumerate(stated) if a is not None and a.low == 1.0 and a.dimension in ("times", "")
    ]
    if len(bases) != 1:
        return []
    for column in numeric:
        base = columns[column][bases[0]]
        if column == derived or base is None or base.low <= 0:
            continue
        for formula in _FORMULAS[:2]:
            kept, broken = 0, []
            for at, (value, multiple) in enumerate(zip(columns[column], stated, strict=True)):
                if at == bases[0] or value is None or multiple is None or value.low <= 0:
                    continue
                corners = [formula(x, y) for x in edges(value) for y in edges(base)]
                if min(corners) - multiple.resolution <= multiple.low <= max(corners) + multiple.resolution:
                    kept += 1
                else:
                    broken.append(at)
            least = 1 if len(numeric) == len((column, derived)) else 2
            if kept >= least and kept >= least * len(broken):
                return broken
    return []


def _rule(columns: list[list[Amount | None]], numeric: list[int], derived: int) -> list[int]:
    """The rows that break the best formula, where at least two and two thirds keep it."""
    best: tuple[int, list[int]] = (0, [])
    for i in numeric:
        for j in numeric:
            if derived in (i, j) or i >= j:
                continue
            for formula in _FORMULAS:
                kept, broken = _try(columns, i, j, derived, formula)
                if kept >= 2 and kept >= 2 * len(broken) and kept > best[0]:
                    best = (kept, broken)
    return best[1]


def _try(
    columns: list[list[Amount | None]], i: int, j: int, derived: int, formula: _Formula
) -> tuple[int, list[int]]:
    kept, broken = 0, []
    for at, (a, b, c) in enumerate(zip(columns[i], columns[j], columns[derived], strict=True)):
        if a is None or b is None or c is None or not a.low or not b.low:
            continue
        counted = formula in _ADDITIVE and a.resolution == b.resolution == c.resolution == 1
        corners = [formula(a.low, b.low)] if counted else [formula(x, y) for x in edges(a) for y in edges(b)]
        slack = 0.0 if counted else c.resolution
        if min(corners) - slack <= c.low <= max(corners) + slack:
            kept += 1
        else:
            broken.append(at)
    return kept, broken
