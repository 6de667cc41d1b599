"""The doubts that a reader of the document must see, and those that would be noise."""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai.scorer import Scorer, scorer

from agent.models import Caveat
from agent.outcome import IncrementOutcome
from evals.drafted import Drafted
from evals.golden import Expected, GoldenCase
from evals.matching import matching, plain
from evals.record import Finding
from evals.scorers.common import finding, scoring, shares


@scorer(metrics=[shares()])
def caveats() -> Scorer:
    """`caveats_there`: kinds that must be carried; `caveats_fit`: kinds that must not."""
    return scoring("caveats", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `caveats`. Of a draft that was given the kinds of its caveats are not known: unscored."""
    found: list[Finding] = []
    for expected in case.increments if case else ():
        drafts = _drafted(expected, drafted)
        found.extend(_there(expected, kind, drafts, drafted) for kind in expected.caveats)
        found.extend(_fits(expected, kind, drafts) for kind in expected.no_caveats)
    return found


def _drafted(expected: Expected, drafted: Drafted) -> tuple[IncrementOutcome, ...] | None:
    if drafted.outcome is None:
        return None
    return tuple(one for one in matching(expected, drafted.outcome.increments) if one.commit)


def _there(
    expected: Expected, kind: str, drafts: tuple[IncrementOutcome, ...] | None, drafted: Drafted
) -> Finding:
    what = f"{kind} on {', '.join(expected.words)}"
    if drafts is None:
        return finding(
            "caveats_there", what, right=None, why="the draft does not tell its caveats' kinds", group=kind
        )
    carried = [caveat for one in drafts for caveat in one.caveats if caveat.kind == kind]
    if not carried:
        has = sorted({caveat.kind for one in drafts for caveat in one.caveats})
        why = f"it carries {', '.join(has) or 'none'}" if drafts else "the increment was not drafted"
        return finding("caveats_there", what, right=False, why=why, group=kind)
    shown = any(_shown(caveat, drafted) for caveat in carried)
    why = carried[0].wording if shown else f"the document does not show it: {carried[0].wording}"
    return finding("caveats_there", what, right=shown, why=why, group=kind)


def _shown(caveat: Caveat, drafted: Drafted) -> bool:
    """Whether a reader sees it: in its words, or, of a figure that changes, by the day beside the figure."""
    beside = caveat.kind == "volatile" and drafted.night.isoformat() in drafted.added_text()
    return beside or plain(caveat.wording) in plain(drafted.after)


def _fits(expected: Expected, kind: str, drafts: tuple[IncrementOutcome, ...] | None) -> Finding:
    what = f"no {kind} on {', '.join(expected.words)}"
    if not drafts:
        return finding("caveats_fit", what, right=None, why="there is no draft of it to look at", group=kind)
    wrong = [caveat.wording for one in drafts for caveat in one.caveats if caveat.kind == kind]
    return finding(
        "caveats_fit", what, right=not wrong, why=wrong[0] if wrong else "it carries none", group=kind
    )
