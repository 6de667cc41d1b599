"""HTML inside Markdown: its words and table rows, at their places in the Markdown text."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from agent.markup import CODE_SPAN, plain
from agent.readers.lines import trimmed
from agent.readers.reading import Kind
from agent.readers.styles import style_delays, style_hides
from agent.readers.tables import Grid, Heads

_TAG = re.compile(r"<!--|<(/?)([A-Za-z][A-Za-z0-9-]*)([^<>]*)>")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_HIDDEN_WORD = re.compile(r"(?:^|\s)hidden(?=[\s=/]|$)", re.IGNORECASE)
_STYLE = re.compile(r"(?:^|\s)style\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
_SILENT = frozenset({"script", "style", "template", "noscript", "head", "svg"})
_END_OF_SILENT = re.compile("</(?:" + "|".join(sorted(_SILENT)) + ")", re.IGNORECASE)
_SPANS = re.compile(r"\b(colspan|rowspan)\s*=\s*[\"']?(\d{1,6})", re.IGNORECASE)
_VOID = frozenset({"br", "img", "hr", "input", "meta", "link", "source", "wbr", "col"})
_INLINE = frozenset(
    "a abbr b bdi bdo big br cite code del em font i img ins kbd mark q s samp small span strike strong sub "
    "sup tt u var wbr".split()
)


def is_hidden(attributes: str) -> bool:
    """Whether the attributes of a tag, as written, keep its text from being seen."""
    if _HIDDEN_WORD.search(_QUOTED.sub("", attributes)):
        return True
    style = _STYLE.search(attributes)
    return style is not None and (style_hides(style[1]) or style_delays(style[1]))


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of HTML at its place in the text."""

    kind: Kind
    start: int
    end: int
    level: int = 0
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()


@dataclass
class _Row:
    start: int
    end: int
    cells: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    """`td` or `th` for each cell that is written in it."""


@dataclass
class HtmlScan:
    """Reads the HTML blocks of one text in order; a table may go on from one block to the next."""

    text: str
    hidden: list[int] = field(default_factory=list)
    """Offsets of hidden elements that were left out."""
    open_comment: int | None = None
    """Offset of a comment that is never closed, and so takes all that follows it."""
    _pieces: list[Piece] = field(default_factory=list)
    _grid: Grid = field(default_factory=Grid)
    _heads: Heads = field(default_factory=Heads)
    _row: _Row | None = None
    _in_head: bool = False
    _cell: re.Match[str] | None = None
    """The tag that opened it."""
    _run: int = 0
    _kind: Kind = "paragraph"
    _level: int = 0

    def pieces(self, start: int, end: int) -> list[Piece]:
        """The blocks between two offsets."""
        self._pieces = []
        self._run = at = start
        while (tag := _TAG.search(self.text, at, end)) is not None:
            at = tag.end()
            name = (tag[2] or "").lower()
            if tag[0] == "<!--":
                self._flush(tag.start())
                closing = self.text.find("-->", at, end)
                if closing < 0:
                    self.open_comment = tag.start()
                at = self._run = end if closing < 0 else closing + 3
            elif not tag[1] and (name in _SILENT or is_hidden(tag[3])) and name not in _VOID:
                self._flush(tag.start())
                if name not in _SILENT:
                    self.hidden.append(tag.start())
                at = self._run = self.past(name, at, end)
            elif name not in _INLINE:
                self._block_tag(name, tag)
        self._flush(end)
        self._end_cell(end)
        self._close_row()
        return self._pieces

    def past(self, name: str, at: int, end: int) -> int:
        """Offset past the closing tag of an element, elements of the same name inside it counted."""
        depth = 1
        for tag in re.compile(rf"<(/?){re.escape(name)}\b[^<>]*>", re.IGNORECASE).finditer(
            self.text, at, end
        ):
            depth += -1 if tag[1] else 1
            if depth == 0:
                return tag.end()
        return end

    def _block_tag(self, name: str, tag: re.Match[str]) -> None:
        self._flush(tag.start())
        self._run = tag.end()
        opening = not tag[1]
        if name in {"td", "th"}:
            self._end_cell(tag.start())
            if opening:
                self._row = self._row or _Row(start=tag.end(), end=tag.end())
                self._row.tags.append(name)
                self._cell = tag
        elif name in {"tr", "table", "thead", "tbody", "tfoot"}:
            self._end_cell(tag.start())
            self._close_row()
            if name != "tr":
                self._in_head = opening and name == "thead"
            if name == "table":
                self._grid, self._heads = Grid(), Heads()
        else:
            self._kind, self._level = _kind_of(name) if opening else ("paragraph", 0)

    def _end_cell(self, at: int) -> None:
        if self._cell is not None and self._row is not None:
            words = " ".join(plain(self.text[self._cell.end() : at]).split())
            spans = {found[1].lower(): found[2] for found in _SPANS.finditer(self._cell[3])}
            self._grid.place(self._row.cells, words, spans.get("colspan"), spans.get("rowspan"))
            self._row.end = at
        self._cell = None

    def _close_row(self) -> None:
        row, self._row, self._cell = self._row, None, None
        if row is None:
            return
        start, end = trimmed(self.text, row.start, row.end)
        self._grid.end_row(row.cells)
        cells = tuple(row.cells)
        if not any(cells):
            return
        header = () if self._heads.takes(cells, row.tags, within=self._in_head) else self._heads.merged
        self._pieces.append(Piece("table_row", start, end, cells=cells, header=header))

    def _flush(self, at: int) -> None:
        """Words since the last block tag become a block, unless they belong to a cell."""
        start, end = trimmed(self.text, self._run, at)
        self._run = at
        if self._cell is None and start < end and plain(self.text[start:end]):
            self._pieces.append(Piece(self._kind, start, end, level=self._level))


def unseen(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans within running text that nobody sees: comments, scripts, and elements that are hidden.

    Code spans are seen, tags in them included; `<script>` without its end is a placeholder of prose.
    """
    scan = HtmlScan(text)
    found: list[tuple[int, int]] = []
    code = deque(match.span() for match in CODE_SPAN.finditer(text, start, end))
    ends = {
        name[2:].lower(): place.start()
        for place in _END_OF_SILENT.finditer(text, start, end)
        if (name := place[0])
    }
    at = start
    while (tag := _TAG.search(text, at, end)) is not None:
        at = tag.end()
        while code and code[0][1] <= tag.start():
            code.popleft()
        name = (tag[2] or "").lower()
        if (code and code[0][0] < tag.start()) or text[max(0, tag.start() - 1)] == "\\":
            continue
        if tag[0] == "<!--":
            closing = text.find("-->", at, end)
            at = end if closing < 0 else closing + 3
        elif not tag[1] and name not in _VOID and (is_hidden(tag[3]) or ends.get(name, 0) >= at):
            at = scan.past(name, at, end)
        else:
            continue
        found.append((tag.start(), at))
    return found


def _kind_of(name: str) -> tuple[Kind, int]:
    if len(name) == 2 and name[0] == "h" and name[1] in "123456":
        return "heading", int(name[1])
    if name in {"li", "dd"}:
        return "list_item", 0
    if name == "pre":
        return "code", 0
    return ("quote", 0) if name == "blockquote" else ("paragraph", 0)
