"""How much of a claim's wording a unit of evidence has, and which words were put in place of others."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from agent.evidence.tokens import HAN_FUNCTION, name_parts
from agent.evidence.units import Unit
from agent.facts.names import STOPWORDS, stem
from agent.facts.reading import Reading

# Words with which a claim states what a table cell, a ratio or a rounding holds: they add nothing.
STATING = frozenset(
    stem(word)
    for word in "reach reaches achieve achieves get has have show shows value values equal equals respectively respective rounded "
    "compared versus relative total number count ratio difference times about approximately roughly respectively column row table "
    "listed lists list according report reports reported deliver delivers record records recorded measure measures measured stands "
    "come comes amount amounts cost costs take takes note notes give gives given read reads entry entries item items".split()
)
_STATING_ZH = re.compile(
    r"不超过|至少|最多|最高|以上|以内|以下|不到|不足|超过|高达|不低于|不少于|接近|将近|大概|大于|小于|"
    r"达到|达|为|是|约|大约|左右|相比|相较于?|对比|其中|共计|总计|一共|合计|总共|共|分别|数值|取值|的值|该行|该列|一栏|一列|表中|列出|记录|显示|"
    r"倍|之比|比值|差值|相差|四舍五入后?|取整后?|换算后?|折合|即|也就是|对应|对于|关于|方面|情况下|时候|来自|根据|数据|结果|而言|来说|得到|测得|实测|"
    r"多出|高出|少了?|多了?|提升了?|降低了?|一项|这一|这个|该|在于|作为|有|项|个|条|第|和|与|及"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A content word of a claim: a Latin word by its stem, or a stretch of Han characters."""

    text: str
    start: int
    end: int
    token: str
    """Stem of a Latin word; empty for Han."""
    name: bool
    weight: float
    low: str = ""
    """A Latin word in lower case."""


def pieces_of(reading: Reading) -> list[Piece]:
    """The content words of a claim outside its values, in order."""
    found: list[Piece] = []
    for word in reading.words:
        low = word.text.lower()
        if low in STOPWORDS or (len(low) == 1 and not word.name):
            continue
        stating = word.stem in STATING and not word.name
        found.append(
            Piece(
                word.text,
                word.start,
                word.end,
                word.stem,
                word.name,
                0.2 if stating else 2.0 if word.name else 1.0,
                low,
            )
        )
    starts = [start for start, _ in reading.taken]
    told = {place for match in _STATING_ZH.finditer(reading.plain) for place in range(*match.span())}
    for start, end in reading.han:
        found.extend(_han_pieces(reading, start, end, starts, told))
    found.sort(key=lambda piece: piece.start)
    return found


def _han_pieces(
    reading: Reading, start: int, end: int, starts: list[int], stating: set[int]
) -> Iterable[Piece]:
    """A run of Han outside values, as one piece for each character; joined again where uncovered."""
    for place in range(start, end):
        index = bisect_right(starts, place) - 1
        if index >= 0 and any(a <= place < b for a, b in reading.taken[max(0, index - 2) : index + 1]):
            continue
        char = reading.plain[place]
        yield Piece(
            char,
            place,
            place + 1,
            "",
            name=False,
            weight=0.05 if char in HAN_FUNCTION or place in stating else 0.5,
        )


@dataclass(frozen=True, slots=True)
class Coverage:
    """Share of the claim's wording that a unit has, and the pieces that it has not."""

    share: float
    foreign: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """A piece of a claim with the forms in which a unit may have it, worked out once for all units."""

    piece: Piece
    keys: tuple[str, ...]
    rest: tuple[str, str] | None
    """Of a compound name (`Qwen3-8B`) what stands before its last part, and that part."""
    alone: bool
    """Whether it is a Han character between other scripts, so that no pair can vouch for it."""


def sought(pieces: list[Piece], reading: Reading) -> list[Sought]:
    """The pieces of a claim made ready for `cover`."""
    return [_sought(piece, reading.plain) for piece in pieces]


def _sought(piece: Piece, plain: str) -> Sought:
    if piece.token:
        parts = name_parts(piece.text) if not piece.low.isalnum() else ()
        rest = (piece.low[: -len(parts[-1])], parts[-1]) if parts else None
        return Sought(piece, (piece.token, piece.low), rest, alone=False)
    at = piece.start
    keys = (plain[at - 1 : at + 1] if at else "", plain[at : at + 2])
    return Sought(piece, keys, None, alone=_alone(piece, plain))


