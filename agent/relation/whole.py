"""An item of several statements against the document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.gist import gist
from agent.models import Model, Relation
from agent.relation.judge import NOTHING_SAID, Judged, judge
from agent.relation.open import Opinion, reconsidered
from agent.relation.said import Line, Said

_LABEL = 4
"""Terms of a statement; fewer are a heading or a label."""
_WEIGHTIEST: tuple[Relation, ...] = ("contradicts", "supersedes")
_KNOWN = 0.15
"""Share of a long item's statements that the document must touch for the item to extend it."""


class Related(Model):
    """The relation of an item to the document, and of each of its statements."""

    relation: Relation
    line: int = 0
    quote: str = ""
    section: str = ""
    why: str
    linked: bool = False
    """Both name one work, page, repository or issue."""
    statements: tuple[Judged, ...] = ()
    """In the order of the statements."""


def relation_of_texts(
    texts: Sequence[str],
    said: Said,
    *,
    date: dt.date | None = None,
    near: Sequence[Line] | None = None,
    opinion: Opinion | None = None,
) -> Related:
    """The relation of an item to the document, from those of its statements.

    What contradicts or supersedes decides; an item of which a part is new and a part known extends. The
    line shown is that of the longest statement that decides. `opinion` is asked where the rules leave open
    whether a line says a statement.
    """
    judged = tuple(judge(text, said, date=date, near=near) for text in texts)
    if opinion:
        judged = tuple(
            reconsidered(one, text, said, opinion, date=date, near=near)
            for one, text in zip(judged, texts, strict=True)
        )
    sizes = [_size(text) for text in texts]
    told = [(size, one) for size, one in zip(sizes, judged, strict=True) if one.why != NOTHING_SAID]
    if not told:
        return Related(relation="covered", why=NOTHING_SAID, statements=judged)
    # A heading or label says nothing of its own where a statement follows.
    full = [pair for pair in told if pair[0] >= _LABEL] or told
    telling = [one for _, one in sorted(full, key=lambda pair: -pair[0])]
    for relation in _WEIGHTIEST:
        found = [one for one in telling if one.relation == relation]
        if found:
            return _as(relation, found[0], judged)
    fresh = [one for one in telling if one.relation == "new"]
    known = [one for one in telling if one.relation != "new"]
    if fresh and len(known) < _KNOWN * len(telling):
        return _as("new", fresh[0], judged)
    extending = [one for one in known if one.relation == "extends"]
    if extending:
        return _as("extends", extending[0], judged)
    if fresh:
        return _as("extends", known[0], judged, f"{len(fresh)} of {len(telling)} statements are new")
    confirmed = all(one.relation == "confirms" for one in known)
    return _as("confirms" if confirmed else "covered", known[0], judged)


def _size(text: str) -> int:
    """Terms of a statement; a figure, version or link makes a short one whole, a figure alone does not."""
    found = gist(text)
    asserts = found.numbers or found.versions or found.ids or found.pages
    alone = not found.terms and not found.pages and not found.ids
    return max(len(found.terms), _LABEL) if asserts and not alone else len(found.terms)


def _as(relation: Relation, one: Judged, judged: tuple[Judged, ...], why: str = "") -> Related:
    return Related(
        relation=relation,
        line=one.line,
        quote=one.quote,
        section=one.section,
        why=why or one.why,
        linked=one.linked,
        statements=judged,
    )
