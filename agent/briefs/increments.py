"""The increments of a brief: their fields, their key points and their tables, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from agent.briefs import fields, inline, words
from agent.briefs.lines import Line
from agent.briefs.parts import increment_head
from agent.models import Increment, Point, Table

_GENERIC = frozenset(
    {"要点", "关键要点", "核心要点", "key points", "key point", "points", "highlights", "details"}
)
_LEAD = 60
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2})+[.、)]?|\d{1,2}[.、)]|[IVX]{1,5}[.、)]|[①-⑳])[ \t]*(?=\S)")
_STAR_HEAD = re.compile(r"(\d{1,3}[.、)]|[①-⑳]).*[★⭐]")


@dataclass(slots=True)
class _Chunk:
    head: Line
    number: int
    title: str
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stated:
    """An increment, and which of its fields the brief states (the rest may be found elsewhere in it)."""

    increment: Increment
    fields: frozenset[words.Field]


def read_increments(lines: Sequence[Line]) -> tuple[Stated, ...]:
    """The increments of the part's lines, in order."""
    increments: list[Stated] = []
    taken: set[str] = set()
    for chunk in _chunks(lines):
        stated = _read(chunk)
        increment = stated.increment
        if increment.id in taken:  # one link used for two things does not make them one
            increment = increment.model_copy(update={"id": fields.increment_id(increment.title)})
        taken.add(increment.id)
        increments.append(replace(stated, increment=increment))
    return tuple(increments)


def _chunks(lines: Sequence[Line]) -> list[_Chunk]:
    """Cut at headings that say so; else at `#` headings; else at starred or outermost items."""
    level = min((line.level for line in lines if line.kind == "heading"), default=0)

    def _any_heading(line: Line) -> tuple[int, str] | None:
        outer = line.kind == "heading" and line.level == level
        return (0, _unnumbered(inline.unbold(line.text))) if outer else None

    for is_head in (_named_head, _any_heading, _starred_head, _outer_item):
        chunks: list[_Chunk] = []
        for line in lines:
            title = is_head(line)
            if title is not None:
                number, words_ = title
                chunks.append(_Chunk(line, number or len(chunks) + 1, words_))
            elif chunks:
                chunks[-1].lines.append(line)
        if chunks:
            if is_head is _outer_item:
                for chunk in chunks:
                    chunk.lines = [replace(row, depth=max(0, row.depth - 1)) for row in chunk.lines]
            return chunks if is_head is not _outer_item else [c for c in chunks if c.lines]
    return []


def _unnumbered(title: str) -> str:
    found = _NUMBERED.match(title)
    return title[found.end() :] if found else title


def _named_head(line: Line) -> tuple[int, str] | None:
    found = increment_head(line)
    return (inline.number(found[1]) or 0, found[2].strip()) if found else None


def _starred_head(line: Line) -> tuple[int, str] | None:
    if line.kind == "item" and line.marker == "1" and line.depth == 0 and inline.stars(line.text) is not None:
        return 0, inline.unbold(line.text)
    title = inline.unbold(line.text)
    starred = line.kind == "text" and _STAR_HEAD.match(title)
    return (0, _unnumbered(title)) if starred else None


def _outer_item(line: Line) -> tuple[int, str] | None:
    return (0, inline.unbold(line.text)) if line.kind == "item" and line.depth == 0 else None


def _read(chunk: _Chunk) -> Stated:
    title, stars = titled(chunk.title)
    body = _Body()
    for line in chunk.lines:
        body.take(line)
    points = body.finish()
    increment = fields.increment(
        number=chunk.number, title=title, importance=stars, line=chunk.head.line,
        values=body.values, body=points,
    )  # fmt: skip
    return Stated(increment, frozenset(body.values))


def titled(heading: str) -> tuple[str, int]:
    """A heading as title and stars: `…（⭐⭐⭐）` and `… ★★★` alike."""
    heading = inline.unbold(heading)
    title, bracket = inline.tail_bracket(heading)
    if bracket and title and (stars := inline.stars(bracket)) is not None:
        return inline.unbold(title), stars
    found = re.search(r"[ \t]*[★⭐☆][★⭐☆\ufe0f]*$", heading)
    if found and found.start() > 0:
        return inline.unbold(heading[: found.start()]), inline.stars(found[0]) or 0
    return heading, 0


