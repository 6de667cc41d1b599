"""The words and names of a text, folded so that two spellings are one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from agent.facts.names import STOPWORDS, stem
from agent.language import language_of
from agent.tokens import tokens

Weight = Callable[[str], float]
"""How much a token tells, by its rarity; 1 for every token where nothing is known."""

_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_.+#\-]*[A-Za-z0-9+#]")
_LEADING = re.compile(r"[\W_]*([A-Za-z][\w.+\-]*)\s*[:：]\s")
_FUNCTION_HAN = re.compile(r"[的了和与及在是对为于并也而将被把这那其等]")
_NEGATION = re.compile(
    r"不|未|没有|并非|移除|弃用|取消|下线|"
    r"\b(?:not|no longer|never|cannot|removed?s?|drops?|dropped|deprecated?s?|discontinued?)\b|n't\b",
    re.IGNORECASE,
)
_NOT_NEGATION = re.compile(
    r"不同|不仅|不只|不断|不少|不但|不过|不到|不足|不超过|无需|未来|不错|无论|不等|not only", re.I
)
_LONG_NAME = 6
_STOP = STOPWORDS | frozenset(
    "new paper pdf arxiv code link source url github http https www com html has been via one two".split()
)


def content(text: str) -> list[str]:
    """Search tokens, English ones stemmed, without stop words, function characters and bare numbers."""
    return [
        stem(token) if token.isascii() else token
        for token in tokens(_FUNCTION_HAN.sub(" ", text))
        if token not in _STOP and not token[0].isdecimal() and (len(token) > 1 or not token.isascii())
    ]


def names_in(text: str) -> Iterable[str]:
    """Latin words that are written as names: with capitals inside, digits, or before a title's colon.

    In a Chinese line every Latin word of three letters is a term that a translation would keep.
    """
    for line in text.split("\n"):
        words = _LATIN.findall(line)
        if not words:
            continue
        han = is_han(line)
        shouted = sum(word.isupper() for word in words) * 2 > len(words) > 2
        lead = _LEADING.match(line)
        if lead:
            yield stem(lead[1])
        for word in words:
            if word.casefold() in _STOP:
                continue
            if _is_name(word.capitalize() if shouted else word) or (han and len(word) > 2):
                yield stem(_singular(word))


def telling_name(name: str) -> bool:
    """Whether a folded name hardly stands for anything else: long, joined, or with a figure in it.

    `kv`, `gpu`, `llm`, `rlhf` are said of everything in a field, `f16` of every second row.
    """
    joined = "-" in name or "." in name or any(char.isdecimal() for char in name)
    return len(name) >= (_LONG_NAME if not joined else _LONG_NAME - 2)


def _singular(word: str) -> str:
    """`GPUs` is `GPU`."""
    return word[:-1] if len(word) > 2 and word[-1] == "s" and word[-2].isupper() else word


@lru_cache(maxsize=65_536)
def _is_name(word: str) -> bool:
    has_digit = any(char.isdecimal() for char in word)
    inner = any(char.isupper() for char in re.sub(r"(?:^|[-_.])[A-Z]", "", word))
    acronym = len(word) > 1 and (word.isupper() or _singular(word).isupper())
    return has_digit or inner or acronym


def is_han(text: str) -> bool:
    """Whether a text is written in Chinese, as far as its letters tell."""
    return language_of(text) == "zh"


def is_negated(text: str) -> bool:
    """Whether it denies something, more often than it says `not only` and the like."""
    return len(_NEGATION.findall(text)) > len(_NOT_NEGATION.findall(text))


def share(part: Iterable[str], whole: frozenset[str], weight: Weight | None = None) -> float:
    """The weighted share of `part` that lies in `whole`; 1 of nothing."""
    part = set(part)
    if weight is None:
        return len(part & whole) / len(part) if part else 1.0
    total = sum(map(weight, part))
    return sum(weight(token) for token in part if token in whole) / total if total else 1.0
