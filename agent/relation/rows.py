"""A row of a note's table against the table of the document that has the same heads."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.gist import gist
from agent.markup import plain
from agent.models import Point, Table
from agent.relation.filled import is_empty
from agent.relation.said import Line, Said
from agent.tokens import tokens

Rows = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
"""Head and cells of the rows that a thing tells, by the text of each row."""
_SHORT = 3
"""Tokens up to which a cell of words is a state (`beta`, `yes`); a longer one is a remark, worded anew each time."""
_LATIN = re.compile(r"[a-z0-9@%/]+")
_UNIT = re.compile(r"\(([^()]+)\)")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Match:
    """Where a row belongs in the document."""

    table: Line
    """A row of the table with the same heads."""
    cells: tuple[str, ...]
    """The note's cells in the order of that table's columns."""
    row: Line | None = None
    """The row of the same thing in the same setting; None where the table has none."""
    changed: tuple[int, ...] = ()
    """Columns in which the note has something else than that row."""


def rows_of(body: Iterable[object]) -> Rows:
    """The rows of all tables of a body."""
    tables = (part for part in body if isinstance(part, Table))
    return {" | ".join(row): (table.header, row) for table in tables for row in table.rows}


def labels_of(body: Iterable[object]) -> dict[str, str]:
    """What stands over the points of a body, by their texts."""
    return {part.text: part.label for part in body if isinstance(part, Point) and part.label}


def matched(header: Sequence[str], cells: Sequence[str], said: Said) -> Match | None:
    """The place of a row in a table of the document with the very same heads; None without such a table.

    The heads may stand in another order, or be in another language where the units say that they are the same.
    """
    heads = [folded(head) for head in header]
    if len(heads) < 2 or len(heads) != len(cells) or len(set(heads)) != len(heads):
        return None
    found = [line for line in said.rows if sorted(map(folded, line.header)) == sorted(heads)]
    if found:
        own = tuple(cells[heads.index(folded(head))] for head in found[0].header)
    else:
        found, own = [line for line in said.rows if _same_columns(heads, line.header)], tuple(cells)
    if not found:
        return None
    alike = [
        line for line in found if folded(line.values[0]) == folded(own[0]) and len(line.values) == len(own)
    ]
    same = [line for line in alike if not _other_setting(line.values, own, alone=len(alike) == 1)]
    if len(same) != 1:
        return Match(found[-1], own) if not same else None
    changed = tuple(at for at in range(1, len(own)) if _changes(same[0].values[at], own[at]))
    return Match(same[0], own, same[0], changed)


def _same_columns(heads: Sequence[str], header: Sequence[str]) -> bool:
    """Whether two heads name the same columns in the same order in two languages: units and names are the same."""
    if len(heads) != len(header):
        return False
    theirs = [folded(head) for head in header]
    equal = sum(one == other for one, other in zip(heads, theirs, strict=True))
    alike = all(
        one == other or _same_unit(one, other) for one, other in zip(heads[1:], theirs[1:], strict=True)
    )
    return alike and equal >= 1 and (heads[0] == theirs[0] or heads[0].isascii() != theirs[0].isascii())


def _same_unit(one: str, other: str) -> bool:
    """Whether two heads have one unit, in brackets or by itself: `latency (ms)` and `延迟 (ms)`, `tok/s` and `吞吐 (tok/s)`."""
    units = [_UNIT.findall(head) for head in (one, other)]
    if all(units):
        return units[0] == units[1]
    few, many = sorted((set(_LATIN.findall(one)), set(_LATIN.findall(other))), key=len)
    return bool(few) and few <= many


def folded(text: str) -> str:
    """A head or name without markup, case and differences of width and space."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", plain(text))).strip().casefold()


def _changes(old: str, new: str) -> bool:
    """Whether a cell says something else; a remark in other words does not, nor one that the note leaves empty."""
    if folded(old) == folded(new) or is_empty(new):
        return False
    mine, yours = gist(new), gist(old)
    if mine.facts | mine.dates == yours.facts | yours.dates and (mine.facts or mine.dates):
        return False
    wordy = not (mine.numbers or mine.versions or mine.dates) and len(tokens(old)) > _SHORT
    return not wordy


def _other_setting(old: Sequence[str], new: Sequence[str], *, alone: bool) -> bool:
    """Whether a row is of the same thing in another setting: a cell of words differs, and figures with it."""
    words = [
        at
        for at in range(1, len(new))
        if _is_words(old[at]) and _is_words(new[at]) and folded(old[at]) != folded(new[at])
    ]
    if not words:
        return False
    figures = any(
        not _is_words(new[at]) and not is_empty(new[at]) and _changes(old[at], new[at])
        for at in range(1, len(new))
    )
    return figures or not alone


def _is_words(cell: str) -> bool:
    found = gist(cell)
    return not is_empty(cell) and not (found.numbers or found.versions or found.dates)
