"""A group of entries against the document: which of its statements are new, and what the group is as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agent.entries import Entry
from agent.entries.words import is_overview, names_source
from agent.gist import gist, telling_name
from agent.joining import Group
from agent.models import Point, Table
from agent.relation.open import Opinion
from agent.relation.rows import labels_of, rows_of
from agent.relation.said import Line, Said
from agent.relation.whole import Related, relation_of_texts

Near = Callable[[str], Sequence[Line]]
"""Blocks of the document that a search by meaning finds for a text."""

_MOST = 40
"""Statements of one entry that are compared; an article has more, of which those with facts go first."""
_SHORTEST = 4
_WORK = re.compile(r"(?:arxiv|doi):")


def statements(entry: Entry) -> tuple[str, ...]:
    """What an entry asserts: its points and table rows; its title where it has neither.

    Lines that only name a source are none. Of an article, the statements with facts in them.
    """
    found: list[str] = []
    for part in entry.body:
        if isinstance(part, Table):
            found += [" | ".join(row) for row in part.rows]
        elif _asserts(part):
            found.append(part.text)
    if not found:
        return (entry.title,)
    if len(found) > _MOST:
        with_facts = [text for text in found if _has_facts(text)]
        found = (with_facts or found)[:_MOST]
    return tuple(dict.fromkeys(found))


def _asserts(point: Point) -> bool:
    labelled = f"{point.label}: {point.text}" if point.label else point.text
    return not names_source(labelled) and not is_overview(point.text) and len(point.text.strip()) >= _SHORTEST


def _has_facts(text: str) -> bool:
    found = gist(text)
    return bool(found.numbers or found.versions or found.ids or any(map(telling_name, found.names)))


def relation(
    group: Group, said: Said, near: Near | None = None, *, opinion: Opinion | None = None
) -> Related:
    """The relation of a group to the document, with one judgement for each statement of its entries.

    A statement that a fuller entry of the group makes too is judged once. `opinion`: see `relation_of_texts`.
    """
    texts = list(dict.fromkeys(text for entry in group.entries for text in statements(entry)))
    lead = group.lead
    found = [line for text in (lead.title, *texts[:4]) for line in near(text)] if near else []
    links = " ".join((*lead.ids, *lead.urls[:1]))
    titled = f"{lead.title} {links}".strip()
    body = [part for entry in group.entries for part in entry.body]
    related = relation_of_texts(
        texts,
        said,
        date=lead.date,
        near=found,
        opinion=opinion,
        about=lead.title,
        rows=rows_of(body),
        labels=labels_of(body),
    )
    if related.relation not in ("new", "extends") or related.linked:
        return related
    # A thing that the document names by its work or page is known, whatever is said of it.
    known = relation_of_texts([titled], said, date=lead.date, near=found)
    named = (
        lead.origin
        and related.relation == "new"
        and known.relation in {"covered", "extends"}
        and known.linked
    )
    item = None if named else item_of(lead.origin, said)
    if not named and item is None:
        return related
    line, quote, section = (
        (item.line, item.text, item.section) if item else (known.line, known.quote, known.section)
    )
    return related.model_copy(
        update={
            "relation": "extends",
            "line": line,
            "quote": quote,
            "section": section,
            "linked": True,
            "why": f"the document names {lead.origin} and says nothing of this",
        }
    )


def item_of(origin: str, said: Said) -> Line | None:
    """The line of the document that is about a work: it names that one and no other; None without one.

    A page or a repository is linked for many things: there words must say which.
    """
    if not _WORK.match(origin):
        return None
    lines = (line for line in said.naming([origin]) if not line.code)
    return next(
        (line for line in lines if len({name for name in line.gist.ids if _WORK.match(name)}) == 1), None
    )
