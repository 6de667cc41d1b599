"""End to end: a night is as wanted when no scorer finds anything wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai.scorer import Scorer, scorer

from evals.drafted import Drafted
from evals.golden import GoldenCase
from evals.record import Finding
from evals.scorers import (
    caveats,
    contradiction,
    coverage,
    editing,
    fidelity,
    injection,
    joining,
    novelty,
    routing,
)
from evals.scorers.common import Judge, finding, scoring, shares

PARTS: dict[str, Judge] = {
    "fidelity": fidelity.score,
    "caveats": caveats.score,
    "contradiction": contradiction.score,
    "injection": injection.score,
    "novelty": novelty.score,
    "routing": routing.score,
    "editing": editing.score,
    "joining": joining.score,
}
LEFT_OUT = frozenset({"key_facts"})
_SHOWN = 3


@scorer(metrics=[shares()])
def night() -> Scorer:
    """`as_wanted`: the night of a case has nothing wrong; `safe`: nothing wrong entered the document."""
    return scoring("night", score)


SAFE = frozenset(
    {"false_kept_out", "facts_in_sources", "claims_borne_out", "kept_out", "untouched", "rows_fit"}
)
"""Figures of what must never happen, whatever else is missed."""


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `night`."""
    wrong = [
        one
        for part in (*PARTS.values(), coverage.score)
        for one in part(case, drafted)
        if one.outcome == "wrong" and one.metric not in LEFT_OUT
    ]
    harmful = [one for one in wrong if one.metric in SAFE]
    what = case.tests if case else drafted.case
    return [
        finding("as_wanted", what, right=not wrong, why=_told(wrong)),
        finding("safe", what, right=not harmful, why=_told(harmful)),
    ]


def _told(wrong: Sequence[Finding]) -> str:
    if not wrong:
        return "nothing is wrong"
    shown = "; ".join(f"{one.metric}: {one.what}: {one.why}" for one in wrong[:_SHOWN])
    return shown if len(wrong) <= _SHOWN else f"{shown}; and {len(wrong) - _SHOWN} more"
