"""What of a long source a brief tells: what brings most that is new, a line each, within what is read of one increment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.document.style import width
from agent.entries.words import is_references
from agent.facts.claims import sentence_spans
from agent.gist import gist
from agent.markup import plain
from agent.models import Point, Table

MOST_POINTS = 16
"""Points of one increment. The increments of real briefs have 4 to 14."""
MOST_SIGNS = 4_000
"""Characters of them: some two screens."""
MOST_TABLES = 4
"""Tables of one increment that is long. Those of real briefs have one or two."""
MOST_ROWS = 16
"""Rows of one of its tables."""
LONG = 320
"""Width (a Chinese sign counts two) from which a point of a long source is told by its sentences. A line of real
briefs has 60 to 250."""
_A_LINE = 160
"""Width of a point that takes one line of the reader's time: of two with as many facts the shorter tells more."""
_FIGURE = 2
"""A figure, a version or an id weighs as much as two names."""
_ASIDE = re.compile(
    r"\W{0,3}(?:p\.?\s?s\.?[\s:：,，]|很遗憾|可惜|顺带一提|顺便(?:一提|说)|题外话|说句题外|个人(?:认为|觉得|猜测)|我(?:个人)?(?:觉得|认为|猜)|"
    r"(?:note\s?[:：,，]?\s?)?(?:i|we)\s(?:think|believe|guess|feel|hope|wish|thank|would like to thank|are (?:grateful|thankful))\b|"
    r"(?:special |many )?thanks (?:to|go)\b|unfortunately,? (?:i|we)\b|by the way\b|if you (?:are|have|want|would like)\b)",
    re.IGNORECASE,
)
"""How a writer speaks of himself, or to the reader beside the matter."""
_LEANS = re.compile(
    r"(?:this|these|that|those|it|its|they|their|he|she|here|both|such|however|thus|hence|instead|otherwise|therefore|then)\b|"
    r"其[中实次]|这|那|该|此|它|因此|所以|但|而|然而|不过|否则|于是|同时",
    re.IGNORECASE,
)
"""How a sentence begins that cannot be understood without the one before it."""
_GOES_ON = ("；", ";")
_OF_HIMSELF = re.compile(r"我(?![们国])|\bI(?:['’]\w{1,2})?\s[a-z]")
"""A writer's own story: what he did and thought tells a reader half of what the thing does."""


def key_points(parts: Sequence[Point | Table]) -> tuple[Point | Table, ...]:
    """The parts that are told, in their order: all where they are few and short.

    Else the first point, which says what it is about, and those that bring most facts that none before them has; of
    a point that is a paragraph its sentences, as they are written. Of tables the richest, and of a large one the
    rows that bring most. Lists of links, thanks and what a writer says beside the matter are left out.
    """
    points = [part for part in parts if isinstance(part, Point)]
    if len(points) <= MOST_POINTS and sum(len(part.text) for part in points) <= MOST_SIGNS:
        return tuple(parts)
    told = [part for part in parts if not _is_beside(part)] or list(parts)
    cut = [piece for part in told for piece in _sentences(part)]
    chosen = _richest([(at, part) for at, part in enumerate(cut) if isinstance(part, Point)])
    tables = _richest_tables([(at, part) for at, part in enumerate(cut) if isinstance(part, Table)])
    return tuple(tables.get(at, part) for at, part in enumerate(cut) if at in chosen or at in tables)


def _is_beside(part: Point | Table) -> bool:
    """Whether a part lists links, gives thanks, or is the writer's aside without a figure."""
    if isinstance(part, Table):
        return False
    return is_references(part.label) or (bool(_ASIDE.match(plain(part.text))) and width(part.text) <= LONG)


def _sentences(part: Point | Table) -> Iterator[Point | Table]:
    """The sentences of a long point, one that leans on the one before it together with that; any other part whole."""
    if isinstance(part, Table) or width(part.text) <= LONG:
        yield part
        return
    start = end = 0
    for begin, stop in sentence_spans(part.text):
        leans = _LEANS.match(part.text, begin) or part.text[:end].endswith(_GOES_ON)
        if end and not (leans and width(part.text[start:stop]) <= LONG):
            yield part.model_copy(update={"text": part.text[start:end]})
            start = begin
        end = stop
    yield part.model_copy(update={"text": part.text[start:].strip()})


def _richest(points: Sequence[tuple[int, Point]]) -> set[int]:
    if not points:
        return set()
    facts = {at: _facts(_labelled(part)) for at, part in points}
    first, lead = points[0]
    chosen = {first}
    told = set(facts[first])
    signs = len(lead.text)
    open_ = {at: part for at, part in points[1:] if not _ASIDE.match(plain(part.text))}
    while open_ and len(chosen) < MOST_POINTS:
        best = max(open_, key=lambda at: (_worth(facts[at], told, open_[at]), -at))
        point = open_.pop(best)
        if not _worth(facts[best], told, point):
            break
        if signs + len(point.text) <= MOST_SIGNS:
            chosen.add(best)
            told |= facts[best].keys()
            signs += len(point.text)
    return chosen


def _richest_tables(tables: Sequence[tuple[int, Table]]) -> dict[int, Table]:
    """The tables that are told, by their places."""
    weights = {at: sum(_facts(_in_words(table.rows)).values()) for at, table in tables}
    best = sorted(tables, key=lambda one: (-weights[one[0]], one[0]))[:MOST_TABLES]
    return {at: _with_fewer_rows(table) for at, table in best}


def _with_fewer_rows(table: Table) -> Table:
    """The table within `MOST_ROWS`: the rows that bring most, in their order."""
    if len(table.rows) <= MOST_ROWS:
        return table
    weights = [sum(_facts(" | ".join(row)).values()) for row in table.rows]
    kept = sorted(sorted(range(len(table.rows)), key=lambda at: (-weights[at], at))[:MOST_ROWS])
    lines = tuple(table.row_lines[at] for at in kept if at < len(table.row_lines))
    return table.model_copy(update={"rows": tuple(table.rows[at] for at in kept), "row_lines": lines})


def _in_words(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(" | ".join(row) for row in rows)


def _labelled(point: Point) -> str:
    return f"{point.label}: {point.text}" if point.label else point.text


def _facts(text: str) -> dict[str, int]:
    """The facts of a text with their weights."""
    found = gist(text)
    return dict.fromkeys(found.names, 1) | dict.fromkeys(found.ids | found.versions | found.numbers, _FIGURE)


def _worth(facts: dict[str, int], told: set[str], point: Point) -> float:
    """What a point brings that is not told yet, for each line of it."""
    new = sum(weight for fact, weight in facts.items() if fact not in told)
    own = 2 if _OF_HIMSELF.search(point.text) else 1
    return new / own / (1 + width(point.text) / _A_LINE)
