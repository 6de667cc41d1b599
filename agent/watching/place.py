"""Where a caveat stands in the document today: its own line, or at least the thing that it was said of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.document import Block, Document
from agent.items import CAVEAT, inert
from agent.models import Language

_MARKER = re.compile(r"^(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_ENDS = "。.;； "


@dataclass(frozen=True, slots=True)
class Place:
    """The line of the document, and the block that holds the caveat where it has one of its own."""

    line: int
    block: Block | None
    """None where the caveat was for the reviewer alone, or stands within other words."""
    start: int = 0
    end: int = 0
    """Of the wording within the block's text."""


class Places:
    """A document in which caveats are looked up."""

    def __init__(self, document: Document, language: Language) -> None:
        self._document = document
        self._mark = CAVEAT[language].strip()

    def of(self, wording: str, added: Sequence[str]) -> Place | None:
        """Where a caveat stands that came with some lines; None where neither it nor they are there any more.

        The line must belong to the thing that the caveat came with: the same words are said of many.
        """
        wanted = inert(wording.rstrip(_ENDS))
        came_with = {_bare(line) for line in added if line.strip()}
        held = [
            (block, owner, at) for block, owner in self._caveats if (at := _within(block.text, wanted)) >= 0
        ]
        mine = [(block, at) for block, owner, at in held if owner and owner in came_with]
        mine = mine or [
            (block, at) for block, _, at in held if _bare(block.text) in came_with and len(held) == 1
        ]
        if len(mine) == 1:
            block, at = mine[0]
            return Place(block.line, block, at, at + len(wanted))
        if mine:
            return None  # which of them it is nobody can tell
        lead = next((_bare(line) for line in added if line.strip()), "")
        at_lines = self._first_lines.get(lead, ())
        return Place(at_lines[0], None) if len(at_lines) == 1 else None

    @cached_property
    def _caveats(self) -> tuple[tuple[Block, str], ...]:
        """The lines that doubt something, each with the first line of what they are said of."""
        return tuple(self._found())

    def _found(self) -> Iterator[tuple[Block, str]]:
        for block in self._document.blocks:
            if block.kind == "list_item" and _bare(block.text).startswith(self._mark):
                yield block, self._owner(block)

    def _owner(self, caveat: Block) -> str:
        """The first line of the item that holds it; at the margin, of the block that its list stands under."""
        for index in range(caveat.index - 1, -1, -1):
            block = self._document.block(index)
            if block.kind == "heading":
                return ""
            if caveat.depth and block.kind == "list_item" and block.depth < caveat.depth:
                return _bare(block.text)
            if not caveat.depth and block.kind == "paragraph" and not block.depth:
                return _bare(block.text)
        return ""

    @cached_property
    def _first_lines(self) -> dict[str, list[int]]:
        """The lines at which blocks begin, by their words."""
        found: dict[str, list[int]] = {}
        for block in self._document.blocks:
            if block.kind in ("list_item", "paragraph", "table_row"):
                found.setdefault(_bare(block.text), []).append(block.line)
        return found


def _bare(text: str) -> str:
    """A block's first line without mark and indentation."""
    return _MARKER.sub("", text.strip().split("\n", 1)[0].strip())


def _within(text: str, wording: str) -> int:
    """Offset of a wording that stands whole among the doubts of a line; -1 where it does not."""
    at = text.find(wording)
    while at >= 0:
        before, after = text[:at].rstrip(), text[at + len(wording) :].lstrip()
        opens = before.endswith((":", "：", ";", "；"))
        if opens and (not after or after[0] in _ENDS or after[0] in "\n（("):
            return at
        at = text.find(wording, at + 1)
    return -1
