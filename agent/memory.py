"""What a document's nights remember: from the ledger's decisions and the records of the nights."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from agent.briefs import increments_of
from agent.ledger import Decided, Ledger, NightDone, Proposed
from agent.models import Increment
from agent.nights import NightRecord, Nights
from agent.outcome import IncrementOutcome
from agent.recall import EarlierProposal
from agent.recall.match import statements_of
from agent.workspace import Repository, is_merged, landed, was_built, was_removed

_MOST = 400
"""Proposals that are remembered, the latest: each costs a comparison with every increment of a night."""
_LOOKED_AT = 30
"""Nights of which something may be taken up again, the latest."""
_REASONS = 6
_LONGEST = 300
"""Characters of a reason that goes to the writer."""


def remembered(
    repository: Repository, ledger: Ledger, document: str, night: dt.date
) -> tuple[EarlierProposal, ...]:
    """What was refused up to a night, and what nights before it proposed that is open or accepted and not merged,
    or was accepted and left its branch.

    What a person took back is not refused any more. Newest first.
    """
    records = _Records(Nights.open(repository, ledger), ledger)
    found = [
        *_refused(records, ledger, document, night),
        *_open(records, repository, ledger, document, night),
        *_left(records, repository, ledger, document, night),
    ]
    return tuple(sorted(found, key=lambda one: (-one.night.toordinal(), one.increment))[:_MOST])


def reasons_for(known: Sequence[EarlierProposal], section: Sequence[str]) -> tuple[str, ...]:
    """Why people refused what was meant for a section, or what they said of it on its pull request, then for the
    document, each once and bounded."""
    refused = [one for one in known if one.stand in ("refused", "open") and one.reason.strip()]
    refused.sort(key=lambda one: one.section != " › ".join(section))
    lines = (f"{one.title[:120]}: {' '.join(one.reason.split())[:_LONGEST]}" for one in refused)
    return tuple(dict.fromkeys(lines))[:_REASONS]


def to_take_up(repository: Repository, ledger: Ledger, document: str, night: dt.date) -> frozenset[str]:
    """Content hashes of the notes behind increments whose section had changed: no night has run since they left
    their branch."""
    found = {
        evidence.span.item
        for _, increment in _leaving(repository, ledger, document, night)
        for claim in increment.claims
        for evidence in claim.evidence
    }
    return frozenset(found - {""})


def _leaving(
    repository: Repository, ledger: Ledger, document: str, night: dt.date
) -> Iterator[tuple[dt.date, IncrementOutcome]]:
    """The increments that left the branch of a night since their section had changed, and no night has run since."""
    done = [one for one in ledger.nights(document) if one.night < night]
    nights = Nights.open(repository, ledger)
    for one in done[-_LOOKED_AT:]:
        if any(other.night > one.night and other.when > one.when for other in done):
            continue
        record = nights.of(one)
        yield from (
            (one.night, left) for left in (record.outcome.increments if record else ()) if left.retake
        )


class _Records:
    """Records of nights, each read once, with the increments of its brief."""

    def __init__(self, nights: Nights, ledger: Ledger) -> None:
        self._nights = nights
        self._ledger = ledger
        self._read: dict[tuple[str, dt.date], tuple[NightRecord | None, tuple[Increment, ...]]] = {}

    def of(
        self, document: str, night: dt.date, increment: str
    ) -> tuple[IncrementOutcome | None, Increment | None]:
        """An increment as the night left it, and as its brief tells it; None where no record can be read."""
        key = (document, night)
        if key not in self._read:
            self._read[key] = self._found(self._ledger.night(night, document))
        record, told = self._read[key]
        outcome = (
            next((one for one in record.outcome.increments if one.id == increment), None) if record else None
        )
        same = next((one for one in told if outcome and one.number == outcome.number), None)
        return outcome, same

    def _found(self, done: NightDone | None) -> tuple[NightRecord | None, tuple[Increment, ...]]:
        record = self._nights.of(done) if done else None
        return (record, increments_of(record.brief)) if record else (None, ())


def _refused(records: _Records, ledger: Ledger, document: str, night: dt.date) -> Iterable[EarlierProposal]:
    titles = {one.increment: one for one in ledger.proposals(document)}
    for event in ledger.refused(document):
        day = event.night or event.day
        if day <= night:
            yield _made(records, document, event.increment, day, titles.get(event.increment), event)


def _open(
    records: _Records, repository: Repository, ledger: Ledger, document: str, night: dt.date
) -> Iterable[EarlierProposal]:
    """Proposals whose branch is there and not merged, or lies in another clone alone, and that the base has not."""
    decided = {one.increment: event for one, event in ledger.decided_proposals(document)}
    branches = frozenset(repository.branches(f"redline/{document}/", remote=True))
    here: dict[str, bool] = {}
    arrived: dict[str, frozenset[str]] = {}
    bases = {done.night: done.base for done in ledger.nights(document)}
    latest = {one.increment: one for one in ledger.proposals(document) if one.night < night}
    said: dict[str, list[str]] = defaultdict(list)
    for advice in ledger.advice(document):
        said[advice.increment].append(advice.text)
    for one in latest.values():
        event = decided.get(one.increment)
        if event is not None and event.decision == "refused":
            continue
        if one.branch not in here:
            there = one.branch in branches or _is_elsewhere(repository, one)
            here[one.branch] = there and not is_merged(repository, one.branch)
        if not here[one.branch]:
            continue
        start = bases.get(one.night, "")
        if start not in arrived:
            arrived[start] = landed(repository, start)
        if one.increment not in arrived[start]:
            made = _made(records, document, one.increment, one.night, one, None)
            yield made.model_copy(update={"reason": "; ".join(said[one.increment])})


def _left(
    records: _Records, repository: Repository, ledger: Ledger, document: str, night: dt.date
) -> Iterable[EarlierProposal]:
    """What a person had accepted of what is taken up again."""
    latest = {event.increment: event for event in ledger.decisions(document)}
    for day, one in _leaving(repository, ledger, document, night):
        event = latest.get(one.id)
        if event is not None and event.decision in ("accepted", "edited") and event.concerns(day):
            made = _made(records, document, one.id, day, None, event)
            yield made.model_copy(update={"stand": "left"})


def _is_elsewhere(repository: Repository, one: Proposed) -> bool:
    """Whether another clone has the branch, or we took it away since what is open was left out of it."""
    gone_by_us = was_removed(repository, one.branch)
    return gone_by_us or (repository.commit_of(one.commit) is None and not was_built(repository, one.branch))


def _made(
    records: _Records,
    document: str,
    increment: str,
    night: dt.date,
    proposal: Proposed | None,
    decision: Decided | None,
) -> EarlierProposal:
    outcome, told = records.of(document, night, increment)
    claims = outcome.claims if outcome else ()
    evidence = {one.id: one for claim in claims for one in claim.evidence}
    title = told.title if told else outcome.title if outcome else proposal.title if proposal else ""
    return EarlierProposal(
        increment=increment,
        title=title,
        night=night,
        stand="refused" if decision else "open",
        texts=tuple(
            dict.fromkeys((*(statements_of(told) if told else ()), *(claim.text for claim in claims)))
        ),
        urls=told.urls if told else (),
        evidence=tuple(evidence.values()),
        reason=decision.reason if decision else "",
        who=decision.who if decision else "",
        when=decision.when.date() if decision else None,
        section=outcome.section if outcome else proposal.section if proposal else "",
    )
