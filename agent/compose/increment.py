"""One thing as an increment: everything that is needed to write it, quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.briefs import increment_id
from agent.compose.baseline import Baseline
from agent.compose.keypoints import key_points
from agent.compose.model import Night, Thing
from agent.compose.rank import credibility, is_credibility
from agent.compose.words import Phrases
from agent.entries import Entry
from agent.entries.words import names_source
from agent.facts.urls import page_of
from agent.gist import gist
from agent.language import language_of
from agent.models import Increment, Point, Priority, SourceRef, Table
from agent.recall import told
from agent.relation import statements

_LONGEST_QUOTE = 90
_LOOKED_AT = 600
_CHINESE = 0.06
_ORIGIN_LABEL = re.compile(r"^\W*(?:原始来源|来源|出处|sources?|from|via)[\s*_`]*[:：]\s*", re.IGNORECASE)
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.\w")
"""Of a person: who wrote a letter is no source of what it tells."""
_BARE_URL = re.compile(r"[（(<]?https?://[^\s）)>]+[）)>]?")


def increment(
    thing: Thing,
    number: int,
    priority: Priority,
    night: Night,
    words: Phrases,
    *,
    before: Baseline | None = None,
) -> Increment:
    """The increment of a thing; nothing in it is worded here but the relation note and the action.

    `before` is what an earlier night brought of it.
    """
    lead = _titled(thing, night)
    trusted = credibility(thing, words)
    urls = _urls(thing)
    arxiv = tuple(name.removeprefix("arxiv:") for name in _ids(thing) if name.startswith("arxiv:"))
    title = lead.title.strip() or lead.text[:80].strip()
    target = thing.target or words.reserve
    return Increment(
        id=increment_id(title, urls, arxiv),
        number=number,
        title=title,
        sources=refs_of(thing),
        origins=_origins(thing),
        urls=urls,
        arxiv=arxiv,
        work_title=_work_title(thing) if arxiv else "",
        body=_levelled(_body(thing, night)),
        importance=trusted.stars,
        credibility=trusted,
        relation=thing.related.relation,
        relation_note=_again(thing, words) + _proposed(before, words) + relation_note(thing, words),
        target=target,
        priority=priority,
        action=action(thing, words, low=priority == "low"),
        owner=thing.owner,
        caveats=thing.caveats,
    )


def action(thing: Thing, words: Phrases, *, low: bool = False) -> str:
    """What is to be done with it in the document; of what is only listed for its low priority, why."""
    if thing.yields:
        return thing.yields
    target = thing.target or words.reserve
    if low:
        return (words.slight if thing.relevance.sure else words.near).format(target=target)
    if thing.related.relation == "supersedes":
        return words.edit.format(target=target, line=thing.related.line)
    if thing.related.relation == "contradicts":
        return words.settle.format(target=target, line=thing.related.line)
    return words.write.format(target=target)


def relation_note(thing: Thing, words: Phrases) -> str:
    """The document's own line that shows the relation."""
    related = thing.related
    return words.relations[related.relation].format(line=related.line, quote=shortened(related.quote))


def _again(thing: Thing, words: Phrases) -> str:
    """That it was refused before, by whom and why, and what is new."""
    if thing.recalled is None:
        return ""
    return told(thing.recalled, words.language) + ("" if words.language == "zh" else " ")


def _proposed(before: Baseline | None, words: Phrases) -> str:
    """That an earlier night has proposed part of it, and nobody has decided on that."""
    if before is None or before.move != "proposed":
        return ""
    return words.earlier_pending.format(night=before.night, title=before.title)


def shortened(quote: str) -> str:
    """A quotation on one line, cut at a word or sign where it is long."""
    flat = " ".join(quote.split())
    return flat if len(flat) <= _LONGEST_QUOTE else flat[:_LONGEST_QUOTE].rstrip() + "…"


def _titled(thing: Thing, night: Night) -> Entry:
    """The fullest entry whose title is in the document's language; the fullest where none is."""
    entries = _own_first(thing, night)
    own = [entry for entry in entries if language_of(entry.title) in {night.language, None}]
    same = [entry for entry in own if _is_chinese(entry.text) == (night.language == "zh")]
    return next(iter([*same, *own, *entries]))


def _own_first(thing: Thing, night: Night) -> list[Entry]:
    """The entries, those in the document's language first: what another language says besides is quoted after it."""
    wanted = night.language == "zh"
    return sorted(thing.group.entries, key=lambda entry: _is_chinese(entry.text) != wanted)


