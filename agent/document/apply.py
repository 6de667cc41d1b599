"""Apply a set of edits to a document: all of them, or none and the reason.

The result depends on the set of edits alone, never on their order: insertions that fill one gap are
sorted by their `order` and content and worded together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from agent.document import style
from agent.document.compile import compile_edit
from agent.document.edits import Edit, Refused
from agent.document.model import Document
from agent.document.parse import lines, parse
from agent.document.splice import Splice
from agent.document.verify import Piece, Placed, verify


@dataclass(frozen=True)
class Applied:
    """The edited file."""

    data: bytes
    lines: tuple[tuple[int, int], ...]
    """For each edit handed in, the first and last line (1-based) of its new text."""

    @cached_property
    def document(self) -> Document:
        """The edited file, parsed."""
        return parse(self.data)


def apply(document: Document, edits: Sequence[Edit]) -> Applied | Refused:
    """The document with all of the edits made, proved to differ nowhere else.

    Edits that are equal count once. What is refused leaves the document as it was.
    """
    return Applier(document).apply(edits)


class Applier:
    """Applies growing sets of edits to one document: what a set shares with those before it is done once.

    For a set that begins with the edits of the last one, only what stands around the new ones is compiled,
    worded and proved anew.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._splices: list[Splice | Refused] = []
        self._counts: dict[Piece, _Counts] = {}
        self._pieces: dict[tuple[int, ...], Piece] = {}
        self._proved: set[tuple[Piece, ...]] = set()
        self._edits: tuple[Edit, ...] = ()

    def apply(self, edits: Sequence[Edit]) -> Applied | Refused:
        """See `apply`."""
        document = self._document
        if not document.is_utf8:
            return Refused(reason="not_utf8", sentence="The document is not UTF-8; it is not edited.")
        self._begin(edits)
        splices: list[Splice] = []
        first_of: dict[Edit, int] = {}
        for position, edit in enumerate(edits):
            splice = self._compiled(edit, position)
            if first_of.setdefault(edit, position) != position:
                continue
            if isinstance(splice, Refused):
                return splice.model_copy(update={"edits": (position,)})
            splices.append(splice)
        splices.sort(key=lambda splice: (splice.start, splice.end, splice.key))
        clash = _overlap(splices)
        if clash is not None:
            return clash
        pieces = [self._piece(list(group)) for _, group in groupby(splices, key=lambda s: (s.start, s.end))]
        data = _join(document.data, pieces)
        problem = verify(document, data, pieces, self._proved)
        if problem is not None:
            return problem
        found = self._line_ranges(pieces)
        return Applied(data, tuple(found[first_of[edit]] for edit in edits))

    def _begin(self, edits: Sequence[Edit]) -> None:
        """Forget what was made of edits that this set has not, or has in another position: positions name edits."""
        pairs = zip(self._edits, edits, strict=False)
        shared = next((at for at, (old, new) in enumerate(pairs) if old is not new and old != new), None)
        shared = min(len(edits), len(self._edits)) if shared is None else shared
        if shared < len(self._edits):
            del self._splices[shared:]
            self._pieces = {key: piece for key, piece in self._pieces.items() if max(key) < shared}
            kept = set(self._pieces.values())
            self._counts = {piece: counted for piece, counted in self._counts.items() if piece in kept}
            self._proved = {pieces for pieces in self._proved if kept.issuperset(pieces)}
        self._edits = tuple(edits)

    def _compiled(self, edit: Edit, position: int) -> Splice | Refused:
        if position == len(self._splices):
            self._splices.append(compile_edit(self._document, edit, position))
        return self._splices[position]

    def _piece(self, splices: list[Splice]) -> Piece:
        key = tuple(splice.edit for splice in splices)
        if key not in self._pieces:
            self._pieces[key] = _piece(self._document, splices)
        return self._pieces[key]

    def _line_ranges(self, pieces: Sequence[Piece]) -> dict[int, tuple[int, int]]:
        """First and last line of each edit's new text in the edited file."""
        ranges: dict[int, tuple[int, int]] = {}
        shift = 0
        for piece in pieces:
            if piece not in self._counts:
                self._counts[piece] = _counts(self._document, piece)
            counted = self._counts[piece]
            for edit, first, last in counted.lines:
                ranges[edit] = first + shift, last + shift
            shift += counted.growth
        return ranges


@dataclass(frozen=True, slots=True)
class _Counts:
    """Lines of a piece."""

    lines: tuple[tuple[int, int, int], ...]
    """Of each edit's new text: first and last, were it the only piece."""
    growth: int
    """Lines by which it makes the file longer."""


def _counts(document: Document, piece: Piece) -> _Counts:
    line = document.line_at(piece.start)
    found: list[tuple[int, int, int]] = []
    for placed in piece.placed:
        first = line + _breaks(piece.data[: placed.start])
        inside = _breaks(piece.data[placed.start : placed.end].rstrip(b"\r\n"))
        found.append((placed.splice.edit, first, first + inside))
    growth = _breaks(piece.data) - _breaks(document.data[piece.start : piece.end])
    return _Counts(tuple(found), growth)


