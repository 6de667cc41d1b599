"""A sentence of the source repeated but for one place: what was put there instead is no rewording by chance.

Where a claim and a unit begin alike and end alike, all that differs stands between. If other words of the
source were put there, or a word that claims more, the sentence says something else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.evidence.case import REPEATS, Case
from agent.facts.folding import folded, has_han
from agent.facts.names import STOPWORDS, stem
from agent.facts.polarity import find_cues

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[.,]\d+)*|[\u3400-\u9fff]|[^\s\w*`]", re.IGNORECASE)
_LEAST = 4
"""Tokens that the two sentences must have in common, and how many times those that differ."""
_MOST = 3
"""Latin words, or twice as many Han characters, that one place may hold."""
_WEAK = frozenset("may might could can perhaps possibly probably likely 可能 或许 也许 或 大概".split())
_STRONG = frozenset(
    "will must does do always certainly definitely is are 必然 必定 一定 必将 总是 肯定".split()
)
_PARTLY = frozenset(
    "some many most several few often usually typically generally sometimes partly mostly "
    "部分 许多 大多 大部分 多数 少数 一些 通常 往往 一般 有时 经常".split()
)
_WHOLLY = frozenset("all every each always entirely wholly 全部 所有 一切 每个 总是 始终 永远 均".split())
_RESTATES = frozenset("only just also still now then thus so here there".split())


@dataclass(frozen=True, slots=True)
class Place:
    """The one place at which a claim differs from a unit: its words there, their span, the unit's words."""

    mine: str
    start: int
    end: int
    theirs: str


def check_near_copy(case: Case) -> None:
    """Note a word that stands in a repeated sentence where the source has another one."""
    if case.claim.cells or case.quoting < REPEATS or not case.main or case.main[0].claim.cells:
        return
    if any(check.status in {"missing", "contradicted"} for check in case.checks):
        return
    unit = case.main[0]
    place = one_place(case.reading.plain, unit.reading.plain)
    if place is None or not place.mine or not place.theirs:
        return
    mine, theirs = place.mine.lower(), place.theirs.lower()
    if (mine in _STRONG and theirs in _WEAK) or (mine in _WHOLLY and theirs in _PARTLY):
        reason = f"stronger than the source, which says {place.theirs}"
        case.add("hedge", place.start, place.end, "missing", reason=reason, unit=unit)
    elif _another_word(mine, theirs) and _borrowed(mine, case):
        reason = f"the source has {place.theirs} here"
        case.add("word", place.start, place.end, "missing", reason=reason, unit=unit)


def one_place(claim: str, source: str) -> Place | None:
    """The one place at which two sentences differ; None where they are alike, or differ in more than a place."""
    a, b = _tokens(claim), _tokens(source)
    least = min(len(a), len(b))
    first = 0
    while first < least and _same(a[first], b[first]):
        first += 1
    last = 0
    while last < least - first and _same(a[-1 - last], b[-1 - last]):
        last += 1
    mine, theirs = a[first : len(a) - last], b[first : len(b) - last]
    widest = max(_width(mine), _width(theirs))
    if not widest or widest > _MOST or first + last < max(_LEAST, _LEAST * widest):
        return None
    start = mine[0].start() if mine else 0
    end = mine[-1].end() if mine else 0
    return Place(claim[start:end], start, end, source[theirs[0].start() : theirs[-1].end()] if theirs else "")


def _tokens(text: str) -> list[re.Match[str]]:
    found = list(_TOKEN.finditer(folded(text)))
    while found and found[-1][0] in ".。;；":
        found.pop()
    return found


def _same(a: re.Match[str], b: re.Match[str]) -> bool:
    return a[0].lower() == b[0].lower()


def _width(tokens: list[re.Match[str]]) -> float:
    return sum(0.5 if token[0][0] >= "\u3400" else 1.0 for token in tokens)


def _another_word(mine: str, theirs: str) -> bool:
    """Whether two words say different things: both of one script, not of one stem, not of one direction."""
    if has_han(mine):
        apart = len(mine) >= 2 and len(theirs) >= 2 and not set(mine) & set(theirs)
        return apart and mine.isalpha() and theirs.isalpha() and has_han(theirs) and _opposed(mine, theirs)
    words = mine.split(), theirs.split()
    if any(len(part) != 1 or not part[0].isalpha() or part[0] in STOPWORDS | _RESTATES for part in words):
        return False
    return stem(mine) != stem(theirs) and not _one_way(mine, theirs)


def _sides(text: str) -> set[tuple[str, int]]:
    return {(cue.group, cue.side) for cue in find_cues(text) if cue.kind == "opposite"}


def _one_way(a: str, b: str) -> bool:
    return bool(_sides(a) & _sides(b))


def _opposed(a: str, b: str) -> bool:
    return any((group, -side) in _sides(b) for group, side in _sides(a))


def _borrowed(word: str, case: Case) -> bool:
    """Whether the word stands elsewhere in the evidence, so that nothing else has found it strange."""
    return has_han(word) or word in case.index.all_tokens or stem(word) in case.index.all_tokens
