"""Shares of one whole that add up to more than it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.consistency.reading import Reading, Sentence
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_SHARE = re.compile(
    r"(?<![\d.,~–—-])(?P<value>\d{1,3}(?:\.\d{1,3})?)\s?[%％](?!\s?(?:[-~–—]|至|到|to\b)\s?\d)"
)
_OF_ONE = re.compile(
    r"(?:全部|所有|全体|总体|整体|整个)[^，。；\n]{0,24}[中里，]|[^，。；\n]{0,16}(?:构成|组成|分布|来源)(?:中|为|是|：|:|，)|"
    r"\b(?:of|among|across) (?:all|the total|every|the (?:whole|entire))\b"
    r"|\b(?:mix|split|breakdown|composition|distribution|made up|make-up|divided|consists?|comprises?)\b",
    re.IGNORECASE,
)
"""What says of which whole the shares are."""
_TAKES = re.compile(r"占(?:比|到|了|据)?(?:为|达|约)?\s?$")
_OVERLAP = re.compile(
    r"多选|可多选|重叠|同时(?:使用|选)|兼|其中|至少一|"
    r"\b(?:overlap\w*|multiple (?:answers|choice|responses)|more than one|of which|of those|of these|both|at least one|respectively up|also)\b",
    re.IGNORECASE,
)
"""Shares that need not be of one whole, or may count a thing twice."""
_NOT_SHARE = re.compile(
    r"率|提升|提高|降低|下降|增长|增加|减少|上涨|超过|高于|低于|从|由[^，]{0,12}到|"
    r"\b(?:rate|up|down|rose|fell|grew|faster|slower|higher|lower|more|less|improv\w*|reduc\w*|increas\w*|from|gain\w*|accuracy|score\w*|success\w*|succeed\w*|probability|confidence)\b",
    re.IGNORECASE,
)
_LEAST, _MOST = 2, 12
_ROUNDED = 0.5
"""Percent that each share may be too high by rounding."""


def shares_beyond(reading: Reading) -> Iterator[Doubt]:
    """Sentences whose shares of one whole are together more than it."""
    for sentence in reading.sentences:
        found = _shares(sentence)
        total = sum(map(float, found))
        if not found or total <= 100 + _ROUNDED * len(found) or max(map(float, found)) > 100:
            continue
        told = f"{total:g}%"
        here = quote(sentence.quote, sentence.line)
        yield doubt(
            reading,
            "share",
            here,
            here,
            zh=f"{'、'.join(f'{one}%' for one in found)} 合计 {told}，超过 100%",
            en=f"{', '.join(f'{one}%' for one in found)} together are {told}, more than 100%",
        )


def _shares(sentence: Sentence) -> list[str]:
    """The shares that a sentence gives of one whole, as written; none where they may be of several."""
    text = sentence.text
    if sentence.heading or _OVERLAP.search(text) or _NOT_SHARE.search(text):
        return []
    found = list(_SHARE.finditer(text))
    if not _LEAST <= len(found) <= _MOST:
        return []
    taken = sum(_TAKES.search(text[max(0, one.start() - 6) : one.start()]) is not None for one in found)
    whole = _OF_ONE.search(text, 0, found[0].start())
    if not whole and taken < len(found):
        return []
    return [one["value"] for one in found]
