"""What a statement says of itself: which figure it takes back, and of which generation of a thing it speaks."""

from __future__ import annotations

import re

from agent.gist.numbers import numbers_in

_FIGURE = r"(?P<{0}>[$€£¥]?\d[\d,.]{{0,20}}\s?[%×xXkKMB万亿千百]?)"
_TAKEN_BACK = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:而非|而不是|不是|并非|不再是|此前[为是]?|原[为是]|原来[为是]|原先[为是])\s?(?:约|大约|之前的|原来的|此前的)?\s?"
        + _FIGURE.format("old"),
        r"[由从]\s?(?:约|此前的|原来的|之前的)?\s?"
        + _FIGURE.format("old")
        + r"[^，。,;；\n]{0,12}?[升降提改增减调更变][^，。,;；\n\d]{0,3}[至到为成]",
        r"\b(?:not|instead of|rather than|no longer|up from|down from|previously|formerly|corrected from)\s"
        r"(?:the |a |about |some |around |as |stated |reported ){0,3}" + _FIGURE.format("old"),
    )
)
_GENERATION = re.compile(
    r"第?(?P<zh>[一二三四五六七八九十]{1,3}|\d{1,2})\s?代|\bgen(?:eration)?\.?\s?(?P<en>\d{1,2})\b|"
    r"\b(?P<nth>\d(?=(?:st|nd|rd|th)[ -]gen)|first|second|third|fourth|fifth|sixth)[a-z]{0,2}[ -]gen(?:eration)?\b",
    re.IGNORECASE,
)
_ORDER = {
    word: str(number)
    for words in ("一二三四五六七八九十", "first second third fourth fifth sixth".split())
    for number, word in enumerate(words, start=1)
}


def taken_back(text: str) -> frozenset[str]:
    """The figures that a statement says do not hold any more, or never did: `250, not 255`, `由 255 改为 250`."""
    found = (match["old"] for pattern in _TAKEN_BACK for match in pattern.finditer(text))
    return frozenset(number for figure in found for number in numbers_in(figure))


def generations(text: str) -> frozenset[str]:
    """The generations of things that a text names: `二代`, `Gen 2`, `second-generation` are all `2`."""
    named = (match["zh"] or match["en"] or match["nth"] for match in _GENERATION.finditer(text))
    return frozenset(_ORDER.get(name.lower(), name) for name in named)
