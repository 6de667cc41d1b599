"""The proof after an edit: every other byte is the same, and every other block is read as before.

Only what stands around the new text is scanned again: from a block at the margin with a blank line or
a heading before it, to the next such block after. That suffices: at such a block nothing is open, so
that when the scan of the edited file comes to it, at the place that the shift predicts and reading it
as before, all that follows is scanned as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.document import lexis, scan
from agent.document.edits import Reason, Refused
from agent.document.model import Document
from agent.document.parse import front_matter_lines, scan_part
from agent.document.splice import Splice

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Placed:
    """Where in a piece the new text of one edit lies."""

    splice: Splice
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Bytes that stand in the edited file in place of a range of the base; each is itself alone."""

    start: int
    end: int
    data: bytes
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A block as two scans of it must agree on it."""

    kind: str
    depth: int
    level: int
    details: int
    data: bytes


@dataclass(frozen=True, slots=True)
class _Window:
    """Blocks `first` to `last` (exclusive) of the base, and the pieces that lie among them."""

    first: int
    last: int
    pieces: tuple[Piece, ...]


def verify(
    base: Document, data: bytes, pieces: Sequence[Piece], proved: set[tuple[Piece, ...]]
) -> Refused | None:
    """None when the edited bytes hold the base and the new text, and nothing is read otherwise.

    `proved` has the pieces of the parts of this base that were found good before, and takes in those that are
    now: a part is read as it was then wherever the text before it has moved it, since nothing is open there.
    """
    if not _same_bytes(base.data, data, pieces):
        return _no("outside_section", "The edit would change bytes outside its place.", pieces)
    if front_matter_lines(data) != front_matter_lines(base.data):
        return _no("front_matter", "The edit would make front matter of the file's first lines.", pieces)
    shift = 0
    for window in _windows(base, pieces):
        if window.pieces not in proved:
            problem = _check_window(base, data, window, shift)
            if problem is not None:
                return problem
            proved.add(window.pieces)
        shift += sum(len(piece.data) - (piece.end - piece.start) for piece in window.pieces)
    return None


def _no(reason: Reason, sentence: str, pieces: Sequence[Piece]) -> Refused:
    at_fault = sorted(placed.splice.edit for piece in pieces for placed in piece.placed)
    return Refused(reason=reason, sentence=sentence, edits=tuple(at_fault))


def _same_bytes(base: bytes, data: bytes, pieces: Sequence[Piece]) -> bool:
    """Walk both files side by side: equal outside the pieces, the pieces' bytes within."""
    old = new = 0
    for piece in pieces:
        size = piece.start - old
        if not _equal(base, old, data, new, size) or not data.startswith(piece.data, new + size):
            return False
        old, new = piece.end, new + size + len(piece.data)
    return len(base) - old == len(data) - new and _equal(base, old, data, new, len(base) - old)


def _equal(base: bytes, old: int, data: bytes, new: int, size: int) -> bool:
    """Are `size` bytes of both the same? Compared a megabyte at a time, to copy no more."""
    return all(
        base[old + at : old + min(at + _CHUNK, size)] == data[new + at : new + min(at + _CHUNK, size)]
        for at in range(0, size, _CHUNK)
    )


def _windows(base: Document, pieces: Sequence[Piece]) -> Iterator[_Window]:
    """The runs of blocks to scan again, in order, none touching another."""
    first, last = 0, -1
    held: list[Piece] = []
    for piece in pieces:
        begin, end = _window_start(base, piece), _window_end(base, piece)
        if held and begin < last:
            last = max(last, end)
            held.append(piece)
            continue
        if held:
            yield _Window(first, last, tuple(held))
        first, last, held = begin, end, [piece]
    if held:
        yield _Window(first, last, tuple(held))


def _window_start(base: Document, piece: Piece) -> int:
    """The last block before a piece at which nothing is open; the first block where there is none."""
    index = max(base.block_before(piece.start), 0)
    while index and not _nothing_open(base, index):
        index -= 1
    return index


_INTERRUPTS = frozenset(
    (scan.HEADING, scan.LIST_ITEM, scan.FENCE, scan.QUOTE, scan.RULE, scan.TABLE_HEAD, scan.TABLE_ROW)
)
"""Kinds of blocks that begin, at the margin, whatever is open before them; of a row it is its table."""


