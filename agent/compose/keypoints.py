"""What of a long source a brief tells: the points with most that is new, within what is read of one increment."""

from __future__ import annotations

from collections.abc import Sequence

from agent.gist import gist
from agent.models import Point, Table

MOST_POINTS = 16
"""Points of one increment. The increments of real briefs have 4 to 14."""
MOST_SIGNS = 4_000
"""Characters of them: some two screens."""
_A_LINE = 160
"""Characters of a point that takes one line of the reader's time: of two with as many facts the shorter tells more."""
_FIGURE = 2
"""A figure, a version or an id weighs as much as two names."""


def key_points(parts: Sequence[Point | Table]) -> tuple[Point | Table, ...]:
    """The parts that are told, in their order: all where they are few and short; else every table, the first point,
    which says what it is about, and those that bring most facts that none before them has."""
    points = [(at, part) for at, part in enumerate(parts) if isinstance(part, Point)]
    if len(points) <= MOST_POINTS and sum(len(part.text) for _, part in points) <= MOST_SIGNS:
        return tuple(parts)
    chosen = _richest(points)
    return tuple(part for at, part in enumerate(parts) if isinstance(part, Table) or at in chosen)


def _richest(points: Sequence[tuple[int, Point]]) -> set[int]:
    facts = {at: _facts(part) for at, part in points}
    first, lead = points[0]
    chosen = {first}
    told = set(facts[first])
    signs = len(lead.text)
    open_ = dict(points[1:])
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


def _facts(point: Point) -> dict[str, int]:
    """The facts of a point with their weights."""
    found = gist(f"{point.label}: {point.text}" if point.label else point.text)
    return dict.fromkeys(found.names, 1) | dict.fromkeys(found.ids | found.versions | found.numbers, _FIGURE)


def _worth(facts: dict[str, int], told: set[str], point: Point) -> float:
    """What a point brings that is not told yet, for each line of it."""
    new = sum(weight for fact, weight in facts.items() if fact not in told)
    return new / (1 + len(point.text) / _A_LINE)
