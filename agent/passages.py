"""Which sentences of a block a new statement changes: the others are nobody's to touch."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import pairwise

from agent.drafts import DraftPatch, DraftTable
from agent.facts.claims import sentence_spans
from agent.markup import plain
from agent.relation import Line, Said, judge, key_of, standing_at, version_named
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


def changed_sentences(text: str, patch: DraftPatch) -> tuple[tuple[int, int], ...]:
    """The spans of the sentences that a patch changes, in order; none where the block changes as a whole: all of them
    are changed, or one that stays leans on one that goes.

    Those that claims contradict or supersede by themselves; where none does, the one that shares most words with a
    claim.
    """
    spans = sentence_spans(text)
    if len(spans) < 2:
        return ()
    claims = [claim.text for part in patch.parts if not isinstance(part, DraftTable) for claim in part.claims]
    if _of_other_version(text, (patch.title.text, *claims)):
        return ()
    said = Said(tuple(Line(text=text[a:b], line=number) for number, (a, b) in enumerate(spans)))
    sentences = (claim[a:b] for claim in claims for a, b in sentence_spans(claim))
    judged = (judge(one, said) for one in dict.fromkeys((*claims, *sentences)))
    changed = {spans[one.line] for one in judged if one.relation in _CHANGES}
    if not changed and claims:
        shared = [_shared(text[a:b], claims) for a, b in spans]
        changed = {spans[shared.index(max(shared))]}
    return tuple(sorted(changed)) if _stands_without(text, spans, changed) else ()


def _of_other_version(text: str, told: Sequence[str]) -> bool:
    """Whether a block is of one version of its thing, and what is told of another: nothing of it is of that one."""
    key = key_of(text)
    if key is None or not key.version:
        return False
    return any(version_named(one, key.name) not in ("", key.version) for one in told)


def _stands_without(text: str, spans: Sequence[tuple[int, int]], changed: Container[tuple[int, int]]) -> bool:
    """Whether what stays of a text stands without the sentences that go: none leans on one of them, as without its
    subject it would say something else.

    Where hardly a word is left (a mark of standing) they were all that the block said; so they were where the name of
    the block's thing goes.
    """
    rest = without_sentences(text, [span for span in spans if span in changed])
    key = key_of(text)
    orphaned = key is not None and standing_at(plain(rest), key.name) < 0
    leaning = any(
        gone in changed and one not in changed and _LEANING.match(text, gone[1])
        for gone, one in pairwise(spans)
    )
    return not (orphaned or leaning) and len(tokens(rest)) >= _LEAST


def without_sentences(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without some of its sentences; what stands before and after one keeps its own line or space between."""
    for start, end in sorted(spans, reverse=True):
        before, after = text[:start], text[end:]
        gap = before[len(before.rstrip()) :] or after[: len(after) - len(after.lstrip())]
        text = f"{before.rstrip()}{gap if before.strip() and after.strip() else ''}{after.lstrip()}"
    return text


def _shared(sentence: str, claims: Sequence[str]) -> float:
    words = set(tokens(sentence))
    return max((len(words & set(tokens(claim))) / max(1, len(words)) for claim in claims), default=0.0)
