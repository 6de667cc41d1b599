"""One statement against the document: what is its relation, and which line shows it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.facts.claims import sentence_spans
from agent.gist import Gist, Slot, clashes, content, gist, share, telling_name
from agent.models import Model, Relation
from agent.relation.cell import names_cell, other_figure
from agent.relation.said import Line, Said, without_number
from agent.relation.turned import generations, taken_back

_ALIKE = 0.55
"""Weighted share of a statement's terms in a block from which both may speak of one thing."""
_COVERED = 0.85
"""The same, from which a block without a link in common says all of it."""
_LEFT_OUT = 0.1
"""Share of a statement's terms that a block without a link in common may leave out."""
_COVERED_SHORT = 0.92
"""The same for a short statement, in which one word tells two of a series apart."""
_SHORT = 12
_COVERED_LINKED = 0.45
"""The same, where both name the same work, page or repository."""
_REWORDED = 0.6
"""Share of the plain words in common from which two texts with the same names and figures say one thing."""
_SAME_FACTS = 0.6
"""Share of a block's names and figures that a statement in another language has too."""
_FEW = 3
"""A block of fewer terms is a label, which many statements contain."""
_TWIN = 0.8
"""From which two blocks are the same sentence, so that what differs stands in the same place."""
_LEAD = 48
"""Characters at the beginning of a statement in which it names its subject."""
_LONGEST = 1_500
"""Characters of a statement whose sentences are looked at one by one."""
NOTHING_SAID = "it says nothing"
"""Why a statement of marks and stop words is covered."""
_WORK = re.compile(r"^(?:arxiv|doi):")


class Judged(Model):
    """The relation of one statement to the document."""

    relation: Relation
    line: int = 0
    """Line of the document that shows it; 0 for what is new."""
    quote: str = ""
    """That block, as it stands."""
    section: str = ""
    why: str
    missing: tuple[str, ...] = ()
    """Facts of the statement that the block does not have."""
    linked: bool = False
    """Both name one work, page, repository or issue."""


@dataclass(frozen=True)
class _Pair:
    """A statement and a block that may say it."""

    said: Said
    subject: str
    claim: Gist
    line: Line

    @property
    def block(self) -> Gist:
        return self.line.gist

    @cached_property
    def terms(self) -> frozenset[str]:
        return self.block.terms | self.line.around

    @cached_property
    def cover(self) -> float:
        """How much of the statement the block says, rare words counting more."""
        return share(self.claim.terms, self.terms, self.said.weight)

    @cached_property
    def back(self) -> float:
        """How much of the block the statement says."""
        return share(self.block.terms, self.claim.terms, self.said.weight)

    @cached_property
    def linked(self) -> bool:
        """Both name one work, page, repository or issue, and have some words or a name in common."""
        shared = (self.claim.ids & self.block.ids) | (self.claim.pages & self.block.pages)
        if not shared:
            return False
        names = {name for name in self.claim.names & self.block.latin if telling_name(name)}
        other_tongue = self.claim.han != self.block.han
        return bool(names) or other_tongue or self.cover >= _COVERED_LINKED / 2

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of the statement that neither the block nor its headings say."""
        return frozenset(
            name for name in self.claim.names if name not in self.terms and name not in self.block.latin
        )

    @cached_property
    def numbers(self) -> frozenset[str]:
        return self.claim.numbers - self.block.numbers - self.line.above.numbers

    @cached_property
    def versions(self) -> frozenset[str]:
        return self.claim.versions - self.block.versions - self.line.above.versions

    @cached_property
    def ids(self) -> frozenset[str]:
        return self.claim.ids - self.block.ids

    @cached_property
    def missing(self) -> tuple[str, ...]:
        return tuple(sorted(self.names | self.numbers | self.versions | self.ids))

    @cached_property
    def about_one_thing(self) -> bool:
        """Linked, or nearly the same words with every name by which the statement names its subject."""
        if self.linked:
            return True
        if self.claim.han != self.block.han:
            shared = self.claim.names & self.block.latin
            return bool(shared) and len(shared) * 3 >= len(self.claim.names) * 2
        if self.back >= _TWIN and len(self.block.terms) > _FEW:
            return True
        return self.cover >= _ALIKE and (self.subject in self.terms or self.named)

    @cached_property
    def elsewhere(self) -> bool:
        """Each goes back to a work or page that the other does not name."""
        mine, yours = self.claim.ids | self.claim.pages, self.block.ids | self.block.pages
        return bool(mine and yours) and not mine & yours

    @cached_property
    def named(self) -> bool:
        """The block says every name of the statement, and they tell enough."""
        names = self.claim.names
        return not self.names and (len(names) >= 2 or any(map(telling_name, names)))

    @cached_property
    def cell(self) -> tuple[str, str] | None:
        """Of a statement about one cell of a row: its figure and the cell's."""
        unknown = self.names or self.ids or self.versions or len(self.numbers) != 1
        if unknown or not self.line.cells:
            return None
        return other_figure(self.claim.text, self.line)

    @cached_property
    def mutual(self) -> bool:
        """Names and figures are the same on both sides."""
        theirs = self.block.names - self.claim.latin
        return self.named and not self.numbers and not theirs and self.block.numbers <= self.claim.numbers


