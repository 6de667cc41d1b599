"""The document's blocks by meaning, for texts in another language than its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agent.index import Index, Passage
from agent.language import language_of
from agent.models import Language
from agent.relation import Line
from agent.store import content_hash

if TYPE_CHECKING:
    from agent.embeddings import Vectors

MOST_ASKED = 250
"""Texts that are looked up by meaning in one node of a night: each costs a tenth of a second, and a night of a
thousand notes has more. What comes after is left to words and ids."""

MOST_BLOCKS = 2_500
"""Blocks of a document whose sections are compared by meaning: as many vectors as a night affords."""
MOST_SECTIONS = 120
"""Sections whose headings are compared as well: each costs a vector of a few words, once."""
_NEXT_TO_NOTHING = 1e-9
"""Length below which a mean of vectors has no direction."""


class Nearest:
    """Looks blocks up by meaning, only where the words of two languages cannot meet, and not without end."""

    def __init__(self, index: Index, owner: str, lines: Sequence[Line], language: Language) -> None:
        self._index = index
        self._owner = owner
        self._language = language
        self._asked = 0
        self._lines = lines
        self._sections: list[tuple[Line, Vectors]] | None = None
        self._passages = passages_of(lines)
        self._by_key = {passage.key: line for passage, line in zip(self._passages, lines, strict=True)}

    def sync(self) -> int:
        """Bring the index in step with the document; how many blocks are new to it."""
        return self._index.sync(self._owner, self._passages)

    def needed(self, text: str) -> bool:
        """Whether a text is written in another language than the document, and may still be looked up."""
        return self._asked < MOST_ASKED and language_of(text) not in (self._language, None)

    def lines(self, text: str) -> list[Line]:
        """The nearest blocks, best first."""
        self._asked += 1
        hits = self._index.search(self._owner, text, limit=4)
        return [self._by_key[hit.key] for hit in hits if hit.key in self._by_key]

    def section(self, text: str) -> Line | None:
        """The first block of the section that is nearest in meaning, by the mean of its blocks; None for a document
        of very many blocks, or of none."""
        if not 0 < len(self._lines) <= MOST_BLOCKS:
            return None
        if self._sections is None:
            self._sections = self._middles()
        self._asked += 1
        asked = self._index.vectors([text], "query")
        return max(self._sections, key=lambda section: (section[1] @ asked.T).item())[0]

    def _middles(self) -> list[tuple[Line, Vectors]]:
        """The first block of each section that holds something, and the mean direction of all of its blocks and of
        its headings, where there are not too many of those.

        The blocks' vectors are those that they are found by, so few are made for this. Of insertions that people made
        into documents, the mean found the section of more than a vector of its headings and beginning did; with the
        headings it tells young sections apart, which hold little yet.
        """
        vectors = self._index.vectors([passage.text for passage in self._passages], "passage")
        held: dict[str, list[int]] = {}
        for at, line in enumerate(self._lines):
            held.setdefault(line.section.partition("\n")[0], []).append(at)
        headings = self._headings(list(held))
        found: list[tuple[Line, Vectors]] = []
        for number, rows in enumerate(held.values()):
            middle = vectors[rows].mean(axis=0, keepdims=True)
            if headings is not None:
                middle = middle / max((middle @ middle.T).item() ** 0.5, _NEXT_TO_NOTHING) + headings[number]
            found.append(
                (self._lines[rows[0]], middle / max((middle @ middle.T).item() ** 0.5, _NEXT_TO_NOTHING))
            )
        return found

    def _headings(self, paths: Sequence[str]) -> Vectors | None:
        """Vectors of the sections' headings; the title of the document is over all of them, and tells none apart."""
        if len(paths) > MOST_SECTIONS:
            return None
        return self._index.vectors([path.partition(" / ")[2] or path for path in paths], "passage")

    def cosine(self, text: str) -> float:
        """Similarity of the nearest block; 0 where there is none."""
        self._asked += 1
        hits = self._index.search(self._owner, text, limit=4)
        return max((hit.similarity or 0.0 for hit in hits), default=0.0)


class Remembered:
    """What a `Nearest` found, each text looked up once: for work that is gone over a second time."""

    def __init__(self, near: Nearest) -> None:
        self._near = near
        self._needed: dict[str, bool] = {}
        self._lines: dict[str, list[Line]] = {}
        self._of_sections: dict[str, Line | None] = {}

    def needed(self, text: str) -> bool:
        """See `Nearest.needed`."""
        if text not in self._needed:
            self._needed[text] = self._near.needed(text)
        return self._needed[text]

    def section(self, text: str) -> Line | None:
        """See `Nearest.section`."""
        if text not in self._of_sections:
            self._of_sections[text] = self._near.section(text)
        return self._of_sections[text]

    def lines(self, text: str) -> list[Line]:
        """See `Nearest.lines`."""
        if text not in self._lines:
            self._lines[text] = self._near.lines(text)
        return self._lines[text]


def passages_of(lines: Sequence[Line]) -> list[Passage]:
    """The blocks as passages, each under a key that it keeps while its words stay."""
    seen: dict[str, int] = {}
    passages = []
    for line in lines:
        key = content_hash(line.text.encode("utf-8", "surrogatepass"))[:24]
        seen[key] = seen.get(key, 0) + 1
        passages.append(Passage(key=f"{key}-{seen[key]}", text=line.text))
    return passages
