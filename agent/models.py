"""The words of the design as frozen models: what crosses from one part to another.

Text offsets count characters of the stored source text; line numbers are 1-based, as an editor
shows them. Content hashes are lower-case SHA-256 in hexadecimal.
"""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import BaseModel, ConfigDict

Language = Literal["zh", "en"]
Relation = Literal["new", "extends", "confirms", "supersedes", "contradicts", "covered"]
Status = Literal["supported", "partly supported", "unsupported", "contradicted", "unchecked"]
Risk = Literal["low", "medium", "high"]
Priority = Literal["high", "medium", "low"]
Distance = Literal[0, 1, 2]
"""0 the primary text itself, 1 a note that read it, 2 a brief that read the note."""


class Model(BaseModel):
    """A value: it never changes, and an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Model):
    """A place in a source text from which a quotation can be found again."""

    path: str
    """Path of the item, relative to the workspace, with forward slashes."""
    start: int
    end: int
    item: str = ""
    """Content hash of the item's bytes; empty for a text that is no stored item."""
    line: int | None = None
    end_line: int | None = None
    element: str | None = None
    """Where the format has no lines: an element path, page, paragraph, part, entry or cell."""


class SourceItem(Model):
    """One file that a contributor left."""

    path: str
    item: str
    contributor: str
    date: dt.datetime
    """Aware; midnight of the workspace's zone when only the day is known."""
    dated_by: Literal["name", "front matter", "git", "mtime", "given"]
    day_only: bool = False
    kind: Literal["note", "card", "queue", "brief"] = "note"
    weight: float = 1.0


class TextBlock(Model):
    """One block of a source text, for cutting it into entries and finding its cells."""

    kind: Literal["heading", "paragraph", "list_item", "table_row", "code", "quote", "meta"]
    start: int
    end: int
    line: int | None = None
    end_line: int | None = None
    element: str | None = None
    level: int = 0
    """Heading level (1 to 6), or depth of a list item (0 at the margin)."""
    cells: tuple[str, ...] = ()
    """Of a table row: its cells, markup removed."""
    header: tuple[str, ...] = ()
    """Of a table row: the heads of its columns; empty for the head row itself."""


class SourceText(Model):
    """An item as read: `text[start:end]` of any block or span is exactly what it quotes."""

    source: SourceItem
    format: str
    title: str
    text: str
    blocks: tuple[TextBlock, ...]
    meta: tuple[tuple[str, str], ...] = ()
    """Front matter or headers, as strings, in order."""
    notes: tuple[str, ...] = ()
    """What a person should know about the reading: encoding guessed, secrets masked, …"""
    lost: str = ""
    """What of the item could not be read, and why; empty where all of it was."""


class Unreadable(Model):
    """An item that could not be read, and why."""

    source: SourceItem
    reason: str


class Evidence(Model):
    """A quotation that is said to support a claim."""

    id: str
    """Short content hash; the only way a draft may cite it."""
    span: Span
    quote: str
    distance: Distance
    origin: str = ""
    """The primary thing it goes back to, in normal form: a URL, a work id, a repository."""
    contributor: str = ""
    date: dt.date | None = None
    heads: tuple[str, ...] = ()
    """Headings that stand over the quotation, and the head row where it is a table row."""


class FactCheck(Model):
    """What became of one fact of a claim."""

    kind: str
    text: str
    """The fact as the claim words it."""
    start: int
    end: int
    status: Literal["proved", "missing", "contradicted", "unchecked"]
    how: str = ""
    """How it was proved: exact, converted, rounded, computed …"""
    reason: str = ""
    evidence: str = ""
    """Id of the evidence that proves or contradicts it."""
    quote: str = ""
    """The words of the evidence that prove or contradict it."""


class Verdict(Model):
    """Whether evidence supports a claim."""

    status: Status
    reason: str
    facts: tuple[FactCheck, ...] = ()
    distance: Distance | None = None
    """The greatest distance among the evidence that the proof needs."""


