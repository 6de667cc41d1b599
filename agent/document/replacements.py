"""Replacements: of blocks that follow one another, and of a cell."""

from __future__ import annotations

from agent.document import edits as ops
from agent.document import lexis, style
from agent.document.checks import check_text
from agent.document.edits import Refused
from agent.document.model import Block
from agent.document.splice import Site, Splice, refuse, rest_of, several_items


def replace_blocks(site: Site, edit: ops.ReplaceBlocks) -> Splice | Refused:
    blocks = site.run(edit.blocks)
    if isinstance(blocks, Refused):
        return blocks
    first, last = blocks[0], blocks[-1]
    if any(block.kind == "front_matter" for block in blocks):
        return refuse("front_matter", "Front matter is not edited.")
    levels = tuple(site.document.columns.level[b.index] for b in blocks if b.kind == "heading")
    old = site.document.data[first.start : last.end]
    text, mark = edit.text.replace("\r\n", "\n").strip("\n").rstrip(), ""
    if first.kind == "list_item":
        problem = several_items(text)
        if problem is not None:
            return problem
        text, mark = _keep_mark(first, text)
    problem = check_text(site.document, text, old=old, headings=levels)
    if problem is not None:
        return problem
    head, *rest = text.split("\n")
    margin = " " * len(mark.expandtabs(4)) if mark else site.margin(first, inside=False)
    lines = [(mark or margin) + head, *(margin + line if line.strip() else "" for line in rest)]
    rows = first.kind in ("table_head", "table_row")
    return Splice(
        edit=site.position,
        start=first.start,
        end=last.start + len(last.data),
        shape="replace",
        key=site.key(edit, "replace", first.depth),
        lines=lambda _turn, _turns: lines,
        depth=first.depth,
        levels=levels,
        columns=site.columns(first) if rows else 0,
        eol=site.eol(first),
        kind=first.kind if first.kind in ("list_item", "table_row", "table_head", "heading") else "",
        rest=None if rows else rest_of(text),
    )


def _keep_mark(item: Block, text: str) -> tuple[str, str]:
    bare = style.without_mark(item.text)
    return style.without_mark(text), item.text[: len(item.text) - len(bare)]


def replace_cell(site: Site, edit: ops.ReplaceCell) -> Splice | Refused:
    block = site.find(edit.block)
    if isinstance(block, Refused):
        return block
    if block.kind not in ("table_head", "table_row"):
        return refuse("wrong_kind", "The block that the edit names is no row of a table.")
    spans = lexis.cell_spans(lexis.first_line(block.data))
    if edit.column >= len(spans):
        return refuse("columns", f"The row has {len(spans)} cells; there is no cell {edit.column + 1}.")
    start, end = spans[edit.column]
    old = block.data[start:end]
    text = style.cell_text(edit.text)
    problem = check_text(site.document, text, old=old)
    if problem is not None:
        return problem
    new = style.in_cell(text, old.decode("utf-8", "surrogateescape"))
    return Splice(
        edit=site.position,
        start=block.start + start,
        end=block.start + end,
        shape="cell",
        key=site.key(edit, "cell", block.depth),
        lines=lambda _turn, _turns: [new],
        depth=block.depth,
        columns=len(spans),
        kind=block.kind,
    )
