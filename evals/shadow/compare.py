"""What Redline would have proposed beside what people wrote: found or missed, place, form, facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from agent.briefs import read_brief
from agent.errors import BadBrief
from agent.gist import gist
from agent.models import Brief
from agent.outcome import IncrementOutcome
from evals.bench.routing import shape
from evals.drafted import Drafted
from evals.matching import checkable, plain, told
from evals.shadow.brought import IMAGE
from evals.shadow.model import Brought, Fate, ItemRow, NoiseRow, Place

_PATH = " › "
SAID, LINKED = 0.5, 0.2
"""Share of people's words that a proposal must have to speak of the same thing: alone, and with a link or id in common."""
_OFFERED = 3
"""Places that a reviewer is shown."""


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How far a proposal speaks of what people wrote."""

    linked: int
    said: float

    @property
    def same(self) -> bool:
        return self.said >= (LINKED if self.linked else SAID)


def compared(
    items: Sequence[Brought], notes: Sequence[str], drafted: Drafted
) -> tuple[tuple[ItemRow, ...], tuple[NoiseRow, ...]]:
    """A row for each thing that people wrote, and the proposals that answer none of them.

    `notes` are the paths of the notes that were left of the things, in their order.
    """
    increments = drafted.outcome.increments if drafted.outcome else ()
    brief = _brief(drafted)
    rows: list[ItemRow] = []
    answered: set[str] = set()
    for item, note in zip(items, notes, strict=True):
        pairs = [(one, _likeness(item, one)) for one in increments if one.is_drafted]
        alike = sorted(
            ((one, like) for one, like in pairs if like.same),
            key=lambda pair: (pair[1].linked, pair[1].said),
            reverse=True,
        )
        answered.update(one.id for one, _ in alike)
        if alike:
            rows.append(_found(item, alike[0][0], drafted))
        else:
            rows.append(_not_found(item, note, drafted, brief))
    noise = tuple(
        NoiseRow(title=one.title, section=one.section, text="\n".join(one.added))
        for one in increments
        if one.is_drafted and one.id not in answered
    )
    return tuple(rows), noise


def _brief(drafted: Drafted) -> Brief | None:
    """The night's brief; None where it holds nothing to be read."""
    text = dict(drafted.elsewhere).get("brief.md", "")
    try:
        return read_brief(text) if text else None
    except BadBrief:
        return None


def _likeness(item: Brought, one: IncrementOutcome) -> _Likeness:
    theirs = gist("\n".join([item.title, item.text, *item.urls]))
    ours = gist(told(one))
    terms = theirs.terms | theirs.numbers | theirs.versions
    had = ours.terms | ours.numbers | ours.versions
    return _Likeness(
        linked=len((theirs.ids | theirs.pages) & (ours.ids | ours.pages)),
        said=len(terms & had) / len(terms) if terms else 0.0,
    )


def _found(item: Brought, one: IncrementOutcome, drafted: Drafted) -> ItemRow:
    theirs, ours = "\n".join(item.lines), "\n".join(one.added)
    kept, missing, more, strange = _facts(IMAGE.sub("", theirs), ours, drafted)
    return ItemRow(
        title=item.title,
        line=item.line,
        theirs=theirs,
        fate="found",
        why=one.why,
        ours=ours,
        relation=one.relation,
        section=_PATH.join(item.section),
        ours_section=one.section,
        place=_place(item, one),
        form=_form(item, one),
        their_form=shape(item.lines[0])[0],
        facts_kept=kept,
        facts_missing=missing,
        facts_ours=more,
        facts_strange=strange,
    )


