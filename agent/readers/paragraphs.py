"""What the lines of a Markdown paragraph are in truth: rows, headings, items, code of the page, or text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

Sort = Literal["row", "heading", "item", "page code", "text"]

LOOSE_HEADING = re.compile(r"(#{2,6})(?=[^\s#!/\d])(.+)")
"""`##标题`, which GitHub shows as text; its writer meant a heading, and a lone `#词` is a tag."""
ITEM_MARK = re.compile(
    r"[ \t]*(?:[•‣▪●○◦■□◆▶►➢]|·(?=\s)|\d{1,2}、|[(（]\d{1,2}[)）](?!\.)|[①-⑳])[ \t]*(?=\S)"
)
"""Marks of items that Markdown does not know."""
DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_PIPE_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
_PAGE_CODE = re.compile(
    r"import\s(?:[\w*{}$, ]{1,300}\sfrom\s)?(?:'[^'\n]{1,300}'|\"[^\"\n]{1,300}\")\s?;?"
    r"|export\s(?:default\s)?(?:async\s)?(?:const|let|var|function|class)\s[\w$]{1,80}\s?[=({].*"
    r"|export\s(?:default\s[\w$]{1,80};?|(?:default\s)?\{.*|\*\sfrom\s.*)"
    r"|</?[A-Z][\w.]{0,80}(?:\s[^<]*)?/?>"
)
"""A line of MDX that runs or frames the page: module lines, a component's tag alone."""
_OPENS_MODULE = re.compile(
    r"import\s(?:[\w*$, ]{0,300}\{[\w$, ]{0,300}|[\w*{}$, ]{1,300}\sfrom\s(?:'[^'\n]{1,300}'|\"[^\"\n]{1,300}\")\s?;?)"
    r"|export\s(?:default\s)?(?:async\s)?(?:const|let|var|function|class)\s[\w$]{1,80}\s?[=({].*"
)
"""The first line of module code, which goes on to the end of its paragraph where that ends as code does."""


def sort_of(line: str) -> Sort:
    """What one line of a paragraph is."""
    if _PIPE_ROW.fullmatch(line):
        return "row"
    if _PAGE_CODE.fullmatch(line.strip()):
        return "page code"
    if LOOSE_HEADING.fullmatch(line):
        return "heading"
    return "item" if ITEM_MARK.match(line) else "text"


def parts(lines: Sequence[str]) -> Iterator[tuple[int, int, Sort]]:
    """A paragraph cut where another sort of line stands in it: half-open ranges; text after an item goes on with it."""
    if _is_module(lines):
        yield 0, len(lines), "page code"
        return
    begin = 0
    before: Sort | None = None
    for index, line in enumerate(lines):
        sort = sort_of(line)
        if before == "item" and sort == "text":
            continue
        if before is not None and (sort != before or sort in {"heading", "item"}):
            yield begin, index, before
            begin = index
        before = sort
    yield begin, len(lines), before or "text"


def _is_module(lines: Sequence[str]) -> bool:
    """Whether all lines are imports and exports of MDX."""
    ends = lines[-1].rstrip().endswith(("}", "]", ")", ";", "'", '"'))
    return len(lines) > 1 and ends and _OPENS_MODULE.fullmatch(lines[0].rstrip()) is not None
