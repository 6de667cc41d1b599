"""HTML and pictures in the words of others: shown in a brief as they are written, and never run or loaded."""

from __future__ import annotations

import re

_ENTITY = r"(?:lt|#91);"
_WRITTEN = re.compile(rf"&(?=(?:amp;){{0,9}}{_ENTITY})")
_READ = re.compile(rf"&amp;(?=(?:amp;){{0,9}}{_ENTITY})")
_LIVE = re.compile(
    r"<(?=[A-Za-z/!?])(?!(?:br|sub|sup)>|/(?:sub|sup)>|https?://[^\s<>]{1,2000}>)|(?<=!)\[|\[(?=[^\[\]\n]{0,300}\]\(\s?(?!<?https?://|<?mailto:|#))"
)
"""Where a tag, a comment, a picture or a link that leads to no page of the web would begin; line breaks, raised and
lowered text and other links are none."""
_ENTITIES = {"<": "&lt;", "[": "&#91;"}
_CODE = re.compile(r"(`[^`]+`)")


def inert(text: str) -> str:
    """A brief's Markdown with the beginnings of HTML and of pictures as entities; `live` gives the text back."""
    return "\n".join(map(_line, _WRITTEN.sub("&amp;", text).split("\n")))


def live(text: str) -> str:
    """The text that `inert` was given."""
    return _READ.sub("&", text.replace("&lt;", "<").replace("&#91;", "["))


def _line(line: str) -> str:
    """One line; code shows what it holds, but in a table a lone backtick of another cell may end it."""
    unsure = line.startswith("|") or "``" in line or "\\`" in line or line.count("`") % 2
    parts = [line] if unsure else _CODE.split(line)
    return "".join(part if at % 2 else _LIVE.sub(_entity, part) for at, part in enumerate(parts))


def _entity(found: re.Match[str]) -> str:
    return _ENTITIES[found[0]]
