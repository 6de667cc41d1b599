"""What lies in the inbox for the night."""

from __future__ import annotations

import datetime as dt

from langgraph.runtime import Runtime

from agent.inbox import list_items, night_window
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
    known = frozenset() if given else services.ledger.known_items(state["document"])
    listing = list_items(
        services.repository.root,
        services.settings.sources,
        window,
        zone=services.zone,
        known=known,
        versions={} if given else services.ledger.versions(state["document"]),
        unread={} if given else _told_unread(services, state["document"]),
        git_date=services.repository.git_date,
        size_limit=night.item_limit,
        now=dt.datetime.fromisoformat(state["started"]),
        keep=services.store.put,
    )
    return {"listing": keep(services.store, listing)}


def _told_unread(services: Services, document: str) -> dict[str, tuple[str, str]]:
    """What earlier nights told to be unreadable, by path; a newer version of the readers tries again."""
    told = services.ledger.unread(document)
    return {path: (one.item, one.reason) for path, one in told.items() if one.reader == READER_VERSION}
