"""What the ledger says, as people read it."""

from __future__ import annotations

import re

from agent.ledger.events import Decision
from agent.models import Language

DECISION_WORDS: dict[Language, dict[Decision, str]] = {
    "zh": {"accepted": "已接受", "refused": "已拒绝", "edited": "已改写", "undecided": "未决定"},
    "en": {"accepted": "accepted", "refused": "refused", "edited": "edited", "undecided": "open"},
}
"""A decision in the language of the document."""
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")


def one_line(text: str) -> str:
    """What a person said of a decision, as it is kept: on one line, without what would hide or turn text."""
    return " ".join(_UNSEEN.sub(" ", text).split())
