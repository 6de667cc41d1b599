"""Whether a style keeps words from being seen, in an element's own style or in the rules of its page."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NEVER_SHOWN = re.compile(
    r"display\s*:\s*none|font-size\s*:\s*(?:0(?![.\d])|0?\.\d{1,3}(?:px|pt)|1(?:px|pt))|(?:left|top|text-indent)\s*:\s*-\d{3,}"
    r"|(?<!-)clip\s*:\s*rect\(\s*[01](?:px)?[\s,]|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0\s*\)",
    re.IGNORECASE,
)
_NOT_YET_SHOWN = re.compile(r"visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])", re.IGNORECASE)
_NO_ROOM = re.compile(r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|$|!)", re.IGNORECASE)
_CUT_OFF = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
_COLOUR = re.compile(r"(?<![\w-])(color|background|background-color)\s*:\s*([^;!]{1,60})", re.IGNORECASE)
_WHITE = frozenset({"white", "#fff", "#ffffff", "rgb(255,255,255)", "rgba(255,255,255,1)"})
_PIECE = re.compile(r"[{}]|[^{}]+")
_COMMENT = re.compile(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/")
_SIMPLE = re.compile(r"[a-z0-9]{0,12}([.#][\w-]{1,100})", re.IGNORECASE)
_SHEET_LIMIT = 2_000_000
"""Characters of style sheets that are looked at; a page saved whole may hold several megabytes."""
HIDING_NAMES = frozenset(
    {"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only"}
)
"""Classes that everybody gives to words for screen readers alone."""


def style_hides(style: str) -> bool:
    """Whether a style keeps an element from ever being seen."""
    if not style:
        return False
    if _NEVER_SHOWN.search(style) or (_NO_ROOM.search(style) and _CUT_OFF.search(style)):
        return True
    colours = _colours(style)
    ground = colours.get("background-color") or colours.get("background")
    return ground is not None and colours.get("color") == ground


def style_delays(style: str) -> bool:
    """Whether a style hides an element that a script may show: some pages hide all their words so."""
    return bool(_NOT_YET_SHOWN.search(style))


def writes_white(style: str) -> bool:
    """Whether a style writes in white and lays no ground of its own below it."""
    colours = _colours(style)
    return colours.get("color") == "white" and len(colours) == 1


def lays_ground(style: str) -> bool:
    """Whether a style colours or paints what lies below the words."""
    return "background" in style.lower()


def hidden_names(sheets: Iterable[str]) -> frozenset[str]:
    """`.class` and `#id` that rules of the style sheets hide; rules under a condition (`@media`) are let pass."""
    hidden: set[str] = set()
    whole = "\n".join(sheets)[:_SHEET_LIMIT]
    if not _NEVER_SHOWN.search(whole):
        return frozenset()
    depth = 0
    selector = piece = ""
    for found in _PIECE.finditer(_COMMENT.sub(" ", whole)):
        part = found[0]
        if part == "{":
            depth += 1
            selector = piece if depth == 1 else ""
        elif part == "}":
            depth = max(depth - 1, 0)
        elif depth == 1 and selector:
            names = (name for one in selector.split(",") if (name := _SIMPLE.fullmatch(one.strip())))
            if style_hides(part):
                hidden.update(name[1] for name in names)
            elif re.search(r"display\s*:", part):
                hidden.difference_update(name[1] for name in names)
        piece = part
    return frozenset(hidden)


def _colours(style: str) -> dict[str, str]:
    found = {key.lower(): "".join(value.lower().split()) for key, value in _COLOUR.findall(style)}
    return {key: "white" if value in _WHITE else value for key, value in found.items()}
