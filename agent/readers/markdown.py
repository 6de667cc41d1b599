"""Markdown -> blocks with exact offsets, as GitHub shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent.markup import plain
from agent.models import TextBlock
from agent.readers import frontmatter
from agent.readers.asides import Asides, is_note_as_link
from agent.readers.htmlscan import HtmlScan, unseen
from agent.readers.lines import Lines, trimmed
from agent.readers.paragraphs import DELIMITER, ITEM_MARK, LOOSE_HEADING, parts
from agent.readers.reading import Kind, Reading
from agent.readers.rows import row_cells, split_row

_PARSER = MarkdownIt("commonmark").enable("table")
_UNFILLED = re.compile(
    r"\{\{|\}\}|<[^<>]*title[^<>]*>|^\W*(?:untitled|title|标题|无标题|未命名|to ?do|tbd|null|none|~)\W*$",
    re.IGNORECASE,
)
"""A title that a template left."""
_CONTAINER = re.compile(r"[ \t>]*")
_OPENS_ITEM = re.compile(r"(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*")


def read_markdown(text: str) -> Reading:
    """Blocks, front matter and title of a Markdown text whose lines end with LF."""
    lines = Lines(text)
    front = frontmatter.split(text)
    first, stop = frontmatter.body(text)
    walk = _Walk(
        text=text,
        lines=lines,
        shift=max(first, front.lead + front.lines if front.lines else 0),
        stop=stop,
        html=HtmlScan(text),
        asides=Asides(text),
    )
    if front.lines:
        walk.meta(front.lead, front.lines)
    walk.body()
    hidden = [f"hidden text on line {lines.number(at)} left out" for at in sorted(set(walk.html.hidden))]
    notes = [front.note] if front.note else []
    notes += ["read without the code fence that holds the whole note"] if first else []
    if walk.html.open_comment is not None:
        line = lines.number(walk.html.open_comment)
        notes.append(f"the comment on line {line} is never closed; what follows it is not shown")
    return Reading(
        format="markdown",
        text=text,
        blocks=tuple(sorted(walk.blocks, key=lambda block: (block.start, -block.end))),
        meta=front.pairs,
        title=_title(text, walk.blocks, front.pairs, broken=bool(front.note)),
        notes=(*notes, *walk.notes, *hidden),
    )


def _title(text: str, blocks: Sequence[TextBlock], meta: Sequence[tuple[str, str]], *, broken: bool) -> str:
    """What the front matter says, else the heading that stands over all: the first block, or alone at its level.

    Of front matter that is `broken`, and of a template's that nobody filled in, the heading goes first.
    """
    stated = next((v for key, v in meta if key.lower() in {"title", "标题", "题目"} and v), "")
    doubtful = broken or _UNFILLED.search(stated) is not None
    heading = "" if stated and not doubtful else _heading_over_all(text, blocks)
    return heading or stated


def _heading_over_all(text: str, blocks: Sequence[TextBlock]) -> str:
    content = [block for block in blocks if block.kind != "meta"]
    headings = [block for block in content if block.kind == "heading"]
    if not headings:
        return ""
    top = min(block.level for block in headings)
    best = next(block for block in headings if block.level == top)
    alone = sum(block.level == top for block in headings) == 1
    if alone or content[0] is best:
        return plain(text[best.start : best.end])
    return plain(text[content[0].start : content[0].end]) if content[0].kind == "heading" else ""


@dataclass
class _Walk:
    """One pass over the block tokens of a body that begins `shift` lines down the file."""

    text: str
    lines: Lines
    shift: int
    stop: int
    """0-based line after the last of the body."""
    html: HtmlScan
    asides: Asides
    blocks: list[TextBlock] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    covered: list[tuple[int, int]] = field(default_factory=list)
    """Half-open ranges of 0-based file lines that some token speaks for."""
    head: tuple[str, ...] = ()
    """Head row of the table last seen, for rows that blank lines cut off from it."""
    head_end: int = -1

    def meta(self, lead: int, count: int) -> None:
        """One block for each entry of the front matter, the lines that continue it included."""
        last = lead + count - 1
        last = last if _is_fence(self.lines.line(last)) else last + 1
        begin = lead + 1
        for index in range(begin + 1, last + 1):
            line = self.lines.line(index) if index < last else ""
            if index == last or not line.startswith((" ", "\t", "-", "#")):
                self.add("meta", *trimmed(self.text, self.lines.start(begin), self.lines.end(index - 1)))
                begin = index

    def body(self) -> None:
        """Walk the tokens, then whatever lines no token speaks for."""
        tokens: list[Token] = []
        body = self.text[self.lines.start(self.shift) : self.lines.start(self.stop)]
        _PARSER.block.parse(body, _PARSER, {}, tokens)
        depth = 0
        quotes = 0
        own_item = False
        for index, token in enumerate(tokens):
            if token.type in {"bullet_list_open", "ordered_list_open"}:
                depth += 1
            elif token.type in {"bullet_list_close", "ordered_list_close"}:
                depth -= 1
            elif token.type == "blockquote_open":
                quotes += 1
            elif token.type == "blockquote_close":
                quotes -= 1
            elif token.type == "list_item_open":
                own_item = True
                continue
            elif token.type == "table_open":
                self.table(tokens, index, depth, _OPENS_ITEM if own_item else _CONTAINER)
            elif token.type == "inline" and tokens[index - 1].type in {"paragraph_open", "heading_open"}:
                kind: Kind = "quote" if quotes else "paragraph"
                self.leaf(tokens[index - 1], token, "list_item" if own_item else kind, depth)
            elif token.type in {"fence", "code_block", "html_block"}:
                self.verbatim(token, depth)
            else:
                continue
            own_item = False
        self.uncovered()

    def leaf(self, opening: Token, token: Token, kind: Kind, depth: int) -> None:
        """A heading, paragraph, list item or quotation: where its content stands in the file."""
        first, last = self.span(token)
        if opening.type == "heading_open":
            kind, level = "heading", int(opening.tag[1])
            last = self.span(opening)[1]
            last_line = last if opening.markup.startswith("#") else last - 1
        else:
            level = depth - 1 if kind == "list_item" else depth
            last_line = last
        self.covered.append((first, last))
        if kind == "heading":
            start = self.find(token.content, first, last_line)
            length = len(token.content) if opening.markup.startswith("#") else len(self.text)
            end = min(start + length, self.lines.end(last_line - 1))
            for gap, after in self.gaps(start, end):
                if not self.text[start:gap].strip():
                    start = after
                elif not self.text[after:end].strip():
                    end = gap
            self.add(kind, *trimmed(self.text, start, end), level=level)
            return
        written = [self.lines.line(index) for index in range(first, last)]
        for begin, stop, sort in parts(written):
            start = self.lines.start(first + begin)
            if begin == 0:
                start = self.find(token.content, first, first + stop)
            name: Kind = kind if begin == 0 or kind != "list_item" else "paragraph"
            if sort == "row":
                self.loose_rows(first + begin, first + stop)
            elif sort == "heading":
                self.loose_heading(first + begin)
            elif sort == "item" and (mark := ITEM_MARK.match(self.text, start)) is not None:
                self.shown("list_item", mark.end(), self.lines.end(first + stop - 1), level)
            elif sort != "page code":
                self.shown(name, start, self.lines.end(first + stop - 1), level)

    def shown(self, kind: Kind, start: int, end: int, level: int) -> None:
        """Running text, cut where an element or comment stands in it that nobody sees."""
        for gap, after in [*self.gaps(start, end), (end, end)]:
            if gap < end:
                self.html.hidden.append(self.asides.begin(gap))
            self.add(kind, *trimmed(self.text, start, gap), level=level)
            kind = "paragraph" if kind == "list_item" else kind
            start = after

    def gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """Spans between two offsets that nobody sees, in order and apart from each other."""
        found: list[tuple[int, int]] = []
        of_html = unseen(self.text, start, end) if self.text.find("<", start, end) >= 0 else []
        for gap, after in sorted([*of_html, *self.asides.within(start, end)]):
            if not found or gap >= found[-1][1]:
                found.append((gap, after))
        return found

    def seen(self, start: int, end: int) -> str:
        """The text between two offsets without what nobody sees of it."""
        pieces = []
        for gap, after in self.gaps(start, end):
            pieces.append(self.text[start:gap])
            start = after
        return "".join([*pieces, self.text[start:end]])

    def loose_rows(self, first: int, last: int) -> None:
        """Rows without a delimiter under their head, or cut off from their table by a blank line."""
        headed = last - first > 1 and DELIMITER.fullmatch(self.lines.line(first + 1)) is not None
        columns = len(split_row(self.lines.line(first + 1))) if headed else len(self.head)
        near = self.head if first - self.head_end <= 2 and not headed else ()
        for index in range(first, last):
            if headed and index == first + 1:
                continue
            cells = row_cells(self.seen(self.lines.start(index), self.lines.end(index)), columns)
            if index == first and (headed or (not near and self.is_head(index, last))):
                self.row(index, cells, ())
                near = cells
                continue
            self.row(index, cells, near if len(cells) == len(near) else ("",) * len(cells))
        self.head, self.head_end = (near, last) if near else (self.head, -1)

    def is_head(self, index: int, last: int) -> bool:
        """Whether a row without figures stands over rows that have some: the delimiter was forgotten."""
        has = [any(map(str.isdigit, self.lines.line(at))) for at in range(index, last)]
        return not has[0] and any(has)

    def loose_heading(self, index: int) -> None:
        found = LOOSE_HEADING.fullmatch(self.lines.line(index))
        assert found is not None
        start = self.lines.start(index) + found.start(2)
        self.add("heading", *trimmed(self.text, start, self.lines.end(index)), level=len(found[1]))

    def table(self, tokens: Sequence[Token], index: int, depth: int, before_head: re.Pattern[str]) -> None:
        """Rows of a table, each split from its own line so that no cell is dropped."""
        head: tuple[str, ...] = ()
        for number, token in enumerate(_rows(tokens, index)):
            first, _ = self.span(token)
            line = self.lines.line(first)
            prefix = (_CONTAINER if number else before_head).match(line)
            at = prefix.end() if prefix else 0
            cells = row_cells(self.seen(self.lines.start(first) + at, self.lines.end(first)), len(head))
            self.row(first, cells, head, at=at, level=depth)
            head = head or cells
        first, last = self.span(tokens[index])
        self.covered.append((first, last))
        self.head, self.head_end = head, last

    def row(
        self, index: int, cells: tuple[str, ...], header: tuple[str, ...], *, at: int = 0, level: int = 0
    ) -> None:
        start, end = trimmed(self.text, self.lines.start(index) + at, self.lines.end(index))
        self.add("table_row", start, end, level=level, cells=cells, header=header)

    def verbatim(self, token: Token, depth: int) -> None:
        """Code keeps its lines as they stand; HTML gives its words, and its table rows."""
        first, last = self.span(token)
        self.covered.append((first, last))
        if token.type == "html_block":
            start, end = self.lines.start(first), self.lines.end(last - 1)
            for piece in self.html.pieces(start, end):
                self.add(
                    piece.kind,
                    piece.start,
                    piece.end,
                    level=piece.level,
                    cells=piece.cells,
                    header=piece.header,
                )
            return
        if token.type == "fence":
            first += 1
            last = min(last, first + token.content.count("\n"))
            if self.closing_missing(token, last):
                self.notes.append(f"the code fence on line {first} is never closed")
        while first < last and not self.lines.line(first).strip():
            first += 1
        if first < last:
            start, end = self.lines.start(first), self.lines.end(last - 1)
            self.add("code", start, start + len(self.text[start:end].rstrip()), level=depth)

    def closing_missing(self, token: Token, after: int) -> bool:
        """Whether a fence runs to the end of the file for want of a closing line."""
        if after < len(self.lines) - 1 and any(
            self.lines.line(n).strip() for n in range(after + 1, len(self.lines))
        ):
            return False
        return not self.lines.line(min(after, len(self.lines) - 1)).lstrip(" \t>").startswith(token.markup)

    def uncovered(self) -> None:
        """Lines that no token speaks for (link definitions, what a table limit cut off) are words too."""
        at = self.shift
        for first, last in [*sorted(self.covered), (self.stop, self.stop)]:
            for index in range(at, first):
                line = self.lines.line(index)
                if is_note_as_link(line):
                    self.html.hidden.append(self.lines.start(index))
                elif any(map(str.isalnum, line)):
                    prefix = _CONTAINER.match(line)
                    start = self.lines.start(index) + (prefix.end() if prefix else 0)
                    self.add("paragraph", *trimmed(self.text, start, self.lines.end(index)))
            at = max(at, last)

    def span(self, token: Token) -> tuple[int, int]:
        """Half-open range of 0-based file lines."""
        assert token.map is not None
        return token.map[0] + self.shift, token.map[1] + self.shift

    def find(self, content: str, first: int, last: int) -> int:
        """Offset at which the content begins: its first line is the tail of a line of the file."""
        lead = content.partition("\n")[0]
        for index in range(first, last):
            at = self.lines.line(index).rfind(lead)
            if at >= 0:
                return self.lines.start(index) + at
        return self.lines.start(first)

    def add(
        self,
        kind: Kind,
        start: int,
        end: int,
        *,
        level: int = 0,
        cells: tuple[str, ...] = (),
        header: tuple[str, ...] = (),
    ) -> None:
        if start >= end or self.asides.within(start, end)[:1] == [(start, end)]:
            return
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


def _is_fence(line: str) -> bool:
    return line.rstrip() in {"---", "...", "+++", ";;;"}


def _rows(tokens: Sequence[Token], index: int) -> Iterator[Token]:
    for token in tokens[index:]:
        if token.type == "tr_open":
            yield token
        elif token.type == "table_close":
            return
