"""Whether a claim stands in the evidence word for word, as a whole line, sentence, list item or table row.

What is copied needs no further proof, whatever else the evidence says: that a source contradicts itself is
found by `consistency`, not here. A stretch out of the middle of a sentence is no copy: the words around it
may turn it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agent.facts.folding import folded
from agent.facts.model import Claim
from agent.models import Evidence

_LOOSE = re.compile(r"[\s*`]+")
_ENDS = "。！？；!?;.:：…"
"""Marks after which a new sentence may begin."""
_CLOSING = "\"'”’」』）)]"
_MARKS = re.compile(r"[>\-+•·#\[\]xX\d.)、|]*")
"""What may stand before the first word of a line: marks of quotes, lists, tasks, headings and cells."""
_RELATIVE = re.compile(
    r"前天|昨[天日晚]|今[天日晚年]|明[天日年]|后天|[本上]个?月|去年|\b(?:yesterday|today|tonight|tomorrow|(?:this|last|next) (?:month|year))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Squeezed:
    """A text without spaces, emphasis and code marks, with the places at which its lines begin."""

    text: str
    lines: tuple[int, ...]
    """Offsets in the squeezed text, one a line of the text as it is, in order."""


@lru_cache(maxsize=64)
def _squeezed(text: str) -> _Squeezed:
    parts: list[str] = []
    lines: list[int] = []
    length = 0
    for line in folded(text).split("\n"):
        lines.append(length)
        part = _LOOSE.sub("", line)
        parts.append(part)
        length += len(part)
    return _Squeezed("".join(parts), tuple(lines))


def copied_from(
    claim: Claim, evidence: tuple[Evidence, ...], *, dated: object
) -> tuple[Evidence, str] | None:
    """The evidence that has the claim word for word, with its words there; None where none has.

    `dated` is the date of the claim: words such as `yesterday` are the same only on the same day.
    """
    said = _LOOSE.sub("", folded(claim.text))
    if not said:
        return None
    relative = bool(_RELATIVE.search(claim.text))
    for item in evidence:
        if relative and item.date != dated:
            continue
        source = _squeezed(item.quote)
        for place in _places(source.text, said):
            if _begins(source, place) and _ends(source, place + len(said)):
                return item, _line_at(item.quote, source, place)
    return None


def _places(source: str, said: str) -> Iterator[int]:
    place = source.find(said)
    for _ in range(8):
        if place < 0:
            return
        yield place
        place = source.find(said, place + 1)


def _begins(source: _Squeezed, place: int) -> bool:
    """Whether a line or a sentence begins at a place."""
    start = source.lines[bisect_right(source.lines, place) - 1]
    if place - start <= 12 and _MARKS.fullmatch(source.text, start, place):
        return True
    before = place - 1
    while before > start and source.text[before] in _CLOSING:
        before -= 1
    mark = source.text[before]
    return mark in _ENDS and not (
        mark in ".:" and source.text[place].isascii() and not _opens(source.text[place])
    )


def _opens(char: str) -> bool:
    return char.isupper() or not char.isalnum()


def _ends(source: _Squeezed, end: int) -> bool:
    """Whether a line or a sentence ends at a place."""
    if end >= len(source.text):
        return True
    if source.text[end - 1] in _ENDS + _CLOSING:  # the point of `K2.5` ends nothing
        return not (source.text[end - 1] == "." and source.text[end].isdigit())
    index = bisect_left(source.lines, end)
    return (index < len(source.lines) and source.lines[index] == end) or source.text[end] in "。！？；|"


def _line_at(quote: str, source: _Squeezed, place: int) -> str:
    return quote.split("\n")[bisect_right(source.lines, place) - 1].strip()
