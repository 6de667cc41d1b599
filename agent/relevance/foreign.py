"""What a Chinese document says, in English words: so that a foreign note is compared by more than names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from agent.dictionary import in_english, is_word
from agent.facts.names import stem
from agent.markup import plain

_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_LONGEST = 4
"""Characters of a word that is looked for: what is longer is made of words."""
_MEANINGS = 6
"""Translations of a word that are taken: the later ones are rare senses."""
_SHORTEST = 4
"""Letters of a translation: short ones (`get`, `set`) mean anything."""


def in_other_words(texts: Iterable[str]) -> Counter[str]:
    """In how many of the texts stands a Chinese word that an English one, stemmed, may translate."""
    return Counter(
        meant for text in texts for meant in {one for word in _words(text) for one in _meant(word)}
    )


def _words(text: str) -> Iterator[str]:
    """The words of the dictionary in a text, from its beginning, the longest first."""
    for run in _CHINESE.findall(plain(text)):
        at = 0
        while at < len(run):
            length = next((n for n in range(_LONGEST, 1, -1) if is_word(run[at : at + n])), 0)
            if length:
                yield run[at : at + length]
            at += max(1, length)


@lru_cache(maxsize=16_384)
def _meant(word: str) -> frozenset[str]:
    single = (gloss for gloss in in_english(word)[:_MEANINGS] if " " not in gloss)
    return frozenset(stem(part) for gloss in single for part in gloss.split("-") if len(part) >= _SHORTEST)