def _overlap(splices: list[Splice]) -> Refused | None:
    """Two edits of the same bytes, or new text inside what another edit replaces."""
    reach: Splice | None = None
    for splice in splices:
        if reach is not None and splice.start < reach.end:
            both = tuple(sorted((reach.edit, splice.edit)))
            return Refused(reason="overlap", sentence="Two of the edits change the same text.", edits=both)
        if splice.end > splice.start:
            reach = splice
    return _stands_changed(splices)


def _stands_changed(splices: list[Splice]) -> Refused | None:
    """An edit of text that another counts on, since it says what is taken away there."""
    for splice in splices:
        for start, end in splice.stands:
            for other in splices:
                if other.start < end and start < other.end and other is not splice:
                    both = tuple(sorted((splice.edit, other.edit)))
                    sentence = "One of the edits changes text that must stand for another to be made."
                    return Refused(reason="overlap", sentence=sentence, edits=both)
    return None


def _piece(document: Document, splices: list[Splice]) -> Piece:
    first = splices[0]
    if first.start != first.end:
        ending = first.eol.decode() or "\n"
        data = ending.join(first.lines(0, 1)).encode("utf-8", "surrogateescape")
        return Piece(first.start, first.end, data, (Placed(first, 0, len(data)),))
    return _gap(document, splices)


def _gap(document: Document, splices: list[Splice]) -> Piece:
    """Word the insertions at one place: blank lines between them, and to what stands around."""
    base, at = document.data, splices[0].start
    eol = splices[0].eol or document.eol
    unfinished = at == len(base) and at > 0 and not base.endswith((b"\n", b"\r"))
    out = bytearray(eol if unfinished else b"")
    if not _blank_before(document, at) and _apart(document, None, splices[0]):
        out += eol
    placed: list[Placed] = []
    previous: Splice | None = None
    for splice in splices:
        if previous is not None and _apart(document, previous, splice):
            out += eol
        alike = [
            s for s in splices if (s.shape, s.depth, s.key[0]) == (splice.shape, splice.depth, splice.key[0])
        ]
        start = len(out)
        for line in splice.lines(alike.index(splice), len(alike)):
            out += line.encode("utf-8", "surrogateescape") + eol
        placed.append(Placed(splice, start, len(out)))
        previous = splice
    if not _blank_after(base, at) and _apart(document, splices[-1], None, at=at):
        out += eol
    if unfinished:
        del out[-len(eol) :]
        last = placed[-1]
        placed[-1] = Placed(last.splice, last.start, len(out))
    return Piece(at, at, bytes(out), tuple(placed))


def _apart(document: Document, before: Splice | None, after: Splice | None, *, at: int = 0) -> bool:
    """Does a blank line belong between two new texts, or between one and what is there?

    Where both sides are of one list or table its own habit counts; all other blocks stand apart.
    """
    if after is None:
        return before is not None and _apart_from_next(document, before, at)
    if before is None:
        return _apart_from_previous(document, after)
    if "lines" in (before.shape, after.shape):
        return False
    if before.shape == after.shape:
        return before.shape != "row" and (before.shape != "item" or before.loose or after.loose)
    return True


def _apart_from_previous(document: Document, new: Splice) -> bool:
    if new.shape in ("row", "lines"):
        return False
    if new.shape == "item":
        return new.loose
    if _block_ending_at(document, new.start) == "heading" and new.shape != "section":
        return style.blank_after_headings(document)
    return True


def _apart_from_next(document: Document, new: Splice, at: int) -> bool:
    """What follows a list or table without a blank line now goes on doing so."""
    if new.shape == "item":
        return new.loose and _block_starting_at(document, at) == "list_item"
    return new.shape not in ("row", "lines")


def _block_ending_at(document: Document, at: int) -> str:
    index = document.block_before(at)
    return document.block(index).kind if index >= 0 else ""


def _block_starting_at(document: Document, at: int) -> str:
    index = document.block_before(at) + 1
    return document.block(index).kind if index < document.block_count else ""


def _blank_before(document: Document, at: int) -> bool:
    index = document.block_before(at)
    return index < 0 or document.block(index).end < at


def _blank_after(base: bytes, at: int) -> bool:
    end = base.find(b"\n", at)
    return not base[at : len(base) if end < 0 else end].strip()


def _join(base: bytes, pieces: list[Piece]) -> bytes:
    out: list[bytes] = []
    position = 0
    for piece in pieces:
        out += (base[position : piece.start], piece.data)
        position = piece.end
    out.append(base[position:])
    return b"".join(out)


def _breaks(data: bytes) -> int:
    """Line ends in some bytes."""
    count = sum(1 for _ in lines(data, 0))
    return count if data.endswith((b"\n", b"\r")) or not data else count - 1
