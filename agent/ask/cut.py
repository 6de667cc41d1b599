"""Source texts cut into passages: a paragraph, a list item, a table row, some lines of code, with what stands over it."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.ask.model import Citation, Kind
from agent.facts.claims import sentence_spans
from agent.models import SourceText, TextBlock

_VERSION = 6
"""Goes up when what is indexed of a passage changes."""
LONGEST = 500
"""Characters of a passage; what is longer is cut between sentences or lines."""
_ITEM_HEAD = 24
"""Characters up to which an item of a list may be a head over what follows."""
_LONGEST_OF = {"code": LONGEST // 2, "meta": LONGEST // 2, "table_row": 4 * LONGEST}
"""Lines of a listing say little about each other; a row is one statement."""
_LEAD = 700
"""Characters of the blocks before a passage, and of the beginning of its own, that are kept as what leads it in."""
_LEADING_BLOCKS = {"table_row": 3, "code": 2}
"""How many blocks before a table or a listing tell what it is about; one before anything else."""
_HARD_CUT = 800
"""Characters after which even a single sentence or line is cut."""
_ENDS_LINE = re.compile(r"</(?:li|p|tr|h[1-6]|div|ul|ol)>|<br ?/?>", re.IGNORECASE)
"""Where a page that was pasted into a cell begins a new line."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a source text that can be found and quoted: `text` stands in it verbatim."""

    key: str
    path: str
    line: int
    end_line: int
    text: str
    block: str
    """Kind of the block (`agent.models.TextBlock.kind`)."""
    kind: Kind
    date: dt.date
    contributor: str
    title: str
    element: str = ""
    heads: tuple[str, ...] = ()
    lead: str = ""
    """What stands just before it in its section."""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    order: int = 0
    """Place in its text."""
    goes_on: bool = False
    """Whether its block begins before it."""

    def searched(self) -> str:
        """What the word index holds of it."""
        return "\n".join((self.title, *self.heads, " | ".join(self.header), self.text))

    def with_columns(self, kept: Sequence[int]) -> Passage:
        """The same row, of its cells and their heads those at some places."""
        cells = tuple(self.cells[at] for at in kept)
        return replace(self, cells=cells, header=tuple(self.header[at] for at in kept))

    def citation(self, quote: str = "", line: int = 0, end_line: int = 0) -> Citation:
        """The passage as a citation, or a part of it."""
        return Citation(
            path=self.path,
            start_line=line or self.line,
            end_line=end_line or self.end_line,
            date=self.date,
            contributor=self.contributor,
            quote=quote or self.text,
            kind=self.kind,
            element=self.element,
            heads=(*self.heads, *self.header) if self.cells else self.heads,
        )


@dataclass(slots=True)
class _Place:
    """What stands over the block at hand."""

    heads: list[tuple[int, str]]
    before: list[str]
    intro: str = ""
    """What stood before the list at hand."""


def passages_of(text: SourceText, kind: Kind) -> Iterator[Passage]:
    """The passages of a source text, in order."""
    starts = _line_starts(text.text)
    place = _Place([], [])
    order = 0
    for block, after in pairwise((*text.blocks, None)):
        assert block is not None, "only the last has nothing after it"
        quoted = text.text[block.start : block.end]
        if not quoted.strip():
            continue
        heads = tuple(head for _, head in place.heads)
        if block.kind == "heading":
            place.heads = [entry for entry in place.heads if entry[0] < max(1, block.level)]
            heads = tuple(head for _, head in place.heads)
            place.heads.append((max(1, block.level), _one_line(quoted)))
            place.before = []
        is_head_row = _is_head_row(block, after)
        before = place.before[-_LEADING_BLOCKS.get(block.kind, 1) :]
        if block.kind == "list_item" and place.intro:
            before = list(dict.fromkeys((place.intro, *before)))
        lead = "\n".join(filter(None, before))[-_LEAD:]
        if not is_head_row:
            for start, end in _pieces(quoted, block):
                told = f"{lead}\n{quoted[: min(start, _LEAD)]}" if start else lead
                yield _passage(text, kind, block, start, end, starts, heads, told, order)
                order += 1
        if block.kind == "heading":
            place.intro = ""
        elif block.kind not in ("table_row", "code"):
            place.before.append(quoted[:_LEAD] if _leads(block.kind, quoted) else "")
            if block.kind != "list_item":
                place.intro = quoted[:_LEAD]


