"""The values of one quantity over several things: a column (or row) of a table, or parallel clauses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from agent.consistency.amounts import Amount, amounts, cell_amount
from agent.consistency.counts import SUM_ROW
from agent.consistency.lexicon import METRICS, Better, metrics
from agent.consistency.reading import Grid, Reading
from agent.consistency.statements import Statement, parameters_of, qualifiers_of
from agent.consistency.wording import quote
from agent.models import Quote

_BENCHMARK = re.compile(
    r"MMLU|GSM8K|HumanEval|AIME|MATH\b|BBH|C-?Eval|CMMLU|MBPP|ARC-|HellaSwag|SWE-?bench|LongBench|GPQA|AVG\b",
    re.I,
)
"""Heads of scored test sets, on which more is better."""
_BARE_HEAD = re.compile(r"[(（\[].*?[)）\]]|[↑↓]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a series and what it is the value of."""

    labels: tuple[str, ...]
    """Lower-case labels of its row: the first cell and the other cells of text."""
    amount: Amount
    quote: Quote


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one quantity."""

    head: str
    metric: str
    better: Better
    parameter: str
    """Head of the column that the entries are keyed by."""
    entries: tuple[Entry, ...]
    section: int
    line: int
    qualifiers: frozenset[str]
    table: bool = True

    def named_in(self, text: str) -> bool:
        """Whether a text speaks of this quantity."""
        lowered = text.lower()
        if self.metric and any(m.name == self.metric for m in metrics(text)):
            return True
        return len(self.head) >= 2 and mentions(lowered, self.head)


def mentions(lowered: str, label: str) -> bool:
    """Whether a lower-case text names a label, not as a part of a longer word or number."""
    return place_of(lowered, label) >= 0


def place_of(lowered: str, label: str) -> int:
    """Where a lower-case text names a label, not inside a longer word or number; -1 if it does not."""
    if not label:
        return -1
    start = lowered.find(label)
    while start >= 0:
        end = start + len(label)
        before, after = lowered[start - 1 : start], lowered[end : end + 2]
        left = not (_word(label[0]) and _joins(before))
        right = not (
            _word(label[-1]) and (_joins(after[:1]) or (after[:1] in (".", "-") and _joins(after[1:])))
        )
        if left and right:
            return start
        start = lowered.find(label, start + 1)
    return -1


def _word(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _joins(char: str) -> bool:
    return bool(char) and char.isascii() and (char.isalnum() or char in "-_")


def bare_head(head: str) -> str:
    """A column's head without its unit and arrows, lower-case."""
    return " ".join(_BARE_HEAD.sub("", head).split()).lower().strip(" :：")


def table_series(table: Grid) -> list[Series]:
    """Every numeric column of a table, or every numeric row where the first column names metrics."""
    if _is_transposed(table):
        return _row_series(table)
    found: list[Series] = []
    telling = [at for at, head in enumerate(table.header) if at and not metrics(head)][:_TELLING]
    for column in range(1, len(table.header)):
        entries: list[Entry] = []
        for at, row in enumerate(table.rows):
            amount = _single(row[column], table.header[column])
            if amount is not None and not SUM_ROW.match(row[0].strip()):
                entries.append(
                    Entry(_labels(row, column, telling), amount, quote(table.raws[at], table.lines[at]))
                )
        filled = sum(1 for row in table.rows if row[column].strip(" -—–/"))
        if len(entries) >= 2 and len(entries) * 4 >= filled * 3 and _one_dimension(entries):
            found.append(_series(table, table.header[column], bare_head(table.header[0]), entries))
    return found


def _row_series(table: Grid) -> list[Series]:
    found: list[Series] = []
    for at, row in enumerate(table.rows):
        entries: list[Entry] = []
        for column in range(1, len(table.header)):
            amount = _single(row[column], row[0])
            if amount is not None:
                label = " ".join(table.header[column].lower().split())
                entries.append(Entry((label,), amount, quote(table.raws[at], table.lines[at])))
        if len(entries) >= 2 and _one_dimension(entries):
            found.append(_series(table, row[0], "", entries))
    return found


