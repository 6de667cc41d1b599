"""reStructuredText, through docutils; each block is found again in the file by its raw words."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.utils import SystemMessage

from agent.models import TextBlock
from agent.readers.lines import Lines, trimmed
from agent.readers.plain import read_plain
from agent.readers.reading import FOREIGN_FAULTS, Kind, Reading

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
_DIRECTIVE = re.compile(r"\s*(?:\.\. [\w:+.-]+::|:[\w -]+:(?:\s|$)|\.\.\s*$)")
"""The head of a directive and its options say how to show what follows."""


def read_rst(text: str) -> Reading:
    """Blocks in the order of the file, with its line numbers."""
    if any(len(part) > _PARAGRAPH_LIMIT for part in text.split("\n\n")):
        return read_plain(text)
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
        for child in node.children:
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
        span = self._find(node.rawsource or node.astext(), self._cursor)
        if span is None:
            return
        self._cursor = span[1]
        self._add(kind, *span, level=level)

    def _field(self, node: nodes.field) -> None:
        name, body = node.children[0].astext(), node.children[1].astext()
        self.meta.append((name, " ".join(body.split())))
        span = self._find(f":{name}:", self._cursor)
        if span is not None:
            last = self._find(body, span[1]) or span
            self._cursor = last[1]
            self._add("meta", span[0], last[1])

    def _table(self, table: nodes.table) -> None:
        for title in table.findall(nodes.title):
            self._leaf(title, "paragraph")
        header: tuple[str, ...] = ()
        for row in table.findall(nodes.row):
            cells = tuple(" ".join(entry.astext().split()) for entry in row.children)
            spans = [
                span
                for entry in row.children
                for leaf in entry.findall(nodes.TextElement)
                if leaf.rawsource and (span := self._find(leaf.rawsource, self._cursor)) is not None
            ]
            if spans:
                self._cursor = max(start for start, _ in spans) + 1
                start, end = min(start for start, _ in spans), max(end for _, end in spans)
                self._add("table_row", start, end, cells=cells, header=header)
            header = header or cells

    def _comment(self, node: nodes.comment) -> None:
        """A comment is not shown: its lines count as spoken for."""
        span = self._find(node.rawsource or node.astext(), self._cursor)
        if span is not None:
            self._cursor = span[1]
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

    def _find(self, raw: str, cursor: int) -> tuple[int, int] | None:
        """Where raw words stand at or after the cursor: their first line, then as many lines as they have."""
        wanted = [line.strip() for line in raw.strip().split("\n")]
        if not wanted[0]:
            return None
        start = self.text.find(wanted[0], cursor)
        if start < 0:
            return None
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