def cover(pieces: list[Sought], raw: set[str], plain: str, context: set[str]) -> Coverage:
    """Hold the pieces of a claim against the tokens of a unit (`raw`, `plain`) and of its heads."""
    total = missed = 0.0
    foreign: list[Piece] = []
    for one in pieces:
        total += one.piece.weight
        a, b = one.keys
        if a in raw or b in raw or a in context or b in context:
            continue
        if one.alone and one.piece.text in plain:
            continue
        if one.rest is not None and (_compound(*one.rest, raw) or _compound(*one.rest, context)):
            continue
        missed += one.piece.weight
        foreign.append(one.piece)
    return Coverage(1.0 - missed / total if total else 1.0, tuple(foreign))


def _compound(before: str, last: str, tokens: set[str]) -> bool:
    """`Qwen3-8B` from `Qwen3-4B/8B`: the last part stands alone, the rest begins a name of the evidence."""
    if last not in tokens:
        return False
    bare = before.rstrip("-_./+")
    return bare in tokens or any(token.startswith(before) for token in tokens)


def _alone(piece: Piece, plain: str) -> bool:
    """Whether the character stands between other scripts, so that no pair can vouch for it."""
    before, after = plain[piece.start - 1 : piece.start], plain[piece.end : piece.end + 1]
    return not ("\u3400" <= before <= "\u9fff") and not ("\u3400" <= after <= "\u9fff")


@dataclass(frozen=True, slots=True)
class Foreign:
    """A stretch of a claim that the evidence does not have at this place."""

    text: str
    start: int
    end: int
    kind: Literal["name", "word"]
    substituted: str
    """What the evidence has in its place; empty where nothing can be pointed at."""


def foreign_stretches(reading: Reading, foreign: tuple[Piece, ...], unit: Unit) -> list[Foreign]:
    """Join neighbouring foreign pieces, drop what only states, and say what each stands in place of."""
    merged: list[list[Piece]] = []
    for piece in foreign:
        joins = merged and not piece.token and not merged[-1][-1].token and merged[-1][-1].end == piece.start
        if joins:
            merged[-1].append(piece)
        else:
            merged.append([piece])
    found: list[Foreign] = []
    for group in merged:
        start, end = group[0].start, group[-1].end
        text = reading.plain[start:end]
        if group[0].token:
            if group[0].token in STATING and not group[0].name:
                continue
            kind: Literal["name", "word"] = "name" if group[0].name else "word"
        else:
            rest = _STATING_ZH.sub("", text)
            if not rest or (HAN_FUNCTION.issuperset(rest) and "需要" not in rest):
                continue
            kind = "word"
        found.append(
            Foreign(reading.text[start:end], start, end, kind, _in_place_of(reading.plain, start, end, unit))
        )
    return found


_WORDISH = re.compile(r"[A-Za-z0-9À-ÖØ-öø-ɏ_]+(?:[.+'&-][A-Za-z0-9_]+)*|[\u3400-\u9fff]{1,2}")
_GAP = 28
"""Longest stretch of the source that one changed word is taken to stand for."""


def _in_place_of(plain: str, start: int, end: int, unit: Unit) -> str:
    """The words of the unit between the claim's neighbours of the stretch; empty where they do not frame any."""
    left = _neighbour(plain[max(0, start - 24) : start], last=True)
    right = _neighbour(plain[end : end + 24], last=False)
    source = unit.reading.plain.lower()
    if left and right:
        return _between(source, left, right)
    anchor = left or right
    if not anchor:
        return ""
    place = source.find(anchor)
    if place < 0:
        return ""
    stretch = (
        source[place + len(anchor) : place + len(anchor) + 16] if left else source[max(0, place - 16) : place]
    )
    word = _neighbour(stretch, last=not left)
    return word if word and word not in plain.lower() else ""


def _neighbour(text: str, *, last: bool) -> str:
    found: list[str] = _WORDISH.findall(text.lower())
    if not found:
        return ""
    if not last:
        return found[0]
    stretch = re.search(r"[\u3400-\u9fff]{2}\W*$", text)
    return stretch[0].strip()[:2] if stretch else str(found[-1])


def _between(source: str, left: str, right: str) -> str:
    place = source.find(left)
    while place >= 0:
        after = place + len(left)
        other = source.find(right, after, after + _GAP + len(right))
        if other > after and source[after:other].strip(" ,，、。/·-"):
            return source[after:other].strip()
        place = source.find(left, place + 1)
    return ""
