"""What stands decided on a night's proposals: the ledger's events, laid one over the other."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from agent.document import Edit
from agent.errors import NotReviewable
from agent.ledger import Decided
from agent.nights import ProposalStep
from agent.review.wording import reworded, seen_of, wording
from agent.workspace import REDLINE, Identity, identity


@dataclass(frozen=True)
class Stand:
    """One proposal and what people have made of it so far."""

    step: ProposalStep
    last: Decided | None = None
    """The decision that counts, also one that was taken back; None where nobody has decided."""
    edited: Decided | None = None
    """Whose wording stands in place of ours."""

    @property
    def decided(self) -> Decided | None:
        """The decision that counts, None where it is open."""
        return None if self.last is None or self.last.decision == "undecided" else self.last

    @property
    def refused(self) -> bool:
        """Whether a person refused it."""
        return self.decided is not None and self.decided.decision == "refused"

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """What is written into the document, in the words that stand."""
        return reworded(self.step.edits, self.edited.text) if self.edited else self.step.edits

    @cached_property
    def seen(self) -> str:
        """Short hash of the words that stand."""
        return seen_of(self.edits)

    @cached_property
    def text(self) -> str:
        """The words that stand."""
        return wording(self.edits)

    @property
    def author(self) -> Identity:
        """Who words the commit."""
        return identity(self.edited.who) if self.edited else REDLINE

    def after(self, event: Decided) -> Stand:
        """The same with one more decision; one that was given on other words than these does not count."""
        if event.seen and event.seen != self.seen:
            return self
        made = Stand(self.step, event, self.edited)
        if event.decision == "undecided":
            return replace(made, edited=None)
        return replace(made, edited=event) if self._rewords(event) else made

    def _rewords(self, event: Decided) -> bool:
        """Whether its text takes the place of ours; what was learnt from the base stands there already."""
        if event.decision != "edited" or not event.text or event.via not in ("review", "web"):
            return False
        try:
            return bool(reworded(self.step.edits, event.text))
        except NotReviewable:
            return False


def stand_of(step: ProposalStep, night: dt.date, decisions: Sequence[Decided]) -> Stand:
    """A proposal under the decisions that were given on its night, in the order of time."""
    stand = Stand(step)
    for event in decisions:
        if event.increment == step.increment and _of_the_night(event, night):
            stand = stand.after(event)
    return stand


def _of_the_night(event: Decided, night: dt.date) -> bool:
    """Decisions of before they named their night count for the nights up to their day."""
    return event.night == night if event.night else event.concerns(night)
