"""The lists and tables of a section, as rows in which something new may find its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from agent.document.model import Block, Document, Section

_LINE_ITEM = re.compile(r"\s*<(?:li|dt)(?=[\s>])", re.I)


@dataclass(frozen=True, slots=True)
class Member:
    """An item, a row, or a line of an HTML list."""

    block: Block
    line: int
    """First line (1-based)."""
    end_line: int
    """Last line of all that it holds."""
    text: str


@dataclass(frozen=True, slots=True)
class Run:
    """Items of one list, rows of one table, or lines of one HTML list, in order."""

    kind: Literal["list", "table", "html"]
    members: tuple[Member, ...]
    head: Block | None = None
    """Of a table: its head row."""

    @property
    def depth(self) -> int:
        """How many items hold it."""
        first = self.head or self.members[0].block
        return first.depth

    @property
    def texts(self) -> list[str]:
        """What its members say."""
        return [member.text for member in self.members]


def runs_of(section: Section) -> list[Run]:
    """The lists (at every depth), tables and HTML lists of a section, in order of their beginning."""
    document = section.document
    found: list[Run] = []
    open_lists: dict[int, list[Member]] = {}
    table: list[Block] = []
    for block in section.body:
        if table and block.kind != "table_row":
            found.append(_table(table))
            table = []
        for depth in [
            d for d in open_lists if d > block.depth or (d == block.depth and block.kind != "list_item")
        ]:
            found.append(Run("list", tuple(open_lists.pop(depth))))
        if block.kind == "list_item":
            open_lists.setdefault(block.depth, []).append(_item(document, block))
        elif block.kind in ("table_head", "table_row"):
            table.append(block)
        elif block.kind == "html":
            found.extend(_html_lists(block))
    if table:
        found.append(_table(table))
    found.extend(Run("list", tuple(members)) for members in open_lists.values())
    return sorted(found, key=lambda run: (run.head or run.members[0].block).index)


def _item(document: Document, block: Block) -> Member:
    last = document.block(document.tree_blocks_end(block.index) - 1)
    return Member(block, block.line, last.end_line, block.text)


def _table(blocks: list[Block]) -> Run:
    head = blocks[0] if blocks[0].kind == "table_head" else None
    rows = blocks[1:] if head else blocks
    return Run("table", tuple(Member(row, row.line, row.end_line, row.text) for row in rows), head)


def _html_lists(block: Block) -> Iterator[Run]:
    members: list[Member] = []
    for number, text in enumerate(block.text.split("\n"), start=block.line):
        if _LINE_ITEM.match(text):
            members.append(Member(block, number, number, text))
        elif members:
            yield Run("html", tuple(members))
            members = []
    if members:
        yield Run("html", tuple(members))