class _Body:
    """Collects an increment's fields and its points and tables, line by line."""

    def __init__(self) -> None:
        self.values: dict[words.Field, list[fields.Value]] = {}
        self._items: list[Point | Table] = []
        self._open_field: words.Field | None = None
        self._label = ""
        self._pending: tuple[str, Line] | None = None
        """A lead-in that nothing has come under yet."""
        self._is_lead = False
        self._lead_depth = -1
        """Depth of the item that is the lead-in; -1 where it is a line of its own."""
        self._marker = ""

    def finish(self) -> tuple[Point | Table, ...]:
        """The points and tables, in order."""
        self._flush()
        return tuple(self._items)

    def take(self, line: Line) -> None:
        """Read one line of the increment."""
        if line.kind == "table" and line.table is not None:
            self._take_table(line.table)
        elif line.kind == "heading":
            self._take_labelled(line, (line.text.rstrip("：: "), ""))
        elif line.kind == "item":
            self._take_item(line)
        elif line.kind == "text":
            self._take_text(line)

    def _take_table(self, table: Table) -> None:
        if rows := fields.rows_of_fields(table):
            for name, value in rows:
                self._set(name, value)
            return
        caption = ""
        if self._pending is not None:
            caption = _caption(self._pending[0])
            self._pending = None
        self._items.append(table.model_copy(update={"caption": caption}))
        self._open_lead("")

    def _take_text(self, line: Line) -> None:
        labelled = (
            None if line.verbatim else inline.label_of(line.text, known=is_known) or _bold_lead(line.text)
        )
        if labelled and (not line.continues or fields.field_of(labelled[0])):
            self._take_labelled(line, labelled)
        elif line.continues and self._continue(line):
            return
        elif self._open_field and not line.verbatim:
            self.values[self._open_field].append(fields.Value(line.text, line.line))
        elif items := inline.listed(line.text):
            self._add_items(items, line.line)
        else:
            self._add(Point(text=line.text, line=line.line, label=self._label if self._is_lead else ""))

    def _continue(self, line: Line) -> bool:
        """Join text that goes on under an item to that item."""
        if self._open_field and self.values[self._open_field]:
            last = self.values[self._open_field][-1]
            self.values[self._open_field][-1] = replace(last, text=f"{last.text} {line.text}")
            return True
        if self._items and isinstance(point := self._items[-1], Point) and self._pending is None:
            self._items[-1] = point.model_copy(update={"text": f"{point.text} {line.text}"})
            return True
        return False

    def _take_labelled(self, line: Line, labelled: tuple[str, str]) -> None:
        label, rest = labelled
        name = fields.field_of(label)
        self._flush()
        if name:
            self._set(name, fields.Value(rest, line.line))
            self._open_lead("")
            self._open_field = None if rest else name
            return
        self._open_lead(label)
        if not rest:
            self._pending = (label, line)
            self._is_lead = True
        elif items := inline.listed(rest):
            self._add_items(items, line.line)
        else:
            self._add(Point(text=rest, line=line.line, label=label))

    def _take_item(self, line: Line) -> None:
        if self._open_field and line.depth > self._lead_depth and self._marker in {"", line.marker}:
            labelled = inline.label_of(line.text, known=is_known)
            if not (labelled and fields.field_of(labelled[0])):
                self._marker = line.marker
                self.values[self._open_field].append(fields.Value(line.text, line.line))
                return
        if self._under_lead(line):
            depth = line.depth - (self._lead_depth + 1)
            self._marker = self._marker or line.marker
            self._add(Point(text=line.text, line=line.line, label=self._label, depth=max(0, depth)))
            return
        labelled = inline.label_of(line.text, known=is_known)
        if labelled and (fields.field_of(labelled[0]) or not labelled[1]):
            self._take_labelled(line, labelled)
            self._lead_depth = line.depth
            return
        self._flush()
        self._open_lead("")
        self._marker = line.marker
        self._lead_depth = -1
        self._add(Point(text=line.text, line=line.line, depth=line.depth))

    def _under_lead(self, line: Line) -> bool:
        """Whether an item belongs to the list under the open lead-in (or goes on with a plain one)."""
        if self._lead_depth >= 0:
            return line.depth > self._lead_depth
        if line.depth == 0 and self._marker and line.marker != self._marker:
            return False
        if self._label:
            return True
        return bool(self._marker) and (line.depth > 0 or not self._is_field_item(line))

    def _is_field_item(self, line: Line) -> bool:
        labelled = inline.label_of(line.text, known=is_known)
        return labelled is not None and fields.field_of(labelled[0]) is not None

    def _set(self, name: words.Field, value: fields.Value) -> None:
        slot = self.values.setdefault(name, [])
        if value.text:
            slot.append(value)

    def _open_lead(self, label: str) -> None:
        self._open_field = None
        self._label = label
        self._is_lead = False
        self._lead_depth = -1
        self._marker = ""

    def _flush(self) -> None:
        """A lead-in that nothing came under is a point of its own."""
        if self._pending is not None:
            text, line = self._pending
            self._pending = None
            self._items.append(Point(text=text, line=line.line))

    def _add(self, point: Point) -> None:
        self._pending = None
        self._items.append(point)

    def _add_items(self, items: Iterable[str], line: int) -> None:
        for item in items:
            before, numbered = inline.run_on_numbers(item)
            self._add(Point(text=before or numbered[0], line=line, label=self._label))
            for text in numbered if before else numbered[1:]:
                self._add(Point(text=text, line=line, label=self._label, depth=int(bool(before))))


def _bold_lead(text: str) -> tuple[str, str] | None:
    """A short line that is bold throughout is a lead-in, colon or not."""
    bare = inline.unbold(text)
    return (bare, "") if bare != text.strip() and len(bare) <= _LEAD else None


def _caption(label: str) -> str:
    """A table's caption from the lead-in over it: of a general one, only its conditions."""
    head, bracket = inline.tail_bracket(label)
    if head.lower() in _GENERIC:
        return bracket
    return label


def is_known(label: str) -> bool:
    """Whether a lead-in is a field or a general one, so that a half-width colon may end it."""
    return label.lower() in _GENERIC or fields.field_of(label) is not None
