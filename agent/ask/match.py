"""How well a passage answers a question: which of its terms it holds, where, and whether that is enough."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from agent.ask.classes import named_class
from agent.ask.columns import column_is_open
from agent.ask.gate import says_it
from agent.ask.kinds import UNIT_IN_HEAD, figures, typed
from agent.ask.levels import HEADED, LABELLED, LED, OWN, PAIRS, held, level_of, together
from agent.ask.library import FIELD, View
from agent.ask.model import Question, Term, TermKind
from agent.ask.properties import dimensions_of, tells
from agent.ask.scale import Scale
from agent.ask.surface import folded, has_han
from agent.language import language_of

_HARD: frozenset[TermKind] = frozenset({"id", "version", "number", "date"})
"""What a passage must hold: with another one it answers another question."""
_ENOUGH = 0.62
"""Share of the terms' weight from which on a passage answers (set on the questions of evals/data that are not blind)."""
_ENOUGH_NAMELESS = 0.75
"""The same where the question names nothing and expects no kind of value: its words alone tell what it is about."""
_ENOUGH_WORDS = 0.5
"""The same of the ordinary words alone."""
_ENOUGH_FOREIGN = 0.4
"""The same in another language, where the lexicon knows only some of the ways to say a thing."""
_NAMELESS = 0.7
"""The same where the question names nothing."""
_UNTOLD = 0.66
"""Share of the ordinary words that no word of the passage's language is known for, from which on nothing is told."""
_LOST_NAMES = 0.26
"""Share of the weight of the names that may be missing: one plain word of four."""
_MEMBER = re.compile(r"\bwhich\b(?! of)|哪一?[个些种家款项门]", re.IGNORECASE)
"""Asks for a member of a class: it is named, and the class need not be (`which model`, `哪个数据库`)."""
_URL = re.compile(r"https?://[^\s)>]+")
_LOST = 0.15
"""What a passage loses that lacks a name, an id, a figure or a day of the question."""
_IS = re.compile(
    r"[ *_`\]]{0,4}(?:\([^()]{0,120}\)|（[^（）]{0,120}）)?[ *_`]{0,4}(?:is|are|was|provides|aims|means|是|为|：|:|，|,)"
)
_WORTH_READING = 0.45
"""Share of the terms below which nobody looks for the figure or the date: it would answer nothing."""
_LISTING = 0.06
"""What a listing or front matter loses against prose that holds as much."""
_DEFINED = 0.15
"""What a passage gains that begins to say what the thing asked about is."""
_APART = 0.1
"""What it loses that has the words of an expression far from each other."""
_UNKNOWN = 0.15
"""What is kept of the weight of a word that no word of the passage's language is known for: its absence tells little."""
_PARTICULAR = 2.0
"""A word before another one says more of what is meant where it weighs at least half as much."""
_BY_UNIT = 0.9
"""How much a property counts that only the unit of a figure tells."""
_HEAD = 0.3
"""What is kept of the weight of a general word whose particular one is there."""
_REFERENCE = 0.8
"""What is kept of the score of a passage that only points elsewhere."""


@dataclass
class Found:
    """One passage held against a question."""

    view: View
    score: float = 0.0
    share: float = 0.0
    """Of the weight of the terms that can be looked for in its language."""
    levels: dict[str, float] = field(default_factory=dict)
    missing: list[Term] = field(default_factory=list)
    typed: bool = True
    """Whether it holds a thing of the kind that is expected."""
    answers: bool = False


@dataclass
class _Tally:
    """What a passage holds of a question, weighed."""

    total: float = 0.0
    held: float = 0.0
    words: float = 0.0
    """Weight of the ordinary words that can be looked for in its language."""
    words_held: float = 0.0
    untold: float = 0.0
    """Weight of those that no word of its language is known for, and that it does not hold."""
    lost: bool = False
    """Whether one of these is rare enough to say as much as a name."""

    def add(self, term: Term, level: float, weight: float, scale: Scale, *, foreign: bool) -> None:
        """Count one term in."""
        unknown = not level and foreign and term.kind == "word" and not _crosses(term)
        if unknown:
            self.lost = self.lost or term.text in scale.rare
            self.untold += weight
            weight *= _UNKNOWN
        self.total += weight
        self.held += weight * level
        if term.kind == "word" and not unknown:
            self.words += weight
            self.words_held += weight * level

    def share(self) -> float:
        """Of all that is asked."""
        return self.held / self.total if self.total else 0.0

    def share_of_words(self) -> float:
        """Of the ordinary words."""
        return self.words_held / self.words if self.words else 1.0


