"""No answer: the reason, and what comes nearest, another version of the thing before other things."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.ask.match import Found
from agent.ask.model import Answer, Question, Term
from agent.ask.quoting import quoted
from agent.ask.scale import Scale
from agent.ask.surface import folded
from agent.ask.words import COMMA, KINDS, LACKING, NO_KIND, NOTHING

_NEAREST = 3
"""Passages that a refusal shows."""
_KIN = 0.5
"""What a passage gains, among those that come near, which speaks of another version of the thing."""
_WORDS_OF_NAME = re.compile(r"[a-z]{3,}|[\u4e00-\u9fff]{2,}")


def refused(question: Question, found: list[Found], scale: Scale) -> Answer:
    """No answer, with the reason and what comes nearest."""
    language = question.language
    near = sorted(found, key=lambda one: -_kin(one, question))[:_NEAREST]
    nearest = tuple(quoted(one, question, scale).citations[0] for one in near)
    reason = NOTHING[language]
    if found:
        first = found[0]
        lacking = [term for term in first.missing if term.kind != "type"]
        if lacking:
            reason = LACKING[language].format(terms=listed(question, lacking))
        elif not first.typed:
            reason = NO_KIND[language].format(kind=KINDS[language][question.expected])
    return Answer(question=question, refused=True, reason=reason, nearest=nearest)


def _kin(one: Found, question: Question) -> float:
    """The score of a passage, more where it speaks of another of the thing that is asked for: `Tern 3.1` for `Tern 3.2`."""
    lost = [term for term in one.missing if term.kind in ("name", "version", "id")]
    bases = [word for term in lost for word in _WORDS_OF_NAME.findall(term.forms[0])]
    named = [term.text for term in question.terms if term.kind == "name" and one.levels.get(term.text)]
    own = folded(one.view.passage.text)
    if any(re.search(rf"\b{re.escape(word)}[ -]?v?\d", own) for word in bases):
        return one.score + 2 * _KIN
    kin = any(one.view.text.holds(word) for word in bases) or (bool(named) and bool(lost))
    return one.score + (_KIN if kin else 0.0)


def listed(question: Question, terms: Sequence[Term]) -> str:
    """Terms as the question words them, side by side."""
    return COMMA[question.language].join(dict.fromkeys(term.text.strip() for term in terms))
