"""One increment for one thing, however many told it; two for two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from inspect_ai.scorer import Scorer, scorer

from agent.briefs import read_brief
from agent.outcome import IncrementOutcome
from evals.drafted import Drafted
from evals.golden import Expected, GoldenCase
from evals.matching import matching, stands
from evals.record import Finding
from evals.scorers.common import finding, scoring, shares

APART = "kept apart"
"""Tag of cases whose increments must be as many as their labels; elsewhere one may tell several rows."""


@scorer(metrics=[shares()])
def joining() -> Scorer:
    """`joined`: one increment that names all its sources; `kept_apart`: two things are two increments."""
    return scoring("joining", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `joining`; a draft that was given tells no increments: unscored."""
    if case is None or drafted.outcome is None:
        return []
    increments = drafted.outcome.increments
    joined = [_joined(label, drafted, increments) for label in case.increments if len(label.sources) > 1]
    return [*joined, *(_apart(case.increments, increments) if APART in case.tags else ())]


def _joined(label: Expected, drafted: Drafted, increments: Sequence[IncrementOutcome]) -> Finding:
    what, matched = ", ".join(label.words), matching(label, increments)
    if not matched:
        return finding("joined", what, right=None, why="no increment speaks of it")
    if len(matched) > 1:
        return finding("joined", what, right=False, why=f"{len(matched)} increments speak of it")
    named = _named(matched[0], drafted)
    left = [path for path in label.sources if path not in named]
    why = f"it does not name {', '.join(left)}" if left else "it names all its sources"
    return finding("joined", what, right=not left, why=why)


def _named(one: IncrementOutcome, drafted: Drafted) -> set[str]:
    """The files that an increment rests on: those that it quotes, and those that its brief names."""
    quoted = {source.rpartition(":")[0] or source for source in one.sources}
    brief = dict(drafted.elsewhere).get("brief.md", "")
    told = read_brief(brief).increments if brief else ()
    return quoted | {
        ref.path for increment in told if increment.title == one.title for ref in increment.sources
    }


def _apart(labels: Sequence[Expected], increments: Sequence[IncrementOutcome]) -> Iterator[Finding]:
    for a, b in combinations(labels, 2):
        ours, theirs = matching(a, increments), matching(b, increments)
        if not ours or not theirs:
            continue
        # By title: the words of one may be mentioned in the text of the other.
        both = [one for one in ours if one in theirs]
        whole = [
            one for one in both if len(ours) == 1 and len(theirs) == 1 and _speaks(one, a) and _speaks(one, b)
        ]
        what = f"{', '.join(a.words)} / {', '.join(b.words)}"
        why = f"one increment for both: {whole[0].title}" if whole else "two increments"
        yield finding("kept_apart", what, right=not whole, why=why)


def _speaks(one: IncrementOutcome, label: Expected) -> bool:
    said = "\n".join([one.title, *(claim.text for claim in one.claims)])
    return all(stands(word, said) for word in label.words)
