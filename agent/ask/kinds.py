"""What kind of thing a passage holds: a figure of some dimension, a date, a version, a link."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from functools import lru_cache

from agent.ask.classes import has_member
from agent.ask.library import View
from agent.ask.model import Question, Term
from agent.ask.owners import may_answer
from agent.ask.properties import counts, may_be
from agent.ask.surface import Surface, has_han
from agent.facts import Fact, facts
from agent.facts.claims import sentence_spans

_ADDRESSED = {"link": re.compile(r"://|\]\("), "work": re.compile(r"\d{4}\.\d{4,5}")}
_TELLING = frozenset({"quantity"})
_WEEK = re.compile(r"\b(?:calendar )?week \d{1,2}\b|\bcw ?\d{1,2}\b|第 ?\d{1,2} ?周", re.IGNORECASE)
"""A day told by the week of the year."""
_VERSIONED = re.compile(r"\d+\.\d+")
_ENDS_VERSIONED = re.compile(r"\d+\.\d+[\w.]{0,12} {0,2}[\u4e00-\u9fff]{0,4}\Z")
"""A version just before the word, or before those beside it: `0.19.0 发布记录`."""
_TELLING_WORDS = 2
"""Words of a question that a sentence holds, and more than half of them, that is about it without naming what is asked for."""
_COUNTED = 60
"""Characters between a figure and the word for what it counts, at most."""
UNIT_IN_HEAD = re.compile(r"[(（]([^()（）]{1,20})[)）]")
"""`Disk (GB)`: a column that is named and gives the unit of its figures."""
_BESIDE = 24
"""Characters after a name within which its version stands."""


def typed(view: View, question: Question) -> bool:
    """Whether the passage holds a thing of the expected kind, besides those that the question names."""
    passage = view.passage
    match question.expected:
        case "":
            return True
        case "quantity":
            return _has_figure(view, question)
        case "date":
            return (
                _WEEK.search(passage.text) is not None
                or any(fact.kind == "date" for fact in facts(passage.text, date=passage.date))
                or any(_dates_another(fact, passage.date) for head in passage.heads for fact in facts(head))
            )
        case "version":
            return _has_version(view, question)
        case "link" | "work":
            return bool(_ADDRESSED[question.expected].search(passage.text))
        case member:
            asked = [form for term in question.terms for form in term.forms]
            return has_member("\n".join((passage.text, *passage.header)), member, asked)


def _has_figure(view: View, question: Question) -> bool:
    """Whether a figure that may be meant stands beside what is asked for."""
    focus = [term for term in question.terms if term.focus]
    asked = question.text.lower()
    told = [
        fact
        for fact in figures(view)
        if _of_dimension(fact, question.dimensions, listed=bool(view.passage.cells))
        and not _asked_with(fact, question)
        and may_be(fact.dimension, asked, focus)
    ]
    if view.passage.cells or not told:
        return bool(told)
    text = bare(view.passage.text)
    spans = sentence_spans(text)
    told = [
        fact
        for fact in told
        if may_answer(fact, text, next((text[a:b] for a, b in spans if a <= fact.start < b), text), question)
    ]
    if counts(asked):
        told = _near_counted(told, bare(view.passage.text), focus)
    return bool(told) and _beside(told, view, question)


def _near_counted(told: Sequence[Fact], text: str, focus: Sequence[Term]) -> list[Fact]:
    """Of the figures those beside the word for what is counted, where the passage has it; a setting counts nothing."""
    low = text.lower()
    told = [fact for fact in told if text[fact.start - 1 : fact.start] != "="]
    forms = {form for term in focus if term.kind in ("word", "name") for form in (*term.forms, *term.glosses)}
    places = [match.span() for form in forms for match in re.finditer(re.escape(form), low)]
    if not places:
        return list(told)
    return [
        fact
        for fact in told
        if any(start - fact.end <= _COUNTED and fact.start - end <= _COUNTED for start, end in places)
    ]


def bare(text: str) -> str:
    """A text without the marks of emphasis and code, which part figures from their units: `**7.9** 元`."""
    return text.replace("*", "").replace("`", "")


def _dates_another(fact: Fact, written: dt.date) -> bool:
    """Whether a heading names a day that is not the note's own: its title tells when it was written."""
    return fact.kind == "date" and fact.values != (float(written.toordinal()),) * 2


