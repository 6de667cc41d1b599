"""Lines that many notes have in common: signatures, templates, disclaimers. They are nobody's news."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from agent.entries.model import Entry
from agent.entries.words import names_source
from agent.models import Point

_BEGINNING = 12
"""Letters and digits, each figure as 0, by which two lines of one template are known."""
_LEAST_ITEMS = 5
_NOT_LETTER = re.compile(r"[\W_]+")
_FIGURE = re.compile(r"\d+")


def without_shared_lines(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of a night without the points that begin alike in five items or more.

    Only `body` changes; text and span stay as they are read.
    """
    items: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        for part in entry.body:
            if isinstance(part, Point):
                items[_key(part)].add(entry.span.item)
    shared = {key for key, found in items.items() if len(found) >= _LEAST_ITEMS and len(key) >= _BEGINNING}
    return tuple(_without(entry, shared) for entry in entries) if shared else tuple(entries)


def _without(entry: Entry, shared: set[str]) -> Entry:
    body = tuple(part for part in entry.body if not (isinstance(part, Point) and _key(part) in shared))
    return entry if len(body) == len(entry.body) else entry.model_copy(update={"body": body})


def _key(point: Point) -> str:
    """Empty for a line that names a source: many notes may go back to one site."""
    text = f"{point.label}: {point.text}" if point.label else point.text
    return "" if names_source(text) else _NOT_LETTER.sub("", _FIGURE.sub("0", text.casefold()))[:_BEGINNING]
