"""Comments that Markdown's relatives know beside HTML's: nobody who reads the page sees them."""

from __future__ import annotations

import re
from bisect import bisect_right

from agent.markup import CODE_SPAN

_OPEN = re.compile(
    r"(?P<mdx>\{/\*)|(?P<hugo>\{\{/\*)|(?P<liquid>\{%-?[ \t]{0,8}comment[ \t]{0,8}-?%\})|(?P<vault>^%%[ \t]*$|(?<!\S)%%(?=[^%\n]{1,2000}%%(?!\S)))",
    re.MULTILINE,
)
_CLOSE = {
    "mdx": re.compile(r"\*/\}"),
    "hugo": re.compile(r"\*/\}\}"),
    "liquid": re.compile(r"\{%-?[ \t]{0,8}endcomment[ \t]{0,8}-?%\}"),
    "vault": re.compile(r"%%(?!\S)"),
}
_LONGEST = 20_000
"""Characters of a comment; a mark without its end within them is none."""
_NOTE_AS_LINK = re.compile(r"[ ]{0,3}\[[^\[\]]{1,80}\]:[ \t]*(?:#|<#?>)[ \t]*(?:[\"'(].*)?")
"""`[//]: # (said to nobody)`, a link to nowhere whose title is a comment."""


class Asides:
    """The comments of one text, by offsets."""

    def __init__(self, text: str) -> None:
        self.spans: list[tuple[int, int]] = []
        if "{/*" in text or "{{/*" in text or "comment" in text or "%%" in text:
            self._find(text)
        self._starts = [start for start, _ in self.spans]

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """What of them lies between two offsets, cut to these."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        found = []
        for begin, stop in self.spans[first:]:
            if begin >= end:
                break
            if stop > start:
                found.append((max(begin, start), min(stop, end)))
        return found

    def begin(self, at: int) -> int:
        """Where the comment begins that holds an offset; the offset itself outside of any."""
        before = bisect_right(self._starts, at) - 1
        return self.spans[before][0] if before >= 0 and at < self.spans[before][1] else at

    def _find(self, text: str) -> None:
        code = iter([match.span() for match in CODE_SPAN.finditer(text)])
        span = next(code, None)
        at = 0
        while (mark := _OPEN.search(text, at)) is not None:
            while span is not None and span[1] <= mark.start():
                span = next(code, None)
            at = mark.end()
            if span is not None and span[0] < mark.start():
                continue
            closing = _CLOSE[mark.lastgroup or ""].search(text, at, min(len(text), at + _LONGEST))
            if closing is not None:
                self.spans.append((mark.start(), closing.end()))
                at = closing.end()


def is_note_as_link(line: str) -> bool:
    """Whether a link definition is a comment in disguise."""
    return _NOTE_AS_LINK.fullmatch(line) is not None
