"""What lies in the inbox for the night."""

from __future__ import annotations

import datetime as dt

from langgraph.runtime import Runtime

from agent.inbox import Entry, list_items, night_window
from agent.memory import to_take_up
from agent.questions import is_unanswered
from agent.readers import READER_VERSION
from agent.state import RunState, RunUpdate, Services, keep, night_of


def collect(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """List the items of the night's window; what the ledger knows by content is no news.

    With a brief that somebody else wrote, all items up to the night are listed: the brief names its own.
    """
    services = runtime.context
    night = services.settings.night
    window = night_window(
        night_of(state), cut=dt.time.fromisoformat(night.cut), zone=services.zone, hours=night.hours
    )
    services.progress.stage(
        "collect", f"{window.start:%Y-%m-%d %H:%M} – {window.end:%Y-%m-%d %H:%M} {services.zone.key}"
    )
    given = bool(state["given_brief"])
    again = to_take_up(services.repository, services.ledger, state["document"], night_of(state))
    known = frozenset() if given else services.ledger.known_items(state["document"]) - again
    listing = list_items(
        services.repository.root,
        services.settings.sources,
        window,
        zone=services.zone,
        known=known,
        versions={} if given else _versions(services, state["document"], again),
        unread={} if given else _told_unread(services, state["document"]),
        git_date=services.repository.git_date,
        size_limit=night.item_limit,
        now=dt.datetime.fromisoformat(state["started"]),
        keep=services.store.put,
    )
    entries = tuple(one for one in listing.entries if not _is_question(services, one))
    return {"listing": keep(services.kept, listing.model_copy(update={"entries": entries}))}


def _is_question(services: Services, entry: Entry) -> bool:
    """Whether it is a question of ours that nobody has answered yet: that is no news."""
    return is_unanswered(entry.item.path, services.store.get(entry.item.item) or b"")


def _versions(services: Services, document: str, again: frozenset[str]) -> dict[str, str]:
    """What was last read under each path; a note that is taken up again takes no other version's place."""
    read = services.ledger.versions(document)
    return {path: item for path, item in read.items() if item not in again}


def _told_unread(services: Services, document: str) -> dict[str, tuple[str, str]]:
    """What earlier nights told to be unreadable, by path; a newer version of the readers tries again."""
    told = services.ledger.unread(document)
    return {path: (one.item, one.reason) for path, one in told.items() if one.reader == READER_VERSION}
