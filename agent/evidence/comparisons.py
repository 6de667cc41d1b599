"""`A outperforms B on C` held against a table that has A, B and C: which way do its values go?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from agent.evidence.atoms import Atom
from agent.evidence.grids import Mention, Named, cells_at
from agent.evidence.units import Unit
from agent.facts.reading import Reading

Sense = Literal["higher", "lower", "better", "worse"]

_SENSES: tuple[tuple[Sense, str], ...] = (
    ("better", r"优于|好于|胜过|强于|领先|超越|更优|更好|\b(?:outperform\w*|surpass\w*|beats?|beating|better|superior|improv\w+ (?:over|upon|on)|gains? over|ahead of)\b"),
    ("worse", r"劣于|差于|逊于|不如|落后|更差|\b(?:underperform\w*|worse|inferior|behind|lags?)\b"),
    ("higher", r"高于|大于|多于|超过|更高|更大|更多|\b(?:higher|larger|greater|more|exceed\w*|above|bigger|longer)\b"),
    ("lower", r"低于|小于|少于|不及|更低|更小|更少|\b(?:lower|smaller|fewer|less|below|shorter)\b"),
    ("better", r"快于|更快|\b(?:faster|quicker)\b"),
    ("worse", r"慢于|更慢|\b(?:slower)\b"),
)  # fmt: skip
_COMPARES = re.compile(
    r"比|相比|于|不如|优|胜|过|\b(?:than|over|outperform\w*|surpass\w*|beats?|exceed\w*|underperform\w*|compared (?:to|with)|upon|behind|ahead)\b",
    re.IGNORECASE,
)
_OF_A_NUMBER = re.compile(r"\s?(?:than\s)?(?:about |around |约)?[$€£¥]?\d", re.IGNORECASE)
_THAN = re.compile(r"[^.;,。；，]{0,40}?\bthan\b|[^.;,。；，]{0,12}?于|$^", re.IGNORECASE)
_CLAUSE = re.compile(r"[;；。]|\.\s|,\s(?:while|whereas|but|and)\s")
_LISTED = re.compile(r"\s?(?:\([^()]{0,24}\))?\s?(?:,|and|or|&|,\sand)\s(?:the\s)?", re.IGNORECASE)
_NEGATED = re.compile(
    r"不|没|未|\b(?:not|n't|no|never)\b[\w\s]{0,12}$|(?:\bnot|n't)\s+(?:\w+\s+){0,2}$", re.IGNORECASE
)
# Columns in which less is better: errors, costs and times.
_LESS_IS_BETTER = re.compile(
    r"↓|error|\bwer\b|\bcer\b|\bter\b|\bser\b|perplexity|\bppl?\b|loss|latency|\btime\b|cost|delay|ttft|tpot|\bitl\b|memory|"
    r"延迟|耗时|时间|误差|错误率|困惑度|成本|显存|内存|能耗|\bms\b|\b(?:rmse|mse|mae|fid|eer|fpr|fnr)\b",
    re.IGNORECASE,
)


# Columns that say how big a thing is, and not how good.
_SIZE = re.compile(
    r"#|\bparams?\b|\bparameters?\b|\bsize\b|\bexamples?\b|\bdim(?:ension)?s?\b|参数|规模|维度", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison of a claim held against the cells that it names."""

    start: int
    end: int
    right: bool
    how: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class OwnValues:
    """A comparison of a claim held against the values that the claim gives for its two sides."""

    start: int
    end: int
    right: bool
    how: str


def comparisons(claim: Reading, sights: Iterable[Named]) -> Iterator[Compared]:
    """The comparison of a claim, where it names two rows (or two columns) of one table and one sense.

    Every pair of values in the columns that it names (in all of them where it names none) must go one way;
    where they go both ways the table decides nothing.
    """
    found = _sense(claim.plain)
    if found is None:
        return
    sense, start, end, denied = found
    for sight in sights:
        if _on_one_side(claim.plain, sight):
            continue
        pairs = [pair for pair in _pairs(sight) if sense in {"higher", "lower"} or not _SIZE.search(pair[0])]
        if not pairs:
            continue
        votes = {_agrees(sense, head, a, b) for head, a, b in pairs}
        if votes in ({True}, {False}):
            right = (votes == {True}) != denied
            _, a, b = pairs[0]
            unit = next(unit for unit in sight.table.rows if unit.number == a.unit)
            verb = "computed" if right else "the table says otherwise"
            yield Compared(start, end, right, f"{verb}: {a.fact.text} against {b.fact.text}", unit)
            return


