"""Which thing of the baseline a thing of tonight, or a note of an earlier day, speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from agent.compose.baseline import Baseline, Before, stand_of
from agent.compose.model import Earlier
from agent.entries import Entry
from agent.joining import Group
from agent.relation import Line, Related, Said, relation


class Seen:
    """The baseline, made ready to be asked."""

    def __init__(self, baseline: Sequence[Baseline]) -> None:
        self._at = {line: one for one in baseline for line in one.lines}
        waiting = [(one, text) for one in baseline for text in one.texts]
        self._waiting = [one for one, _ in waiting]
        lines = (Line(text=text, line=at, section=one.section) for at, (one, text) in enumerate(waiting, 1))
        self._said = Said(tuple(lines)) if waiting else None

    def before(self, group: Group, related: Related) -> Before | None:
        """What an earlier night brought of a thing; `related` is its relation to the document."""
        one = self._at.get(related.line) if related.line else None
        if one is not None:
            return Before(increment=one.increment, relation=related.relation, pending=False)
        if self._said is None:
            return None
        found = relation(group, self._said)
        if found.relation == "new" or not found.line:
            return None
        waiting = self._waiting[found.line - 1]
        return Before(increment=waiting.increment, relation=found.relation, pending=True)


def earlier(entries: Sequence[Entry], said: Said) -> tuple[Earlier, ...]:
    """Where the document has what notes of earlier days speak of."""
    by_line = {line.line: line for line in said.lines}
    found = []
    for entry in entries:
        related = relation(Group(entries=(entry,)), said)
        there = by_line.get(related.line) if related.relation != "new" else None
        found.append(
            Earlier(
                path=entry.span.path,
                title=entry.title,
                relation=related.relation,
                line=related.line if there else 0,
                stand=stand_of(there) if there else "gone",
            )
        )
    return tuple(found)
