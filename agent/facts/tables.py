"""Cells of table rows: their heads, the unit that a head gives, their places in the row."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent.facts.folding import folded
from agent.facts.model import Claim, Fact
from agent.facts.reading import facts_of, read
from agent.facts.units import UNIT_PATTERN, unit_of

_HEAD_UNIT = re.compile(
    r"[(（\[]\s*(?:单位[:：]\s*)?(?P<unit>"
    + UNIT_PATTERN
    + r")(?:\s*/\s*(?P<per>[A-Za-z]+))?\s*[)）\]](?P<first>)"
)
_RATE = r"(?:req/s|tok/s|tokens/s|[KMGT]i?B/s|QPS|RPS|TPS|FPS|ms|[KMGT]i?B|[KMGT]bps)"
_HEAD_ENDS = re.compile(
    rf"(?:^|[\s,，_])(?P<unit>{_RATE})\s*(?:[(（][^()（）]{{0,16}}[)）])?$|^(?P<first>{_RATE})(?=\s)",
    re.IGNORECASE,
)
"""A unit at the end or the beginning of a head, without brackets: `baseline req/s`, `qps perf`."""
_MEASURE = re.compile(
    r"吞吐|延迟|耗时|数量|个数|次数|大小|容量|显存|内存|得分|分数|长度|步数"
    r"|\b(?:throughput|tok(?:en)?s?|latency|count|number|size|memory|score|requests?|steps?|samples?|stars|commits|length|total|ttft|tpot|itl)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"\*\*|__|~~|</?[a-z][^>]{0,60}>")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row: its place in the row's text, its column and the head of that column."""

    text: str
    start: int
    column: int
    head: str

    def facts(self, *, date: dt.date | None = None) -> list[Fact]:
        """The facts of the cell, spans within the cell, a bare number with the unit of the head."""
        return [with_head_unit(fact, self.head) for fact in facts_of(read(self.text, date=date))]


def row_cells(claim: Claim) -> Iterator[Cell]:
    """The cells of a row claim that are not empty."""
    position = 0
    for column, text in enumerate(claim.cells):
        start = claim.text.find(text, position) if text else -1
        if start < 0:  # an escaped bar: the cell's text is not in the row as it stands
            continue
        position = start + len(text)
        yield Cell(text, start, column, claim.header[column] if column < len(claim.header) else "")


def with_head_unit(fact: Fact, head: str) -> Fact:
    """A plain number takes the unit that its column head gives in brackets: `TTFT (ms)`."""
    if fact.kind == "date" and len(fact.text) == 4 and fact.text.isdigit() and _measures(head):
        value = float(fact.text)  # 1900 under `throughput` is no year
        fact = Fact("quantity", fact.text, fact.start, fact.end, f"{value:g}", (value,), step=1.0)
    if fact.kind != "quantity" or fact.dimension or not head:
        return fact
    match = _HEAD_UNIT.search(folded(head)) or _HEAD_ENDS.search(folded(head))
    unit = unit_of(match["unit"] or match["first"]) if match else None
    if match is None or unit is None:
        return fact
    factor, name, dimension = unit.factor, unit.name, unit.dimension
    if match.re is _HEAD_UNIT and match["per"]:
        per = unit_of(match["per"])
        factor = factor / per.factor if per else factor
        name, dimension = (
            f"{name}/{match['per']}",
            f"{dimension}/{per.dimension if per else match['per'].lower().rstrip('s')}",
        )
    values = tuple(value * factor for value in fact.values)
    shown = "..".join(f"{value:.12g}" for value in values)
    return replace(
        fact,
        values=values,
        step=fact.step * factor,
        unit=name,
        dimension=dimension,
        normal=f"{shown} {dimension}",
    )


def _measures(head: str) -> bool:
    """Whether the values under a head are amounts of something, so that none of them is a year."""
    return bool(_HEAD_UNIT.search(folded(head)) or _MEASURE.search(head))
