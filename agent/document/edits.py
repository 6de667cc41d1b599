"""Edits of a living document: what a patch may do, stated against one base.

Every edit names its section and block, carries the hash of the block that it touches and of the one
on the other side of the gap that it fills, and the new text as plain Markdown lines. Mark, number,
indentation, cell padding and line ending are the file's own and are added when it is applied.
`order` sorts edits that fill one gap, so that the same set gives the same bytes in any order of
acceptance.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent.document import scan
from agent.document.model import Block, BlockRef, Document, Section, SectionRef
from agent.models import Model

Side = Literal["before", "after"]
Reason = Literal[
    "unknown_section",
    "stale",
    "wrong_kind",
    "overlap",
    "columns",
    "open_fence",
    "heading",
    "swallows",
    "anchor",
    "front_matter",
    "elision",
    "outside_section",
    "control_character",
    "empty",
    "not_utf8",
]


class Refused(Model):
    """An edit, or a set of them, that was not applied: nothing was changed."""

    reason: Reason
    sentence: str
    edits: tuple[int, ...] = ()
    """Positions, in what was handed in, of the edits at fault."""


class _Edit(Model):
    section: SectionRef
    order: str = ""
    """Sorts edits at one place; ties fall to the edit's own content."""


class _Beside(_Edit):
    block: BlockRef
    """The block that the new text stands beside."""
    side: Side = "after"
    beside: str = ""
    """Hash of the block across the gap, in the same section; empty where the section ends."""


class InsertText(_Beside):
    """Insert whole blocks other than headings."""

    op: Literal["insert_text"] = "insert_text"
    text: str
    inside: bool = False
    """Put it inside the list item `block`, as its last block."""


class InsertItem(_Beside):
    """Insert a list item, and what it holds, beside an item of the list."""

    op: Literal["insert_item"] = "insert_item"
    text: str
    """The item's text without its mark; further lines belong to it."""
    inside: bool = False
    """Make it the first child of the item `block`."""


class InsertRow(_Beside):
    """Insert a row beside a row of the table, or after its head."""

    op: Literal["insert_row"] = "insert_row"
    cells: tuple[str, ...]


class InsertLines(_Beside):
    """Insert lines exactly as they are given, blank ones too, as a person at an editor would."""

    op: Literal["insert_lines"] = "insert_lines"
    text: str
    gap: Annotated[int, Field(ge=0)] = 0
    """Blank lines to leave between the block and the new lines."""
    under: SectionRef | None = None
    """The section, this one or one around it, that headings in the lines go under; without it the
    lines may hold none. Lines with headings go where a section ends."""


class ReplaceBlocks(_Edit):
    """Put other text in place of one block or of several that follow one another.

    The text of a list item keeps the old mark; a table's row is written as a row.
    """

    op: Literal["replace"] = "replace"
    blocks: Annotated[tuple[BlockRef, ...], Field(min_length=1)]
    text: str


class ReplaceCell(_Edit):
    """Put other text in a cell of a table's row."""

    op: Literal["replace_cell"] = "replace_cell"
    block: BlockRef
    column: Annotated[int, Field(ge=0)]
    text: str


class AddSubsection(_Edit):
    """Add a subsection at the end of a section, or before one of its subsections."""

    op: Literal["add_subsection"] = "add_subsection"
    heading: str
    text: str
    before: SectionRef | None = None
    beside: str = ""
    """Hash of the last block before it."""


class AddTable(_Beside):
    """Insert a table."""

    op: Literal["add_table"] = "add_table"
    header: Annotated[tuple[str, ...], Field(min_length=1)]
    rows: tuple[tuple[str, ...], ...] = ()


Edit = Annotated[
    InsertText
    | InsertItem
    | InsertRow
    | InsertLines
    | ReplaceBlocks
    | ReplaceCell
    | AddSubsection
    | AddTable,
    Field(discriminator="op"),
]


def insert_text(
    section: Section, block: Block, text: str, *, side: Side = "after", inside: bool = False, order: str = ""
) -> InsertText:
    """An insertion of blocks before or after a block, with the hashes filled in."""
    return InsertText(
        section=section.ref,
        order=order,
        block=section.block_ref(block),
        side=side,
        beside=beside(section, block, side),
        text=text,
        inside=inside,
    )


def insert_item(
    section: Section, block: Block, text: str, *, side: Side = "after", inside: bool = False, order: str = ""
) -> InsertItem:
    """An insertion of a list item beside another, with the hashes filled in."""
    return InsertItem(
        section=section.ref,
        order=order,
        block=section.block_ref(block),
        side=side,
        beside=beside(section, block, side),
        text=text,
        inside=inside,
    )


def insert_lines(
    section: Section,
    block: Block,
    text: str,
    *,
    side: Side = "after",
    gap: int = 0,
    under: Section | None = None,
    order: str = "",
) -> InsertLines:
    """An insertion of lines as they are, with the hashes filled in."""
    return InsertLines(
        section=section.ref,
        order=order,
        block=section.block_ref(block),
        side=side,
        beside=beside(section, block, side),
        text=text,
        gap=gap,
        under=None if under is None else under.ref,
    )