class Caveat(Model):
    """A doubt that the reader of the document must see; it travels with its claim."""

    kind: str
    risk: Risk
    wording: str
    """One sentence in the document's language."""
    settled_by: str = ""
    look_again: dt.date | None = None


class Quote(Model):
    """Words of a text and the line on which they stand."""

    quote: str
    line: int
    path: str = ""


class Doubt(Model):
    """Something that cannot all be true, or that nobody has checked, with both places quoted."""

    kind: str
    title: str
    problem: str = ""
    advice: str = ""
    risk: Risk = "medium"
    a: Quote | None = None
    b: Quote | None = None
    impact: str = ""
    line: int = 0


class SourceRef(Model):
    """A source as a brief or a note names it: a path or glob, and a place within."""

    path: str
    locator: str = ""
    """Such as `§条目 1`, `§保留 #6`, `§二`; or a line range `L12-L30`."""


class Table(Model):
    """A table kept as a table."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    line: int = 0
    row_lines: tuple[int, ...] = ()


class Point(Model):
    """One key point of an increment, markup of the list removed, inline markup kept."""

    text: str
    line: int = 0
    label: str = ""
    """The lead-in under which it stands (`要点`, `关键工程结论`), without its colon."""
    depth: int = 0


class Credibility(Model):
    """How far a source is trusted: stars from 0 to 5, and why."""

    stars: int
    reason: str


class Increment(Model):
    """One piece of new knowledge, as a brief carries it."""

    id: str
    """Short content hash of what it is about; the same thing keeps its id."""
    number: int
    title: str
    line: int = 0
    sources: tuple[SourceRef, ...] = ()
    origins: tuple[str, ...] = ()
    """Primary sources as named."""
    urls: tuple[str, ...] = ()
    url_notes: tuple[str, ...] = ()
    """What is said of each URL, in their order; empty where nothing is said of any."""
    arxiv: tuple[str, ...] = ()
    work_title: str = ""
    """Title of the paper, where the increment is one."""
    body: tuple[Point | Table, ...] = ()
    importance: int = 0
    """Stars that stand beside the title, 0 to 5; they are not the credibility's."""
    credibility: Credibility
    relation: Relation = "new"
    relation_note: str = ""
    """What the document already says of it, as worded."""
    target: str = ""
    """Suggested section, as worded."""
    priority: Priority | None = None
    action: str = ""
    owner: str = ""
    """Another document that owns this; empty when it is ours."""
    caveats: tuple[Caveat, ...] = ()


class SourceRow(Model):
    """One row of the brief's list of sources checked."""

    place: str
    files: str
    relevance: str
    line: int = 0


class Citable(Model):
    """One row of the brief's list of citable ids."""

    id: str
    title: str
    credibility: str
    standing: str
    line: int = 0


class NoNews(Model):
    """A source that was checked and brought nothing, and why."""

    source: str
    reason: str
    line: int = 0
    group: str = ""
    """The lead-in under which it is listed, where sources are listed together."""


class PriorityRow(Model):
    """One row of the brief's priorities for the update."""

    priority: Priority
    content: str
    action: str
    line: int = 0
    owner: str = ""
    """Who has dealt with it already, as worded; empty when it is ours."""


class Brief(Model):
    """The nightly pre-digest (E1): its six parts."""

    topic: str
    """Name of the document that it is for, as the brief gives it."""
    date: dt.date
    language: Language
    summary: tuple[Point, ...] = ()
    sources: tuple[SourceRow, ...] = ()
    increments: tuple[Increment, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    citables: tuple[Citable, ...] = ()
    no_news: tuple[NoNews, ...] = ()
    priorities: tuple[PriorityRow, ...] = ()
    rest: tuple[Point, ...] = ()
    """What stands in none of the six parts, under its heading as label."""
    footer: str = ""
