"""HTML pages -> words, tables, lists, code and links; boilerplate and hidden text stay out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import lxml.etree
import lxml.html

from agent.markup import is_exponent
from agent.readers.htmlscan import style_delays, style_hides
from agent.readers.paths import Paths
from agent.readers.reading import CannotRead, Reading
from agent.readers.sheet import Sheet
from agent.readers.tables import grid

_SILENT = frozenset(
    {
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "svg",
        "iframe",
        "object",
        "select",
        "button",
        "canvas",
    }
)
_BOILERPLATE = frozenset({"nav", "menu", "dialog"})
_TWICE = frozenset({"annotation", "annotation-xml"})
"""Of a formula: its source, beside the signs that are shown."""
_STRUCK = frozenset({"s", "del", "strike"})
_PAGE_FRAME = frozenset({"header", "footer", "aside", "form"})
"""Boilerplate around an article; inside one they hold its title, its references, its remarks."""
_BOILERPLATE_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "search", "complementary", "dialog", "alert"}
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead "
    "tr ul caption".split()
)
_LEAST_MAIN = 200
"""Characters that a `main` or `article` must hold to be taken for the whole content."""


def read_html(text: str, form: str = "html") -> Reading:
    """The content of a page, each block with the path of its element."""
    root = _parse(text)
    walk = _walk(root, delayed=False)
    if walk.waiting and sum(block.end - block.start for block in walk.sheet.blocks) < _LEAST_MAIN:
        walk = _walk(root, delayed=True)
    sheet = walk.sheet
    meta = tuple(_meta(root))
    titles = (title for key, title in meta if key in {"og:title", "title"})
    first = next((block for block in sheet.blocks if block.kind == "heading"), None)
    notes = [f"hidden text left out, {walk.hidden} elements"] if walk.hidden else []
    notes += ["text was read that the page shows only by its script"] if walk.delayed else []
    reading = sheet.reading(
        form, title="" if first is not None and first.level == 1 else next(titles, ""), meta=meta
    )
    return Reading(
        format=form,
        text=reading.text,
        blocks=reading.blocks,
        title=reading.title,
        meta=meta,
        notes=tuple(notes),
    )


def _walk(root: lxml.html.HtmlElement, *, delayed: bool) -> _Walk:
    walk = _Walk(sheet=Sheet(), delayed=delayed)
    for top in _content(root):
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


def _content(root: lxml.html.HtmlElement) -> list[lxml.html.HtmlElement]:
    """The one `main` or `article` where it holds most of the words, else the body."""
    body = root.find("body")
    if body is None:
        return [root]
    for name in ("main", "article"):
        found = [element for element in body.iter(name) if _parent_free(element, name)]
        if found and sum(len(element.text_content()) for element in found) > _LEAST_MAIN:
            return found
    return [body]


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
        if element.tag in _SILENT or element.tag in _BOILERPLATE or element.get("role") in _BOILERPLATE_ROLES:
            return True
        if element.tag in _TWICE or (
            _has(element, "katex-html") and _has(element.getprevious(), "katex-mathml")
        ):
            return True
        if element.tag in _PAGE_FRAME and next(element.iterancestors("main", "article"), None) is None:
            return element.tag != "header" or not any(True for _ in element.iter(*_HEADINGS))
        style = element.get("style") or ""
        never = element.get("hidden") is not None or style_hides(style)
        later = style_delays(style) and not self.delayed
        self.hidden += never or later
        self.waiting += later
        return never or later

    def _whole(self, element: lxml.html.HtmlElement) -> bool:
        """Elements that are read at once: tables, code, images, line breaks."""
        if element.tag == "table" and not _is_layout(element):
            self.flush()
            self._table(element)
        elif element.tag == "pre":
            self.flush()
            self.sheet.code(_code_text(element), self.paths.of(element), _language(element))
        elif element.tag == "br":
            self._words.append("\n")
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
            if self._at is None and words.strip():
                self._at = element
            self._words.append(words if self._at is not None else " ")

    def flush(self) -> None:
        """Make a block of the words gathered since the last one."""
        words, at = (
            "".join(part if part == "\n" else part.replace("\n", " ") for part in self._words),
            self._at,
        )
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
        walk = _Walk(sheet=Sheet(), paths=self.paths, delayed=self.delayed)
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


def _code_text(element: lxml.html.HtmlElement) -> str:
    """The text of an element, a line break for each `br`."""
    pieces: list[str] = []
    for event, inner in lxml.etree.iterwalk(element, events=("start", "end")):
        if event == "start" and isinstance(inner.tag, str):
            pieces += ["\n" if inner.tag == "br" else "", inner.text or ""]
        elif event == "end" and inner is not element:
            pieces.append(inner.tail or "")
    return "".join(pieces)


def _has(element: lxml.html.HtmlElement | None, name: str) -> bool:
    """Whether an element has a class."""
    return element is not None and name in (element.get("class") or "").split()


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
