"""An item of several statements against the document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from agent.gist import gist
from agent.models import Model, Relation
from agent.relation.filled import is_empty
from agent.relation.judge import NOTHING_SAID, Judged, judge
from agent.relation.open import Opinion, reconsidered
from agent.relation.rows import Rows, matched
from agent.relation.said import Line, Said
from agent.relation.versions import holds_still, rank_of

_HAS_IT = "the table has it"
NO_SUCH_ROW = "the table has no such row"
"""Why a row is new to a table of the document with the same heads."""
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
    about: str = "",
    rows: Rows | None = None,
    labels: Mapping[str, str] | None = None,
) -> Related:
    """The relation of an item to the document, from those of its statements.

    What contradicts or supersedes decides; an item of which a part is new and a part known extends. The
    line shown is that of the longest statement that decides; of several that an item extends, the one
    nearest its title. `opinion` is asked where the rules leave open whether a line says a statement. `about`
    is the item's title. `rows` are the statements that are rows of tables, `labels` what stands over the
    statements.
    """
    rows, labels = rows or {}, labels or {}
    judged = tuple(
        (_of_row(*rows[text], said, date) if text in rows else None)
        or judge(text, said, date=date, near=near, about=f"{about}\n{labels.get(text, '')}")
        for text in texts
    )
    if opinion:
        judged = tuple(
            reconsidered(one, text, said, opinion, date=date, near=near)
            for one, text in zip(judged, texts, strict=True)
        )
    judged = tuple(_unless_it_holds(one, texts) for one in judged)
    sizes = [_size(text) for text in texts]
    told = [(size, one) for size, one in zip(sizes, judged, strict=True) if one.why != NOTHING_SAID]
    if not told:
        return Related(relation="covered", why=NOTHING_SAID, statements=judged)
    # A heading or label says nothing of its own where a statement follows.
    full = [pair for pair in told if pair[0] >= _LABEL] or told
    telling = [one for _, one in sorted(full, key=lambda pair: -pair[0])]
    for relation in _WEIGHTIEST:
        found = [one for one in (*telling, *(one for _, one in told)) if one.relation == relation]
        if found:
            return _as(relation, found[0], judged)
    fresh = [one for one in telling if one.relation == "new"]
    known = [one for one in telling if one.relation != "new"]
    if fresh:
        # Rows that a table has already tell where the others go; they make nothing of the others known.
        there = {id(one) for text, one in zip(texts, judged, strict=True) if text in rows and _is_there(one)}
        known = [one for one in known if id(one) not in there]
    if fresh and len(known) < _KNOWN * len(telling):
        return _as("new", fresh[0], judged)
    extends = any(one.relation == "extends" for one in known)
    if extends or fresh:
        shown = _of_the_title(known, about)
        new = "" if shown.relation == "extends" else f"{len(fresh)} of {len(telling)} statements are new"
        return _as("extends", shown, judged, new)
    confirmed = all(one.relation == "confirms" for one in known)
    return _as("confirms" if confirmed else "covered", known[0], judged)


def _unless_it_holds(one: Judged, texts: Sequence[str]) -> Judged:
    """What the same item says to be in use, or to hold elsewhere still, loses its place to nothing: a later version is
    out and not here yet, another figure is that of a case of its own."""
    _, against, old = one.why.rpartition(" against ")
    if one.relation not in _WEIGHTIEST or not against or not any(holds_still(text, old) for text in texts):
        return one
    return one.model_copy(update={"relation": "extends", "why": f"the item says that {old} is in use"})


def _of_the_title(known: Sequence[Judged], about: str) -> Judged:
    """The one whose line names most of what the title names; of equals one that extends its line, then the first."""
    titled = gist(about).terms
    return max(known, key=lambda one: (len(titled & gist(one.quote).terms), one.relation == "extends"))


def _of_row(header: Sequence[str], cells: Sequence[str], said: Said, date: dt.date | None) -> Judged | None:
    """The relation of a row to the table of the document with its heads; None where there is none."""
    found = matched(header, cells, said)
    if found is None:
        return None
    if found.row is None:
        return Judged(relation="new", why=NO_SUCH_ROW)
    line = found.row
    if not found.changed:
        return Judged(relation="covered", line=line.line, quote=line.text, section=line.section, why=_HAS_IT)
    at = found.changed[0]
    old, new = line.values[at], found.cells[at]
    dated = max(gist(line.text + line.section).dates, default="")
    later = all(map(is_empty, (line.values[column] for column in found.changed))) or _follows(new, old)
    fresh = bool(dated) and date is not None and date.isoformat()[: len(dated)] > dated
    return Judged(
        relation="supersedes" if later or fresh else "contradicts",
        line=line.line,
        quote=line.text,
        section=line.section,
        why=f"{new} against {old}",
        missing=(new,),
    )


def _is_there(one: Judged) -> bool:
    """Whether a table of the document has a row as it stands."""
    return one.relation == "covered" and one.why == _HAS_IT


def _follows(new: str, old: str) -> bool:
    """Whether a cell of one version is followed by a later one."""
    mine, yours = gist(new).versions, gist(old).versions
    return len(mine) == len(yours) == 1 and rank_of(min(mine)) > rank_of(min(yours))


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
