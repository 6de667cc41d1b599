"""Figures for the pictures: where bars and marks stand, in the units of their view boxes."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.ledger import NightDone
from agent.outcome import WORDING, Outcome
from agent.report.changes import Changes

STRIP = 1000
"""Width of the strip that stands for the document."""
_NIGHTS = 30
_KINDS = 8


@dataclass(frozen=True, slots=True)
class StripSection:
    """A section of the first two levels on the strip."""

    title: str
    x: float
    width: float
    changes: int


@dataclass(frozen=True, slots=True)
class StripMark:
    """A change on the strip."""

    increment: str
    x: float
    width: float
    line: int


@dataclass(frozen=True, slots=True)
class Strip:
    """The document from its first line to its last."""

    sections: tuple[StripSection, ...]
    marks: tuple[StripMark, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class Bar:
    """Numbers of one row or column and their shares of the longest one, in percent."""

    key: str
    proved: int
    doubtful: int
    proved_share: float
    doubtful_share: float


def strip(changes: Changes) -> Strip:
    """Where in the finished document things changed."""
    total = max(changes.lines, 1)
    level = _level(changes)
    heads = [mark for mark in changes.sections if mark.level <= level]
    ends = [mark.line for mark in heads[1:]] + [total + 1] * bool(heads)
    sections = tuple(
        StripSection(
            title=mark.title,
            x=_x(mark.line, total),
            width=max(_x(end, total) - _x(mark.line, total), 0),
            changes=sum(mark.line <= change.line < end for change in changes.all),
        )
        for mark, end in zip(heads, ends, strict=True)
    )
    marks = tuple(
        StripMark(
            increment=change.increment,
            x=_x(change.line, total),
            width=max(4.0, round(STRIP * (change.end_line - change.line + 1) / total, 1)),
            line=change.line,
        )
        for change in changes.all
    )
    return Strip(sections, marks, changes.lines)


def _level(changes: Changes) -> int:
    """The first level of headings that cuts the document in three parts or more."""
    levels = Counter(mark.level for mark in changes.sections)
    seen = 0
    for level in sorted(levels):
        seen += levels[level]
        if seen >= 3:
            return level
    return max(levels, default=1)


def _x(line: int, total: int) -> float:
    return round(STRIP * (line - 1) / total, 1)


def by_kind(outcome: Outcome) -> tuple[Bar, ...]:
    """Facts of what is on the branch, the commonest kinds first."""
    proved: Counter[str] = Counter()
    doubtful: Counter[str] = Counter()
    for increment in outcome.increments:
        for claim in increment.claims if increment.commit else ():
            for fact in claim.verdict.facts if claim.kept != "refused" else ():
                if fact.kind not in WORDING:
                    sure = claim.kept == "proved" and fact.status == "proved"
                    (proved if sure else doubtful)[fact.kind] += 1
    both = proved + doubtful
    rows = [(kind, proved[kind], doubtful[kind]) for kind, _ in both.most_common(_KINDS)]
    return _bars(rows)


def by_night(outcome: Outcome, history: Sequence[NightDone]) -> tuple[Bar, ...]:
    """Facts proved and in doubt over the latest nights, this one last."""
    counts: dict[dt.date, Mapping[str, int]] = {done.night: dict(done.counts) for done in history}
    counts[outcome.night] = outcome.counts.model_dump()
    nights = [night for night in sorted(counts) if night <= outcome.night][-_NIGHTS:]
    return _bars(
        [
            (night.isoformat(), counts[night].get("proved", 0), counts[night].get("doubtful", 0))
            for night in nights
        ]
    )


def _bars(rows: Sequence[tuple[str, int, int]]) -> tuple[Bar, ...]:
    longest = max((a + b for _, a, b in rows), default=0) or 1
    return tuple(
        Bar(key, a, b, round(100 * a / longest, 1), round(100 * b / longest, 1)) for key, a, b in rows
    )
