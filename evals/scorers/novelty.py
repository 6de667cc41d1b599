"""What is new comes, what is known or no news does not, and the relation to the document is told rightly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspect_ai.scorer import Scorer, scorer

from agent.outcome import IncrementOutcome
from evals.drafted import Drafted
from evals.golden import Expected, GoldenCase
from evals.matching import line_saying, matching, stands, told
from evals.record import Finding
from evals.scorers.common import finding, new_lines, scoring, shares

KNOWN = frozenset({"covered"})
"""Relations of what need not be said again."""

MAY_BE_LEFT = frozenset({"covered", "confirms"})
"""Relations of what may be drafted, to say who confirms it, and may be left."""


@scorer(metrics=[shares()])
def novelty() -> Scorer:
    """`new_found`, `known_left`, `noise_left`, `relation_right`, `drafts_wanted`."""
    return scoring("novelty", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `novelty`. The labels of a case are complete: a draft that no label speaks of is not wanted."""
    if case is None:
        return []
    increments = drafted.outcome.increments if drafted.outcome else ()
    found = [made for expected in case.increments for made in _expected(expected, increments, drafted)]
    return [*found, *_noise(case, drafted), *_wanted(case, increments)]


def _expected(
    expected: Expected, increments: Sequence[IncrementOutcome], drafted: Drafted
) -> Iterator[Finding]:
    what, matched = ", ".join(expected.words), matching(expected, increments)
    line = line_saying(expected.words, new_lines(drafted))
    come = any(one.commit for one in matched) if drafted.outcome else line is not None
    group = "/".join(expected.relation)
    if expected.relation and set(expected.relation) <= KNOWN:
        yield finding(
            "known_left", what, right=not come, why="it was drafted again" if come else "it was left", at=line
        )
    elif not set(expected.relation) & MAY_BE_LEFT:
        why = "it was drafted" if come else f"it was not drafted{_reason(matched)}"
        yield finding("new_found", what, right=come, why=why, group=group, at=line)
    if expected.relation and drafted.outcome:
        said = next((one.relation for one in matched if one.commit), matched[0].relation if matched else None)
        why = f"told as {said}, wanted {group}" if said else "there is no such increment"
        # What is known may never become an increment at all: nothing was told of it then.
        right = None if said is None else said in expected.relation
        yield finding("relation_right", what, right=right, why=why, group=group)


def _reason(matched: Sequence[IncrementOutcome]) -> str:
    return f": {matched[0].disposition}, {matched[0].why}" if matched else ": no increment speaks of it"


def _noise(case: GoldenCase, drafted: Drafted) -> Iterator[Finding]:
    for noise in case.not_news:
        line = line_saying(noise.words, new_lines(drafted))
        why = f"it was drafted, though {noise.why}" if line else "it was left"
        yield finding("noise_left", ", ".join(noise.words), right=line is None, why=why, at=line)


def _wanted(case: GoldenCase, increments: Sequence[IncrementOutcome]) -> Iterator[Finding]:
    for one in increments:
        if one.is_drafted:
            wanted = any(all(stands(word, told(one)) for word in label.words) for label in case.increments)
            why = "a label speaks of it" if wanted else "no label speaks of it"
            yield finding("drafts_wanted", one.title, right=wanted, why=why, group=one.relation)
