"""The place of something new in a document: the section, the line, the form, why, and how sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.document import Document, Edit, Found, Section, SectionRef, find_section
from agent.errors import NoDocument
from agent.models import Model
from agent.placement.form import edits_for
from agent.placement.position import Form, Habit, Position, habit_of, position_in
from agent.placement.rank import Ranked, confidence, nearest, rank
from agent.placement.survey import Survey

BEST = 8
"""So many sections are put before a model, and never more of the document than they hold."""
SHOWN = 3
"""So many places go to the reviewer when it is not sure."""
SURE = 0.8
"""From this chance of being right on, the place is taken without asking."""
_NEAREST = 2
"""Entries of a section that a model is shown: those most alike to what is to be placed."""


class Candidate(Model):
    """A section that something new may belong to."""

    section: SectionRef
    heading: str
    line: int
    """Of its heading (1-based)."""
    share: float
    """Of the belief; all sections of the document together have 1."""


class Chooser(Protocol):
    """The seam at which a model chooses among the best sections."""

    def __call__(self, contents: str, options: Sequence[str], text: str) -> int | None:
        """The index of the option that the text belongs to, or None to leave the choice as it is.

        `contents` is the table of contents, a heading a line; an option is a heading path, then the entries of the
        section that are most alike to the text, a line each.
        """
        ...


@dataclass(frozen=True, slots=True)
class Placement:
    """Where something new goes."""

    candidates: tuple[Candidate, ...]
    """The best sections, likeliest first."""
    section: Section
    """The section it goes into: the first candidate, the model's choice, or the reserve."""
    position: Position
    confidence: float
    """Chance that the section is right."""
    sure: bool
    why: str
    """One line."""

    @property
    def form(self) -> Form:
        """What it becomes there: a list item, a row of a table, a line of an HTML list, or text."""
        return self.position.form

    @property
    def line(self) -> int:
        """The line (1-based) that it pushes down."""
        return self.position.line

    @property
    def shown(self) -> tuple[Candidate, ...]:
        """The places to put before the reviewer when it is not sure."""
        return () if self.sure else self.candidates[:SHOWN]


class Placer:
    """Finds places in one document; what it learns of the document is learnt once."""

    def __init__(self, document: Document, *, reserve: str = "", chooser: Chooser | None = None) -> None:
        """`reserve` names the section, as people write it, for what has no sure place.

        Raises NoDocument for a document without a single block: there is nothing to stand beside.
        """
        if not document.block_count:
            raise NoDocument(
                "the document is empty, so nothing can be placed in it", "Begin it with a heading."
            )
        self.document = document
        self._survey = Survey(document)
        self._habit: Habit = habit_of(document)
        self._chooser = chooser
        found = find_section(document, reserve) if reserve else None
        self._reserve = found.section if isinstance(found, Found) else None

    def place(self, text: str, urls: Sequence[str] = (), *, target: str = "") -> Placement:
        """The place for a text.

        `target` is a section that somebody suggested, as they wrote it: where it names one section
        of the document, that is the place.
        """
        ranked = rank(self._survey, text, urls)
        named = find_section(self.document, target) if target else None
        if isinstance(named, Found):
            choice = _Choice(named.section, 1.0, "named by the source")
        else:
            choice = self._choose(ranked, text)
        position = self.position(choice.section, text, urls)
        return Placement(
            candidates=tuple(_candidate(one) for one in ranked[:BEST]),
            section=choice.section,
            position=position,
            confidence=choice.belief,
            sure=choice.belief >= SURE,
            why=f"{choice.section.heading or 'the beginning'}: {choice.reason}; {position.why}",
        )

    def _choose(self, ranked: Sequence[Ranked], text: str) -> _Choice:
        choice = _Choice(
            section=ranked[0].place.section,
            belief=confidence(ranked, text) if _fits(ranked[0]) else 0.0,
            reason=_reason(ranked[0]),
        )
        if choice.belief < SURE and self._chooser is not None:
            best = ranked[:BEST]
            number = self._chooser(
                contents(self.document), [option(self._survey, one, text) for one in best], text
            )
            if number is not None and 0 <= number < len(best):
                # Agreement of two judges makes sure; a model alone against the words does not.
                belief = SURE if number == 0 else choice.belief
                choice = _Choice(best[number].place.section, belief, "chosen by the model")
        if choice.belief < SURE and self._reserve is not None:
            reason = f"no sure place ({choice.reason}), so it goes into the reserve"
            choice = _Choice(self._reserve, choice.belief, reason)
        return choice

    def position(self, section: Section, text: str, urls: Sequence[str] = ()) -> Position:
        """The place within a section that was chosen otherwise."""
        return position_in(section, text, urls, document_habit=self._habit)

    def edits(
        self, placement: Placement, text: str, urls: Sequence[str] = (), *, order: str = ""
    ) -> tuple[Edit, ...]:
        """The edits that put the text itself there, in the form of the place."""
        return edits_for(self.document, placement.position, text, urls, order=order)


@dataclass(frozen=True, slots=True)
class _Choice:
    section: Section
    belief: float
    reason: str


def place(document: Document, text: str, urls: Sequence[str] = (), *, target: str = "") -> Placement:
    """The place for one text in a document; for several, make one `Placer`."""
    return Placer(document).place(text, urls, target=target)


def contents(document: Document) -> str:
    """The table of contents: a heading a line, indented by depth."""
    return "\n".join("  " * (len(s.path) - 1) + s.heading for s in document.sections if s.level)


def _candidate(one: Ranked) -> Candidate:
    section = one.place.section
    return Candidate(section=section.ref, heading=section.heading, line=section.line, share=one.share)


def option(survey: Survey, one: Ranked, text: str) -> str:
    """What a model is shown of a section: its heading path, and its entries that are most alike to the text, a line
    each."""
    path = " > ".join(one.place.section.path)
    entries = (" ".join(unit.text.split()) for unit in nearest(survey, one.place, text, _NEAREST))
    return "\n".join((path, *entries))


def _fits(one: Ranked) -> bool:
    return one.signals["nearest"] > 0 or one.signals["title"] > 0 or one.signals["similar"] > 0


def _reason(one: Ranked) -> str:
    """The signal that speaks for the section most."""
    said = {
        "title": "its heading is named in the text",
        "host": "it cites the same sources",
        "date": "it is kept by date",
        "nearest": "its items are the most alike",
    }
    weight = {name: one.weighted[name] for name in said}
    name = max(said, key=lambda key: weight[key])
    return said[name] if weight[name] > 0 else "its words are the most alike"
