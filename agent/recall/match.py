"""Is an increment something that is remembered, and what is new in it?

Known again is what has the same id, what the rules of joining take for the same thing, what comes under
the same title, and what the remembered evidence bears out to the last statement. New is a primary source that is
no copy of a known one, a figure that is missing from the known evidence or speaks against it, and a source of a
higher kind.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.entries import Entry
from agent.entries.things import ids_in, origin_in
from agent.evidence import EvidenceIndex, as_evidence, supports
from agent.facts import origin_of
from agent.gist import Gist, clashes, gist, share
from agent.joining import Subject, same_subjects
from agent.models import Evidence, FactCheck, Increment, Point, Span, Table
from agent.recall.model import EarlierProposal, Recalled
from agent.retold import alike_but_figures, same_title

_COPY = 0.9
"""From this share of common words on, one text is a copy of the other (as in joining)."""
_VALUES = frozenset({"quantity", "ordinal", "date", "version", "arxiv", "doi", "cve", "commit", "issue"})
"""Kinds of facts that are figures, versions and days."""
_RETOLD = 0.5
"""Share of its words that a statement in other words has in common with what is known (as in `retold`)."""
_HIGH = ("arxiv:", "doi:", "cve-")
_TELLING = 2
"""Facts in common from which two languages tell the same."""


@dataclass(frozen=True)
class _Subject:
    """One side of the comparison."""

    id: str
    title: str
    texts: tuple[str, ...]
    urls: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    date: dt.date

    @cached_property
    def said(self) -> str:
        return "\n".join((self.title, *self.texts))

    @property
    def lines(self) -> tuple[str, ...]:
        """Its statements and quotations, each by itself."""
        return (*self.texts, *(one.quote for one in self.evidence))

    @cached_property
    def gist(self) -> Gist:
        return gist(self.said)

    @cached_property
    def known(self) -> Gist:
        """All that its side knows: its own words and the quotations."""
        return gist("\n".join((self.said, *(one.quote for one in self.evidence))))

    @cached_property
    def entry(self) -> Entry:
        text = "\n".join((self.said, *self.urls))
        origin = (origin_of(self.urls[0]) or origin_in(self.urls[0])) if self.urls else origin_in(self.said)
        return Entry(
            key=self.id,
            shape="section",
            title=self.title,
            text=text,
            span=Span(path=f"{self.id}.md", start=0, end=len(text)),
            urls=self.urls,
            ids=ids_in(text),
            origin=origin,
            date=self.date,
        )

    @cached_property
    def subject(self) -> Subject:
        """What it is joined by: one of a night is held against hundreds that people have seen."""
        return Subject(self.entry)

    @cached_property
    def index(self) -> EvidenceIndex:
        return EvidenceIndex([*self.evidence, as_evidence(self.said)])

    @cached_property
    def origins(self) -> frozenset[str]:
        found = {one.origin for one in self.evidence} | {origin_of(url) or "" for url in self.urls}
        return frozenset(found - {""})

    @cached_property
    def tier(self) -> int:
        return max(map(_tier, self.origins), default=0)


class Memory:
    """What people have refused or have before them, ready to be asked."""

    def __init__(self, remembered: Sequence[EarlierProposal], *, night: dt.date) -> None:
        """`night` is the date of tonight: its own figures are no news. What is open is asked before what is refused."""
        ranked = sorted(
            remembered, key=lambda one: (one.stand != "open", -one.night.toordinal(), one.increment)
        )
        self._known = [(one, _of_remembered(one)) for one in ranked]
        self._night = night

    def __bool__(self) -> bool:
        return bool(self._known)

    def recall(self, increment: Increment, evidence: Sequence[Evidence]) -> Recalled | None:
        """What an increment with these quotations is again; None where nobody has seen it."""
        if not self._known:
            return None
        new = _of_increment(increment, evidence, self._night)
        for remembered, known in self._known:
            why = self._same(new, known)
            if why:
                found = self._compared(remembered, why, new, known)
                if remembered.stand == "refused" or not found.is_held or _all_borne_out(new, known):
                    return found
        return None

    def _same(self, new: _Subject, known: _Subject) -> str:
        """By what it is known again; empty where it is something else."""
        if new.id == known.id:
            return "the same increment"
        if not _may_touch(new, known):
            return ""
        joined = same_subjects(new.subject, known.subject)
        if joined.yes:
            return joined.why
        if same_title(new.title, known.title) or alike_but_figures(new.title, known.title):
            return "the same title"
        if _told_in_another_language(new, known):
            return "the same facts in another language"
        return "all that it says is in the evidence" if _all_borne_out(new, known) else ""

    def _compared(self, remembered: EarlierProposal, why: str, new: _Subject, known: _Subject) -> Recalled:
        fresh = new.origins - known.origins
        return Recalled(
            remembered=remembered,
            why=why,
            origins=tuple(sorted(origin for origin in fresh if not _is_mirror(origin, new, known))),
            figures=_new_figures(new, known, self._night),
            raised=new.tier > known.tier,
        )


def _of_increment(increment: Increment, evidence: Sequence[Evidence], night: dt.date) -> _Subject:
    return _Subject(
        id=increment.id,
        title=increment.title,
        texts=tuple(statements_of(increment)),
        urls=increment.urls,
        evidence=tuple(evidence),
        date=night,
    )


def _of_remembered(one: EarlierProposal) -> _Subject:
    return _Subject(one.increment, one.title, one.texts, one.urls, one.evidence, one.night)


def statements_of(increment: Increment) -> list[str]:
    """What an increment asserts, each point and each row by itself."""
    found: list[str] = []
    for part in increment.body:
        if isinstance(part, Point):
            found.append(part.text)
        elif isinstance(part, Table):
            found.extend(" | ".join(row) for row in part.rows)
    return found


def _may_touch(new: _Subject, known: _Subject) -> bool:
    """A cheap look first: something that tells is in common."""
    return bool(
        new.known.ids & known.known.ids
        or new.known.pages & known.known.pages
        or new.known.names & known.known.latin
        or known.known.names & new.known.latin
        or new.known.numbers & known.known.numbers
        or new.gist.words & known.known.words
    )


def _told_in_another_language(new: _Subject, known: _Subject) -> bool:
    """Ids, versions and figures the same, and a name: nothing that the other has not."""
    if new.gist.han == known.gist.han:
        return False
    exact = new.gist.ids | new.gist.versions | new.gist.numbers
    there = known.known.ids | known.known.versions | known.known.numbers
    names = new.gist.names & known.known.latin
    return len(exact) >= _TELLING and exact <= there and bool(names or new.gist.ids)


def _all_borne_out(new: _Subject, known: _Subject) -> bool:
    """Whether the known evidence supports every statement, at least one of which has a fact."""
    texts = new.texts or (new.title,)
    if not any(gist(text).facts for text in texts):
        return False
    if new.gist.han != known.gist.han:
        return _told_in_another_language(new, known)
    # Cheaply first: a night holds each increment against all that was ever refused.
    exact = new.gist.ids | new.gist.versions | new.gist.numbers
    there = known.known.ids | known.known.versions | known.known.numbers
    if not exact <= there or share(new.gist.terms, known.known.terms) < _RETOLD:
        return False
    return all(_is_borne_out(text, known) for text in texts)


def _is_borne_out(text: str, known: _Subject) -> bool:
    """Supported; or in other words, with no fact that is not known and half of its words, and nothing against it."""
    if supports(text, known.index).status == "supported":
        return True
    own = gist(text)
    retold = own.facts <= known.known.facts and share(own.terms, known.known.terms) >= _RETOLD
    denied = own.negated not in {gist(line).negated for line in known.lines}
    return retold and not denied and not _clashes(own, known)


def _clashes(own: Gist, known: _Subject) -> bool:
    """Whether a figure of a statement stands in the place of another one in what is known."""
    return any(clashes(own.slots, gist(line).slots) for line in known.lines)


def _new_figures(new: _Subject, known: _Subject, night: dt.date) -> tuple[str, ...]:
    """Figures, versions and days of the statements that the known evidence lacks, or that it speaks against."""
    there = known.known.numbers | known.known.versions | known.known.dates | known.known.ids
    other_language = new.gist.han != known.gist.han
    found: dict[str, None] = {}
    for text in (new.title, *new.texts):
        own = gist(text)
        fresh = (own.numbers | own.versions | own.dates | own.ids) - there
        if other_language:
            found |= dict.fromkeys(sorted(fresh))
            continue
        for check in supports(text, known.index).facts:
            if _is_changed(check, bool(fresh), own, known) and not _is_tonight(check.text, night):
                found[check.text] = None
    return tuple(found)


def _is_changed(check: FactCheck, has_fresh: bool, own: Gist, known: _Subject) -> bool:
    """A figure that is only worded otherwise may count as missing, or as another's: then nothing of the text is new
    in normal form, and it stands in nobody's place."""
    if check.kind not in _VALUES or check.status not in ("missing", "contradicted"):
        return False
    return has_fresh or (check.status == "contradicted" and _clashes(own, known))


def _is_tonight(text: str, night: dt.date) -> bool:
    return gist(text).dates == gist(night.isoformat()).dates


def _is_mirror(origin: str, new: _Subject, known: _Subject) -> bool:
    """Whether all that a source says is known word for word: then it is a copy, unless it is of a higher kind."""
    if _tier(origin) > known.tier:
        return False
    quotes = [one.quote for one in new.evidence if one.origin == origin] or list(new.texts)
    mine = frozenset[str]().union(*(gist(quote).terms for quote in quotes))
    return share(mine, known.known.terms) >= _COPY


def _tier(origin: str) -> int:
    """2 for a work, a repository or an issue, 1 for a page, 0 for nothing."""
    if not origin:
        return 0
    return 2 if origin.casefold().startswith(_HIGH) or not origin.startswith("http") else 1
