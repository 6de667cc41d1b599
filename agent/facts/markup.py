"""Inline Markdown taken off a text, with the way back to its offsets.

`超过 **70** 种` must read as `超过 70 种`: emphasis between a bound and its number hides the one from the
other. Links keep their words and their address.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_MARK = re.compile(
    r"\*\*|~~|</?(?:b|strong|em|i|u|br|sub|sup|span|mark|font|small|kbd|p|div|a|center)\b[^<>\n]{0,120}>"
    r"|\\(?=[*_`#\[\]()~|<>$%&+-])|!?\[(?=[^\[\]\n]{0,200}\]\()|\](?=\()",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clean:
    """A text without inline marks; `back` leads from its offsets to those of the text as it was."""

    text: str
    _starts: tuple[int, ...] = ()
    """Offsets of the clean text at which a mark was taken out."""
    _shifts: tuple[int, ...] = ()
    """Characters taken out up to each of them."""

    def back(self, offset: int) -> int:
        """The offset in the text as it was of the character at an offset of the clean text."""
        index = bisect_right(self._starts, offset) - 1
        return offset + (self._shifts[index] if index >= 0 else 0)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the text as it was of a span of the clean text; marks at its ends stay outside."""
        return self.back(start), (self.back(end - 1) + 1 if end > start else self.back(start))


def clean(text: str) -> Clean:
    """Take emphasis, tags, escapes and the brackets of links off a text."""
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    last = taken = 0
    for match in _MARK.finditer(text):
        parts.append(text[last : match.start()])
        last = match.end()
        taken += match.end() - match.start()
        starts.append(last - taken)
        shifts.append(taken)
    if not parts:
        return Clean(text)
    parts.append(text[last:])
    return Clean("".join(parts), tuple(starts), tuple(shifts))
