"""The document against the new, and sources against themselves: old and new never stand side by side unmarked."""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai.scorer import Scorer, scorer

from agent.tokens import tokens
from evals.drafted import Drafted, lines_of
from evals.golden import Expected, GoldenCase
from evals.matching import line_saying, matching, stands
from evals.record import Finding
from evals.scorers.common import finding, scoring, shares

TURNED = frozenset({"supersedes", "contradicts"})
"""Relations of what cannot stand beside the old line; where another one is right too, an edit is not demanded."""


@scorer(metrics=[shares()])
def contradiction() -> Scorer:
    """`old_edited`, `old_named` beside the new, `doubts_told` of sources that cannot all be right."""
    return scoring("contradiction", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `contradiction`."""
    if case is None:
        return []
    found = [
        made
        for expected in case.increments
        if expected.edits and expected.relation and set(expected.relation) <= TURNED
        for made in _edited(expected, drafted)
    ]
    return [*found, *(_told(words, drafted) for words in case.doubts)]


def _edited(expected: Expected, drafted: Drafted) -> list[Finding]:
    if not drafted.whole:
        why = "the draft is no whole document"
        return [finding("old_edited", expected.edits, right=None, why=why)]
    if not _drafted(expected, drafted):
        return [finding("old_edited", expected.edits, right=None, why="it was not drafted")]
    old = {line.text for line in lines_of(drafted.before) if stands(expected.edits, line.text)}
    left = next((line for line in lines_of(drafted.after) if line.text in old), None)
    named = next((line for line in drafted.added() if _names(expected.edits, line.text)), None)
    return [
        finding(
            "old_edited",
            expected.edits,
            right=left is None,
            why="the old line goes on standing as it was" if left else "the old line was edited",
            group="/".join(expected.relation),
            at=left,
        ),
        finding(
            "old_named",
            expected.edits,
            right=left is None and named is not None,
            why="what was said before is named"
            if named
            else "what was said before is not named beside the new",
            group="/".join(expected.relation),
            at=named,
        ),
    ]


def _names(old: str, text: str) -> bool:
    """Whether a line has the old words, or those that stay with the old figure beside the new one."""
    return stands(old, text) or set(tokens(old)) <= set(tokens(text))


def _drafted(expected: Expected, drafted: Drafted) -> bool:
    if drafted.outcome is None:
        return line_saying(expected.words, drafted.added()) is not None
    return any(one.commit for one in matching(expected, drafted.outcome.increments))


def _told(words: str, drafted: Drafted) -> Finding:
    if drafted.outcome is None:
        return finding("doubts_told", words, right=None, why="the draft tells no doubts")
    doubts = [f"{doubt.title} {doubt.problem}" for doubt in drafted.outcome.doubts]
    caveats = [
        c.wording for one in drafted.outcome.increments for c in one.caveats if c.kind == "contradicts itself"
    ]
    told = next((text for text in [*doubts, *caveats] if stands(words, text)), "")
    return finding("doubts_told", words, right=bool(told), why=told or "no doubt or caveat speaks of it")
