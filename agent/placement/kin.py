"""Where a document keeps the kin of something new: what is asked where its words are not sure of a section.

A line that it extends, the advisories of other things, a line or table whose own things it names: these say more of
where something belongs than words in common do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from agent.document import Document, Section
from agent.entries import subject
from agent.gist import gist
from agent.relation import Line, Related, Said, standing_at
from agent.tokens import tokens

_ADVISORY = "cve:"
_HEADS = 2
"""Columns of a table that a statement names, for it to be of the table's kind."""
_LEAST_HEAD = 2
"""Letters of a head below which it says nothing (`#`)."""


class Kin(NamedTuple):
    """A section, and whether what was found leaves no other."""

    section: Section
    sure: bool


class Kindred:
    """Finds the kin of something new in one document."""

    def __init__(self, document: Document, said: Said) -> None:
        self._document = document
        self._said = said
        self._advisories = [line for line in said.lines if any(map(_is_advisory, line.gist.ids))]

    def of(
        self,
        texts: Sequence[str],
        related: Related | None,
        *,
        ranked: Section | None = None,
        near: Line | None = None,
    ) -> Kin | None:
        """The section of what is nearest of kin to a thing of these texts, its title first; None without any.

        `related` is its relation to the document, `ranked` the section that its words speak for most, `near` the
        first block of the one that a search by meaning found.
        """
        if related and related.relation == "extends" and related.line:
            return Kin(self._document.section_at(related.line), sure=False)
        whole = "\n".join(texts)
        if self._advisories and any(map(_is_advisory, gist(whole).ids)):
            return self._most(self._advisories)
        named, name = self._named(texts)
        if named:
            speaks_too = ranked and any(standing_at(block.text, name) >= 0 for block in ranked.body)
            return None if speaks_too else self._most(named)
        headed = self._headed(whole)
        if headed:
            return self._most(headed)
        return Kin(self._document.section_at(near.line), sure=False) if near else None

    def _named(self, texts: Sequence[str]) -> tuple[list[Line], str]:
        """The lines whose own thing one of the texts begins with, and its name."""
        for text in texts:
            lead = subject(text)
            lines = self._said.keyed(lead) if lead else []
            found = [line for line in lines if line.key and standing_at(text, line.key.name) >= 0]
            if found and found[0].key:
                return found, found[0].key.name
        return [], ""

    def _headed(self, text: str) -> list[Line]:
        """The rows of the one table of which a text names several columns, with their figures."""
        words = set(tokens(text))
        tables: dict[tuple[str, ...], Line] = {}
        for line in self._said.rows:
            tables.setdefault(line.header, line)
        found = [line for header, line in tables.items() if _names(header, words) >= _HEADS]
        return found if len(found) == 1 else []

    def _most(self, lines: Sequence[Line]) -> Kin:
        """The section that most of some lines stand in; sure where all of them do."""
        sections = Counter(self._document.section_at(line.line).line for line in lines)
        at, times = sections.most_common(1)[0]
        return Kin(self._document.section_at(at), sure=times == len(lines))


def _is_advisory(name: str) -> bool:
    return name.startswith(_ADVISORY)


def _names(header: Sequence[str], words: set[str]) -> int:
    """How many columns, the first apart, a text names by all words of their heads, units left out."""
    found = 0
    for head in header[1:]:
        bare = {
            word for word in tokens(head.partition("(")[0].partition("（")[0]) if len(word) >= _LEAST_HEAD
        }
        found += bool(bare) and bare <= words
    return found
