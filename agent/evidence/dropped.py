"""Words that turn a statement, left out of a repeated sentence or put into it.

Where a claim repeats a sentence of the source, the text around a hedge, a bound or a negation stands in
both; if it stands there without that word in one of them, the word was dropped or added.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agent.evidence.tokens import content_tokens, weight
from agent.evidence.units import Unit
from agent.facts.folding import is_han
from agent.facts.reading import Reading
from agent.facts.roles import RoleSpan, roles_in

_BOUND = re.compile(
    r"不超过|至多|最多|最高|至少|最少|高达|多达|以内|以上|以下|大约|约(?![束定翰会见])|左右|近(?=[\s\d])|接近|将近|超过|逾|能(?!源|量|力|耗)|可(?!靠|见|能|是|视|观|用|选|信|扩)|估计"
    r"|\b(?:up to|at most|at least|about|around|approximately|roughly|nearly|almost|no more than|more than|less than|over|under|can|estimated|as (?:much|many|low|high) as)\b",
    re.IGNORECASE,
)
_POSITIVE: dict[str, tuple[str, ...]] = {
    "无法": ("可以", "能够", "能", "可"), "没有": ("有", ""), "不再": ("仍", "还", "再"), "未": ("已", ""), "无需": ("需要", "需"),
    "不需要": ("需要",), "并不": ("", "并"), "并非": ("是",), "不是": ("是",), "没": ("", "有"), "尚未": ("已",), "无": ("有", ""),
    "cannot": ("can",), "can't": ("can",), "without": ("with",), "no": ("", "a", "any"), "never": ("", "always"), "not": ("",),
    "don't": ("", "do"), "doesn't": ("",), "isn't": ("is",), "aren't": ("are",), "unable": ("able",), "won't": ("will",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """A turning word that one text has and the other, with the same words around, has not."""

    kind: Literal["negation", "hedge"]
    text: str
    start: int
    end: int
    """Place in the claim: of the word put in, or of the words around the one left out."""
    reason: str


def changes(claim: Reading, unit: Unit) -> Iterator[Change]:
    """Turning words dropped from, or added to, the unit's sentence as the claim repeats it."""
    said, source = _squeezed(claim.plain), _squeezed(unit.reading.plain)
    spans = roles_in(unit.reading.plain)
    planned = bool(roles_in(claim.plain))
    own = content_tokens(claim, 0, len(claim.plain))
    for start, end, word, kind in _turning(unit.reading):
        if kind == "negation" and not _spoken_of(unit.reading, spans, end, own):
            continue
        place = _without(source, start, end, word, kind, said)
        if place is not None:
            a, b = place
            if kind == "hedge" and planned and _planned(claim, b, word):
                continue
            reason = f"the source says {word}" if kind == "hedge" else f"the source denies it: {word}"
            yield Change(kind, claim.text[a:b], a, b, reason)
    for start, end, word, kind in _turning(claim):
        if any(span.role == "excepted" for span in spans):
            continue
        if kind == "negation" and _without(said, start, end, word, kind, source) is not None:
            yield Change("negation", claim.text[start:end], start, end, f"the source says it without {word}")


def _planned(claim: Reading, end: int, word: str) -> bool:
    """Whether a claim says in other words that what stands before a place is a plan or somebody's word."""
    roles = {"unreal", "supposed"} if word == "would" else {"unreal"}
    return any(span.role in roles and span.start <= end <= span.end for span in roles_in(claim.plain))


def _spoken_of(source: Reading, spans: tuple[RoleSpan, ...], end: int, own: set[str]) -> bool:
    """Whether a claim speaks of what a negation of its source denies."""
    span = next((span for span in spans if span.role == "denied" and span.start == end), None)
    if span is None:
        return not any(other.role == "denied" for other in spans)
    denied = content_tokens(source, span.start, span.end)
    return not denied or weight(denied & own) > 0.5 * weight(denied)


def _turning(reading: Reading) -> list[tuple[int, int, str, Literal["negation", "hedge"]]]:
    found: list[tuple[int, int, str, Literal["negation", "hedge"]]] = []
    for cue in reading.cues:
        if cue.kind == "negation":
            found.append((cue.start, cue.end, cue.text.lower(), "negation"))
        elif cue.kind == "hedge":
            found.append((cue.start, cue.end, cue.text.lower(), "hedge"))
    found.extend((m.start(), m.end(), m[0].lower(), "hedge") for m in _BOUND.finditer(reading.plain))
    return found


class _Squeezed:
    """A text in lower case without spaces and emphasis, with the way back to its offsets."""

    def __init__(self, text: str) -> None:
        self.places = [i for i, char in enumerate(text) if not char.isspace() and char not in "*`_"]
        self.text = "".join(text[i] for i in self.places).lower()

    def before(self, offset: int) -> str:
        """Some characters before an offset of the text."""
        count = self._rank(offset)
        return self.text[max(0, count - 8) : count]

    def after(self, offset: int) -> str:
        """Some characters after an offset of the text; of Latin text, as many words as make three letters."""
        count = self._rank(offset)
        reach = count
        while reach < min(len(self.text), count + 8):
            gap = reach > count and self.places[reach] - self.places[reach - 1] > 1
            if gap and reach - count >= 3 and self.text[reach - 1].isascii():
                break
            reach += 1
        return self.text[count:reach]

    def _rank(self, offset: int) -> int:
        return bisect_left(self.places, offset)


_squeezed = lru_cache(maxsize=512)(_Squeezed)


def _without(
    has: _Squeezed, start: int, end: int, word: str, kind: str, lacks: _Squeezed
) -> tuple[int, int] | None:
    """Where `lacks` has the words around `has[start:end]` without the word; None where it does not."""
    left, right = _edge(has.before(start), last=True), _edge(has.after(end), last=False)
    if len(left) + len(right) < 4 or not right:
        return None
    if kind == "negation":
        left = re.sub(r"(?:does|do|did)$", "", left)
    whole = left + word.replace(" ", "") + right
    for put in _POSITIVE.get(
        word, (word[1:],) if kind == "negation" and word[0] in "不没未" and len(word) > 1 else ("",)
    ):
        sought = left + put + ("has" if right == "have" and put == "" and kind == "negation" else right)
        if len(sought) < 4 or (not left and len(right) < 6):
            continue
        place = lacks.text.find(sought)
        if place >= 0 and whole not in lacks.text and (left or place == 0):
            return lacks.places[place], lacks.places[min(len(lacks.places), place + len(sought)) - 1] + 1
    return None


def _edge(text: str, *, last: bool) -> str:
    """As much of the neighbouring text as finds a place: three Han characters, or six others."""
    if not text:
        return ""
    near = text[-1] if last else text[0]
    reach = 3 if is_han(near) else 6
    return text[-reach:] if last else text[:reach]
