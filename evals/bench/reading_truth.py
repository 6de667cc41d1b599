"""What a file holds, found without the readers: the words and cells that its source text must keep.

Deliberately crude and separate from `agent/readers`: tags are cut off with one pattern, tables are
lines with bars, packages are unzipped. What a page does not show (comments, scripts, hidden text,
navigation) is not counted.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._%+\-]*[A-Za-z0-9%]|[A-Za-z0-9]|[\u3400-\u9fff\u3040-\u30ff]")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?%?(?![\w])", re.ASCII)
_ID = re.compile(r"(?<![\d.])\d{4}\.\d{4,5}(?:v\d+)?(?!\d)|(?<![\w.])v\d+\.\d+(?:\.\d+)*", re.ASCII)
_URL = re.compile(r"https?://[A-Za-z0-9._~:/?#@!$&*+;=%-]+")
_SKIPPED = frozenset(
    {"script", "style", "template", "noscript", "svg", "nav", "footer", "aside", "header", "title"}
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_BAR_RULE = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*")
_RST_SILENT = re.compile(r"\.\.(?:\s+(?!_|\[|\||[\w:+.-]+::)|\s*$|\s+(?:\|[^|]+\|\s+)?(?:image|figure)::)")
_ORDINAL = re.compile(r"^[ \t>]*\d{1,9}[.)][ \t]+")
"""The number of a list item is a mark of the list, not a word of the item."""
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Truth:
    """The words (as one text) and the table cells of a file."""

    words: str
    cells: tuple[str, ...] = ()

    def tokens(self) -> Counter[str]:
        """Latin words and numbers whole, Han and kana one by one."""
        return Counter(_TOKEN.findall(self.words))


def tokens_of(text: str) -> Counter[str]:
    """The same tokens of any text."""
    return Counter(_TOKEN.findall(text))


def numbers_of(text: str) -> set[str]:
    """Numbers that stand alone, as written."""
    return set(_NUMBER.findall(text))


def ids_of(text: str) -> set[str]:
    """arXiv ids and version numbers."""
    return set(_ID.findall(text))


def urls_of(text: str) -> set[str]:
    """URLs without the punctuation after them."""
    return {url.rstrip(".,;:!?*_") for url in _URL.findall(text)}


def truth(suffix: str, data: bytes) -> Truth | None:
    """Words and cells of a file; None for a format that this does not read."""
    if suffix == "docx":
        return _word(data)
    text = None if suffix in {"pdf", "eml"} else decoded(data)
    if text is None:
        return None
    reader = _READERS.get(suffix)
    return reader(text) if reader else Truth(words=text)


def decoded(data: bytes) -> str | None:
    """UTF-8, UTF-16 with a mark, the charset that the file names, else GB18030."""
    declared = re.search(rb"""(?:encoding|charset)=["']?([\w-]+)""", data[:1000])
    names = ["utf-8-sig", "utf-16"] if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ["utf-8-sig"]
    names += [declared[1].decode("ascii")] if declared else []
    for name in [*names, "gb18030"]:
        try:
            return data.decode(
                name, "strict" if name != (declared and declared[1].decode("ascii")) else "replace"
            )
        except (UnicodeDecodeError, LookupError):
            continue
    return None


def _markdown(text: str) -> Truth:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = [line for line in lines if not _FENCE.match(line) and not _BAR_RULE.fullmatch(line)]
    kept = [_ORDINAL.sub("", line) for line in kept]
    words = html.unescape(_TAG.sub(" ", _COMMENT.sub(" ", "\n".join(kept))))
    return Truth(words=words, cells=tuple(_bar_cells(lines)))


def _bar_cells(lines: list[str]) -> Iterator[str]:
    """Cells of the lines that follow a head row and its rule, until a line without a bar."""
    fenced = False
    table = False
    for before, line in zip(["", *lines], lines, strict=False):
        if _FENCE.match(line):
            fenced = not fenced
        if fenced or "|" not in line:
            table = False
        elif _BAR_RULE.fullmatch(line) and "|" in before:
            table = True
            yield from _split(before)
        elif table:
            yield from _split(line)


def _split(line: str) -> list[str]:
    parts = re.split(r"(?<!\\)\|", line.strip().strip(">").strip())
    return [html.unescape(part.strip().replace("\\|", "|")) for part in parts if part.strip()]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.cells: list[str] = []
        self._skipped: list[str] = []
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        style = (dict(attrs).get("style") or "").replace(" ", "")
        if tag in _SKIPPED or (self._skipped and tag == self._skipped[-1]) or "display:none" in style:
            self._skipped.append(tag)
        if tag in {"td", "th"}:
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if self._skipped and tag == self._skipped[-1]:
            self._skipped.pop()
        if tag in {"td", "th"} and self._cell is not None:
            self.cells.append(" ".join("".join(self._cell).split()))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        self.words.append(data)
        if self._cell is not None:
            self._cell.append(data)


def _page(text: str) -> Truth:
    page = _Page()
    page.feed(text)
    return Truth(words=" ".join(page.words), cells=tuple(cell for cell in page.cells if cell))


def _feed(text: str) -> Truth:
    """Words of the elements; markup inside them is escaped or stands in CDATA."""
    bare = _TAG.sub(" ", _COMMENT.sub(" ", text.replace("<![CDATA[", " ").replace("]]>", " ")))
    return Truth(words=html.unescape(_TAG.sub(" ", html.unescape(re.sub(r"<[?!][^<>]*>", " ", bare)))))


def _rst(text: str) -> Truth:
    """Without comments, and without directives that only show pictures, and what is indented below them."""
    kept: list[str] = []
    silent = False
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.strip():
            silent = (silent and line.startswith(" ")) or bool(_RST_SILENT.match(line))
        if not silent:
            kept.append(line)
    return Truth(words="\n".join(kept))


def _csv(text: str, mark: str = ",") -> Truth:
    rows = csv.reader(io.StringIO(text), delimiter=mark)
    return Truth(words=text, cells=tuple(cell.strip() for row in rows for cell in row))


def _notebook(text: str) -> Truth:
    words: list[str] = []
    for cell in json.loads(text).get("cells", []):
        words.append("".join(cell.get("source", "")))
        words += ["".join(output.get("text", "")) for output in cell.get("outputs", [])]
    return Truth(words="\n".join(words))


def _word(data: bytes) -> Truth:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        body = archive.read("word/document.xml").decode("utf-8")
    paragraphs = [_runs(part) for part in re.split(r"</w:p>", body)]
    cells = [_runs(cell) for cell in re.findall(r"<w:tc>.*?</w:tc>", body, re.DOTALL)]
    return Truth(words="\n".join(paragraphs), cells=tuple(cell for cell in cells if cell.strip()))


def _runs(part: str) -> str:
    return html.unescape("".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>", part)))


_READERS: dict[str, Callable[[str], Truth]] = {
    "md": _markdown,
    "markdown": _markdown,
    "mdx": _markdown,
    "html": _page,
    "htm": _page,
    "xml": _feed,
    "ipynb": _notebook,
    "rst": _rst,
    "csv": _csv,
    "tsv": lambda text: _csv(text, "\t"),
}
