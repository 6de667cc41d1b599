"""A Markdown text as it lies: lines, sentences, lists and tables, each with its line number.

Notes and briefs are often not quite Markdown: headings without `#`, table rows broken in two, lists
run together on one line. This reader takes the text line by line, is linear in its length, and never
fails. Code, front matter and HTML comments are read past.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["heading", "item", "row", "text", "blank", "skip"]

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_ATX = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"(\s*)([-*+•]|\d{1,3}[.)、]|\[\d{1,3}\])\s+(?=\S)|(\s*)(\d{1,2}[、.）)])(?=[^\s\d])")
_BARE_HEAD = re.compile(
    r"(?:[一二三四五六七八九十]{1,3}、|第[一二三四五六七八九十\d]{1,3}[章节部分]|"
    r"[A-Za-z\u4e00-\u9fff/]{1,12} ?(?:\d{1,2}|[①-⑳])[：:])"
)
_BOLD_LINE = re.compile(r"\s*\*\*([^*]{1,80})\*\*[：:]?\s*$")
_DELIMITER = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_LINK = re.compile(
    r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?:\s\"[^\"]{0,200}\")?\)"
)
_MARKUP = re.compile(r"\*\*|__|~~|`|</?[A-Za-z][^<>]{0,200}>")
_SENTENCE_END = re.compile(r"[。！？!?]+[”」』）)]?|[.](?=\s+[^a-z\s])|；|;\s|\s-\s(?=\S)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_PIPE = re.compile(r"(?<!\\)\|")


_SELF_REFERENCE = re.compile(
    r"^(?:附录|文末|后文|正文|前文|下文|脚注|页脚|结尾|文档|[\u4e00-\u9fff]{2}(?:部分|一节|页|章))(?:中|里)?(?:写道|说明|写着|写的是|提到|给出|又写|又说)[，：:]\s?"
    r"|^(?:(?:Further down|Later|Elsewhere|Below),?\s)?(?:the|this|our) (?:[a-z]+\s)?(?:footer|appendix|changelog|note|page|summary|caption|abstract|conclusion|section|README|text) (?:says|states|notes|reads|gives)(?: that)?[,:]?\s"
    r"|^(?:Timeline|Summary|Details|In short|In total)\s?[:,.]\s",
    re.I,
)
"""What names a place of the text itself before what stands there: it sets no condition, and reports nobody's words."""

SENTENCE_LIMIT = 1500
"""Characters of a sentence that are looked at: what runs on longer is no sentence but a dump."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the text; `number` is 1-based."""

    number: int
    kind: Kind
    raw: str
    text: str
    """Without markup, list marker and heading marks."""
    section: int = 0
    depth: int = 0
    """Indent of a list item, level of a heading."""
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, list item or part of either between full stops or semicolons."""

    text: str
    quote: str
    """As it stands in the text, markup and all."""
    line: int
    section: int
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `items` are those of its outermost level."""

    items: tuple[Line, ...]
    section: int
    lead: Line | None
    """The line that stands over it, where that is a text or a heading."""
    whole: bool
    """No other list follows in the same section before the next text."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; every row has as many cells as the head."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    raws: tuple[str, ...]
    section: int
    line: int
    lead: Line | None
    header_raw: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it; number 0 is what stands before the first."""

    number: int
    title: str
    level: int
    line: int
    parent: int
    raw: str = ""


@dataclass(slots=True)
class Reading:
    """A whole text, read."""

    lines: list[Line] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    lists: list[Listing] = field(default_factory=list)
    tables: list[Grid] = field(default_factory=list)
    chinese: bool = False
    meta: list[str] = field(default_factory=list)
    """Lines of the front matter."""
    _children: defaultdict[int, list[Section]] = field(default_factory=lambda: defaultdict(list))

    def path(self, section: int) -> tuple[str, ...]:
        """Titles from the outermost heading to this section's own."""
        titles: list[str] = []
        while section > 0:
            titles.append(self.sections[section].title)
            section = self.sections[section].parent
        return tuple(reversed(titles))

    def children(self, section: int) -> list[Section]:
        """The sections right under one."""
        if not self._children:
            for one in self.sections:
                self._children[one.parent].append(one)
        return self._children.get(section, [])

    def line(self, number: int) -> Line:
        """The line of that number."""
        return self.lines[number - 1]


