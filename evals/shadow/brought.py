"""What a commit brought into the document, as single things, and the notes that somebody could have left of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import PurePosixPath

from agent.document import Block, Document, parse
from agent.facts import find_urls
from agent.gist import gist
from agent.markup import plain
from evals.golden import Source
from evals.shadow.history import Change, Hunk
from evals.shadow.model import Brought, Skip

MOST_ITEMS = 30
"""Of one commit; more is a rewriting, or an import."""
_LEAST = 20
"""Letters of a statement, a Chinese one as two; for Latin text the same bound as in `evals.bench.routing`."""
_ALIKE = 0.5
"""Likeness of a line and the one whose place it took, by difflib's ratio."""
_TITLE = 80
_SAID = frozenset({"paragraph", "list_item", "table_row", "quote"})
IMAGE = re.compile(r"!\[[^\[\]]*\]\([^()\s]*\)")
"""A picture or badge: no statement."""
_LEAD = re.compile(r"^(?:>\s*)*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_NAMED = re.compile(r"\[([^\[\]]{2,})\]\(|\*\*([^*\n]{2,})\*\*")
_HAN = re.compile(r"[\u3400-\u9fff]")
_SLUG = re.compile(r"[^\w]+")
_LETTERS = re.compile(r"[\W_]+")


def brought(before: str, after: str, hunks: Sequence[Hunk]) -> tuple[Brought, ...] | Skip:
    """The things that were added, in the order of the document; or why there is nothing to see in the commit."""
    if not any(hunk.come for hunk in hunks):
        return "removal" if hunks else "move"
    old, new = before.split("\n"), after.split("\n")
    document = parse(after.encode())
    known = {_letters(line) for line in old}
    headings = {_letters(section.heading) for section in parse(before.encode()).sections}
    added = {line for hunk in hunks for line in range(hunk.new, hunk.new + hunk.come)}
    groups = [group for group in _groups(document, added) if not _moved(group, known)]
    if not groups:
        return "move"
    found = tuple(_item(group, document, headings, old, new, hunks) for group in groups)
    told = tuple(item for item in found if _says_something(item))
    if not told:
        return "small"
    return "bulk" if len(told) > MOST_ITEMS else told


def _groups(document: Document, added: set[int]) -> Iterator[list[Block]]:
    """The blocks with new lines, what is nested below a new item with that item."""
    group: list[Block] = []
    for section in document.sections:
        for block in section.body:
            if block.kind not in _SAID or not added.intersection(range(block.line, block.end_line + 1)):
                continue
            nested = group and block.depth > group[0].depth and block.line == group[-1].end_line + 1
            if nested and group[0].kind == "list_item":
                group.append(block)
                continue
            if group:
                yield group
            group = [block]
    if group:
        yield group


def _moved(group: Sequence[Block], known: set[str]) -> bool:
    """Whether every line stood in the document before, marks and blanks aside."""
    lines = (line for block in group for line in block.text.split("\n"))
    return all(_letters(line) in known for line in lines if _letters(line))


def _item(
    group: Sequence[Block],
    document: Document,
    headings: set[str],
    old: Sequence[str],
    new: Sequence[str],
    hunks: Sequence[Hunk],
) -> Brought:
    first, last = group[0].line, group[-1].end_line
    lines = tuple(line.rstrip("\r") for line in new[first - 1 : last])
    section = document.section_at(first)
    heads = _heads(section.body, group[0])
    raw = "\n".join(lines)
    return Brought(
        line=first,
        lines=lines,
        title=_title(group[0], raw),
        text="\n".join(words for block in group for words in _words(block, heads)),
        urls=tuple(dict.fromkeys(url.raw for url in find_urls(IMAGE.sub("", raw)))),
        section=section.path if section.level else (),
        fresh_section=bool(section.level) and _letters(section.heading) not in headings,
        instead_of=_replaced(lines[0], first, old, hunks),
    )


def _heads(blocks: Sequence[Block], row: Block) -> tuple[str, ...]:
    """What the columns of a row's table are called; empty of what is no row."""
    above = [block for block in blocks if block.kind == "table_head" and block.line < row.line]
    return above[-1].cells if above and row.kind == "table_row" else ()


def _words(block: Block, heads: Sequence[str] = ()) -> Iterator[str]:
    """A block as somebody would tell it: of a row its first cell, then the others with the names of their columns."""
    if block.kind == "table_row":
        cells = [_bare(plain(IMAGE.sub("", cell))) for cell in block.cells]
        names = [_bare(plain(name)) for name in heads[: len(cells)]] + [""] * (len(cells) - len(heads))
        pairs = [f"{name} {cell}".strip() for name, cell in zip(names[1:], cells[1:], strict=True) if cell]
        yield ": ".join(part for part in (cells[0], "; ".join(pairs)) if part) if cells else ""
        return
    for line in block.text.split("\n"):
        words = _bare(plain(IMAGE.sub("", _LEAD.sub("", line.strip()))))
        if words:
            yield words


def _bare(text: str) -> str:
    """A text without the addresses in it; they are told apart."""
    for url in reversed(find_urls(text)):
        text = text[: url.start] + text[url.end :]
    return " ".join(text.split())


def _title(block: Block, raw: str) -> str:
    """The text of the first link or of what is set in bold, else the first words."""
    named = _NAMED.search(IMAGE.sub("", raw))
    words = plain(named[1] or named[2]) if named else ""
    if len(_letters(words)) < 3 or words.casefold() in {"pdf", "code", "paper", "link", "arxiv", "github"}:
        words = _bare(plain(IMAGE.sub("", block.cells[0]))) if block.cells else next(_words(block), "")
    return words if len(words) <= _TITLE else words[:_TITLE].rsplit(" ", 1)[0]


def _replaced(line: str, number: int, old: Sequence[str], hunks: Sequence[Hunk]) -> str:
    """The line of its hunk that it is most like, where it is like one."""
    hunk = next((one for one in hunks if one.new <= number < one.new + one.come), None)
    if hunk is None or not hunk.gone:
        return ""
    gone = old[hunk.old - 1 : hunk.old - 1 + hunk.gone]
    rated = [(SequenceMatcher(None, line, other, autojunk=False).ratio(), other) for other in gone[:20]]
    best = max(rated, default=(0.0, ""))
    return best[1].rstrip("\r") if best[0] >= _ALIKE else ""


def _says_something(item: Brought) -> bool:
    """Whether it is long enough, and says something that the line before it did not."""
    if len(item.text) + len(_HAN.findall(item.text)) < _LEAST:
        return False
    if not item.instead_of:
        return True
    was, is_ = gist(plain(item.instead_of)), gist(item.text)
    fresh = (is_.terms | is_.facts) - (was.terms | was.facts)
    return bool(fresh) or bool(gist("\n".join(item.lines)).pages - gist(item.instead_of).pages)


def _letters(text: str) -> str:
    return _LETTERS.sub("", unicodedata.normalize("NFKC", plain(text)).casefold())


def notes_of(
    items: Sequence[Brought], files: Sequence[tuple[str, bytes]], change: Change
) -> tuple[Source, ...]:
    """One note a thing, dated as the commit, and the other files that came with it."""
    who = _SLUG.sub("-", change.author.casefold()).strip("-") or "somebody"
    day = change.when.date()
    notes = [
        Source(path=f"inbox/{who}/{day}-{number:02d}-{_slug(item.title)}.md", text=_note(item))
        for number, item in enumerate(items, start=1)
    ]
    for number, (name, data) in enumerate(files, start=1):
        suffix = PurePosixPath(name).suffix.casefold()
        stem = _slug(PurePosixPath(name).stem)
        text = data.decode("utf-8", "replace")
        notes.append(Source(path=f"inbox/{who}/{day}-file{number:02d}-{stem}{suffix}", text=text))
    return tuple(notes)


def _note(item: Brought) -> str:
    links = "\n".join(f"Source: {url}" if number == 0 else url for number, url in enumerate(item.urls))
    return f"# {item.title}\n\n{item.text}\n" + (f"\n{links}\n" if links else "")


def _slug(text: str) -> str:
    return _SLUG.sub("-", text.casefold()).strip("-")[:40].strip("-") or "note"
