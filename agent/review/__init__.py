"""Decisions of people: from a night's record to the ledger and the branch."""

from agent.ledger.words import DECISION_WORDS
from agent.review.model import Card, Choice, Rebuilt, Recorded, Sheet
from agent.review.opening import open_review
from agent.review.review import Review

__all__ = [
    "DECISION_WORDS",
    "Card",
    "Choice",
    "Rebuilt",
    "Recorded",
    "Review",
    "Sheet",
    "open_review",
]
