"""CSV and its kin: every record a row of the table, at its place in the file."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.models import TextBlock
from agent.readers.lines import Lines, trimmed
from agent.readers.plain import read_plain
from agent.readers.reading import Kind, Reading
from agent.readers.tables import merged

_NUMBER = re.compile(r"[-+]?[$€¥]?[\d.,]+(?:[eE][-+]?\d+)?\s?%?")
_DELIMITERS = (",", "\t", ";", "|", "，")
_QUOTED = re.compile(r'"[^"\n]*"')
_SAYS_DELIMITER = re.compile(r'"?sep=(.)"?[ \t]*(?:\n|$)', re.IGNORECASE)
"""The first line that Excel writes and reads."""
_SAMPLE = 30
"""Lines from which the delimiter and the place of the head are told."""
_ALONE_AMONG = 2
"""Columns, above which a row with its first cell alone filled is a remark."""
_RESTARTS = 20
"""Quotes that nobody closes, after which all that follows is read without any."""


@dataclass(frozen=True, slots=True)
class _Record:
    number: int
    first: int
    """0-based line."""
    last: int
    """0-based line after it."""
    cells: tuple[str, ...]


def read_csv(text: str) -> Reading:
    """One block a record, with line numbers and `row N`.

    The head is the first record as wide as most are, unless it holds numbers; what is narrower before
    it are remarks. A second head row (`TTFT` under `Speed`) is one with the first.
    """
    lines = Lines(text)
    told = _SAYS_DELIMITER.match(text)
    delimiter = told[1] if told else _delimiter(text)
    notes: list[str] = []
    try:
        every = _records(text, lines, delimiter, 1 if told else 0, notes)
        records = [record for record in every if any(record.cells)]
    except csv.Error:
        return read_plain(text)
    remarks = _remarks(records)
    heads = _heads(records[remarks : remarks + 3])
    blocks: list[TextBlock] = []
    header: tuple[str, ...] = ()
    for at, record in enumerate(records):
        if at < remarks:
            blocks.append(_block(text, lines, record, "paragraph", (), ()))
            continue
        is_head = at < remarks + heads
        if is_head:
            header = merged(_spread(header, record.cells), record.cells) if header else record.cells
        of_row = () if is_head else header or ("",) * len(record.cells)
        blocks.append(_block(text, lines, record, "table_row", record.cells, of_row))
    return Reading(format="csv", text=text, blocks=tuple(blocks), notes=tuple(notes))


def _records(text: str, lines: Lines, delimiter: str, first: int, notes: list[str]) -> Iterator[_Record]:
    """Records with their lines; of one whose quote is never closed only its first line, read without quotes."""
    number, restarts = first, 0
    while first < len(lines):
        begin = first
        rest = (lines.line(index) + "\n" for index in range(begin, len(lines)))
        reader = csv.reader(
            rest, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL if restarts < _RESTARTS else csv.QUOTE_NONE
        )
        try:
            for record in reader:
                end = begin + reader.line_num
                if restarts < _RESTARTS and _is_unclosed(text, lines, first, end):
                    break
                number += 1
                yield _Record(number, first, end, _stripped(record))
                first = end
            else:
                return
        except csv.Error:
            if restarts >= _RESTARTS:
                raise
        notes.append(f"the quote on line {first + 1} is never closed")
        restarts += 1
        number += 1
        alone = next(csv.reader([lines.line(first)], delimiter=delimiter, quoting=csv.QUOTE_NONE), [])
        yield _Record(number, first, first + 1, _stripped(alone))
        first += 1


def _is_unclosed(text: str, lines: Lines, first: int, end: int) -> bool:
    """Whether a record of several lines goes to the end of the file with an odd number of quotes."""
    if end - first < 2 or text[lines.start(end) :].strip():
        return False
    return text.count('"', lines.start(first)) % 2 == 1


def _stripped(record: Sequence[str]) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in record)


def _remarks(records: Sequence[_Record]) -> int:
    """Number of records before the head: narrower than most, with their first cell alone filled, or comments."""
    widths = Counter(len(record.cells) for record in records[:_SAMPLE] if len(record.cells) > 1)
    if not widths:
        return 0
    usual = max(widths, key=lambda width: (widths[width], width))
    for at, record in enumerate(records[:_SAMPLE]):
        filled = [number for number, cell in enumerate(record.cells) if cell]
        alone = usual > _ALONE_AMONG and filled == [0]
        if len(record.cells) >= usual and not alone and not record.cells[0].startswith("# "):
            return at
    return 0


def _heads(records: Sequence[_Record]) -> int:
    """Number of head rows among the first records: none where the first holds numbers, two where the second has none either."""
    if not records or _has_number(records[0]):
        return 0
    if len(records) < 3 or _has_number(records[1]) or not _has_number(records[2]):
        return 1
    upper, lower = records[0].cells, records[1].cells
    spans = len(upper) == len(lower) and ("" in upper or len(set(upper)) < len(upper))
    return 2 if spans else 1


def _has_number(record: _Record) -> bool:
    return any(_NUMBER.fullmatch(cell) for cell in record.cells)


def _spread(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, ...]:
    """A head row whose cells span those without words beside them, as Excel writes merged cells."""
    filled: list[str] = []
    for above, below in zip(upper, lower, strict=True):
        filled.append(above or (filled[-1] if filled and below else ""))
    return tuple(filled)


def _block(
    text: str,
    lines: Lines,
    record: _Record,
    kind: Kind,
    cells: tuple[str, ...],
    header: tuple[str, ...],
) -> TextBlock:
    start, end = trimmed(text, lines.start(record.first), lines.end(record.last - 1))
    return TextBlock(
        kind=kind,
        start=start,
        end=end,
        line=lines.number(start),
        end_line=lines.number(end - 1),
        element=f"row {record.number}",
        cells=cells,
        header=header,
    )


def _delimiter(text: str) -> str:
    """The delimiter that most of the first lines hold equally often, quoted words apart."""
    sample = [line for line in text[:20_000].split("\n")[:_SAMPLE] if line.strip()]
    sample = sample[:-1] if len(sample) > 1 and len(text) > 20_000 else sample
    bare = [_QUOTED.sub("", line) for line in sample]

    def evenness(mark: str) -> tuple[int, int]:
        counts = Counter(count for line in bare if (count := line.count(mark)))
        return max(((lines, count) for count, lines in counts.items()), default=(0, 0))

    return max(_DELIMITERS, key=evenness)
