"""Where a passage holds a term: in its own words, its column heads, its headings, before it, in its title."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

from agent.ask.library import FIELD, View
from agent.ask.model import Term
from agent.ask.surface import Surface, folded, has_han, stems
from agent.facts import facts

OWN, LABELLED, HEADED, LED, OUTER = 1.0, 0.95, 0.85, 0.7, 0.75
"""How much a term counts that stands in the passage, its column heads, its headings, just before it, in its title."""
PAIRS = 0.6
"""Share of the pairs of a Chinese run from which on it counts as found."""
_GLOSSED = 0.9
"""How much a word counts that is there in what a dictionary has for it."""
_YEAR = re.compile(r"\d{4}|\b(?:today|yesterday|last|this)\b|[今去昨前]|[上本这]")
"""A date that names its year, or leans on the day of asking."""
_AROUND = 0.5
"""How much an ordinary word counts that stands only before the passage or in its title."""
_TOGETHER = 40
"""Characters between two words that make one expression, at most."""


def level_of(term: Term, view: View) -> float:
    """Where the passage holds a term: the nearest place counts."""
    if term.kind == "date":
        return _date_level(term, view)
    places: tuple[tuple[float, Surface], ...] = (
        (OWN, view.text),
        (LABELLED, view.own),
        (HEADED, view.heads),
        (LED, view.lead),
        (OUTER, view.outer),
    )
    if term.kind == "name" and FIELD.match(view.passage.text):
        places = (*places[:3], (LED, view.entry), *places[3:])
    for level, surface in places:
        share = held(term, surface)
        if share:
            listed = view.passage.block in ("list_item", "table_row", "code")
            leads = level == LED and listed and not view.passage.goes_on
            return (level if term.kind != "word" or level >= HEADED or leads else _AROUND) * share
    return 0.0


def together(one: Term, other: Term, view: View) -> bool:
    """Whether two words that make one expression stand near each other in the passage, or one of them over it."""
    text = folded(view.passage.text)
    first, second = _places(one, text), _places(other, text)
    return not first or not second or any(abs(a - b) <= _TOGETHER for a in first for b in second)


def _places(term: Term, text: str) -> list[int]:
    """Where a text begins to say a term, by the beginnings of its forms."""
    starts = (
        form if has_han(form) else stems(form).split()[0]
        for form in term.forms
        if stems(form).split() or has_han(form)
    )
    return [match.start() for start in dict.fromkeys(starts) for match in re.finditer(re.escape(start), text)]


def held(term: Term, surface: Surface) -> float:
    if term.kind == "version":
        return float(any(map(surface.has_version, term.forms)))
    if term.kind == "number" and term.forms[0][:1].isdigit():
        return float(surface.has_figure(term.forms) and any(map(surface.holds, term.forms)))
    if any(map(surface.holds, term.forms)):
        return 1.0
    if any(map(surface.holds, term.glosses)) or _in_parts(term.forms[0], surface):
        return _GLOSSED
    first = term.forms[0]
    if term.kind == "word" and has_han(first) and len(first) > 2 and surface.han:
        share = surface.share(first)
        return share if share >= PAIRS else 0.0
    return 0.0


def _in_parts(form: str, surface: Surface) -> bool:
    """Whether every part of a hyphenated name stands there, though not side by side: `LMDeploy-DistServe`; a number is none."""
    parts = [part for part in form.split("-") if part]
    return len(parts) > 1 and all(
        len(part) > 1 and not part.isdigit() and surface.holds(part) for part in parts
    )


def _date_level(term: Term, view: View) -> float:
    """A passage that names days must name the one asked for; one that names none is of its headings' or its note's day."""
    if term.days is None:
        return 0.0
    for level, text in (
        (OWN, view.passage.text),
        (HEADED, "\n".join(view.passage.heads)),
        (LED, view.passage.lead),
    ):
        days = [
            fact.values for fact in facts(text, date=view.passage.date) if fact.kind == "date" and fact.values
        ]
        if any(_within(_in_year_of(first, term), first, last) for first, last in days):
            return level
        if days and level == OWN:
            return 0.0
    beside = _days_of(view.beside, view.passage.date) if view.beside else ()
    if beside and not any(_within(_in_year_of(first, term), first, last) for first, last in beside):
        return 0.0  # its entry names other days
    day = view.passage.date.toordinal()
    first, last = _in_year_of(day, term)
    return OUTER if first <= day <= last else 0.0


@lru_cache(maxsize=1_024)
def _days_of(text: str, written: dt.date) -> tuple[tuple[float, float], ...]:
    """The days that a text names besides the one it was written on."""
    own = float(written.toordinal())
    found = (fact.values for fact in facts(text, date=written) if fact.kind == "date" and fact.values)
    return tuple((first, last) for first, last in found if (first, last) != (own, own))


def _in_year_of(day: float, term: Term) -> tuple[int, int]:
    """The days that are asked for; without a year (`3 月 13 日`) those of the year of another day."""
    assert term.days is not None
    if _YEAR.search(term.text):
        return term.days
    year = dt.date.fromordinal(max(1, int(day))).year
    first, last = (dt.date.fromordinal(one) for one in term.days)
    if (first.month, first.day) == (2, 29) or (last.month, last.day) == (2, 29) or first.year != last.year:
        return term.days
    return first.replace(year=year).toordinal(), last.replace(year=year).toordinal()


def _within(asked: tuple[int, int], first: float, last: float) -> bool:
    """Whether the days that a text names are those asked for: a month does not tell what was on one of its days."""
    return first <= asked[1] and last >= asked[0] and last - first <= asked[1] - asked[0]
