"""One pass over the lines of a Markdown file: where each block starts and ends.

The state machine is that of CommonMark 0.31 (appendix "A parsing strategy": a stack of containers
and one open leaf) with the tables of GFM as markdown-it reads them. It works on bytes, so that
every offset is exact whatever the encoding of a line, and keeps columns of small integers instead
of objects, since a document of 20 MB has half a million blocks. Tests hold its headings and fences
against those of markdown-it.
"""

from __future__ import annotations

from array import array
from typing import Final, Literal, get_args

from agent.document import lexis

Kind = Literal[
    "heading",
    "paragraph",
    "list_item",
    "table_head",
    "table_row",
    "fence",
    "code",
    "quote",
    "html",
    "comment",
    "front_matter",
    "rule",
]
"""`table_head` is the head row with the line of dashes beneath it; `code` is code by indentation;
`list_item` is the item's own first block of text, and what else it holds are blocks of their own."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_CODE: Final[dict[Kind, int]] = {kind: number for number, kind in enumerate(KINDS)}
(
    HEADING,
    PARAGRAPH,
    LIST_ITEM,
    TABLE_HEAD,
    TABLE_ROW,
    FENCE,
    CODE,
    QUOTE,
    HTML,
    COMMENT,
    FRONT_MATTER,
    RULE,
) = (_CODE[kind] for kind in KINDS)

_QUOTE_CONTAINER: Final = -1
_NO_BLOCK: Final = -1
_MAX_DEPTH: Final = 200
"""Containers deeper than this are read as text, so that a line of a million `>` stays cheap."""


class Columns:
    """Blocks and lines of a file as columns of integers.

    `line_starts` holds one byte offset a line and the length of the file at the end. A block covers
    the lines `start[i]` to `end[i]` (0-based, end exclusive); `depth[i]` counts the list items that
    hold it; `level[i]` is the level of a heading, else 0; `details[i]` counts the `<details>` that
    are open before it; `state[i]` is the end condition of the HTML block that a heading stands in.
    """

    __slots__ = ("depth", "details", "end", "kind", "level", "line_starts", "start", "state")

    def __init__(self) -> None:
        self.line_starts = array("L")
        self.kind = array("B")
        self.start = array("L")
        self.end = array("L")
        self.depth = array("B")
        self.level = array("B")
        self.details = array("H")
        self.state = array("B")


class Scanner:
    """Feed it the lines of a file in order; `columns` then holds the blocks.

    A scanner started at a line where a block starts at the margin, with nothing open before it save
    `details` of `<details>` or a table, goes on as the one that began at the top.
    """

    def __init__(self, *, details: int = 0, in_table: bool = False) -> None:
        self.columns = Columns()
        self.details = details
        """How many `<details>` are open after the last line."""
        self._number = 0
        self._containers: list[int] = []
        """Columns that an item's content is indented by, or `_QUOTE_CONTAINER`."""
        self._quotes = 0
        self._quote_block = _NO_BLOCK
        self._leaf = _IN_TABLE if in_table else _NO_LEAF
        self._block = _NO_BLOCK
        """The block that the open leaf belongs to."""
        self._item = _NO_BLOCK
        self._lead = False
        """The newest item still waits for its first leaf, which belongs to the item's own block."""
        self._empty_item = False
        self._defines = False
        """The open paragraph holds nothing but definitions of links and notes so far."""
        self._fence_mark = b""
        self._html_end = 0
        self._in_html_heading = False
        self._previous = b""

    @property
    def open_leaf(self) -> Literal["fence", "html", "comment", ""]:
        """What is still open after the last line: a fence, or HTML that only its own end closes."""
        if self._leaf == _IN_FENCE:
            return "fence"
        if self._leaf == _IN_HTML and self._html_end != lexis.UNTIL_BLANK:
            return "comment" if self._html_end == lexis.COMMENT_END else "html"
        return ""

    def feed(self, line: bytes) -> None:
        """Read one line, with or without its terminator."""
        line = line.rstrip(b"\r\n")
        if self._containers:
            self._nested(line)
        else:
            self._content(line, 0, 0)
        self._number += 1
        self._previous = line

    def skip(self) -> None:
        """Pass over a line that belongs to no block that is scanned."""
        self._number += 1

    # Containers

    def _nested(self, line: bytes) -> None:
        """Match the open lists and quotes, then read what is left of the line."""
        position, column, matched = 0, 0, 0
        count = len(self._containers)
        for width in self._containers:
            rest, indent = lexis.indentation(line, position, column)
            if width == _QUOTE_CONTAINER:
                if indent > 3 or line[rest : rest + 1] != b">":
                    break
                position, column = lexis.after_quote_mark(line, rest, column + indent)
            elif rest == len(line):
                if self._empty_item and matched == count - 1:
                    break
            elif indent >= width:
                position, column = lexis.skip_columns(line, position, column, width)
            else:
                break
            matched += 1
        self._lead = self._empty_item and matched == count
        self._empty_item = False
        if matched < count:
            if self._leaf == _IN_PARAGRAPH and line[position:].strip(b" \t"):
                self._blocks(line, position, column, keep=matched)
                return
            self._close_containers(matched)
        self._content(line, position, column)

    def _content(self, line: bytes, position: int, column: int) -> None:
        if self._leaf == _IN_FENCE:
            self._in_fence(line, position, column)
        elif self._leaf == _IN_HTML:
            self._in_html(line[position:])
        else:
            self._blocks(line, position, column, keep=_ALL)

    def _close_containers(self, keep: int) -> None:
        """Close the open leaf, and all containers after the first `keep`."""
        if keep != _ALL:
            self._quotes -= self._containers[keep:].count(_QUOTE_CONTAINER)
            del self._containers[keep:]
        self._leaf = _NO_LEAF
        self._block = _NO_BLOCK
        self._in_html_heading = False

    def _open_quote(self) -> None:
        if not self._quotes:
            self._quote_block = self._new_block(QUOTE)
        self._extend()
        self._containers.append(_QUOTE_CONTAINER)
        self._quotes += 1

    def _open_item(self, width: int, *, empty: bool) -> None:
        if not self._quotes and not self._lead:
            self._item = self._new_block(LIST_ITEM)
        self._extend()
        self._containers.append(width)
        self._lead = not empty and not self._quotes
        self._empty_item = empty

    # Blocks

    def _new_block(self, kind: int, *, level: int = 0) -> int:
        """Open a block on this line, unless a quote or the item just opened covers it already."""
        columns = self.columns
        if self._quotes or self._lead:
            self._block = self._quote_block if self._quotes else self._item
            self._lead = False
            self._extend()
            return self._block
        columns.kind.append(kind)
        columns.start.append(self._number)
        columns.end.append(self._number + 1)
        columns.depth.append(len(self._containers))
        columns.level.append(level)
        columns.details.append(min(self.details, 65535))
        columns.state.append(0)
        self._block = len(columns.kind) - 1
        return self._block

    def _extend(self) -> None:
        block = self._quote_block if self._quotes else self._block
        if block != _NO_BLOCK:
            self.columns.end[block] = self._number + 1

    def _blocks(self, line: bytes, position: int, column: int, *, keep: int) -> None:
        """Read the rest of a line as new blocks or text.

        `keep` is `_ALL` when every open container goes on; else only the first `keep` do, and the
        others live on only if the line turns out to be text of the paragraph that is open in them.
        """
        while True:
            rest, indent = lexis.indentation(line, position, column)
            if rest == len(line):
                if self._quotes:
                    self._extend()
                self._close_containers(_ALL)
                return
            if indent >= 4:
                self._indented()
                return
            mark = line[rest]
            if self._leaf == _IN_PARAGRAPH and keep == _ALL and self._underlined(line, rest, mark):
                return
            if mark in lexis.BLOCK_MARKS and self._leaf_starts(line, rest, mark, keep):
                return
            if mark == _GREATER and len(self._containers) < _MAX_DEPTH:
                self._close_containers(keep)
                self._open_quote()
                position, column = lexis.after_quote_mark(line, rest, column + indent)
            else:
                item = self._item_at(line, rest, mark, column + indent, keep)
                if item is None:
                    self._text(line[rest:], keep)
                    return
                self._close_containers(keep)
                self._open_item(indent + item.width, empty=item.empty)
                if item.empty:
                    return
                position, column = lexis.skip_columns(line, rest, column + indent, item.width)
            keep = _ALL

    def _item_at(self, line: bytes, rest: int, mark: int, column: int, keep: int) -> lexis.Marker | None:
        """The list mark here, if it may open an item: a paragraph is not interrupted by an empty
        item, nor by a number other than 1."""
        if mark not in lexis.BLOCK_MARKS or len(self._containers) >= _MAX_DEPTH:
            return None
        item = lexis.list_marker(line, rest, column)
        if item is None or self._leaf != _IN_PARAGRAPH or keep != _ALL:
            return item
        return None if item.empty or item.number not in (None, 1) else item

    def _text(self, text: bytes, keep: int) -> None:
        if self._leaf == _IN_PARAGRAPH:
            self._extend()
            self._defines = self._defines and lexis.is_definition(text)
        elif self._leaf == _IN_TABLE:
            self._new_block(TABLE_ROW)
        else:
            self._close_containers(keep)
            self._new_block(PARAGRAPH)
            self._leaf, self._defines = _IN_PARAGRAPH, lexis.is_definition(text)

    def _indented(self) -> None:
        if self._leaf in (_IN_PARAGRAPH, _IN_CODE):
            self._extend()
            return
        self._close_containers(_ALL)
        self._new_block(CODE)
        self._leaf = _IN_CODE

    def _leaf_starts(self, line: bytes, rest: int, mark: int, keep: int) -> bool:
        """Open the heading, fence, rule or HTML block that starts here, if one does."""
        if mark == _HASH:
            level = lexis.atx_level(line, rest)
            if level:
                self._close_containers(keep)
                self._new_block(HEADING if not self._containers else PARAGRAPH, level=level)
                self._close_containers(_ALL)
            return level > 0
        if mark in (_BACKTICK, _TILDE):
            fence = lexis.fence_mark(line, rest)
            if fence:
                self._close_containers(keep)
                self._new_block(FENCE)
                self._leaf, self._fence_mark = _IN_FENCE, fence
            return bool(fence)
        if mark == _LESS:
            return self._html_starts(line, rest, keep)
        if mark in (_STAR, _DASH, _UNDERSCORE) and lexis.is_rule(line, rest):
            self._close_containers(keep)
            self._new_block(RULE)
            self._close_containers(_ALL)
            return True
        return False

    def _in_fence(self, line: bytes, position: int, column: int) -> None:
        rest, indent = lexis.indentation(line, position, column)
        self._extend()
        mark = self._fence_mark
        if indent <= 3 and line.startswith(mark, rest) and not line[rest:].rstrip(b" \t").strip(mark[:1]):
            self._close_containers(_ALL)

    # HTML

    def _html_starts(self, line: bytes, rest: int, keep: int) -> bool:
        end = lexis.html_start(line, rest, in_paragraph=self._leaf in (_IN_PARAGRAPH, _IN_TABLE))
        if end:
            self._close_containers(keep)
            self._leaf, self._html_end = _IN_HTML, end
            self._html_line(line[rest:])
        return end > 0

    def _in_html(self, line: bytes) -> None:
        if self._html_end == lexis.UNTIL_BLANK and not line.strip(b" \t"):
            self._close_containers(_ALL)
        else:
            self._html_line(line)

    def _html_line(self, line: bytes) -> None:
        """A line of an HTML block; a heading in it becomes a block of its own."""
        end = self._html_end
        heading = None
        if end == lexis.UNTIL_BLANK and not self._containers and not self._in_html_heading:
            heading = lexis.HTML_HEADING.search(line)
        if heading:
            self._new_block(HEADING, level=int(heading.group(1)))
            self.columns.state[self._block] = end
            self._in_html_heading = True
        elif self._block == _NO_BLOCK:
            self._new_block(COMMENT if end == lexis.COMMENT_END else HTML)
        else:
            self._extend()
        if self._in_html_heading and lexis.HTML_HEADING_END.search(line):
            self._in_html_heading = False
            self._block = _NO_BLOCK
        if end == lexis.UNTIL_BLANK:
            self.details = max(0, self.details + lexis.details_balance(line))
        elif lexis.html_ends(end, line):
            self._close_containers(_ALL)

    # What a line makes of the paragraph above it

    def _underlined(self, line: bytes, rest: int, mark: int) -> bool:
        if mark in (_PIPE, _DASH, _COLON) and self._table_starts(line, rest):
            return True
        if self._defines or mark not in (_EQUALS, _DASH) or not lexis.is_setext(line, rest):
            return False
        self._extend()
        if not self._containers:
            self.columns.kind[self._block] = HEADING
            self.columns.level[self._block] = 1 if mark == _EQUALS else 2
        self._close_containers(_ALL)
        return True

    def _table_starts(self, line: bytes, rest: int) -> bool:
        """A line of dashes with as many cells as the line above: that line becomes the head row."""
        head = self._previous
        if b"|" not in head:
            return False
        count = lexis.delimiter_columns(line[rest:])
        if not count or count != lexis.cell_count(lexis.CONTAINER_MARKS.sub(b"", head, count=1)):
            return False
        if not self._quotes:
            self._head_row()
        else:
            self._extend()
        self._leaf = _IN_TABLE
        return True

    def _head_row(self) -> None:
        columns, block = self.columns, self._block
        if columns.start[block] < self._number - 1:
            columns.end[block] = self._number - 1
            self._new_block(TABLE_HEAD)
            columns.start[self._block] = self._number - 1
        elif columns.kind[block] == PARAGRAPH:
            columns.kind[block] = TABLE_HEAD
            columns.end[block] = self._number + 1
        else:
            self._new_block(TABLE_HEAD)


_NO_LEAF, _IN_PARAGRAPH, _IN_FENCE, _IN_HTML, _IN_CODE, _IN_TABLE = range(6)
_ALL: Final = -1
_HASH, _STAR, _DASH, _COLON, _LESS, _EQUALS, _GREATER, _UNDERSCORE, _BACKTICK, _PIPE, _TILDE = b"#*-:<=>_`|~"
