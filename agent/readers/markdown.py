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
from agent.readers.htmlscan import HtmlScan, unseen
from agent.readers.lines import Lines, trimmed
from agent.readers.reading import Kind, Reading
from agent.readers.rows import row_cells

_PARSER = MarkdownIt("commonmark").enable("table")
_UNFILLED = re.compile(
    r"\{\{|\}\}|<[^<>]*title[^<>]*>|^\W*(?:untitled|title|标题|无标题|未命名|to ?do|tbd|null|none|~)\W*$",
    re.IGNORECASE,
)
"""A title that a template left."""
_CONTAINER = re.compile(r"[ \t>]*")
_LOOSE_HEADING = re.compile(r"(#{2,6})(?=[^\s#!/\d])(.+)")
"""`##标题`, which GitHub shows as text; its writer meant a heading, and a lone `#词` is a tag."""
_PAGE_CODE = re.compile(
    r"import\s(?:[\w*{}$, ]{1,300}\sfrom\s)?(?:'[^'\n]{1,300}'|\"[^\"\n]{1,300}\")\s?;?"
    r"|export\s(?:default\s)?(?:async\s)?(?:const|let|var|function|class)\s[\w$]{1,80}\s?[=({].*"
    r"|export\s(?:default\s[\w$]{1,80};?|(?:default\s)?\{.*|\*\sfrom\s.*)"
    r"|</?[A-Z][\w.]{0,80}(?:\s[^<]*)?/?>|\{/\*.*\*/\}"
)
"""A line of MDX that runs or frames the page: module lines, a component's tag alone, a comment."""
_PIPE_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
_OPENS_ITEM = re.compile(r"(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*")


def read_markdown(text: str) -> Reading:
    """Blocks, front matter and title of a Markdown text whose lines end with LF."""
    lines = Lines(text)
    front = frontmatter.split(text)
    walk = _Walk(text=text, lines=lines, shift=front.lines, html=HtmlScan(text))
    walk.meta(front.lines)
    walk.body()
    hidden = [f"hidden text on line {lines.number(at)} left out" for at in walk.html.hidden]
    notes = [front.note] if front.note else []
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
    html: HtmlScan
    blocks: list[TextBlock] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    covered: list[tuple[int, int]] = field(default_factory=list)
    """Half-open ranges of 0-based file lines that some token speaks for."""
    head: tuple[str, ...] = ()
    """Head row of the table last seen, for rows that blank lines cut off from it."""
    head_end: int = -1

    def meta(self, count: int) -> None:
        """One block for each entry of the front matter, the lines that continue it included."""
        last = count - 1 if count and _is_fence(self.lines.line(count - 1)) else count
        begin = 1
        for index in range(2, last + 1):
            line = self.lines.line(index) if index < last else ""
            if index == last or not line.startswith((" ", "\t", "-", "#")):
                self.add("meta", *trimmed(self.text, self.lines.start(begin), self.lines.end(index - 1)))
                begin = index

    def body(self) -> None:
        """Walk the tokens, then whatever lines no token speaks for."""
        tokens: list[Token] = []
        _PARSER.block.parse(self.text[self.lines.start(self.shift) :], _PARSER, {}, tokens)
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
            for gap, after in unseen(self.text, start, end):
                if not self.text[start:gap].strip():
                    start = after
                elif not self.text[after:end].strip():
                    end = gap
            self.add(kind, *trimmed(self.text, start, end), level=level)
            return
        for part, (begin, stop) in enumerate(self.parts(first, last)):
            start = self.find(token.content, begin, stop) if begin == first else self.lines.start(begin)
            if not self.rows_or_heading(begin, stop):
                name = kind if part == 0 or kind != "list_item" else "paragraph"
                self.shown(name, start, self.lines.end(stop - 1), level)

    def shown(self, kind: Kind, start: int, end: int, level: int) -> None:
        """Running text, cut where an element or comment stands in it that nobody sees."""
        for gap, after in [*unseen(self.text, start, end), (end, end)]:
            if gap < end:
                self.html.hidden.append(gap)
            self.add(kind, *trimmed(self.text, start, gap), level=level)
            kind = "paragraph" if kind == "list_item" else kind
            start = after

    def parts(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """A paragraph cut where a heading without a space or a row without a table stands in it."""
        begin = first
        before: str | None = None
        for index in range(first, last):
            sort = _sort(self.lines.line(index))
            if before is not None and (sort != before or sort == "heading"):
                yield begin, index
                begin = index
            before = sort
        yield begin, last

    def rows_or_heading(self, first: int, last: int) -> bool:
        """Whether lines of a paragraph were in truth rows cut off from their table, a heading, or code of the page."""
        sort = _sort(self.lines.line(first))
        if sort == "row":
            near = self.head if first - self.head_end <= 2 else ()
            for index in range(first, last):
                cells = row_cells(_seen(self.lines.line(index)))
                self.row(index, cells, near if len(cells) == len(near) else ())
            self.head_end = last if near else -1
        elif sort == "heading":
            found = _LOOSE_HEADING.fullmatch(self.lines.line(first))
            assert found is not None
            start = self.lines.start(first) + found.start(2)
            self.add("heading", *trimmed(self.text, start, self.lines.end(first)), level=len(found[1]))
        return sort != "text"

    def table(self, tokens: Sequence[Token], index: int, depth: int, before_head: re.Pattern[str]) -> None:
        """Rows of a table, each split from its own line so that no cell is dropped."""
        head: tuple[str, ...] = ()
        for number, token in enumerate(_rows(tokens, index)):
            first, _ = self.span(token)
            line = self.lines.line(first)
            prefix = (_CONTAINER if number else before_head).match(line)
            at = prefix.end() if prefix else 0
            cells = row_cells(_seen(line[at:]))
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
        for first, last in [*sorted(self.covered), (len(self.lines), len(self.lines))]:
            for index in range(at, first):
                line = self.lines.line(index)
                if any(map(str.isalnum, line)):
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
        if start >= end:
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


def _seen(line: str) -> str:
    """A line without what nobody sees of it."""
    if "<" not in line:
        return line
    for start, end in reversed(unseen(line, 0, len(line))):
        line = line[:start] + line[end:]
    return line


def _sort(line: str) -> str:
    if _PIPE_ROW.fullmatch(line):
        return "row"
    if _PAGE_CODE.fullmatch(line.strip()):
        return "page code"
    return "heading" if _LOOSE_HEADING.fullmatch(line) else "text"


def _is_fence(line: str) -> bool:
    return line.rstrip() in {"---", "...", "+++"}


def _rows(tokens: Sequence[Token], index: int) -> Iterator[Token]:
    for token in tokens[index:]:
        if token.type == "tr_open":
            yield token
        elif token.type == "table_close":
            return
