"""From a question to the passages that come into question, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.ask.library import Library
from agent.ask.match import Found, hold
from agent.ask.model import Question, Term
from agent.ask.scale import Scale, scale_of, tokens_of
from agent.ask.surface import has_han, stems
from agent.language import language_of
from agent.tokens import tokens

CANDIDATES = 160
"""Passages that are looked at closely."""
_FILTERED = 2_000
"""As many are asked for where filters may let few through."""
_FORMS = 14
"""Forms of one term that are searched for."""
_GLOSSES = 6
"""The same of what a dictionary has for it."""
_OF_FIELDS = frozenset({"author", "person", "work", "link", "date", "licence", "version"})
"""What an entry of a list tells in a field of its own, which names neither the thing nor the question's words."""
_ENTRIES = 40
"""Passages of which the fields beside them are looked at too."""
EMBEDDED = 8
"""Passages whose vectors may be made for one question: each costs up to a tenth of a second."""


def scale_for(question: Question, library: Library) -> Scale:
    """What the terms of a question weigh among the passages of a library."""
    frequency = library.frequency([word for term in question.terms for word in _counted(term)])
    return scale_of(question, frequency, len(library.passages))


def found_for(question: Question, library: Library) -> list[Found]:
    """Passages held against the question, best first."""
    scale = scale_for(question, library)
    keys = _candidates(question, library)
    found = [hold(library.view(key), question, scale) for key in keys]
    place = {one.view.passage.key: rank for rank, one in enumerate(found)}
    for one in found:
        one.score += 0.1 * (1 - place[one.view.passage.key] / max(1, len(found)))
    ranked = ranked_by_score(found)
    return _by_meaning(question, library, ranked)


def ranked_by_score(found: Iterable[Found]) -> list[Found]:
    """Best first; among equals those that answer, then the order of the sources."""
    return sorted(
        found,
        key=lambda one: (-one.answers, -round(one.score, 6), one.view.passage.path, one.view.passage.order),
    )


def _counted(term: Term) -> list[str]:
    words = tokens_of(term)
    return [pair for word in words for pair in (tokens(word) if has_han(word) else (word,))]


def _candidates(question: Question, library: Library) -> list[str]:
    wide = question.filters != type(question.filters)()
    asked = [word for term in question.terms for word in _searched(term)]
    keys = library.search(dict.fromkeys(asked), _FILTERED if wide else CANDIDATES)
    names = [
        word
        for term in question.terms
        if term.kind in ("name", "id", "version", "number") or term.focus
        for word in _searched(term)
    ]
    if names:
        keys += library.search(dict.fromkeys(names), _FILTERED if wide else CANDIDATES // 2)
    if question.expected in _OF_FIELDS:
        keys += [beside for key in keys[:_ENTRIES] for beside in library.fields_beside(key)]
    allowed = (key for key in dict.fromkeys(keys) if library.may_tell(key, question))
    return list(allowed)[: CANDIDATES + CANDIDATES // 2]


def _searched(term: Term) -> Sequence[str]:
    """The forms of a term as the word index has them."""
    if term.kind == "type":
        return term.forms[:1]
    found: list[str] = []
    for form in (*term.forms[:_FORMS], *term.glosses[:_GLOSSES]):
        found.append(form)
        if not has_han(form):
            found.append(stems(form).strip())
    if term.kind == "version":
        found += [f"v{form}" for form in term.forms]
    return found


def _by_meaning(question: Question, library: Library, ranked: list[Found]) -> list[Found]:
    """The first few, put in order by meaning where words did not decide: none answers, and most are in another language.

    Cosines of E5 say little by themselves, so only the order counts.
    """
    first, rest = ranked[:EMBEDDED], ranked[EMBEDDED:]
    foreign = [one for one in first if language_of(one.view.passage.text) not in (question.language, None)]
    if any(one.answers for one in first) or len(foreign) < max(2, len(first) // 2):
        return ranked
    texts = [one.view.passage.text[:160] for one in first]
    vectors = library.index.vectors(texts, "passage")
    asked = library.index.vectors([question.resolved], "query")
    near = (vectors @ asked[0]).tolist()
    order = sorted(range(len(first)), key=lambda at: -near[at])
    for rank, at in enumerate(order):
        first[at].score += 0.06 * (1 - rank / len(first))
    return ranked_by_score(first) + rest
