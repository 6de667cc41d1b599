"""From bytes to source texts."""

from __future__ import annotations

from langgraph.runtime import Runtime

from agent.inbox import Listing
from agent.models import Model, SourceText, Unreadable
from agent.questions import answer_alone
from agent.readers import read as read_item
from agent.state import LostState, RunState, RunUpdate, Services, keep, recall


class Reading(Model):
    """Which items were read, by content hash, and which could not be."""

    items: tuple[str, ...]
    unread: tuple[Unreadable, ...]


def read(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Read each item once; what cannot be read is reported and never stops the run."""
    services = runtime.context
    listing = recall(services.kept, state["listing"], Listing)
    services.progress.stage("read", f"{len(listing.entries)} items")
    items: list[str] = []
    unread = list(listing.refused)
    for number, entry in enumerate(listing.entries, start=1):
        services.progress.step(number, len(listing.entries), entry.item.path)
        if services.store.get_text(entry.item.item) is None:
            data = services.store.get(entry.item.item)
            if data is None:
                raise LostState(entry.item.item)
            result = read_item(entry.item, data)
            if isinstance(result, Unreadable):
                unread.append(result)
                continue
            services.store.put_text(result)
        items.append(entry.item.item)
    return {"reading": keep(services.kept, Reading(items=tuple(items), unread=tuple(unread)))}


def sources_of(state: RunState, services: Services) -> list[SourceText]:
    """The source texts of the run, each under the path and date that it has tonight."""
    listing = recall(services.kept, state["listing"], Listing)
    read_ones = set(recall(services.kept, state["reading"], Reading).items)
    texts = []
    for entry in listing.entries:
        if entry.item.item in read_ones:
            text = services.store.get_text(entry.item.item)
            if text is None:
                raise LostState(entry.item.item)
            texts.append(
                answer_alone(
                    text if text.source == entry.item else text.model_copy(update={"source": entry.item})
                )
            )
    return texts
