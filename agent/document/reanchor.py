"""Edits that were stated against one version of a document, stated against a later one.

What still stands as it did stays as it was stated. An insertion whose neighbour was changed goes beside the nearest
of its old neighbours that is there still, in the same list, table or section, or beside what its neighbour has become. What takes another text's
place is never moved: somebody has changed that text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.document.builders import add_subsection
from agent.document.compile import compile_edit
from agent.document.edits import (
    AddSubsection,
    AddTable,
    Edit,
    InsertItem,
    InsertLines,
    InsertRow,
    InsertText,
    Refused,
)
from agent.document.model import Block, Document, Section
from agent.document.neighbours import Side, beside, list_of, table_of

_Beside = InsertText | InsertItem | InsertRow | InsertLines | AddTable


def reanchored(edits: Sequence[Edit], old: Document, new: Document) -> tuple[Edit, ...] | None:
    """The same edits for the later version; None where one of them has no place there any more."""
    made: list[Edit] = []
    for edit in edits:
        found = _placed(edit, old, new)
        if found is None:
            return None
        made.append(found)
    return tuple(made)


def _placed(edit: Edit, old: Document, new: Document) -> Edit | None:
    if _fits(edit, new):
        return edit
    moved: Edit | None = None
    if isinstance(edit, AddSubsection):
        moved = _subsection(edit, new)
    elif isinstance(edit, _Beside):
        moved = _beside_another(edit, old, new)
    return moved if moved is not None and _fits(moved, new) else None


def _fits(edit: Edit, document: Document) -> bool:
    return not isinstance(compile_edit(document, edit, 0), Refused)


def _subsection(edit: AddSubsection, new: Document) -> Edit | None:
    section = new.section(edit.section)
    before = new.section(edit.before) if edit.before else None
    if section is None or (edit.before and before is None):
        return None
    return add_subsection(section, edit.heading, edit.text, before=before, order=edit.order)


def _beside_another(edit: _Beside, old: Document, new: Document) -> Edit | None:
    there, here = old.section(edit.section), new.section(edit.section)
    if there is None or here is None:
        return None
    same = here.resolve(edit.block)
    if same is not None:
        return _at(edit, here, same, edit.side)
    anchor = there.resolve(edit.block)
    if anchor is None or getattr(edit, "inside", False):
        return None
    for block, side in _neighbours(edit, there, anchor):
        found = here.resolve(there.block_ref(block))
        if found is not None:
            return _at(edit, here, found, side)
    edited = _in_its_place(there, here, anchor)
    return _at(edit, here, edited, edit.side) if edited else None


def _in_its_place(there: Section, here: Section, anchor: Block) -> Block | None:
    """The block that somebody has made of the anchor, where the section has kept its form."""
    form = [(block.kind, block.depth) for block in there.blocks]
    if form != [(block.kind, block.depth) for block in here.blocks]:
        return None
    return here.blocks[anchor.index - there.first_block]


def _at(edit: _Beside, section: Section, block: Block, side: Side) -> Edit:
    place = {"block": section.block_ref(block), "side": side, "beside": beside(section, block, side)}
    return edit.model_copy(update=place)


def _neighbours(edit: _Beside, section: Section, anchor: Block) -> Iterator[tuple[Block, Side]]:
    """What may take the anchor's part, the nearest before it first, then the nearest after it."""
    alike = _alike(edit, section, anchor)
    for block in reversed([block for block in alike if block.index < anchor.index]):
        yield block, "after"
    for block in alike:
        if block.index > anchor.index and block.kind != "table_head":
            yield block, "before"


def _alike(edit: _Beside, section: Section, anchor: Block) -> tuple[Block, ...]:
    if isinstance(edit, InsertItem) and anchor.kind == "list_item":
        return list_of(section, anchor)
    if isinstance(edit, InsertRow):
        return table_of(section, anchor)
    depth = anchor.depth
    return tuple(block for block in section.blocks if block.depth == depth and block.kind != "table_row")
