"""A statement in the other language that corrects a figure of a line: the old figure with its unit binds the two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from agent.dictionary import meanings, words_in
from agent.facts import Fact, facts
from agent.facts.claims import sentence_spans
from agent.facts.folding import has_han
from agent.facts.names import stem
from agent.gist.numbers import numbers_in
from agent.relation.said import Line
from agent.relation.signs import DOUBTED, PLAN
from agent.relation.turned import taken_back
from agent.relation.values import FOR_A_WHILE, ValueTurn

_IN_COMMON = 2
"""Words, names and other figures that both have, from which they speak of one thing."""
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_ENGLISH = re.compile(r"[A-Za-z][A-Za-z-]{2,}")


def corrected_abroad(text: str, block: str) -> tuple[str, str] | None:
    """The figure that a statement gives instead of one of a block in the other language, and that one; both as they
    are written. None where it takes back no figure of the block with its unit, or where they have too little in common.
    """
    taken = taken_back(text)
    if not taken:
        return None
    mine, theirs = measures(text), measures(block)
    said = {one.normal: one for one in theirs}
    for old in mine:
        if old.normal not in said or not taken & numbers_in(old.text):
            continue
        new = [one for one in mine if one.dimension == old.dimension and one.normal not in said]
        if len(new) > 1:
            new = [one for one in new if one.unit == old.unit]
        shared = {one.normal for one in mine} & set(said) - {old.normal}
        if len(new) == 1 and len(shared) + _words_in_common(text, block) >= _IN_COMMON:
            return new[0].text, said[old.normal].text
    return None


def figure_corrected(text: str, lines: Sequence[Line]) -> str:
    """The first figure of a document's lines that a text in the other language corrects; empty where there is none."""
    if not taken_back(text):
        return ""
    found = (
        corrected_abroad(text[start:end], f"{line.section}\n{line.says}")
        for start, end in sentence_spans(text)
        for line in lines
        if not line.code and has_han(text) != has_han(line.text)
    )
    return next((old for _, old in filter(None, found)), "")


def turned_abroad(text: str, line: Line) -> tuple[ValueTurn, ...]:
    """The figure of a line that a statement in the other language corrects, with the new value in the line's own words
    for its unit; none where the two have other units."""
    if line.cells or line.code or has_han(text) == has_han(line.text):
        return ()
    if any(sign.search(text) for sign in (DOUBTED, PLAN, FOR_A_WHILE)):
        return ()
    found = corrected_abroad(text, f"{line.section}\n{line.says}")
    if found is None or line.says.count(found[1]) != 1:
        return ()
    new, old = (
        next(one for one in measures(told) if one.text == figure)
        for told, figure in zip((text, line.says), found, strict=True)
    )
    digits = [_NUMBER.findall(one.text) for one in (new, old)]
    if new.unit != old.unit or any(len(one) != 1 for one in digits):
        return ()
    return (ValueTurn(old.start, old.end, old.text, old.text.replace(digits[1][0], digits[0][0])),)


@lru_cache(maxsize=4_096)
def measures(text: str) -> tuple[Fact, ...]:
    """The quantities of a text that have a unit."""
    return tuple(fact for fact in facts(text) if fact.kind == "quantity" and fact.dimension)


def _words_in_common(one: str, other: str) -> int:
    """Chinese words of either text that a word of the other translates, and Latin names that both have."""
    latin = [{stem(word) for word in _ENGLISH.findall(text)} for text in (one, other)]
    told = sum(
        bool(meanings(word) & words)
        for text, words in zip((one, other), reversed(latin), strict=True)
        for word in set(words_in(text))
    )
    return told + len(latin[0] & latin[1])
