"""What lies in the inbox for a night: which items are new, of which version, and which must wait.

Identity is by content: a renamed, copied or re-sent file is not news. No clock: the window and the
time of the run are given.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

from pydantic import field_validator

from agent.inbox.dates import Dated, date_item
from agent.inbox.files import (
    BEING_WRITTEN,
    DEFAULT_SIZE_LIMIT,
    Contents,
    Found,
    Refused,
    bytes_of,
    find,
    read_files,
)
from agent.models import Model, SourceItem, Unreadable
from agent.readers.secrets import mask_name
from agent.settings import SourceSettings

__all__ = [
    "BEING_WRITTEN",
    "DEFAULT_SIZE_LIMIT",
    "Copy",
    "Entry",
    "Listing",
    "Window",
    "list_items",
    "night_window",
]


class Window(Model):
    """The half-open span of time that a night looks at: `start <= t < end`, both aware."""

    start: dt.datetime
    end: dt.datetime

    @field_validator("start", "end")
    @classmethod
    def _aware(cls, value: dt.datetime) -> dt.datetime:
        if value.utcoffset() is None:
            raise ValueError("a window needs times with a zone")
        return value


def night_window(date: dt.date, *, cut: dt.time = dt.time(22), zone: ZoneInfo, hours: float = 24) -> Window:
    """The window of a night: the hours up to the cut on its date, as a wall clock in the zone counts.

    The start is the cut of an earlier day for 24 h even where a clock change makes that 23 or 25:
    consecutive nights leave no gap and do not overlap.
    """
    end = dt.datetime.combine(date, cut, tzinfo=zone)
    return Window(start=end - dt.timedelta(hours=hours), end=end)


class Entry(Model):
    """An item to be read this night."""

    item: SourceItem
    replaces: str = ""
    """Content hash of the version of this path that was read before; empty for a new item."""
    size: int = 0


class Copy(Model):
    """A file whose content was read before, or is read tonight under another path."""

    item: SourceItem
    same_as: str = ""
    """The path read tonight; empty when the ledger knows the content."""


class Listing(Model):
    """Everything that the sources hold, each file in one of the groups."""

    entries: tuple[Entry, ...] = ()
    """New items and new versions, by time, then path."""
    waiting: tuple[SourceItem, ...] = ()
    """Items dated after the window."""
    copies: tuple[Copy, ...] = ()
    refused: tuple[Unreadable, ...] = ()
    still_refused: tuple[Unreadable, ...] = ()
    """Files that were told to be unreadable in an earlier night, and have not changed."""
    early: bool = False
    """The run began before the window's end: what comes until then is for the same night."""


def list_items(
    root: Path,
    sources: Sequence[SourceSettings],
    window: Window,
    *,
    zone: ZoneInfo,
    known: Collection[str] = frozenset(),
    versions: Mapping[str, str] | None = None,
    unread: Mapping[str, tuple[str, str]] | None = None,
    git_date: Callable[[str], dt.datetime | None] | None = None,
    size_limit: int = DEFAULT_SIZE_LIMIT,
    now: dt.datetime | None = None,
    keep: Callable[[bytes], object] | None = None,
) -> Listing:
    """List the items of a night.

    `known` holds the content hashes that the ledger has read, `versions` the hash last read under
    each path, `unread` by path the hash and the reason of what was told to be unreadable. `git_date` gives the time at which a path was committed last. `keep` is called with
    the bytes of every entry (a store's `put`), so that what is read later is what was listed now.
    `size_limit` is in bytes.
    """
    found = [
        place for rule_number, rule in enumerate(sources) for place in find(root, rule.glob, rule=rule_number)
    ]
    firsts = {place.path: place for place in reversed(found)}
    contents, refused = read_files(sorted(firsts.values(), key=lambda place: place.path), size_limit)
    entries: list[Entry] = []
    waiting: list[SourceItem] = []
    copies: list[Copy] = []
    tonight: dict[str, str] = {}
    dated = [
        (_item(sources, content, zone, git_date if content.item not in known else None), content)
        for content in contents
    ]
    told = unread or {}
    hopeless = {item: reason for item, reason in told.values() if item}
    still: list[Unreadable] = []
    for item, content in sorted(dated, key=lambda pair: _order(pair[0])):
        if item.item in hopeless:
            still.append(Unreadable(source=item, reason=hopeless[item.item]))
        elif item.item in known:
            copies.append(Copy(item=item))
        elif item.item in tonight:
            copies.append(Copy(item=item, same_as=tonight[item.item]))
        elif item.date >= window.end:
            waiting.append(item)
        else:
            tonight[item.item] = item.path
            if keep is not None:
                data = bytes_of(content)
                if data is None:
                    refused.append(Refused(content.found, BEING_WRITTEN))
                    continue
                keep(data)
            entries.append(
                Entry(
                    item=item,
                    replaces=versions.get(item.path, "") if versions else "",
                    size=content.size,
                )
            )
    reported: list[Unreadable] = []
    for one in (_refusal(sources, refusal, zone) for refusal in refused):
        again = told.get(one.source.path) == (one.source.item, one.reason)
        (still if again and one.reason != BEING_WRITTEN else reported).append(one)
    return Listing(
        entries=tuple(entries),
        waiting=tuple(waiting),
        copies=tuple(copies),
        refused=tuple(reported),
        still_refused=tuple(still),
        early=now is not None and now < window.end,
    )


def _item(
    sources: Sequence[SourceSettings],
    content: Contents,
    zone: ZoneInfo,
    git_date: Callable[[str], dt.datetime | None] | None,
) -> SourceItem:
    place = content.found
    found = date_item(place.path, content.head, zone=zone, git_date=git_date, mtime=place.mtime)
    return _source_item(sources, place, found, content.item)


def _refusal(sources: Sequence[SourceSettings], refusal: Refused, zone: ZoneInfo) -> Unreadable:
    found = date_item(refusal.found.path, b"", zone=zone, git_date=None, mtime=refusal.found.mtime)
    return Unreadable(source=_source_item(sources, refusal.found, found, refusal.item), reason=refusal.reason)


def _source_item(sources: Sequence[SourceSettings], place: Found, dated: Dated, item: str) -> SourceItem:
    rule = sources[place.rule]
    return SourceItem(
        path=mask_name(place.path),
        item=item,
        contributor=rule.contributor or place.contributor,
        date=dated.date,
        dated_by=dated.by,
        day_only=dated.day_only,
        kind=rule.kind,
        weight=rule.weight,
    )


def _order(item: SourceItem) -> tuple[dt.datetime, str]:
    """By time, a day without one last in its day: of two copies the one that tells its hour is the item."""
    return item.date + dt.timedelta(days=item.day_only), item.path
