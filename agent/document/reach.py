"""What edits reach: the blocks that they change, and those beside their places."""

from __future__ import annotations

from collections.abc import Iterable

from agent.document.compile import compile_edit
from agent.document.edits import Edit, Refused
from agent.document.model import Document


def reached(document: Document, edits: Iterable[Edit]) -> frozenset[int]:
    """Indexes of the blocks that edits touch or stand beside; of an edit that cannot be made, none."""
    found: set[int] = set()
    for edit in edits:
        splice = compile_edit(document, edit, 0)
        if isinstance(splice, Refused):
            continue
        before = document.block_before(splice.start)
        last = before + 1
        while last < document.block_count and document.block(last).start < splice.end:
            last += 1
        found.update(range(max(before, 0), min(last + 1, document.block_count)))
        for start, end in splice.stands:
            inside = document.block_before(start) + 1
            found.update(at for at in (inside,) if document.block(at).start < end)
    return frozenset(found)
