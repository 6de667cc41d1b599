"""A short note that changes several lines of the document in as many statements: each is a thing of its own.

Its words alone do not tell this, as where names begin the sentences (`entries.parting`): a list of the week's changes
is one text. What the document says elsewhere does: a statement that changes a line of something which the note's title
does not name stands in the place of that line, and the rest of the note has no business there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from agent.entries import Entry
from agent.entries.build import short_title
from agent.entries.things import ids_in, origin_in, pages_in
from agent.gist import content, gist
from agent.gist.numbers import numbers_in
from agent.models import Point, Table
from agent.relation.group import statements
from agent.relation.judge import Judged
from agent.relation.keys import standing_at
from agent.relation.said import Line, Said
from agent.relation.turned import taken_back
from agent.relation.whole import Related

_LONGEST = 2_000
"""Characters of a note that is looked at: a longer one tells one thing at length."""
_LEAD = 48
"""Characters at the beginning of a statement in which it names its subject."""
_CHANGES = ("supersedes", "contradicts")
_GOES_ON = re.compile(
    r"\W*(?:it|its|they|this|that|these|those|the (?:former|latter|same)|here|therefore|so)\b|\W*(?:其|它|该|此|这|那|上述|因此|所以)",
    re.IGNORECASE,
)
"""How a statement begins that has its subject from the one before."""


def apart(entry: Entry, related: Related, said: Said) -> tuple[Entry, ...]:
    """The things of an entry: what remains of it first, then each group of statements that changes another line;
    empty where it is one thing."""
    points = [part for part in entry.body if isinstance(part, Point)]
    if len(entry.text) > _LONGEST or len(points) < 2 or any(isinstance(part, Table) for part in entry.body):
        return ()
    judged = dict(zip(statements(entry), related.statements, strict=True))
    lines = _lines(entry, points, judged, said)
    away = dict.fromkeys(line for line in lines if line)
    rest = [point for point, line in zip(points, lines, strict=True) if not line]
    if not away or (len(away) == 1 and not any(_tells(point, judged) for point in rest)):
        return ()
    if any(point.text in judged and judged[point.text].line in away for point in rest):
        return ()  # the rest tells more of the very line
    groups = [[point for point, line in zip(points, lines, strict=True) if line == one] for one in away]
    parts = [_part(entry, group, number) for number, group in enumerate(groups, start=1)]
    if not any(_tells(point, judged) for point in rest):
        return tuple(parts)
    left = entry.model_copy(update={"body": tuple(rest)})
    if entry.untitled and lines[0]:
        left = left.model_copy(update={"title": short_title(rest[0].text)})
    return (left, *parts)


def _lines(entry: Entry, points: list[Point], judged: Mapping[str, Judged], said: Said) -> list[int]:
    """Of each point the line of the document that it changes apart from the rest, 0 for what stays together."""
    title = entry.title.rstrip("…")
    about = "" if any(point.text.startswith(title) for point in points) else title
    by_text = {line.text: line for line in said.lines}
    found: list[int] = []
    for point in points:
        one = judged.get(point.text)
        goes_on = bool(found) and (point.depth > 0 or bool(_GOES_ON.match(point.text)))
        if one is None or one.relation not in _CHANGES or not one.line:
            found.append(found[-1] if goes_on else 0)
            continue
        line = by_text.get(one.quote)
        own = line is not None and (_speaks_of(point.text, line) or _takes_back(point.text, line))
        found.append(one.line if line and own and not _names(about, line) else 0)
    return found


def _names(text: str, line: Line) -> bool:
    """Whether a text names the thing of a line, or a thing that the line names."""
    named = line.key is not None and standing_at(text, line.key.name) >= 0
    return named or bool(gist(text).names & gist(line.text).names)


def _speaks_of(text: str, line: Line) -> bool:
    """Whether a statement begins with a word of a line: one that is bound to it by its title alone does not."""
    return _names(text, line) or bool(set(content(text[:_LEAD])) & set(content(line.text)))


def _takes_back(text: str, line: Line) -> bool:
    """Whether a statement says that a figure of a line holds no more."""
    return bool(taken_back(text) & numbers_in(line.text))


def _tells(point: Point, judged: Mapping[str, Judged]) -> bool:
    """Whether a statement is news in any way."""
    one = judged.get(point.text)
    return one is not None and one.relation not in {"covered", "confirms"}


def _part(entry: Entry, points: list[Point], number: int) -> Entry:
    """An entry of a part of another's statements, with the sources of its own, or those that all of it has."""
    said = "\n".join(point.text for point in points)
    others = "\n".join(part.text for part in entry.body if isinstance(part, Point))
    shared = tuple(url for url in entry.urls if url not in others)
    part = entry.model_copy(
        update={
            "key": hashlib.sha256(f"{entry.key}:{number}".encode()).hexdigest()[:12],
            "title": short_title(points[0].text),
            "untitled": True,
            "body": tuple(points),
            "urls": pages_in(said) or shared,
            "ids": ids_in(said) or (entry.ids if shared else ()),
            "origin": origin_in(said) or (entry.origin if shared else ""),
        }
    )
    return _in_its_lines(part, entry)


def _in_its_lines(part: Entry, whole: Entry) -> Entry:
    """The part with the lines from its first statement to the end of its last; a format without lines keeps the whole."""
    top = whole.span.line
    lines = [point.line for point in part.body if isinstance(point, Point)]
    if top is None or not all(lines):
        return part
    rows = whole.text.split("\n")
    later = (point.line for point in whole.body if isinstance(point, Point) and point.line > max(lines))
    first, last = min(lines) - top, min(later, default=top + len(rows)) - top
    while last > first + 1 and not rows[last - 1].strip():
        last -= 1
    start = whole.span.start + sum(len(row) + 1 for row in rows[:first])
    text = "\n".join(rows[first:last])
    span = whole.span.model_copy(
        update={"start": start, "end": start + len(text), "line": top + first, "end_line": top + last - 1}
    )
    return part.model_copy(update={"shape": "item", "text": text, "span": span})
