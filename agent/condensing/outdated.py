"""Statements that time has overtaken, where a later one still says what they said."""

from __future__ import annotations

import re

from agent.condensing.statements import Clause, Statement, clauses, keeps_links, runs_in_order

_CURRENT = re.compile(
    r"最新(?:的)?(?:版本?|稳定版|发布)?|当前(?:版本|最新|稳定版)|目前(?:版本|最新)?"
    r"|\b(?:the )?(?:latest|current|newest)(?: stable)?(?: version| release)?(?: is| was)?\b",
    re.IGNORECASE,
)
"""What was true of a superseded state only then."""
_FORMER = re.compile(
    r"(?:此前|先前|之前|原为|旧版|上一版本?|前一版本?|取代了?|替代了?"
    r"|\b(?:previously|formerly|before|was|supersedes|replaces|superseding|replacing)\b)[:：]?"
    r"(?P<state>[^。；;\n)）]{1,400})",
    re.IGNORECASE,
)
"""Where a statement names the state before its own."""
_CONCLUDED = re.compile(
    r"结论|观察(?:期)?(?:已)?(?:结束|期满)|已(?:确认|证实|转正|结束|解决|修复)"
    r"|\b(?:concluded|settled|confirmed|resolved|ended|outcome)\b",
    re.IGNORECASE,
)


def names_both(later: Statement, old: Statement) -> bool:
    """Whether a later statement gives the whole old state where it names the one before its own.

    Of a row: each cell is the same, or the later one names both values.
    """
    if not keeps_links(later, old):
        return False
    if old.block.kind == "table_row":
        pairs = list(zip(old.block.cells, later.block.cells, strict=False))
        changed = [pair for pair in pairs if clauses(pair[0]) != clauses(pair[1])]
        same_width = len(old.block.cells) == len(later.block.cells)
        return same_width and bool(changed) and all(_cell_names(*pair) for pair in changed)
    name, *state = clauses(_CURRENT.sub("，", old.text)) or ((),)
    if not name or not state:
        return False
    for found in _FORMER.finditer(later.text):
        if runs_in_order((name,), clauses(later.text[: found.start()])) and _is(state, found["state"]):
            return True
    return False


def without_currency(text: str) -> str:
    """A statement without the words that it is the latest state."""
    return " ".join(_CURRENT.sub(" ", text).split())


def _cell_names(old: str, later: str) -> bool:
    if not clauses(old):
        return False
    before, arrow, _ = later.partition("→")
    states = [found["state"] for found in _FORMER.finditer(later)]
    return (bool(arrow) and clauses(before) == clauses(old)) or any(
        clauses(s) == clauses(old) for s in states
    )


def _is(state: list[Clause], told: str) -> bool:
    return tuple(state) == clauses(told)[: len(state)]


def concludes(later: Statement, watched: Statement) -> bool:
    """Whether another statement goes on from the whole of one that was watched to what came of it."""
    own, other = watched.clauses, later.clauses
    if own != other[: len(own)] or not keeps_links(later, watched):
        return False
    return len(own) < len(other) and bool(_CONCLUDED.search(later.text))
