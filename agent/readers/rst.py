"""reStructuredText, through docutils; each block is found again in the file by its raw words."""

from __future__ import annotations

import re
from itertools import filterfalse
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.utils import SystemMessage

from agent.models import TextBlock
from agent.readers.lines import Lines, trimmed
from agent.readers.plain import read_plain
from agent.readers.reading import FOREIGN_FAULTS, Kind, Reading
from agent.readers.rstwords import know_directives

_SETTINGS: dict[str, Any] = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,
    "halt_level": 6,
    "warning_stream": False,
    "_disable_config": True,
    "syntax_highlight": "none",
    "docinfo_xform": False,
    "doctitle_xform": False,
    "smart_quotes": False,
    "line_length_limit": 1_000_000,
}
"""Nothing is included, run or fetched; directives and roles of other tools are read as their words."""

_PARAGRAPH_LIMIT = 20_000
"""Characters; docutils looks for the end of each mark to the end of its paragraph, which is quadratic."""
_TEXT_LIMIT = 1_000_000
"""Characters; docutils needs some 14 µs for each."""
_DIRECTIVE = re.compile(r"\s*(?:\.\. [\w:+.-]+::|:[\w -]+:(?:\s|$)|\.\.\s*$)")
"""The head of a directive and its options say how to show what follows."""


_NEAR_TITLE = (-2, -1, -3)
"""Steps from the number that docutils gives a title, that of its underline, to the index of its line."""
_NEAR = (-1, 0, -2, 1, -3, 2)
"""Steps from the number of another node, which is right but for some directives."""
_LOOK_AHEAD = 20_000
"""Characters within which words are looked for whose line docutils does not tell."""


def read_rst(text: str) -> Reading:
    """Blocks in the order of the file, with its line numbers."""
    if len(text) > _TEXT_LIMIT or any(len(part) > _PARAGRAPH_LIMIT for part in text.split("\n\n")):
        return read_plain(text)
    know_directives(text)
    try:
        tree = publish_doctree(text, settings_overrides=_SETTINGS)
    except (SystemMessage, *FOREIGN_FAULTS):
        return read_plain(text)  # docutils gives up on some broken nesting; the words are read all the same
    walk = _Walk(text)
    walk.node(tree, depth=-1, section=0)
    walk.uncovered()
    title = next((text[block.start : block.end] for block in walk.blocks if block.kind == "heading"), "")
    blocks = sorted(walk.blocks, key=lambda block: (block.start, block.end))
    return Reading(format="rst", text=text, blocks=tuple(blocks), meta=tuple(walk.meta), title=title)


