"""Removals: blocks go, with the blank lines that stood them apart, where others say what they say."""

from __future__ import annotations

from agent.document import edits as ops
from agent.document.checks import check_still_there
from agent.document.edits import Refused
from agent.document.model import Block, Document
from agent.document.neighbours import tree_end
from agent.document.splice import Site, Splice, refuse

_FIXED = frozenset({"heading", "table_head", "front_matter"})
"""Kinds of blocks that others hang on."""


def remove_blocks(site: Site, edit: ops.RemoveBlocks) -> Splice | Refused:
    """The bytes of the blocks; of the blank lines on their two sides the longer run stays."""
    document = site.document
    blocks = site.run(edit.blocks)
    if isinstance(blocks, Refused):
        return blocks
    if any(block.kind in _FIXED for block in blocks):
        return refuse("wrong_kind", "A heading, the head of a table and front matter are not removed.")
    last = blocks[-1]
    if any(tree_end(document, block) > last.index + 1 for block in blocks):
        return refuse("outside_section", "A list item is not removed without what it holds.")
    stands = _standing(site, edit, blocks)
    if isinstance(stands, Refused):
        return stands
    problem = check_still_there(document, document.data[blocks[0].start : last.end], b"")
    if problem is not None:
        return problem
    start, end = _reach(document, blocks[0], last)
    return Splice(
        edit=site.position,
        start=start,
        end=end,
        shape="remove",
        key=site.key(edit, "remove", blocks[0].depth),
        lines=lambda _turn, _turns: [],
        depth=blocks[0].depth,
        stands=stands,
    )


def _standing(
    site: Site, edit: ops.RemoveBlocks, blocks: tuple[Block, ...]
) -> tuple[tuple[int, int], ...] | Refused:
    """Where the blocks lie that say what goes: each must be there, and be none of those that go."""
    found: list[tuple[int, int]] = []
    for name in edit.stands:
        section = site.document.section(name.section)
        block = section.resolve(name.block) if section else None
        if block is None:
            return refuse("stale", "What says the same as the removed text is not in the document any more.")
        if block in blocks:
            return refuse("overlap", "The text that should stand for the removed one is removed itself.")
        found.append((block.start, block.end))
    return tuple(found)


def _reach(document: Document, first: Block, last: Block) -> tuple[int, int]:
    """First and last byte that go: whole lines, and the blank ones of the shorter side.

    At the end of the file, where nothing follows, those before go.
    """
    columns = document.columns
    starts = columns.line_starts
    top, bottom = columns.start[first.index], columns.end[last.index]
    before = columns.end[first.index - 1] if first.index else top
    if last.index + 1 == document.block_count:
        return starts[before], starts[bottom]
    after = columns.start[last.index + 1]
    return starts[top], starts[bottom + min(top - before, after - bottom)]
