"""Find the place that a reference names: `notes.md §条目 1`, `note.md §保留 #6`, `*-filter.md §二`, `… L12-L30`."""

from __future__ import annotations

import fnmatch
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.entries.build import entries
from agent.entries.model import Unresolved
from agent.entries.words import enumerated, number
from agent.markup import plain
from agent.models import SourceRef, SourceText, Span, TextBlock

_LINES = re.compile(
    r"^L?(\d{1,7})(?:\s*[-–~]\s*L?(\d{1,7}))?$|^(?:line|lines|行|第)\s*(\d{1,7})(?:\s*[-–~]\s*(\d{1,7}))?\s*行?$",
    re.IGNORECASE,
)
_PLACE = re.compile(r"[#＃]?\s*(\d{1,4}|[零一二三四五六七八九十]{1,4}|[\u2460-\u2473])\s*$")
_ELISION = re.compile(r"…|\.{3}|\*+")
_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class _Place:
    """Something in a text that a locator may mean."""

    span: Span
    path: str
    """Its headings and its own title, folded: what the words of a locator are looked for in."""
    title: str
    ordinal: int | None
    written: bool
    """Whether the number stands in the text; else it is the place among its like."""


def resolve(ref: SourceRef, sources: Sequence[SourceText]) -> tuple[Span, ...] | Unresolved:
    """The spans that a reference means, one for each file that its path or glob names; or why there is none."""
    named = _files(ref.path, sources)
    if not named:
        return Unresolved(path=ref.path, locator=ref.locator, reason="no source of that name was read")
    if not ref.locator.strip():
        return tuple(_whole(source) for source in named)
    found: list[Span] = []
    reasons: list[str] = []
    for source in named:
        place = _locate(ref.locator, source)
        if isinstance(place, Span):
            found.append(place)
        else:
            reasons.append(f"{source.source.path}: {place}")
    if not found:
        return Unresolved(path=ref.path, locator=ref.locator, reason="; ".join(reasons))
    return tuple(found)


def _files(path: str, sources: Sequence[SourceText]) -> list[SourceText]:
    """By whole path, else by the end of the path, else as a glob or a name with its middle left out."""
    wanted = _folded(path).strip("/")
    by_path = {_folded(source.source.path): source for source in sources}
    if wanted in by_path:
        return [by_path[wanted]]
    ends = [source for name, source in by_path.items() if name.endswith("/" + wanted)]
    if ends:
        return ends
    pattern = _ELISION.sub("*", wanted)
    if "*" in pattern or "?" in pattern or "[" in pattern:
        return [source for name, source in by_path.items() if _globbed(name, pattern)]
    stems = [source for name, source in by_path.items() if _stem(name) == _stem(wanted)]
    return stems if len(stems) == 1 else _undated(wanted, by_path)


def _undated(wanted: str, by_path: dict[str, SourceText]) -> list[SourceText]:
    """Within a named folder, the one file whose name ends as asked: `jay/rag-notes.md` for `jay/2026-…-rag-notes.md`."""
    folder, _, name = wanted.rpartition("/")
    near = [
        source
        for path, source in by_path.items()
        if path.rpartition("/")[0].endswith(folder)
        and _DATE.match(path.rpartition("/")[2])
        and re.sub(r"^[\dt:_-]+", "", _stem(path)) == _stem(name)
    ]
    return near if len(near) == 1 else []


def _globbed(name: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"*/{pattern}")


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _bare(text: str) -> str:
    """Letters and digits only, folded: how titles are compared."""
    return "".join(char for char in _folded(plain(text)) if char.isalnum())


def _whole(source: SourceText) -> Span:
    return Span(
        path=source.source.path,
        start=0,
        end=len(source.text),
        item=source.source.item,
        line=1 if any(block.line for block in source.blocks) else None,
        end_line=max((block.end_line or 0 for block in source.blocks), default=0) or None,
    )


def _locate(locator: str, source: SourceText) -> Span | str:
    wanted = locator.strip().removeprefix("§").strip()
    lines = _LINES.match(wanted)
    if lines:
        first = int(lines[1] or lines[3])
        return _by_lines(source, first, int(lines[2] or lines[4] or first))
    places = list(_places(source))
    for choose in (_by_title, _by_number):
        best = _unique(choose(wanted, places))
        if isinstance(best, Span):
            return best
        if best > 1:
            return f"{best} places answer to {locator!r}"
    return f"no place answers to {locator!r}"


def _unique(found: Iterable[_Place]) -> Span | int:
    spans = {(place.span.start, place.span.end): place.span for place in found}
    if not spans:
        return 0
    widest = max(spans.values(), key=lambda span: span.end - span.start)
    # A heading's section and an entry cut from it are one place.
    if all(widest.start <= start and end <= widest.end for start, end in spans):
        return widest
    return len(spans)


