"""The habits of a file that new lines follow: list marks, numbers, blank lines, rows."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

from agent.document import lexis, scan
from agent.document.model import Block, Document, Section
from agent.document.neighbours import Side, head_index, sibling_indexes

_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-+*]|(?P<number>\d{1,9})(?P<point>[.)]))(?P<pad>[ \t]+|$)")
_BOX = re.compile(r"\[[ xX]\](?=\s|$)")
_UNESCAPED_PIPE = re.compile(r"(?<!\\)\|")
_SAMPLE = 30
"""Items or rows looked at on either side to see a habit."""


@dataclass(frozen=True, slots=True)
class ItemStyle:
    """How the items of a list begin."""

    indent: str
    mark: str
    """The bullet, or the sign after the number."""
    number: int | None
    """Number of the first new item."""
    step: int
    """From one item to the next: 1, -1 where the newest stands first, 0 where all are alike."""
    digits: int
    pad: str
    box: str
    loose: bool
    """A blank line stands between items."""

    def lines(self, text: str, turn: int, turns: int) -> list[str]:
        """An item as the `turn`-th of `turns` new ones: marked, later lines indented to its content."""
        mark = self.mark
        if self.number is not None:
            steps = turn if self.step >= 0 else turns - 1 - turn
            value = self.number + (steps if self.step else 0)
            mark = str(max(value, 0)).zfill(self.digits) + mark
        first, *rest = without_mark(text).split("\n")
        box = "" if not self.box or _BOX.match(first) else self.box
        margin = self.indent + " " * (len(mark) + len(self.pad.expandtabs(4)))
        later = [margin + line if line.strip() else "" for line in rest]
        return [f"{self.indent}{mark}{self.pad}{box}{first}".rstrip(), *later]


def without_mark(text: str) -> str:
    """An item's text without the list mark that a writer may have put before it."""
    match = _ITEM.match(text)
    return text[match.end() :] if match and match.group("pad") else text


def item_style(section: Section, block: Block, side: Side, *, inside: bool) -> ItemStyle | None:
    """The style of a new item beside an item, or inside it; None when the block's mark is not seen."""
    match = _ITEM.match(block.text)
    if match is None:
        return None
    if inside:
        return _child_style(section.document, block, match)
    items = _near_items(section, block)
    numbers = [
        int(m.group("number")) for m in (_ITEM.match(i.text) for i in items) if m and m.group("number")
    ]
    number, step = None, 1
    if match.group("number"):
        step = _step(numbers)
        own = int(match.group("number"))
        beyond = step if side == "after" else (1 if step < 0 else 0)
        number = own + beyond
    return ItemStyle(
        indent=match.group("indent"),
        mark=match.group("point") or match.group("mark"),
        number=number,
        step=step if side == "before" or step > 0 else 0 if step == 0 else -1,
        digits=len(match.group("number") or "") if (match.group("number") or "").startswith("0") else 0,
        pad=match.group("pad") if 0 < len(match.group("pad").expandtabs(4)) < 5 else " ",
        box="[ ] " if all(_has_box(item) for item in items) else "",
        loose=_loose(section.document, items),
    )


def _near_items(section: Section, block: Block) -> tuple[Block, ...]:
    """The items of its list around an item: enough to see the habit of a list of thousands."""
    indexes = sibling_indexes(section, block)
    at = indexes.index(block.index)
    near = indexes[max(at - _SAMPLE, 0) : at + _SAMPLE + 1]
    return tuple(section.document.block(index) for index in near)


def _step(numbers: list[int]) -> int:
    if len(numbers) > 1 and len(set(numbers)) == 1:
        return 0
    return -1 if len(numbers) > 1 and numbers[0] > numbers[-1] else 1


def _has_box(item: Block) -> bool:
    return _BOX.match(without_mark(item.text)) is not None


def _loose(document: Document, items: tuple[Block, ...]) -> bool:
    gaps = [
        later.line > document.block(document.tree_blocks_end(earlier.index) - 1).end_line + 1
        for earlier, later in pairwise(items)
    ]
    return sum(gaps) * 2 > len(gaps)


def _child_style(document: Document, block: Block, match: re.Match[str]) -> ItemStyle:
    """Style of the first child of an item: that of other children in the file, else two columns in."""
    pad = len(match.group("pad").expandtabs(4))
    content = (
        len(match.group("indent").expandtabs(4)) + len(match.group("mark")) + (pad if 0 < pad < 5 else 1)
    )
    for other in document.blocks:
        if other.kind == "list_item" and other.depth == block.depth + 1:
            child = _ITEM.match(other.text)
            if child and content <= len(child.group("indent").expandtabs(4)) < content + 4:
                ordered = child.group("number") is not None
                return ItemStyle(
                    indent=child.group("indent"),
                    mark=child.group("point") or child.group("mark"),
                    number=1 if ordered else None,
                    step=1,
                    digits=0,
                    pad=" ",
                    box="",
                    loose=False,
                )
    bullet = match.group("mark") if not match.group("number") else "-"
    return ItemStyle(" " * content, bullet, None, 1, 0, " ", "", loose=False)


