"""One text's gist: each part is made when it is first asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from agent.entries.things import ids_in, leads_somewhere
from agent.facts.identifiers import Identifier, find_identifiers
from agent.facts.urls import Url, find_urls, page_of
from agent.gist.numbers import Slot, dates_in, numbers_in, slots_in, without_dates
from agent.gist.words import content, is_han, is_negated, names_in
from agent.markup import plain
from agent.tokens import folded

_MARK = re.compile(r"[\w.\-%]+", re.ASCII)
_KEPT = 4_000
"""Characters of a text whose gist is kept for the next time; lines are asked often, notes once."""


@dataclass(frozen=True, eq=False)
class Gist:
    """See the package. Every set holds folded, normal forms."""

    text: str
    """Compatibility forms folded."""

    @cached_property
    def ids(self) -> frozenset[str]:
        """Works, repositories, issues and advisories."""
        return frozenset(ids_in(self.text, self._urls))

    @cached_property
    def pages(self) -> frozenset[str]:
        """Pages linked."""
        return frozenset(page_of(url.raw) for url in self._urls if leads_somewhere(url.raw))

    @cached_property
    def versions(self) -> frozenset[str]:
        """Versions with a point in them; `V100`, `v2` are as often names, and are names here."""
        return frozenset(item.normal for item in self._marked if item.kind == "version")

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Figures, with the unit that changes their size."""
        return numbers_in(self._rest)

    @cached_property
    def dates(self) -> frozenset[str]:
        """Days and months."""
        return dates_in(self._undated)

    @cached_property
    def names(self) -> frozenset[str]:
        """Latin words written as names."""
        return frozenset(names_in(self._rest))

    @cached_property
    def words(self) -> frozenset[str]:
        """Tokens without stop words, numbers and names."""
        return frozenset(content(self._rest)) - self.names

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Figures with the words beside them."""
        return slots_in(self._rest)

    @cached_property
    def marks(self) -> frozenset[tuple[str, int]]:
        """Every run of signs with a digit in it, outside links, with how often it occurs: what a copy must keep."""
        runs = _MARK.findall(self._bare.casefold())
        marks = (run.strip(".-") for run in runs if any(char.isdecimal() for char in run))
        return frozenset(Counter(marks).items())

    @cached_property
    def negated(self) -> bool:
        """Whether it denies something."""
        return is_negated(self._rest)

    @cached_property
    def han(self) -> bool:
        """Whether it is written in Chinese, as far as its letters tell."""
        return is_han(self._rest)

    @cached_property
    def facts(self) -> frozenset[str]:
        """All that would make two statements differ if it differed."""
        return self.ids | self.versions | self.numbers | self.names

    @cached_property
    def terms(self) -> frozenset[str]:
        """Words and names."""
        return self.words | self.names

    @cached_property
    def latin(self) -> frozenset[str]:
        """Names and all other Latin words: where a name of the other language's text may be found."""
        return self.names | {word for word in self.words if word.isascii()}

    @cached_property
    def _urls(self) -> tuple[Url, ...]:
        return find_urls(self.text)

    @cached_property
    def _bare(self) -> str:
        """Without links and markup. An underscore joins words here and is lost as markup there."""
        words = _blanked(self.text, [(url.start, url.end) for url in self._urls])
        return plain(words).replace("_", " ")

    @cached_property
    def _marked(self) -> tuple[Identifier, ...]:
        found = find_identifiers(self._bare, ())
        return tuple(
            item
            for item in found
            if item.kind in {"arxiv", "doi", "cve"} or (item.kind == "version" and "." in item.normal)
        )

    @cached_property
    def _undated(self) -> str:
        """Without identifiers and versions, whose digits are no figures."""
        return _blanked(self._bare, [(item.start, item.end) for item in self._marked])

    @cached_property
    def _rest(self) -> str:
        """Without identifiers, versions and dates."""
        return without_dates(self._undated)


def gist(text: str) -> Gist:
    """The gist of a text."""
    return _kept(text) if len(text) <= _KEPT else _made(text)


def _made(text: str) -> Gist:
    return Gist(folded(text))


_kept = lru_cache(maxsize=8_192)(_made)


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], " "]
        at = end
    return "".join([*parts, text[at:]])
