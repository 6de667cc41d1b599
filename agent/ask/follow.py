"""Questions that lean on the one before: `and for batch 128?`, `那 v0.30 呢？`."""

from __future__ import annotations

import re

from agent.ask.model import Question, Term

_LEANING = re.compile(
    r"^\W*(?:and|or|but|also|what about|how about|what of|then|same for|ok|okay)\b|^\W*(?:那么?|还有|换成|换作|以及|如果是|改成|同样)|呢[\s?？。]*$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:it|its|they|their|them|this one|that one|those|these|there|the (?:former|latter|same))\b|(?:它们?|其|该|这个|那个|前者|后者)(?!中|他|余)",
    re.IGNORECASE,
)
_REPLACED = ("id", "version", "number", "date")
"""Of these kinds the new question's take the place of the old one's."""
_FEW = 3


def in_context(question: Question, previous: Question | None) -> Question:
    """The question with what the one before leaves unsaid in it; unchanged where it stands by itself."""
    if previous is None or not leans(question):
        return question
    new = list(question.terms)
    kept = [term for term in previous.terms if not _gives_way(term, new)]
    sided = {term.side for term in kept} - {0}
    terms = (*(_unsided(term) if len(sided) < 2 else term for term in kept), *new)
    return question.model_copy(
        update={
            "terms": tuple({(term.kind, term.forms): term for term in terms}.values()),
            "resolved": f"{previous.resolved} → {question.text.strip()}",
            "intent": previous.intent if question.intent == "fact" else question.intent,
            "expected": question.expected or previous.expected,
            "dimensions": question.dimensions or (() if question.expected else previous.dimensions),
            "sides": question.sides if question.sides else (previous.sides if len(sided) >= 2 else 0),
            "filters": question.filters.over(previous.filters),
        }
    )


def leans(question: Question) -> bool:
    """Whether a question cannot be understood by itself."""
    strong = [term for term in question.terms if term.kind in ("id", "version", "name")]
    if _LEANING.search(question.text):
        return len(question.terms) <= 2 * _FEW
    if strong:
        return False
    return bool(_PRONOUN.search(question.text)) or (len(question.terms) < _FEW and len(question.text) < 24)


def _gives_way(old: Term, new: list[Term]) -> bool:
    """Whether a term of the question before is replaced by one of the new question."""
    if any(set(old.forms) & set(term.forms) for term in new):
        return True
    if old.kind in _REPLACED:
        return any(term.kind == old.kind for term in new)
    if old.kind == "name":
        return any(term.kind == "name" and _coded(term) == _coded(old) for term in new)
    return old.focus and any(term.kind == "word" for term in new)


def _coded(term: Term) -> bool:
    """Whether a name holds a figure, as a card's or a model's does."""
    return any(char.isdigit() for char in term.forms[0])


def _unsided(term: Term) -> Term:
    return term.model_copy(update={"side": 0})
