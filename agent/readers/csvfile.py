"""CSV and its kin: every record a row of the table, at its place in the file."""

from __future__ import annotations

import csv
import io
import re

from agent.models import TextBlock
from agent.readers.lines import Lines, trimmed
from agent.readers.plain import read_plain
from agent.readers.reading import Reading

_NUMBER = re.compile(r"[-+]?[\d.,]+(?:[eE][-+]?\d+)?%?")
_DELIMITERS = (",", "\t", ";", "|")


def read_csv(text: str) -> Reading:
    """One block a record, with line numbers and `row N`; the first record is the head unless it holds numbers."""
    lines = Lines(text)
    reader = csv.reader(io.StringIO(text), delimiter=_delimiter(text))
    blocks: list[TextBlock] = []
    header: tuple[str, ...] = ()
    first = 0
    try:
        for number, record in enumerate(reader, start=1):
            start, end = trimmed(text, lines.start(first), lines.end(reader.line_num - 1))
            first = reader.line_num
            cells = tuple(cell.strip() for cell in record)
            if not any(cells):
                continue
            blocks.append(
                TextBlock(
                    kind="table_row",
                    start=start,
                    end=end,
                    line=lines.number(start),
                    end_line=lines.number(end - 1),
                    element=f"row {number}",
                    cells=cells,
                    header=header,
                )
            )
            if len(blocks) == 1 and not any(_NUMBER.fullmatch(cell) for cell in cells):
                header = cells
    except csv.Error:
        return read_plain(text)
    return Reading(format="csv", text=text, blocks=tuple(blocks))


def _delimiter(text: str) -> str:
    """The delimiter that the first lines hold most evenly: the greatest least count in a line."""
    sample = [line for line in text[:20_000].split("\n")[:20] if line.strip()]
    sample = sample[:-1] if len(sample) > 1 and len(text) > 20_000 else sample
    return max(_DELIMITERS, key=lambda mark: min((line.count(mark) for line in sample), default=0))
