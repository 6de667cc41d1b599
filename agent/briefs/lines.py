"""A brief's text -> lines as meant: headings, items, tables put together again, plain text.

Whoever wrote the brief: headings may lack their `#`, lists their blank lines, and a table's row may
be broken over several lines. Nothing is dropped here but blank lines and a front matter's fences.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from agent.briefs.inline import label_of
from agent.models import Table

Kind = Literal["heading", "item", "text", "table", "rule"]

_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_CLOSING = re.compile(r"[ \t]#+$")
_ITEM = re.compile(r"([-*+•●◦▪‣])[ \t]+(\S.*)|(\d{1,3}[.)、][ \t]|\d{1,3}、|[①-⑳])[ \t]*(\S.*)")
_RULE = re.compile(r"[-*_](?:[ \t]*[-*_]){2,}")
_FENCE = re.compile(r"(`{3,}|~{3,})")
_DELIMITER = re.compile(r":?-+:?")
_DELIMITER_ROW = re.compile(r"[\s|:-]+")
"""All that a delimiter row may hold: most rows are told from one by this alone."""
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060"))
_TAB = 4
_GAP = re.compile(r"[ \t]{41,}")
"""White space that no reader needs, and that would make a search in it slow."""
_MARGIN = 60
"""Least columns of a line that can have been wrapped."""
_WIDE = 0x2E80
_BREAKS = 6
"""Most lines that one broken row may take, plus one."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line as meant; `line` is its 1-based number in the file (a table's: its head row)."""

    kind: Kind
    text: str
    line: int
    level: int = 0
    """Heading level, 1 to 6."""
    depth: int = 0
    """Nesting of an item, 0 at the margin."""
    marker: str = ""
    """An item's bullet, or `1` for any number."""
    table: Table | None = None
    after_blank: bool = False
    continues: bool = False
    """Indented text without a bullet, right under an item."""
    verbatim: bool = False
    """A line of a code fence."""
    label: str = ""
    """The heading over it, where that names no known part."""


