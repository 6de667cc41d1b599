"""HTML pages -> words, tables, lists, code and links; boilerplate and hidden text stay out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import lxml.etree
import lxml.html

from agent.markup import is_exponent
from agent.readers.htmlframe import Frame, is_line_number
from agent.readers.paths import Paths
from agent.readers.reading import CannotRead, Reading
from agent.readers.sheet import Sheet
from agent.readers.tables import grid

_STRUCK = frozenset({"s", "del", "strike"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead "
    "tr ul caption".split()
)
_LEAST_MAIN = 200
"""Characters that a `main` or `article` must hold to be taken for the whole content."""
_LEAST_SHARE = 0.25
"""Share of the page's words that they must hold: a page may set its teasers as articles."""
_EAST = "[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_BREAK_IN_WORDS = re.compile(rf"(?<={_EAST})[ \t]*\n[ \t]*(?={_EAST})")
_UNSEEN_SIGNS = str.maketrans(dict.fromkeys("\u00ad\u200b\u2060\ufeff", "") | {"\v": " "})
_BR = "\v"
"""Stands for `br` among the words of a block."""


def read_html(text: str, form: str = "html") -> Reading:
    """The content of a page, each block with the path of its element."""
    root = _parse(text)
    frame = Frame(root)
    walk = _walk(frame, delayed=False)
    if walk.waiting and _shown(walk) < _LEAST_MAIN:
        walk = _walk(frame, delayed=True)
    if _shown(walk) < min(_LEAST_MAIN, frame.size(frame.body) * _LEAST_SHARE):
        frame.trusts_names = False
        walk = _walk(frame, delayed=walk.delayed)
    sheet = walk.sheet
    meta = tuple(_meta(root))
    if not sheet.blocks and next(root.iter("script"), None) is not None:
        raise CannotRead("it is a page whose words only its script would show")
    titles = [title for key, title in meta if key in {"og:title", "title"}]
    notes = [f"hidden text left out, {walk.hidden} elements"] if walk.hidden else []
    notes += ["text was read that the page shows only by its script"] if walk.delayed else []
    reading = sheet.reading(form)
    return Reading(
        format=form,
        text=reading.text,
        blocks=reading.blocks,
        title=_title(reading, titles),
        meta=meta,
        notes=tuple(notes),
    )


def _shown(walk: _Walk) -> int:
    """Characters that a walk found."""
    return sum(block.end - block.start for block in walk.sheet.blocks)


def _title(reading: Reading, titles: Sequence[str]) -> str:
    """The heading of the first level that the page names itself by, else its first one, else what it names itself."""
    heads = [block for block in reading.blocks if block.kind == "heading"]
    if not heads or (heads[0].level > 1 and titles):
        return next(iter(titles), "")
    highest = min(head.level for head in heads)
    tops = [reading.text[head.start : head.end] for head in heads if head.level == highest]
    return next((top for top in tops if len(top) > 1 and any(top in title for title in titles)), tops[0])


def _walk(frame: Frame, *, delayed: bool) -> _Walk:
    walk = _Walk(sheet=Sheet(), frame=frame, delayed=delayed)
    for top in _content(frame):
        walk.children(top)
    walk.flush()
    return walk


def _parse(text: str) -> lxml.html.HtmlElement:
    """lxml wants bytes where the text declares an encoding, and refuses a text without any element."""
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=False, remove_pis=True)
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (lxml.etree.LxmlError, ValueError) as error:
        raise CannotRead("it holds no HTML that can be parsed") from error
    return root


def _content(frame: Frame) -> list[lxml.html.HtmlElement]:
    """The `main` or `article` elements where they hold enough of the words, else the body."""
    for name in ("main", "article"):
        found = [element for element in frame.body.iter(name) if _parent_free(element, name)]
        if sum(map(frame.size, found)) > _LEAST_MAIN and sum(map(frame.share, found)) > _LEAST_SHARE:
            return found
    return [frame.body]


def _parent_free(element: lxml.html.HtmlElement, name: str) -> bool:
    return next(element.iterancestors(name), None) is None


