"""Where sources that answer one question give different values: each side, quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from agent.ask.kinds import bare, figures
from agent.ask.library import View
from agent.ask.match import Found
from agent.ask.model import Disagreement, Question, Sentence
from agent.ask.properties import counts
from agent.ask.surface import Surface, folded
from agent.facts import Fact, facts

_LIKE = 0.55
"""Share of common words from which on two statements are about the same."""
_CONDITIONS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "least",
        re.compile(
            r"\b(?:at least|minimum|min\.?|no (?:less|fewer) than|or more)\b|至少|最少|最低|起步|以上|不少于|≥"
        ),
    ),
    ("most", re.compile(r"\b(?:at most|maximum|max\.?|no more than|up to)\b|至多|最多|最高|以下|不超过|≤")),
    ("recommended", re.compile(r"\brecommend(?:ed|s)?\b|推荐|建议")),
    ("default", re.compile(r"\bdefaults?\b|默认|缺省")),
    ("theory", re.compile(r"\btheoretical(?:ly)?\b|\bpeak\b|理论|峰值")),
    ("projected", re.compile(r"\b(?:expected|projected|forecast|planned|estimated)\b|预计|预期|计划|估计")),
)
"""What makes two figures answers to two questions."""
_SETTING = re.compile(
    r"(?P<key>concurrency|batch(?: size)?|queue depth|context|tp|ep|dp|并发|批大小|批量|上下文)[ =:：为]{0,3}(?P<value>\d[\d.,]*[km]?)"
)
"""A setting with its value: figures under two values of it do not contradict each other."""
_SECTION_BEFORE = re.compile(
    r"(?:§|\b(?:sections?|chapters?|sec\.|figs?\.|figures?|tables?)|第|章节|小节)\s*\Z", re.IGNORECASE
)
_SECTION_AFTER = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}\s?(?:小?节|章)")
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\s")
_VERSION_OF = re.compile(
    r"(?<![\w.])(?P<name>[a-z][a-z+-]{1,30})[ -]?v?(?P<version>\d{1,3}(?:\.\d{1,4}){1,3})(?![\w.]*%|\.?\d| ?[a-z]{1,3}/s)"
)
_MULTIPLE = re.compile(r"\btimes\b|\bfold\b|speed-?up|factor|ratio|faster|slower|[倍快慢]|加速|提升|比率")
"""A question after a multiple."""
_OVER_AGAINST = " / "
"""Between two values that sources give for one thing, in whatever order."""
_NEAR = 0.02
"""Values as near as this, relatively, are roundings of one another."""


def differing(
    question: Question, found: Sequence[Found], sentences: Sequence[Sentence]
) -> tuple[Disagreement, ...]:
    """The disagreements among passages that speak of what is asked, of which each has the sentence that quotes it."""
    told: list[Disagreement] = []
    for (one, said), (other, said_too) in combinations(list(zip(found, sentences, strict=True)), 2):
        about = _differ(one, other, question)
        if about:
            told.append(Disagreement(about=about, sides=(said, said_too)))
    return _joined(told)


def _joined(told: Sequence[Disagreement]) -> tuple[Disagreement, ...]:
    """Disagreements about one thing as one, with every side."""
    sides: dict[frozenset[str], tuple[str, list[Sentence]]] = {}
    for one in told:
        _, known = sides.setdefault(frozenset(one.about.split(_OVER_AGAINST)), (one.about, []))
        known += [side for side in one.sides if side not in known]
    return tuple(Disagreement(about=about, sides=tuple(known)) for about, known in sides.values())


def _differ(one: Found, other: Found, question: Question) -> str:
    """What two passages differ about: the words that they share; empty where they agree or speak of two things."""
    first, second = one.view, other.view
    if not _of_one_thing(first, second):
        return ""
    shared = first.text.words & second.text.words
    words = {word for word in shared if not word.replace(".", "").isdigit()}
    smaller = min(len(_plain(first.text.words)), len(_plain(second.text.words)))
    named = [term for term in question.terms if term.kind != "type"]
    both = sum(
        one.levels.get(term.text, 0) >= 0.6 and other.levels.get(term.text, 0) >= 0.6 for term in named
    )
    alike = len(words) / smaller if smaller else 0.0
    if not named or both < len(named) or (alike < _LIKE and question.expected != "quantity"):
        return ""
    if question.intent == "fact" and question.expected != "quantity":
        return ""
    if _conditioned(first) != _conditioned(second):
        return ""  # at least 16 is no other answer than exactly 8
    if _other_version(first, second):
        return ""
    return _apart(_values(one), _values(other), question)


def _of_one_thing(first: View, second: View) -> bool:
    """Whether two passages may be about one thing: two rows of a table are not, and of two tables by their first cells."""
    if not (first.passage.cells and second.passage.cells):
        return True
    if first.passage.path == second.passage.path:
        return False
    ours, theirs = (Surface(view.passage.cells[0]) for view in (first, second))
    return bool(ours.words & theirs.words) or (bool(ours.han) and ours.share(theirs.han) > 0)


def _other_version(first: View, second: View) -> bool:
    """Whether two statements are of two versions of one thing: each has figures of its own."""
    ours, theirs = (
        {match["name"]: match["version"] for match in _VERSION_OF.finditer(folded(view.passage.text))}
        for view in (first, second)
    )
    return any(ours[name] != theirs[name] for name in ours.keys() & theirs.keys())


def _conditioned(view: View) -> frozenset[str]:
    """The conditions under which a statement gives its figures: a bound, a setting, a comparison."""
    text = folded(view.passage.text)
    told = {name for name, pattern in _CONDITIONS if pattern.search(text)}
    settings = {f"{match['key']}={match['value']}" for match in _SETTING.finditer(text)}
    return frozenset(told | settings)


def _plain(words: frozenset[str]) -> set[str]:
    return {word for word in words if not word.replace(".", "").isdigit()}


def _values(one: Found) -> list[Fact]:
    dated = [fact for fact in facts(one.view.passage.text, date=one.view.passage.date) if fact.kind == "date"]
    text = bare(one.view.passage.text)
    cells = bool(one.view.passage.cells)
    return [
        *(fact for fact in figures(one.view) if cells or not _numbers_a_section(text, fact)),
        *dated,
    ]


def _numbers_a_section(text: str, fact: Fact) -> bool:
    """Whether a figure is the number of a section: `§1.2`, `Section 1.2`, `1.2 部署` as a heading."""
    before, after = text[max(0, fact.start - 12) : fact.start], text[fact.start :]
    return bool(_SECTION_BEFORE.search(before) or _SECTION_AFTER.match(after)) or (
        not before.strip("# ") and bool(_NUMBERED.match(after))
    )


def _apart(ours: Sequence[Fact], theirs: Sequence[Fact], question: Question) -> str:
    """The kind of value of which each names one that the other does not."""
    given = {form for term in question.terms if term.kind == "number" for form in term.forms}
    if _told_before(ours, theirs) or _told_before(theirs, ours):
        return ""
    for kind in dict.fromkeys((fact.kind, fact.dimension) for fact in ours):
        if kind[0] == "quantity" and not _asked_in(kind[1], question, (*ours, *theirs)):
            continue
        mine = [fact for fact in ours if (fact.kind, fact.dimension) == kind and fact.text not in given]
        yours = [fact for fact in theirs if (fact.kind, fact.dimension) == kind and fact.text not in given]
        if not mine or not yours or len(mine) > 3 or len(yours) > 3:
            continue
        if not any(_same(a, b) for a in mine for b in yours):
            return _OVER_AGAINST.join(dict.fromkeys((mine[0].text.strip(), yours[0].text.strip())))
    return ""


def _asked_in(dimension: str, question: Question, told: Sequence[Fact]) -> bool:
    """Whether figures of a dimension may be two values of what is asked.

    Multiples are so only where one is asked for, as each is of something else; and bare numbers beside figures with
    units are settings (`c=8`, `max-num-seqs 512`), unless what is asked for is counted.
    """
    asked = question.text.lower()
    if dimension == "times":
        return _MULTIPLE.search(asked) is not None
    return bool(dimension) or counts(asked) or not any(fact.dimension for fact in told)


def _told_before(ours: Sequence[Fact], theirs: Sequence[Fact]) -> bool:
    """Whether one statement holds the other's value beside a newer one of its own: `5,200 tok/s (4,100 before)`."""
    mine = [fact.values[0] for fact in ours if fact.kind == "quantity" and fact.values]
    yours = [fact.values[0] for fact in theirs if fact.kind == "quantity" and fact.values]
    return len(yours) == 1 and len(mine) > 1 and yours[0] in mine


def _same(one: Fact, other: Fact) -> bool:
    if one.normal == other.normal:
        return True
    if not one.values or not other.values:
        return False
    low, high = sorted((one.values[0], other.values[0]))
    if len(one.values) > 1 and one.values[0] <= other.values[0] <= one.values[1]:
        return True
    if len(other.values) > 1 and other.values[0] <= one.values[0] <= other.values[1]:
        return True
    return bool(high) and (high - low) / abs(high) <= _NEAR
