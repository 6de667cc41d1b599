"""What is asked and what is answered: the values that the command line, the chat page and the tools share."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from agent.models import Language, Model

Intent = Literal["fact", "new", "who", "disagree", "compare", "rejected"]
Kind = Literal["note", "card", "queue", "brief", "document"]
"""Where a passage stands: in an inbox item of some kind, or in a living document."""
TermKind = Literal["id", "version", "number", "date", "name", "word", "type"]
Expected = Literal[
    "",
    "quantity",
    "date",
    "version",
    "link",
    "work",
    "author",
    "person",
    "licence",
    "system",
    "language",
    "hardware",
    "option",
    "command",
    "variable",
]
"""What kind of thing the answer must hold; empty where any words may be the answer."""


class Filters(Model):
    """Which passages may answer; an empty field lets all through."""

    contributors: tuple[str, ...] = ()
    since: dt.date | None = None
    until: dt.date | None = None
    """Both ends are included."""
    kinds: tuple[Kind, ...] = ()
    sections: tuple[str, ...] = ()
    """Words of a heading that stands over the passage."""
    documents: tuple[str, ...] = ()
    """Paths of living documents: only these are asked, and no sources."""

    def over(self, other: Filters) -> Filters:
        """These filters, with the other's where these say nothing."""
        return Filters(
            contributors=self.contributors or other.contributors,
            since=self.since or other.since,
            until=self.until or other.until,
            kinds=self.kinds or other.kinds,
            sections=self.sections or other.sections,
            documents=self.documents or other.documents,
        )


class Term(Model):
    """One thing that a question names."""

    kind: TermKind
    text: str
    """As the question words it."""
    forms: tuple[str, ...]
    """Ways to say it, in either language, folded; one of them must be found."""
    glosses: tuple[str, ...] = ()
    """What a dictionary has for it, folded: found, they speak for a passage; missing, they do not speak against it."""
    focus: bool = False
    """Whether it is what is asked for: `TTFT` in "what is the TTFT of …"."""
    joined: bool = False
    """Whether it makes one expression with the term before it: `training cost`."""
    condition: bool = False
    """Whether it names under which condition a thing is asked: `on training`."""
    side: int = 0
    """Of a question about several things: which of them it names, from 1; 0 for what concerns all."""
    days: tuple[int, int] | None = None
    """Of a date: ordinals (proleptic Gregorian) of its first and last day."""


class Question(Model):
    """A question understood."""

    text: str
    """As it was put."""
    resolved: str
    """With what earlier questions of the conversation leave unsaid in this one."""
    language: Language
    intent: Intent = "fact"
    terms: tuple[Term, ...] = ()
    expected: Expected = ""
    dimensions: tuple[str, ...] = ()
    """Of an expected quantity: dimensions that it may have; empty for any."""
    sides: int = 0
    """How many things are asked about side by side."""
    filters: Filters = Filters()


class Citation(Model):
    """A place in a source that can be opened, and its words."""

    path: str
    """Relative to the workspace, with forward slashes."""
    start_line: int
    end_line: int
    """1-based lines of the file; of the text as read where the format has no lines."""
    date: dt.date
    contributor: str
    """Empty for a living document."""
    quote: str
    """Verbatim."""
    kind: Kind = "note"
    element: str = ""
    """Page, part, entry or cell, where the format has no lines."""
    heads: tuple[str, ...] = ()
    """Headings over the quotation; of a table row also the cells of its head row."""


class Sentence(Model):
    """One sentence of an answer, proved by what it cites."""

    text: str
    citations: tuple[Citation, ...]


class Disagreement(Model):
    """Something of which sources say different things."""

    about: str
    sides: tuple[Sentence, ...]


class Comparison(Model):
    """Things side by side; every cell is a sentence with its citation, or None where no source says it."""

    things: tuple[str, ...]
    aspects: tuple[str, ...]
    cells: tuple[tuple[Sentence | None, ...], ...]
    """A row an aspect, a cell a thing."""


class Answer(Model):
    """What the sources say to a question; refused where they do not say it."""

    question: Question
    sentences: tuple[Sentence, ...] = ()
    refused: bool = False
    reason: str = ""
    """Why it was refused, or what part of the question stays open, in the question's language."""
    nearest: tuple[Citation, ...] = ()
    """Of a refusal: what comes nearest, best first."""
    disagreements: tuple[Disagreement, ...] = ()
    comparison: Comparison | None = None
    found: tuple[Citation, ...] = ()
    """The first passages that were found, best first, whether they answer or not."""
    writer: str = "quotes/1"
    """Who worded it: `quotes/1`, or the name of the model."""

    def citations(self) -> tuple[Citation, ...]:
        """Every place that the answer cites, once, in order."""
        cells = [cell for row in self.comparison.cells for cell in row if cell] if self.comparison else []
        sides = [side for one in self.disagreements for side in one.sides]
        told = (*self.sentences, *cells, *sides)
        return tuple(dict.fromkeys(cited for sentence in told for cited in sentence.citations))
