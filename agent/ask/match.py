"""How well a passage answers a question: which of its terms it holds, where, and whether that is enough."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from agent.ask.gate import says_it
from agent.ask.kinds import typed
from agent.ask.levels import HEADED, LABELLED, OWN, PAIRS, held, level_of, together
from agent.ask.library import View
from agent.ask.model import Question, Term, TermKind
from agent.ask.surface import folded, has_han, stems
from agent.language import language_of

_WEIGHTS: dict[TermKind, float] = {
    "id": 4.0,
    "version": 3.0,
    "date": 2.5,
    "number": 2.0,
    "name": 2.5,
    "word": 1.5,
    "type": 0.3,
}
_HARD: frozenset[TermKind] = frozenset({"id", "version", "number", "date"})
"""What a passage must hold: with another one it answers another question."""
_FOCUS = 1.6
"""How much more what is asked for counts than other words."""
_COMMON = 0.25
"""Least weight that a word keeps which stands in nearly every passage."""
_ENOUGH = 0.62
"""Share of the terms' weight from which on a passage answers (set on the questions of evals/data that are not blind)."""
_ENOUGH_WORDS = 0.5
"""The same of the ordinary words alone."""
_ENOUGH_FOREIGN = 0.4
"""The same in another language, where the lexicon knows only some of the ways to say a thing."""
_UNTOLD = 0.6
"""Share of the ordinary words that no word of the passage's language is known for, from which on nothing is told."""
_FEW = 20
"""Passages that hold a word which tells as much as a name."""
_LOST_NAMES = 0.26
"""Share of the weight of the names that may be missing: one plain word of four."""
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


@dataclass(frozen=True)
class Scale:
    """How much each term of a question weighs."""

    weights: Mapping[str, float]
    rare: frozenset[str] = frozenset()
    """Words that the lexicon does not know and few passages hold: they say as much in a text of any language."""

    def of(self, term: Term) -> float:
        """Its weight."""
        return self.weights[term.text]


def scale_of(question: Question, frequency: Mapping[str, int], count: int) -> Scale:
    """Weights of the terms: by kind, and less for a word that many passages hold."""
    weights = {}
    few: set[str] = set()
    for term in question.terms:
        weight = _WEIGHTS[term.kind]
        if term.kind in ("word", "name"):
            seen = min((frequency.get(word, 0) for word in tokens_of(term)), default=0)
            if (
                term.kind == "word"
                and len(term.forms) == 1
                and 0 < seen <= _FEW
                and not has_han(term.forms[0])
            ):
                few.add(term.text)
            rare = math.log((count + 1) / (seen + 1)) / math.log(count + 1) if count else 1.0
            weight *= max(_COMMON, min(1.0, rare * 1.4))
        weights[term.text] = weight * (_FOCUS if term.focus else 1.0)
    return Scale(weights, frozenset(few))


def tokens_of(term: Term) -> list[str]:
    """The words of a term as it stands in the question, for counting how common it is."""
    first = term.forms[0] if term.forms else term.text
    return [first] if has_han(first) else stems(first).split()


def hold(view: View, question: Question, scale: Scale, *, side: int = 0) -> Found:
    """Hold a passage against a question, or against the part of it that concerns one side."""
    found = Found(view)
    terms = [term for term in question.terms if not side or term.side in (0, side)]
    foreign = language_of(view.passage.text) not in (question.language, None)
    total = held = words = words_held = untold = 0.0
    lost = False
    for term in terms:
        level = level_of(term, view)
        found.levels[term.text] = level
        weight = scale.of(term)
        unknown = not level and foreign and term.kind == "word" and not _crosses(term)
        if unknown and term.text in scale.rare:
            lost = True
        if unknown:
            untold += weight
            weight *= 0.15  # no word of the other language is known for it: its absence tells little
        total += weight
        held += weight * level
        if term.kind == "word" and not unknown:
            words += weight
            words_held += weight * level
        if not level and term.kind != "type":
            found.missing.append(term)
    found.share = held / total if total else 0.0
    found.typed = found.share >= _WORTH_READING and typed(view, question)
    found.score = found.share + (0.08 if found.typed and question.expected else 0.0)
    if any(term.kind in _HARD or term.kind == "name" for term in found.missing):
        found.score -= _LOST
    if any(other.joined and not together(one, other, view) for one, other in pairwise(terms)):
        found.score -= _APART
    if _is_reference(view) or view.passage.block == "heading":
        found.score *= _REFERENCE
    if view.passage.block in ("code", "meta"):
        found.score -= _LISTING
    if _defines(question, view):
        found.score += _DEFINED
    if any(
        term.kind != "word" and found.levels[term.text] >= LABELLED for term in terms if term.kind != "type"
    ):
        lost = False  # it is known by its names
    lost = lost or untold > _UNTOLD * (words + untold)
    found.answers = (
        not lost
        and _answers(found, terms, scale, words_held / words if words else 1.0, foreign=foreign)
        and says_it(view, question, found.levels)
    )
    return found


def _crosses(term: Term) -> bool:
    """Whether a term can be looked for in both languages."""
    return any(map(has_han, term.forms)) and not all(map(has_han, term.forms))


def _answers(found: Found, terms: Sequence[Term], scale: Scale, words: float, *, foreign: bool) -> bool:
    """Whether a passage answers: what it must hold it holds, what is asked for stands in it, and enough of the rest."""
    return (
        any(_own(term, found) for term in terms)
        and found.typed
        and found.share >= _ENOUGH
        and words >= (_ENOUGH_FOREIGN if foreign else _ENOUGH_WORDS)
        and _names_it(found, terms, scale)
        and _asked_for(found, terms, scale, foreign=foreign)
        and _expressed(found, terms)
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
        if term is None or not term.focus or term.kind != "word" or (foreign and not _crosses(term)):
            continue
        telling = before if before and term.joined and len(before.forms) == 1 else None
        if telling and not foreign and _FOCUS * scale.of(telling) >= scale.of(term):
            if not found.levels[telling.text]:
                return False
            asked += scale.of(term)
        elif found.levels[term.text] >= HEADED * PAIRS:
            asked += scale.of(term)
        total += scale.of(term)
    return asked >= 0.5 * total


def _expressed(found: Found, terms: Sequence[Term]) -> bool:
    """Whether the words of an expression that is asked for are there and stand together."""
    pairs = [(one, other) for one, other in pairwise(terms) if other.joined and other.focus]
    known = [pair for pair in pairs if all(len(term.forms) > 1 for term in pair)]
    if any(not found.levels[term.text] for pair in known for term in pair):
        return False
    return all(together(one, other, found.view) for one, other in pairs)


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
