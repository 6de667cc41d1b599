"""Rates said in words: a half, 三分之一, doubled, 翻倍."""

from __future__ import annotations

import re

from agent.consistency.amounts import Amount
from agent.facts.number_words import word_amounts
from agent.facts.numerals import han_value

WORDED = "in words"
"""The unit of a rate that is said in words."""
_OF_TIME = re.compile(
    r"\s?(?:an?\s|of an?\s|of the\s)?(?:second|minute|hour|day|week|month|year)|个?(?:小时|分钟|秒|天|月|年)",
    re.I,
)
_OF_THINGS = re.compile(
    r"\s?(?:of (?:the |all |our |these |those )?(?!original|former|previous|what|baseline|before|that)[a-z]|以上|以下|的(?!水平|时间|时长|显存|开销|大小|体积|成本|延迟|时延|内存)[\u4e00-\u9fff])",
    re.I,
)
"""A share of other things than the first value."""
_ROUGH = 0.18
"""By how much of itself a rate in words may be off: `halved` is said of 0.42 to 0.59."""


_NUMERAL = re.compile(
    r"[二两三四五六七八九十百]{1,5}(?=\s?(?:条|篇|项|个|种|款|张|台|家|份|名|次|类)(?!月|小时|百分))"
)
_NOT_COUNTED = re.compile(r"(?:第|这|那|哪|每|[A-Za-z\d.])\s?$")


def in_digits(text: str) -> str:
    """A text whose Chinese counts (二十三条) stand in digits."""
    if _NUMERAL.search(text) is None:
        return text
    return _NUMERAL.sub(_digits, text)


def _digits(match: re.Match[str]) -> str:
    value = han_value(match[0])
    if value is None or _NOT_COUNTED.search(match.string[max(0, match.start() - 2) : match.start()]):
        return match[0]
    return f"{value:.0f}"


def worded_rates(piece: str) -> list[Amount]:
    """The rates that a clause says in words, as multiples or percentages that allow for the roughness of words."""
    found: list[Amount] = []
    for word in word_amounts(piece, lambda _start, _end: False):
        if word.dimension not in ("times", "percent") or not word.wordy or not word.value:
            continue
        after = piece[word.end : word.end + 16]
        if (
            any(char.isdigit() for char in piece[word.start : word.end])
            or _OF_TIME.match(after)
            or _OF_THINGS.match(after)
        ):
            continue
        value = 50.0 if word.dimension == "times" and word.value < 1 else word.value
        dimension = "percent" if value == 50.0 else word.dimension
        found.append(
            Amount(
                word.start,
                word.end,
                piece[word.start : word.end],
                value,
                value,
                value * _ROUGH,
                dimension,
                WORDED,
            )
        )
    return found
