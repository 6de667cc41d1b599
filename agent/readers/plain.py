"""Plain text: paragraphs, list lines and their places."""

from __future__ import annotations

import json
import re

from agent.models import TextBlock
from agent.readers.lines import Lines, trimmed
from agent.readers.markdown import read_markdown
from agent.readers.reading import Kind, Reading
from agent.readers.subtitles import is_subtitles, read_subtitles

_ITEM = re.compile(
    r"([ \t]*)(?:(?:[-*+]|\d{1,3}[.)])[ \t]+|(?:[•·‣▪]|\d{1,3}[、．]|[(（]\d{1,3}[)）])[ \t]*)(?=\S)"
)
"""A Latin mark needs a space after it (`-5 ms` and `1.3×` are no items); a Chinese one does not."""
_HEADING = re.compile(r"^(#{1,6})[ \t]+\S", re.MULTILINE)
_FENCE = re.compile(r"^[ ]{0,3}(?:```|~~~)", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\|[^\n]*\|[ \t]*\n[ \t]*\|[ \t]*:?-+:?[ \t]*\|[-:| \t]*$", re.MULTILINE)


def read_text(text: str) -> Reading:
    """A text that does not say what it is: by the marks that it holds."""
    if is_subtitles(text):
        return read_subtitles(text)
    if is_json(text):
        return read_code(text)
    return read_markdown(text) if _is_markdown(text) else read_plain(text)


def is_json(text: str) -> bool:
    """Whether a text is one object or list of JSON and nothing else."""
    bare = text.strip()
    if not (bare.startswith(("{", "[")) and bare.endswith(("}", "]"))):
        return False
    try:
        return isinstance(json.loads(bare), dict | list)
    except (ValueError, RecursionError):
        return False


def _is_markdown(text: str) -> bool:
    """Whether a text has marks that only Markdown gives a sense to: a table, code between fences, headings of two levels."""
    levels = {len(found[1]) for found in _HEADING.finditer(text)}
    return len(levels) > 1 or len(_FENCE.findall(text)) > 1 or _TABLE.search(text) is not None


def read_plain(text: str) -> Reading:
    """Paragraphs are set apart by blank lines; a line that opens with a bullet or number is an item, one with `>` a quotation."""
    lines = Lines(text)
    blocks: list[TextBlock] = []
    begin: int | None = None
    for index in range(len(lines) + 1):
        line = lines.line(index) if index < len(lines) else ""
        turns = begin is not None and _is_quoted(line) != _is_quoted(lines.line(begin))
        if begin is not None and (not line.strip() or turns or _ITEM.match(line)):
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
    kind: Kind = "list_item" if item else "quote" if _is_quoted(lines.line(first)) else "paragraph"
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


def _is_quoted(line: str) -> bool:
    return line.lstrip(" \t").startswith(">")


def _title(text: str, blocks: list[TextBlock]) -> str:
    """The first line, where it stands alone and is short enough to be a title."""
    if not blocks or blocks[0].kind != "paragraph":
        return ""
    first = text[blocks[0].start : blocks[0].end]
    return first if "\n" not in first and len(first) <= 80 else ""
