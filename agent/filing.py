"""Paper cards that lie under a class which their content does not speak for.

Nobody's list of classes is needed: a class is what its cards say, and a card is compared with its siblings there
and with the cards of every other class.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.gist import gist
from agent.models import Model, SourceText

_CLASS_KEYS = ("primary", "class", "category", "主分类", "分类", "类别", "topic", "主题")
_NEAREST = 3
"""Cards of a class that speak for it: as many as look most like the card in question, and no fewer."""
_ALIKE = 0.12
"""Mean cosine to them from which a class is spoken for; cards of one class lie around 0.2, of two below 0.08."""
_CLEARLY = 2.5
"""So many times more than for its own class: a card between two classes is filed rightly in either."""
_LOOKED_AT = 4_000
_SHOWN = 4


class Misfiled(Model):
    """A card whose content speaks for another class."""

    path: str
    filed: str
    speaks_for: str
    words: tuple[str, ...]
    """What it shares with that class, the most telling first."""
    like: tuple[str, ...]
    """Cards of that class that look most like it."""


@dataclass(frozen=True)
class _Card:
    path: str
    filed: str
    terms: frozenset[str]
    text: str

    def worded(self, term: str) -> str:
        """A term, whose ending is cut, as the card words it."""
        found = re.search(rf"{re.escape(term)}\w*", self.text, re.IGNORECASE) if term.isascii() else None
        return found[0] if found else term


def misfiled(cards: Sequence[SourceText]) -> tuple[Misfiled, ...]:
    """The cards that are surely filed wrong, in the order given.

    A class is that of the card's front matter, else the folder that it lies in where the cards lie in several.
    """
    return _Shelves(_filed(cards)).misfiled()


def _filed(cards: Sequence[SourceText]) -> list[_Card]:
    folders = {card.source.path.rpartition("/")[0] for card in cards}
    found = []
    for card in cards:
        meta = {key.casefold(): value.strip() for key, value in card.meta}
        own = next((meta[key] for key in _CLASS_KEYS if meta.get(key)), "")
        if not own and len(folders) > 1:
            own = card.source.path.rpartition("/")[0].rpartition("/")[2]
        if own:
            text = f"{card.title}\n{_body(card)[:_LOOKED_AT]}"
            said = gist(text)
            found.append(_Card(card.source.path, own, said.terms | said.ids, text))
    return found


def _body(card: SourceText) -> str:
    """Its words without the front matter, which names the class."""
    start = max((block.end for block in card.blocks if block.kind == "meta"), default=0)
    return card.text[start:]


class _Shelves:
    """Cards by class."""

    def __init__(self, cards: Sequence[_Card]) -> None:
        self._cards = cards
        self._by_class: dict[str, list[_Card]] = defaultdict(list)
        for card in cards:
            self._by_class[card.filed.casefold()].append(card)

    def misfiled(self) -> tuple[Misfiled, ...]:
        found = (self._judged(card) for card in self._cards)
        return tuple(one for one in found if one)

    def _judged(self, card: _Card) -> Misfiled | None:
        """Its own class and the best other one are each spoken for by enough siblings, and the other clearly."""
        own = card.filed.casefold()
        near = {name: self._nearest(card, of) for name, of in self._by_class.items() if name != own}
        near = {name: of for name, of in near.items() if len(of) == _NEAREST}
        siblings = self._nearest(card, self._by_class[own])
        if not near or len(siblings) < _NEAREST:
            return None
        best = max(near, key=lambda name: (_mean(near[name]), name))
        theirs, ours = _mean(near[best]), max(alike for alike, _ in siblings)
        if theirs < _ALIKE or theirs < _CLEARLY * ours:
            return None
        others = [card for _, card in near[best]]
        shared = Counter(term for other in others for term in card.terms & other.terms)
        telling = sorted(shared, key=lambda term: (-shared[term] * self._weight[term], term))
        return Misfiled(
            path=card.path,
            filed=card.filed,
            speaks_for=others[0].filed,
            words=tuple(card.worded(term) for term in telling[:_SHOWN]),
            like=tuple(other.path for other in others),
        )

    def _nearest(self, card: _Card, of: Iterable[_Card]) -> list[tuple[float, _Card]]:
        found = [(self._cosine(card, other), other) for other in of if other is not card]
        return sorted(found, key=lambda pair: (-pair[0], pair[1].path))[:_NEAREST]

    def _cosine(self, one: _Card, other: _Card) -> float:
        shared = sum(self._weight[term] ** 2 for term in one.terms & other.terms)
        size = self._size(one) * self._size(other)
        return shared / size if size else 0.0

    def _size(self, card: _Card) -> float:
        return math.sqrt(sum(self._weight[term] ** 2 for term in card.terms))

    @cached_property
    def _weight(self) -> Mapping[str, float]:
        """Inverse frequency among the cards: what every card's template says weighs nothing."""
        seen = Counter(term for card in self._cards for term in card.terms)
        return {term: math.log(len(self._cards) / times) for term, times in seen.items()}


def _mean(near: Sequence[tuple[float, _Card]]) -> float:
    return sum(alike for alike, _ in near) / len(near)
