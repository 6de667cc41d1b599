"""Word documents, through unstructured; what it leaves out is seen to here and in `docxml`."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import lxml.etree
import lxml.html

from agent.readers.reading import CannotRead, Reading
from agent.readers.sheet import Sheet
from agent.readers.tables import grid

if TYPE_CHECKING:
    from docx.document import Document

_UNPACKED_LIMIT = 200_000_000
"""Bytes; with a ratio beyond 200 this tells an archive made to burst from a long document."""
_RATIO_LIMIT = 200
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_NUMBERED = re.compile(r"(?:Heading|标题) ?([1-6])", re.IGNORECASE)
_BASES_LIMIT = 12
"""Styles that a style may be made from, one of the other; a damaged file may let them go round."""
_HEADING_STYLES = ("Heading", "Title", "标题", "Subtitle")


def read_docx(data: bytes) -> Reading:
    """Headings by style, lists, tables with merged cells filled in, links, footnotes; by paragraph."""
    _check_archive(data)
    import docx
    from docx.opc.exceptions import PackageNotFoundError

    from agent.readers.docxml import unfold

    try:
        document = docx.Document(io.BytesIO(data))
    except (PackageNotFoundError, zipfile.BadZipFile, lxml.etree.LxmlError) as error:
        raise CannotRead("it is a Word document that cannot be opened: damaged or cut short") from error
    hidden = unfold(document.element.body)
    cleaned = io.BytesIO()
    document.save(cleaned)
    places = _Places(document)
    sheet = Sheet()
    try:
        elements = _elements(cleaned.getvalue())
    except lxml.etree.LxmlError as error:
        raise CannotRead("it is a Word document whose parts do not fit together") from error
    for element in elements:
        _add(sheet, element, places)
    for number, words in _footnotes(data):
        sheet.paragraph(words, f"footnote {number}")
    core = document.core_properties
    meta = [
        (key, str(value))
        for key in ("title", "author", "created", "modified")
        if (value := getattr(core, key))
    ]
    notes = [f"hidden text left out, {hidden} runs"] if hidden else []
    return sheet.reading("docx", title=core.title or "", meta=meta, notes=notes)


def _check_archive(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        OSError,
    ) as error:  # zipfile's word for a format it lacks
        raise CannotRead("it is a Word document that cannot be opened: damaged or cut short") from error
    if any(entry.flag_bits & 1 for entry in entries):
        raise CannotRead("it is an encrypted Word document")
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > _UNPACKED_LIMIT or (unpacked > 10_000_000 and unpacked > len(data) * _RATIO_LIMIT):
        raise CannotRead(f"it unpacks to {unpacked:,} bytes, which no document needs")


def _elements(data: bytes) -> list[Any]:
    """The elements that unstructured finds; offline, silent, and without a language model.

    It would fetch a spaCy model to tell a title from a sentence by its words; the styles of the
    document tell that here, so a blank pipeline that only splits sentences stands in for it.
    """
    os.environ["DO_NOT_TRACK"] = "1"
    os.environ["UNSTRUCTURED_DISABLE_NOTICE"] = "1"
    import spacy
    import unstructured.nlp.tokenize
    from unstructured.partition.docx import partition_docx

    def blank() -> Any:
        pipeline = spacy.blank("en")
        pipeline.add_pipe("sentencizer")
        return pipeline

    unstructured.nlp.tokenize._load_spacy_model = blank
    return list(partition_docx(file=io.BytesIO(data), languages=[""], include_page_breaks=False))


def _add(sheet: Sheet, element: Any, places: _Places) -> None:
    words = _with_links(element)
    style = element.metadata.style_name or ""
    depth = element.metadata.category_depth or 0
    if element.category == "Table":
        _table(sheet, element.metadata.text_as_html or "", places.table())
    elif element.category in {"Header", "Footer"}:
        sheet.paragraph(words, element.category.lower())
    elif style.startswith(_HEADING_STYLES) or style in places.levels:
        sheet.heading(words, places.levels.get(style, depth + 1), places.paragraph(element.text))
    elif element.category == "ListItem":
        sheet.item(words, depth, places.paragraph(element.text))
    else:
        sheet.paragraph(words, places.paragraph(element.text))


def _with_links(element: Any) -> str:
    """The words, each link followed by its address, unless its words are the address."""
    words = str(element.text)
    for link in reversed(element.metadata.links or ()):
        start, shown, address = link["start_index"], link["text"], link["url"]
        end = start + len(shown)
        if address and words[start:end] == shown and address not in shown:
            words = f"{words[:end]} ({address}){words[end:]}"
    return words


def _table(sheet: Sheet, page: str, place: str) -> None:
    if not page:
        return
    table = lxml.html.fragment_fromstring(page)
    numbers = {row: number for number, row in enumerate(table.iter("tr"), start=1)}
    for row, cells, heads in grid(table, lambda cell: str(cell.text_content())):
        sheet.row(cells, heads, f"{place} row {numbers[row]}")


class _Places:
    """Numbers of the paragraphs and tables of the body, in step with the elements found in it."""

    def __init__(self, document: Document) -> None:
        self._paragraphs = [paragraph.text.strip() for paragraph in document.paragraphs]
        self._at = 0
        self._tables = 0
        self.levels = {
            str(style.name): level
            for style in document.styles
            if (level := _heading_level(style)) is not None
        }
        """Of the styles that are headings by what they are made from: the level, from 1."""

    def paragraph(self, words: str) -> str:
        """Place of the next paragraph whose words stand in those of the element."""
        for index in range(self._at, len(self._paragraphs)):
            own = self._paragraphs[index]
            if own and (own in words or words in own):
                self._at = index + 1
                return f"paragraph {index + 1}"
        return f"after paragraph {self._at}"

    def table(self) -> str:
        """Place of the next table."""
        self._tables += 1
        return f"table {self._tables}"


def _heading_level(style: Any) -> int | None:
    """The level of a style that is based on a heading or stands in the outline; None for other ones."""
    for _ in range(_BASES_LIMIT):
        if style is None:
            break
        numbered = _NUMBERED.fullmatch(style.name or "")
        if numbered:
            return int(numbered[1])
        outline = style.element.find(f"{_W}pPr/{_W}outlineLvl")
        level = outline.get(f"{_W}val", "9") if outline is not None else "9"
        if level in "012345":
            return int(level) + 1
        style = getattr(style, "base_style", None)
    return None


def _footnotes(data: bytes) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in ("word/footnotes.xml", "word/endnotes.xml"):
            if part not in archive.namelist():
                continue
            parser = lxml.etree.XMLParser(resolve_entities=False, no_network=True)
            try:
                root = lxml.etree.fromstring(archive.read(part), parser=parser)
            except lxml.etree.LxmlError:
                continue
            for note in root:
                words = "".join(text.text or "" for text in note.iter(f"{_W}t"))
                if words.strip():
                    yield note.get(f"{_W}id") or "", words
