"""Whether evidence supports a claim: every fact of the claim is proved, missing, contradicted or unchecked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.evidence.case import RELATED, Case, opened
from agent.evidence.grids import named
from agent.evidence.near_copies import check_near_copy
from agent.evidence.tokens import raw_tokens
from agent.evidence.turn_checks import UNDENIED, check_turns
from agent.evidence.units import EvidenceIndex, as_evidence, squeezed_cells, without_markup
from agent.evidence.value_checks import check_values
from agent.evidence.verbatim import copied_from
from agent.evidence.word_checks import check_words
from agent.facts import row_facts
from agent.facts.claims import sentence_spans
from agent.facts.folding import folded
from agent.facts.markup import Clean, clean
from agent.facts.model import Claim
from agent.models import Distance, Evidence, FactCheck, Status, Verdict

_COVERED = 0.9
"""From this share of its wording on, a claim whose facts are proved counts as said by the source."""
_UNPROVABLE = frozenset({"superlative", "comparison", "negation", "hedge", "quantifier", "direction"})
"""Kinds of facts that are turns of a statement, and are not listed one by one as proved."""
_TURNS = frozenset({"trend", "comparison", "superlative", "word", "entity"})
_WORST: tuple[Status, ...] = ("contradicted", "unsupported", "unchecked", "partly supported", "supported")


@dataclass(frozen=True, slots=True)
class Assessment:
    """A verdict and how strongly the evidence speaks for the claim, from 0 to 1, for ranking."""

    verdict: Verdict
    score: float


def supports(
    claim: str | Claim, evidence: EvidenceIndex | Sequence[Evidence] | str, *, date: dt.date | None = None
) -> Verdict:
    """Whether evidence supports a claim, with what became of each of its facts.

    `claim` is a sentence or a claim of `split_claims`, which may be a table row with its heads; `evidence`
    an index (build it once for many claims), pieces of evidence, or a plain text. `date` is the claim's
    own date, for relative dates. Any missing fact makes the claim unsupported, any contradicted one
    contradicted; words that cannot be checked leave it partly supported or unchecked.
    """
    return assess(claim, evidence, date=date).verdict


def assess(
    claim: str | Claim, evidence: EvidenceIndex | Sequence[Evidence] | str, *, date: dt.date | None = None
) -> Assessment:
    """The verdict of `supports` with a score for ranking claims."""
    index = _indexed(evidence)
    claim = claim if isinstance(claim, Claim) else Claim(claim, 0, len(claim), 1, 1)
    copied = _copied(claim, index, date)
    if copied is not None:
        return copied
    marked = clean(claim.text)
    if marked.text != claim.text:
        judged = assess(without_markup(claim), index, date=date)
        return replace(judged, verdict=_as_marked(judged.verdict, claim.text, marked))
    spans = [] if claim.cells else _sentences(claim.text, index)
    if len(spans) < 2:
        return _assessed(claim, index, date)
    return _joined([(a, _sentence(replace(claim, text=claim.text[a:b]), index, date)) for a, b in spans])


def _sentence(claim: Claim, index: EvidenceIndex, date: dt.date | None) -> Assessment:
    return _copied(claim, index, date) or _assessed(claim, index, date)


def _copied(claim: Claim, index: EvidenceIndex, date: dt.date | None) -> Assessment | None:
    """The verdict on a claim that the evidence has word for word: supported, with each of its facts."""
    found = _same_row(claim, index)
    if found is None and not index.rows_like(claim):  # a row of a table may stand under other heads
        found = copied_from(claim, index.evidence, dated=date)
    if found is None:
        return None
    source, quote = found
    checks = tuple(
        FactCheck(
            kind=fact.kind,
            text=fact.text,
            start=fact.start,
            end=fact.end,
            status="proved",
            how="exact",
            evidence=source.id,
            quote=quote,
        )
        for fact in row_facts(claim, date=date)
        if fact.kind not in _UNPROVABLE
    )
    reason = "the evidence has it word for word"
    verdict = Verdict(status="supported", reason=reason, facts=checks, distance=source.distance)
    return Assessment(verdict, 1.0)


def _same_row(claim: Claim, index: EvidenceIndex) -> tuple[Evidence, str] | None:
    """A row of the evidence with the same cells under the same heads."""
    for unit in index.rows_like(claim):
        same = squeezed_cells(claim.header) == squeezed_cells(unit.claim.header)
        if same or not claim.header or not unit.claim.header or index.has_row(claim.header):
            return unit.evidence, unit.quote
    return None


def _as_marked(verdict: Verdict, text: str, marked: Clean) -> Verdict:
    """A verdict on a text without its inline marks, its facts placed in the text as it is."""
    placed = []
    for check in verdict.facts:
        start, end = marked.span(check.start, check.end)
        placed.append(check.model_copy(update={"start": start, "end": end, "text": text[start:end]}))
    return verdict.model_copy(update={"facts": tuple(placed)})


def _sentences(text: str, index: EvidenceIndex) -> list[tuple[int, int]]:
    """The sentences of a claim; a full stop inside a table's label (`Hier. Left Branch.`) ends none."""
    spans = sentence_spans(text)
    if len(spans) < 2 or not index.tables:
        return spans
    low = folded(text).lower()
    tables = {
        id(unit.table): unit.table for unit in index.candidates(raw_tokens(low)) if unit.table is not None
    }
    sights = [named(table, low) for table in tables.values()]
    labels = [mention for sight in sights for mention in (*sight.rows, *sight.columns)]
    joined = [spans[0]]
    for start, end in spans[1:]:
        if any(label.start < start <= label.end + 2 for label in labels):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _joined(parts: list[tuple[int, Assessment]]) -> Assessment:
    """The verdicts of a claim's sentences as one: the worst of them, with every fact."""
    worst = min(parts, key=lambda part: _WORST.index(part[1].verdict.status))[1]
    status = worst.verdict.status
    if status == "unchecked" and any(
        part.verdict.status in {"supported", "partly supported"} for _, part in parts
    ):
        status = "partly supported"
    facts = tuple(
        check.model_copy(update={"start": check.start + start, "end": check.end + start})
        for start, part in parts
        for check in part.verdict.facts
    )
    distances = [part.verdict.distance for _, part in parts if part.verdict.distance is not None]
    known = max(distances, default=None) if status in {"supported", "partly supported"} else None
    verdict = Verdict(status=status, reason=worst.verdict.reason, facts=facts, distance=known)
    return Assessment(verdict, min(part.score for _, part in parts))


