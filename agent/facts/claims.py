"""A text cut into claims: sentences, list items and table rows, with their heads and places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from agent.facts.folding import has_han
from agent.facts.model import Claim

_LONGEST = 1200
"""Characters of a sentence at most: what is longer is machine output, and is taken in pieces."""
_WRAP = 50
"""A line at least this wide may be wrapped by hand; a shorter one ends where it ends."""

_FENCE = re.compile(r"[ >]{0,12}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)(?:\s#+)?\s*$")
_ITEM = re.compile(r"(?P<indent>[ \t>]*)(?P<mark>[-*+•·]|\d{1,3}[.)、])\s+(?:\[[ xX]\]\s+)?")
_DELIMITER = re.compile(r"\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$")
_QUOTE = re.compile(r"[ \t]*(?:>\s?)+")
_SENTENCE_END = re.compile(
    r"(?:[。！？]+|[!?！？]+(?![\w/&#=.,\[(-]|\]\()|[!?！？]+(?=[\u4e00-\u9fff])|(?<=[^\s\d.])\.(?=\s+[\"'“(\[]?[A-Z0-9\u4e00-\u9fff*`])|(?<=\d)\.(?=\s+[\"'“(]?[A-Z\u4e00-\u9fff])|；(?=.)|\.(?=[\"”]\s)|(?<=\s)\.(?=\s)|(?<=[a-z\])])\.(?= {2,3}[a-z])|(?<=[a-z]{3})\.(?=\s[a-z]{2,20}[-_/]?[a-z]{0,20}\d|\s[a-z]{2,20}[-_][a-z]{1,20}\b\s(?:is|are|was|has|went|grew|runs|stays|needs)\b))[\"'”’」』）)\]]*"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|al|cf|Fig|Figs|Eq|Sec|Tab|No|Nos|Dr|Mr|Mrs|Ms|St|Jr|Sr|Prof|Inc|Ltd|Co|Corp|approx|resp|U\.S|U\.K|a\.m|p\.m|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Gen|Sen|Rep|Gov|Vol|ver)|\b[A-Z])$"
)


@dataclass(slots=True)
class _State:
    heads: list[tuple[int, str]] = field(default_factory=list)
    lead: str = ""
    fence: str = ""
    header: tuple[str, ...] = ()
    table: bool = False


def split_cells(row: str) -> tuple[str, ...]:
    """Cells of a Markdown table row; `\\|` and a bar inside inline code do not divide."""
    row = row.strip()
    row = row.removeprefix("|")
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    if "\\|" not in row and "`" not in row:
        return tuple(cell.strip() for cell in row.split("|"))
    cells, current, code, index = [], [], False, 0
    while index < len(row):
        char = row[index]
        if char == "\\" and row[index + 1 : index + 2] == "|":
            current.append("|")
            index += 2
            continue
        code ^= char == "`"
        if char == "|" and not (code and "`" in row[index:]):
            cells.append("".join(current).strip())
            current = []
        else:
            current.append(char)
        index += 1
    cells.append("".join(current).strip())
    return tuple(cells)


def split_claims(
    text: str, *, heads: tuple[str, ...] = (), front_matter: bool = False, code: bool = False
) -> tuple[Claim, ...]:
    """The claims of a text in order; delimiter rows are no claims, nor, unless asked for, are front matter and
    the lines of code fences.

    A table row carries the heads of its columns; every claim carries the headings over it (after the
    given `heads`) and the line that leads its list or table in. Headings are claims of kind `heading`.
    """
    starts = _line_starts(text)
    state = _State()
    claims: list[Claim] = []
    paragraph: list[tuple[int, int]] = []
    lines = list(_lines(text, starts))
    index = 0 if front_matter else _front_matter(text, lines)
    while index < len(lines):
        start, end = lines[index]
        line = text[start:end]
        kind = _line_kind(line, state, text, lines, index)
        if kind != "paragraph" and paragraph:
            claims.extend(_sentences(text, paragraph, starts, heads, state))
            paragraph = []
        if kind == "paragraph":
            paragraph.append((start, end))
        elif kind == "heading":
            claims.append(_heading(text, start, end, index, heads, state))
        elif kind == "item":
            index = _item(text, lines, index, claims, starts, heads, state)
        elif kind == "code" and code and line.strip() and not _FENCE.match(line):
            claims.append(_code(text, start, end, index, heads, state))
        elif kind == "row":
            state.table = True
            claims.append(_row(text, start, end, index, heads, state))
        index += 1
    if paragraph:
        claims.extend(_sentences(text, paragraph, starts, heads, state))
    return tuple(claims)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts


def _lines(text: str, starts: list[int]) -> Iterator[tuple[int, int]]:
    for number, start in enumerate(starts):
        end = starts[number + 1] - 1 if number + 1 < len(starts) else len(text)
        if end > start and text[end - 1] == "\r":
            end -= 1
        yield start, end


def _front_matter(text: str, lines: list[tuple[int, int]]) -> int:
    if not text.startswith("---") or text[lines[0][0] : lines[0][1]].strip() != "---":
        return 0
    for index in range(1, min(len(lines), 200)):
        if text[lines[index][0] : lines[index][1]].strip() == "---":
            return index + 1
    return 0


def _line_kind(line: str, state: _State, text: str, lines: list[tuple[int, int]], index: int) -> str:
    fence = _FENCE.match(line)
    if state.fence:
        if (
            fence
            and fence[1][0] == state.fence[0]
            and len(fence[1]) >= len(state.fence)
            and not line[fence.end() :].strip()
        ):
            state.fence = ""
        return "code"
    if fence:
        state.fence = fence[1]
        return "code"
    if not line.strip():
        state.table, state.header = False, ()
        return "blank"
    if _HEADING.match(line):
        return "heading"
    if "|" in line:
        kind = _table_kind(line, state, text, lines, index)
        if kind:
            return kind
    state.table, state.header = False, ()
    return "item" if _ITEM.match(line) else "paragraph"


def _table_kind(line: str, state: _State, text: str, lines: list[tuple[int, int]], index: int) -> str:
    if _DELIMITER.match(line) and "-" in line:
        return "delimiter"
    following = text[lines[index + 1][0] : lines[index + 1][1]] if index + 1 < len(lines) else ""
    if "|" in following and _DELIMITER.match(following):
        state.header = split_cells(line)
        return "header"
    if line.lstrip(" >").startswith("|") and line.count("|") > 1:
        if not state.table and not state.header and following.lstrip(" >").startswith("|"):
            state.header = split_cells(line)  # a table without its delimiter row
            state.table = True
            return "header"
        return "row"
    return "row" if state.header else ""


def _heads(heads: tuple[str, ...], state: _State) -> tuple[str, ...]:
    return heads + tuple(title for _, title in state.heads) + ((state.lead,) if state.lead else ())


def _heading(text: str, start: int, end: int, index: int, heads: tuple[str, ...], state: _State) -> Claim:
    match = _HEADING.match(text[start:end])
    level, title = (len(match[1]), match[2]) if match else (1, text[start:end])
    state.heads = [head for head in state.heads if head[0] < level]
    state.lead = ""
    claim = Claim(
        title,
        start + (match.start(2) if match else 0),
        start + (match.end(2) if match else end - start),
        index + 1,
        index + 1,
        "heading",
        heads=_heads(heads, state),
    )
    state.heads.append((level, title))
    return claim


def _row(text: str, start: int, end: int, index: int, heads: tuple[str, ...], state: _State) -> Claim:
    return Claim(
        text[start:end],
        start,
        end,
        index + 1,
        index + 1,
        "table_row",
        split_cells(text[start:end].lstrip(" >")),
        state.header,
        _heads(heads, state),
    )


def _code(text: str, start: int, end: int, index: int, heads: tuple[str, ...], state: _State) -> Claim:
    end = min(end, start + _LONGEST)
    return Claim(text[start:end], start, end, index + 1, index + 1, heads=_heads(heads, state))


def _item(
    text: str,
    lines: list[tuple[int, int]],
    index: int,
    claims: list[Claim],
    starts: list[int],
    heads: tuple[str, ...],
    state: _State,
) -> int:
    """Add the claims of the list item that starts at a line; return the last line that belongs to it."""
    start, end = lines[index]
    match = _ITEM.match(text[start:end])
    content = start + (match.end() if match else 0)
    spans = [(content, end)]
    last = index
    while last + 1 < len(lines):
        a, b = lines[last + 1]
        line = text[a:b]
        if (
            not line.strip()
            or not line.startswith((" ", "\t"))
            or _ITEM.match(line)
            or _FENCE.match(line)
            or "|" in line
        ):
            break
        spans.append((a, b))
        last += 1
    claims.extend(_sentences(text, spans, starts, heads, state, kind="list_item"))
    return last


def _sentences(
    text: str,
    spans: list[tuple[int, int]],
    starts: list[int],
    heads: tuple[str, ...],
    state: _State,
    kind: str = "sentence",
) -> list[Claim]:
    start, end = spans[0][0], spans[-1][1]
    quote = _QUOTE.match(text, start, end)
    if quote:
        start = quote.end()
    shown = _heads(heads, state)
    claims = []
    stretches = _stretches(text, start, spans)
    for a, b in (span for stretch in stretches for span in sentence_spans(text, *stretch)):
        line = bisect_right(starts, a)
        claims.append(
            Claim(
                text[a:b],
                a,
                b,
                line,
                bisect_right(starts, b - 1),
                "list_item" if kind == "list_item" else "sentence",
                heads=shown,
            )
        )
    if kind == "sentence" and claims and claims[-1].text.rstrip(" *_").endswith((":", "：")):
        state.lead = claims[-1].text.strip(" *_:：")
    elif kind == "sentence":
        state.lead = ""
    return claims


def _stretches(text: str, start: int, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Lines that belong together: a line is wrapped on only where it is long, Latin and unfinished."""
    stretches: list[tuple[int, int]] = []
    begin = start
    for (a, b), (c, _) in pairwise(spans):
        line = text[a:b].rstrip()
        wrapped = len(line) >= _WRAP and not has_han(line) and not line.endswith((".", ":", "!", "?", "  "))
        if not wrapped and not text[c : c + 1].islower():
            stretches.append((begin, b))
            begin = c
    stretches.append((begin, spans[-1][1]))
    return stretches


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Spans of the sentences of a stretch of running text, without the space around them.

    A full stop ends a sentence only before a space and a new beginning, and not after an abbreviation.
    """
    end = len(text) if end is None else end
    spans: list[tuple[int, int]] = []
    begin = start
    for match in _SENTENCE_END.finditer(text, start, end):
        if match[0].startswith(".") and _ABBREVIATION.search(
            text, max(begin, match.start() - 8), match.start()
        ):
            continue
        _add(text, begin, match.end(), spans)
        begin = match.end()
    _add(text, begin, end, spans)
    return spans


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    """Add a sentence without the space around it; one that is overlong is cut at a space or a comma."""
    while end - start > _LONGEST:
        cut = max(text.rfind(mark, start + _LONGEST // 2, start + _LONGEST) for mark in " ,，、\n")
        cut = cut + 1 if cut > 0 else start + _LONGEST
        _add(text, start, cut, spans)
        start = cut
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append((start, end))
