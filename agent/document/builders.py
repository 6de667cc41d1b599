"""Edits made from blocks at hand: names and hashes are filled in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from agent.document.edits import (
    AddSubsection,
    AddTable,
    InsertItem,
    InsertLines,
    InsertRow,
    InsertText,
    RemoveBlocks,
    ReplaceBlocks,
    ReplaceCell,
    Stands,
)
from agent.document.model import Block, BlockRef, Section, SectionRef
from agent.document.neighbours import Side, beside, last_before, sibling_indexes, table_of


class _Beside(TypedDict):
    """What every edit beside a block says of its place."""

    section: SectionRef
    order: str
    block: BlockRef
    side: Side
    beside: str


def _beside(section: Section, block: Block, side: Side, order: str) -> _Beside:
    return _Beside(
        section=section.ref,
        order=order,
        block=section.block_ref(block),
        side=side,
        beside=beside(section, block, side),
    )


def insert_text(
    section: Section, block: Block, text: str, *, side: Side = "after", inside: bool = False, order: str = ""
) -> InsertText:
    """An insertion of blocks before or after a block, with the hashes filled in."""
    place = _beside(section, block, side, order)
    return InsertText(**place, text=text, inside=inside)


def insert_item(
    section: Section, block: Block, text: str, *, side: Side = "after", inside: bool = False, order: str = ""
) -> InsertItem:
    """An insertion of a list item beside another, with the hashes filled in."""
    place = _beside(section, block, side, order)
    return InsertItem(**place, text=text, inside=inside)


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
    place = _beside(section, block, side, order)
    return InsertLines(**place, text=text, gap=gap, under=None if under is None else under.ref)


def insert_row(
    section: Section, block: Block, cells: tuple[str, ...], *, side: Side = "after", order: str = ""
) -> InsertRow:
    """An insertion of a row beside another, with the hashes filled in."""
    place = _beside(section, block, side, order)
    return InsertRow(**place, cells=cells)


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
    place = _beside(section, block, side, order)
    return AddTable(**place, header=header, rows=rows)


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


def remove(
    section: Section, blocks: tuple[Block, ...], stands: Iterable[Block], *, order: str = ""
) -> RemoveBlocks:
    """A removal of blocks that follow one another; `stands` are the blocks that say what they say."""
    refs = tuple(section.block_ref(block) for block in blocks)
    return RemoveBlocks(
        section=section.ref,
        order=order,
        blocks=refs,
        stands=tuple(_standing(section, block) for block in stands),
    )


def _standing(section: Section, block: Block) -> Stands:
    home = section.document.section_at(block.line)
    return Stands(section=home.ref, block=home.block_ref(block))


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
