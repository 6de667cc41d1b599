"""Bytes to a document: lines, blocks, and the sections that the headings make."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from agent.document import scan
from agent.document.headings import Heading, read_heading
from agent.document.model import Document, Section

BOM = b"\xef\xbb\xbf"
_CHUNK = 1 << 20
"""Bytes that are split into lines at a time: a list of all lines would weigh more than the file."""


def parse(data: bytes) -> Document:
    """Parse a Markdown file. Any bytes will do; `parse(data).to_bytes() == data`."""
    columns, _ = scan_part(data, 0, len(data))
    document = Document(data, columns, ())
    document.sections = tuple(_sections(document))
    return document


def scan_part(
    data: bytes, start: int, end: int, *, details: int = 0, in_table: bool = False
) -> tuple[scan.Columns, scan.Scanner]:
    """Scan the lines from one offset to another: from the top of the file, or from a block at the
    margin at which nothing is open but `details` of `<details>`, or the table that it is a row of.

    Line numbers count from the first line scanned.
    """
    scanner = scan.Scanner(details=details, in_table=in_table)
    skipped = 0 if start else front_matter_lines(data)
    starts = scanner.columns.line_starts
    position = start or _bom(data)
    for number, line in enumerate(lines(data, position, end)):
        starts.append(position)
        position += len(line)
        if number < skipped:
            scanner.skip()
        else:
            scanner.feed(line)
    starts.append(position)
    if skipped:
        _insert_front_matter(scanner.columns, skipped)
    return scanner.columns, scanner


def _bom(data: bytes) -> int:
    return len(BOM) if data.startswith(BOM) else 0


def lines(data: bytes, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
    """Lines with their terminators: LF, CRLF or CR, as CommonMark has it; not U+2028, not form feed."""
    size = len(data) if stop is None else stop
    while start < size:
        end = min(start + _CHUNK, size)
        if end < size:
            end = data.find(b"\n", end, size) + 1 or size
        yield from data[start:end].splitlines(keepends=True)
        start = end


def front_matter_lines(data: bytes) -> int:
    """Number of lines of the front matter, or 0: `---` or `+++`, no blank line after it, and an end."""
    fence = b""
    for count, line in enumerate(lines(data, _bom(data)), start=1):
        text = line.rstrip()
        if count == 1:
            if text not in (b"---", b"+++"):
                return 0
            fence = text
        elif text == fence or (text == b"..." and fence == b"---"):
            return count if count > 2 else 0
        elif count == 2 and not text:
            return 0
    return 0


def _insert_front_matter(columns: scan.Columns, count: int) -> None:
    columns.kind.insert(0, scan.FRONT_MATTER)
    columns.start.insert(0, 0)
    columns.end.insert(0, count)
    for column in (columns.depth, columns.level, columns.details, columns.state):
        column.insert(0, 0)


def _sections(document: Document) -> Iterator[Section]:
    columns = document.columns
    indexes = array("L", (i for i, kind in enumerate(columns.kind) if kind == scan.HEADING))
    bounds = [*indexes, len(columns.kind)]
    yield _section(document, _Place(0, 0, (), -1, 0, bounds[0]), Heading("", "", ""))
    open_sections: list[_Place] = []
    for number, (first, last) in enumerate(pairwise(bounds), start=1):
        level = columns.level[first]
        heading = read_heading(document.block_data(first), html=columns.state[first] > 0)
        while open_sections and open_sections[-1].level >= level:
            open_sections.pop()
        outer = open_sections[-1] if open_sections else None
        path = (*(outer.path if outer else ()), heading.text)
        place = _Place(number, level, path, outer.number if outer else -1, first, last)
        open_sections.append(place)
        yield _section(document, place, heading)


class _Place(NamedTuple):
    """Where a section stands among the others and among the blocks."""

    number: int
    level: int
    path: tuple[str, ...]
    parent: int
    first_block: int
    last_block: int


def _section(document: Document, place: _Place, heading: Heading) -> Section:
    columns = document.columns
    count = document.line_count
    line = columns.start[place.first_block] if place.level else 0
    end_line = columns.start[place.last_block] if place.last_block < document.block_count else count
    return Section(
        document=document,
        heading=heading.text,
        title=heading.title,
        label=heading.label,
        line=line + 1,
        end_line=end_line,
        start=columns.line_starts[line] if place.level else 0,
        end=columns.line_starts[end_line],
        index=place.number,
        level=place.level,
        path=place.path,
        parent=place.parent,
        first_block=place.first_block,
        last_block=place.last_block,
    )
