"""Insertions: text, items, rows, tables and lines beside a block."""

from __future__ import annotations

from agent.document import edits as ops
from agent.document import neighbours, style
from agent.document.checks import check_text
from agent.document.edits import Refused
from agent.document.model import Block
from agent.document.parse import parse
from agent.document.splice import Site, Splice, refuse, rest_of, several_items, split_lines


def insert_text(site: Site, edit: ops.InsertText) -> Splice | Refused:
    block = site.gap(edit)
    if isinstance(block, Refused):
        return block
    problem = check_text(site.document, edit.text)
    if problem is not None:
        return problem
    if edit.inside and block.kind != "list_item":
        return refuse("wrong_kind", "Only a list item can hold other blocks.")
    depth = block.depth + edit.inside
    margin = site.margin(block, inside=edit.inside)
    lines = [margin + line if line.strip() else "" for line in split_lines(edit.text)]
    at = site.edge(block, "after" if edit.inside else edit.side)
    return Splice(
        edit=site.position,
        start=at,
        end=at,
        shape="text",
        key=site.key(edit, "text", depth, edit.side),
        lines=lambda _turn, _turns: lines,
        depth=depth,
        eol=site.eol(block),
        rest=rest_of("\n".join(split_lines(edit.text))),
    )


def insert_item(site: Site, edit: ops.InsertItem) -> Splice | Refused:
    block = site.gap(edit)
    if isinstance(block, Refused):
        return block
    look = (
        style.item_style(site.section, block, edit.side, inside=edit.inside)
        if block.kind == "list_item"
        else None
    )
    if look is None:
        return refuse("wrong_kind", "The block that the edit names is no list item.")
    text = edit.text.replace("\r\n", "\n").strip("\n").rstrip()
    bare = style.without_mark(text).strip()
    problem = several_items(text) or check_text(site.document, bare)
    if problem is not None:
        return problem
    depth = block.depth + edit.inside
    at = site.edge(block, "after" if edit.inside else edit.side)
    return Splice(
        edit=site.position,
        start=at,
        end=at,
        shape="item",
        key=site.key(edit, "item", depth, edit.side),
        lines=lambda turn, turns: look.lines(text, turn, turns),
        depth=depth,
        loose=look.loose,
        eol=site.eol(block),
        kind="list_item",
        rest=rest_of(bare),
    )


def insert_row(site: Site, edit: ops.InsertRow) -> Splice | Refused:
    block = site.gap(edit)
    if isinstance(block, Refused):
        return block
    if block.kind not in ("table_head", "table_row"):
        return refuse("wrong_kind", "The block that the edit names is no row of a table.")
    if block.kind == "table_head" and edit.side == "before":
        return refuse("columns", "No row can stand before the head of a table.")
    columns = site.columns(block)
    problem = _cells(site, edit.cells, columns)
    if problem is not None:
        return problem
    look = style.row_style(site.section, block)
    at = site.edge(block, edit.side)
    return Splice(
        edit=site.position,
        start=at,
        end=at,
        shape="row",
        key=site.key(edit, "row", block.depth, edit.side),
        lines=lambda _turn, _turns: [look.line(edit.cells)],
        depth=block.depth,
        columns=columns,
        eol=site.eol(block),
        kind="table_row",
    )


def add_table(site: Site, edit: ops.AddTable) -> Splice | Refused:
    block = site.gap(edit)
    if isinstance(block, Refused):
        return block
    for cells in (edit.header, *edit.rows):
        problem = _cells(site, cells, len(edit.header))
        if problem is not None:
            return problem
    lines = style.table_lines(site.document, edit.header, edit.rows)
    margin = site.margin(block, inside=False)
    at = site.edge(block, edit.side)
    return Splice(
        edit=site.position,
        start=at,
        end=at,
        shape="table",
        key=site.key(edit, "table", block.depth, edit.side),
        lines=lambda _turn, _turns: [margin + line for line in lines],
        depth=block.depth,
        columns=len(edit.header),
        eol=site.eol(block),
        kind="table_head",
    )


def _cells(site: Site, cells: tuple[str, ...], columns: int) -> Refused | None:
    if len(cells) != columns:
        return refuse("columns", f"The table has {columns} columns and the new row has {len(cells)}.")
    return check_text(site.document, " ".join(style.cell_text(cell) for cell in cells))


def insert_lines(site: Site, edit: ops.InsertLines) -> Splice | Refused:
    block = site.gap(edit)
    if isinstance(block, Refused):
        return block
    text = edit.text.replace("\r\n", "\n").removesuffix("\n")
    under = None if edit.under is None else site.document.section(edit.under)
    if edit.under is not None and (under is None or under.path != site.section.path[: len(under.path)]):
        return refuse("unknown_section", "The section that the lines go under is not around their place.")
    problem = check_text(site.document, text, below=None if under is None else under.level)
    if problem is not None:
        return problem
    at = _gap_offset(site, block, edit)
    if at is None:
        return refuse(
            "stale", f"There are no {edit.gap} blank lines {edit.side} the block that the edit names."
        )
    return Splice(
        edit=site.position,
        start=at,
        end=at,
        shape="lines",
        key=site.key(edit, "lines", 0, edit.side),
        lines=lambda _turn, _turns: text.split("\n"),
        depth=0,
        levels=tuple(s.level for s in parse(text.encode()).sections[1:]),
        eol=site.eol(block),
    )


def _gap_offset(site: Site, block: Block, edit: ops.InsertLines) -> int | None:
    """The start of the line `gap` blank lines away, or None where other lines stand there."""
    starts = site.document.columns.line_starts
    line = site.document.line_at(block.start) - 1
    if edit.side == "after":
        line = site.document.columns.end[neighbours.tree_end(site.document, block) - 1]
    goal = line + edit.gap if edit.side == "after" else line - edit.gap
    first, last = sorted((line, goal))
    if first < 0 or last >= len(starts) or site.document.data[starts[first] : starts[last]].strip():
        return None
    return starts[goal]