@dataclass(frozen=True, slots=True)
class RowStyle:
    """How the rows of a table are written."""

    indent: str
    opens: bool
    closes: bool
    blank: str
    """What stands between a cell and its edge."""
    widths: tuple[int, ...]
    """Columns of screen that each cell is padded to; empty where the table is not kept in line."""
    aligns: tuple[str, ...]
    """For each column `<`, `>` or `^`."""

    def line(self, cells: tuple[str, ...]) -> str:
        """A row."""
        shown = [self._cell(number, cell_text(cell)) for number, cell in enumerate(cells)]
        line = "|".join(shown)
        opened = f"|{line}" if self.opens or not shown[0].strip() else line.lstrip()
        closed = f"{opened}|" if self.closes or not shown[-1].strip() else opened.rstrip()
        return self.indent + closed

    def _cell(self, number: int, text: str) -> str:
        blank = self.blank or (" " if text.endswith("\\") else "")
        if number < len(self.widths):
            spare = self.widths[number] - width(text)
            left = {"<": 0, ">": spare, "^": spare // 2}[self.aligns[number]] if spare > 0 else 0
            text = " " * left + text + " " * (max(spare, 0) - left)
        return f"{blank}{text}{blank}"


def row_style(section: Section, block: Block) -> RowStyle:
    """The style of the table that a row or head row belongs to, near that row."""
    document = section.document
    head = document.block(head_index(section, block))
    model = lexis.first_line(block.data).decode("utf-8", "surrogateescape")
    stripped = model.strip()
    rows = _near_rows(section, block) or [head]
    spaced = 2 * sum(map(_is_spaced, rows)) > len(rows)
    return RowStyle(
        indent=model[: len(model) - len(model.lstrip())],
        opens=stripped.startswith("|"),
        closes=stripped.endswith("|") and not stripped.endswith("\\|"),
        blank=" " if spaced else "",
        widths=_widths([head, *rows], spaced=spaced),
        aligns=_aligns(head),
    )


def _near_rows(section: Section, block: Block) -> list[Block]:
    document, kinds = section.document, section.document.columns.kind
    start = max(head_index(section, block) + 1, block.index - _SAMPLE)
    stop = min(section.last_block, block.index + _SAMPLE + 1)
    rows: list[Block] = []
    for index in range(start, stop):
        if kinds[index] != scan.TABLE_ROW:
            break
        rows.append(document.block(index))
    return rows


def _is_spaced(row: Block) -> bool:
    """Do blanks stand around most of its cells?"""
    cells = lexis.split_cells(lexis.first_line(row.data))
    return 2 * sum(cell != cell.strip(b" \t") for cell in cells) > len(cells)


def _widths(rows: list[Block], *, spaced: bool) -> tuple[int, ...]:
    """Widths of the cells, if every row is written in the same widths; of two rows or more."""
    shapes = {
        tuple(
            width(cell.decode("utf-8", "surrogateescape"))
            for cell in lexis.split_cells(lexis.first_line(row.data))
        )
        for row in rows
    }
    if len(shapes) != 1 or len(rows) < 2:
        return ()
    margin = 2 if spaced else 0
    return tuple(max(size - margin, 0) for size in shapes.pop())


def _aligns(head: Block) -> tuple[str, ...]:
    dashes = [cell.strip() for cell in lexis.split_cells(head.data.splitlines()[-1])]
    return tuple(
        "^" if cell.startswith(b":") and cell.endswith(b":") else ">" if cell.endswith(b":") else "<"
        for cell in dashes
    )


def column_count(table: tuple[Block, ...]) -> int:
    """Number of columns of a table, given from its head on: that of its line of dashes."""
    return lexis.cell_count(table[0].data.splitlines()[-1])


def cell_text(text: str) -> str:
    """Text as it must stand in a cell: on one line, `|` escaped."""
    return _UNESCAPED_PIPE.sub(r"\\|", "<br>".join(line.strip() for line in text.strip().splitlines()))


def width(text: str) -> int:
    """Columns of screen that a text takes: wide characters two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def table_lines(document: Document, header: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> list[str]:
    """A new table, its line of dashes spaced as the last one of the file is."""
    spaced = True
    for index in range(document.block_count - 1, -1, -1):
        if document.block(index).kind == "table_head":
            spaced = b" -" in document.block_data(index) or b" :-" in document.block_data(index)
            break
    edge = " " if spaced else ""
    style = RowStyle("", opens=True, closes=True, blank=" ", widths=(), aligns=())
    dashes = "|" + "|".join(f"{edge}---{edge}" for _ in header) + "|"
    return [style.line(header), dashes, *(style.line(row) for row in rows)]


def blank_after_headings(document: Document) -> bool:
    """Do most headings of the file have a blank line beneath them?"""
    columns = document.columns
    followed = blank = 0
    for section in document.sections[1:]:
        if section.last_block - section.first_block > 1:
            followed += 1
            blank += columns.start[section.first_block + 1] > columns.end[section.first_block]
    return blank * 2 >= followed


def in_cell(text: str, old: str) -> str:
    """New text of a cell with the blanks of the old one, and as wide as it, where that can be."""
    bare = old.strip()
    left = old[: len(old) - len(old.lstrip())] if bare else old[:1]
    right = old[len(old.rstrip()) :] if bare else old[1:2]
    spare = width(old) - width(left) - width(text) - width(right)
    if len(right) < 2 and spare < 0:
        return f"{left}{text}{right}"
    return left + text + " " * max(len(right) + spare, min(len(right), 1))
