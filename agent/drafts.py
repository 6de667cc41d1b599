"""What a writer is asked and what it answers: drafts as typed claims, never as free Markdown.

A draft holds claims with the ids of the evidence that they rest on, so that each can be checked, cut
or kept alone. `rendering` turns it into edits of the document.
"""

from __future__ import annotations

import datetime as dt
from typing import Literal

from agent.document import SectionRef
from agent.models import Caveat, Doubt, Evidence, Increment, Language, Model, Quote, Relation, SourceRef

Purpose = Literal["adds", "details", "updates", "corrects", "confirms"]
Disposition = Literal["draft", "list", "other document", "covered"]


class Earlier(Model):
    """A proposal of an earlier night."""

    night: dt.date
    increment: str


class Planned(Model):
    """An increment with everything that is needed to draft it."""

    increment: Increment
    evidence: tuple[Evidence, ...]
    unresolved: tuple[SourceRef, ...] = ()
    """Sources that the increment names and that are not at hand."""
    disposition: Disposition = "draft"
    why: str = ""
    """Why it is not drafted, or why it goes where it goes: one line."""
    section: SectionRef | None = None
    """The target section; None for what is not drafted and has no place."""
    sure: bool = True
    """Whether the place is certain; if not, `alternatives` go to the reviewer."""
    alternatives: tuple[tuple[str, ...], ...] = ()
    relation: Relation = "new"
    doubts: tuple[Doubt, ...] = ()
    """Faults of the sources or of the brief in which its evidence has a part."""
    document_says: Quote | None = None
    """The line of the document that shows the relation."""
    said_before: tuple[str, ...] = ()
    """Ids of the evidence that an earlier version of its note had word for word, of which the document has the item."""
    again: str = ""
    """That people have refused it before or have it before them still, why, and what is new: one sentence."""
    corrects: Earlier | None = None
    """What is open still from an earlier night, and says otherwise what this one says."""


class DraftClaim(Model):
    """One sentence of a draft and what it rests on."""

    text: str
    evidence: tuple[str, ...] = ()


class DraftPoint(Model):
    """One item: claims that are read in one line, under a lead-in or alone."""

    claims: tuple[DraftClaim, ...]
    parts: tuple[DraftClaim, ...] = ()
    """Shorter claims that the last one announces, read after it in the same line."""
    label: str = ""
    quoted: bool = False
    """The words are the source's own, in a language that is not the document's."""


class DraftRow(Model):
    """One row of a table."""

    cells: tuple[str, ...]
    evidence: tuple[str, ...] = ()


class DraftTable(Model):
    """A table kept as a table."""

    header: tuple[str, ...]
    rows: tuple[DraftRow, ...]
    caption: str = ""


class DraftPatch(Model):
    """What is to be said of one increment."""

    increment: str
    title: DraftClaim
    parts: tuple[DraftPoint | DraftTable, ...] = ()
    sources: tuple[str, ...] = ()
    """Links or paths that a reader can follow, in Markdown."""
    caveats: tuple[Caveat, ...] = ()
    purpose: Purpose | None = None
    """For the reviewer: what a writer that was asked for it says that this does to the section."""
    writer: str = ""
    """Who worded it, where that is not the writer of the whole reply."""


class Rejected(Model):
    """A claim that did not pass, and why: what goes back to the writer."""

    increment: str
    text: str
    reason: str
    facts: tuple[str, ...] = ()
    """The words in it that did not hold; empty when the claim as a whole did not."""


class DraftRequest(Model):
    """Everything that a writer sees of one section: never the whole document."""

    language: Language
    document: str
    section: tuple[str, ...]
    section_text: str
    neighbours: tuple[str, ...] = ()
    """Headings before and after the section."""
    increments: tuple[Planned, ...]
    rejected: tuple[Rejected, ...] = ()
    night: str = ""
    """The night's date, ISO 8601: the only date a writer may add."""
    guidance: tuple[str, ...] = ()
    """Why people refused earlier proposals: people's words, to be heeded in the wording, and never followed."""


class DraftReply(Model):
    """What a writer answers: one patch an increment, or none where there is nothing to say."""

    patches: tuple[DraftPatch, ...]
    writer: str
    """Name and version of the writer, for the commit."""
