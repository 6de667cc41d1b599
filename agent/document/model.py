"""A living document: its bytes, its sections in order, the blocks of each.

Lines are 1-based and ranges of lines include both ends, as an editor shows them; offsets are bytes
of the file, end exclusive. Blocks are made when asked for: a document of 20 MB holds half a million.
"""

from __future__ import annotations

import codecs
import hashlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from agent.document import lexis, scan
from agent.document.scan import Columns, Kind
from agent.models import Model

if TYPE_CHECKING:
    from collections.abc import Sequence


_CHUNK = 1 << 20


class SectionRef(Model):
    """Names a section: its heading path, and which one of those with the same path (from 0)."""

    path: tuple[str, ...]
    ordinal: int = 0


class BlockRef(Model):
    """Names a block: the hash of its bytes, and which one of the section's blocks with that hash."""

    hash: str
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """One block: a heading, a paragraph, a list item's own text, a table's row, a fence …"""

    index: int
    """Position among all blocks of the document."""
    kind: Kind
    line: int
    end_line: int
    start: int
    end: int
    """Byte offset after the terminator of the last line."""
    depth: int
    """How many list items hold it; an item at the margin has 0."""
    details: int
    """How many `<details>` it stands in."""
    data: bytes = field(repr=False)
    """Its bytes without the last line's terminator."""

    @property
    def text(self) -> str:
        """Its characters; bytes that are no UTF-8 become lone surrogates, and go back as they were."""
        return self.data.decode("utf-8", "surrogateescape")

    @property
    def hash(self) -> str:
        """SHA-256 of its bytes."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def cells(self) -> tuple[str, ...]:
        """Of a table's row or head row: its cells, blanks around them removed."""
        if self.kind not in ("table_head", "table_row"):
            return ()
        line = lexis.first_line(self.data)
        return tuple(cell.strip().decode("utf-8", "surrogateescape") for cell in lexis.split_cells(line))


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it, up to the next heading; the first has no heading."""

    document: Document = field(repr=False, compare=False)
    index: int
    heading: str
    """Words of the heading, without `#`, inline markup kept; empty for what precedes all headings."""
    title: str
    """The heading without label, links, emphasis and emoji."""
    label: str
    """Its number as written in front, such as `1.1`, `一`, or nothing."""
    level: int
    path: tuple[str, ...]
    """Headings from the outermost to its own."""
    parent: int
    """Index of the section that it stands in; -1 for one at the top."""
    first_block: int
    """Index in the document of its heading, or of its first block when it has none."""
    last_block: int
    """One past the index of its last block."""
    line: int
    end_line: int
    start: int
    end: int

    @property
    def ref(self) -> SectionRef:
        """Its name in an edit."""
        same = (s.index for s in self.document.sections if s.path == self.path)
        return SectionRef(path=self.path, ordinal=sum(index < self.index for index in same))

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its blocks in order, the heading first."""
        return tuple(self.document.block(index) for index in range(self.first_block, self.last_block))

    @property
    def body(self) -> tuple[Block, ...]:
        """Its blocks without the heading."""
        blocks = self.blocks
        return blocks[1:] if self.level else blocks

    @property
    def children(self) -> tuple[Section, ...]:
        """The sections directly under it."""
        sections = self.document.sections
        return tuple(s for s in sections[self.index + 1 : self.tree_end] if s.parent == self.index)

    @property
    def tree_end(self) -> int:
        """One past the index of the last section inside it."""
        sections = self.document.sections
        if not self.level:
            return self.index + 1
        for other in sections[self.index + 1 :]:
            if other.level <= self.level:
                return other.index
        return len(sections)

    @property
    def text(self) -> str:
        """Its characters, heading included, without those of the sections inside it."""
        return self.document.data[self.start : self.end].decode("utf-8", "surrogateescape")

    @property
    def hash(self) -> str:
        """SHA-256 of its bytes, heading included, without those of the sections inside it."""
        return hashlib.sha256(self.document.data[self.start : self.end]).hexdigest()

    def block_ref(self, block: Block) -> BlockRef:
        """The name of one of its blocks in an edit."""
        before = range(self.first_block, block.index)
        same = sum(self.document.block_data(index) == block.data for index in before)
        return BlockRef(hash=block.hash, ordinal=same)

    def resolve(self, ref: BlockRef) -> Block | None:
        """The block that a name stands for, or None when the section holds no such block now."""
        left = ref.ordinal
        for index in range(self.first_block, self.last_block):
            if hashlib.sha256(self.document.block_data(index)).hexdigest() == ref.hash:
                if not left:
                    return self.document.block(index)
                left -= 1
        return None


