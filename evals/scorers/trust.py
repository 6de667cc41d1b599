"""How far the fidelity score can be trusted: its verdicts against people's labels on sentences of drafts."""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai.scorer import Scorer, scorer

from agent.checking import check
from evals.drafted import Drafted
from evals.golden import GoldenCase, Sentence
from evals.record import Finding
from evals.scorers.common import finding, scoring, shares

_BORNE_OUT = frozenset({"supported", "partly supported"})


@scorer(metrics=[shares()])
def trust() -> Scorer:
    """`true_let_through` and `false_caught`: labelled sentences on which the checker agrees with people."""
    return scoring("trust", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `trust`. What the checker leaves open is unscored."""
    sources = {name: text for name, text in drafted.sources if text.strip()}
    if case is None or not sources:
        return []
    return [_agrees(sentence, sources, drafted) for sentence in case.sentences]


def _agrees(sentence: Sentence, sources: dict[str, str], drafted: Drafted) -> Finding:
    report = check(sentence.text, sources, date=drafted.night)
    statuses = [claim.verdict.status for claim in report.claims]
    worst = next((status for status in report.counts() if status in statuses), "unchecked")
    reasons = [claim.verdict.reason for claim in report.claims if claim.verdict.status == worst]
    right = None if worst == "unchecked" else (worst in _BORNE_OUT) == sentence.holds
    why = f"{worst}: {reasons[0] if reasons else 'nothing to check'}"
    metric = "true_let_through" if sentence.holds else "false_caught"
    return finding(metric, sentence.text, right=right, why=why, group=sentence.kind or "holds")
