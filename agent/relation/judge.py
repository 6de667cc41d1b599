"""One statement against the document: what is its relation, and which line shows it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from agent.facts.claims import sentence_spans
from agent.gist import Gist, content, gist, share, telling_name
from agent.models import Model, Relation
from agent.relation.again import told_again
from agent.relation.cell import names_cell
from agent.relation.figures import corrected, newer, other_figures, recounted
from agent.relation.filled import cells_turned
from agent.relation.owned import is_said_now
from agent.relation.pair import ALIKE, COVERED_LINKED, FEW, TWIN, Pair
from agent.relation.said import Line, Said, without_number
from agent.relation.turned import moved, taken_back
from agent.relation.turning import turn
from agent.relation.values import values_turned
from agent.relation.versions import rank_of, without_outgoing
from agent.relation.worded import words_turned

_COVERED = 0.85
"""The same, from which a block without a link in common says all of it."""
_LEFT_OUT = 0.1
"""Share of a statement's terms that a block without a link in common may leave out."""
_COVERED_SHORT = 0.92
"""The same for a short statement, in which one word tells two of a series apart."""
_SHORT = 12
_REWORDED = 0.6
"""Share of the plain words in common from which two texts with the same names and figures say one thing."""
_SAME_FACTS = 0.6
"""Share of a block's names and figures that a statement in another language has too."""
_LEAD = 48
"""Characters at the beginning of a statement in which it names its subject."""
_LONGEST = 1_500
"""Characters of a statement whose sentences are looked at one by one."""
NOTHING_SAID = "it says nothing"
"""Why a statement of marks and stop words is covered."""
_WORK = re.compile(r"^(?:arxiv|doi):")
_NUMBER = re.compile(r"^\D*(\d[\d,.]*).*$", re.DOTALL)


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


def subject_of(text: str, said: Said) -> str:
    """The rarest word by which the statement begins that is a name or one of the document's words."""
    lead = gist(text[:_LEAD])
    known = [word for word in lead.terms if word in lead.names or said.has(word)]
    return max(known, key=lambda word: (said.weight(word), word), default="")


def judge(
    text: str,
    said: Said,
    *,
    date: dt.date | None = None,
    near: Sequence[Line] | None = None,
    about: str = "",
) -> Judged:
    """The relation of one statement to what the document says.

    `date` is the statement's own: a figure that differs supersedes an older one and contradicts one of no
    date. `near` are blocks that a search by meaning found besides. `about` is the title over the statement,
    which names its thing where it does not itself.
    """
    text = without_outgoing(without_number(text))
    whole = _judged(text, said, date, near, about)
    if whole.relation not in {"new", "extends"} or len(text) > _LONGEST:
        return whole
    # A line of several sentences may change the document in one of them, which the others drown.
    parts = [(start, end) for start, end in sentence_spans(text) if gist(text[start:end]).terms]
    alone: list[Judged] = []
    for start, end in parts if len(parts) > 1 else ():
        one = _judged(text[start:end], said, date, near, f"{about}\n{text[:start]}")
        if one.relation in {"supersedes", "contradicts"}:
            return one
        alone.append(one)
    known = alone and all(one.relation in {"covered", "confirms"} and one.line for one in alone)
    return alone[0] if known else whole


def _judged(text: str, said: Said, date: dt.date | None, near: Sequence[Line] | None, about: str) -> Judged:
    claim = gist(text)
    links = claim.ids | claim.pages
    named = said.naming(links)
    if not claim.terms and not claim.facts:
        return _of_links(links, named)
    lines = dict.fromkeys([*said.near(text), *named, *(near or ())])
    subject = subject_of(text, said)
    every = [Pair(said, subject, claim, line) for line in lines]
    pairs = [pair for pair in every if pair.about_one_thing or _speaks_back(pair)]
    pairs.sort(key=lambda pair: (-nearness(pair), pair.line.line))
    beside = [*lines, *said.keyed(f"{about}\n{text}")]
    found = (
        _given_anew(text, claim, beside, said, about, date)
        or _covered(pairs)
        or _turned(text, claim, beside, said, about, date)
        or _first_changed(claim.text, pairs, date)
    )
    if found:
        return found
    pair = next((pair for pair in pairs if not _of_another_work(pair)), None)
    if pair:
        what = ", ".join(pair.missing[:4])
        return shown(
            pair, "extends", f"the document has no {what}" if what else "the document says part of it"
        )
    return Judged(
        relation="new", why="the document says nothing of it", missing=tuple(sorted(claim.facts))[:8]
    )


