"""A figure that a note gives anew takes the place of the one that is said of the same, and of no other.

What takes the place of a figure must be said of all that the figure is said of, and of nothing that its sentence and its
headings do not name: what holds in another setting, or for a while, changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from agent.facts import facts
from agent.facts.folding import has_han
from agent.gist import content, gist
from agent.gist.numbers import numbers_in
from agent.relation.owned import FRAME, Owned, digits_of, is_said_now, owned, signs_of
from agent.relation.said import Line
from agent.relation.signs import DOUBTED, PLAN
from agent.relation.turned import is_goal, taken_back

_EVERYWHERE = re.compile(
    r"\b(?:in|on|at|for|across)\s(?:all|every|each)\s(?:of\s)?(?:the\s|our\s)?\w{2,20}|\beverywhere\b|[在]?(?:所有|全部|各)[\u4e00-\u9fff]{2,6}(?:中|上|里|都)?",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"\b(?:new|newer|another|other|different)\s\w|[新另](?!增)", re.IGNORECASE)
"""That a figure is that of another thing of the kind: `with the new tooling`."""
FOR_A_WHILE = re.compile(
    r"\b(?:until|till|temporar\w+|for now|for the time being|during)\b|暂时|临时|期间|直到|截至|[?？]\s*$",
    re.IGNORECASE,
)
"""That something is so for a while, or that it is asked whether it is."""
_FILLER = frozenset("期间数值率用仅只达其共")
"""Signs that make a longer word of the same thing: `保留`, `保留期`."""
_MOST = 100
"""Figures of a line that is compared: one with more is a list of data, and no statement."""
_LEAST = 2
"""Words and signs in common from which a figure that is taken back is that of the line."""
_SAID = 0.8
"""Share of the Chinese signs of what a figure is said of that a statement must have: it may word a part otherwise."""


@dataclass(frozen=True, slots=True)
class ValueTurn:
    """A figure of a line, `text[start:end]`, and what stands there then."""

    start: int
    end: int
    old: str
    new: str


def values_turned(text: str, line: Line, *, about: str = "", signed: bool = True) -> tuple[ValueTurn, ...]:
    """The figures of a line of prose that a statement gives anew, in the order of the line.

    `about` is the title over the statement, which may name what it is said of. Where `signed`, the statement must say
    that they are so now, or name the old figure; once it has done so for one, the others of the same line follow.
    """
    if line.cells or line.code or DOUBTED.search(text) or PLAN.search(text):
        return ()
    if is_goal(text) and not is_goal(line.text):
        return ()
    gone = taken_back(text)
    if (signed and not gone and not is_said_now(text)) or not any(map(str.isdecimal, line.text)):
        return ()
    mine = [one for one in owned(text) if not one.is_gone]
    theirs = owned(line.says)
    if len(theirs) > _MOST or len(mine) > _MOST:
        return ()
    of_a_day = bool(gist(line.section.partition("\n")[0].rpartition(" / ")[2]).dates)
    versions = gist(f"{about}\n{text}").versions
    pairs = [
        (_near(new, old), new, old)
        for old in theirs
        for new in mine
        # What was so stays so, unless it is said that it never was.
        if (
            not (of_a_day or _is_history(old.sentence))
            or (numbers_in(old.fact.text) & gone and not is_said_now(text))
        )
        and not _of_other_version(versions, line, old)
        and _takes_place(new, old, about, line)
    ]
    found = [
        (new, old)
        for near, new, old in pairs
        if new.fact.normal != old.fact.normal
        and all(near > other for other, a, b in pairs if (a is new) != (b is old))
    ]
    told = any(is_said_now(new.sentence) or numbers_in(old.fact.text) & gone for new, old in found)
    turns = (ValueTurn(old.start, old.end, old.text, new.text.strip()) for new, old in found)
    return tuple(turns) if told or not signed else ()


@lru_cache(maxsize=8_192)
def _is_history(sentence: str) -> bool:
    """Whether a sentence tells what was so on a day, or what took the place of what: that was so and stays so."""
    found = facts(sentence)
    modes = {fact.mode for fact in found if fact.kind == "quantity"}
    return any(fact.kind == "date" for fact in found) or {"by", "to"} <= modes or bool(taken_back(sentence))


def _of_other_version(versions: frozenset[str], line: Line, old: Owned) -> bool:
    """Whether a statement is of another version than the line or the sentence of a figure: that has its own figures."""
    theirs = gist(old.sentence).versions | ({line.key.version} if line.key and line.key.version else set())
    return bool(versions and theirs) and not versions & theirs


def _is_like(new: Owned, old: Owned) -> bool:
    """Whether a figure can stand where another stands: of its measure and form; `38 分钟` is none of an English
    sentence. The document's own word for a bound stays before it."""
    if (new.measure, new.recurs, new.is_change, new.fact.form == "range") != (
        old.measure,
        old.recurs,
        old.is_change,
        old.fact.form == "range",
    ):
        return False
    return has_han(new.text) == has_han(old.text) and new.bound in ("", old.bound)


def _takes_place(new: Owned, old: Owned, about: str, line: Line) -> bool:
    """Whether a figure is said of all that another is said of, and of nothing that is not named there."""
    if not _is_like(new, old) or FOR_A_WHILE.search(new.sentence):
        return False
    if _corrects(new, old):
        return True
    told = f"{about}\n{new.sentence}"
    if not (old.words <= set(content(told)) and old.digits <= digits_of(told)):
        return False
    if len(old.signs & signs_of(told)) < _SAID * len(old.signs):
        return False
    return _near(new, old) > 0 and not _says_more(new, old, line.section)


def _corrects(new: Owned, old: Owned) -> bool:
    """Whether a statement takes back the very figure, and says half of what it is said of."""
    if not numbers_in(old.fact.text) & taken_back(new.sentence):
        return False
    shared = len(new.words & old.words) + len(new.signs & old.signs)
    return shared >= _LEAST and 2 * shared >= len(old.words) + len(old.signs)


def _near(new: Owned, old: Owned) -> int:
    """Words and signs that both are said of; of two as near, the figure of the same unit."""
    shared = len(new.words & old.words) + len(new.signs & old.signs)
    return 2 * shared + (new.fact.unit == old.fact.unit) if shared else 0


def _says_more(new: Owned, old: Owned, section: str) -> bool:
    """Whether a figure is said of more than the sentence of another and its headings name."""
    there = f"{section}\n{old.sentence}"
    beside = _EVERYWHERE.sub(" ", new.beside)
    if _ANOTHER.search(beside) and not _ANOTHER.search(old.sentence):
        return True
    words = {word for word in content(beside) if word.isascii()} - FRAME
    strange = signs_of(beside) - signs_of(there) - _FILLER
    return bool(strange) or not (words <= set(content(there)) and digits_of(beside) <= digits_of(there))