class _Walk:
    """One pass over the tree with a cursor in the file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.blocks: list[TextBlock] = []
        self.meta: list[tuple[str, str]] = []
        self._cursor = 0
        self._spoken: list[tuple[int, int]] = []

    def node(
        self, node: nodes.Node, *, depth: int, section: int, item: bool = False, quoted: bool = False
    ) -> None:
        """Walk below a node; `item` marks the first block of a list item."""
        for child in filterfalse(_is_made, node.children):
            if isinstance(child, nodes.section):
                self.node(child, depth=-1, section=section + 1)
            elif isinstance(child, nodes.title):
                self._leaf(child, "heading", level=min(max(section, 1), 6))
            elif isinstance(child, nodes.bullet_list | nodes.enumerated_list):
                self.node(child, depth=depth + 1, section=section)
            elif isinstance(child, nodes.list_item | nodes.definition):
                self.node(child, depth=max(depth, 0), section=section, item=True)
            elif isinstance(child, nodes.block_quote):
                self.node(child, depth=depth, section=section, quoted=True)
            elif isinstance(child, nodes.field):
                self._field(child)
            elif isinstance(child, nodes.literal_block | nodes.doctest_block | nodes.math_block):
                self._leaf(child, "code", level=depth + 1)
            elif isinstance(child, nodes.table):
                self._table(child)
            elif isinstance(child, nodes.comment):
                self._comment(child)
            elif isinstance(child, nodes.TextElement):
                kind: Kind = "list_item" if item else "quote" if quoted else "paragraph"
                self._leaf(child, kind, level=depth if item else depth + 1)
            else:
                self.node(child, depth=depth, section=section, item=item, quoted=quoted)
            item = False

    def _leaf(self, node: nodes.TextElement, kind: Kind, *, level: int = 0) -> None:
        span = self._place(node, node.rawsource or node.astext())
        if span is None:
            return
        self._cursor = max(self._cursor, span[1])
        self._add(kind, *span, level=level)

    def _field(self, node: nodes.field) -> None:
        name, body = node.children[0].astext(), node.children[1]
        self.meta.append((name, " ".join(body.astext().split())))
        span = self._place(node, f":{name}:")
        if span is not None:
            ends = [
                end
                for leaf in body.findall(nodes.TextElement)
                if leaf.rawsource and (found := self._place(leaf, leaf.rawsource)) is not None
                for end in found[1:]
            ]
            self._cursor = max([span[1], *ends])
            self._add("meta", span[0], self._cursor)

    def _table(self, table: nodes.table) -> None:
        for title in table.findall(nodes.title):
            self._leaf(title, "paragraph")
        header: tuple[str, ...] = ()
        for row in table.findall(nodes.row):
            cells = tuple(" ".join(entry.astext().split()) for entry in row.children)
            spans: list[tuple[int, int]] = []
            for entry in row.children:
                for leaf in entry.findall(nodes.TextElement):
                    span = self._place(leaf, leaf.rawsource, after=spans[-1] if spans else None)
                    spans += [span] if span is not None else []
            if spans:
                start, end = min(start for start, _ in spans), max(end for _, end in spans)
                self._cursor = max(self._cursor, end)
                self._add("table_row", start, end, cells=cells, header=header)
            header = header or cells

    def _comment(self, node: nodes.comment) -> None:
        """A comment is not shown: its lines count as spoken for."""
        span = self._place(node, node.rawsource or node.astext())
        if span is not None:
            self._cursor = max(self._cursor, span[1])
            self._spoken.append(span)

    def uncovered(self) -> None:
        """Lines that no node speaks for (link targets, substitutions, what was not found again) are words too."""
        spoken = [False] * len(self.lines)
        for start, end in [*self._spoken, *((block.start, block.end) for block in self.blocks)]:
            for index in range(self.lines.number(start) - 1, self.lines.number(end - 1)):
                spoken[index] = True
        for index, done in enumerate(spoken):
            line = self.lines.line(index)
            if not done and any(map(str.isalnum, line)) and not _DIRECTIVE.match(line):
                self._add("paragraph", *trimmed(self.text, self.lines.start(index), self.lines.end(index)))

    def _place(
        self, node: nodes.Element, raw: str, *, after: tuple[int, int] | None = None
    ) -> tuple[int, int] | None:
        """Where a node's raw words stand: near the line that docutils gives, else next after the cursor.

        `after` is the span of the cell before: on its first line the words stand behind it.
        """
        wanted = [line.strip() for line in raw.strip().split("\n")]
        if not wanted[0]:
            return None
        title = isinstance(node, nodes.title)
        floor = after[0] if after else 0
        steps = _NEAR_TITLE if title else _NEAR
        for index in [node.line + step for step in steps] if node.line else ():
            if 0 <= index < len(self.lines):
                begin = max(self.lines.start(index), floor + 1 if after else 0)
                start = _standing(self.text, wanted[0], begin, self.lines.end(index))
                if start >= 0:
                    return self._span(start, wanted)
        begin = max(self._cursor, floor)
        start = _standing(self.text, wanted[0], begin, min(len(self.text), begin + _LOOK_AHEAD))
        return self._span(start, wanted) if start >= 0 else None

    def _span(self, start: int, wanted: list[str]) -> tuple[int, int]:
        """From the words' first line over as many lines as they have."""
        first = self.lines.number(start) - 1
        last = first + len(wanted) - 1
        end = start + len(wanted[0])
        if last > first:
            at = self.text.find(wanted[-1], self.lines.start(last), self.lines.end(last))
            end = at + len(wanted[-1]) if at >= 0 else self.lines.end(last)
        return trimmed(self.text, start, end)

    def _add(
        self,
        kind: Kind,
        start: int,
        end: int,
        *,
        level: int = 0,
        cells: tuple[str, ...] = (),
        header: tuple[str, ...] = (),
    ) -> None:
        if start < end:
            self.blocks.append(
                TextBlock(
                    kind=kind,
                    start=start,
                    end=end,
                    line=self.lines.number(start),
                    end_line=self.lines.number(end - 1),
                    level=level,
                    cells=cells,
                    header=header,
                )
            )


def _standing(text: str, words: str, start: int, end: int) -> int:
    """Offset of words that are no part of longer ones, between two offsets; -1 where there are none."""
    at = text.find(words, start, end)
    while at >= 0 and (
        _joins(text[at - 1 : at] + words[0])
        or _joins(words[-1] + text[at + len(words) : at + len(words) + 1])
    ):
        at = text.find(words, at + 1, end)
    return at


def _joins(pair: str) -> bool:
    return len(pair) == 2 and pair.isascii() and pair.isalnum()


def _is_made(node: nodes.Node) -> bool:
    """Whether docutils made a node of words that stand elsewhere."""
    made = isinstance(node, nodes.system_message | nodes.label)
    return made or (isinstance(node, nodes.topic) and "contents" in node["classes"])
