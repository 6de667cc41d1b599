"""The sentences of an increment: their facts, their verdicts, and the passages beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from agent.models import FactCheck
from agent.outcome import ClaimOutcome
from agent.report.passages import Passage, Texts, passages


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a sentence: plain, or a fact with its status."""

    text: str
    status: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class FactGroup:
    """Facts with one status, proved in one way, or failed for one reason."""

    status: str
    how: str
    reason: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One sentence, its facts, and the passages beside it."""

    runs: tuple[Run, ...]
    status: str
    kept: str
    reason: str
    facts: tuple[FactGroup, ...]
    passages: tuple[Passage, ...]
    same: bool
    """Whether the passages are those of the sentence before."""


def sentences(claims: Sequence[ClaimOutcome], texts: Texts) -> tuple[ClaimView, ...]:
    """The views of claims, in their order."""
    beside = passages(claims, texts)
    views: list[ClaimView] = []
    last: tuple[tuple[str, str, str], ...] = ()
    for claim, found in zip(claims, beside, strict=True):
        key = tuple((passage.path, passage.place, passage.words) for passage in found)
        verdict = claim.verdict
        views.append(
            ClaimView(
                runs=_runs(claim.text, verdict.facts),
                status=verdict.status,
                kept=claim.kept,
                reason=_reason(claim),
                facts=_fact_groups(verdict.facts),
                passages=found,
                same=bool(key) and key == last,
            )
        )
        last = key
    return tuple(views)


def _reason(claim: ClaimOutcome) -> str:
    """Why the verdict is what it is, where no fact says the same."""
    verdict = claim.verdict
    told = verdict.status == "supported" or any(
        fact.reason in verdict.reason for fact in verdict.facts if fact.reason
    )
    return "" if told else verdict.reason


def _runs(text: str, facts: Sequence[FactCheck]) -> tuple[Run, ...]:
    """The sentence cut at its facts; of facts that overlap the one that failed is shown, else the longer."""
    spans = [(found, fact) for fact in facts if (found := _place(text, fact))]
    spans.sort(key=lambda pair: (pair[1].status == "proved", pair[0][0] - pair[0][1], pair[0][0]))
    taken: list[tuple[int, int, FactCheck]] = []
    for (start, end), fact in spans:
        if all(end <= a or start >= b for a, b, _ in taken):
            taken.append((start, end, fact))
    runs: list[Run] = []
    at = 0
    for start, end, fact in sorted(taken, key=lambda one: one[0]):
        if start > at:
            runs.append(Run(text[at:start], ""))
        runs.append(Run(text[start:end], fact.status, fact.reason))
        at = end
    if at < len(text):
        runs.append(Run(text[at:], ""))
    return tuple(runs)


def _place(text: str, fact: FactCheck) -> tuple[int, int] | None:
    """Where a fact stands in the sentence; its offsets are those of the row with its bars, where it is one."""
    if not fact.text:
        return None
    if text[fact.start : fact.end] == fact.text:
        return fact.start, fact.end
    at = text.find(fact.text, max(fact.start - 4, 0))
    at = at if at >= 0 else text.find(fact.text)
    return (at, at + len(fact.text)) if at >= 0 else None


_ORDER = ("contradicted", "missing", "unchecked", "proved")


def _fact_groups(facts: Sequence[FactCheck]) -> tuple[FactGroup, ...]:
    """What failed first; facts that are alike in one line."""

    def key(fact: FactCheck) -> tuple[int, str, str]:
        return _ORDER.index(fact.status), fact.how, "" if fact.status == "proved" else fact.reason

    groups: list[FactGroup] = []
    for (_, how, reason), alike in groupby(sorted(facts, key=key), key=key):
        group = list(alike)
        texts = tuple(dict.fromkeys(fact.text for fact in group if fact.text))
        groups.append(FactGroup(group[0].status, how, reason, texts))
    return tuple(groups)
