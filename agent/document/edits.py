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

from agent.document.model import BlockRef, SectionRef
from agent.document.neighbours import Side
from agent.models import Model

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


class Stands(Model):
    """Names a block that says what is taken away elsewhere, and must stay for that."""

    section: SectionRef
    block: BlockRef


class RemoveBlocks(_Edit):
    """Take blocks that follow one another out of the document, since others say what they say.

    The others must stand as they were seen, and no edit of the same set may change them.
    """

    op: Literal["remove"] = "remove"
    blocks: Annotated[tuple[BlockRef, ...], Field(min_length=1)]
    stands: Annotated[tuple[Stands, ...], Field(min_length=1)]


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
    | RemoveBlocks
    | ReplaceCell
    | AddSubsection
    | AddTable,
    Field(discriminator="op"),
]
