"""What tonight is held against: the document's works, the baseline, and notes of earlier days."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from agent.compose.baseline import Baseline, Work, in_words, standing, tonight
from agent.compose.model import Earlier, Thing
from agent.compose.words import Phrases
from agent.models import Point, Relation

_WEIGHTIEST: tuple[Relation, ...] = ("contradicts", "supersedes", "extends", "confirms", "covered", "new")
_TOLD = 6
"""Things of one earlier note that are named; the others are counted."""


@dataclass(frozen=True)
class Past:
    """What there was before tonight, and what tonight's notes say of it."""

    works: Mapping[str, Work] = field(default_factory=dict)
    """The works that the document cites, by id (`arxiv:…`)."""
    baseline: Sequence[Baseline] = ()
    earlier: Sequence[Earlier] = ()
    things: Sequence[Thing] = ()

    @cached_property
    def by_id(self) -> dict[str, Baseline]:
        """The things of the baseline by the id of their increment."""
        return {one.increment: one for one in self.baseline}

    @cached_property
    def by_work(self) -> dict[str, Baseline]:
        """The latest thing of the baseline that names each work."""
        return {name: one for one in self.baseline for name in one.ids}

    @cached_property
    def met(self) -> dict[str, tuple[Relation, str]]:
        """Of each thing of the baseline that tonight's notes speak of: the weightiest relation, and the note."""
        found: dict[str, tuple[Relation, str]] = {}
        for thing in self.things:
            if thing.before is None:
                continue
            name, relation = thing.before.increment, thing.before.relation
            if name not in found or _weightier(relation, found[name][0]):
                found[name] = relation, thing.group.lead.span.path
        return found

    def cites(self, number: str) -> bool:
        """Whether the document cites a work."""
        return f"arxiv:{number}" in self.works or f"doi:{number}" in self.works

    def told(self, increment: str, words: Phrases) -> str:
        """A thing of the baseline with its standing and what moved it; nothing for one that is not known."""
        one = self.by_id.get(increment)
        return in_words(one, self.met, words) if one else ""

    def standing_of(self, name: str, words: Phrases, *, met: bool) -> str:
        """Where a work stands that the document cites or an earlier night brought; `met`: tonight names it."""
        brought, work = self.by_work.get(name), self.works.get(name)
        if brought:
            place = standing(brought, self.met, words)
            moved = words.moves[brought.move].format(
                section=brought.section, reason=brought.reason or words.no_reason
            )
            return words.brought.format(night=brought.night, stand=place, moved=moved)
        if work is None:
            return ""
        prefix = words.stands["in reserve"] + words.comma if work.stand == "in reserve" else ""
        return prefix + (words.kept if met else words.kept_on).format(line=work.line)

    def of_source(self, path: str, words: Phrases) -> list[str]:
        """What a note of an earlier day speaks of, and where the document has each."""
        found = [one for one in self.earlier if one.path == path]
        told = [f"{one.title}{words.arrow}{_place(one, words)}" for one in found[:_TOLD] if one.title.strip()]
        if len(found) > _TOLD:
            told.append(words.baseline_more.format(n=len(found) - _TOLD))
        return told

    def keeps(self, path: str) -> bool:
        """Whether the document has something of what a note of an earlier day speaks of."""
        return any(one.path == path and one.line for one in self.earlier)

    def points(self, words: Phrases) -> tuple[Point, ...]:
        """The baseline, for the summary."""
        return tonight(self.baseline, self.met, words)


def _place(one: Earlier, words: Phrases) -> str:
    if not one.line:
        return words.not_there
    return words.stands[one.stand] + words.plus_kept + words.at_line.format(line=one.line)


def _weightier(one: Relation, other: Relation) -> bool:
    return _WEIGHTIEST.index(one) < _WEIGHTIEST.index(other)
