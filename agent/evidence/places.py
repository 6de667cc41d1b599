"""What the evidence has at the place where the claim has something: between the same neighbouring words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.evidence.units import Unit
from agent.facts.names import STOPWORDS, stem
from agent.facts.reading import Reading

_LEFT = re.compile(
    r"(?:[\u3400-\u9fff]{1,3}|[A-Za-z0-9À-ÖØ-öø-ɏ_]+(?:[.+'&-][A-Za-z0-9_]+)*)[^\w\u3400-\u9fff，。；;,!?！？]{0,3}$"
)
_RIGHT = re.compile(
    r"[^\w\u3400-\u9fff，。；;,!?！？]{0,3}(?P<word>[\u3400-\u9fff]{1,3}|[A-Za-z0-9À-ÖØ-öø-ɏ_]+(?:[.+'&-][A-Za-z0-9_]+)*)"
)
_WORD = re.compile(r"[\u3400-\u9fff]{1,3}|[A-Za-z0-9À-ÖØ-öø-ɏ_]+(?:[.+'&-][A-Za-z0-9_]+)*")
_JOINERS = frozenset({"and", "or", "和", "与", "及", "或"})
_LISTED = "、/·|&+"
_GAP = 30
"""Longest stretch of the source that is taken to stand in place of one thing of the claim."""
_REACH = 24


@dataclass(frozen=True, slots=True)
class Instead:
    """What a unit has between the neighbours of a stretch of the claim; `start:end` is its place in the unit."""

    text: str
    start: int
    end: int


def framed(claim: Reading, start: int, end: int, unit: Unit) -> Instead | None:
    """What the unit has between the words before and after `claim[start:end]`, where it is something else.

    None where a neighbour is missing (the ends of a clause), where the unit does not have both close
    together, or where it has the claim's own words there at least once.
    """
    low = claim.plain.lower()
    before, after = _before(low, start), _after(low, end)
    if not before or not after or _listed(low, start, end, before, after):
        return None
    mine = _bare(low[start:end])
    source = unit.reading.plain.lower()
    found: Instead | None = None
    for a, b in _between(source, before, after):
        theirs = _bare(source[a:b])
        if theirs == mine or (theirs and mine and (stem(theirs) == stem(mine))):
            return None
        if theirs and found is None:
            found = Instead(unit.claim.text[a:b].strip(), a, b)
    return found


def edged(claim: Reading, start: int, end: int, unit: Unit) -> Instead | None:
    """As `framed`, for a stretch that opens or closes its clause, by the two words on its other side."""
    low, source = claim.plain.lower(), unit.reading.plain.lower()
    mine = _bare(low[start:end])
    opens = not _WORD.search(_since_break(low[:start]))
    closes = not _WORD.search(_until_break(low[end:]))
    if opens == closes:
        return None
    anchor = _words_after(low, end) if opens else _words_before(low, start)
    if not anchor:
        return None
    found: Instead | None = None
    place = source.find(anchor)
    while place >= 0:
        a, b = _token_before(source, place) if opens else _token_after(source, place + len(anchor))
        theirs = _bare(source[a:b])
        if theirs == mine or theirs.endswith(mine) or theirs.startswith(mine) or stem(theirs) == stem(mine):
            return None
        if theirs and found is None:
            found = Instead(unit.claim.text[a:b].strip(), a, b)
        place = source.find(anchor, place + 1)
    return found


_BREAKS = re.compile(r"[，。；;!?！？\n]|,\s|\.\s")
_TOKEN = re.compile(r"[A-Za-z0-9À-ÖØ-öø-ɏ_]+(?:[.+'&/-][A-Za-z0-9_]+)*|[\u3400-\u9fff]{1,4}")


def _since_break(text: str) -> str:
    return _BREAKS.split(text[-60:])[-1]


def _until_break(text: str) -> str:
    return _BREAKS.split(text[:60].rstrip(" .。"))[0]


def _words_after(low: str, end: int) -> str:
    """From the end of the stretch to the end of the second word after it, or of four Han characters."""
    words = list(_WORD.finditer(low, end, min(len(low), end + 40)))[:3]
    content = [word for word in words if word[0] not in STOPWORDS][:2]
    if not content or words[0].start() - end > 3:
        return ""
    return low[words[0].start() : content[-1].end()]


def _words_before(low: str, start: int) -> str:
    words = list(_WORD.finditer(low, max(0, start - 40), start))[-3:]
    content = [word for word in words if word[0] not in STOPWORDS][-2:]
    if not content or start - words[-1].end() > 3:
        return ""
    return low[content[0].start() : words[-1].end()]


def _token_before(source: str, place: int) -> tuple[int, int]:
    tokens = list(_TOKEN.finditer(source, max(0, place - 40), place))
    return tokens[-1].span() if tokens and place - tokens[-1].end() <= 3 else (place, place)


def _token_after(source: str, place: int) -> tuple[int, int]:
    token = _TOKEN.search(source, place, min(len(source), place + 40))
    return token.span() if token and token.start() - place <= 3 else (place, place)


def _before(low: str, start: int) -> str:
    """The word before a place; two words where the nearer one is too common to find a place by."""
    match = _LEFT.search(low, max(0, start - _REACH), start)
    word = _WORD.match(match[0]) if match else None
    if match is None or word is None:
        return ""
    if word[0] in STOPWORDS:
        more = _LEFT.search(low, max(0, match.start() - _REACH), match.start())
        return low[more.start() : match.start() + word.end()] if more else ""
    return word[0]


def _after(low: str, end: int) -> str:
    match = _RIGHT.match(low, end, min(len(low), end + _REACH))
    if match is None:
        return ""
    if match["word"] in STOPWORDS:
        more = _RIGHT.match(low, match.end(), min(len(low), match.end() + _REACH))
        return low[match.start("word") : more.end()] if more else ""
    return match["word"]


def _listed(low: str, start: int, end: int, left: str, right: str) -> bool:
    """Whether the stretch stands in a list, whose order says nothing."""
    if left in _JOINERS or right in _JOINERS or left[-1:] in _JOINERS or right[:1] in _JOINERS:
        return True
    return low[:start].rstrip()[-1:] in _LISTED or low[end:].lstrip()[:1] in _LISTED


def _between(source: str, left: str, right: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    place = source.find(left)
    while place >= 0 and len(spans) < 8:
        after = place + len(left)
        if not _runs_on(source, place, after, left):
            other = source.find(right, after, after + _GAP + len(right))
            if other > after and not _runs_on(source, other, other + len(right), right):
                spans.append((after, other))
        place = source.find(left, place + 1)
    return spans


def _runs_on(source: str, start: int, end: int, word: str) -> bool:
    """Whether a Latin word found in the source is only a part of a longer one there."""
    if word[0] >= "\u3400":
        return False
    before, after = source[start - 1 : start], source[end : end + 1]
    return bool(
        (before and before.isascii() and before.isalnum()) or (after and after.isascii() and after.isalnum())
    )


def _bare(text: str) -> str:
    return text.strip(" \t\n\"'“”‘’`*()（）[]【】「」《》:：·|=-/,，、。;；.$\\~").lower()


def holds_another_name(text: str, claim: str, unit: Unit) -> bool:
    """Whether a stretch of the source holds a name that the claim has fewer times than the source."""
    low, mine, theirs = text.lower(), claim.lower(), unit.reading.plain.lower()
    names = [word.text.lower() for word in unit.reading.words if word.name and word.text.lower() in low]
    names += [item.text.lower() for item in unit.reading.identifiers if item.text.lower() in low]
    return any(mine.count(name) < theirs.count(name) for name in names)