def _nothing_open(base: Document, index: int) -> bool:
    columns = base.columns
    if columns.depth[index] or columns.state[index]:
        return False
    return columns.kind[index] in _INTERRUPTS or columns.start[index] > columns.end[index - 1]


def _window_end(base: Document, piece: Piece) -> int:
    """One past the first block after a piece at which nothing is open.

    Between the two stands a blank line, or the block is of a kind that needs none; after new headings
    it must be a heading, since it is asked whose text follows.
    """
    columns = base.columns
    starts = columns.line_starts
    headings = any(placed.splice.levels for placed in piece.placed)
    for index in range(base.block_before(piece.end) + 1, base.block_count):
        line = columns.start[index]
        if starts[line] < piece.end or not _nothing_open(base, index):
            continue
        if headings:
            if columns.kind[index] == scan.HEADING:
                return index + 1
        elif columns.kind[index] in _INTERRUPTS or (line and starts[line - 1] >= piece.end):
            return index + 1
    return base.block_count


def _check_window(base: Document, data: bytes, window: _Window, shift: int) -> Refused | None:
    columns = base.columns
    starts = columns.line_starts
    at_end = window.last >= base.block_count
    start = starts[columns.start[window.first]] + shift if window.first else 0
    growth = sum(len(piece.data) - (piece.end - piece.start) for piece in window.pieces)
    end = len(base.data) if at_end else starts[columns.end[window.last - 1]]
    scanned, scanner = scan_part(
        data,
        start,
        end + shift + growth,
        details=columns.details[window.first] if window.first else 0,
        in_table=bool(window.first) and columns.kind[window.first] == scan.TABLE_ROW,
    )
    old = list(_old_blocks(base, window))
    spans = list(_spans(window.pieces, shift))
    new, fresh = _new_blocks(data, scanned, spans)
    if old == new:
        return _check_fresh(fresh, window.pieces) or _check_parents(data, scanned, spans, window.pieces)
    return _explain(old, new, fresh, scanner, window.pieces)


def _old_blocks(base: Document, window: _Window) -> Iterator[_Seen]:
    replaced = [(piece.start, piece.end) for piece in window.pieces if piece.end > piece.start]
    columns = base.columns
    starts = columns.line_starts
    for index in range(window.first, window.last):
        first, last = starts[columns.start[index]], starts[columns.end[index]]
        if not any(first < end and start < last for start, end in replaced):
            yield _seen(columns, index, base.block_data(index))


def _seen(columns: scan.Columns, index: int, data: bytes) -> _Seen:
    return _Seen(
        scan.KINDS[columns.kind[index]],
        columns.depth[index],
        columns.level[index],
        columns.details[index],
        data,
    )


def _spans(pieces: Sequence[Piece], shift: int) -> Iterator[tuple[int, int, Placed]]:
    """Where the new text of each edit lies in the edited file."""
    for piece in pieces:
        start = piece.start + shift
        yield from ((start + placed.start, start + placed.end, placed) for placed in piece.placed)
        shift += len(piece.data) - (piece.end - piece.start)


def _new_blocks(
    data: bytes, columns: scan.Columns, spans: Sequence[tuple[int, int, Placed]]
) -> tuple[list[_Seen], dict[Placed, list[_Seen]]]:
    """Blocks of the scanned part: those that were there, and those of each edit's new text."""
    old: list[_Seen] = []
    fresh: dict[Placed, list[_Seen]] = {placed: [] for _, _, placed in spans}
    starts = columns.line_starts
    for index in range(len(columns.kind)):
        first, last = starts[columns.start[index]], starts[columns.end[index]]
        seen = _seen(columns, index, data[first:last].rstrip(b"\r\n"))
        owners = [placed for begin, end, placed in spans if first < end and begin < last]
        for owner in owners:
            fresh[owner].append(seen)
        if not owners:
            old.append(seen)
    return old, fresh


def _check_fresh(fresh: dict[Placed, list[_Seen]], pieces: Sequence[Piece]) -> Refused | None:
    """Is the new text read as what it was meant to be?"""
    for placed, blocks in fresh.items():
        splice = placed.splice
        problem = _misread(splice, blocks)
        if problem is not None:
            return _no(problem[0], problem[1], [p for p in pieces if placed in p.placed]).model_copy(
                update={"edits": (splice.edit,)}
            )
    return None