def _subject(text: str, said: Said) -> str:
    """The rarest word by which the statement begins that is a name or one of the document's words."""
    lead = gist(text[:_LEAD])
    known = [word for word in lead.terms if word in lead.names or said.has(word)]
    return max(known, key=lambda word: (said.weight(word), word), default="")


def judge(
    text: str, said: Said, *, date: dt.date | None = None, near: Sequence[Line] | None = None
) -> Judged:
    """The relation of one statement to what the document says.

    `date` is the statement's own: a figure that differs supersedes an older one and contradicts one of no
    date. `near` are blocks that a search by meaning found besides.
    """
    text = without_number(text)
    whole = _judged(text, said, date, near)
    if whole.relation not in {"new", "extends"} or len(text) > _LONGEST:
        return whole
    # A line of several sentences may change the document in one of them, which the others drown.
    parts = sentence_spans(text)
    alone = (_judged(text[start:end], said, date, near) for start, end in parts if len(parts) > 1)
    return next((one for one in alone if one.relation in {"supersedes", "contradicts"}), whole)


def _judged(text: str, said: Said, date: dt.date | None, near: Sequence[Line] | None) -> Judged:
    claim = gist(text)
    links = claim.ids | claim.pages
    named = said.naming(links)
    if not claim.terms and not claim.facts:
        return _of_links(links, named)
    lines = dict.fromkeys([*said.near(text), *named, *(near or ())])
    subject = _subject(text, said)
    pairs = [_Pair(said, subject, claim, line) for line in lines]
    pairs = [pair for pair in pairs if pair.about_one_thing or _speaks_back(pair)]
    pairs.sort(key=lambda pair: (-_nearness(pair), pair.line.line))
    for pair in pairs:
        if _covers(pair):
            if pair.elsewhere:
                return _shown(pair, "confirms", "the document says it from another source")
            return _shown(pair, "covered", "the document says it")
    of_cells = {pair.line.rows for pair in pairs if names_cell(claim.text, pair.line)}
    for pair in pairs:
        # Of a statement about a cell only that cell can be changed: no other figure of the table.
        cell, other = pair.cell, pair.line.rows in of_cells
        changed = (
            (_newer(pair, date), " against ".join(cell)) if cell else None if other else _changed(pair, date)
        )
        if changed:
            return _shown(pair, *changed)
    if pairs:
        pair = pairs[0]
        what = ", ".join(pair.missing[:4])
        return _shown(
            pair, "extends", f"the document has no {what}" if what else "the document says part of it"
        )
    return Judged(
        relation="new", why="the document says nothing of it", missing=tuple(sorted(claim.facts))[:8]
    )


