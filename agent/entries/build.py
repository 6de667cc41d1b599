"""From the pieces of a text to its entries: title, number, origin, body."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from agent.entries.cut import Piece, bold_lead, pieces, written_number
from agent.entries.hails import without_hail
from agent.entries.model import Entry
from agent.entries.points import body
from agent.entries.things import ids_in, origin_in, pages_in, places_in
from agent.entries.titles import says_nothing, telling
from agent.entries.words import (
    enumerated,
    is_courtesy,
    is_overview,
    is_periodical,
    is_set_aside,
    names_source,
)
from agent.facts.urls import find_urls
from agent.markup import plain
from agent.models import Point, SourceText, Span, Table, TextBlock
from agent.tokens import tokens

_TITLE_CELL = re.compile(
    r"标题|题目|名称|论文|项目|内容|title|name|paper|project|item|headline|what", re.IGNORECASE
)
_TITLE_LENGTH = 120
_TITLE_END = re.compile(r"[。！；\n]|[.!;](?=\s)|\s[—–]\s|——|：|:(?=\s|[\u4e00-\u9fff])")
_CLAUSE_END = re.compile(r"[，,;；](?!\d)|\s?[(（]")
_SHORTEST = 24
"""Characters of a title that says something still when a long sentence is cut at a clause."""
_LINK_LEAD = re.compile(r"\s*(?:\*\*)?\[([^\[\]\n]{4,200})\]\(")
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{2,200})\]\(")
_DRAWER = 30
"""Characters of a heading that can only be a drawer (`排除`, `Not kept`), not a title of its own."""
_LEADS_ON = re.compile(
    r"[\s,，;；]{1,9}(?:详见|参见|见|\b(?:see(?: also)?|via))[\s:：<]{0,9}\Z|[\s\-–—]{1,9}\Z", re.IGNORECASE
)
"""What leads to an address at the end of a title."""
_TOLD_OF = re.compile(r"\s?[-–—]\s")
"""After a name and its address: what is said of it."""
_EMPTY = re.compile(r" ?[(（] ?[)）]")
_SAME_TITLE = 0.6
_FIGURE = re.compile(r"\d")
_NAMED = re.compile(
    r"(?<![A-Za-z])[A-Z][A-Za-z+\-]*[A-Z\d]|[\u4e00-\u9fff]\s?[A-Za-z]{2}|[A-Za-z]{2}\s?[\u4e00-\u9fff]|\d{4}\.\d{4}"
)
"""Latin words written as names, or in a Chinese line, and the ids of papers."""
_TELLING = frozenset({"heading", "paragraph", "list_item"})
_RATING = re.compile(r"[★☆⭐]{2,6}|[（(]\s?[★☆⭐]{1,6}\s?[)）]")


def entries(source: SourceText) -> tuple[Entry, ...]:
    """Everything that the text speaks of, in order, each thing as one entry.

    A text that is one article, paper card or page is one entry. Sections that stand alone (numbered as
    items, or with a source of their own), items of a list of links and rows of a table of links are each
    one. Lists of references are none, nor is a digest's overview of what it tells at length.
    """
    return tuple(_without_repeats([_entry(source, piece) for piece in pieces(source)]))


def _entry(source: SourceText, piece: Piece) -> Entry:
    first = piece.blocks[0]
    start = min(block.start for block in piece.blocks)
    end = max(block.end for block in piece.blocks)
    text = source.text[start:end]
    meta = "\n".join(f"{key}: {value}" for key, value in source.meta) if piece.shape == "whole" else ""
    beside = "\n".join(source.text[block.start : block.end] for block in piece.sources)
    said = "\n".join(part for part in (meta, text, beside) if part)
    ordinal, title = _named(source, piece)
    untitled = _is_untitled(source, piece)
    if ordinal is None and piece.shape != "whole":
        ordinal = piece.place
    item = source.source
    lines = [line for block in piece.blocks for line in (block.line, block.end_line) if line]
    return Entry(
        key=hashlib.sha256(f"{item.item}:{start}:{end}".encode()).hexdigest()[:12],
        shape=piece.shape,
        title=title,
        untitled=untitled,
        text=text,
        span=Span(
            path=item.path,
            start=start,
            end=end,
            item=item.item,
            line=min(lines, default=None),
            end_line=max(lines, default=None),
            element=first.element,
        ),
        heads=piece.heads,
        ordinal=ordinal,
        body=_told(source, body(source, piece.blocks[1:] if piece.own_heading else piece.blocks)),
        urls=pages_in(said),
        ids=ids_in(said),
        origin=_origin(source, piece),
        contributor=item.contributor,
        date=item.date.date(),
        weight=item.weight,
        kind=item.kind,
        within_line=bool(piece.shape == "item" and _shares_a_line(source, start, end)),
        set_aside=next((head for head in piece.heads if len(head) <= _DRAWER and is_set_aside(head)), ""),
    )


def _shares_a_line(source: SourceText, start: int, end: int) -> bool:
    """Whether words stand before or behind a place in its lines, beside the mark of a list."""
    before = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    after = source.text[end:].partition("\n")[0]
    return any(map(str.isalpha, before)) or any(map(str.isalnum, after))


def _named(source: SourceText, piece: Piece) -> tuple[int | None, str]:
    """Number and title."""
    first = piece.blocks[0]
    raw = source.text[first.start : first.end]
    if piece.shape == "whole" and (source.title or is_courtesy(raw)):
        said = _first_said(source, piece) if _is_nameless(source) else _first_told(source, piece)
        return None, said or _telling(source, piece)
    if piece.own_heading:
        return enumerated(raw)[0], _telling(source, piece)
    if piece.shape == "row":
        return None, _row_title(first)
    if piece.shape == "section" and piece.heads:
        return None, _telling(source, piece)
    number = written_number(source, first)
    lead = _lead(source, first)
    if lead.rstrip().endswith((":", "：")):
        # `**Featured:** [Name](…)`: the bold word is a label, and the link names the thing.
        named = _LINK.search(raw)
        lead = named[1] if named else lead
    return number, enumerated(lead)[1].strip(" :：") if lead else short_title(enumerated(raw)[1])


def _is_untitled(source: SourceText, piece: Piece) -> bool:
    """Whether the title is the beginning of what it says."""
    if piece.shape == "item" and not piece.own_heading:
        return not _lead(source, piece.blocks[0])
    if piece.shape == "whole" and _is_nameless(source):
        return True
    heading = _heading(source, piece)
    return bool(heading) and says_nothing(heading, source) and not telling(piece.heads, source)


def _heading(source: SourceText, piece: Piece) -> str:
    """The heading that stands over a piece, or is its title, without its number."""
    if piece.shape == "whole":
        return enumerated(source.title)[1]
    first = piece.blocks[0]
    if piece.own_heading:
        return enumerated(source.text[first.start : first.end])[1]
    return piece.heads[-1] if piece.shape == "section" and piece.heads else ""


def _telling(source: SourceText, piece: Piece) -> str:
    """The heading; where it says nothing, the nearest one above that does, or what the piece says first."""
    heading = _heading(source, piece)
    if not says_nothing(heading, source):
        return heading
    return telling(piece.heads, source) or _first_said(source, piece) or heading


def _lead(source: SourceText, block: TextBlock) -> str:
    """The bold or linked words with which an item begins."""
    link = _LINK_LEAD.match(source.text[block.start : block.end])
    return bold_lead(source, block) or (link[1] if link else "")


def _told(source: SourceText, parts: tuple[Point | Table, ...]) -> tuple[Point | Table, ...]:
    """The parts; of a periodical without those that have nothing to check, where others have."""
    if not is_periodical(source.title):
        return parts
    kept = tuple(part for part in parts if isinstance(part, Table) or _has_facts(part.text))
    return kept or parts


def _has_facts(text: str) -> bool:
    return bool(_FIGURE.search(text) or _NAMED.search(text) or find_urls(text))


def _first_told(source: SourceText, piece: Piece) -> str:
    """Of a number of a periodical that is one entry, what its first news is called; empty for any other text."""
    if not is_periodical(source.title):
        return ""
    for block in piece.blocks:
        raw = source.text[block.start : block.end]
        text = _RATING.sub("", enumerated(raw)[1]).strip()
        if block.kind not in _TELLING or names_source(text) or is_periodical(text) or is_courtesy(text):
            continue
        if _FIGURE.search(text) and _NAMED.search(text):
            return bold_lead(source, block) or short_title(text)
    return ""


def _is_nameless(source: SourceText) -> bool:
    """Whether a text has no title of its own: it is called by its file, or by the greeting with which it begins."""
    return not source.title or _called_by_its_file(source) or is_courtesy(source.title)


def _called_by_its_file(source: SourceText) -> bool:
    """Whether a text without title and heading has its file's name as title, which none of its words bear out."""
    stem = unicodedata.normalize("NFC", PurePosixPath(source.source.path).stem)
    titled = (
        any(block.kind == "heading" for block in source.blocks) or source.title in dict(source.meta).values()
    )
    return stem.endswith(source.title) and not titled


