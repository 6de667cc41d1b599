"""How much a short text of a brief has in common with each of its increments."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agent.models import Increment, Point
from agent.tokens import tokens

_UNSEEN = 0.4
"""Weight of a word that no increment has: it tells whether any is meant, hardly which."""
_COMMON = 0.05
"""Least weight of a word."""
_ALL = 48
"""Up to so many increments are all compared; of more, the few that share the rarest words."""
_NEAREST = 6
_RARE = 12
"""A word that more increments have does not bring one into comparison."""


class Likeness:
    """Words of the increments, weighed by how few of them have each.

    Inverse document frequency; a pair of Han characters weighs half a word.
    """

    def __init__(self, increments: Sequence[Increment]) -> None:
        self._total = len(increments)
        self._about = [frozenset(tokens(_about(one))) for one in increments]
        self._titles = [frozenset(tokens(f"{one.title} {one.work_title}")) for one in increments]
        self._named = [
            title | set(tokens(" ".join(one.arxiv)))
            for title, one in zip(self._titles, increments, strict=True)
        ]
        self._totals: dict[frozenset[str], float] = {}
        self._seen = Counter(token for about in self._about for token in about)
        self._rare: dict[str, list[int]] = defaultdict(list)
        if self._total > _ALL:
            for at, about in enumerate(self._about):
                for token in about:
                    if self._seen[token] <= _RARE:
                        self._rare[token].append(at)

    def weigh(self, token: str) -> float:
        """The weight of one word."""
        seen = self._seen.get(token, 0)
        rarity = math.log((self._total + 1) / (seen + 0.5)) if seen else _UNSEEN
        return max(_COMMON, rarity) * (1.0 if token.isascii() else 0.5)

    def candidates(self, text: str) -> Sequence[int]:
        """The increments that a text may speak of, in order."""
        if self._total <= _ALL:
            return range(self._total)
        shared: Counter[int] = Counter()
        for token in _words(text):
            for at in self._rare.get(token, ()):
                shared[at] += 1
        return sorted(at for at, _ in shared.most_common(_NEAREST))

    def titled(self, text: str, at: int) -> float:
        """What a text has in common with an increment's title, 0 to 1 of the lesser of the two."""
        return self._share(_words(text), self._titles[at])

    def whole(self, text: str, at: int) -> float:
        """What a text has in common with all that an increment says."""
        return self._share(_words(text), self._about[at])

    def best(self, texts: Sequence[str], text: str) -> float:
        """The most that one of some texts has in common with a text."""
        mine = _words(text)
        return max((self._share(mine, _words(other)) for other in texts[:_ALL]), default=0.0)

    def speaks_of(self, title: str, rest: str, at: int) -> float:
        """Share of a doubt's words that an increment has; those of the doubt's title count four times."""
        mine = _words(title)
        more = _words(rest) - mine
        about, named = self._about[at], self._named[at]
        all_of_it = self._sum(mine) * 4 + self._sum(more)
        shared = self._sum(mine & about) * 3 + self._sum(mine & named) + self._sum(more & about)
        return shared / all_of_it if all_of_it else 0.0

    def _share(self, mine: frozenset[str], theirs: frozenset[str]) -> float:
        least = min(self._total_of(mine), self._total_of(theirs))
        return self._sum(mine & theirs) / least if least else 0.0

    def _total_of(self, words: frozenset[str]) -> float:
        if words not in self._totals:
            self._totals[words] = self._sum(words)
        return self._totals[words]

    def _sum(self, found: Iterable[str]) -> float:
        # Sets of words have no order of their own, and a sum of floats depends on it.
        return math.fsum(self.weigh(token) for token in found)


@lru_cache(maxsize=256)
def _words(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _about(increment: Increment) -> str:
    parts = [increment.title, increment.work_title, increment.target, *increment.arxiv, *increment.urls]
    for piece in increment.body:
        if isinstance(piece, Point):
            parts.append(piece.text)
        else:
            parts += [piece.caption, *(cell for row in piece.rows for cell in row)]
    return " ".join(parts)
