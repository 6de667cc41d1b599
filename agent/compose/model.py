"""What a brief is composed from."""

from __future__ import annotations

import datetime as dt

from agent.compose.baseline import Before
from agent.compose.words import Stand
from agent.entries import Entry
from agent.joining import Group
from agent.models import Caveat, Language, Model, Relation
from agent.recall import Recalled
from agent.relation import Related
from agent.relevance import Relevance


class Thing(Model):
    """One thing of the night with all that was found out about it."""

    group: Group
    relevance: Relevance
    """The best of its entries'."""
    related: Related
    target: str = ""
    """Suggested section, as its heading words it."""
    advised: str = ""
    """The section that its notes advise, as they word it."""
    caveats: tuple[Caveat, ...] = ()
    owner: str = ""
    """Another document that it belongs to; empty when it is ours."""
    before: Before | None = None
    """What an earlier night brought of it; None for what no night has seen."""

    yields: str = ""
    """What it gives way to, in words: another thing of the night that edits the same line or gives another value."""
    record: str = ""
    """What became of earlier notes of the contributor who fared best, in words; empty where it does not weigh."""
    record_step: int = 0
    """Stars that this adds."""
    recalled: Recalled | None = None
    """The proposal of an earlier night that it is again, refused or open still."""

    @property
    def is_fresh(self) -> bool:
        """Whether it is ours, and neither the document nor an earlier night's proposal says all of it."""
        ours = self.relevance.ours and not self.owner and not self.waits
        return ours and self.related.relation not in {"covered", "confirms"}

    @property
    def is_held(self) -> bool:
        """Whether it is not proposed again: a person has refused it or has it before them, and nothing new has come."""
        return self.recalled is not None and self.recalled.is_held

    @property
    def waits(self) -> bool:
        """Whether an earlier night has proposed all of it, and a person has still to decide."""
        before = self.before
        return before is not None and before.pending and before.relation in {"covered", "confirms"}


class Earlier(Model):
    """What a note of an earlier day speaks of, and where the document has it."""

    path: str
    title: str
    relation: Relation
    line: int = 0
    stand: Stand = "anchored"


class Checked(Model):
    """One source of the night, read or not."""

    path: str
    contributor: str = ""
    title: str = ""
    entries: tuple[tuple[Entry, Relevance], ...] = ()
    unread: str = ""
    """Why it, or a part of it, could not be read; empty where it was."""
    about: str = ""
    """Such as the time and size, for the list of sources."""
    date: dt.date | None = None
    dated_by: str = "name"
    """What its date comes from; told where that is not its name, which everybody sees."""


class Night(Model):
    """What is the same for the whole brief."""

    topic: str
    date: dt.date
    language: Language
    start: str = ""
    """Beginning of the window, as people read it."""
    end: str = ""
    least: int = 3
    most: int = 8
    footer: str = ""
    still_unread: int = 0
    """Files that an earlier night told to be unreadable, and that have not changed."""
