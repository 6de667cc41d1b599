"""What the night leaves: the record in the ledger, and the files for people and machines."""

from __future__ import annotations

import datetime as dt

from langgraph.runtime import Runtime

from agent.briefs import write_brief
from agent.files import night_folder, write_atomically
from agent.inbox import BEING_WRITTEN, Listing
from agent.ledger import Event, ItemRead, ItemUnread, NightDone, Proposed, Watched
from agent.models import Brief
from agent.night_files import write_files
from agent.nights import NightRecord, Nights, ProposalStep, ProposalSteps
from agent.nodes.ask_back import answered
from agent.nodes.read import Reading
from agent.nodes.watch import events_of
from agent.outcome import IncrementOutcome, Outcome
from agent.readers import READER_VERSION
from agent.state import LostState, RunState, RunUpdate, Services, keep, night_of, recall


def publish(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Write the brief and the outcome beside the other state, and tell the ledger; all of it can be repeated.

    A night that was started before its window ended is not done: the ledger is told nothing of it, so that the
    night at its hour takes all of it again, and what has come since.
    """
    services = runtime.context
    services.progress.stage("publish")
    brief = recall(services.kept, state["brief"], Brief)
    outcome = recall(services.kept, state["outcome"], Outcome)
    folder = night_folder(services.repository.state_dir, state["document"], state["night"])
    write_atomically(folder / "brief.md", write_brief(brief).encode())
    write_atomically(folder / "brief.json", brief.model_dump_json(indent=1).encode())
    record = _record(state, services, brief, outcome)
    texts = services.store.get_text
    outcome = write_files(services.repository, services.ledger, record, outcome, brief, texts)
    listing = recall(services.kept, state["listing"], Listing)
    if not listing.early or state["given_brief"]:
        # Kept for every clone before the ledger names it.
        Nights.open(services.repository, services.ledger).put(record, brief=_brief_hash(state))
        services.ledger.append(_events(state, services, listing, outcome))
    return {"outcome": keep(services.kept, outcome)}


def _record(state: RunState, services: Services, brief: Brief, outcome: Outcome) -> NightRecord:
    """The night as every clone keeps it: what only this machine knows is left out."""
    return NightRecord(
        document=outcome.document,
        path=outcome.path,
        language=brief.language,
        night=outcome.night,
        base=outcome.base,
        branch=outcome.branch,
        commits=outcome.commits,
        steps=_steps(state, services),
        outcome=outcome.model_copy(update={"brief": "", "report": "", "seconds": 0.0}),
        brief=write_brief(brief),
    )


def _steps(state: RunState, services: Services) -> tuple[ProposalStep, ...]:
    if "proposals" not in state:
        raise LostState("proposals")  # a run that an older Redline began
    return recall(services.kept, state["proposals"], ProposalSteps).steps


def _brief_hash(state: RunState) -> str:
    return state["given_brief"] or state["brief"]


def _events(state: RunState, services: Services, listing: Listing, outcome: Outcome) -> list[Event]:
    night, document = night_of(state), state["document"]
    events: list[Event] = []
    if not state["given_brief"]:
        reading = recall(services.kept, state["reading"], Reading)
        done = set(reading.items)
        events.extend(
            ItemRead(document=document, night=night, path=entry.item.path, item=entry.item.item)
            for entry in listing.entries
            if entry.item.item in done
        )
        events.extend(
            ItemUnread(
                document=document,
                night=night,
                path=one.source.path,
                item=one.source.item,
                reason=one.reason,
                reader=READER_VERSION,
            )
            for one in reading.unread
            if one.reason != BEING_WRITTEN
        )
    for increment in outcome.increments:
        if increment.commit:
            events.append(_proposed(increment, outcome))
            events.extend(
                Watched(document=document, night=night, increment=increment.id, caveat=caveat)
                for caveat in increment.caveats
                if caveat.look_again or caveat.settled_by
            )
    events.extend(events_of(outcome))
    events.extend(answered(state, services))
    events.append(
        NightDone(
            document=document,
            night=night,
            base=outcome.base,
            branch=outcome.branch,
            commits=outcome.commits,
            counts=tuple(sorted(outcome.counts.model_dump().items())),
            brief=_brief_hash(state),
            when=dt.datetime.fromisoformat(state["started"]),
        )
    )
    return events


def _proposed(increment: IncrementOutcome, outcome: Outcome) -> Proposed:
    return Proposed(
        document=outcome.document,
        night=outcome.night,
        increment=increment.id,
        claims=increment.fingerprint(),
        relation=increment.relation,
        section=increment.section,
        branch=outcome.branch,
        commit=increment.commit,
        title=increment.title,
    )