def hold(view: View, question: Question, scale: Scale, *, side: int = 0) -> Found:
    """Hold a passage against a question, or against the part of it that concerns one side."""
    found = Found(view)
    terms = [term for term in question.terms if not side or term.side in (0, side)]
    foreign = language_of(view.passage.text) not in (question.language, None)
    tally = _tally(found, terms, question, scale, foreign=foreign)
    found.share = tally.share()
    found.typed = found.share >= _WORTH_READING and typed(view, question)
    for term in terms:
        if found.typed and named_class(term.forms, question.expected):
            found.levels[term.text] = max(LABELLED, found.levels[term.text])
    found.score = _score(found, terms, question)
    strong = (term for term in terms if term.kind not in ("word", "type"))
    named = any(found.levels[term.text] >= HEADED for term in strong)
    lost = (tally.lost and not named) or tally.untold > _UNTOLD * (tally.words + tally.untold)
    found.answers = (
        not lost
        and _answers(
            found, terms, scale, tally.share_of_words(), foreign=foreign, member=_asks_member(question)
        )
        and found.share >= _enough(terms, question)
        and says_it(view, question, found.levels)
        and not column_is_open(view.passage, terms, found.levels, question.expected)
    )
    return found


def _tally(found: Found, terms: Sequence[Term], question: Question, scale: Scale, *, foreign: bool) -> _Tally:
    tally = _Tally()
    before: Term | None = None
    levels = {term.text: level_of(term, found.view) for term in terms}
    _by_units(found.view, terms, levels)
    for term in terms:
        level = levels[term.text]
        found.levels[term.text] = level
        weight = scale.of(term)
        particular, before = before, term
        if not level and named_class(term.forms, question.expected):
            continue  # a member of the class answers; whether there is one is asked later
        if not level and term.focus and _asks_member(question):
            weight *= _HEAD
        elif not level and _told_by(particular, term, scale) and _labelled(particular, found):
            weight *= _HEAD  # `runtime-serving candidates` need not be called candidates
        tally.add(term, level, weight, scale, foreign=foreign)
        if not level and term.kind != "type":
            found.missing.append(term)
    return tally


def _by_units(view: View, terms: Sequence[Term], levels: dict[str, float]) -> None:
    """Count a property as named where the passage, which names the thing, gives a figure in a unit of it."""
    open_ = [term for term in terms if term.kind == "word" and not levels[term.text] and dimensions_of(term)]
    names = [term for term in terms if term.kind in ("name", "id", "version")]
    if not open_ or not names or not all(levels[term.text] for term in names):
        return
    if any(UNIT_IN_HEAD.search(head) for head in view.passage.header):
        return  # heads with units are names of properties
    given = {fact.dimension for fact in figures(view)}
    for term in open_:
        if tells(term, given):
            levels[term.text] = _BY_UNIT


def _labelled(term: Term | None, found: Found) -> bool:
    return term is not None and found.levels.get(term.text, 0.0) >= LABELLED


def _score(found: Found, terms: Sequence[Term], question: Question) -> float:
    """How near a passage comes, for the order among those that were found."""
    view = found.view
    score = found.share + (0.08 if found.typed and question.expected else 0.0)
    if any(term.kind in _HARD or term.kind == "name" for term in found.missing):
        score -= _LOST
    if any(other.joined and not together(one, other, view) for one, other in pairwise(terms)):
        score -= _APART
    if _is_reference(view) or view.passage.block == "heading":
        score *= _REFERENCE
    if view.passage.block in ("code", "meta"):
        score -= _LISTING
    return score + (_DEFINED if _defines(question, view) else 0.0)


def _crosses(term: Term) -> bool:
    """Whether a term can be looked for in both languages."""
    return any(map(has_han, term.forms)) and not all(map(has_han, term.forms))


def _answers(
    found: Found, terms: Sequence[Term], scale: Scale, words: float, *, foreign: bool, member: bool
) -> bool:
    """Whether a passage answers: what it must hold it holds, what is asked for stands in it, and enough of the rest."""
    return (
        (any(_own(term, found) for term in terms) or _is_field(found, terms))
        and found.typed
        and words >= _enough_words(terms, foreign=foreign)
        and _names_it(found, terms, scale)
        and (member or _asked_for(found, terms, scale, foreign=foreign))
        and _expressed(found, terms, foreign=foreign)
        and (foreign or not _other_condition(found))
    )