def insert_row(
    section: Section, block: Block, cells: tuple[str, ...], *, side: Side = "after", order: str = ""
) -> InsertRow:
    """An insertion of a row beside another, with the hashes filled in."""
    return InsertRow(
        section=section.ref,
        order=order,
        block=section.block_ref(block),
        side=side,
        beside=beside(section, block, side),
        cells=cells,
    )


def add_table(
    section: Section,
    block: Block,
    header: tuple[str, ...],
    rows: tuple[tuple[str, ...], ...],
    *,
    side: Side = "after",
    order: str = "",
) -> AddTable:
    """An insertion of a table beside a block, with the hashes filled in."""
    return AddTable(
        section=section.ref,
        order=order,
        block=section.block_ref(block),
        side=side,
        beside=beside(section, block, side),
        header=header,
        rows=rows,
    )


def append_item(section: Section, block: Block, text: str, *, order: str = "") -> InsertItem:
    """A list item after the last of the list that `block` is an item of."""
    last = section.document.block(sibling_indexes(section, block)[-1])
    return insert_item(section, last, text, order=order)


def append_row(section: Section, block: Block, cells: tuple[str, ...], *, order: str = "") -> InsertRow:
    """A row after the last of the table that `block` is a row of."""
    return insert_row(section, table_of(section, block)[-1], cells, order=order)


def replace(section: Section, blocks: tuple[Block, ...], text: str, *, order: str = "") -> ReplaceBlocks:
    """A replacement of blocks that follow one another, with the hashes filled in."""
    refs = tuple(section.block_ref(block) for block in blocks)
    return ReplaceBlocks(section=section.ref, order=order, blocks=refs, text=text)


def replace_cell(section: Section, row: Block, column: int, text: str, *, order: str = "") -> ReplaceCell:
    """A replacement of one cell, with the hash of its row filled in."""
    return ReplaceCell(
        section=section.ref, order=order, block=section.block_ref(row), column=column, text=text
    )


def condense(section: Section, text: str, *, order: str = "") -> ReplaceBlocks:
    """A shorter text in place of all that stands under a heading, up to the next one."""
    return replace(section, section.body, text, order=order)


def add_subsection(
    section: Section, heading: str, text: str, *, before: Section | None = None, order: str = ""
) -> AddSubsection:
    """A new subsection, with the hash of the block before it filled in."""
    last = last_before(section, before)
    return AddSubsection(
        section=section.ref,
        order=order,
        heading=heading,
        text=text,
        before=None if before is None else before.ref,
        beside="" if last is None else last.hash,
    )


def last_before(section: Section, before: Section | None) -> Block | None:
    """The last block before a new subsection: of the whole section, or before one of its children."""
    document = section.document
    end = document.sections[section.tree_end - 1].last_block if before is None else before.first_block
    if not section.level and before is None:
        end = document.block_count
    return document.block(end - 1) if end else None


def beside(section: Section, block: Block, side: Side) -> str:
    """Hash of the block across the gap before or after a block; empty at the section's edge.

    After a list item comes what follows all that the item holds.
    """
    document = section.document
    index = block.index - 1
    if side == "after":
        index = tree_end(document, block)
    inside = section.first_block <= index < section.last_block
    return document.block(index).hash if inside else ""


def tree_end(document: Document, block: Block) -> int:
    """One past the last block that a block holds: itself, and what stands inside a list item."""
    return document.tree_blocks_end(block.index) if block.kind == "list_item" else block.index + 1


def list_of(section: Section, block: Block) -> tuple[Block, ...]:
    """The items of the list that an item belongs to: same depth, nothing shallower between."""
    return tuple(section.document.block(index) for index in sibling_indexes(section, block))


def sibling_indexes(section: Section, block: Block) -> list[int]:
    """Where the items of the list of an item stand among all blocks, in order."""
    before = _siblings(section, block, range(block.index - 1, section.first_block - 1, -1))
    after = _siblings(section, block, range(block.index + 1, section.last_block))
    return [*reversed(before), block.index, *after]


def _siblings(section: Section, block: Block, indexes: range) -> list[int]:
    depths, kinds = section.document.columns.depth, section.document.columns.kind
    found: list[int] = []
    for index in indexes:
        if depths[index] <= block.depth:
            if depths[index] < block.depth or kinds[index] != scan.LIST_ITEM:
                break
            found.append(index)
    return found


def table_of(section: Section, block: Block) -> tuple[Block, ...]:
    """Head and rows of the table that a row or head belongs to."""
    document = section.document
    kinds = document.columns.kind
    last = block.index + 1
    while last < section.last_block and kinds[last] == scan.TABLE_ROW:
        last += 1
    return tuple(document.block(index) for index in range(head_index(section, block), last))


def head_index(section: Section, block: Block) -> int:
    """Where the head of a row's table stands among all blocks."""
    kinds = section.document.columns.kind
    index = block.index
    while index > section.first_block and kinds[index] == scan.TABLE_ROW:
        index -= 1
    return index