def _covered(pairs: Sequence[Pair]) -> Judged | None:
    """That the nearest block says it which says it."""
    pair = next((pair for pair in pairs if _covers(pair)), None)
    if pair is None:
        return None
    if pair.elsewhere:
        return shown(pair, "confirms", "the document says it from another source")
    return shown(pair, "covered", "the document says it")


def _of_another_work(pair: Pair) -> bool:
    """Whether statement and block name a work each, and not the same: however alike, the one adds nothing to the other."""
    mine, yours = ({name for name in ids if _WORK.match(name)} for ids in (pair.claim.ids, pair.block.ids))
    return bool(mine and yours) and not mine & yours


def _first_changed(text: str, pairs: Sequence[Pair], date: dt.date | None) -> Judged | None:
    """What the nearest block shows that says something else in the same place."""
    of_cells = {pair.line.rows for pair in pairs if names_cell(text, pair.line)}
    for pair in pairs:
        # Of a statement about a cell only that cell can be changed: no other figure of the table.
        cell, other = pair.cell, pair.line.rows in of_cells
        changed = (
            (newer(pair, date), " against ".join(cell)) if cell else None if other else _changed(pair, date)
        )
        if changed:
            return shown(pair, *changed)
    return None


def _turned(
    text: str, claim: Gist, lines: Sequence[Line], said: Said, about: str, date: dt.date | None
) -> Judged | None:
    """What the first line shows that a statement turns: a row's cell, or what an item says of its thing."""
    for line in dict.fromkeys(lines):
        cells = cells_turned(text, line, about=about)
        turned = None if cells else turn(text, line, said, about=about, date=date)
        if cells:
            return shown(Pair(said, "", claim, line), "supersedes", f"{cells[0].new} against {cells[0].old}")
        if turned:
            return shown(Pair(said, "", claim, line), turned.relation, turned.why)
    return None


def _short(value: str) -> str:
    """A figure without its unit, or words as they are."""
    return _NUMBER.sub(r"\1", value)


def _given_anew(
    text: str, claim: Gist, lines: Sequence[Line], said: Said, about: str, date: dt.date | None
) -> Judged | None:
    """What the first line shows of which a statement gives a figure or a word anew: that is news, although its words
    and figures may stand there of other things."""
    if not (is_said_now(text) or taken_back(text)):
        return None
    for line in dict.fromkeys(lines):
        turns = (
            cells_turned(text, line, about=about)
            or values_turned(text, line, about=about)
            or words_turned(text, line, about=about)
        )
        if turns:
            pair = Pair(said, "", claim, line)
            relation = "supersedes" if is_said_now(text) else newer(pair, date)
            return shown(pair, relation, f"{_short(turns[0].new)} against {_short(turns[0].old)}")
    return None


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


def nearness(pair: Pair) -> float:
    """How much a statement and a block have to do with one another, for looking at the nearest first."""
    return pair.cover + 0.5 * pair.back + (0.5 if pair.linked else 0) - 0.1 * len(pair.missing)


def shown(pair: Pair, relation: Relation, why: str) -> Judged:
    """A judgement that the pair's block shows."""
    return Judged(
        relation=relation,
        line=_row(pair),
        quote=pair.line.text,
        section=pair.line.section,
        why=why,
        missing=pair.missing[:8],
        linked=pair.linked,
    )


def _row(pair: Pair) -> int:
    """The line within the block that has most of the statement."""
    rows = pair.line.text.split("\n")
    if len(rows) == 1:
        return pair.line.line
    shares = [
        share(pair.claim.terms | pair.claim.numbers, gist(row).terms | gist(row).numbers) for row in rows
    ]
    return pair.line.line + shares.index(max(shares))


def _covers(pair: Pair) -> bool:
    """Nothing missing, nothing denied, and words enough; or the same told again in other words or units."""
    if told_again(pair):
        return True
    if pair.missing or pair.claim.negated != pair.block.negated or recounted(pair):
        return False
    if pair.claim.han != pair.block.han:
        return pair.linked or (not pair.line.code and _same_facts(pair))
    return pair.cover >= COVERED_LINKED if pair.linked else _same_words(pair)