def _assessed(claim: Claim, index: EvidenceIndex, date: dt.date | None) -> Assessment:
    case = opened(claim, index, date)
    check_values(case)
    check_turns(case)
    check_words(case)
    check_near_copy(case)
    return _concluded(case)


def _indexed(evidence: EvidenceIndex | Sequence[Evidence] | str) -> EvidenceIndex:
    if isinstance(evidence, EvidenceIndex):
        return evidence
    return EvidenceIndex([as_evidence(evidence)] if isinstance(evidence, str) else evidence)


def _concluded(case: Case) -> Assessment:
    checks = tuple(sorted(case.checks, key=lambda check: (check.start, check.end)))
    status, reason = _status(case, checks)
    verdict = Verdict(status=status, reason=reason, facts=checks, distance=_distance(case, status))
    return Assessment(verdict, _score(case, checks))


def _status(case: Case, checks: tuple[FactCheck, ...]) -> tuple[Status, str]:
    """The verdict and its reason: the worst fact decides; what cannot be checked is never called supported."""
    proved, missing, contradicted, unchecked = (
        [check for check in checks if check.status == status]
        for status in ("proved", "missing", "contradicted", "unchecked")
    )
    share = _share(case, proved)
    if contradicted:
        return "contradicted", _reason(contradicted)
    if missing:
        return "unsupported", _reason(missing)
    if not case.main or (share < RELATED and not proved):
        return "unchecked", "no words of the claim to hold against the evidence"
    if not unchecked and share >= _COVERED:
        return "supported", "every fact is proved" if proved else "the evidence says it in these words"
    if proved:
        return "partly supported", _reason(
            unchecked
        ) or "its values are proved, its wording cannot be checked"
    return "unchecked", _reason(unchecked) or "its wording cannot be checked"


def _share(case: Case, proved: list[FactCheck]) -> float:
    """Share of the claim's wording that the evidence has; what says a trend or a comparison that is proved
    counts, and so does a name that it has in another form."""
    spans = [(check.start, check.end) for check in proved if check.kind in _TURNS]
    total = sum(piece.weight for piece in case.pieces)
    if not spans or not total:
        return case.union.share
    left = sum(
        piece.weight
        for piece in case.union.foreign
        if not any(a <= piece.start and piece.end <= b for a, b in spans)
    )
    return 1.0 - left / total


def _reason(checks: list[FactCheck]) -> str:
    return "; ".join(f"{check.text}: {check.reason}" for check in checks[:3])


def _distance(case: Case, status: Status) -> Distance | None:
    if status not in {"supported", "partly supported"}:
        return None
    numbers = case.used | {unit.number for unit in case.main}
    return max((case.index.units[number].evidence.distance for number in numbers), default=None)


def _score(case: Case, checks: tuple[FactCheck, ...]) -> float:
    """How much of the claim's content the evidence has, in all and in its closest unit, halved for one fact
    that it lacks or denies, cut to a third for two, and so on."""
    words = sum(piece.weight for piece in case.pieces)
    values = [check for check in checks if check.kind not in {"entity", "word"}]
    proved = sum(check.status == "proved" for check in values)
    denied = sum(check.status == "contradicted" for check in values)
    missing = sum(check.status == "missing" for check in values)
    total = words + 2.0 * (proved + denied + missing)
    held = case.union.share * words + 2.0 * proved - 2.0 * denied
    share = max(0.0, held / total) if total else 0.0
    faults = sum(check.status in {"missing", "contradicted"} or check.reason == UNDENIED for check in checks)
    return round((share + case.quoting) / 2.0 / (1.0 + faults), 4)
