"""What stands around a block: across the gap beside it, in its list, in its table."""

from __future__ import annotations

from typing import Literal

from agent.document import scan
from agent.document.model import Block, Document, Section

Side = Literal["before", "after"]


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