def _first_said(source: SourceText, piece: Piece) -> str:
    """The beginning of the first sentence that is neither greeting nor source; empty where there is none."""
    for block in piece.blocks:
        text = enumerated(source.text[block.start : block.end])[1]
        if block.kind == "heading" and says_nothing(text, source):
            continue
        if block.kind in _TELLING and not names_source(text) and not is_courtesy(text):
            said = _without_addresses(plain(text))
            if any(map(str.isalpha, said)):
                return bold_lead(source, block) or short_title(said)
        elif block.kind == "table_row" and len(cell := max(block.cells, key=len, default="")) > _TITLE_LENGTH:
            return short_title(cell)  # running text that somebody's table holds
    return ""


def _row_title(row: TextBlock) -> str:
    for head, cell in zip(row.header, row.cells, strict=False):
        if _TITLE_CELL.search(head) and len(cell) > 3:
            return cell
    return max(row.cells, key=lambda cell: 0 if cell.startswith("http") else len(cell), default="")


def short_title(text: str) -> str:
    """The beginning of a text as a title: its first clause, without address and greeting."""
    text = without_hail(plain(text).strip())
    text = _without_addresses(text) or text
    end = _TITLE_END.search(text, 8)
    text = (text[: end.start()] if end else text).rstrip(" ,，、")
    if len(text) <= _TITLE_LENGTH:
        return text
    clauses = [mark.start() for mark in _CLAUSE_END.finditer(text, _SHORTEST, _TITLE_LENGTH)]
    if clauses:
        return text[: clauses[-1]].rstrip()
    return (
        text[:_TITLE_LENGTH].rpartition(" ")[0].rstrip() + "…"
        if " " in text[:_TITLE_LENGTH]
        else text[:_TITLE_LENGTH] + "…"
    )


