"""What became of a document since a day: the values that the terminal and the tools share."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from agent.models import Caveat, Language, Model
from agent.tracing.model import CommitNamed


class Figures(Model):
    """A figure, a date or a version that was another one before."""

    before: str
    after: str


class Change(Model):
    """One statement that is new, gone, or in other words."""

    kind: Literal["new", "gone", "changed"]
    section: str
    """Heading path, joined by ` › `: as it is now; of what is gone, as it was."""
    before: str = ""
    after: str = ""
    line: int
    """In the document now; of what is gone, in the document as it was."""
    figures: tuple[Figures, ...] = ()
    commit: CommitNamed | None = None
    """The commit that did it; None where it is not committed."""
    night: dt.date | None = None
    """The night that proposed it; None where a person wrote it."""
    sources: tuple[str, ...] = ()
    """`path:first-last`, as the commit names them."""
    doubt: bool = False
    """Whether the statement itself is a caveat that stands in the document."""


class Unsure(Model):
    """A caveat about something that the document says."""

    caveat: Caveat
    title: str
    """Of the increment that it travels with."""
    night: dt.date
    state: Literal["new", "due", "settled"]
    """`new`: put on the watch list since; `due`: the day to look again has come; `settled`: since, by `how`."""
    how: str = ""


class Waiting(Model):
    """A proposal of a night since, on which nobody has decided."""

    night: dt.date
    title: str
    section: str
    branch: str


class Since(Model):
    """One document since a day; `note` says in one sentence why there is nothing to tell, where there is not."""

    document: str
    path: str
    language: Language
    day: dt.date
    base: CommitNamed | None = None
    """The commit that it is held against; None where the document is younger."""
    changes: tuple[Change, ...] = ()
    unsure: tuple[Unsure, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    note: str = ""