_WAYMARK = re.compile(rb"!?\[[^\[\]\n]{0,200}\]\(\s*#[^)\s]{0,200}\s*\)|<[^<>\n]{0,400}>")
"""A link within the document, or a tag such as that of an anchor."""


def _states_nothing(data: bytes) -> bool:
    """Is a block only a way back to the contents, an anchor or a rule? It is nobody's text."""
    return not any(char.isalnum() for char in _WAYMARK.sub(b"", data).decode("utf-8", "replace"))


def _check_parents(
    data: bytes, columns: scan.Columns, spans: Sequence[tuple[int, int, Placed]], pieces: Sequence[Piece]
) -> Refused | None:
    """A new heading must not take what was another section's: where it is put, a section ends."""
    level = 0
    for index in range(len(columns.kind)):
        first, last = (columns.line_starts[n] for n in (columns.start[index], columns.end[index]))
        owner = next((placed for begin, end, placed in spans if first < end and begin < last), None)
        heading = columns.level[index] if columns.kind[index] == scan.HEADING else 0
        if owner is not None and owner.splice.shape != "replace":
            level = min(level or heading, heading) if heading else level
        elif level and not heading and _states_nothing(data[first:last]):
            continue
        elif level and (not heading or heading > level):
            return _no("outside_section", "The new heading would take over text of another section.", pieces)
        else:
            level = 0
    return None


def _misread(splice: Splice, blocks: list[_Seen]) -> tuple[Reason, str] | None:
    if splice.shape == "remove":
        return ("swallows", "What stands around the removed text would grow together.") if blocks else None
    if not blocks:
        return "swallows", "The new text would become part of the block beside it."
    levels = tuple(block.level for block in blocks if block.kind == "heading")
    first = blocks[0]
    # Lines that are put in as they are may hold items of several lists.
    shallow = splice.depth + 1 if splice.shape == "item" else splice.depth
    faults: tuple[tuple[bool, Reason, str], ...] = (
        (
            levels[:1] != splice.levels[:1],
            "heading",
            "The new text would be read as a heading.",
        ),
        (
            any(block.kind == "front_matter" for block in blocks),
            "front_matter",
            "The new text would be read as front matter.",
        ),
        (
            bool(splice.columns) and any(_broken(block, splice.columns) for block in blocks),
            "columns",
            "The new row would not have the columns of its table.",
        ),
        (
            bool(splice.kind) and first.kind != splice.kind,
            "wrong_kind",
            f"The new text would be read as {first.kind}, not as {splice.kind}.",
        ),
        (
            splice.rest is not None and splice.rest != tuple(block.kind for block in blocks[1:]),
            "swallows",
            "The new text would not be read there as it is by itself.",
        ),
        (
            splice.shape != "lines"
            and (first.depth != splice.depth or any(block.depth < shallow for block in blocks[1:])),
            "outside_section",
            "The new text would be read at another depth of its list.",
        ),
    )
    return next(((reason, sentence) for wrong, reason, sentence in faults if wrong), None)


def _broken(block: _Seen, columns: int) -> bool:
    """A block that is no row, or a row of another width than its table."""
    if block.kind not in ("table_row", "table_head"):
        return True
    return lexis.cell_count(lexis.first_line(block.data)) != columns


def _explain(
    old: list[_Seen],
    new: list[_Seen],
    fresh: dict[Placed, list[_Seen]],
    scanner: scan.Scanner,
    pieces: Sequence[Piece],
) -> Refused:
    """Name what went wrong when what was there would be read otherwise."""
    if all(placed.splice.shape == "remove" for piece in pieces for placed in piece.placed):
        return _no(
            "swallows", "What stands around the removed text would be read otherwise without it.", pieces
        )
    every = [*new, *(block for blocks in fresh.values() for block in blocks)]
    if scanner.open_leaf == "fence":
        return _no("open_fence", "The new text would open a fence over what follows.", pieces)
    if sum(b.kind == "heading" for b in every) > sum(b.kind == "heading" for b in old) + sum(
        len(placed.splice.levels) for piece in pieces for placed in piece.placed
    ):
        return _no("heading", "The new text would turn text into a heading.", pieces)
    if _rows(new) < _rows(old):
        return _no("columns", "The new text would break a table.", pieces)
    return _no("swallows", "The new text would change how the text around it is read.", pieces)


def _rows(blocks: Sequence[_Seen]) -> int:
    return sum(block.kind in ("table_row", "table_head") for block in blocks)