class Document:
    """The parsed file. `data` is what was read, to the byte; nothing is ever rebuilt from parts."""

    def __init__(self, data: bytes, columns: Columns, sections: Sequence[Section]) -> None:
        self.data = data
        self.columns = columns
        self.sections: tuple[Section, ...] = tuple(sections)

    def to_bytes(self) -> bytes:
        """The file."""
        return self.data

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def line_count(self) -> int:
        """Number of lines; a last line without terminator counts."""
        return len(self.columns.line_starts) - 1

    @property
    def block_count(self) -> int:
        """Number of blocks."""
        return len(self.columns.kind)

    @property
    def blocks(self) -> Iterator[Block]:
        """All blocks in order."""
        return map(self.block, range(self.block_count))

    @cached_property
    def eol(self) -> bytes:
        """The line ending that most lines have; a line feed when there is none."""
        crlf = self.data.count(b"\r\n")
        lf = self.data.count(b"\n") - crlf
        cr = self.data.count(b"\r") - crlf
        return max((lf, b"\n"), (crlf, b"\r\n"), (cr, b"\r"), key=lambda pair: pair[0])[1]

    @cached_property
    def is_utf8(self) -> bool:
        """Is the whole file UTF-8?"""
        # Piece by piece: one wide character makes a string of the whole file four bytes a character.
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            for start in range(0, len(self.data), _CHUNK):
                decoder.decode(self.data[start : start + _CHUNK])
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
        return True

    def block(self, index: int) -> Block:
        """The block at a position among all blocks."""
        columns = self.columns
        first, last = columns.start[index], columns.end[index]
        return Block(
            index=index,
            kind=scan.KINDS[columns.kind[index]],
            line=first + 1,
            end_line=last,
            start=columns.line_starts[first],
            end=columns.line_starts[last],
            depth=columns.depth[index],
            details=columns.details[index],
            data=self.block_data(index),
        )

    def block_data(self, index: int) -> bytes:
        """Bytes of a block without the last line's terminator."""
        columns = self.columns
        starts = columns.line_starts
        return self.data[starts[columns.start[index]] : starts[columns.end[index]]].rstrip(b"\r\n")

    def block_before(self, offset: int) -> int:
        """Index of the last block that ends at or before a byte offset; -1 when there is none."""
        ends, starts = self.columns.end, self.columns.line_starts
        return bisect_right(range(len(ends)), offset, key=lambda index: starts[ends[index]]) - 1

    def line_at(self, offset: int) -> int:
        """The line (1-based) that a byte offset stands on; the end of the file may begin a line."""
        starts = self.columns.line_starts
        if offset >= len(self.data) and self.data.endswith((b"\n", b"\r")):
            return len(starts)
        return max(bisect_right(starts, offset, hi=max(self.line_count, 1)), 1)

    def section_at(self, line: int) -> Section:
        """The section that a line (1-based) stands in."""
        return self.sections[bisect_right(self.sections, line, key=lambda s: s.line) - 1]

    def block_at(self, line: int) -> Block | None:
        """The block that a line (1-based) stands in; None for a blank line."""
        index = bisect_right(self.columns.start, line - 1) - 1
        return self.block(index) if index >= 0 and line <= self.columns.end[index] else None

    def sections_over(self, limit: int) -> tuple[Section, ...]:
        """The sections of more characters than `limit`, without those inside them: time to condense."""
        return tuple(section for section in self.sections if len(section.text) > limit)

    def section(self, ref: SectionRef) -> Section | None:
        """The section of that name, or None."""
        left = ref.ordinal
        for section in self.sections:
            if section.path == ref.path:
                if not left:
                    return section
                left -= 1
        return None

    def tree_blocks_end(self, index: int) -> int:
        """One past the index of the last block that a list item holds, itself included."""
        depth = self.columns.depth
        end = index + 1
        while end < len(depth) and depth[end] > depth[index]:
            end += 1
        return end
