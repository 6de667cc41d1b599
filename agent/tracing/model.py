"""What is known of one statement of a document: the values that the terminal and the tools share."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from agent.ask.model import Citation
from agent.ledger import Decision
from agent.models import Caveat, Language, Model, Quote, Relation, Status

Stand = Literal["open", "merged", "accepted", "refused", "edited", "not drafted"]
"""What became of a proposal; `merged`: it is in the document, and nobody has recorded a decision."""


class Place(Model):
    """A statement of a document as it lies in the checkout."""

    document: str
    path: str
    line: int
    end_line: int
    text: str
    """Its words, without markup."""
    section: str
    """Heading path, joined by ` › `."""
    elsewhere: tuple[int, ...] = ()
    """Lines of other statements that hold the words that were asked for."""


class CommitNamed(Model):
    """A commit of the base branch."""

    id: str
    subject: str
    who: str
    """Name of the author."""
    date: dt.date


class Source(Model):
    """A quotation that a night took a statement from."""

    path: str
    start_line: int | None
    end_line: int | None
    element: str
    contributor: str
    date: dt.date | None
    distance: int
    """0 the primary text itself, 1 a note that read it, 2 a brief that read the note."""
    origin: str
    quote: str
    status: Status
    """What the checks found of the claim that rests on it."""


class Judged(Model):
    """What a person decided."""

    decision: Decision
    who: str
    date: dt.date
    reason: str


class SeenOfCaveat(Model):
    """What a source said of a caveat on a later night, as the ledger keeps it."""

    night: dt.date
    effect: Literal["settles", "hardens"]
    quote: str
    path: str
    line: int | None
    contributor: str


class CaveatNow(Model):
    """A caveat that travels with a statement, what has been seen of it since, and whether evidence has settled it."""

    caveat: Caveat
    seen: tuple[SeenOfCaveat, ...] = ()
    """What later nights saw of it, oldest first."""
    settled: str = ""
    """How it was settled; empty while it stands."""


class Brought(Model):
    """The night that brought a statement."""

    night: dt.date
    increment: str
    title: str
    relation: Relation | None
    """To the document as it was; None where the night's record is not in this clone."""
    writer: str
    credibility: str
    reworded: bool
    """Whether a person, or a later night, has changed its words since."""
    proposed: str
    """The words as the night proposed them; empty where its record is not in this clone."""
    sources: tuple[Source, ...]
    of_line: bool
    """Whether the sources are those of the statement itself; else those of its whole increment."""
    places: tuple[str, ...]
    """`path:first-last` of all sources of the increment."""
    judged: Judged | None
    """What was decided on it, as the ledger knows."""
    merged: CommitNamed | None
    """The commit that brought it into the base branch."""


class Later(Model):
    """Something seen since that speaks of the same."""

    relation: Relation
    stand: Stand | Literal["source"]
    """What became of a night's proposal; `source`: a passage of the inbox, as it was found now."""
    date: dt.date
    """Of the night, or of the passage."""
    title: str
    reason: str = ""
    who: str = ""
    decided: dt.date | None = None
    """When a person decided on it."""
    merged: CommitNamed | None = None
    """By what it came in where nobody has recorded a decision."""
    cited: Citation | None = None


class Near(Model):
    """A passage that comes near a statement which no night brought, and what it proves of it."""

    cited: Citation
    status: Status
    reason: str


class Trace(Model):
    """Where a statement comes from, and what stands about it."""

    asked: str
    language: Language
    place: Place | None = None
    """None: the documents do not say it."""
    commit: CommitNamed | None = None
    """The commit that the line stands from; None where it is not committed."""
    brought: Brought | None = None
    """None: no night brought it."""
    caveats: tuple[CaveatNow, ...] = ()
    later: tuple[Later, ...] = ()
    nearest: tuple[Near, ...] = ()
    """Of what people wrote: passages of the sources that come nearest, best first."""
    alike: tuple[Quote, ...] = ()
    """Of what no document says: the lines that come nearest."""
