"""From an edit to bytes at a place: finds the blocks, checks their hashes, words the new lines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from agent.document import edits as ops
from agent.document import lexis, style
from agent.document.checks import check_heading, check_text
from agent.document.edits import Edit, Reason, Refused
from agent.document.headings import split_label
from agent.document.model import Block, BlockRef, Document, Section
from agent.document.parse import parse

Shape = Literal["row", "item", "text", "table", "section", "lines", "replace", "cell"]
_RANK: dict[str, int] = {
    "row": 0,
    "item": 0,
    "text": 1,
    "table": 1,
    "lines": 1,
    "section": 2,
    "replace": 0,
    "cell": 0,
}
_Beside = ops.InsertText | ops.InsertItem | ops.InsertRow | ops.InsertLines | ops.AddTable


@dataclass(frozen=True, slots=True)
class Splice:
    """New lines in place of the bytes from `start` to `end` of the base; equal ends insert."""

    edit: int
    """Position of the edit in what was handed in."""
    start: int
    end: int
    shape: Shape
    key: tuple[int, int, int, str, str]
    """Sorts the insertions at one place."""
    lines: Callable[[int, int], list[str]]
    """The new lines, as the n-th of m insertions of this shape and depth at the place."""
    depth: int
    """Depth that the first new block must have."""
    levels: tuple[int, ...] = ()
    """Levels of the headings that the new text may hold."""
    columns: int = 0
    """Cells that every new row must have."""
    loose: bool = False
    eol: bytes = b""
    kind: str = ""
    """Kind that the first new block must have; empty where any but a heading may stand."""


def compile_edit(document: Document, edit: Edit, position: int) -> Splice | Refused:
    """The splice that an edit asks for, or why it may not be made."""
    section = document.section(edit.section)
    if section is None:
        path = " > ".join(edit.section.path)
        return _no("unknown_section", f"The document has no section {path!r}.")
    return _Compiler(document, section, position).splice(edit)


def _no(reason: Reason, sentence: str) -> Refused:
    return Refused(reason=reason, sentence=sentence)


@dataclass(frozen=True, slots=True)
class _Compiler:
    document: Document
    section: Section
    position: int

    def splice(self, edit: Edit) -> Splice | Refused:
        compiled: Splice | Refused
        match edit:
            case ops.InsertText():
                compiled = self._text(edit)
            case ops.InsertItem():
                compiled = self._item(edit)
            case ops.InsertRow():
                compiled = self._row(edit)
            case ops.InsertLines():
                compiled = self._lines(edit)
            case ops.AddTable():
                compiled = self._table(edit)
            case ops.ReplaceBlocks():
                compiled = self._replace(edit)
            case ops.ReplaceCell():
                compiled = self._cell(edit)
            case ops.AddSubsection():
                compiled = self._subsection(edit)
        return compiled

    # Where

    def _find(self, ref: BlockRef) -> Block | Refused:
        block = self.section.resolve(ref)
        if block is not None:
            return block
        return _no(
            "stale", f"A block that the edit names is not in section {self.section.heading!r} any more."
        )

    def _gap(self, edit: _Beside) -> Block | Refused:
        """The block beside the gap, when the block across it is the one that was seen."""
        block = self._find(edit.block)
        if isinstance(block, Refused):
            return block
        if block.kind == "heading" and edit.side == "before":
            return _no("outside_section", "Before the heading of a section is another section.")
        if block.kind == "front_matter" and edit.side == "before":
            return _no("front_matter", "Nothing may stand before the front matter.")
        inside = getattr(edit, "inside", False)
        if ops.beside(self.section, block, edit.side) != edit.beside and not inside:
            return _no("stale", f"What stands {edit.side} the block that the edit names has changed.")
        return block

    def _edge(self, block: Block, side: ops.Side) -> int:
        """The byte offset of the gap before or after a block and all that it holds."""
        if side == "before":
            return block.start
        last = self.document.block(ops.tree_end(self.document, block) - 1)
        return min(last.end, self.section.end)

    def _eol(self, block: Block) -> bytes:
        """The line ending of a block's last line, or of the file where that line has none."""
        start = block.start + len(self.document.block_data(block.index))
        return self.document.data[start : block.end] or self.document.eol

    def _key(
        self, edit: Edit, shape: Shape, depth: int, side: ops.Side = "after"
    ) -> tuple[int, int, int, str, str]:
        content = hashlib.sha256(edit.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()
        if side == "after":
            return (0, -depth, _RANK[shape], edit.order, content)
        return (1, depth, -_RANK[shape], edit.order, content)

    # What

    def _text(self, edit: ops.InsertText) -> Splice | Refused:
        block = self._gap(edit)
        if isinstance(block, Refused):
            return block
        problem = check_text(self.document, edit.text)
        if problem is not None:
            return problem
        if edit.inside and block.kind != "list_item":
            return _no("wrong_kind", "Only a list item can hold other blocks.")
        depth = block.depth + edit.inside
        margin = self._margin(block, inside=edit.inside)
        lines = [margin + line if line.strip() else "" for line in _split(edit.text)]
        at = self._edge(block, "after" if edit.inside else edit.side)
        return Splice(
            edit=self.position,
            start=at,
            end=at,
            shape="text",
            key=self._key(edit, "text", depth, edit.side),
            lines=lambda _turn, _turns: lines,
            depth=depth,
            eol=self._eol(block),
        )

    def _margin(self, block: Block, *, inside: bool) -> str:
        if inside:
            mark = style.item_style(self.section, block, "after", inside=False)
            if mark is None:
                return "  "
            own = mark.lines("x", 0, 1)[0]
            return mark.indent + " " * (len(own.strip()) - 1 - len(mark.box))
        first = block.text
        return first[: len(first) - len(first.lstrip(" \t"))] if block.depth else ""

    def _item(self, edit: ops.InsertItem) -> Splice | Refused:
        block = self._gap(edit)
        if isinstance(block, Refused):
            return block
        look = (
            style.item_style(self.section, block, edit.side, inside=edit.inside)
            if block.kind == "list_item"
            else None
        )
        if look is None:
            return _no("wrong_kind", "The block that the edit names is no list item.")
        text = edit.text.replace("\r\n", "\n").strip("\n").rstrip()
        problem = check_text(self.document, style.without_mark(text).strip())
        if problem is not None:
            return problem
        depth = block.depth + edit.inside
        at = self._edge(block, "after" if edit.inside else edit.side)
        return Splice(
            edit=self.position,
            start=at,
            end=at,
            shape="item",
            key=self._key(edit, "item", depth, edit.side),
            lines=lambda turn, turns: look.lines(text, turn, turns),
            depth=depth,
            loose=look.loose,
            eol=self._eol(block),
            kind="list_item",
        )

    def _row(self, edit: ops.InsertRow) -> Splice | Refused:
        block = self._gap(edit)
        if isinstance(block, Refused):
            return block
        if block.kind not in ("table_head", "table_row"):
            return _no("wrong_kind", "The block that the edit names is no row of a table.")
        if block.kind == "table_head" and edit.side == "before":
            return _no("columns", "No row can stand before the head of a table.")
        columns = self._columns(block)
        problem = self._cells(edit.cells, columns)
        if problem is not None:
            return problem
        look = style.row_style(self.section, block)
        at = self._edge(block, edit.side)
        return Splice(
            edit=self.position,
            start=at,
            end=at,
            shape="row",
            key=self._key(edit, "row", block.depth, edit.side),
            lines=lambda _turn, _turns: [look.line(edit.cells)],
            depth=block.depth,
            columns=columns,
            eol=self._eol(block),
            kind="table_row",
        )

    def _lines(self, edit: ops.InsertLines) -> Splice | Refused:
        block = self._gap(edit)
        if isinstance(block, Refused):
            return block
        text = edit.text.replace("\r\n", "\n").removesuffix("\n")
        under = None if edit.under is None else self.document.section(edit.under)
        if edit.under is not None and (under is None or under.path != self.section.path[: len(under.path)]):
            return _no("unknown_section", "The section that the lines go under is not around their place.")
        problem = check_text(self.document, text, below=None if under is None else under.level)
        if problem is not None:
            return problem
        at = self._gap_offset(block, edit)
        if at is None:
            return _no(
                "stale", f"There are no {edit.gap} blank lines {edit.side} the block that the edit names."
            )
        return Splice(
            edit=self.position,
            start=at,
            end=at,
            shape="lines",
            key=self._key(edit, "lines", 0, edit.side),
            lines=lambda _turn, _turns: text.split("\n"),
            depth=0,
            levels=tuple(s.level for s in parse(text.encode()).sections[1:]),
            eol=self._eol(block),
        )

    def _gap_offset(self, block: Block, edit: ops.InsertLines) -> int | None:
        """The start of the line `gap` blank lines away, or None where other lines stand there."""
        starts = self.document.columns.line_starts
        line = self.document.line_at(block.start) - 1
        if edit.side == "after":
            line = self.document.columns.end[ops.tree_end(self.document, block) - 1]
        goal = line + edit.gap if edit.side == "after" else line - edit.gap
        first, last = sorted((line, goal))
        if first < 0 or last >= len(starts) or self.document.data[starts[first] : starts[last]].strip():
            return None
        return starts[goal]

    def _columns(self, row: Block) -> int:
        head = self.document.block(ops.head_index(self.section, row))
        return style.column_count((head,))

    def _cells(self, cells: tuple[str, ...], columns: int) -> Refused | None:
        if len(cells) != columns:
            return _no("columns", f"The table has {columns} columns and the new row has {len(cells)}.")
        return check_text(self.document, " ".join(style.cell_text(cell) for cell in cells))

    def _table(self, edit: ops.AddTable) -> Splice | Refused:
        block = self._gap(edit)
        if isinstance(block, Refused):
            return block
        for cells in (edit.header, *edit.rows):
            problem = self._cells(cells, len(edit.header))
            if problem is not None:
                return problem
        lines = style.table_lines(self.document, edit.header, edit.rows)
        margin = self._margin(block, inside=False)
        at = self._edge(block, edit.side)
        return Splice(
            edit=self.position,
            start=at,
            end=at,
            shape="table",
            key=self._key(edit, "table", block.depth, edit.side),
            lines=lambda _turn, _turns: [margin + line for line in lines],
            depth=block.depth,
            columns=len(edit.header),
            eol=self._eol(block),
            kind="table_head",
        )

    def _replace(self, edit: ops.ReplaceBlocks) -> Splice | Refused:
        blocks: list[Block] = []
        for ref in edit.blocks:
            block = self._find(ref)
            if isinstance(block, Refused):
                return block
            blocks.append(block)
        if any(later.index != earlier.index + 1 for earlier, later in pairwise(blocks)):
            return _no("wrong_kind", "The blocks that the edit replaces do not follow one another.")
        first, last = blocks[0], blocks[-1]
        if any(block.kind == "front_matter" for block in blocks):
            return _no("front_matter", "Front matter is not edited.")
        levels = tuple(self.document.columns.level[b.index] for b in blocks if b.kind == "heading")
        old = self.document.data[first.start : last.end]
        text, mark = edit.text.replace("\r\n", "\n").strip("\n").rstrip(), ""
        if first.kind == "list_item":
            text, mark = self._keep_mark(first, text)
        problem = check_text(self.document, text, old=old, headings=levels)
        if problem is not None:
            return problem
        head, *rest = text.split("\n")
        margin = " " * len(mark.expandtabs(4)) if mark else self._margin(first, inside=False)
        lines = [(mark or margin) + head, *(margin + line if line.strip() else "" for line in rest)]
        rows = first.kind in ("table_head", "table_row")
        return Splice(
            edit=self.position,
            start=first.start,
            end=last.start + len(last.data),
            shape="replace",
            key=self._key(edit, "replace", first.depth),
            lines=lambda _turn, _turns: lines,
            depth=first.depth,
            levels=levels,
            columns=self._columns(first) if rows else 0,
            eol=self._eol(first),
            kind=first.kind if first.kind in ("list_item", "table_row", "table_head", "heading") else "",
        )

    def _keep_mark(self, item: Block, text: str) -> tuple[str, str]:
        bare = style.without_mark(item.text)
        return style.without_mark(text), item.text[: len(item.text) - len(bare)]

    def _cell(self, edit: ops.ReplaceCell) -> Splice | Refused:
        block = self._find(edit.block)
        if isinstance(block, Refused):
            return block
        if block.kind not in ("table_head", "table_row"):
            return _no("wrong_kind", "The block that the edit names is no row of a table.")
        spans = lexis.cell_spans(lexis.first_line(block.data))
        if edit.column >= len(spans):
            return _no("columns", f"The row has {len(spans)} cells; there is no cell {edit.column + 1}.")
        start, end = spans[edit.column]
        old = block.data[start:end]
        text = style.cell_text(edit.text)
        problem = check_text(self.document, text, old=old)
        if problem is not None:
            return problem
        new = style.in_cell(text, old.decode("utf-8", "surrogateescape"))
        return Splice(
            edit=self.position,
            start=block.start + start,
            end=block.start + end,
            shape="cell",
            key=self._key(edit, "cell", block.depth),
            lines=lambda _turn, _turns: [new],
            depth=block.depth,
            columns=len(spans),
            kind=block.kind,
        )

    def _subsection(self, edit: ops.AddSubsection) -> Splice | Refused:
        document, section = self.document, self.section
        before = None if edit.before is None else document.section(edit.before)
        if edit.before is not None and (
            before is None
            or before.parent not in (section.index, section.index - 1 if not section.level else -2)
        ):
            return _no(
                "unknown_section", "The subsection that the new one should precede is not in the section."
            )
        last = ops.last_before(section, before)
        if (last.hash if last else "") != edit.beside:
            return _no("stale", f"The end of section {section.heading!r} has changed.")
        problem = check_heading(document, edit.heading)
        if problem is not None:
            return problem
        level = _level(document, section)
        if level > 6:
            return _no("heading", "Headings go six levels deep, and the section stands on the sixth.")
        text = _split(edit.text)
        problem = check_text(document, edit.text, below=level)
        if problem is not None:
            return problem
        label = _next_label(document, section, edit.heading)
        at = before.start if before else last.end if last else 0
        return Splice(
            edit=self.position,
            start=at,
            end=at,
            shape="section",
            key=self._key(edit, "section", 0, "before" if before else "after"),
            lines=lambda turn, _turns: [f"{'#' * level} {label(turn)}{edit.heading.strip()}", "", *text],
            depth=0,
            levels=(level,),
            eol=self._eol(last) if last else document.eol,
            kind="heading",
        )


def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").strip("\n").rstrip().split("\n")


def _level(document: Document, section: Section) -> int:
    """One level deeper than the section, or as deep as its subsections are."""
    children = section.children
    if section.level:
        return children[0].level if children else section.level + 1
    return min((other.level for other in document.sections[1:]), default=1)


def _next_label(document: Document, section: Section, heading: str) -> Callable[[int], str]:
    """The number before a new heading, where all subsections beside it are numbered with digits."""
    beside = section.children if section.level else tuple(s for s in document.sections[1:] if s.parent < 0)
    numbered = bool(beside) and all(
        s.label and s.label[-1].isdecimal() and s.label[-1].isascii() for s in beside
    )
    if not numbered or split_label(heading)[0]:
        return lambda _turn: ""
    last = beside[-1]
    at = last.heading.find(last.label)
    stem, _, number = last.label.rpartition(".")
    lead, tail = last.heading[:at], last.heading[at + len(last.label) :]
    sign = tail[: len(tail) - len(split_label(f"1{tail}")[1])]
    dot = "." if stem else ""
    return lambda turn: (
        f"{lead if not lead.strip(' §第(（') else ''}{stem}{dot}{int(number) + 1 + turn}{sign}"
    )
