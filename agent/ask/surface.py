"""How words of a question are found in a text: by stems in Latin script, by characters in Chinese, by value in figures."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from agent.dictionary import simplified
from agent.facts.names import stem
from agent.tokens import CJK

_HAN = re.compile(f"[{CJK}]")
_WORD = re.compile(r"[a-zÀ-ÖØ-öø-ɏ0-9]+(?:\.[0-9]+)*\+{0,2}")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_SPACE = re.compile(r"\s+")
_GLUED = re.compile(r"([a-z]{2,})(\d+(?:\.\d+)+)")
"""`GLM5.3`, `qwen2.5`: a name and its version in one word."""
_UNIT = re.compile(r"(\d+)([a-z]{2,})")
"""`32GPU`, `50ms`: a figure and its unit; `70B` and `142K` stay whole."""
_BRITISH = re.compile(r"(?P<stem>^[a-z]{3,20}?)(?P<end>tre|our|is(?:e|ed|es|er|ers|ing|ation|ations))$")
"""`centre`, `behaviour`, `optimised`: one spelling of what is spelled in two ways."""
_PERCENTILE = re.compile(
    r"(?P<a>\d{2}(?:\.\d{1,2})?)(?:st|nd|rd|th)[ -]?percentile|第? ?(?P<b>\d{2}(?:\.\d{1,2})?)%? ?(?:百分位|分位)[数点值]?"
)
"""`95th percentile`, `第 95 百分位`: one spelling, `p95`."""
_FIGURE = re.compile(r"(?<![\d.])\d+(?:\.\d+)?")
_ZEROS = re.compile(r"\.0{2,}\Z")
_NO_FIGURES = re.compile(r"https?://[^\s)>\]]+|\b\d{4}[-/]\d{1,2}[-/]\d{1,2}\b")
"""Addresses and days: the numbers in them are no figures."""
_WHOLE = re.compile(r"(\d+)\.0{2,}")
"""`4096.000000`: how machines write 4096."""


def folded(text: str) -> str:
    """One spelling: compatibility forms, simplified characters, lower case, no commas within figures."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        if has_han(text):
            text = simplified(text)
    low = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text.lower())
    return with_percentiles(low)


def with_percentiles(text: str) -> str:
    """A text with one spelling of percentiles: `p95`."""
    if "percentile" not in text and "分位" not in text:
        return text
    return _PERCENTILE.sub(lambda found: f"p{found['a'] or found['b']}", text)


def has_han(text: str) -> bool:
    """Whether any character is written without spaces."""
    return _HAN.search(text) is not None


@lru_cache(maxsize=65_536)
def stems(text: str) -> str:
    """The Latin words and figures of a folded text by their stems, each between spaces."""
    words: list[str] = []
    for word in _WORD.findall(text):
        glued = _GLUED.fullmatch(word) or _UNIT.fullmatch(word)
        whole = _WHOLE.fullmatch(word)
        if glued:
            words += [stem(glued[1]), stem(glued[2])]
        elif whole:
            words.append(whole[1])
        else:
            words.append(word if "." in word else stem(_BRITISH.sub(_american, word)))
    return f" {' '.join(words)} "


def _american(found: re.Match[str]) -> str:
    return found["stem"] + {"tre": "ter", "our": "or"}.get(found["end"], found["end"].replace("is", "iz"))


class Surface:
    """A text in the forms in which terms are looked for."""

    __slots__ = ("_figures", "_low", "han", "line", "words")

    def __init__(self, text: str) -> None:
        low = folded(text)
        self.line = stems(low) if len(low) < 4_000 else stems.__wrapped__(low)
        self.words = frozenset(self.line.split())
        self.han = _SPACE.sub("", low) if has_han(low) else ""
        self._low = low
        self._figures: frozenset[str] | None = None

    def holds(self, form: str) -> bool:
        """Whether a folded form stands in the text."""
        if has_han(form):
            return _SPACE.sub("", form) in self.han
        key = stems(form).strip()
        if not key:
            return False
        return key in self.words if " " not in key else f" {key} " in self.line

    def has_figure(self, forms: tuple[str, ...]) -> bool:
        """Whether the text gives a figure by itself: not as a part of an address or of a day, and a share as one."""
        if self._figures is None:
            self._figures = frozenset(
                _ZEROS.sub("", figure) for figure in _FIGURE.findall(_NO_FIGURES.sub(" ", self._low))
            )
        if not any(form in self._figures for form in forms):
            return False
        return "%" in self._low or "百分" in self._low or not any(form.endswith("%") for form in forms)

    def share(self, run: str) -> float:
        """Share of the pairs of characters of a Chinese run that the text holds."""
        pairs = [run[at : at + 2] for at in range(len(run) - 1)]
        return sum(pair in self.han for pair in pairs) / len(pairs) if pairs else 0.0

    def has_version(self, version: str) -> bool:
        """Whether the text names a version or one below it: `0.30` is named by `v0.30.1`."""
        return any(
            word.lstrip("v") == version or word.lstrip("v").startswith(f"{version}.") for word in self.words
        )