def _not_found(item: Brought, note: str, drafted: Drafted, brief: Brief | None) -> ItemRow:
    fate: Fate = "missed"
    increments = {one.title: one for one in (drafted.outcome.increments if drafted.outcome else ())}
    told_of = next(
        (
            increments[row.title]
            for row in (brief.increments if brief else ())
            if row.title in increments and any(ref.path == note for ref in row.sources)
        ),
        None,
    )
    why = _unseen(item, note, drafted, brief)
    if told_of is not None:
        fate, why = "listed", _undrafted(told_of)
    if _held(item, drafted.before):
        fate, why = "known", "all its links stood in the document before"
    return ItemRow(
        title=item.title,
        line=item.line,
        theirs="\n".join(item.lines),
        fate=fate,
        why=why,
        relation=told_of.relation if told_of else "",
        section=_PATH.join(item.section),
        their_form=shape(item.lines[0])[0],
    )


def _undrafted(one: IncrementOutcome) -> str:
    """Why an increment of the brief is not on the branch."""
    refused = next((claim.verdict.reason for claim in one.claims if claim.kept == "refused"), "")
    if one.disposition == "draft":
        return f"nothing of it could be proved: {refused}" if refused else "there was nothing to say of it"
    return f"{one.disposition}: {one.why}"


def _held(item: Brought, before: str) -> bool:
    links = gist("\n".join(item.urls))
    wanted = links.ids | links.pages
    whole = gist(before)
    return bool(wanted) and not item.instead_of and wanted <= whole.ids | whole.pages


def _unseen(item: Brought, note: str, drafted: Drafted, brief: Brief | None) -> str:
    """Why nothing was made of it, as the night's brief says."""
    for told_of in brief.no_news if brief else ():
        if PurePosixPath(note).name in told_of.source:
            return told_of.reason
    # A brief without an increment is none that `read_brief` takes; its list of sources without news is there all the same.
    lines = dict(drafted.elsewhere).get("brief.md", "").split("\n") if brief is None else ()
    for line in lines:
        if PurePosixPath(note).name in line and line.startswith(("-", "*")):
            return line.lstrip("-* ")
    wanted = gist("\n".join([item.text, *item.urls])).terms
    for row in drafted.outcome.listed if drafted.outcome else ():
        if wanted and len(wanted & gist(row.content).terms) >= SAID * len(wanted):
            return f"only listed: {row.why}"
    return "no increment speaks of it, and no reason is told"


def _place(item: Brought, one: IncrementOutcome) -> Place:
    if item.fresh_section or not item.section:
        return "unscored"
    right = plain(item.section[-1])
    offered = [plain(path.rsplit(_PATH, maxsplit=1)[-1]) for path in (one.section, *one.alternatives)]
    if offered[0] == right:
        return "first"
    return "offered" if right in offered[:_OFFERED] else "elsewhere"


def _form(item: Brought, one: IncrementOutcome) -> Literal["same", "other", "unscored"]:
    ours = next((line for line in one.added if line.strip()), "")
    if not ours:
        return "unscored"
    return "same" if shape(ours)[0] == shape(item.lines[0])[0] else "other"


def _facts(
    theirs: str, ours: str, drafted: Drafted
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Facts of theirs that ours has and has not; of ours beyond theirs those that are given, and those that nobody gives."""
    for name, _ in drafted.sources:
        ours = ours.replace(name, "")  # where it comes from is no statement
    people, made = checkable(theirs, drafted.night), checkable(ours, drafted.night)
    given = {
        key
        for text in (drafted.before, drafted.night.isoformat(), *(text for _, text in drafted.sources))
        for key in checkable(text, drafted.night)
    }
    words = [plain(text) for text in (drafted.before, *(text for _, text in drafted.sources))]
    kept = tuple(said for key, said in people.items() if key in made or plain(said) in plain(ours))
    missing = tuple(said for said in people.values() if said not in kept)
    beyond = {key: said for key, said in made.items() if key not in people}
    strange = tuple(
        said
        for key, said in beyond.items()
        if key not in given and not any(plain(said) in text for text in words)
    )
    return kept, missing, tuple(said for said in beyond.values() if said not in strange), strange
