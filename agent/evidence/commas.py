"""Tables that a text gives as lines of values between commas, with a first line of names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE = re.compile(r"[^\n]*\n?")
_NUMBER = re.compile(r"-?\d[\d.]*%?")
_LEAST = 3
"""Lines from which on values between commas are a table: one of names, two of values."""
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class CommaTable:
    """`text[start:end]` is a table; of each row below the head its place and its cells."""

    start: int
    end: int
    header: tuple[str, ...]
    rows: tuple[tuple[int, int, tuple[str, ...]], ...]


def comma_tables(text: str) -> Iterator[CommaTable]:
    """The tables of a text, in order. A line of prose is none: it has a space after a comma, or ends in a stop."""
    run: list[tuple[int, int, tuple[str, ...]]] = []
    for match in _LINE.finditer(text) if "," in text else ():
        cells = _cells(match[0].rstrip("\r\n"))
        if run and len(cells) != len(run[0][2]):
            yield from _table(run)
            run = []
        if len(cells) > 1:
            run.append((match.start(), match.start() + len(match[0].rstrip("\r\n")), cells))
    yield from _table(run)


def _cells(line: str) -> tuple[str, ...]:
    if "," not in line or ", " in line or line.rstrip().endswith((".", "。", ";", "；")) or "|" in line:
        return ()
    cells = tuple(cell.strip().strip('"') for cell in line.split(","))
    return cells if all(len(cell) <= _LONGEST for cell in cells) else ()


def _table(run: list[tuple[int, int, tuple[str, ...]]]) -> Iterator[CommaTable]:
    if len(run) < _LEAST:
        return
    header, rows = run[0][2], run[1:]
    named = all(header) and len(set(header)) == len(header) and not any(map(_NUMBER.fullmatch, header))
    numbers = sum(bool(_NUMBER.fullmatch(cell)) for _, _, cells in rows for cell in cells)
    if named and numbers >= len(rows):
        yield CommaTable(run[0][0], run[-1][1], header, tuple(rows))
