"""Cut a source text into entries: by headings, by list items, by table rows, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from agent.entries.model import Shape
from agent.entries.parting import shared_sources, subject, things_told
from agent.entries.subject import names_one, one_story
from agent.entries.things import origin_in
from agent.entries.words import (
    enumerated,
    is_overview,
    is_references,
    names_source,
    strongly_enumerated,
)
from agent.facts.names import STOPWORDS
from agent.facts.urls import find_urls
from agent.markup import plain
from agent.models import SourceText, TextBlock
from agent.tokens import tokens

_DIGEST_SHARE = 0.6
"""A list or table is what its section is for when it holds this share of the section's characters."""
_ITEMS_SHARE = 0.5
"""A text is a digest when its surely separate pieces hold this share of it; else it is about one thing."""
_ITEM_WORDS = 12
"""An item of a digest says something besides its link: this many characters at least."""
_PREAMBLE_WORDS = 40
"""Words before the first section are an entry of their own from this many characters on."""
_PARAGRAPH = 60
"""Characters; a shorter one counts where it has a figure."""
_BOLD = re.compile(r"\s*\*\*([^*\n]{2,160})\*\*|\s*__([^_\n]{2,160})__")
_SHORT_THING = 1_000
"""Characters of a section that tells one thing of a day; chapters of articles are longer."""
_LEAD = 30
"""Characters at the beginning of an item that say whose news it is."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9.+\-]*", re.ASCII)
_MARKER = re.compile(r"(?:^|[ \t>])(\d{1,4})[.)][ \t]+$")


@dataclass
class _Section:
    """A heading with what stands under it, before the next heading of its level or a higher one."""

    heading: TextBlock | None
    title: str
    level: int
    blocks: list[TextBlock] = field(default_factory=list)
    kids: list[_Section] = field(default_factory=list)

    def all_blocks(self) -> Iterator[TextBlock]:
        if self.heading is not None:
            yield self.heading
        yield from self.blocks
        for kid in self.kids:
            yield from kid.all_blocks()


@dataclass(frozen=True)
class Piece:
    """An entry to be: its blocks (the first one names it) and what stands over it."""

    shape: Shape
    blocks: tuple[TextBlock, ...]
    heads: tuple[str, ...] = ()
    place: int = 1
    """Place among its like, from 1."""
    own_heading: bool = False
    sure: bool = False
    """Whether it is surely a thing of its own: numbered as an item, or with a source of its own."""
    sources: tuple[TextBlock, ...] = ()
    """What names the source of all that the text tells, where that stands outside of the piece."""

    def size(self) -> int:
        """Characters of its blocks."""
        return sum(block.end - block.start for block in self.blocks)


def pieces(source: SourceText) -> tuple[Piece, ...]:
    """The entries to be of a text, in order; one piece for a text that is about one thing."""
    content = [block for block in source.blocks if block.kind != "meta"]
    if not content:
        return ()
    whole = Piece("whole", tuple(content), own_heading=content[0].kind == "heading")
    if source.source.kind == "card":
        return (whole,)
    found = _visit(source, _tree(source, content), ())
    sure = sum(piece.size() for piece in found if piece.sure)
    if len(found) < 2 or sure < _ITEMS_SHARE * sum(piece.size() for piece in found):
        return _parts(source, content) or (whole,)
    if _is_one_story(source, found):
        return (whole,)
    return tuple(piece for piece in found if piece.sure or _says_something(source, piece))


def _parts(source: SourceText, content: Sequence[TextBlock]) -> tuple[Piece, ...]:
    """The things that a short note tells one after the other; none where it tells one."""
    heads = (plain(source.text[content[0].start : content[0].end]),) if content[0].kind == "heading" else ()
    named = shared_sources(source)
    return tuple(
        Piece("item", blocks, heads, place, sure=True, sources=named)
        for place, blocks in enumerate(things_told(source), start=1)
    )


def _is_one_story(source: SourceText, found: Sequence[Piece]) -> bool:
    """Chapters or points of a post about one thing: numbered perhaps, and with links, but no sources of their own."""
    told = []
    for piece in found:
        first = _first_line(source, piece.blocks[0])
        lines = [_first_line(source, block) for block in piece.blocks[1:]]
        if piece.shape == "row" or strongly_enumerated(first) or any(map(names_source, lines)):
            return False
        if piece.own_heading and find_urls(first):
            return False
        head = enumerated(first)[1] if piece.own_heading else bold_lead(source, piece.blocks[0])
        if not head:
            return False
        start, end = piece.blocks[0].start, piece.blocks[-1].end
        told.append((head, source.text[start:end]))
    return one_story(source.title, told)


def _says_something(source: SourceText, piece: Piece) -> bool:
    """Beside the items of a digest, a section counts that names a source or has a paragraph; not its statistics."""
    inside = piece.blocks[1:] if piece.own_heading else piece.blocks
    prose = [source.text[block.start : block.end] for block in inside if block.kind in {"paragraph", "quote"}]
    says = any(len(text) >= _PARAGRAPH or any(char.isdecimal() for char in text) for text in prose)
    return says or bool(first_origin(source, inside))


def _tree(source: SourceText, content: Sequence[TextBlock]) -> _Section:
    root = _Section(None, source.title, 0)
    stack = [root]
    for block in content:
        if block.kind != "heading":
            stack[-1].blocks.append(block)
            continue
        while stack[-1].level >= block.level:
            stack.pop()
        section = _Section(block, plain(source.text[block.start : block.end]), block.level)
        stack[-1].kids.append(section)
        stack.append(section)
    return root


def _visit(source: SourceText, section: _Section, heads: tuple[str, ...]) -> list[Piece]:
    """The entries of a section; an empty list where it holds none."""
    under = (*heads, section.title) if section.heading is not None else heads
    kids = [kid for kid in section.kids if not is_references(kid.title)]
    inside = [_visit(source, kid, under) for kid in kids]
    if _is_collection(source, section, kids):
        return [replace(piece, sure=True) for group in inside for piece in group]
    if kids and _kids_stand_alone(source, kids, inside):
        return _preamble(source, section, under) + [piece for group in inside for piece in group]
    digest = _digest(source, section, under, alone=not kids)
    if digest:
        return digest + [piece for group in inside for piece in group]
    return _section_piece(source, section, heads)


def _section_piece(source: SourceText, section: _Section, heads: tuple[str, ...]) -> list[Piece]:
    blocks = tuple(section.all_blocks())
    if not any(block.kind != "heading" for block in blocks):
        return []
    if section.heading is None:
        return [Piece("whole", blocks, heads)]
    return [Piece("section", blocks, heads, 1, own_heading=True, sure=_stands_alone(source, section))]


def _stands_alone(source: SourceText, section: _Section) -> bool:
    """Numbered as an item, linked in its title, with a labelled source, or numbered and with any source."""
    if section.heading is None:
        return False
    title = source.text[section.heading.start : section.heading.end]
    if strongly_enumerated(title) or find_urls(title):
        return True
    blocks = list(section.all_blocks())
    labelled = any(
        names_source(source.text[block.start : block.end])
        for block in blocks
        if block.kind in {"paragraph", "list_item", "quote"}
    )
    return labelled or (enumerated(title)[0] is not None and bool(first_origin(source, blocks)))


def _preamble(source: SourceText, section: _Section, under: tuple[str, ...]) -> list[Piece]:
    """What a section says before its first subsection, where that is an entry or several of its own."""
    if not section.blocks or is_overview(section.title):
        return []
    digest = _digest(source, section, under, alone=False)
    if digest:
        return digest
    says = sum(len(_words(source, block)) for block in section.blocks)
    if says < _PREAMBLE_WORDS or not first_origin(source, section.blocks):
        return []
    return [Piece("section", tuple(section.blocks), under)]


def _is_collection(source: SourceText, section: _Section, kids: Sequence[_Section]) -> bool:
    """A note of several short things under a title that is about none of them.

    Nothing stands before the first, most go back to something of their own, and the title's words do not
    recur in them as an article's do.
    """
    if section.level > 1 or section.blocks or len(kids) < 2 or any(kid.kids for kid in kids):
        return False
    texts = [
        source.text[blocks[0].start : blocks[-1].end] for kid in kids if (blocks := list(kid.all_blocks()))
    ]
    named = [first_origin(source, list(kid.all_blocks())) for kid in kids]
    origins = [origin for origin in named if origin]
    if max(map(len, texts)) > _SHORT_THING or len(origins) * 2 < len(kids) or len(set(origins)) < 2:
        return False
    words = {word for word in tokens(section.title) if not word.isdecimal()} - STOPWORDS
    recurring = sum(bool(words & set(tokens(text))) for text in texts)
    return recurring * 2 <= len(kids)


def _kids_stand_alone(
    source: SourceText, kids: Sequence[_Section], inside: Sequence[Sequence[Piece]]
) -> bool:
    if any(len(group) > 1 for group in inside):
        return True
    if len(kids) == 1 and _stands_alone(source, kids[0]):
        return True
    alone = [_stands_alone(source, kid) for kid in kids]
    titles = [source.text[kid.heading.start : kid.heading.end] if kid.heading else "" for kid in kids]
    if sum(strongly_enumerated(title) for title in titles) >= 2:
        return True
    origins = {
        origin
        for kid, yes in zip(kids, alone, strict=True)
        if yes and (origin := first_origin(source, list(kid.all_blocks())))
    }
    return len(origins) >= 2 and sum(alone) * 2 >= len(kids)


def first_origin(source: SourceText, blocks: Sequence[TextBlock]) -> str:
    """The first primary thing that the blocks name; empty where they name none."""
    return next((found for block in blocks if (found := origin_in(source.text[block.start : block.end]))), "")


# Lists and tables of a digest


def _digest(source: SourceText, section: _Section, under: tuple[str, ...], *, alone: bool) -> list[Piece]:
    """Items or rows as entries, where they are what the section is for; else an empty list."""
    size = sum(block.end - block.start for block in section.blocks) or 1
    groups = _item_groups(section.blocks)
    share = sum(block.end - block.start for group in groups for block in group) / size
    beside = [block for block in section.blocks if block.kind not in ("list_item", "heading")]
    of_one = bool(first_origin(source, beside))
    news = alone and not of_one
    if (
        len(groups) >= 2
        and share >= _DIGEST_SHARE
        and _items_stand_alone(source, groups, under, alone=alone, news=news)
    ):
        return [
            Piece("item", tuple(group), under, place, sure=True)
            for place, group in enumerate(groups, start=1)
        ]
    rows = [block for block in section.blocks if block.kind == "table_row" and block.header]
    share = sum(block.end - block.start for block in rows) / size
    named = {origin for row in rows if (origin := first_origin(source, [row]))}
    if len(rows) >= 3 and share >= _DIGEST_SHARE and len(named) * 5 >= len(rows) * 4:
        return [Piece("row", (row,), under, place, sure=True) for place, row in enumerate(rows, start=1)]
    return []


def _item_groups(blocks: Sequence[TextBlock]) -> list[list[TextBlock]]:
    """Items at the margin, each with what is nested in it."""
    groups: list[list[TextBlock]] = []
    for block in blocks:
        if block.kind == "list_item" and block.level == 0:
            groups.append([block])
        elif groups and block.level > 0:
            groups[-1].append(block)
    return groups


def _items_stand_alone(
    source: SourceText,
    groups: Sequence[Sequence[TextBlock]],
    under: tuple[str, ...],
    *,
    alone: bool,
    news: bool,
) -> bool:
    """Each with a source of its own; or, in a section of nothing else, each with a number, a title and more.

    `news`: nothing beside the list names a source that all of it goes back to.
    """
    distinct = {origin for group in groups if (origin := first_origin(source, group))}
    wordy = sum(sum(len(_words(source, block)) for block in group) >= _ITEM_WORDS for group in groups)
    if len(distinct) >= 2 and len(distinct) * 2 >= len(groups) and wordy * 2 >= len(groups):
        return True
    if any(strongly_enumerated(_first_line(source, group[0])) for group in groups):
        return True
    titled = sum(bool(bold_lead(source, group[0])) and _size(group) > 30 for group in groups)
    numbered = sum(written_number(source, group[0]) is not None for group in groups)
    if alone and bool(under) and titled * 2 > len(groups) and numbered * 2 > len(groups):
        return True
    return news and len(under) <= 1 and _differ(source, groups, titled=bool(under) and names_one(under[-1]))


def _differ(source: SourceText, groups: Sequence[Sequence[TextBlock]], *, titled: bool) -> bool:
    """A note that is only a list of news: each item begins with names of its own.

    Under a title that names a thing, `Speed:` and `Memory:` are what is said of it; there each must be a name by
    its look.
    """
    lines = [_first_line(source, group[0]) for group in groups]
    leads = [
        frozenset(_names(line[:_LEAD])) if not titled or subject(line) else frozenset() for line in lines
    ]
    named = {lead for lead in leads if lead}
    return (
        len(groups) >= 3
        and len(named) * 5 >= len(groups) * 4
        and not any(a < b for a in named for b in named)
    )


def _names(text: str) -> set[str]:
    """Latin words with a capital or a digit in them."""
    return {
        word for word in _WORD.findall(plain(text)) if not word.islower() and word.lower() not in STOPWORDS
    }


def _first_line(source: SourceText, block: TextBlock) -> str:
    return source.text[block.start : min(block.end, block.start + 200)].partition("\n")[0]


def _words(source: SourceText, block: TextBlock) -> str:
    """What a block says besides its links and pictures."""
    words = plain(source.text[block.start : block.end])
    for url in find_urls(words):
        words = words.replace(url.raw, "")
    return words.strip()


def _size(group: Sequence[TextBlock]) -> int:
    return sum(block.end - block.start for block in group)


def bold_lead(source: SourceText, block: TextBlock) -> str:
    """The bold words with which a block begins."""
    match = _BOLD.match(source.text, block.start, block.end)
    return (match[1] or match[2]) if match else ""


def written_number(source: SourceText, block: TextBlock) -> int | None:
    """The number of an ordered list item, which stands before its content in the line; or one within it."""
    line = source.text[source.text.rfind("\n", 0, block.start) + 1 : block.start]
    marker = _MARKER.search(line)
    if marker:
        return int(marker[1])
    return enumerated(_first_line(source, block))[0]
