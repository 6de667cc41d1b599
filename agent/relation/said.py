"""What a document says, block by block, made ready to be asked."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from agent.document import Document, Section
from agent.gist import Gist, content, gist
from agent.markup import plain
from agent.relation.keys import Key, key_of
from agent.relation.signs import SAID_BEFORE
from agent.tokens import tokens

_SAID = frozenset({"paragraph", "list_item", "table_row", "table_head", "quote", "fence", "code", "html"})
_ANCHOR = re.compile(r"\[[^\[\]]*\]\(#[^()\s]*\)")
_MARKER = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)、])\s+")
_CODE = frozenset({"fence", "code"})
_CANDIDATES = 12
"""Blocks that are looked at closely; the right one of a copy is first nearly always, of a re-wording in ten."""
_ASKED = 60
"""Rarest tokens of a text that are looked up."""


def without_number(text: str) -> str:
    """A statement without the mark or number of the list that it stands in."""
    return _MARKER.sub("", text, count=1)


@dataclass(frozen=True)
class Line:
    """One block of the document with what stands over it."""

    text: str
    line: int
    section: str = ""
    """Words of the headings over it, the table's head row and the list item that holds it."""
    code: bool = False
    """Whether it is code or an output, which has no language."""
    cells: tuple[str, ...] = ()
    """Of a row of a table."""
    header: tuple[str, ...] = ()
    """Cells of that table's head."""
    rows: tuple[str, ...] = field(default=(), compare=False)
    """First cells of all rows of that table."""

    @cached_property
    def says(self) -> str:
        """The text with blanks in place of what it tells of figures that stood there before."""
        return SAID_BEFORE.sub(lambda aside: " " * len(aside[0]), self.text)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The cells without what they tell of values that stood there before."""
        return tuple(SAID_BEFORE.sub("", cell) for cell in self.cells)

    @property
    def end(self) -> int:
        """The line of the document on which it ends."""
        return self.line + self.text.rstrip("\n").count("\n")

    @cached_property
    def gist(self) -> Gist:
        """Of its own words."""
        return gist(without_number(self.text))

    @cached_property
    def key(self) -> Key | None:
        """The name that it gives its thing."""
        return None if self.code else key_of(without_number(self.text), self.cells)

    @cached_property
    def around(self) -> frozenset[str]:
        """Terms of what stands over it."""
        return gist(self.section).terms

    @cached_property
    def above(self) -> Gist:
        """Of what stands over it."""
        return gist(self.section)


@dataclass
class Said:
    """The blocks of a document and where each token occurs."""

    lines: tuple[Line, ...]
    _where: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    _weights: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for index, line in enumerate(self.lines):
            for token in _tokens(line.text):
                self._where[token].append(index)

    @cached_property
    def _linking(self) -> dict[str, list[int]]:
        """Where each page, work, repository and issue is named."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, line in enumerate(self.lines):
            for name in line.gist.pages | line.gist.ids:
                found[name].append(index)
        return found

    def naming(self, names: Iterable[str], limit: int = _CANDIDATES) -> list[Line]:
        """The blocks that name one of these pages, works, repositories or issues, in order."""
        indexes = {index for name in names for index in self._linking.get(name, ())[:limit]}
        return [self.lines[index] for index in sorted(indexes)[:limit]]

    @cached_property
    def _keys(self) -> dict[str, list[int]]:
        """The lines by the first word of the name that each gives its thing."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, line in enumerate(self.lines):
            first = tokens(line.key.name)[:1] if line.key else ()
            for token in first:
                found[token].append(index)
        return found

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        """The rows of tables whose cells all stand under a head."""
        return tuple(line for line in self.lines if line.cells and len(line.cells) == len(line.header))

    def keyed(self, text: str, limit: int = _CANDIDATES) -> list[Line]:
        """The lines whose own name for their thing begins with a word of the text, in order."""
        words = set(tokens(text))
        indexes = {at for word in words for at in self._keys.get(word, ())[:limit]}
        return [self.lines[index] for index in sorted(indexes)[:limit]]

    def versions_of(self, key: Key) -> int:
        """Lines that name a version of a thing: more than one are a list of its releases."""
        first = tokens(key.name)[:1]
        lines = (self.lines[index] for word in first for index in self._keys.get(word, ()))
        return sum(
            line.key is not None
            and bool(line.key.version)
            and line.key.name.casefold() == key.name.casefold()
            for line in lines
        )

    def weight(self, token: str) -> float:
        """Inverse document frequency over the blocks; a token that no block has weighs most."""
        known = self._weights.get(token)
        if known is None:
            known = math.log(1 + (len(self.lines) + 1) / (len(self._where.get(token, ())) + 0.5))
            self._weights[token] = known
        return known

    def has(self, token: str) -> bool:
        """Whether any block has the token."""
        return token in self._where

    def near(self, text: str, limit: int = _CANDIDATES) -> list[Line]:
        """The blocks that share the most weight of tokens with the text, best first.

        The sum is damped by the block's length, so that a long paragraph does not win by size.
        """
        asked = sorted(_tokens(text), key=lambda token: len(self._where.get(token, ())))[:_ASKED]
        scores: dict[int, float] = defaultdict(float)
        for token in asked:
            weight = self.weight(token)
            for index in self._where.get(token, ()):
                scores[index] += weight
        damped = {index: score / (8 + math.sqrt(self._size(index))) for index, score in scores.items()}
        best = sorted(damped, key=lambda index: (-damped[index], index))[:limit]
        return [self.lines[index] for index in best]

    def _size(self, index: int) -> int:
        return len(self.lines[index].text)


def _tokens(text: str) -> set[str]:
    return {*content(text), *(token for token in tokens(plain(text)) if token[0].isdecimal())}


def _is_signpost(text: str) -> bool:
    """A line of a table of contents: a link into the same document, and nothing else."""
    links = _ANCHOR.findall(text)
    return bool(links) and not content(plain(_ANCHOR.sub("", text)))


def _first_cells(section: Section) -> dict[int, tuple[str, ...]]:
    """Of each table of a section, by where its head stands among all blocks, the first cells of its rows."""
    found: dict[int, list[str]] = {}
    for block in section.body:
        if block.kind == "table_head":
            found[block.index] = []
        elif block.kind == "table_row" and found and block.cells:
            found[max(found)].append(block.cells[0])
    return {index: tuple(names) for index, names in found.items()}


@lru_cache(maxsize=2)
def lines_of(document: Document) -> tuple[Line, ...]:
    """The blocks of a document that say something, each with its headings, head row and holding item."""
    found: list[Line] = []
    for section in document.sections:
        path = " / ".join(section.path)
        head = ""
        header: tuple[str, ...] = ()
        items: list[str] = []
        rows = _first_cells(section)
        first: tuple[str, ...] = ()
        for block in section.body:
            if block.kind == "table_head":
                head, header, first = block.text, block.cells, rows[block.index]
            if block.kind not in _SAID or _is_signpost(block.text):
                continue
            text = block.text
            above = [path]
            row = block.kind == "table_row"
            if row:
                above.append(head)
            elif block.kind == "list_item":
                items = [*items[: block.depth], text]
                above += items[:-1]
            found.append(
                Line(
                    text=text,
                    line=block.line,
                    section="\n".join(part for part in above if part),
                    code=block.kind in _CODE,
                    cells=block.cells if row else (),
                    header=header if row else (),
                    rows=first if row else (),
                )
            )
    return tuple(found)
