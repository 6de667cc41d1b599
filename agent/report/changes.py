"""What each increment of a night changes in the document: the old words, the new ones, and what stands around.

Taken from the night's edits, not guessed from a comparison of two files: each change belongs to its increment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import dedent

from agent.document import Applied, Block, Document, Refused, apply, lexis
from agent.document.compile import compile_edit
from agent.document.parse import lines
from agent.document.splice import Splice
from agent.nights import ProposalStep

_CONTEXT = 400
"""Characters of a neighbouring block that are shown."""


@dataclass(frozen=True, slots=True)
class Change:
    """One place of the document that an increment changes."""

    increment: str
    section: tuple[str, ...]
    """Heading path."""
    at: int
    """Line of the document as it was: the first that is replaced, or the one that the new text follows."""
    line: int
    """First line of the new text in the finished document."""
    end_line: int
    removed: str
    added: str
    head: str = ""
    """Head row and dashes of the table that the change stands in; empty outside of tables."""
    before: str = ""
    """The block that stands before, as Markdown."""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A section of the finished document, for a picture of it."""

    title: str
    level: int
    line: int


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes of a night, in the order of the document."""

    all: tuple[Change, ...]
    sections: tuple[Mark, ...]
    lines: int
    """Of the finished document."""

    def of(self, increment: str) -> tuple[Change, ...]:
        """Those of one increment."""
        return tuple(change for change in self.all if change.increment == increment)


def changes_of(document: Document, steps: Sequence[ProposalStep]) -> Changes:
    """The changes that a night's steps make to its base, all of them together.

    Where the document no longer takes them together, each is shown for itself, and the document as it was.
    """
    edits = [(step.increment, edit) for step in steps for edit in step.edits]
    applied = apply(document, [edit for _, edit in edits])
    finished = document if isinstance(applied, Refused) else applied.document
    made: list[Change] = []
    for number, (increment, edit) in enumerate(edits):
        splice = compile_edit(document, edit, number)
        if isinstance(splice, Refused):
            continue
        change = _change(document, splice, increment, edit.section.path)
        made.append(_placed(change, splice, applied, number) if isinstance(applied, Applied) else change)
    marks = (
        Mark(section.title, section.level, section.line) for section in finished.sections if section.level
    )
    return Changes(
        tuple(sorted(made, key=lambda change: (change.line, change.at))), tuple(marks), finished.line_count
    )


def _change(document: Document, splice: Splice, increment: str, section: tuple[str, ...]) -> Change:
    """A change placed in the document as it was; its new text is that of an edit made alone."""
    start, end = _whole_lines(document, splice) if splice.end > splice.start else (splice.start, splice.end)
    data = document.data
    removed = data[start:end]
    before, after = _neighbours(document, start, end)
    at = max(document.line_at(start) - (0 if removed else 1), 1)
    new = "\n".join(splice.lines(0, 1)).encode("utf-8", "surrogateescape")
    alone = data[start : splice.start] + new + data[splice.end : end]
    return Change(
        increment=increment,
        section=section,
        at=at,
        line=at,
        end_line=at,
        removed=_text(removed),
        added="" if splice.shape == "remove" else _text(alone),
        head=_head(document, splice, before),
        before=_context(before),
        after=_context(after),
    )


def _whole_lines(document: Document, splice: Splice) -> tuple[int, int]:
    """What a splice replaces, with the rest of its first and last line: a cell is shown in its row."""
    starts = document.columns.line_starts
    last = document.line_at(splice.end - 1)
    return starts[document.line_at(splice.start) - 1], starts[last]


def _placed(change: Change, splice: Splice, applied: Applied, number: int) -> Change:
    """The change with the lines that its new text has in the finished document."""
    first, last = applied.lines[number]
    if splice.shape == "remove":
        return replace(change, line=first, end_line=first)
    document = applied.document
    starts = document.columns.line_starts
    return replace(
        change, line=first, end_line=last, added=_text(document.data[starts[first - 1] : starts[last]])
    )


def _neighbours(document: Document, start: int, end: int) -> tuple[Block | None, Block | None]:
    index = document.block_before(start)
    before = document.block(index) if index >= 0 else None
    following = document.block_before(end) + 1
    after = document.block(following) if following < document.block_count else None
    return before, after


def _head(document: Document, splice: Splice, before: Block | None) -> str:
    """The head of the table whose rows are changed."""
    if splice.shape not in ("row", "cell", "replace") or before is None:
        return ""
    index = before.index
    while index >= 0 and document.block(index).kind == "table_row":
        index -= 1
    block = document.block(max(index, 0))
    return dedent(_text(block.data)) if block.kind == "table_head" else ""


def _context(block: Block | None) -> str:
    """A neighbouring block in its first lines; of a table its row alone."""
    if block is None or block.kind in ("front_matter", "html", "comment"):
        return ""
    text = dedent(block.text)
    return text if len(text) <= _CONTEXT else f"{text[:_CONTEXT]}…"


def cells_of(row: str) -> tuple[str, ...]:
    """The cells of a table's row as it is written."""
    return tuple(
        cell.strip().decode("utf-8", "replace") for cell in lexis.split_cells(row.encode("utf-8", "replace"))
    )


def _text(data: bytes) -> str:
    """Bytes as lines to be shown, the common indentation taken off."""
    text = b"".join(line.rstrip(b"\r\n") + b"\n" for line in lines(data, 0)).decode("utf-8", "replace")
    return dedent(text).strip("\n")
