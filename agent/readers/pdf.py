"""PDF -> the words of each page."""

from __future__ import annotations

import io
import logging
import re

from agent.readers.reading import CannotRead, Reading
from agent.readers.sheet import Sheet

_PAGE_LIMIT = 1_000
_LEAST_WORDS = 20
"""Characters a page must hold on average; below that the file is a scan."""
_META = {"/Title": "title", "/Author": "author", "/CreationDate": "created", "/Subject": "subject"}
_ITEM = re.compile(r"(?:[•·‣▪●–-]|\d{1,2}[.)])\s+(?=\S)")


def read_pdf(data: bytes) -> Reading:
    """Paragraphs with the page they stand on; tables come as lines, since a PDF has none."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise CannotRead("it is an encrypted PDF")
        count = len(reader.pages)
        texts = [reader.pages[number].extract_text() for number in range(min(count, _PAGE_LIMIT))]
        info = {str(key): str(value) for key, value in (reader.metadata or {}).items()}
        meta = [(name, info[key]) for key, name in _META.items() if info.get(key)]
    except PyPdfError as error:
        raise CannotRead("it is a PDF that cannot be parsed: damaged or cut short") from error
    if sum(len("".join(text.split())) for text in texts) < _LEAST_WORDS * max(1, len(texts)):
        raise CannotRead(f"it is a PDF of {count} pages without text, such as a scan")
    sheet = Sheet()
    for number, text in enumerate(texts, start=1):
        for part in _paragraphs(text):
            mark = _ITEM.match(part)
            if mark:
                sheet.item(part[mark.end() :], 0, f"page {number}")
            else:
                sheet.paragraph(part, f"page {number}")
    notes = [f"only the first {_PAGE_LIMIT} of {count} pages were read"] if count > _PAGE_LIMIT else []
    title = next((value for name, value in meta if name == "title"), "") or _first_line(texts)
    return sheet.reading("pdf", title=title, meta=meta, notes=notes)


def _paragraphs(text: str) -> list[str]:
    """Blank lines and list marks part paragraphs; a page without blank lines is cut after short lines."""
    lines = [line.rstrip() for line in text.replace("\0", "\ufffd").split("\n")]
    widest = max(map(len, lines), default=0)
    parts: list[list[str]] = [[]]
    for line in lines:
        if not line.strip() or (_ITEM.match(line.lstrip()) and parts[-1]):
            parts.append([])
        if line.strip():
            parts[-1].append(line.strip())
            if line.endswith((".", "。", "！", "？", "!", "?", ":", "：")) and len(line) < widest * 0.8:
                parts.append([])
    return ["\n".join(part) for part in parts if part]


def _first_line(texts: list[str]) -> str:
    return next((line.strip() for text in texts for line in text.split("\n") if line.strip()), "")
