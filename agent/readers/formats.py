"""Which reader a file gets: by what its bytes are, and its name where they do not say."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from typing import TypeVar

from agent.readers.encoding import decode
from agent.readers.failures import failure
from agent.readers.reading import FOREIGN_FAULTS, CannotRead, Reading

T = TypeVar("T", str, bytes)
TextReader = Callable[[str], Reading]

_BINARY = (
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed archive"),
    (b"7z\xbc\xaf", "a compressed archive"),
    (b"Rar!", "a compressed archive"),
    (b"\xfd7zXZ", "a compressed archive"),
    (b"(\xb5/\xfd", "a compressed archive"),
    (b"\x7fELF", "a program"),
    (b"BZh91AY&SY", "a compressed archive"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\0", "a database"),
    (b"OggS\0", "a recording"),
    (b"ID3", "a recording"),
    (b"{\\rtf", "a document in RTF; saved as .docx it could be read"),
    (b"%!PS", "a PostScript file; saved as .pdf it could be read"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document; saved as .docx it could be read"),
)
_PACKAGES = {
    "word/": "docx",
    "xl/": "an Excel workbook; saved as .csv it could be read",
    "ppt/": "a PowerPoint file; saved as .pdf it could be read",
    "META-INF/": "an e-book, an OpenDocument file or a program",
}
_MARKDOWN = frozenset({"md", "markdown", "mdx", "mkd", "mdown", "qmd", "rmd", ""})
_CODE = frozenset(
    "py js ts tsx jsx sh bash zsh c cc cpp h hpp cu cuh java go rs rb lua sql json jsonl yaml yml toml ini cfg conf "
    "log diff patch proto cmake css".split()
)
_BINARY_NAMES = {
    "pdf": "PDF",
    "docx": "Word document",
    "doc": "Word document",
    "png": "picture",
    "jpg": "picture",
    "jpeg": "picture",
    "gif": "picture",
    "webp": "picture",
    "xlsx": "Excel workbook",
    "pptx": "PowerPoint file",
    "zip": "archive",
    "epub": "e-book",
}
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?<(?:!doctype\s+html|html[\s>])", re.IGNORECASE
)
_FEED = re.compile(r"\s*<(?:rss\s[^>]{0,500}version=|feed\s[^>]{0,500}xmlns=|rdf:RDF\s)", re.IGNORECASE)
_XML = re.compile(r"\s*<\?xml\s")
_DECLARES_ENTITIES = re.compile(r"<!ENTITY\s", re.IGNORECASE)


def reading(name: str, data: bytes) -> Reading:
    """Read a file; raises `CannotRead` with the reason."""
    if not data.strip():
        raise CannotRead("it is empty")
    suffix = PurePosixPath(name).suffix.lower().lstrip(".")
    package = _package(suffix, data)
    if package is not None:
        return package
    from agent.readers.mail import is_mail, read_mail

    if suffix in {"eml", "mht", "mhtml"} or (suffix not in _CODE and is_mail(data)):
        return _guarded(read_mail, data, "mail")
    decoded = decode(data)
    found = _text_reader(suffix, decoded.text)(decoded.text)
    said = failure(found) if found.format in {"html", "markdown", "text"} else ""
    if said:
        raise CannotRead(f"it is an error page, not what was asked for: {said!r}")
    if suffix in _BINARY_NAMES:
        raise CannotRead(f"its name says {_BINARY_NAMES[suffix]}, but it is {found.format}")
    return replace(found, notes=(*decoded.notes, *found.notes), lost=decoded.lost)


def _guarded(reader: Callable[[T], Reading], source: T, what: str) -> Reading:
    """Read with the help of a foreign parser, whose faults on damaged bytes are many."""
    try:
        return reader(source)
    except FOREIGN_FAULTS as error:
        raise CannotRead(f"it is {what} that cannot be parsed: damaged or cut short") from error


def _package(suffix: str, data: bytes) -> Reading | None:
    """Formats that are told by their first bytes; None for text."""
    for start, what in _BINARY:
        if data.startswith(start):
            raise CannotRead(f"it is {what}")
    if data.startswith(b"RIFF") and data[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        raise CannotRead("it is a picture or a recording")
    if data[4:8] == b"ftyp":
        raise CannotRead("it is a picture or a recording")
    kind = "pdf" if b"%PDF-" in data[:1024] else _zip_kind(data) if data.startswith(b"PK\x03\x04") else ""
    if not kind:
        return None
    if kind not in {"pdf", "docx"}:
        raise CannotRead(f"it is {kind}")
    if suffix != kind:
        raise CannotRead(f"its name ends in .{suffix}, but it is a {_BINARY_NAMES[kind]}")
    if kind == "pdf":
        from agent.readers.pdf import read_pdf

        return _guarded(read_pdf, data, "a PDF")
    from agent.readers.docx import read_docx

    return _guarded(read_docx, data, "a Word document")


def _zip_kind(data: bytes) -> str:
    """Which package a ZIP archive is; names of its parts stand in clear in its bytes."""
    for folder, kind in _PACKAGES.items():
        if folder.encode() in data:
            return kind
    return "a compressed archive"


def _text_reader(suffix: str, text: str) -> TextReader:
    if suffix in {"html", "htm", "xhtml"} or (suffix not in _CODE and _HTML.match(text)):
        from agent.readers.html import read_html

        return partial(_guarded, read_html, what="HTML")
    if (
        suffix in {"xml", "rss", "atom", "rdf"}
        or _XML.match(text)
        or (suffix not in _CODE and _FEED.match(text))
    ):
        return _xml_reader(text)
    if suffix in _MARKDOWN:
        from agent.readers.markdown import read_markdown
        from agent.readers.plain import is_json, read_code

        return read_code if is_json(text) else read_markdown
    return _reader_by_name(suffix)


def _reader_by_name(suffix: str) -> TextReader:
    if suffix in {"csv", "tsv"}:
        from agent.readers.csvfile import read_csv

        return read_csv
    if suffix == "ipynb":
        from agent.readers.notebook import read_notebook

        return read_notebook
    if suffix in {"rst", "rest"}:
        from agent.readers.rst import read_rst

        return partial(_guarded, read_rst, what="reStructuredText")
    from agent.readers.plain import read_code, read_text

    return read_code if suffix in _CODE else read_text


def _xml_reader(text: str) -> TextReader:
    if _DECLARES_ENTITIES.search(text):
        raise CannotRead("it is XML that declares entities of its own, which could unfold without end")
    from agent.readers.feed import is_feed, read_feed
    from agent.readers.xmlfile import read_xml

    return partial(_guarded, read_feed if is_feed(text) else read_xml, what="XML")
