"""The body of an entry: its points and tables, in order, each with its line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.entries.asides import for_readers, senders_of, unsigned, without_commands
from agent.entries.machine import is_machine, is_source
from agent.entries.things import origin_in
from agent.entries.words import lead_in, names_source
from agent.facts.claims import sentence_spans
from agent.facts.urls import find_urls
from agent.markup import plain
from agent.models import Point, SourceText, Table, TextBlock

_LONGEST_POINT = 1200
"""Characters; a longer paragraph is quoted up to a sentence's end, since nobody reads more in a brief."""
_MOST_CODE_LINES = 20
_SIGNATURE = 300
"""Characters behind the writer's name up to which they say who that is; a longer text may be another's letter."""
_BOLD_LABEL = re.compile(r"\*\*[^*\n]{1,60}\*\*\s*(?:[（(][^（）()\n]{1,40}[）)])?\s*[:：]?")
"""A paragraph of bold words alone, with a bracket at most: the name of what follows."""
_TAG = re.compile(
    r"</?(?!(?:br|sub|sup)[\s/>])[A-Za-z][A-Za-z0-9-]{0,30}(?:\s[^<>]{0,2000})?/?>", re.IGNORECASE
)
"""HTML around words; line breaks, raised and lowered text mean something."""
_BROKEN_LINK = re.compile(r"https?://[^\s<>\"']{1,2000}[\"']\s?/?>")
"""An address out of a tag that was cut in two: what stands of it is no address."""
_PICTURE = re.compile(r"!\[[^\[\]\n]{0,300}\]\([^()\n]{0,1000}\)(?:\{[^{}\n]{0,200}\})?")
_NEAR_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,300})\]\((?!\s?<?(?:https?://|mailto:))[^()\n]{0,300}\)")
"""A link to another place of the writer's own files: its words are all that a reader elsewhere has of it."""
_BREAKS = re.compile(r"\A(?:<br ?/?>\s?){1,9}|(?:\s?<br ?/?>){1,9}\Z", re.IGNORECASE)
_PROSE = frozenset({"paragraph", "list_item", "quote"})
_STOPS = ("。", "！", "？", ". ", "! ", "? ", "；", "\n")


def body(source: SourceText, blocks: Sequence[TextBlock]) -> tuple[Point | Table, ...]:
    """Points and tables of the blocks.

    A paragraph that is only a label (`要点：`) becomes the label of what follows it; one that begins with
    a label keeps it in `Point.label`.
    """
    found: list[Point | Table] = []
    label = ""
    scope: int | None = None
    index = 0
    senders = senders_of(source.meta)
    while index < len(blocks):
        block = blocks[index]
        if block.kind == "table_row":
            stop = _table_end(blocks, index)
            # A label that points stand under already is theirs, and no table's caption.
            taken = bool(found) and isinstance(found[-1], Point) and found[-1].label == label
            found.append(_table(blocks[index:stop], "" if taken else label))
            label = _after_table(label, source, blocks[:index])
            index = stop
            continue
        index += 1
        # Whose folder it is may sign at the end: elsewhere the word may name a thing.
        signing = senders | {source.source.contributor.casefold()} if index == len(blocks) else senders
        text, signed = _said(source, block, signing)
        if signed and _size(blocks[index:]) <= _SIGNATURE:
            blocks = blocks[:index]  # what follows is who the writer is
        if block.kind in _PROSE:
            text = _without_stub(text, blocks[index : index + 1])
        if block.kind == "meta" or not _has_words(text):
            continue
        if block.kind == "heading":
            label = text.strip("*_` :：")
            continue
        if block.kind == "code":
            found.extend(_code(source, block, label))
            label = ""  # what announced the code announces nothing more
            continue
        bold = _BOLD_LABEL.fullmatch(text)
        if bold and block.kind == "paragraph":
            label = text.replace("*", "").strip(" :：")
            continue
        if block.kind == "list_item" and scope is not None and block.level <= scope:
            label, scope = "", None  # the item that announced its sub-items is over
        own, rest = lead_in(text)
        if own and not rest:
            label = own
            scope = block.level if block.kind == "list_item" else None
            continue
        if block.kind == "paragraph" and block.level == 0 and own:
            label = ""
        found.append(
            Point(
                text=_cut(rest if own and block.kind == "paragraph" else text),
                line=block.line or 0,
                label=own if own and block.kind == "paragraph" else label,
                depth=block.level if block.kind == "list_item" else 0,
            )
        )
    return tuple(found)


def _after_table(label: str, source: SourceText, before: Sequence[TextBlock]) -> str:
    """The label of what follows a table: none where it is a line of figures and days that announced the table alone,
    such as `GitHub API, 2026-09-21 to 25:`."""
    last = before[-1] if before else None
    if last is None or last.kind == "heading" or not any(map(str.isdecimal, label)):
        return label
    own, rest = lead_in(source.text[last.start : last.end].strip())
    return "" if own == label and not rest else label


def _said(source: SourceText, block: TextBlock, senders: frozenset[str]) -> tuple[str, bool]:
    """What a block tells its readers, and whether the writer of a letter signs in it."""
    raw = source.text[block.start : block.end]
    if block.kind == "code":
        return raw.strip(), False
    text = _TAG.sub("", raw).strip()
    if block.kind not in _PROSE:
        return text, False
    text = _BREAKS.sub("", _NEAR_LINK.sub(r"\1", _PICTURE.sub("", text)).strip()).strip()
    lines = [line for line in text.split("\n") if not is_machine(line)]
    text = "\n".join(line for line in lines if len(lines) == 1 or not _tells_source(line)).strip()
    text, signed = unsigned(text, senders)
    return for_readers(_BROKEN_LINK.sub("", text).strip(), senders), signed


def _tells_source(line: str) -> bool:
    """Whether a line of a paragraph says where the rest is from: it is the source, and no sentence."""
    return names_source(line) and bool(origin_in(line))


def _size(blocks: Sequence[TextBlock]) -> int:
    return sum(block.end - block.start for block in blocks)


def _without_stub(text: str, after: Sequence[TextBlock]) -> str:
    """Without a last sentence that announces a list which is not there; one with a figure says something itself."""
    if not text.endswith((":", "：")) or (after and after[0].kind != "heading"):
        return text
    start, end = sentence_spans(text)[-1]
    own, rest = lead_in(text)
    if (own and not rest) or any(map(str.isdecimal, text[start:end])):
        return text
    return text[:start].strip()


def _has_words(text: str) -> bool:
    """Whether a text says something; a bare address is a source, and told as one."""
    words = plain(text)
    for url in find_urls(words):
        words = words.replace(url.raw, "")
    return any(map(str.isalnum, words))


def _code(source: SourceText, block: TextBlock, label: str) -> list[Point]:
    """An output, line by line where it is short; else its beginning. Commands tell nothing."""
    rows = source.text[block.start : block.end].split("\n")
    kept = [at for at in without_commands(rows) if not is_machine(rows[at]) and not is_source(rows[at])]
    if not kept:
        return []
    if len(kept) > _MOST_CODE_LINES:
        return [Point(text=_cut("\n".join(rows[at] for at in kept)), line=block.line or 0, label=label)]
    return [
        Point(text=rows[at].strip(), line=block.line + at if block.line else 0, label=label) for at in kept
    ]


def _table_end(blocks: Sequence[TextBlock], index: int) -> int:
    """Where the table that begins at `index` ends: at another kind, or at a new head row."""
    stop = index + 1
    while stop < len(blocks) and blocks[stop].kind == "table_row" and blocks[stop].header:
        stop += 1
    return stop


def _table(rows: Sequence[TextBlock], caption: str) -> Table:
    headed = not rows[0].header
    data = rows[1:] if headed else rows
    return Table(
        header=rows[0].cells if headed else rows[0].header,
        rows=tuple(row.cells for row in data),
        caption=caption,
        line=rows[0].line or 0,
        row_lines=tuple(row.line or 0 for row in data),
    )


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_POINT:
        return text
    end = max(text.rfind(stop, 0, _LONGEST_POINT) for stop in _STOPS)
    return text[: end + 1].rstrip() if end > 0 else text[:_LONGEST_POINT]
