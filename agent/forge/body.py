"""Our text within a pull request's: what people write around it, or into it, stays theirs.

Our part stands between two comments that a forge does not show. The first names a hash of our text and one of
our title: where what stands there no longer has that hash, a person has edited it, and it is left alone.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

_END = "<!-- redline:end -->"
_BEGIN = re.compile(r"<!-- redline:begin ([0-9a-f]{12}) ([0-9a-f]{12}) -->\n?")
_OUR_MARK = re.compile(r"<!--(?=\s{0,8}redline:)")
_CUT = "\n\n…"
_LEAST = 400
"""Characters below which our part would say nothing."""


@dataclass(frozen=True, slots=True)
class Renewed:
    """What a pull request's title and text should be; `kept` names what a person has made of them."""

    title: str
    body: str
    kept: str = ""


def enclosed(text: str, title: str, limit: int) -> str:
    """Our text between its marks, within `limit` characters."""
    inner = _fitted(_OUR_MARK.sub("<!- -", _lines(text)), limit - len(_marked("", title)))
    return _marked(inner, title)


def remark(text: str, mark: str, limit: int) -> str:
    """A comment of ours that ends with its mark; no other mark is in it."""
    return f"{_fitted(_OUR_MARK.sub('<!- -', _lines(text)), limit - len(mark) - 2)}\n\n{mark}"


def renewed(current: str, current_title: str, text: str, title: str, limit: int) -> Renewed:
    """Our new text in the place of our old one, all else as it is; the title unless a person gave another."""
    body = _lines(current, strip=False)
    begin = _BEGIN.search(body)
    end = body.find(_END, begin.end()) if begin else -1
    if begin is None or end < 0:
        return Renewed(current_title, current, "the text was replaced by a person, and is left as it is")
    if _digest(body[begin.end() : end]) != begin[1]:
        return Renewed(
            current_title, current, "a person has edited our part of the text, which is left as it is"
        )
    before, after = body[: begin.start()], body[end + len(_END) :]
    room = limit - _length(before) - _length(after)
    if room < _LEAST:
        return Renewed(current_title, current, "there is no room left for our part of the text")
    theirs = _digest(current_title) != begin[2]
    made = before + enclosed(text, title, room) + after
    same = _lines(made) == _lines(current)
    return Renewed(
        current_title if theirs else title,
        current if same else made,
        "the title is a person's, and is left as it is" if theirs else "",
    )


def _marked(inner: str, title: str) -> str:
    return f"<!-- redline:begin {_digest(inner)} {_digest(title)} -->\n{inner}\n{_END}"


def _digest(text: str) -> str:
    """Hash of a text whatever a forge does to line ends and to blanks at them."""
    return hashlib.sha256(_lines(text).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _lines(text: str, *, strip: bool = True) -> str:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(line.rstrip() for line in plain.split("\n")).strip() if strip else plain


def _length(text: str) -> int:
    """Characters as the strictest forge counts them: in UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _fitted(text: str, limit: int) -> str:
    """The text, cut at a line's end where there is no more room."""
    if _length(text) <= limit:
        return text
    room = limit - len(_CUT)
    cut = text.encode("utf-16-le", "surrogatepass")[: 2 * room].decode("utf-16-le", "ignore")
    return (cut.rpartition("\n")[0] or cut).rstrip() + _CUT
