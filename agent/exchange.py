"""What a night takes in from other machines and people before it, and hands over to them after it.

No part of the graph: a night that was done before needs none of it.
"""

from __future__ import annotations

import datetime as dt

from agent.errors import ForgeError, GitFailed, RedlineError
from agent.forge import Forge
from agent.forge.delivery import deliver, fetched, told
from agent.learning import learn
from agent.night_files import renew_files
from agent.nights import Nights
from agent.outcome import Outcome
from agent.remarks import answer, heed
from agent.state import Services
from agent.superseding import told_otherwise

_NOT_YET = "not published: this run began before the night's window ended, or a later run of the night stands in the ledger"


def caught_up(services: Services, when: dt.datetime) -> tuple[str, ...]:
    """Before a night: take in what other machines know and what people have decided; what failed, in a sentence each."""
    notes = fetched(services.repository, services.settings, services.ledger)
    remote = "" if notes else services.settings.forge.remote_name
    try:
        forge = services.connect()
        nights = Nights.open(services.repository, services.ledger)
        learn(services.repository, services.ledger, nights, forge, when=when, remote=remote)
        if forge:
            notes = (*notes, *_heeded(services, nights, forge))
    except (ForgeError, GitFailed) as error:
        return (*notes, f"not all that people have decided is known: {told(error)}")
    return notes


def _heeded(services: Services, nights: Nights, forge: Forge) -> tuple[str, ...]:
    """What people said on single increments of open pull requests: kept, followed by the branch, and answered."""
    from agent.review import open_review

    repository, ledger, name = services.repository, services.ledger, services.document.name
    found = heed(repository, ledger, nights, forge, name)
    notes: list[str] = []
    for one in found.left:
        forge.comment(one.branch, one.key, one.answer)
    for night in sorted({event.night for event in found.decided if event.night}):
        review = open_review(repository, services.settings, name, night, ledger=ledger)
        decided = [event for event in found.decided if event.night == night]
        for event in decided:
            forge.comment(review.record.branch, f"heeded-{event.id}", answer(review.record, event))
        try:
            review.rebuild()
        except RedlineError as error:
            notes.append(told(error))
            continue
        made = deliver(repository, services.settings, ledger, review.record, services.connect, anew=True)
        notes += made.failures
    return tuple(notes)


def retold(services: Services, outcome: Outcome) -> Outcome:
    """After a night: the earlier nights that it corrects say so, here and where people read them."""
    repository, ledger = services.repository, services.ledger
    nights = Nights.open(repository, ledger)
    record = nights.get(outcome.document, outcome.night)
    failures: list[str] = []
    for one in told_otherwise(nights, record) if record else ():
        renew_files(repository, ledger, one)
        failures += deliver(repository, services.settings, ledger, one, services.connect, anew=False).failures
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