def _meta(root: lxml.html.HtmlElement) -> Iterator[tuple[str, str]]:
    title = root.findtext("head/title")
    if title and title.strip():
        yield "title", " ".join(title.split())
    for element in root.iterfind("head/meta"):
        key = element.get("property") or element.get("name") or ""
        value = element.get("content") or ""
        if key.lower() in _META_KEYS and value.strip():
            yield key.lower(), " ".join(value.split())
    for element in root.iterfind("head/link[@rel='canonical']"):
        if element.get("href"):
            yield "canonical", element.get("href", "")


_META_KEYS = frozenset(
    "author description keywords date article:published_time article:modified_time citation_title citation_author "
    "citation_arxiv_id citation_doi citation_date og:title og:url og:description dc.date".split()
)


@dataclass
class _Walk:
    """One pass over the elements: inline words gather until a block begins or ends."""

    sheet: Sheet
    frame: Frame
    paths: Paths = field(default_factory=Paths)
    delayed: bool = False
    """Read what a script would show: without it the page says nothing."""
    hidden: int = 0
    waiting: int = 0
    """Of the hidden elements, those that a script may show."""
    _words: list[str] = field(default_factory=list)
    _at: lxml.html.HtmlElement | None = None
    _depth: int = -1
    """Depth of the list that is open; -1 outside any."""
    _item: bool = False
    _quotes: int = 0

    def children(self, element: lxml.html.HtmlElement) -> None:
        """Walk an element's content without recursion, however deep it nests."""
        self._text(element.text, element)
        stack: list[tuple[lxml.html.HtmlElement, bool]] = [(child, False) for child in reversed(element)]
        while stack:
            child, leaving = stack.pop()
            if leaving:
                self._leave(child)
                self._text(child.tail, child.getparent())
            elif not isinstance(child.tag, str) or self._left_out(child) or self._whole(child):
                self._text(child.tail, child.getparent())
            else:
                self._enter(child)
                stack.append((child, True))
                self._text(child.text, child)
                stack.extend((inner, False) for inner in reversed(child))

    def _left_out(self, element: lxml.html.HtmlElement) -> bool:
        if self.frame.leaves_out(element):
            return True
        never = self.frame.hides(element)
        later = not self.delayed and not never and self.frame.delays(element)
        self.hidden += never or later
        self.waiting += later
        return never or later

    def _whole(self, element: lxml.html.HtmlElement) -> bool:
        """Elements that are read at once: tables, code, images, line breaks."""
        if element.tag == "table" and _is_numbered_code(element):
            self.flush()
            lines = [_code_text(row) for row in element.iter("tr")]
            self.sheet.code("\n".join(lines), self.paths.of(element), _language(element))
        elif element.tag == "table" and not _is_layout(element):
            self.flush()
            self._table(element)
        elif element.tag == "pre":
            self.flush()
            self.sheet.code(_code_text(element), self.paths.of(element), _language(element))
        elif element.tag == "br":
            self._words.append(_BR)
        elif element.tag == "img":
            self._text(element.get("alt"), element)
        else:
            return False
        return True

    def _enter(self, element: lxml.html.HtmlElement) -> None:
        if element.tag == "sup" and is_exponent(element.text_content()):
            self._words.append("^")
        elif element.tag in _STRUCK:
            self._words.append("~~")
        elif element.tag == "rt":
            self._words.append(" (")
        if element.tag not in _BLOCKS:
            return
        self.flush()
        if element.tag in {"ul", "ol"}:
            self._depth += 1
        elif element.tag in {"li", "dd"}:
            self._item = True
        elif element.tag == "blockquote":
            self._quotes += 1

    def _leave(self, element: lxml.html.HtmlElement) -> None:
        if element.tag == "a":
            self._link(element)
        elif element.tag in _STRUCK:
            self._words.append("~~")
        elif element.tag == "rt":
            self._words.append(")")
        if element.tag not in _BLOCKS:
            return
        self.flush()
        if element.tag in {"ul", "ol"}:
            self._depth -= 1
        elif element.tag in {"li", "dd"}:
            self._item = False
        elif element.tag == "blockquote":
            self._quotes -= 1

    def _link(self, element: lxml.html.HtmlElement) -> None:
        """A link keeps its address, unless its words are the address."""
        address = (element.get("href") or "").strip()
        if address.startswith(("http://", "https://")) and address not in "".join(self._words[-3:]):
            self._words.append(f" ({address})")

    def _text(self, words: str | None, element: lxml.html.HtmlElement | None) -> None:
        if words:
            words = words.translate(_UNSEEN_SIGNS)
            if self._at is None and words.strip():
                self._at = element
            self._words.append(words if self._at is not None else " ")

    def flush(self) -> None:
        """Make a block of the words gathered since the last one."""
        at = self._at
        words = _BREAK_IN_WORDS.sub("", "".join(self._words)).replace("\n", " ").replace(_BR, "\n")
        self._words, self._at = [], None
        if at is None or not words.strip():
            return
        block = _block_of(at)
        if block.tag in _HEADINGS:
            self.sheet.heading(words, _HEADINGS[block.tag], self.paths.of(block))
        elif self._item:
            self.sheet.item(words, max(self._depth, 0), self.paths.of(block))
            self._item = False
        elif self._quotes:
            self.sheet.paragraph(words, self.paths.of(block), "quote")
        else:
            self.sheet.paragraph(words, self.paths.of(block), level=self._depth + 1)

    def _cell_text(self, cell: lxml.html.HtmlElement) -> str:
        """Words of a cell, with the addresses of its links; what is hidden stays out."""
        walk = _Walk(sheet=Sheet(), frame=self.frame, paths=self.paths, delayed=self.delayed)
        walk.children(cell)
        walk.flush()
        self.hidden += walk.hidden
        reading = walk.sheet.reading("cell")
        return " ".join(reading.text[block.start : block.end] for block in reading.blocks)

    def _table(self, element: lxml.html.HtmlElement) -> None:
        caption = element.find("caption")
        if caption is not None:
            self.sheet.paragraph(caption.text_content(), self.paths.of(caption))
        for row, cells, heads in grid(element, self._cell_text):
            self.sheet.row(cells, heads, self.paths.of(row))


