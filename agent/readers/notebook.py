"""Jupyter notebooks: Markdown cells, code, and what the code printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from agent.readers.html import read_html
from agent.readers.markdown import read_markdown
from agent.readers.reading import CannotRead, Reading
from agent.readers.sheet import Sheet

_COLOUR = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
_OVER = "\x0c"
"""Stands for a carriage return, after which a terminal writes over the line."""
_LONG_NAMES = {"html": "text/html", "png": "image/png", "jpeg": "image/jpeg", "svg": "image/svg+xml"}
"""Names of format 3."""


def read_notebook(text: str) -> Reading:
    """Cells in order, numbered from 1 as they stand; pictures and widgets hold no words."""
    try:
        book = json.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # a number of thousands of digits is valid JSON, and refused
        raise CannotRead("its name says notebook, but it is not valid JSON") from error
    cells = list(_cells(book))
    if not cells and not (isinstance(book, Mapping) and "nbformat" in book):
        raise CannotRead("its name says notebook, but it holds no cells")
    sheet = Sheet()
    language = _language(book)
    for number, cell in enumerate(cells, start=1):
        place = f"cell {number}"
        source = _joined(cell.get("source", cell.get("input", "")))
        kind = cell.get("cell_type")
        if kind == "markdown":
            sheet.embed(read_markdown(source), place)
        elif kind == "heading":
            level = cell.get("level")
            sheet.heading(source, level if isinstance(level, int) else 2, place)
        elif kind == "code":
            sheet.code(source, place, language)
            for output in _outputs(cell):
                _output(sheet, output, f"{place} output")
        else:
            sheet.paragraph(source, place)
    return sheet.reading("notebook")


def _cells(book: object) -> Iterator[Mapping[str, object]]:
    """Cells of format 4, or of the worksheets of format 3."""
    if not isinstance(book, Mapping):
        return
    shelves = [book, *(sheet for sheet in _list(book.get("worksheets")) if isinstance(sheet, Mapping))]
    for shelf in shelves:
        yield from (cell for cell in _list(shelf.get("cells")) if isinstance(cell, Mapping))


def _outputs(cell: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    yield from (output for output in _list(cell.get("outputs")) if isinstance(output, Mapping))


def _output(sheet: Sheet, output: Mapping[str, object], place: str) -> None:
    """What a cell printed; a picture or widget only names itself in words, and those are left out."""
    data = output.get("data")
    if not isinstance(data, Mapping):
        data = {_LONG_NAMES.get(str(key), str(key)): value for key, value in output.items()}
    if output.get("output_type") in {"error", "pyerr"}:
        sheet.code(
            f"{_joined(output.get('ename', ''))}: {_joined(output.get('evalue', ''))}".strip(": "), place
        )
    elif "text/markdown" in data:
        sheet.embed(read_markdown(_joined(data["text/markdown"])), place)
    elif "<table" in (page := _joined(data.get("text/html", ""))):
        sheet.embed(read_html(page), place)
    elif any(kind.startswith(("image/", "application/vnd.")) for kind in map(str, data)):
        return
    else:
        sheet.code(_printed(_joined(data.get("text/plain", data.get("text", "")), _OVER)), place)


def _printed(words: str) -> str:
    """What a terminal would show in the end: colours gone, of a line that was written over only the last state."""
    return "\n".join(line.rstrip(_OVER).rpartition(_OVER)[2] for line in _COLOUR.sub("", words).split("\n"))


def _joined(value: object, over: str = "\n") -> str:
    """Multi-line strings are stored as a string or as a list of lines."""
    whole = "".join(part for part in value if isinstance(part, str)) if isinstance(value, list) else value
    if not isinstance(whole, str):
        return ""
    return whole.replace("\r\n", "\n").replace("\r", over).replace("\0", "\ufffd")


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _language(book: object) -> str:
    meta = book.get("metadata") if isinstance(book, Mapping) else None
    info = meta.get("language_info") if isinstance(meta, Mapping) else None
    name = info.get("name") if isinstance(info, Mapping) else ""
    return name if isinstance(name, str) and name.isalnum() else ""
