"""PDF -> the words of each page."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from agent.readers.pdflines import cleaned, joined, words_of
from agent.readers.pdftables import Row, head_and_rows, may_hold_table, placed, tables
from agent.readers.reading import FOREIGN_FAULTS, CannotRead, Reading
from agent.readers.sheet import Sheet

if TYPE_CHECKING:
    from pypdf import PageObject

_PAGE_LIMIT = 1_000
_LINKS_LIMIT = 100
"""Addresses of one page."""
_LEAST_WORDS = 20
"""Characters a page must hold on average; below that the file is a scan."""
_META = {"/Title": "title", "/Author": "author", "/CreationDate": "created", "/Subject": "subject"}
_NO_TITLE = re.compile(
    r"^microsoft word|^(?:untitled|无标题|about:blank|title|template|document\d*)$|\.(?:html?|docx?|pptx?|tex|dvi|md|pdf|indd)$",
    re.IGNORECASE,
)
"""What programs write where nobody gave a title."""
_ITEM = re.compile(r"[•·‣▪●–]\s*(?=\S)|-\s+(?=\S)")
_HEADING = re.compile(
    r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(?=[A-Z])[^\d.,;:?!]{2,60}|Abstract|References|Acknowledge?ments|摘要|参考文献"
)
"""A numbered line in title case without figures; `8 GPU 17.71` is the row of a table."""
_GARBLED = 0.05
"""Share of characters without a meaning, above which the fonts of a file do not tell its letters."""


def read_pdf(data: bytes) -> Reading:
    """Paragraphs with the page they stand on; tables where figures stand in columns, else as lines."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise CannotRead("it is an encrypted PDF")
        count = len(reader.pages)
        pages = [reader.pages[number] for number in range(min(count, _PAGE_LIMIT))]
        texts = [cleaned(page.extract_text()) for page in pages]
        found = [_tables(page, text) for page, text in zip(pages, texts, strict=True)]
        links = [_links(page, text) for page, text in zip(pages, texts, strict=True)]
        info = {str(key): str(value) for key, value in (reader.metadata or {}).items()}
        meta = [(name, info[key]) for key, name in _META.items() if info.get(key)]
    except DependencyError as error:
        raise CannotRead("it is an encrypted PDF") from error
    except PyPdfError as error:
        raise CannotRead("it is a PDF that cannot be parsed: damaged or cut short") from error
    if sum(len("".join(text.split())) for text in texts) < _LEAST_WORDS * max(1, len(texts)):
        raise CannotRead(f"it is a PDF of {count} pages without text, such as a scan")
    if sum(map(_meaningless, (char for text in texts for char in text))) > _GARBLED * sum(map(len, texts)):
        raise CannotRead("it is a PDF whose fonts do not tell which letters they show")
    sheet = Sheet()
    known = words_of(texts)
    kept = _without_frame([text.split("\n") for text in texts])
    for number, (lines, of_page) in enumerate(zip(kept, found, strict=True), start=1):
        for table, run in groupby(placed(lines, of_page), key=lambda part: not isinstance(part, str)):
            if table:
                for rows in run:
                    _add_table(sheet, [row for row in rows if not isinstance(row, str)], f"page {number}")
            else:
                for part in _paragraphs([line for line in run if isinstance(line, str)], known):
                    _add(sheet, part, f"page {number}")
        sheet.paragraph("\n".join(links[number - 1]), f"page {number}, links")
    notes = [f"only the first {_PAGE_LIMIT} of {count} pages were read"] if count > _PAGE_LIMIT else []
    titles = (value for name, value in meta if name == "title" and not _NO_TITLE.search(value))
    title = next(titles, "") or _first_line(texts)
    return sheet.reading("pdf", title=title, meta=meta, notes=notes)


def _tables(page: PageObject, text: str) -> list[tuple[Row, ...]]:
    """The tables of a page whose figures stand in columns; none where it cannot be laid out."""
    if not may_hold_table(text):
        return []
    try:
        layout = page.extract_text(extraction_mode="layout")
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
        return []  # laying out is the library's newer mode, and fails on fonts that plain reading takes
    return list(tables(cleaned(layout)))


def _links(page: PageObject, text: str) -> list[str]:
    """Addresses that words of a page lead to, and that it does not write out itself."""
    squeezed = "".join(text.split())
    found: dict[str, None] = {}
    try:
        actions = [mark.get_object().get("/A") for mark in page.annotations or ()]
        addresses = [str(action.get_object().get("/URI")) for action in actions if action is not None]
    except FOREIGN_FAULTS:
        return []  # what hangs on a page may be damaged where its words are not
    for address in addresses:
        if address.startswith(("http://", "https://")) and address not in squeezed:
            found["".join(address.split())] = None
    return list(found)[:_LINKS_LIMIT]


def _add_table(sheet: Sheet, rows: Sequence[Row], place: str) -> None:
    head, body = head_and_rows(rows)
    if head:
        sheet.row(head, (), place)
    for row in body:
        sheet.row(row, head or ("",) * len(row), place)


def _add(sheet: Sheet, part: str, place: str) -> None:
    mark = _ITEM.match(part)
    heading = _HEADING.fullmatch(part)
    if mark:
        sheet.item(part[mark.end() :], 0, place)
    elif heading:
        sheet.heading(part, (heading[1] or "").count(".") + 2, place)
    else:
        sheet.paragraph(part, place)


def _without_frame(pages: list[list[str]]) -> list[list[str]]:
    """Pages without the running heads and feet: first and last lines that most pages share, numbers aside."""
    pages = [[line.strip() for line in page if line.strip()] for page in pages]
    edges = Counter(shape for page in pages for shape in {_shape(line) for line in (*page[:1], *page[-1:])})
    frame = {shape for shape, count in edges.items() if count >= max(3, len(pages) / 2)}
    return [
        [line for at, line in enumerate(page) if not (at in {0, len(page) - 1} and _shape(line) in frame)]
        for page in pages
    ]


def _shape(line: str) -> str:
    return re.sub(r"\d+", "0", line)


def _paragraphs(lines: list[str], known: Collection[str]) -> list[str]:
    """Lines joined into paragraphs: a list mark, a heading, or a short line that ends a sentence parts them."""
    widest = max(map(len, lines), default=0)
    parts: list[list[str]] = [[]]
    for line in lines:
        alone = _HEADING.fullmatch(line) is not None
        if alone or _ITEM.match(line):
            parts.append([])
        parts[-1].append(line)
        ends = line.endswith((".", "。", "！", "？", "!", "?", ":", "："))
        if alone or (ends and len(line) < widest * 0.8):
            parts.append([])
    return [joined(part, known) for part in parts if part]


def _meaningless(char: str) -> bool:
    """Replacement, private-use and control characters."""
    return char == "\ufffd" or "\ue000" <= char <= "\uf8ff" or (char < " " and char not in "\n\t\r\f")


def _first_line(texts: list[str]) -> str:
    return next((line.strip() for text in texts for line in text.split("\n") if line.strip()), "")
