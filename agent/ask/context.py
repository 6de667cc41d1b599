"""A quotation opened in its source: the lines around it, and the quoted words marked."""

from __future__ import annotations

import datetime as dt

from agent.ask.library import Library
from agent.ask.model import Citation
from agent.models import Model, SourceText

AROUND = 3
"""Lines before and after."""
_MOST_LINES = 120
_LONGEST = 2_000
"""Characters of a line that are shown."""


class ExcerptLine(Model):
    """One line of a source; `before`, `marked` and `after` joined are the line."""

    number: int | None
    """1-based line of the file; None where the format has no lines."""
    before: str = ""
    marked: str = ""
    after: str = ""


class Excerpt(Model):
    """Some lines of a source, secrets masked."""

    path: str
    contributor: str
    date: dt.date
    title: str
    lines: tuple[ExcerptLine, ...]
    last_line: int
    """Of the text as read."""


def opened(library: Library, cited: Citation, *, around: int = AROUND) -> Excerpt | None:
    """A citation's quotation in its context; None where the source is not there any more, or says it no more."""
    text = library.text(cited.path)
    if text is None:
        return None
    start = _place(text.text, cited)
    if start < 0:
        return None
    end = start + len(cited.quote)
    first = text.text.count("\n", 0, start)
    last = text.text.count("\n", 0, max(start, end - 1))
    return _excerpt(text, first - around, last + around, (start, end), shift=cited.start_line - 1 - first)


def passage(library: Library, path: str, first: int, last: int, *, around: int = 0) -> Excerpt | None:
    """Lines of a source by their numbers (of the text as read, from 1); None for what is no source here."""
    text = library.text(path)
    if text is None:
        return None
    return _excerpt(text, first - 1 - around, max(first, last) - 1 + around, (0, 0), shift=0)


def _place(text: str, cited: Citation) -> int:
    """Where the quotation stands; of several places the one nearest to the line that is cited."""
    places: list[int] = []
    at = text.find(cited.quote)
    while at >= 0 and len(places) < 1_000:
        places.append(at)
        at = text.find(cited.quote, at + 1)
    line = cited.start_line - 1
    return min(places, key=lambda place: abs(text.count("\n", 0, place) - line), default=-1)


def _excerpt(text: SourceText, first: int, last: int, marked: tuple[int, int], *, shift: int) -> Excerpt:
    rows = text.text.split("\n")
    first, last = max(0, first), min(last, len(rows) - 1, max(0, first) + _MOST_LINES - 1)
    offset = sum(len(row) + 1 for row in rows[:first])
    lines: list[ExcerptLine] = []
    for number in range(first, last + 1):
        row = rows[number]
        lines.append(_line(number + 1 + shift, row, marked[0] - offset, marked[1] - offset))
        offset += len(row) + 1
    while len(lines) > 1 and not any((lines[-1].before, lines[-1].marked)):
        lines.pop()
    while len(lines) > 1 and not any((lines[0].before, lines[0].marked)):
        lines.pop(0)
    return Excerpt(
        path=text.source.path,
        contributor=text.source.contributor,
        date=text.source.date.date(),
        title=text.title,
        lines=tuple(lines),
        last_line=len(rows),
    )


def _line(number: int, row: str, start: int, end: int) -> ExcerptLine:
    shown = row.rstrip("\r")[:_LONGEST]
    start, end = max(0, start), min(len(shown), end)
    if start >= end:
        return ExcerptLine(number=number if number > 0 else None, before=shown)
    return ExcerptLine(
        number=number if number > 0 else None,
        before=shown[:start],
        marked=shown[start:end],
        after=shown[end:],
    )
