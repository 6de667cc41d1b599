"""What a Chinese document says, in English words: so that a foreign note is compared by more than names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from agent.dictionary import meanings, words_in
from agent.markup import plain


def in_other_words(texts: Iterable[str]) -> Counter[str]:
    """In how many of the texts stands a Chinese word that an English one, stemmed, may translate."""
    return Counter(
        meant for text in texts for meant in {one for word in words_in(plain(text)) for one in meanings(word)}
    )
