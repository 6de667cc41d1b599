"""The document's own name for the thing that a line is about: a bold lead, the first cell of a row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.markup import plain

_BOLD = re.compile(r"\W{0,4}(?:\*\*|__)(?P<name>[^*_\n]{2,60})(?:\*\*|__)")
_LINKED = re.compile(r"\W{0,2}\[(?P<name>[^\[\]\n]{2,60})\]\(")
_LED = re.compile(r"\s*(?P<name>[^\s:：|,，。;；][^:：|,，。;；\n]{1,40}?)\s?(?:：|:\s)")
_VERSIONED = re.compile(
    r"^(?P<name>.*[^\W\d_].*?)(?:\s[vV]?|[vV](?=\d))(?P<version>\d{1,4}(?:\.\d{1,5}){0,4}(?:[-.]?(?:rc|alpha|beta)[-.]?\d{0,4})?)$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9_\-]", re.IGNORECASE)
_BRACKET = re.compile(r"\s*[（(][^（()）]{1,60}[)）]\s*$")
_LONGEST = 60
_TOLD = re.compile(
    r"[*_\])]{0,3}\s?[:：]\s?[*_]{0,2}[vV]?(?P<version>\d{1,4}(?:\.\d{1,6}){1,3})(?=[*_]{0,2}\s?(?:$|[（(；;，,。]|\.\s|\.$))"
)
"""A version that is all that stands behind a name, before more is said: `Driver: 550.127 (since June)`."""


@dataclass(frozen=True, slots=True)
class Key:
    """A thing by its name, and the version that stands with the name, without its `v`."""

    name: str
    version: str = ""


def key_of(text: str, cells: Sequence[str] = ()) -> Key | None:
    """The name that a line gives its thing at its beginning; None where it gives none.

    `text` is the line without the mark of its list.
    """
    if cells:
        name = plain(cells[0]).strip()
        return _split(name) if 1 < len(name) <= _LONGEST else None
    found = _BOLD.match(text) or _LINKED.match(text) or _LED.match(plain(text[: 2 * _LONGEST]))
    if found is None:
        return None
    key = _split(plain(found["name"]).strip(" :："))
    told = None if key.version else _TOLD.match(found.string, found.end("name"))
    return Key(key.name, told["version"].casefold()) if told else key


def _split(name: str) -> Key:
    """`Kestrel 2.4` and `Kestrel v2.4` are a name and a version; what stands in brackets behind is another name."""
    bare = _BRACKET.sub("", name) or name
    found = _VERSIONED.match(bare)
    return Key(found["name"].strip(), found["version"].casefold()) if found else Key(bare)


def standing_at(text: str, name: str, start: int = 0) -> int:
    """Where a name stands in a text as words of its own; -1 where it does not, and for an empty name."""
    folded, wanted = text.casefold(), name.casefold()
    if not wanted:
        return -1
    at = folded.find(wanted, start)
    while at >= 0:
        end = at + len(wanted)
        before = at > 0 and _WORD.match(folded[at - 1]) and _WORD.match(wanted[0])
        after = _WORD.match(folded, end) and _WORD.match(wanted[-1])
        if not before and not after:
            return at
        at = folded.find(wanted, at + 1)
    return -1
