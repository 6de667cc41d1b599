"""What crosses from a review to whoever shows it: cards, decisions, and what became of the branch."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import AwareDatetime

from agent.checking import CheckedClaim
from agent.ledger import Decided, Decision, Via
from agent.models import Language, Model
from agent.outcome import IncrementOutcome


class Card(Model):
    """One increment of a night, for a person to decide on."""

    increment: IncrementOutcome
    text: str
    """What is proposed, as Markdown that can be edited; empty where it only takes text away."""
    edited: str | None = None
    """The wording of a person that stands in its place."""
    seen: str
    """Short hash of the words that stand: a decision names the one that it was made on."""
    decision: Decision | None = None
    """`accepted`, `refused` or `edited`; None while it is open."""
    reason: str = ""
    who: str = ""
    when: AwareDatetime | None = None
    via: Via | None = None
    landed: bool = False
    """Whether the base branch has it already."""

    @property
    def stands(self) -> str:
        """The words that are written if nobody objects."""
        return self.text if self.edited is None else self.edited


class Sheet(Model):
    """A night under review."""

    document: str
    path: str
    language: Language
    night: dt.date
    base: str
    branch: str
    cards: tuple[Card, ...]


class Choice(Model):
    """What a person decides of one increment."""

    increment: str
    decision: Decision
    """`undecided` takes back what was decided."""
    seen: str
    """`Card.seen` of what the person looked at."""
    reason: str = ""
    """A refusal needs one."""
    text: str | None = None
    """The new Markdown, where the decision is `edited`."""


class Recorded(Model):
    """A decision as it was kept in the ledger."""

    decided: Decided
    repeated: bool = False
    """It had been given before, in the same words: nothing was written."""
    instead_of: Decided | None = None
    """Another person's decision that it takes the place of."""
    warnings: tuple[CheckedClaim, ...] = ()
    """Claims of a person's wording that the increment's evidence does not bear out."""
    notes: tuple[str, ...] = ()
    """Sentences for the person, in the document's language."""


class Rebuilt(Model):
    """What became of a night's branch."""

    branch: str
    status: Literal["created", "rebuilt", "unchanged", "emptied", "merged"]
    """`emptied`: nothing is left to propose, and the branch was deleted; `merged`: it is in the base, and stays."""
    commits: tuple[str, ...] = ()
    """One an increment, oldest first."""
    increments: tuple[str, ...] = ()
    """What they carry, in the same order."""
    above: tuple[Rebuilt, ...] = ()
    """Branches of later nights that were built on this one, and followed it."""
    problems: tuple[str, ...] = ()
    """Why one of those could not follow, a sentence each; it stays as it was."""