def _same_words(pair: Pair) -> bool:
    """Nearly all the words; or the same names and figures on both sides, and most of the words."""
    terms = pair.claim.terms
    left_out = len(terms - pair.terms)
    if len(terms) < FEW and pair.back < TWIN:
        return False
    if pair.cover >= (_COVERED if len(terms) > _SHORT else _COVERED_SHORT):
        return pair.mutual or left_out <= max(1, _LEFT_OUT * len(terms))
    alike = share(pair.claim.words, pair.terms)
    told = pair.mutual and not pair.elsewhere and pair.subject in pair.terms
    return told and len(pair.claim.words) >= FEW and alike >= _REWORDED


def _same_facts(pair: Pair) -> bool:
    """Two languages share names and figures alone: enough of them, and most of the block's."""
    shared = (pair.claim.names & pair.block.latin) | (pair.claim.numbers & pair.block.numbers)
    theirs = pair.block.names | pair.block.numbers
    said = share(theirs, pair.claim.latin | pair.claim.numbers)
    return (len(shared) >= 2 or any(map(telling_name, shared))) and said >= _SAME_FACTS


def _changed(pair: Pair, date: dt.date | None) -> tuple[Relation, str] | None:
    """Whether the block says something else in the same place, and what."""
    versioned = bool(pair.versions) and len(pair.claim.terms) == FEW - 1 and pair.cover >= _COVERED
    told = len(pair.claim.terms) >= FEW or versioned
    if not pair.linked and (not told or other_subjects(pair)):
        return None
    twin = pair.cover >= TWIN or (pair.linked and pair.cover >= ALIKE)
    theirs = pair.block.versions - pair.claim.versions
    if pair.versions and theirs and (twin or pair.linked or _next_version(pair)):
        copied = twin and pair.back >= TWIN and pair.claim.dates <= pair.block.dates
        return _of_versions(max(pair.versions, key=rank_of), max(theirs, key=rank_of), twin=copied)
    works = {name for name in pair.ids if _WORK.match(name)}
    others = {name for name in pair.block.ids - pair.claim.ids if _WORK.match(name)}
    if works and others and pair.cover >= TWIN:
        return "contradicts", f"{min(works)} against {min(others)}"
    figures = other_figures(pair, twin=twin)
    if figures:
        later: Relation = "supersedes" if moved(pair.claim.text) and corrected(pair) else newer(pair, date)
        return later, " against ".join(figures)
    denied = twin and not pair.missing and pair.claim.negated != pair.block.negated
    return ("contradicts", "one of them denies it") if denied else None


def _of_versions(new: str, old: str, *, twin: bool) -> tuple[Relation, str] | None:
    """A later version supersedes; an earlier one is history, but in the line's own words."""
    told = f"version {new} against {old}"
    if rank_of(new) > rank_of(old):
        return "supersedes", told
    return ("contradicts", told) if twin else None


def _next_version(pair: Pair) -> bool:
    """Each names one version, of one line of releases, and the block every name of the statement."""
    if len(pair.claim.versions) != 1 or len(pair.block.versions) != 1 or pair.cover < ALIKE or pair.names:
        return False
    mine, yours = rank_of(min(pair.claim.versions))[0], rank_of(min(pair.block.versions))[0]
    return mine[:1] == yours[:1] and len(mine) == len(yours)


def other_subjects(pair: Pair) -> bool:
    """Each begins with a word that the other does not say: what is true of one engine is not said of another."""
    mine, yours = content(pair.claim.text[:_LEAD]), content(without_number(pair.line.text)[:_LEAD])
    if not mine or not yours or pair.claim.han != pair.block.han:
        return False
    known = pair.claim.terms | pair.claim.latin
    return mine[0] not in pair.terms and yours[0] not in known and mine[0] not in pair.block.latin


def _speaks_back(pair: Pair) -> bool:
    """A statement that takes back a figure of the block, with words enough to say of what, gives a cell another, or
    tells the block again."""
    words = len(pair.claim.terms & pair.block.terms)
    return bool(pair.cell or pair.abroad) or (words >= FEW - 1 and bool(corrected(pair))) or told_again(pair)
