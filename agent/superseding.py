"""Which proposals of a night a later night has proposed otherwise: whoever merges the older ones brings back what is wrong.

It is found anew from the records of the nights whenever a night is told: where the later proposal is refused, the
older one stands again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from agent.ledger import Ledger
from agent.nights import NightRecord, Nights
from agent.workspace import Repository, landed

_LOOKED_AT = 30
"""Nights after a night, the latest."""


def as_it_stands(repository: Repository, ledger: Ledger, record: NightRecord) -> NightRecord:
    """The record with each increment that a later night has superseded marked as such."""
    later = superseded(repository, ledger, record)
    increments = tuple(
        one.model_copy(update={"superseded_by": later.get(one.id) if one.commit else None})
        for one in record.outcome.increments
    )
    return record.model_copy(update={"outcome": record.outcome.model_copy(update={"increments": increments})})


def superseded(repository: Repository, ledger: Ledger, record: NightRecord) -> dict[str, dt.date]:
    """The increments of a night that a later one has proposed otherwise, and has not been refused: by which night.

    What the base branch has already is not told: there is nothing left to merge of it.
    """
    found = dict(_corrected(ledger, Nights.open(repository, ledger), record))
    there = (
        landed(repository, record.base) if found and repository.commit_of(record.base) else frozenset[str]()
    )
    return {name: night for name, night in found.items() if name not in there}


def told_otherwise(nights: Nights, record: NightRecord) -> tuple[NightRecord, ...]:
    """The earlier nights of which a night corrects something, oldest first."""
    days = {one.corrects.night for one in record.outcome.increments if one.commit and one.corrects}
    found = (nights.get(record.document, day) for day in sorted(days) if day < record.night)
    return tuple(one for one in found if one and one.branch)


def _corrected(ledger: Ledger, nights: Nights, record: NightRecord) -> Iterator[tuple[str, dt.date]]:
    """In the order of nights, so that the latest one counts."""
    refused = {event.increment: event for event in ledger.refused(record.document)}
    later = [done for done in ledger.nights(record.document) if done.night > record.night and done.commits]
    later = later[-_LOOKED_AT:]
    for done, made in zip(later, nights.of_each(later), strict=True):
        for one in made.outcome.increments if made else ():
            against = one.corrects and one.corrects.night == record.night
            no = refused.get(one.id)
            if one.commit and one.corrects and against and not (no and no.concerns(done.night)):
                yield one.corrects.increment, done.night