def _of_links(links: frozenset[str], named: Sequence[Line]) -> Judged:
    """Of a statement without words only its links can be known."""
    if not links:
        return Judged(relation="covered", why=NOTHING_SAID)
    if not named:
        return Judged(relation="new", why="the document does not link it", missing=tuple(sorted(links))[:8])
    line = named[0]
    return Judged(
        relation="covered",
        line=line.line,
        quote=line.text,
        section=line.section,
        why="the document links it",
        linked=True,
    )


def _nearness(pair: _Pair) -> float:
    return pair.cover + 0.5 * pair.back + (0.5 if pair.linked else 0) - 0.1 * len(pair.missing)


def _shown(pair: _Pair, relation: Relation, why: str) -> Judged:
    return Judged(
        relation=relation,
        line=_row(pair),
        quote=pair.line.text,
        section=pair.line.section,
        why=why,
        missing=pair.missing[:8],
        linked=pair.linked,
    )


def _row(pair: _Pair) -> int:
    """The line within the block that has most of the statement."""
    rows = pair.line.text.split("\n")
    if len(rows) == 1:
        return pair.line.line
    shares = [
        share(pair.claim.terms | pair.claim.numbers, gist(row).terms | gist(row).numbers) for row in rows
    ]
    return pair.line.line + shares.index(max(shares))


def _covers(pair: _Pair) -> bool:
    """Nothing missing, nothing denied, and words enough."""
    if pair.missing or pair.claim.negated != pair.block.negated or _recounted(pair):
        return False
    if pair.claim.han != pair.block.han:
        return pair.linked or (not pair.line.code and _same_facts(pair))
    return pair.cover >= _COVERED_LINKED if pair.linked else _same_words(pair)


def _same_words(pair: _Pair) -> bool:
    """Nearly all the words; or the same names and figures on both sides, and most of the words."""
    terms = pair.claim.terms
    left_out = len(terms - pair.terms)
    if len(terms) < _FEW and pair.back < _TWIN:
        return False
    if pair.cover >= (_COVERED if len(terms) > _SHORT else _COVERED_SHORT):
        return pair.mutual or left_out <= max(1, _LEFT_OUT * len(terms))
    alike = share(pair.claim.words, pair.terms)
    told = pair.mutual and not pair.elsewhere and pair.subject in pair.terms
    return told and len(pair.claim.words) >= _FEW and alike >= _REWORDED


def _recounted(pair: _Pair) -> tuple[str, str] | None:
    """Of two texts in the same words, a figure that one says more often and another that the other does."""
    if min(pair.cover, pair.back) < _TWIN:
        return None
    mine = pair.claim.marks - pair.block.marks
    yours = pair.block.marks - pair.claim.marks
    more = sorted(mark for mark, times in mine if times > dict(yours).get(mark, 0))
    less = sorted(mark for mark, times in yours if times > dict(mine).get(mark, 0))
    return (more[0], less[0]) if more and less else None


def _same_facts(pair: _Pair) -> bool:
    """Two languages share names and figures alone: enough of them, and most of the block's."""
    shared = (pair.claim.names & pair.block.latin) | (pair.claim.numbers & pair.block.numbers)
    theirs = pair.block.names | pair.block.numbers
    said = share(theirs, pair.claim.latin | pair.claim.numbers)
    return (len(shared) >= 2 or any(map(telling_name, shared))) and said >= _SAME_FACTS


def _changed(pair: _Pair, date: dt.date | None) -> tuple[Relation, str] | None:
    """Whether the block says something else in the same place, and what."""
    versioned = bool(pair.versions) and len(pair.claim.terms) == _FEW - 1 and pair.cover >= _COVERED
    told = len(pair.claim.terms) >= _FEW or versioned
    if not pair.linked and (not told or _other_subjects(pair)):
        return None
    twin = pair.cover >= _TWIN or (pair.linked and pair.cover >= _ALIKE)
    theirs = pair.block.versions - pair.claim.versions
    if pair.versions and theirs and (twin or pair.linked or _next_version(pair)):
        new, old = max(pair.versions, key=_rank), max(theirs, key=_rank)
        relation: Relation = "supersedes" if _rank(new) > _rank(old) else "contradicts"
        return relation, f"version {new} against {old}"
    works = {name for name in pair.ids if _WORK.match(name)}
    others = {name for name in pair.block.ids - pair.claim.ids if _WORK.match(name)}
    if works and others and pair.cover >= _TWIN:
        return "contradicts", f"{min(works)} against {min(others)}"
    figures = (
        _corrected(pair) or _figures(pair, twin=twin) or (_recounted(pair) if not pair.missing else None)
    )
    if figures:
        mine, yours = figures
        return _newer(pair, date), f"{mine} against {yours}"
    if twin and not pair.missing and pair.claim.negated != pair.block.negated:
        return "contradicts", "one of them denies it"
    return None


