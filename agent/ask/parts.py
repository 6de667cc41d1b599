"""Two questions in one sentence: `what score did it reach, and after how many days?`; each is answered by itself."""

from __future__ import annotations

import re

from agent.ask.model import Question
from agent.ask.understand import understand

_JOINT = re.compile(
    r"[?？;；]\s*(?=\S)|,?\s+and\s+(?=(?:(?:after|in|on|for|by|at|with|to|from) )?(?:what|which|how|who|when|where|why)\b)"
    r"|[，,]\s*(?=[^，,。？?]{0,24}(?:哪|什么|多少|几[个种条项次天]))",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:what|which|how|who|whose|when|where|why)\b|哪|什么|多少|几[个种条项次天]|谁|如何|怎么",
    re.IGNORECASE,
)
_MOST = 3
_NAMING = ("name", "id", "version")


def parts_of(question: Question) -> tuple[Question, ...]:
    """The questions that a sentence asks, each with the names that stand in the others alone; none where it is one."""
    texts = [text.strip() for text in _JOINT.split(question.text) if text.strip()]
    if not 1 < len(texts) <= _MOST or not all(map(_ASKS.search, texts)):
        return ()
    read = [understand(text, filters=question.filters) for text in texts]
    if any(one.intent != "fact" for one in read):
        return ()
    first = read[0]
    told = [_completed(one, first).model_copy(update={"language": question.language}) for one in read]
    return tuple(one for one in told if any(term.kind == "word" for term in one.terms))


def _completed(one: Question, first: Question) -> Question:
    """A later question with what it leaves to the first: the names, or what is asked of them."""
    if _names(one) and any(term.kind == "word" for term in one.terms):
        return one
    if _names(one):
        rest = [term for term in first.terms if term.kind not in _NAMING]
        return one.model_copy(
            update={"terms": (*rest, *one.terms), "expected": one.expected or first.expected}
        )
    named = [term for term in first.terms if term.kind in _NAMING]
    own = one.terms if any(term.kind == "word" for term in one.terms) else ()
    return one.model_copy(update={"terms": (*named, *own)})


def _names(question: Question) -> bool:
    return any(term.kind in _NAMING for term in question.terms)