def _enough(terms: Sequence[Term], question: Question) -> float:
    """Share of all that is asked which a passage must hold."""
    named = any(term.kind not in ("word", "type") for term in terms)
    return _ENOUGH if named or question.expected else _ENOUGH_NAMELESS


def _asks_member(question: Question) -> bool:
    """Whether a question asks for a member of a class by its name, and not for a figure, a day or the like."""
    return not question.expected and _MEMBER.search(question.text) is not None


def _enough_words(terms: Sequence[Term], *, foreign: bool) -> float:
    """Share of the ordinary words that a passage must hold: more in another language where no name tells the thing."""
    if not foreign:
        return _ENOUGH_WORDS
    return _ENOUGH_FOREIGN if any(term.kind not in ("word", "type") for term in terms) else _NAMELESS


def _other_condition(found: Found) -> bool:
    """Whether a condition that the question names is nowhere about the passage."""
    return any(term.condition for term in found.missing)


def _is_field(found: Found, terms: Sequence[Term]) -> bool:
    """Whether a passage gives, as a field of its own (`Authors: …`, `Link: …`), a thing of what its headings name."""
    names = [term for term in terms if term.kind in ("name", "id", "version")]
    return (
        FIELD.match(found.view.passage.text) is not None
        and bool(names)
        and all(found.levels.get(term.text, 0.0) >= LED for term in names)
    )


def _own(term: Term, found: Found) -> bool:
    """Whether the passage itself, or the heads of its columns, hold a term that says something."""
    if term.kind in ("type", "date"):
        return term.kind == "date" and found.levels[term.text] == OWN
    return held(term, found.view.own) > 0


def _names_it(found: Found, terms: Sequence[Term], scale: Scale) -> bool:
    """Whether ids, figures, days and names with figures in them are there, and most of the other names."""
    if any(term.kind in _HARD for term in found.missing):
        return False
    names = [term for term in terms if term.kind == "name"]
    lost = [term for term in found.missing if term.kind == "name"]
    if any(char.isdigit() for term in lost for char in term.forms[0]):
        return False
    return sum(map(scale.of, lost)) <= _LOST_NAMES * sum(map(scale.of, names))


def _asked_for(found: Found, terms: Sequence[Term], scale: Scale, *, foreign: bool) -> bool:
    """Whether what is asked for stands in the passage, the heads of its columns or its headings.

    A rarer word before it that the lexicon does not know says more of what is asked for than the word itself:
    `runtime-serving candidates` are not any candidates, and need not be called so.
    """
    asked = total = 0.0
    for before, term in pairwise((None, *terms)):
        if term is None or not term.focus or term.kind != "word" or term.text in scale.void:
            continue
        if foreign and not _crosses(term):
            continue
        telling = before if _told_by(before, term, scale) else None
        if telling and not foreign:
            if not found.levels[telling.text]:
                return False
            asked += scale.of(term)
        elif found.levels[term.text] >= HEADED * PAIRS:
            asked += scale.of(term)
        total += scale.of(term)
    return asked >= 0.5 * total


def _told_by(before: Term | None, term: Term, scale: Scale) -> bool:
    """Whether a rarer word before a word, one that the lexicon does not know, says more of what is meant than the word."""
    if before is None or not term.joined or not term.focus or len(before.forms) != 1:
        return False
    return _PARTICULAR * scale.of(before) >= scale.of(term)


def _expressed(found: Found, terms: Sequence[Term], *, foreign: bool) -> bool:
    """Whether the words of an expression that is asked for are there and, in its own language, stand together."""
    pairs = [(one, other) for one, other in pairwise(terms) if other.joined and other.focus]
    known = [pair for pair in pairs if all(len(term.forms) > 1 for term in pair)]
    if any(not found.levels[term.text] for pair in known for term in pair):
        return False
    return foreign or all(together(one, other, found.view) for one, other in pairs)


def _defines(question: Question, view: View) -> bool:
    """Whether a question is after what a thing is, and the passage begins to say it: `Kestrel is …`, `Kestrel：…`."""
    named = [term for term in question.terms if term.kind != "type"]
    if len(named) != 1 or named[0].kind != "name" or question.expected:
        return False
    text = folded(view.passage.text).lstrip(" *_`[#>-")
    return any(text.startswith(form) and bool(_IS.match(text, len(form))) for form in named[0].forms)


def _is_reference(view: View) -> bool:
    """Whether a passage only points elsewhere: a footnote, an entry of a list of references."""
    text = view.passage.text
    links = sum(len(found) for found in _URL.findall(text))
    return text.startswith(("[^", "![", "<img")) or links > 0.5 * len(text)
