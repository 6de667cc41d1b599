"""New lines at a place of the base, and what an edit needs to find its place."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from agent.document import edits as ops
from agent.document import neighbours, style
from agent.document.edits import Edit, Reason, Refused
from agent.document.model import Block, BlockRef, Document, Section
from agent.document.parse import parse

Shape = Literal["row", "item", "text", "table", "section", "lines", "replace", "remove", "cell"]
_RANK: dict[str, int] = {
    "row": 0,
    "item": 0,
    "text": 1,
    "table": 1,
    "lines": 1,
    "section": 2,
    "replace": 0,
    "remove": 0,
    "cell": 0,
}
Beside = ops.InsertText | ops.InsertItem | ops.InsertRow | ops.InsertLines | ops.AddTable


@dataclass(frozen=True, slots=True)
class Splice:
    """New lines in place of the bytes from `start` to `end` of the base; equal ends insert."""

    edit: int
    """Position of the edit in what was handed in."""
    start: int
    end: int
    shape: Shape
    key: tuple[int, int, int, str, str]
    """Sorts the insertions at one place."""
    lines: Callable[[int, int], list[str]]
    """The new lines, as the n-th of m insertions of this shape and depth at the place."""
    depth: int
    """Depth that the first new block must have."""
    levels: tuple[int, ...] = ()
    """Levels of the headings that the new text may hold."""
    columns: int = 0
    """Cells that every new row must have."""
    loose: bool = False
    eol: bytes = b""
    kind: str = ""
    """Kind that the first new block must have; empty where any but a heading may stand."""
    rest: tuple[str, ...] | None = None
    """Kinds that the new blocks after the first must have; None where any will do."""
    stands: tuple[tuple[int, int], ...] = ()
    """Bytes of the base that no other edit of the set may change."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where an edit works: its document, its section, its position in what was handed in."""

    document: Document
    section: Section
    position: int

    def find(self, ref: BlockRef) -> Block | Refused:
        block = self.section.resolve(ref)
        if block is not None:
            return block
        return refuse(
            "stale", f"A block that the edit names is not in section {self.section.heading!r} any more."
        )

    def run(self, refs: tuple[BlockRef, ...]) -> tuple[Block, ...] | Refused:
        """The blocks of those names, when they follow one another."""
        blocks: list[Block] = []
        for ref in refs:
            block = self.find(ref)
            if isinstance(block, Refused):
                return block
            blocks.append(block)
        if any(later.index != earlier.index + 1 for earlier, later in pairwise(blocks)):
            return refuse("wrong_kind", "The blocks that the edit changes do not follow one another.")
        return tuple(blocks)

    def gap(self, edit: Beside) -> Block | Refused:
        """The block beside the gap, when the block across it is the one that was seen."""
        block = self.find(edit.block)
        if isinstance(block, Refused):
            return block
        if block.kind == "heading" and edit.side == "before":
            return refuse("outside_section", "Before the heading of a section is another section.")
        if block.kind == "front_matter" and edit.side == "before":
            return refuse("front_matter", "Nothing may stand before the front matter.")
        inside = getattr(edit, "inside", False)
        if neighbours.beside(self.section, block, edit.side) != edit.beside and not inside:
            return refuse("stale", f"What stands {edit.side} the block that the edit names has changed.")
        return block

    def edge(self, block: Block, side: neighbours.Side) -> int:
        """The byte offset of the gap before or after a block and all that it holds."""
        if side == "before":
            return block.start
        last = self.document.block(neighbours.tree_end(self.document, block) - 1)
        return min(last.end, self.section.end)

    def eol(self, block: Block) -> bytes:
        """The line ending of a block's last line, or of the file where that line has none."""
        start = block.start + len(self.document.block_data(block.index))
        return self.document.data[start : block.end] or self.document.eol

    def key(
        self, edit: Edit, shape: Shape, depth: int, side: neighbours.Side = "after"
    ) -> tuple[int, int, int, str, str]:
        content = hashlib.sha256(edit.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()
        if side == "after":
            return (0, -depth, _RANK[shape], edit.order, content)
        return (1, depth, -_RANK[shape], edit.order, content)

    def margin(self, block: Block, *, inside: bool) -> str:
        if inside:
            mark = style.item_style(self.section, block, "after", inside=False)
            if mark is None:
                return "  "
            own = mark.lines("x", 0, 1)[0]
            return mark.indent + " " * (len(own.strip()) - 1 - len(mark.box))
        first = block.text
        return first[: len(first) - len(first.lstrip(" \t"))] if block.depth else ""

    def columns(self, row: Block) -> int:
        head = self.document.block(neighbours.head_index(self.section, row))
        return style.column_count((head,))


def rest_of(text: str) -> tuple[str, ...]:
    """Kinds of the blocks of a text after its first, read by itself."""
    return tuple(block.kind for block in parse(text.encode("utf-8", "surrogateescape")).blocks)[1:]


def several_items(text: str) -> Refused | None:
    """Refuse a text that holds items where one is to be put: all but the first would be words of it."""
    items = [block for block in parse(text.encode("utf-8", "surrogateescape")).blocks if not block.depth]
    if len(items) > 1 and all(block.kind == "list_item" for block in items):
        return refuse("wrong_kind", "The text of one item holds several items.")
    return None


def split_lines(text: str) -> list[str]:
    """The lines of a text, blank ones at either end left out."""
    return text.replace("\r\n", "\n").strip("\n").rstrip().split("\n")


def refuse(reason: Reason, sentence: str) -> Refused:
    """A refusal; who compiles the edit adds its position."""
    return Refused(reason=reason, sentence=sentence)