def read_lines(text: str) -> tuple[Line, ...]:
    """The lines of a brief, in order; every line number counts from 1 as an editor shows it."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").translate(_INVISIBLE).split("\n")
    rows = [_GAP.sub(" ", row) for row in rows]
    lines = _Reader(rows).lines()
    return tuple(_unwrapped(lines, marked=any(line.kind == "heading" for line in lines)))


def _unwrapped(lines: list[Line], *, marked: bool) -> list[Line]:
    """Join a line to the one that it goes on from: indented under an item, or wrapped at a margin.

    Only a brief with `#` headings is wrapped: without them each line says something of its own.
    """
    out: list[Line] = []
    above = ""
    for line in lines:
        last = out[-1] if out else None
        joins = (
            last is not None
            and line.kind == "text"
            and not (line.after_blank or line.verbatim or last.verbatim)
            and last.kind in {"item", "text"}
            and (line.continues or (marked and _columns(above) >= _MARGIN))
            and last.text[-1] not in "：:"
            and label_of(line.text) is None
        )
        above = line.text
        if last is not None and joins:
            gap = "" if ord(last.text[-1]) >= _WIDE and ord(line.text[0]) >= _WIDE else " "
            out[-1] = replace(last, text=f"{last.text}{gap}{line.text}")
        else:
            out.append(line)
    return out


def _columns(text: str) -> int:
    return len(text) if text.isascii() else sum(2 if ord(char) >= _WIDE else 1 for char in text)


def split_row(row: str) -> list[str]:
    """The cells of a table row, `\\|` unescaped, outer pipes taken off."""
    row = row.strip()
    cells: list[str] = []
    start = 0
    for at, char in enumerate(row):
        if char == "|" and (at == 0 or row[at - 1] != "\\"):
            cells.append(row[start:at])
            start = at + 1
    cells.append(row[start:])
    if len(cells) > 1 and not cells[0].strip():
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].strip():
        cells = cells[:-1]
    return [cell.strip().replace("\\|", "|") for cell in cells]


def _is_delimiter(row: str) -> bool:
    if "|" not in row or "-" not in row or not _DELIMITER_ROW.fullmatch(row):
        return False
    return all(_DELIMITER.fullmatch(cell) for cell in split_row(row))


def _is_open(row: str) -> bool:
    """Whether a row lacks one of its outer pipes, so that it may be part of a broken one."""
    row = row.strip()
    return not row.startswith("|") or not row.endswith("|") or row.endswith("\\|") or row == "|"


def _indent(row: str) -> int:
    if not row[0].isspace():
        return 0
    wide = row.expandtabs(_TAB)
    return len(wide) - len(wide.lstrip())


class _Reader:
    """Walks over the rows once; tables look one delimiter ahead."""

    def __init__(self, rows: list[str]) -> None:
        self._rows = rows
        self._at = 0
        self._out: list[Line] = []
        self._indents: list[int] = []
        self._blank = True
        self._fence = ""

    def lines(self) -> list[Line]:
        while self._at < len(self._rows):
            self._step()
        return self._out

    def _step(self) -> None:
        row = self._rows[self._at]
        bare = row.strip()
        if fence := _FENCE.match(bare):
            self._toggle_fence(fence[1], bare)
        elif self._fence:
            if bare:
                self._put(Line("text", bare, self._at + 1, verbatim=True))
            self._at += 1
        elif not bare:
            self._blank = True
            self._at += 1
        elif (width := self._head_width()) is not None:
            self._table(width)
        else:
            self._put(self._plain(row, bare))
            self._at += 1

    def _put(self, line: Line) -> None:
        self._out.append(line)
        self._blank = False

    def _toggle_fence(self, mark: str, bare: str) -> None:
        if not self._fence:
            self._fence = mark
        elif mark.startswith(self._fence) and bare == mark:
            self._fence = ""
        self._at += 1

    def _plain(self, row: str, bare: str) -> Line:
        number, blank = self._at + 1, self._blank
        if bare[0] == "#" and (heading := _HEADING.fullmatch(bare)):
            self._indents.clear()
            title = _CLOSING.sub("", heading[2]).strip()
            return Line("heading", title, number, level=len(heading[1]), after_blank=blank)
        if bare[0] in "-*_" and _RULE.fullmatch(bare) and len(set(bare) - {" ", "\t"}) == 1:
            self._indents.clear()
            return Line("rule", bare, number, after_blank=blank)
        indent = _indent(row)
        quoted = bare.startswith(">")
        bare = bare.lstrip("> ") if quoted else bare
        if item := _ITEM.fullmatch(bare):
            while self._indents and indent < self._indents[-1]:
                self._indents.pop()
            if not self._indents or indent > self._indents[-1]:
                self._indents.append(indent)
            marker, body = (item[1], item[2]) if item[1] else ("1", item[4])
            depth = len(self._indents) - 1
            return Line("item", body.strip(), number, depth=depth, marker=marker, after_blank=blank)
        inside = bool(self._indents) and indent >= self._indents[-1] + 2
        if not inside:
            self._indents.clear()
        depth = len(self._indents) - 1 if inside else 0
        return Line("text", bare, number, depth=depth, after_blank=blank, continues=inside)

    def _head_width(self) -> int | None:
        """Columns of the table whose head row starts here, or None where no table starts."""
        for ahead in range(self._at + 1, min(self._at + _BREAKS, len(self._rows))):
            if "|" not in self._rows[ahead - 1]:
                return None
            if _is_delimiter(self._rows[ahead]):
                width, _ = self._delimiter(ahead)
                head = split_row(" ".join(row.strip() for row in self._rows[self._at : ahead]))
                return width if ahead == self._at + 1 or len(head) == width else None
        return None

    def _delimiter(self, at: int) -> tuple[int, int]:
        """Columns of the delimiter row at `at`, and the row after it (a broken one is taken whole)."""
        width = 0
        end = at
        while end < len(self._rows) and _is_delimiter(self._rows[end]):
            width += len(split_row(self._rows[end]))
            end += 1
            if not (_is_open(self._rows[end - 1]) or _is_open(self._peek(end))):
                break
        return width, end

    def _table(self, width: int) -> None:
        self._indents.clear()
        start, blank = self._at, self._blank
        while not _is_delimiter(self._rows[self._at]) or self._at == start:
            self._at += 1
        head = split_row(" ".join(row.strip() for row in self._rows[start : self._at]))
        _, self._at = self._delimiter(self._at)
        rows: list[tuple[str, ...]] = []
        numbers: list[int] = []
        while (at := self._next_row(width)) is not None:
            numbers.append(at + 1)
            cells, self._at = self._row(at, width)
            rows.append(tuple(cells))
        table = Table(header=tuple(head), rows=tuple(rows), line=start + 1, row_lines=tuple(numbers))
        self._put(Line("table", "", start + 1, table=table, after_blank=blank))

    def _next_row(self, width: int) -> int | None:
        """Where the table goes on: the next row, or the one after blank lines when it is as wide."""
        at = self._at
        while at < len(self._rows) and not self._rows[at].strip():
            at += 1
        if at == len(self._rows) or "|" not in self._rows[at] or _HEADING.fullmatch(self._rows[at].strip()):
            return None
        before, self._at = self._at, at
        starts_another = self._head_width() is not None
        self._at = before
        if starts_another or (at != before and len(split_row(self._rows[at])) != width):
            return None
        return at

    def _row(self, at: int, width: int) -> tuple[list[str], int]:
        """The cells of the row at `at`, and the row after it; parts of a broken row are joined when
        together they are exactly as wide as the table."""
        row = self._rows[at].strip()
        cells = split_row(row)
        for end in range(at + 1, min(at + _BREAKS, len(self._rows))):
            part = self._rows[end].strip()
            if len(cells) >= width and not _spills(row, part):
                break
            if not part or _HEADING.fullmatch(part) or len(split_row(part)) >= width > 1:
                break
            if row.endswith("|") and part.startswith("|") and not (_is_open(row) or _is_open(part)):
                break
            row = f"{row} {part}"
            joined = split_row(row)
            if len(joined) == width and not _spills(row, self._peek(end + 1)):
                return joined, end + 1
        return cells, at + 1

    def _peek(self, at: int) -> str:
        return self._rows[at].strip() if at < len(self._rows) else ""


def _spills(row: str, part: str) -> bool:
    """Whether the last cell of `row` goes on in `part`: it has no closing pipe, and `part` brings it."""
    opened = row.startswith("|") and not row.endswith("|")
    if part == "|":
        return not row.endswith("|")
    return opened and part.endswith("|") and not part.startswith("|") and len(split_row(part)) == 1
