"""What the tools answer: typed, bounded values."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from agent.ask.context import Excerpt
from agent.ask.model import Citation
from agent.models import Caveat, Doubt, Model
from agent.since.model import Waiting


class FoundPassage(Model):
    """One passage of a search."""

    citation: Citation
    answers: bool
    """Whether it holds all that the words ask for; else it only comes near."""
    missing: tuple[str, ...] = ()
    """Words that it does not speak of."""


class SearchResult(Model):
    """Passages, best first."""

    passages: tuple[FoundPassage, ...]
    unread: tuple[str, ...] = ()
    """Paths that could not be read, so that nothing is known of them."""


class PassageText(Model):
    """Lines of a source, as they were read; secrets are masked."""

    excerpt: Excerpt
    text: str
    """The lines joined."""


class WatchedCaveat(Model):
    """A caveat that stands, and what it travels with."""

    document: str
    night: dt.date
    title: str
    caveat: Caveat


class OpenDoubt(Model):
    """Something that cannot all be true, or that nobody has checked, as the last night found it."""

    document: str
    night: dt.date
    doubt: Doubt


class OpenProposal(Waiting):
    """A proposal on which nobody has decided."""

    document: str


class OpenList(Model):
    """What waits for people."""

    proposals: tuple[OpenProposal, ...] = ()
    doubts: tuple[OpenDoubt, ...] = ()
    watches: tuple[WatchedCaveat, ...] = Field(default=())
