"""Plain text: paragraphs, list lines and their places."""

from __future__ import annotations

import re

from agent.models import TextBlock
from agent.readers.lines import Lines, trimmed
from agent.readers.reading import Kind, Reading

_ITEM = re.compile(
    r"([ \t]*)(?:(?:[-*+]|\d{1,3}[.)])[ \t]+|(?:[•·‣▪]|\d{1,3}[、．]|[(（]\d{1,3}[)）])[ \t]*)(?=\S)"
)
"""A Latin mark needs a space after it (`-5 ms` and `1.3×` are no items); a Chinese one does not."""


def read_plain(text: str) -> Reading:
    """Paragraphs are set apart by blank lines; a line that opens with a bullet or number is an item."""
    lines = Lines(text)
    blocks: list[TextBlock] = []
    begin: int | None = None
    for index in range(len(lines) + 1):
        line = lines.line(index) if index < len(lines) else ""
        item = _ITEM.match(line)
        if begin is not None and (not line.strip() or item):
            _add(blocks, text, lines, begin, index)
            begin = None
        if line.strip() and begin is None:
            begin = index
    return Reading(format="text", text=text, blocks=tuple(blocks), title=_title(text, blocks))


def read_code(text: str) -> Reading:
    """A source file or log: one block of code, as it stands."""
    lines = Lines(text)
    start, end = trimmed(text, 0, len(text))
    start = lines.start(lines.number(start) - 1)
    block = TextBlock(
        kind="code", start=start, end=end, line=lines.number(start), end_line=lines.number(end - 1)
    )
    return Reading(format="code", text=text, blocks=(block,))


def _add(blocks: list[TextBlock], text: str, lines: Lines, first: int, last: int) -> None:
    item = _ITEM.match(lines.line(first))
    kind: Kind = "list_item" if item else "paragraph"
    start = lines.start(first) + (item.end() if item else 0)
    start, end = trimmed(text, start, lines.end(last - 1))
    level = len(item[1].expandtabs(4)) // 2 if item else 0
    blocks.append(
        TextBlock(
            kind=kind,
            start=start,
            end=end,
            line=lines.number(start),
            end_line=lines.number(end - 1),
            level=level,
        )
    )


def _title(text: str, blocks: list[TextBlock]) -> str:
    """The first line, where it stands alone and is short enough to be a title."""
    if not blocks or blocks[0].kind != "paragraph":
        return ""
    first = text[blocks[0].start : blocks[0].end]
    return first if "\n" not in first and len(first) <= 80 else ""
