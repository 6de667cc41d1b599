"""Names of two spellings, as the sources themselves pair them: `火山方舟（Volcengine Ark）`, `Volcengine Ark (火山方舟)`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from agent.ask.lexicon import forms_of
from agent.ask.model import Question, Term
from agent.ask.surface import folded, has_han

_LATIN = r"[A-Z][A-Za-z0-9.+-]{1,30}(?: [A-Za-z0-9][A-Za-z0-9.+-]{0,30}){0,3}"
_HAN = r"[\u4e00-\u9fff]{2,8}"
_PAIR = re.compile(
    rf"(?:^|(?<=[\s*_`「『《“\"|，。；：、,;:(（\[]))(?P<a>{_HAN})[*_`」』》”\"]{{0,3}} ?[（(](?P<b>{_LATIN})[)）]"
    rf"|(?<![\w.-])(?P<c>{_LATIN})[*_`]{{0,3}} ?[（(](?P<d>{_HAN})[)）]",
    re.MULTILINE,
)
_KINDS = ("name", "word")
_MOST = 2
"""Spellings of one name that are believed: what is paired with more is no name."""
Spellings = Mapping[str, tuple[str, ...]]


def spellings_in(texts: Iterable[str]) -> Spellings:
    """By one spelling, folded: the others. Words of the field, and what ends with one, are no names."""
    found: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        if "（" not in text and "(" not in text:
            continue
        for pair in _PAIR.finditer(text):
            han, latin = pair["a"] or pair["d"], pair["b"] or pair["c"]
            if _is_name(han) and any(char.islower() for char in latin):
                found[han].add(folded(latin))
                found[folded(latin)].add(han)
    return {name: tuple(sorted(others)) for name, others in found.items() if len(others) <= _MOST}


def _is_name(han: str) -> bool:
    return not any(han[at:] in forms_of() for at in range(len(han) - 1))


def spelled(question: Question, spellings: Spellings) -> Question:
    """The question with each of its names in both spellings."""
    if not spellings:
        return question
    terms = list(question.terms)
    for first in range(len(terms)):
        for count in range(min(4, len(terms) - first), 0, -1):
            group = terms[first : first + count]
            others = spellings.get(_joined(group), ()) if _may_be(group) else ()
            if others:
                terms[first : first + count] = [_with(term, others) for term in group]
                break
    return question.model_copy(update={"terms": tuple(terms)})


def _may_be(group: Sequence[Term]) -> bool:
    return all(term.kind in _KINDS for term in group)


def _joined(group: Sequence[Term]) -> str:
    words = [folded(term.text) for term in group]
    return ("" if has_han(words[0]) else " ").join(words)


def _with(term: Term, others: Sequence[str]) -> Term:
    forms = tuple(dict.fromkeys((*term.forms, *others)))
    return term.model_copy(update={"forms": forms, "kind": "name"})
