"""Which sentence of a block a new statement changes: the others are nobody's to touch."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.drafts import DraftPatch, DraftTable
from agent.facts.claims import sentence_spans
from agent.markup import plain
from agent.relation import Line, Said, judge, key_of, standing_at
from agent.tokens import tokens

_CHANGES = ("supersedes", "contradicts")

_LEAST = 4
"""Words that must be left of a block for it to be kept as one."""
_LEANING = re.compile(
    r"\W*(?:(?:it|its|they|their|them|this|that|these|those|he|she|both|the (?:former|latter|same)|such|here|also|but|and|so)\b"
    r"|其|它|该|此|这|那|二者|两者|前者|后者|同时|并|但|而|因此|所以)",
    re.IGNORECASE,
)
"""How a sentence begins that has its subject from the one before."""


def changed_sentence(text: str, patch: DraftPatch) -> tuple[int, int] | None:
    """The span of the one sentence that a patch changes; None where it is the only one, or the next leans on it.

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
            return _alone(text, spans[judged.line])
    shared = [_shared(text[a:b], claims) for a, b in spans]
    return _alone(text, spans[shared.index(max(shared))]) if claims else None


def _alone(text: str, span: tuple[int, int]) -> tuple[int, int] | None:
    """The span, unless the sentence after it leans on it: without its subject that one would say something else.

    Where hardly a word is left beside it (a mark of standing), it is all that the block says; so it is where the
    name of the block's thing would go with it.
    """
    rest = without_sentence(text, span)
    key = key_of(text)
    orphaned = key is not None and standing_at(plain(rest), key.name) < 0
    return None if orphaned or _LEANING.match(text, span[1]) or len(tokens(rest)) < _LEAST else span


def without_sentence(text: str, span: tuple[int, int]) -> str:
    """The text without one of its sentences; what stands before and after keeps its own line or space between."""
    before, after = text[: span[0]], text[span[1] :]
    gap = before[len(before.rstrip()) :] or after[: len(after) - len(after.lstrip())]
    return f"{before.rstrip()}{gap if before.strip() and after.strip() else ''}{after.lstrip()}"


def _shared(sentence: str, claims: Sequence[str]) -> float:
    words = set(tokens(sentence))
    return max((len(words & set(tokens(claim))) / max(1, len(words)) for claim in claims), default=0.0)
