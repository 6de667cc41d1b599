"""One value given twice, differently: prose against prose here, the other pairs in rooms of their own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from agent.consistency.flags import flags_given_twice
from agent.consistency.lexicon import CONDITION
from agent.consistency.reading import Reading, Sentence
from agent.consistency.residue import residue, without
from agent.consistency.series import Series
from agent.consistency.settings import same_setting
from agent.consistency.statements import LOOSE, Statement, clauses, names_of, qualifiers_of
from agent.consistency.twice_labelled import counts_given_twice, identifiers_given_twice, ids_misspelt
from agent.consistency.twice_tabled import against_tables, rows_given_twice
from agent.consistency.wording import given_both_ways
from agent.models import Doubt

GROUP_LIMIT = 4
"""More statements of one sort than this are rows of a report, not one value given twice."""


def given_twice(reading: Reading, said: list[Statement], series: list[Series]) -> list[Doubt]:
    """Values that the text gives in two ways."""
    return [
        *_prose(reading, said),
        *against_tables(reading, said, series),
        *rows_given_twice(reading),
        *counts_given_twice(reading),
        *identifiers_given_twice(reading),
        *ids_misspelt(reading),
        *flags_given_twice(reading),
    ]


def _prose(reading: Reading, said: list[Statement]) -> Iterator[Doubt]:
    groups: dict[tuple[object, ...], list[Statement]] = defaultdict(list)
    for statement in said:
        if statement.alone and not statement.hedged:
            key = (statement.metric, statement.about, statement.amount.dimension, statement.change)
            groups[key].append(statement)
    told: set[tuple[int, int]] = set()
    for group in groups.values():
        if not 2 <= len(group) <= GROUP_LIMIT:
            continue
        for at, first in enumerate(group):
            clash = next((s for s in group[at + 1 :] if _clash(reading, first, s, len(group))), None)
            if clash is None:
                continue
            lines = (first.sentence.line, clash.sentence.line)
            if lines not in told:
                told.add(lines)
                yield given_both_ways(reading, first.sentence, clash.sentence, first.amount, clash.amount)
            break


def _clash(reading: Reading, first: Statement, second: Statement, size: int) -> bool:
    if not conflict(first, second) or not same_setting(reading, first.sentence, second.sentence):
        return False
    if _of_two_things(reading, first.sentence, second.sentence):
        return False
    if any(not _is_setting(word) for word in first.about):
        return True
    # Nothing is named: only two whole sentences of one section, in the same words, can be believed.
    judge = any if first.settings and first.metric else all
    whole = judge(s.sentence.text.rstrip().endswith(("。", ".", "！")) for s in (first, second))
    same = first.sentence.section == second.sentence.section and first.words == second.words
    around = [residue(s.sentence.text.replace(s.amount.text, " "), ()) for s in (first, second)]
    told = bool(first.words) or bool(first.settings)
    short = all(len(clauses(s.sentence.text)) == 1 for s in (first, second))
    return (
        size == 2 and whole and same and told and (around[0] == around[1] or (bool(first.settings) and short))
    )


def _of_two_things(reading: Reading, first: Sentence, second: Sentence) -> bool:
    """Whether two sentences stand in items that begin with the names of two things: what follows is said of those."""
    mine, yours = (_lead_names(reading, sentence.line) for sentence in (first, second))
    return bool(mine and yours) and not mine & yours


def _lead_names(reading: Reading, number: int) -> frozenset[str]:
    line = reading.lines[number - 1] if 0 < number <= len(reading.lines) else None
    lead = _ITEM_LEAD.match(line.text) if line is not None and line.marker else None
    return names_of(lead[0]) if lead else frozenset()


_ITEM_LEAD = re.compile(r"[^:：\n]{2,60}(?=[:：])")


def _is_setting(word: str) -> bool:
    """Whether a word says how or when, and not what: a qualifier, a parameter, a year."""
    return "=" in word or word.startswith("~") or bool(qualifiers_of(word)) or word[:4].isdigit()


def conflict(first: Statement, second: Statement) -> bool:
    """Whether two statements of one quantity of one thing cannot both hold."""
    a, b = first.amount, second.amount
    if first.sentence is second.sentence or a.low != a.high or b.low != b.high:
        return False
    if a.bound and a.bound == b.bound:
        return not a.unbound().agrees(b.unbound()) and _same_property(first, second)
    if a.agrees(b):
        return False
    if first.change or second.change:
        return not any(_FROM.search(s.clause) for s in (first, second)) and _same_property(first, second)
    if a.bound or b.bound or not first.metric or a.dimension in LOOSE:
        return _same_property(first, second)
    return _same_conditions(first, second)


def _same_conditions(first: Statement, second: Statement) -> bool:
    """Whether neither of two clauses adds a condition that the other lacks."""
    extra_a, extra_b = first.words - second.words, second.words - first.words
    if not extra_a and not extra_b:
        return True
    if len(extra_a) + len(extra_b) > 8 or (extra_a and extra_b):
        return False
    return not any(_own_condition(a, b) for a, b in ((first, second), (second, first)))


_PHRASE = re.compile(
    r"在[^，。；]{1,30}?(?:下|时|上|中|后|里|场景|负载|配置)|当[^，。；]{1,30}?时|\b(?:when|with|under|on|for|at|in|using|per)\b[^，。；,;(]{0,30}"
)


def _own_condition(one: Statement, other: Statement) -> bool:
    """Whether a clause sets a condition that the other does not set in the same words."""
    clause, known = _bare(one), re.sub(r"\s", "", _bare(other))
    for phrase in _PHRASE.finditer(clause):
        if re.sub(r"\s", "", phrase[0]) in known:
            clause = clause.replace(phrase[0], " ")
    return CONDITION.search(clause) is not None


def _same_property(first: Statement, second: Statement) -> bool:
    """Of values whose quantity has no name of its own: the same words must stand around them."""
    told = sum(1 if word.isascii() else 0.5 for word in first.words)
    return first.words == second.words and (told >= 1 or bool(first.metric))


_FROM = re.compile(r"从|由|比|较|对|\b(?:from|vs|versus|than|over|compared)\b", re.I)


def _bare(statement: Statement) -> str:
    """A clause without its names, and without the small words that set no condition."""
    text = without(statement.clause, statement.names)
    return re.sub(
        r"\bat\b(?=\s*\d)|\bof\b|\bper\b|\bin (?:total|all|short|summary)\b|\bon\b(?=\s*,|\s*$)", "", text
    )
