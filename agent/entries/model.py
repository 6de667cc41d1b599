"""What an entry is."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from agent.models import Model, Point, Span, Table

Shape = Literal["section", "item", "row", "whole"]


class Entry(Model):
    """One thing that a source text speaks of: a section, a list item, a row of a digest, or the whole text."""

    key: str
    """Short content hash of item and place: the same entry of the same bytes keeps it."""
    shape: Shape
    title: str
    """Without markup and without its number."""
    untitled: bool = False
    """Whether the title is the beginning of what it says, for want of one of its own."""
    text: str
    """The words as they stand: `source.text[span.start:span.end]`."""
    span: Span
    heads: tuple[str, ...] = ()
    """Headings over the entry, outermost first, markup removed; without its own."""
    ordinal: int | None = None
    """Its number as written, or its place among its like where none is written."""
    body: tuple[Point | Table, ...] = ()
    urls: tuple[str, ...] = ()
    """As written, each page once, in order."""
    ids: tuple[str, ...] = ()
    """Primary things named in any way, in normal form: `arxiv:…`, `doi:…`, `host/owner/name`, …"""
    origin: str = ""
    """The primary thing that the entry goes back to, in normal form; empty where it names none."""
    contributor: str = ""
    date: dt.date
    weight: float = 1.0
    kind: Literal["note", "card", "queue", "brief"] = "note"
    within_line: bool = False
    """Whether other things are told in its first or last line, so that lines alone do not name its place."""
    set_aside: str = ""
    """The heading under which the note itself put the entry among what it leaves out."""


class Unresolved(Model):
    """A reference that leads to no place, or to several, and why."""

    path: str
    locator: str
    reason: str