def _is_chinese(text: str) -> bool:
    """Whether Chinese signs make a good part of the letters: an English sentence may name a thing by its Chinese name."""
    letters = [char for char in text[:_LOOKED_AT] if char.isalpha()]
    return sum("\u4e00" <= char <= "\u9fff" for char in letters) > _CHINESE * len(letters)


def refs_of(thing: Thing) -> tuple[SourceRef, ...]:
    """Where each of its notes speaks of it."""
    return tuple(_ref(entry) for entry in thing.group.entries)


def _ref(entry: Entry) -> SourceRef:
    """To the line where the format has lines and the entry its own, else to the title."""
    span = entry.span
    if entry.shape == "whole":
        return SourceRef(path=span.path)
    if span.line is not None and not entry.within_line:
        last = span.end_line or span.line
        return SourceRef(path=span.path, locator=f"L{span.line}" + (f"-L{last}" if last > span.line else ""))
    return SourceRef(path=span.path, locator=f"§{entry.title}")


def _urls(thing: Thing) -> tuple[str, ...]:
    """Of an article only what it goes back to; of an entry all that it links, each page once."""
    pages: dict[str, str] = {}
    for entry in thing.group.entries:
        urls = entry.urls
        if entry.shape == "whole" and len(urls) > 3:
            urls = tuple(url for url in urls if page_of(url) == entry.origin)
        for url in urls:
            pages.setdefault(page_of(url), url)
    return tuple(pages.values())


def _ids(thing: Thing) -> tuple[str, ...]:
    """Works that the thing is about: its origins', and those of entries that are no article."""
    found: dict[str, None] = dict.fromkeys(thing.group.origins)
    for entry in thing.group.entries:
        if entry.shape != "whole" or len(entry.ids) <= 3:
            found |= dict.fromkeys(entry.ids)
    return tuple(found)


def _origins(thing: Thing) -> tuple[str, ...]:
    """Primary sources as a contributor names them, else in normal form."""
    named: dict[str, None] = {}
    for entry in thing.group.entries:
        for line in entry.text.split("\n")[:12]:
            if _ORIGIN_LABEL.match(line) and not _ADDRESS.search(line):
                words = _BARE_URL.sub("", _ORIGIN_LABEL.sub("", line)).strip(" *_`，,。；;·")
                named |= dict.fromkeys(part.strip() for part in words.split(" / ") if part.strip())
    return tuple(named) or thing.group.origins


def _work_title(thing: Thing) -> str:
    """The title of the entry that names the work in the most words."""
    titles = [entry.title for entry in thing.group.entries if entry.origin.startswith("arxiv:")]
    return max(titles, key=len, default="")


def _body(thing: Thing, night: Night) -> tuple[Point | Table, ...]:
    """The first entry's points and tables, and what the others add to them.

    What the document says already stays out where enough is left; a source line is told as a source.
    """
    covered = {
        text
        for text, one in zip(compared(thing), thing.related.statements, strict=False)
        if one.relation == "covered"
    }
    found: list[Point | Table] = []
    facts: frozenset[str] = frozenset()
    for index, entry in enumerate(_own_first(thing, night)):
        for part in entry.body:
            if isinstance(part, Point) and (names_source(_labelled(part)) or is_credibility(part)):
                continue
            if isinstance(part, Table):
                told = gist(" ".join(" | ".join(row) for row in part.rows))
            else:
                told = gist(part.text)
            said = told.facts | told.dates
            if index and (not said or said <= facts):
                continue
            facts |= said
            found.append(part)
    return _within(found, covered)


def _levelled(parts: Sequence[Point | Table]) -> tuple[Point | Table, ...]:
    """Depths from 0 under each label: what was nested under a line that became the label is nested no more."""
    found: list[Point | Table] = []
    label: str | None = None
    base = deepest = 0
    for part in parts:
        if isinstance(part, Table):
            label = None
            found.append(part)
            continue
        if part.label != label:
            label, base, deepest = part.label, part.depth, 0
        depth = max(0, min(part.depth - base, deepest))
        deepest = depth + 1
        found.append(part.model_copy(update={"depth": depth}))
    return tuple(found)


def _within(parts: Sequence[Point | Table], covered: set[str]) -> tuple[Point | Table, ...]:
    """Not more than people read, and not what the document says, where anything else is left."""
    kept = [part for part in parts if isinstance(part, Table) or part.text not in covered] or list(parts)
    return key_points(kept)


def compared(thing: Thing) -> tuple[str, ...]:
    """The statements of a thing that were held against the document, in the order of its judgements."""
    return tuple(dict.fromkeys(text for entry in thing.group.entries for text in statements(entry)))


def _labelled(point: Point) -> str:
    return f"{point.label}: {point.text}" if point.label else point.text
