"""What a line of Markdown begins with: marks, indentation, HTML, the line of dashes of a table.

All on bytes of one line without its terminator. Rules are those of CommonMark 0.31 and of GFM tables
as markdown-it reads them; every pattern runs in linear time.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

BLOCK_MARKS: Final = frozenset(b"#`~<>*-_+0123456789")
"""First bytes of lines that may be something else than text."""

UNTIL_BLANK: Final = 6
"""End condition of an HTML block that a blank line closes; 1 to 5 are numbered as in CommonMark 4.6."""
COMMENT_END: Final = 2

_HTML_ENDS: Final = {
    1: re.compile(rb"</(?:script|pre|style|textarea)>", re.I),
    2: re.compile(rb"-->"),
    3: re.compile(rb"\?>"),
    4: re.compile(rb">"),
    5: re.compile(rb"\]\]>"),
}
_HTML_RAW = re.compile(rb"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.I)
_HTML_BLOCK = re.compile(
    rb"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|"
    rb"dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|"
    rb"header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|"
    rb"search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|/>|$)",
    re.I,
)
_HTML_STARTS: Final = (
    (UNTIL_BLANK, _HTML_BLOCK),
    (COMMENT_END, re.compile(rb"<!--")),
    (1, _HTML_RAW),
    (3, re.compile(rb"<\?")),
    (5, re.compile(rb"<!\[CDATA\[")),
    (4, re.compile(rb"<![A-Za-z]")),
)
_ATTRIBUTE = rb"\s+[A-Za-z_:][A-Za-z0-9:._\-]*(?:\s*=\s*(?:[^\"'=<>`\x00-\x20]+|'[^']*'|\"[^\"]*\"))?"
_HTML_TAG = re.compile(
    rb"(?:<[A-Za-z][A-Za-z0-9\-]*(?:" + _ATTRIBUTE + rb")*\s*/?>|</[A-Za-z][A-Za-z0-9\-]*\s*>)[ \t]*$"
)
HTML_HEADING: Final = re.compile(rb"<h([1-6])(?=[\s>])", re.I)
HTML_HEADING_END: Final = re.compile(rb"</h[1-6]\s*>", re.I)
_DETAILS = re.compile(rb"<(/?)details(?=[\s>/])", re.I)

_ATX = re.compile(rb"(#{1,6})(?:[ \t]|$)")
_FENCE = re.compile(rb"`{3,}(?=[^`]*$)|~{3,}")
_RULE = re.compile(rb"(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_SETEXT = re.compile(rb"(?:=+|-+)[ \t]*$")
_ITEM = re.compile(rb"[*+\-]|(\d{1,9})[.)]")
_DASHES = re.compile(rb"[-:|][-:|][-:| \t]*$|[|:][ \t][-:| \t]*$")
_DASH_CELL = re.compile(rb":?-+:?$")
_CELL_EDGE = re.compile(rb"(?<!\\)\|")
CONTAINER_MARKS: Final = re.compile(rb"[ \t>]*(?:(?:[*+\-]|\d{1,9}[.)])[ \t])?")
"""Marks of quotes and of one list item at the head of a line."""


class Marker(NamedTuple):
    """The mark of a list item: columns up to its content, its number if it has one."""

    width: int
    number: int | None
    empty: bool


def indentation(line: bytes, position: int, column: int) -> tuple[int, int]:
    """Offset of the first byte that is no blank, and the columns before it (tabs stop at 4)."""
    start, size = column, len(line)
    while position < size:
        byte = line[position]
        if byte == 0x20:
            column += 1
        elif byte == 0x09:
            column += 4 - column % 4
        else:
            break
        position += 1
    return position, column - start


def skip_columns(line: bytes, position: int, column: int, count: int) -> tuple[int, int]:
    """Go `count` columns on; a tab that reaches further is left standing, half used."""
    goal, size = column + count, len(line)
    while position < size and column < goal:
        width = 4 - column % 4 if line[position] == 0x09 else 1
        if column + width > goal:
            return position, goal
        column += width
        position += 1
    return position, column


def after_quote_mark(line: bytes, rest: int, column: int) -> tuple[int, int]:
    """Where the content of a quote begins: after `>` and one column of blank."""
    if line[rest + 1 : rest + 2] in (b" ", b"\t"):
        return skip_columns(line, rest + 1, column + 1, 1)
    return rest + 1, column + 1


def atx_level(line: bytes, rest: int) -> int:
    """Level of the `#` heading that begins here, or 0."""
    match = _ATX.match(line, rest)
    return len(match.group(1)) if match else 0


def fence_mark(line: bytes, rest: int) -> bytes:
    """The run of backticks or tildes that opens a fence here, or nothing."""
    match = _FENCE.match(line, rest)
    return match.group() if match else b""


def is_rule(line: bytes, rest: int) -> bool:
    """Is the rest of the line a thematic break?"""
    return _RULE.match(line, rest) is not None


def is_setext(line: bytes, rest: int) -> bool:
    """Is the rest of the line the underline of a heading?"""
    return _SETEXT.match(line, rest) is not None


def list_marker(line: bytes, rest: int, column: int) -> Marker | None:
    """The list mark that begins here, if a blank or the end of the line follows it."""
    match = _ITEM.match(line, rest)
    if match is None:
        return None
    after = match.end()
    if after < len(line) and line[after] not in b" \t":
        return None
    size = after - rest
    number = int(match.group(1)) if match.group(1) else None
    content, blanks = indentation(line, after, column + size)
    if content == len(line):
        return Marker(size + 1, number, empty=True)
    return Marker(size + (blanks if blanks < 5 else 1), number, empty=False)


def html_start(line: bytes, rest: int, *, in_paragraph: bool) -> int:
    """The end condition (1 to 6) of the HTML block that begins here, or 0."""
    for end, opening in _HTML_STARTS:
        if opening.match(line, rest):
            return end
    return UNTIL_BLANK if not in_paragraph and _HTML_TAG.match(line, rest) else 0


def html_ends(end: int, line: bytes) -> bool:
    """Does this line close an HTML block of end condition 1 to 5?"""
    return _HTML_ENDS[end].search(line) is not None


def details_balance(line: bytes) -> int:
    """Openings of `<details>` on a line, less closings."""
    return sum(-1 if slash else 1 for slash in _DETAILS.findall(line + b" "))


def delimiter_columns(line: bytes) -> int:
    """Number of columns of a table's line of dashes, or 0 when it is none."""
    line = line.strip(b" \t")
    if not _DASHES.match(line):
        return 0
    cells = [cell.strip(b" \t") for cell in line.split(b"|")]
    if not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return len(cells) if all(_DASH_CELL.match(cell) for cell in cells) else 0