def _has_version(view: View, question: Question) -> bool:
    """Whether a version stands in the passage; of the thing asked for, where the question names it: `Python 3.12`."""
    things = [
        form for term in question.terms if term.focus and term.kind in ("name", "word") for form in term.forms
    ]
    text = "\n".join((view.passage.text, *view.passage.header)).lower()
    if not things:
        return bool(_VERSIONED.search(text))
    places = [at + len(form) for form in things for at in [text.find(form)] if at >= 0]
    row = bool(view.passage.cells) and bool(places) and bool(_VERSIONED.search(view.passage.text))
    before = [at for form in things if has_han(form) for at in [text.find(form)] if at >= 0]
    return (
        row
        or any(_VERSIONED.search(text[at : at + _BESIDE]) for at in places)
        or any(_ENDS_VERSIONED.search(text[max(0, at - _BESIDE) : at]) for at in before)
    )


def figures(view: View) -> tuple[Fact, ...]:
    """The quantities of a passage; of a table row with the unit that the column's head gives."""
    passage = view.passage
    return _read_figures(passage.text, passage.cells, passage.header)


@lru_cache(maxsize=4_096)
def _read_figures(text: str, cells: tuple[str, ...], header: tuple[str, ...]) -> tuple[Fact, ...]:
    if not cells:
        return tuple(fact for fact in facts(bare(text)) if fact.kind in _TELLING)
    found: list[Fact] = []
    for at, cell in enumerate(cells):
        head = header[at] if at < len(header) else ""
        own = [fact for fact in facts(cell) if fact.kind in _TELLING]
        if own and not own[0].dimension and head:
            own = [fact for fact in facts(f"{cell} {_unit_of(head)}") if fact.kind in _TELLING] or own
        found += own
    return tuple(found)


def _unit_of(head: str) -> str:
    match = UNIT_IN_HEAD.search(head)
    return match[1] if match else ""


def _of_dimension(fact: Fact, dimensions: Sequence[str], *, listed: bool) -> bool:
    """Whether a figure is of a dimension asked for; a bare one only where a column may give its unit."""
    return not dimensions or (fact.dimension in dimensions and (bool(fact.dimension) or listed))


def _asked_with(fact: Fact, question: Question) -> bool:
    """Whether the figure is one that the question itself gives."""
    given = {form for term in question.terms if term.kind == "number" for form in term.forms}
    return bool(given) and fact.text.replace(",", "").strip() in given


def _beside(told: Sequence[Fact], view: View, question: Question) -> bool:
    """Whether a figure stands in a sentence that speaks of what is asked for, or in the one after it.

    Where the passage itself does not name what is asked for, its headings do, and any figure may be meant.
    """
    text = bare(view.passage.text)
    spans = sentence_spans(text)
    asked = [term for term in question.terms if term.focus and term.kind in ("word", "name")]
    if len(spans) < 2 or not asked:
        return True
    surfaces = [Surface(text[start:end]) for start, end in spans]
    speaks = [any(surface.holds(form) for term in asked for form in term.forms) for surface in surfaces]
    if not any(speaks):
        return True
    rest = [term for term in question.terms if term.kind == "word" and not term.focus]
    for at, surface in enumerate(surfaces):
        held = sum(any(map(surface.holds, (*term.forms, *term.glosses))) for term in rest)
        speaks[at] = speaks[at] or (held >= _TELLING_WORDS and 2 * held > len(rest))
    return any(
        spans[at][0] <= fact.start < spans[at][1]
        for fact in told
        for at in range(len(spans))
        if speaks[at] or (at and speaks[at - 1])
    )