def _is_head_row(block: TextBlock, after: TextBlock | None) -> bool:
    """Whether a row only names the columns of those below it; a row by itself says what it says."""
    return (
        block.kind == "table_row"
        and not block.header
        and after is not None
        and after.kind == "table_row"
        and after.header == block.cells
    )


def _leads(kind: str, quoted: str) -> bool:
    """Whether what follows may be about it: an item of a list that says a thing by itself leads nothing in."""
    return kind != "list_item" or len(quoted) <= _ITEM_HEAD or quoted.rstrip(" *_").endswith((":", "："))


def _passage(
    text: SourceText,
    kind: Kind,
    block: TextBlock,
    start: int,
    end: int,
    starts: Sequence[int],
    heads: tuple[str, ...],
    lead: str,
    order: int,
) -> Passage:
    words = text.text[block.start + start : block.start + end]
    first = bisect_right(starts, block.start)
    line = bisect_right(starts, block.start + start) - first + (block.line or first)
    whole = len(words) >= len(text.text[block.start : block.end].strip())
    mark = f"{_VERSION}\0{text.source.path}\0{text.source.item}\0{order}\0{words}"
    return Passage(
        key=hashlib.sha256(mark.encode("utf-8", "surrogatepass")).hexdigest()[:24],
        path=text.source.path,
        line=line,
        end_line=line + words.count("\n"),
        text=words,
        block=block.kind,
        kind=kind,
        date=text.source.date.date(),
        contributor=text.source.contributor,
        title=text.title,
        element=block.element or "",
        heads=heads,
        lead=lead,
        cells=block.cells if whole else (),
        header=block.header if whole else (),
        order=order,
        goes_on=start > 0 and bool(text.text[block.start : block.start + start].strip()),
    )


def _pieces(quoted: str, block: TextBlock) -> Iterator[tuple[int, int]]:
    """Spans of a block, each short enough, cut between lines of code and between sentences of prose."""
    longest = _LONGEST_OF.get(block.kind, LONGEST)
    if len(quoted) <= longest:
        yield _stripped(quoted, 0, len(quoted))
        return
    hardest = max(longest, _HARD_CUT)
    longest = min(longest, LONGEST)  # what is no row any more is prose
    begin = last = 0
    for start, end in _units(quoted, block, hardest):
        if last and end - begin > longest:
            yield _stripped(quoted, begin, last)
            begin = start
        last = end
    yield _stripped(quoted, begin, len(quoted) if len(quoted) - begin <= hardest else last)


def _units(quoted: str, block: TextBlock, hardest: int) -> Iterator[tuple[int, int]]:
    if block.kind == "table_row":
        spans = _page_lines(quoted)
    else:
        spans = _lines(quoted) if block.kind in ("code", "meta") else sentence_spans(quoted)
    for start, end in spans:
        for at in range(start, end, hardest):
            yield at, min(end, at + hardest)


def _lines(quoted: str) -> list[tuple[int, int]]:
    starts = _line_starts(quoted)
    return list(zip(starts, [*(start - 1 for start in starts[1:]), len(quoted)], strict=True))


def _page_lines(quoted: str) -> list[tuple[int, int]]:
    """The sentences of a row too long to be one, which often is a page in a cell: its lines do not run together."""
    ends = sorted({*(match.end() for match in _ENDS_LINE.finditer(quoted)), len(quoted)})
    return [
        (begin + start, begin + end)
        for begin, last in pairwise((0, *ends))
        for start, end in sentence_spans(quoted[begin:last])
    ]


def _stripped(quoted: str, start: int, end: int) -> tuple[int, int]:
    words = quoted[start:end]
    lead = len(words) - len(words.lstrip())
    return start + lead, start + max(lead, len(words.rstrip()))


def _line_starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _one_line(text: str) -> str:
    return " ".join(text.split())