def by_own_values(claim: Reading) -> OwnValues | None:
    """`A (15.8) and B (14.9) are lower than C (15.6) and D (14.4)`: whether the values that a claim gives itself go
    the way that it says, each with the one at its place on the other side; None where they go both ways, or where
    the sides have not as many values of one sort."""
    found = _sense(claim.plain)
    if found is None or found[0] not in {"higher", "lower"} or not _THAN.match(claim.plain, found[2]):
        return None
    sense, start, end, denied = found
    before = [fact for fact in claim.quantities if fact.end <= start]
    after = [fact for fact in claim.quantities if fact.start >= end]
    sorts = {(fact.dimension, len(fact.values)) for fact in (*before, *after)}
    if (
        not before
        or len(before) != len(after)
        or len(sorts) != 1
        or any(fact.bound for fact in (*before, *after))
    ):
        return None
    if _CLAUSE.search(claim.plain, before[0].start, after[-1].end):
        return None
    votes = {(a.values[0] > b.values[0]) == (sense == "higher") for a, b in zip(before, after, strict=True)}
    if len(votes) != 1 or any(a.values == b.values for a, b in zip(before, after, strict=True)):
        return None
    right = votes.pop() != denied
    a, b = before[0].text, after[0].text
    told = f"computed: {a} against {b}" if right else f"its own values say otherwise: {a} against {b}"
    return OwnValues(start, end, right, told)


def less_is_better(head: str) -> bool:
    """Whether the head of a column names what is better when it is less: an error, a cost, a time."""
    return _LESS_IS_BETTER.search(head) is not None


def _sense(plain: str) -> tuple[Sense, int, int, bool] | None:
    """The one sense of a text's comparison, with whether it is denied; None where there is none, or several."""
    if not _COMPARES.search(plain):
        return None
    found = [
        (sense, m.start(), m.end())
        for sense, pattern in _SENSES
        for m in re.finditer(pattern, plain, re.IGNORECASE)
        if not _OF_A_NUMBER.match(plain, m.end())
    ]
    if len({sense for sense, _, _ in found}) != 1:
        return None
    sense, start, end = min(found, key=lambda item: item[1])
    denied = _NEGATED.search(plain[max(0, start - 20) : start]) is not None
    return sense, start, end, denied


def _pairs(sight: Named) -> Iterator[tuple[str, Atom, Atom]]:
    """Head and values of the two sides of the comparison, in the order of the claim."""
    rows = _sides(sight.rows)
    columns = [mention for mention in sight.columns if mention.number != 0]
    if rows is not None:
        chosen = {mention.number for mention in columns} or set(range(1, len(sight.table.header)))
        for column in sorted(chosen):
            a, b = cells_at(sight.table, rows[0], column), cells_at(sight.table, rows[1], column)
            if _single(a, b):
                yield sight.table.header[column] if column < len(sight.table.header) else "", a[0], b[0]
        return
    sides = _sides(columns)
    if sides is None:
        return
    chosen = {mention.number for mention in sight.rows} or set(range(len(sight.table.rows)))
    for row in sorted(chosen):
        a, b = cells_at(sight.table, row, sides[0]), cells_at(sight.table, row, sides[1])
        if _single(a, b):
            label = sight.table.rows[row].claim.cells[0] if sight.table.rows[row].claim.cells else ""
            yield f"{label} {sight.table.header[sides[0]]}", a[0], b[0]


def _sides(mentions: Sequence[Mention]) -> tuple[int, int] | None:
    """The two things compared, in the order of the claim; None where it names one, or more than two."""
    numbers = list(dict.fromkeys(mention.number for mention in sorted(mentions, key=lambda m: m.start)))
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


def _on_one_side(plain: str, sight: Named) -> bool:
    """Whether the two things that a claim names are one side of its comparison (`A (3.1) and B are lower than …`)."""
    for mentions in (sight.rows, [mention for mention in sight.columns if mention.number != 0]):
        ordered = sorted(mentions, key=lambda mention: mention.start)
        if any(_LISTED.fullmatch(plain, a.end, b.start) for a, b in pairwise(ordered)):
            return True
    return False


def _single(a: list[Atom], b: list[Atom]) -> bool:
    both = bool(a) and bool(b) and a[0].fact.kind == b[0].fact.kind == "quantity"
    return both and a[0].fact.dimension == b[0].fact.dimension


def _agrees(sense: Sense, head: str, a: Atom, b: Atom) -> bool | None:
    x, y = a.fact.values[0], b.fact.values[0]
    if x == y:
        return None
    if sense in {"higher", "lower"}:
        return (x > y) == (sense == "higher")
    less = less_is_better(head) or a.fact.dimension == "time"
    return ((x < y) if less else (x > y)) == (sense == "better")