def plain(text: str) -> str:
    """A text without Markdown's inline markup: links keep their words, code its content."""
    return _MARKUP.sub("", _LINK.sub(r"\1", text)).replace("\\|", "|").strip()


def cells_of(raw: str) -> tuple[str, ...]:
    """The cells of a table row, markup kept."""
    row = raw.strip()
    parts = _PIPE.split(row)
    if parts and not parts[0].strip() and row.startswith("|"):
        parts = parts[1:]
    if parts and not parts[-1].strip():
        parts = parts[:-1]
    return tuple(part.strip() for part in parts)


def read(text: str) -> Reading:
    """Read a text. Takes time linear in its length."""
    raws = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    reading = Reading(sections=[Section(0, "", 0, 0, -1)])
    reading.chinese = len(_HAN.findall(text)) * 4 > len(_LATIN.findall(text))
    tables = _find_tables(raws)
    _classify(raws, tables, reading)
    _make_tables(raws, tables, reading)
    _make_lists(reading)
    _make_sentences(reading)
    return reading


def _find_tables(raws: list[str]) -> dict[int, int]:
    """First and last row (0-based lines) of each table, keyed by the line of its head."""
    found: dict[int, int] = {}
    last = -1
    for index in range(1, len(raws)):
        raw = raws[index]
        if index <= last or "-" not in raw or "|" not in raw or "|" not in raws[index - 1]:
            continue
        if index - 1 > last and _DELIMITER.match(raw[:2000]):
            last = index
            while last + 1 < len(raws) and "|" in raws[last + 1]:
                last += 1
            found[index - 1] = last
    return found


def _classify(raws: list[str], tables: dict[int, int], reading: Reading) -> None:
    fence = ""
    row_until = -1
    front = raws[0].strip() == "---" if raws else False
    comment = False
    for index, raw in enumerate(raws):
        if index in tables:
            row_until = tables[index]
        kind, text, depth, marker = _kind(raw)
        mark = _FENCE.match(raw)
        if front:
            kind = "skip"
            if index and raw.strip() in ("---", "..."):
                front = False
            else:
                reading.meta.append(raw)
        elif mark and (not fence or mark[1].startswith(fence)):
            kind, fence = "skip", "" if fence else mark[1][:3]
        elif fence or comment:
            kind = "skip"
            comment = comment and "-->" not in raw
        elif raw.lstrip().startswith("<!--"):
            kind, comment = "skip", "-->" not in raw
        elif index <= row_until:
            kind, text = "row", raw
        if kind == "heading":
            _open_section(reading, text, depth, index + 1, raw)
        reading.lines.append(Line(index + 1, kind, raw, text, len(reading.sections) - 1, depth, marker))


def _kind(raw: str) -> tuple[Kind, str, int, str]:
    stripped = raw.strip()
    if not stripped:
        return "blank", "", 0, ""
    atx = _ATX.match(raw)
    if atx:
        return "heading", plain(atx[2]), len(atx[1]), ""
    item = _ITEM.match(raw)
    bold = _BOLD_LINE.match(raw)
    if bold:
        return "heading", plain(bold[1]), 7, ""
    if len(stripped) <= 90 and stripped[-1] not in "。；;，,：:" and _BARE_HEAD.match(stripped):
        return "heading", plain(stripped), 6 if "：" in stripped or ":" in stripped else 5, ""
    if item:
        indent = item[1] if item[1] is not None else item[3]
        return "item", plain(raw[item.end() :]), len(indent.expandtabs(4)), item[2] or item[4]
    return "text", plain(stripped.lstrip("> ")), 0, ""


def _open_section(reading: Reading, title: str, level: int, line: int, raw: str) -> None:
    parent = len(reading.sections) - 1
    while parent > 0 and reading.sections[parent].level >= level:
        parent = reading.sections[parent].parent
    reading.sections.append(Section(len(reading.sections), title, level, line, parent, raw))