def _is_layout(table: lxml.html.HtmlElement) -> bool:
    """A table that holds tables, or has one cell a row, only arranges the page."""
    if table.find(".//table") is not None or table.get("role") == "presentation":
        return True
    return all(len(row.findall("td")) <= 1 and row.find("th") is None for row in table.iter("tr"))


def _is_numbered_code(table: lxml.html.HtmlElement) -> bool:
    """A table that sets numbers beside the lines of code."""
    first = next(table.iter("tr"), None)
    return first is not None and any(is_line_number(cell) for cell in first.iterchildren("td", "th"))


def _code_text(element: lxml.html.HtmlElement) -> str:
    """The text of an element, a line break for each `br` and row, without the numbers of its lines."""
    pieces: list[str] = []
    walk = lxml.etree.iterwalk(element, events=("start", "end"))
    for event, inner in walk:
        if event == "start" and isinstance(inner.tag, str):
            if inner is not element and is_line_number(inner):
                walk.skip_subtree()
                continue
            pieces += ["\n" if inner.tag == "br" else "", inner.text or ""]
        elif event == "end" and inner is not element:
            pieces += ["\n" if inner.tag == "tr" else "", inner.tail or ""]
    return "".join(pieces)


def _language(element: lxml.html.HtmlElement) -> str:
    classes = f"{element.get('class') or ''} " + " ".join(
        code.get("class") or "" for code in element.iter("code")
    )
    for name in classes.split():
        if name.startswith(("language-", "lang-")):
            return name.partition("-")[2]
    return ""


def _block_of(element: lxml.html.HtmlElement) -> lxml.html.HtmlElement:
    while element.tag not in _BLOCKS and (parent := element.getparent()) is not None:
        element = parent
    return element