def _without_addresses(text: str) -> str:
    for url in reversed(find_urls(text)):
        before, after = text[: url.start], text[url.end :]
        if before.strip() and _TOLD_OF.match(after):
            after = ""
        text = before + after if after.strip(" \n。.)）") else _LEADS_ON.sub("", before) + after
    return _EMPTY.sub("", text).strip(" \n:：，,。.")


def _origin(source: SourceText, piece: Piece) -> str:
    """What the front matter, the title or a labelled source names, else the first thing named.

    An article links many things that it does not go back to: where it names no source, only the one thing
    that it links is its origin.
    """
    if piece.shape == "whole":
        for key, value in source.meta:
            if found := origin_in(f"{key}: {value}"):
                return found
    texts = [source.text[block.start : block.end] for block in (*piece.blocks, *piece.sources)]
    titled = origin_in(texts[0])
    if titled and (piece.shape != "whole" or piece.own_heading):
        return titled
    for line in "\n".join(texts).split("\n")[1:]:
        if names_source(line) and (found := origin_in(line)):
            return found
    if piece.shape == "whole" and source.source.kind != "card":
        named = {*places_in(source.text), *(origin_in(url) for url in pages_in(source.text))}
        return named.pop() if len(named) == 1 else ""
    return next((found for text in texts if (found := origin_in(text))), "")


def _without_repeats(made: Sequence[Entry]) -> Iterator[Entry]:
    """Leave out what an overview names and another entry of the same text tells at length."""
    told = [entry for entry in made if not _in_overview(entry)]
    for entry in made:
        if not _in_overview(entry) or not any(_tells(other, entry) for other in told):
            yield entry


def _in_overview(entry: Entry) -> bool:
    return any(is_overview(head) for head in (*entry.heads, entry.title))


def _tells(longer: Entry, shorter: Entry) -> bool:
    words = set(
        tokens(f"{shorter.title} {shorter.text[:400]}" if shorter.shape == "section" else shorter.title)
    )
    shared = len(words & set(tokens(longer.title))) / max(1, len(words))
    same_origin = bool(shorter.origin) and (shorter.origin == longer.origin or shorter.origin in longer.ids)
    return shared >= _SAME_TITLE or (same_origin and shared > 0)