def _make_tables(raws: list[str], tables: dict[int, int], reading: Reading) -> None:
    for head, last in tables.items():
        if reading.lines[head].kind != "row":
            continue
        header = cells_of(raws[head])
        rows: list[tuple[str, ...]] = []
        lines: list[int] = []
        kept: list[str] = []
        part: tuple[str, ...] = ()
        for index in range(head + 2, last + 1):
            cells = part + cells_of(raws[index])
            if len(cells) < len(header) and index < last and len(part) < 1:
                joined = cells + cells_of(raws[index + 1])
                if len(joined) == len(header):
                    part = cells
                    continue
            lines.append(index + 1 - (1 if part else 0))
            kept.append(raws[index - 1] + "\n" + raws[index] if part else raws[index])
            part = ()
            padded = (cells + ("",) * len(header))[: len(header)]
            rows.append(tuple(plain(cell) for cell in padded))
        reading.tables.append(
            Grid(
                header=tuple(plain(cell) for cell in header),
                rows=tuple(rows),
                lines=tuple(lines),
                raws=tuple(kept),
                section=reading.lines[head].section,
                line=head + 1,
                lead=_lead(reading, head),
                header_raw=raws[head],
            )
        )


def _lead(reading: Reading, index: int) -> Line | None:
    """The nearest line over `index` (0-based) that is neither blank nor skipped."""
    for back in range(index - 1, max(-1, index - 4), -1):
        line = reading.lines[back]
        if line.kind in ("text", "heading", "item"):
            return line
        if line.kind in ("row", "skip"):
            return None
    return None


def _make_lists(reading: Reading) -> None:
    runs: list[list[Line]] = []
    run: list[Line] = []
    gap = 0
    for line in reading.lines:
        if line.kind == "item":
            if run and not _continues(run[0], line, gap):
                runs.append(run)
                run = []
            run.append(line)
            gap = 0
        elif line.kind == "blank" or (run and line.raw[:1] in " \t"):
            gap += line.kind == "blank"
        elif run and line.kind == "text" and gap == 0:
            continue  # a lazy continuation of the item above
        elif run:
            if line.kind == "heading" or run[0].marker[:1] in "-*+•":
                runs.append(run)
                run = []
            gap += 1
    if run:
        runs.append(run)
    for at, run in enumerate(runs):
        edge = min(line.depth for line in run)
        items = tuple(line for line in run if line.depth <= edge + 1)
        following = runs[at + 1] if at + 1 < len(runs) else None
        whole = following is None or following[0].section != run[0].section
        reading.lists.append(Listing(items, run[0].section, _lead(reading, run[0].number - 1), whole))


def _continues(first: Line, line: Line, gap: int) -> bool:
    """Whether an item goes on with the run: same sort of marker, and an ordered one not begun anew."""
    if line.depth > first.depth + 1:
        return True
    if first.marker[0].isdigit() != line.marker[0].isdigit() or (first.marker[0] == "[") != (
        line.marker[0] == "["
    ):
        return False
    if first.marker[0].isdigit():
        return not (gap and line.marker[:-1] == "1" and first.depth == line.depth)
    return (first.marker == line.marker or first.marker[0] == "[") and gap <= 1


def _make_sentences(reading: Reading) -> None:
    for line in reading.lines:
        if line.kind not in ("text", "item", "heading"):
            continue
        raw = line.raw
        if line.kind == "heading":
            reading.sentences.append(
                Sentence(line.text[:SENTENCE_LIMIT], raw.strip(), line.number, line.section, heading=True)
            )
            continue
        start = 0
        for end in _SENTENCE_END.finditer(raw):
            _add_sentence(reading, line, start, end.end())
            start = end.end()
        _add_sentence(reading, line, start, len(raw))


def _add_sentence(reading: Reading, line: Line, start: int, end: int) -> None:
    quote = line.raw[start:end].strip()
    if start == 0:
        marker = _ITEM.match(line.raw)
        quote = line.raw[marker.end() : end].strip() if marker else quote
    quote = quote.removesuffix(" -").lstrip("> ").strip()
    text = _SELF_REFERENCE.sub("", plain(quote), count=1)[:SENTENCE_LIMIT]
    if text:
        reading.sentences.append(Sentence(text, quote, line.number, line.section))
