"""How much each term of a question weighs: by its kind, and less for a word that many passages hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from agent.ask.model import Question, Term, TermKind
from agent.ask.surface import has_han, stems
from agent.dictionary import is_word

_WEIGHTS: dict[TermKind, float] = {
    "id": 4.0,
    "version": 3.0,
    "date": 2.5,
    "number": 2.0,
    "name": 2.5,
    "word": 1.5,
    "type": 0.3,
}
FOCUS = 1.6
"""How much more what is asked for counts than other words."""
_COMMON = 0.25
"""Least weight that a word keeps which stands in nearly every passage."""
_NOWHERE = 0.4
"""What is kept of the weight of a word that no source holds and that is not what is asked for: it is how the asker puts it."""
_SCRAP = 0.1
"""What is kept of the weight of a stretch that is no word."""
_PAIR = 2
"""Characters of a Chinese word that the index counts as one."""
_FEW = 20
"""Passages that hold a word which tells as much as a name."""


@dataclass(frozen=True)
class Scale:
    """How much each term of a question weighs."""

    weights: Mapping[str, float]
    rare: frozenset[str] = frozenset()
    """Words that the lexicon does not know and few passages hold: they say as much in a text of any language."""
    void: frozenset[str] = frozenset()
    """Chinese stretches that are no words and that no passage holds: what is left where words were cut wrongly."""

    def of(self, term: Term) -> float:
        """Its weight."""
        return self.weights[term.text]


def scale_of(question: Question, frequency: Mapping[str, int], count: int) -> Scale:
    """Weights of the terms: by kind, and less for a word that many passages hold."""
    weights = {}
    few: set[str] = set()
    void: set[str] = set()
    for term in question.terms:
        weight = _WEIGHTS[term.kind]
        if term.kind in ("word", "name"):
            seen = min((frequency.get(word, 0) for word in tokens_of(term)), default=0)
            if (
                term.kind == "word"
                and len(term.forms) == 1
                and 0 < seen <= _FEW
                and (not has_han(term.forms[0]) or len(term.forms[0]) == _PAIR)
            ):
                few.add(term.text)
            if term.kind == "word" and not seen and not term.focus and len(term.forms) == 1:
                weight *= _NOWHERE
            if term.kind == "word" and not seen and _is_scrap(term):
                void.add(term.text)
                weight *= _SCRAP
            rare = math.log((count + 1) / (seen + 1)) / math.log(count + 1) if count else 1.0
            weight *= max(_COMMON, min(1.0, rare * 1.4))
        weights[term.text] = weight * (FOCUS if term.focus else 1.0)
    return Scale(weights, frozenset(few), frozenset(void))


def _is_scrap(term: Term) -> bool:
    return len(term.forms) == 1 and not term.glosses and has_han(term.forms[0]) and not is_word(term.forms[0])


def tokens_of(term: Term) -> list[str]:
    """The words of a term as it stands in the question, for counting how common it is."""
    first = term.forms[0] if term.forms else term.text
    return [first] if has_han(first) else stems(first).split()