def _by_lines(source: SourceText, first: int, last: int) -> Span | str:
    rows = source.text.split("\n")
    if not 1 <= first <= last <= len(rows):
        return f"it has {len(rows)} lines"
    start = sum(len(row) + 1 for row in rows[: first - 1])
    end = start + sum(len(row) + 1 for row in rows[first - 1 : last]) - 1
    return Span(
        path=source.source.path, start=start, end=end, item=source.source.item, line=first, end_line=last
    )


def _by_title(wanted: str, places: Sequence[_Place]) -> list[_Place]:
    """Those whose title is what was asked, else begins with it, else holds it."""
    bare = _bare(wanted)
    if not bare or number(wanted) is not None or wanted.lstrip("#＃ ").isdecimal():
        return []
    exact = [place for place in places if _bare(place.title) == bare]
    if exact or _PLACE.search(wanted):
        return exact
    begins = [place for place in places if _bare(place.title).startswith(bare)]
    return begins or [place for place in places if len(bare) >= 2 and bare in _bare(place.title)]


def _by_number(wanted: str, places: Sequence[_Place]) -> list[_Place]:
    """Those with the number asked, under the words asked; a written number goes before a counted one."""
    match = _PLACE.search(wanted)
    if match is None:
        return []
    asked = number(match[1])
    words = [_bare(word) for word in wanted[: match.start()].split() if _bare(word)]
    fits = [place for place in places if place.ordinal == asked and all(word in place.path for word in words)]
    written = [place for place in fits if place.written]
    return written or fits


def _places(source: SourceText) -> Iterable[_Place]:
    yield from _headings(source)
    yield from _items(source)
    for entry in entries(source):
        path = _bare(
            " ".join(
                (*entry.heads, source.text[entry.span.start : entry.span.start + 200].partition("\n")[0])
            )
        )
        yield _Place(entry.span, path, entry.title, entry.ordinal, written=False)


def _headings(source: SourceText) -> Iterable[_Place]:
    blocks = source.blocks
    starts = [block.start for block in blocks]
    headings = [block for block in blocks if block.kind == "heading"]
    over: list[tuple[int, str]] = []
    ends = _section_ends(headings, len(source.text) + 1)
    for block, end in zip(headings, ends, strict=True):
        raw = source.text[block.start : block.end]
        last = blocks[bisect_left(starts, end) - 1]
        over = [(level, title) for level, title in over if level < block.level]
        over.append((block.level, raw))
        path = _bare(" ".join(title for _, title in over))
        yield _Place(_span(source, block, last), path, raw, enumerated(raw)[0], written=True)


def _section_ends(headings: Sequence[TextBlock], end: int) -> list[int]:
    """Where the section of each heading ends: at the next heading of its level or a higher one."""
    ends = [end] * len(headings)
    open_: list[int] = []
    for index, block in enumerate(headings):
        while open_ and headings[open_[-1]].level >= block.level:
            ends[open_.pop()] = block.start
        open_.append(index)
    return ends


def _items(source: SourceText) -> Iterable[_Place]:
    """List items and lead-in paragraphs with a number of their own, each with what is nested in it."""
    head: list[tuple[int, str]] = []
    blocks = source.blocks
    for index, block in enumerate(blocks):
        raw = source.text[block.start : block.end]
        if block.kind == "heading":
            head = [(level, title) for level, title in head if level < block.level] + [(block.level, raw)]
            continue
        if block.kind not in {"list_item", "paragraph"} or block.level:
            continue
        value = _numbered(source, block)
        if value is None:
            continue
        stop = index + 1
        while stop < len(blocks) and _belongs(source, blocks[stop], block):
            stop += 1
        path = _bare(" ".join([title for _, title in head] + [raw.partition("\n")[0]]))
        yield _Place(
            _span(source, block, blocks[stop - 1]), path, raw.partition("\n")[0], value, written=True
        )


def _numbered(source: SourceText, block: TextBlock) -> int | None:
    line = source.text[source.text.rfind("\n", 0, block.start) + 1 : block.start]
    marker = re.search(r"(\d{1,4})[.)][ \t]+$", line)
    if block.kind == "list_item" and marker:
        return int(marker[1])
    return enumerated(source.text[block.start : min(block.end, block.start + 200)].partition("\n")[0])[0]


def _belongs(source: SourceText, block: TextBlock, first: TextBlock) -> bool:
    if block.kind == "heading":
        return False
    if block.level > 0:
        return True
    return first.kind == "paragraph" and _numbered(source, block) is None


def _span(source: SourceText, first: TextBlock, last: TextBlock) -> Span:
    return Span(
        path=source.source.path,
        start=first.start,
        end=last.end,
        item=source.source.item,
        line=first.line,
        end_line=last.end_line,
        element=first.element,
    )
