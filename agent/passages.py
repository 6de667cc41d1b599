"""Which sentence of a block a new statement changes: the others are nobody's to touch."""

from __future__ import annotations

from collections.abc import Sequence

from agent.drafts import DraftPatch, DraftTable
from agent.facts.claims import sentence_spans
from agent.relation import Line, Said, judge
from agent.tokens import tokens

_CHANGES = ("supersedes", "contradicts")


def changed_sentence(text: str, patch: DraftPatch) -> tuple[int, int] | None:
    """The span of the one sentence that a patch changes, of a text with several; None of one with a single one.

    The sentence that a claim contradicts or supersedes by itself; where none does, the one that shares most
    words with a claim.
    """
    spans = sentence_spans(text)
    if len(spans) < 2:
        return None
    claims = [claim.text for part in patch.parts if not isinstance(part, DraftTable) for claim in part.claims]
    said = Said(tuple(Line(text=text[a:b], line=number) for number, (a, b) in enumerate(spans)))
    for claim in claims:
        judged = judge(claim, said)
        if judged.relation in _CHANGES:
            return spans[judged.line]
    shared = [_shared(text[a:b], claims) for a, b in spans]
    return spans[shared.index(max(shared))] if claims else None


def without_sentence(text: str, span: tuple[int, int]) -> str:
    """The text without one of its sentences; what stands before and after keeps its own line or space between."""
    before, after = text[: span[0]], text[span[1] :]
    gap = before[len(before.rstrip()) :] or after[: len(after) - len(after.lstrip())]
    return f"{before.rstrip()}{gap if before.strip() and after.strip() else ''}{after.lstrip()}"


def _shared(sentence: str, claims: Sequence[str]) -> float:
    words = set(tokens(sentence))
    return max((len(words & set(tokens(claim))) / max(1, len(words)) for claim in claims), default=0.0)
