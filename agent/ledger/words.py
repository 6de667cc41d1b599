"""What the ledger says, as people read it."""

from __future__ import annotations

from agent.ledger.events import Decision
from agent.models import Language

DECISION_WORDS: dict[Language, dict[Decision, str]] = {
    "zh": {"accepted": "已接受", "refused": "已拒绝", "edited": "已改写", "undecided": "未决定"},
    "en": {"accepted": "accepted", "refused": "refused", "edited": "edited", "undecided": "open"},
}
"""A decision in the language of the document."""