def _series(table: Grid, head: str, parameter: str, entries: list[Entry]) -> Series:
    named = metrics(head)
    metric = named[0].name if named else ""
    dimension = entries[0].amount.dimension
    bare = not metric and dimension in _RATES and not any(map(metrics, table.header))
    if bare:  # the head is a unit; the line over the table says of what
        told = {one.name for one in metrics(table.lead.text)} if table.lead is not None else set()
        metric = told.pop() if len(told) == 1 else _RATES[dimension]
    better: Better = METRICS[metric][0] if metric else ""
    if not metric and _BENCHMARK.search(head):
        better = "higher"
    if "↑" in head:
        better = "higher"
    if "↓" in head:
        better = "lower"
    return Series(
        bare_head(head),
        metric,
        better,
        parameter,
        tuple(entries),
        table.section,
        table.line,
        qualifiers_of(head),
    )


_RATES = {
    "token rate": "throughput",
    "request rate": "qps",
    "time": "time",
    "dollars": "price",
    "yuan": "price",
}
"""Dimensions of which a unit as a head (`tok/s`) says what is measured, with what it is when nothing else does."""


def _is_transposed(table: Grid) -> bool:
    first = sum(bool(metrics(row[0])) for row in table.rows)
    head = sum(bool(metrics(cell)) for cell in table.header[1:])
    return first * 2 >= len(table.rows) and first > head and len(table.rows) >= 1


def _single(cell: str, head: str) -> Amount | None:
    """The one value of a cell; a remark in brackets after it does not count."""
    bare = re.sub(r"[(（].*?[)）]", "", cell)
    if len(amounts(bare)) != 1:
        return None
    return cell_amount(bare, head)


def cell_value(cell: str, head: str) -> Amount | None:
    """The one value of a table cell, or None."""
    return _single(cell, head)


_TELLING = 16
"""Cells of a row that tell it apart are taken from so many columns at most: more never name a row."""


def _labels(row: tuple[str, ...], column: int, telling: list[int]) -> tuple[str, ...]:
    """The first cell of a row, and its other cells that tell it apart: those of no measured column (`telling`)."""
    labels = [" ".join(row[0].lower().split())]
    for at in telling:
        text = " ".join(row[at].lower().split())
        if at != column and 1 <= len(text) <= 40:
            labels.append(text)
    return tuple(labels)


def _one_dimension(entries: list[Entry]) -> bool:
    return len({entry.amount.dimension for entry in entries}) == 1


def prose_series(found: list[Statement]) -> list[Series]:
    """Values of one quantity given clause by clause, one name or one parameter each, within a section."""
    groups: dict[tuple[int, str, str, str], list[tuple[str, Statement]]] = defaultdict(list)
    for statement in found:
        if not statement.alone or statement.change:
            continue
        key = _key_of(statement)
        if key is not None:
            place = (statement.sentence.section, statement.metric, statement.amount.dimension, key[0])
            groups[place].append((key[1], statement))
    series = [
        _prose_series(parameter, metric, members) for (_, metric, _, parameter), members in groups.items()
    ]
    return [one for one in series if one is not None]


def _key_of(statement: Statement) -> tuple[str, str] | None:
    """What a clause's value is of: (no parameter, its one name), or (a parameter, its number)."""
    if len(statement.names) == 1:
        return "", next(iter(statement.names))
    swept = sorted(parameters_of(statement.clause))
    if not statement.names and len(swept) == 1:
        parameter, _, value = swept[0].partition("=")
        return parameter, value
    return None


def _prose_series(parameter: str, metric: str, members: list[tuple[str, Statement]]) -> Series | None:
    members = _without_repeats(members)
    labels = {label for label, _ in members}
    swept = {f"{parameter}={label}" for label in labels} if parameter else set()
    settings = {member.settings - swept - _EXTREMES for _, member in members}
    lines = [member.sentence.line for _, member in members]
    if len(members) < 2 or len(labels) != len(members) or len(settings) > 1 or len(members) > 12:
        return None
    if lines[-1] - lines[0] > 12:
        return None
    entries = tuple(
        Entry((label,), member.amount, quote(member.sentence.quote, member.sentence.line))
        for label, member in members
    )
    better: Better = METRICS[metric][0] if metric else better_of(members[0][1].amount.dimension)
    section = members[0][1].sentence.section
    return Series(
        "", metric, better, parameter, entries, section, lines[0], next(iter(settings)), table=False
    )


