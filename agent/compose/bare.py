"""Which things are known by their title alone."""

from __future__ import annotations

from agent.compose.model import Thing
from agent.entries import Entry
from agent.entries.words import names_source
from agent.gist import gist
from agent.models import Table
from agent.relevance import checkable

_SAYS = 6
"""Words beside its title from which an entry says something; below, they are tags and the name of a list."""


def bare(thing: Thing) -> bool:
    """Whether every note of a thing has its title and a link, and says nothing of it."""
    return all(_is_title(entry) for entry in thing.group.entries)


def _is_title(entry: Entry) -> bool:
    if any(isinstance(part, Table) for part in entry.body):
        return False
    if entry.untitled and checkable(entry.text):
        return False
    title = gist(entry.title)
    lines = [line for line in entry.text.split("\n") if not names_source(line)]
    said = gist("\n".join(lines))
    return len(said.terms - title.terms) < _SAYS and not said.numbers - title.numbers
