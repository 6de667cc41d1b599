"""What has been seen since of the thing that a statement says: later proposals, refused ones too, and later notes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agent.ask import Filters, Library
from agent.ask.library import View
from agent.ask.model import Citation
from agent.ask.search import found_for
from agent.ask.understand import understand
from agent.ask.worded import evidence_of
from agent.evidence import supports
from agent.ledger import Ledger
from agent.models import Language, Relation, Verdict
from agent.nights import NightRecord
from agent.outcome import IncrementOutcome
from agent.reasons import verdict_in
from agent.tracing.lines import Statement, key_of
from agent.tracing.model import Later, Near, SeenOfCaveat, Source
from agent.tracing.origin import Records, judged, merged_by, named
from agent.workspace import Repository

_LOOKED = 20
"""Passages that are held against a statement."""
_SHOWN = 4
_KINDS = ("note", "card", "queue")
_SHORT = 6


def proposals_about(
    statement: Statement,
    records: Records,
    ledger: Ledger,
    repository: Repository,
    *,
    after: dt.date | None,
    but: str = "",
) -> Iterator[Later]:
    """What later nights held against the line: confirmed, contradicted, superseded; drafted, refused or neither."""
    for record in records.all:
        if after is not None and record.night < after:
            continue
        for one in record.outcome.increments:
            if one.id != but and _speaks_of(one, statement):
                yield _later(record, one, ledger, repository)


def seen_of_caveats(
    ledger: Ledger, document: str, watched: Mapping[str, tuple[str, str]]
) -> dict[tuple[str, str], tuple[SeenOfCaveat, ...]]:
    """What nights saw of caveats since, by kind and wording; `watched` has these by the ids of the watch list."""
    found: dict[tuple[str, str], tuple[SeenOfCaveat, ...]] = {}
    for event in ledger.sighted(document):
        if event.watch not in watched:
            continue
        evidence = event.evidence
        told = SeenOfCaveat(
            night=event.night,
            effect=event.effect,
            quote=evidence.quote,
            path=evidence.span.path,
            line=evidence.span.line,
            contributor=evidence.contributor,
        )
        words = watched[event.watch]
        found[words] = (*found.get(words, ()), told)
    return found


def _speaks_of(one: IncrementOutcome, statement: Statement) -> bool:
    if one.document_says is None:
        return False
    key = key_of(one.document_says.quote)
    return len(key) >= _SHORT and (key in statement.key or statement.key in key)


def _later(record: NightRecord, one: IncrementOutcome, ledger: Ledger, repository: Repository) -> Later:
    told = Later(relation=one.relation, stand="open", date=record.night, title=one.title)
    if not one.commit:
        return told.model_copy(update={"stand": "not drafted", "reason": one.why})
    verdict = judged(ledger, record, one)
    if verdict is None:
        merged = merged_by(record.night, one.id, repository)
        return told.model_copy(update={"stand": "merged", "merged": named(merged)}) if merged else told
    return told.model_copy(
        update={
            "stand": verdict.decision,
            "reason": verdict.reason,
            "who": verdict.who,
            "decided": verdict.date,
        }
    )


def passages_about(
    statement: Statement,
    library: Library,
    language: Language,
    *,
    after: dt.date | None,
    known: Sequence[Source] = (),
) -> tuple[Near, ...]:
    """Passages of the sources that come nearest to a statement, with what they prove of it; those known are left out."""
    filters = Filters(since=after, kinds=_KINDS)
    seen = {(one.path, one.start_line) for one in known}
    with library.lock:
        question = understand(statement.text, filters=filters)
        found = found_for(question, library)[:_LOOKED] if question.terms else []
        near = [(one.view, one.share) for one in found]
    told: list[Near] = []
    for view, share in near:
        cited = _citation(view)
        if (cited.path, cited.start_line) in seen or view.passage.block in ("heading", "meta"):
            continue
        verdict = _held(statement, cited)
        if share >= 0.35 or verdict.status in ("supported", "contradicted"):
            told.append(Near(cited=cited, status=verdict.status, reason=verdict_in(language, verdict).reason))
    order = ("supported", "contradicted", "partly supported")
    told.sort(key=lambda one: order.index(one.status) if one.status in order else len(order))
    return tuple(told[:_SHOWN])


def _citation(view: View) -> Citation:
    return view.passage.citation()


def _held(statement: Statement, cited: Citation) -> Verdict:
    return supports(statement.text, [evidence_of(cited)])


def told_since(near: Iterable[Near]) -> Iterator[Later]:
    """Of later passages those that prove the statement, or say otherwise."""
    for one in near:
        if one.status not in ("supported", "contradicted"):
            continue
        relation: Relation = "confirms" if one.status == "supported" else "contradicts"
        yield Later(
            relation=relation,
            stand="source",
            date=one.cited.date,
            title=one.cited.quote,
            reason=one.reason if relation == "contradicts" else "",
            who=one.cited.contributor,
            cited=one.cited,
        )