def split_cells(line: bytes) -> list[bytes]:
    """Cells of a row, blanks kept: cut at every `|` without a backslash, as GFM does in code too."""
    cells = _CELL_EDGE.split(line.strip(b" \t"))
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return cells


def cell_count(line: bytes) -> int:
    """Number of cells of a row."""
    return len(split_cells(line))


def first_line(data: bytes) -> bytes:
    """The first line of some bytes, without its terminator."""
    return data.splitlines()[0] if data else b""


def cell_spans(line: bytes) -> list[tuple[int, int]]:
    """Byte ranges of the cells of a row, the blanks around their text included."""
    left = len(line) - len(line.lstrip(b" \t"))
    right = len(line.rstrip(b" \t"))
    edges = [match.start() for match in _CELL_EDGE.finditer(line, left, right)]
    if not edges or edges[0] != left:
        edges.insert(0, left - 1)
    if edges[-1] != right - 1:
        edges.append(right)
    return [(start + 1, end) for start, end in pairwise(edges)]


_DEFINITION = re.compile(
    rb" {0,3}\[(?:\^[^\[\]\s]{1,200}\]:.*"
    rb"|[^\[\]]{1,999}\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*)\Z"
)
"""A link's definition on one line, or the first line of a footnote."""


def is_definition(line: bytes) -> bool:
    """Does the line define a link or a footnote? Such lines are no text that could be underlined to a heading."""
    return line.lstrip(b" ").startswith(b"[") and _DEFINITION.match(line) is not None