_EXTREMES = {"最大", "最小", "最高", "最低", "max", "min", "maximum", "minimum", "peak"}
"""Words that a superlative holds, and that then set nothing apart."""


def _without_repeats(members: list[tuple[str, Statement]]) -> list[tuple[str, Statement]]:
    """The statements without those that only say again, in agreement, what an earlier one said."""
    kept: dict[str, Statement] = {}
    left: list[tuple[str, Statement]] = []
    for label, statement in members:
        first = kept.setdefault(label, statement)
        if first is statement or not first.amount.agrees(statement.amount):
            left.append((label, statement))
    return left


def better_of(dimension: str) -> Better:
    """Which way a value of that dimension is better, when its quantity is not named."""
    if dimension in ("token rate", "request rate", "byte rate", "bit rate", "flops", "stars"):
        return "higher"
    return "lower" if dimension == "time" else ""


_VALUE = r"\d[\d.,]*\s?[A-Za-z%★][A-Za-z/]{0,7}"
_BRACKETED = re.compile(rf"(?P<value>{_VALUE})\s?[（(](?P<label>[^（()）\d][^（()）]{{0,20}})[)）]")
_BEHIND = re.compile(rf"\s*(?:and |和)?(?P<label>[^：:\n]{{1,24}}?)\s?[：:]?\s?(?P<value>{_VALUE})[。.]?\s*$")
_PIECES = re.compile(r"[、，；]|,\s|;\s")


def labelled_series(reading: Reading) -> list[Series]:
    """Values that one line gives with the name of each: `52GB（基线）、38GB（卸载）`, `显存：甲 23 GB，乙 21 GB，丙 20 GB`."""
    found: list[Series] = []
    for line in reading.lines:
        if line.kind not in ("text", "item") or sum(char.isdigit() for char in line.text) < _LEAST:
            continue
        text = line.text[:_LINE]
        given = list(_BRACKETED.finditer(text))
        before = text[: given[0].start()] if given else ""
        if len(given) < _LEAST:
            before, _, body = re.sub(r":\s", "：", text, count=1).partition("：")
            pieces = _PIECES.split(_STOP.split(body, maxsplit=1)[0])
            behind = [_BEHIND.match(piece) for piece in pieces]
            given = [match for match in behind if match is not None] if all(behind) else []
        entries = [
            Entry((match["label"].strip().lower(),), value, quote(line.raw, line.number))
            for match in given
            if (value := _single(match["value"], "")) is not None and value.dimension
        ]
        named = metrics(before)
        if len(entries) < max(_LEAST, len(given)) or not _one_dimension(entries) or not named:
            continue
        if len({entry.labels for entry in entries}) == len(entries):
            metric = named[-1].name
            better = METRICS[metric][0]
            found.append(
                Series(
                    "",
                    metric,
                    better,
                    "",
                    tuple(entries),
                    line.section,
                    line.number,
                    frozenset(),
                    table=False,
                )
            )
    return found


_LINE = 600
"""Characters of a line in which values stand side by side."""
_STOP = re.compile(r"。|\.\s|\.$")
_LEAST = 3
"""From so many values on, names in brackets tell them apart; two may be remarks."""


class Nearby:
    """Which series a sentence may speak of: those of its section, of the sections beside it, or the only table."""

    LIMIT = 40
    """A place with more series than this leaves open which is meant."""

    def __init__(self, reading: Reading, series: Iterable[Series]) -> None:
        self._sections = reading.sections
        self._own: dict[int, list[Series]] = defaultdict(list)
        self._under: dict[int, list[Series]] = defaultdict(list)
        every = list(series)
        for one in every:
            self._own[one.section].append(one)
            parent = self._sections[one.section].parent
            if parent > 0:
                self._under[parent].append(one)
        self._single = every if len({one.line for one in every}) == 1 else []

    def of(self, section: int) -> list[Series]:
        """The series that a sentence of that section may speak of."""
        parent = self._sections[section].parent
        near = self._own.get(section) or [
            *self._own.get(parent, []),
            *self._under.get(section, []),
            *self._under.get(parent, []),
        ]
        return (near or self._single) if len(near) <= self.LIMIT else []
