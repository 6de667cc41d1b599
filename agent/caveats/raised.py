"""Doubts that a writer may raise itself. It chooses among them and words none, so that no caveat can say what no
source says, or speak to a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from agent.models import Caveat, Language

Doubting = Literal["conditions", "conflict", "attribution", "scope"]

_WORDINGS: Mapping[Language, Mapping[Doubting, str]] = {
    "zh": {
        "conditions": "测试条件未完整说明",
        "conflict": "各来源所述不一致",
        "attribution": "说法出处不明",
        "scope": "适用范围未说明",
    },
    "en": {
        "conditions": "the conditions of the measurement are not fully given",
        "conflict": "the sources differ",
        "attribution": "it is unclear who says so",
        "scope": "it is unclear what this covers",
    },
}


def raised(doubt: Doubting, language: Language) -> Caveat:
    """The caveat that a doubt of a writer's is."""
    return Caveat(kind=f"writer: {doubt}", risk="medium", wording=_WORDINGS[language][doubt])


RAISED = frozenset(raised(doubt, language) for language, known in _WORDINGS.items() for doubt in known)
"""Every caveat that a writer may raise."""
