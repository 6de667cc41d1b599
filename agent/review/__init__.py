"""Decisions of people: from a night's record to the ledger and the branch."""

from agent.review.landing import increments_in, is_merged, landed
from agent.review.model import Card, Choice, Rebuilt, Recorded, Sheet
from agent.review.opening import open_review
from agent.review.review import Review
from agent.review.warnings import DECISION_WORDS

__all__ = [
    "DECISION_WORDS",
    "Card",
    "Choice",
    "Rebuilt",
    "Recorded",
    "Review",
    "Sheet",
    "increments_in",
    "is_merged",
    "landed",
    "open_review",
]
