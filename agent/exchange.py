"""What a night takes in from other machines and people before it, and hands over to them after it.

No part of the graph: a night that was done before needs none of it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.errors import ForgeError, GitFailed, RedlineError
from agent.forge.delivery import Connect, Delivered, deliver, fetched, told
from agent.learning import learn
from agent.ledger import Decided, Ledger
from agent.night_files import renew_files
from agent.nights import NightRecord, Nights
from agent.outcome import Outcome
from agent.remarks import answer, heed
from agent.settings import Settings
from agent.state import Services
from agent.superseding import told_otherwise
from agent.workspace import Repository

_NOT_YET = "not published: this run began before the night's window ended, or a later run of the night stands in the ledger"


def caught_up(services: Services, when: dt.datetime) -> tuple[str, ...]:
    """Before a night: take in what other machines know and what people have decided; what failed, in a sentence each."""
    notes = fetched(services.repository, services.settings, services.ledger)
    remote = "" if notes else services.settings.forge.remote_name
    try:
        forge = services.connect()
        nights = Nights.open(services.repository, services.ledger)
        learnt = learn(services.repository, services.ledger, nights, forge, when=when, remote=remote)
        notes = (*notes, *_followed(services, nights, learnt))
        _, problems = heard(
            services.repository, services.settings, services.ledger, services.document.name, services.connect
        )
        notes = (*notes, *problems)
    except (ForgeError, GitFailed) as error:
        return (*notes, f"not all that people have decided is known: {told(error)}")
    return notes


def _followed(services: Services, nights: Nights, learnt: Sequence[Decided]) -> tuple[str, ...]:
    """Earlier nights follow what became of their corrections in git and on the forge; what failed."""
    name, failures = services.document.name, list[str]()
    for night in sorted({event.night for event in learnt if event.night and event.document == name}):
        record = nights.get(name, night)
        if record:
            failures += earlier_told(
                services.repository, services.settings, services.ledger, record, services.connect
            )
    return tuple(failures)


def heard(
    repository: Repository,
    settings: Settings,
    ledger: Ledger,
    name: str,
    connect: Connect,
    *,
    night: dt.date | None = None,
) -> tuple[tuple[Decided, ...], tuple[str, ...]]:
    """What people decided by comments on open pull requests, of one night or of all; what failed, a sentence each.

    It is kept first, then the branches follow it, then it is answered. Raises what `heed` does.
    """
    from agent.review import open_review

    forge = connect()
    if forge is None:
        return (), ()
    found = heed(repository, ledger, Nights.open(repository, ledger), forge, name, night=night)
    notes: list[str] = []
    for day in sorted({event.night for event in found.decided if event.night}):
        review = open_review(repository, settings, name, day, ledger=ledger)
        try:
            review.rebuild()
        except RedlineError as error:
            notes.append(told(error))
        else:
            notes += sent(repository, settings, ledger, review.record, connect).failures
        for event in (event for event in found.decided if event.night == day):
            forge.comment(review.record.branch, f"heeded-{event.id}", answer(review.record, event))
    for one in found.left:
        forge.comment(one.branch, one.key, one.answer)
    return found.decided, tuple(dict.fromkeys(notes))


def sent(
    repository: Repository, settings: Settings, ledger: Ledger, record: NightRecord, connect: Connect
) -> Delivered:
    """Bring what stands of a night after a review to the remote and the forge, and what follows for earlier nights."""
    made = deliver(repository, settings, ledger, record, connect, anew=True)
    failures = (*made.failures, *earlier_told(repository, settings, ledger, record, connect))
    return made.model_copy(update={"failures": tuple(dict.fromkeys(failures))})


def earlier_told(
    repository: Repository, settings: Settings, ledger: Ledger, record: NightRecord, connect: Connect
) -> tuple[str, ...]:
    """The earlier nights that a night corrects say so, or stand again, here and where people read them; what failed."""
    failures: list[str] = []
    for one in told_otherwise(Nights.open(repository, ledger), record):
        renew_files(repository, ledger, one)
        failures += deliver(repository, settings, ledger, one, connect, anew=False).failures
    return tuple(failures)


def retold(services: Services, outcome: Outcome) -> Outcome:
    """After a night: see `earlier_told`."""
    repository, ledger = services.repository, services.ledger
    record = Nights.open(repository, ledger).get(outcome.document, outcome.night)
    failures = earlier_told(repository, services.settings, ledger, record, services.connect) if record else ()
    told = " ".join(dict.fromkeys([*filter(None, [outcome.unpublished]), *failures]))
    return outcome.model_copy(update={"unpublished": told})


def delivered(services: Services, outcome: Outcome) -> Outcome:
    """After a night, done now or before: bring it to the remote and the forge; a failure is told, and undoes nothing."""
    settings, repository = services.settings, services.repository
    if not settings.forge.remote_name:
        return outcome
    services.progress.stage("publish", settings.forge.remote_name)
    record = Nights.open(repository, services.ledger).get(outcome.document, outcome.night)
    if record is None or record.commits != outcome.commits:
        return outcome.model_copy(update={"notes": (*outcome.notes, _NOT_YET)})
    anew = not outcome.unchanged
    made = deliver(repository, settings, services.ledger, record, services.connect, anew=anew)
    return outcome.model_copy(
        update={
            "pull_request": made.url,
            "notes": (*outcome.notes, *made.notes),
            "unpublished": " ".join(made.failures),
        }
    )
