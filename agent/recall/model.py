"""What is remembered of a proposal, and what it means for one of tonight."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from agent.drafts import Earlier
from agent.models import Evidence, Model


class EarlierProposal(Model):
    """A proposal of an earlier night that is not to be made again without need."""

    increment: str
    title: str
    night: dt.date
    stand: Literal["refused", "open", "left"]
    """`refused` by a person; or on a branch that is not merged, whether accepted or not decided on yet; or
    accepted and `left` its branch, since the document changed where it was to stand."""
    texts: tuple[str, ...] = ()
    """What it said: its points and rows, and the claims that were drafted of them."""
    urls: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """The quotations behind its claims."""
    reason: str = ""
    """Why it was refused; of what is open, what people said of it without deciding."""
    who: str = ""
    when: dt.date | None = None
    """Day of the decision."""
    section: str = ""


class Recalled(Model):
    """That an increment is something remembered, and what is new in it."""

    remembered: EarlierProposal
    why: str
    """By what it was known again."""
    origins: tuple[str, ...] = ()
    """Primary sources that were not known then."""
    figures: tuple[str, ...] = ()
    """Figures, versions and days that were not known then, or were others."""
    raised: bool = False
    """Whether it goes back to a higher kind of source than then: a work or a repository instead of a page, a
    page instead of nothing but a note."""

    @property
    def is_held(self) -> bool:
        """Whether it is not proposed: nothing new has come; of what is open still, no figure has changed.

        What left its branch is always proposed: a person had accepted it.
        """
        if self.remembered.stand == "open":
            return not self.figures
        if self.remembered.stand == "left":
            return False
        return not (self.origins or self.figures or self.raised)

    @property
    def corrects(self) -> Earlier | None:
        """What is open still and says otherwise; None where it is not proposed, or takes the place of nothing."""
        was = self.remembered
        if was.stand != "open" or self.is_held:
            return None
        return Earlier(night=was.night, increment=was.increment)