def _next_version(pair: _Pair) -> bool:
    """Each names one version, of one line of releases, and the block every name of the statement."""
    if len(pair.claim.versions) != 1 or len(pair.block.versions) != 1 or pair.cover < _ALIKE or pair.names:
        return False
    mine, yours = _rank(min(pair.claim.versions))[0], _rank(min(pair.block.versions))[0]
    return mine[:1] == yours[:1] and len(mine) == len(yours)


def _other_subjects(pair: _Pair) -> bool:
    """Each begins with a word that the other does not say: what is true of one engine is not said of another."""
    mine, yours = content(pair.claim.text[:_LEAD]), content(without_number(pair.line.text)[:_LEAD])
    if not mine or not yours or pair.claim.han != pair.block.han:
        return False
    known = pair.claim.terms | pair.claim.latin
    return mine[0] not in pair.terms and yours[0] not in known and mine[0] not in pair.block.latin


def _speaks_back(pair: _Pair) -> bool:
    """A statement that takes back a figure of the block, with words enough to say of what, or gives a cell another."""
    words = len(pair.claim.terms & pair.block.terms)
    return bool(pair.cell) or (words >= _FEW - 1 and bool(_corrected(pair)))


def _corrected(pair: _Pair) -> tuple[str, str] | None:
    """A figure of the block that the statement itself takes back, and the one that it gives instead."""
    for old in sorted(taken_back(pair.claim.text) & pair.block.numbers):
        beside = {slot.after for slot in (*pair.claim.slots, *pair.block.slots) if _value(slot) == old}
        given = [
            slot for slot in pair.claim.slots if _value(slot) in pair.numbers and slot.unit == _unit(old)
        ]
        given.sort(key=lambda slot: slot.after not in beside)
        if given:
            return _value(given[0]), old
    return None


def _figures(pair: _Pair, *, twin: bool) -> tuple[str, str] | None:
    """A figure of the statement and the one that stands in its place in the block.

    What is said of one generation of a thing changes nothing that is said of another.
    """
    if generations(pair.claim.text) != generations(pair.block.text + pair.line.above.text):
        return None
    for mine, yours in clashes(pair.claim.slots, pair.block.slots):
        return _value(mine), _value(yours)
    theirs = pair.block.numbers - pair.claim.numbers
    if twin and pair.numbers and theirs:
        for value in sorted(pair.numbers):
            same_unit = [other for other in sorted(theirs) if _unit(other) == _unit(value)]
            if same_unit:
                return value, same_unit[0]
    return None


def _value(slot: Slot) -> str:
    return slot.value + slot.unit


def _unit(number: str) -> str:
    return number.lstrip("0123456789.")


def _newer(pair: _Pair, date: dt.date | None) -> Relation:
    """A figure supersedes one whose own date is earlier; between figures of no date there is a contradiction."""
    mine = max(pair.claim.dates, default=date.isoformat() if date else "")
    theirs = max(pair.block.dates, default="")
    return "supersedes" if mine and theirs and mine[: len(theirs)] > theirs[: len(mine)] else "contradicts"


def _rank(version: str) -> tuple[tuple[int, ...], int, str]:
    """Order of versions: the numbers, then a release after its candidates."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", re.split(r"[a-z]", version)[0]))
    suffix = re.sub(r"^[\d.]+", "", version)
    return numbers, int(not suffix or suffix.startswith("post")), suffix
