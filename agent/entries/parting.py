"""A short note that tells several things one after the other, without headings or links of their own.

Each line or sentence that begins with a name of its own begins a thing; what names nothing goes on with the last one.
A word before a colon or comma is a name where its line has a link of its own, or the note announces several things:
elsewhere it may be a label, such as `Speed:`. Where two of them speak of one another, or the title names one of them, the note is about one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.entries.hails import without_hail
from agent.entries.words import is_advice, is_courtesy, is_signature, names_source
from agent.facts.claims import sentence_spans
from agent.facts.urls import find_urls
from agent.markup import plain
from agent.models import SourceText, TextBlock
from agent.tokens import tokens

_LONGEST = 2_000
"""Characters of a note that is looked at: longer ones tell one thing at length, or have headings."""
_MOST = 12
_LEAD = 48
"""Characters at the beginning of a sentence in which its subject is named."""
_PROSE = frozenset({"paragraph", "list_item", "quote"})
_WORD = re.compile(r"[A-Za-z0-9][\w.+\-/]*", re.ASCII)
_NAMEISH = re.compile(r"(?=.*[A-Z\d])(?!\d{4}-\d{2})[\w.+\-/]+", re.ASCII)
_STRONG = re.compile(r"[\w.+\-/]*(?:[a-z\d\-][A-Z]|[A-Za-z\-]\d|\d[A-Z])[\w.+\-/]*", re.ASCII)
"""A word that is a name by itself: `vLLM`, `Argus-2`, `T900`."""
_HAN_LEAD = re.compile(
    r"(?P<han>[\u4e00-\u9fff]{1,8}?)\s?-?(?P<latin>(?:(?=[a-z]{0,20}[A-Z\d])[A-Za-z][\w.\-]*|\d{1,4}(?:[A-Z]\w{0,3}\b|\.\d[\w.]*(?![\w%倍×])))(?:\s\d{1,4}\.[\d.]*\d(?![\d%倍×]))?)",
    re.ASCII,
)
_NO_NAME = re.compile(
    r"[的了在将已为由对和与是从按每共其该此这那本我你他]|发布|修复|支持|新增|使用|采用|基于|升级|更新|测试|实测|目前|预计|据|年|月|日"
)
_QUANTITY = re.compile(r"\d[\d,.]*(?:[%×xX倍]|[kKMG]?[Bb]?)?|[QH][1-4]", re.ASCII)
"""What begins a sentence and is no name: a figure, or the part of a year."""
_FRAMES = frozenset(
    "the a an it in on at for from to we this that there when if as of no not only since by with and but its our all "
    "after before while every each some these those they he she you i".split()
)
_SAYS = re.compile(r"\d|://")
_LED = re.compile(
    r"(?P<name>[A-Z][\w.+\-/]*(?:\s[\w.+\-/]+){0,2})(?:[:：,，(（]|\s[—–-]\s|\s?https?://)", re.ASCII
)
"""A name, as it stands before what is said of it."""
_ANNOUNCED = re.compile(
    r"\b(?:two|three|four|five|six|several|some|(?:a )?few|(?:a )?couple|\d)\b[^.:\n]{0,30}"
    r"\b(?:finds|things|items|links|papers|projects|tools|repos|posts|news|notes|reads|updates|pieces)\b|"
    r"[两二三四五六七八九几多\d]\s?[个条则篇项款件]",
    re.IGNORECASE,
)
"""Words before the first thing that several follow."""
_LONGEST_FRAME = 60
_OF_ALL = frozenset("both are two three see more details here found via source link links".split())
"""Words beside a link, besides frames, that say no more than whose it is."""
_FAMILY = re.compile(r"[A-Za-z]{2,}|[\u4e00-\u9fff]+")


def things_told(source: SourceText) -> tuple[tuple[TextBlock, ...], ...]:
    """The blocks of each thing that a note tells, its lines and sentences made blocks; empty where it tells one."""
    return _told(source)[0]


def shared_sources(source: SourceText) -> tuple[TextBlock, ...]:
    """What names the source of all that a note of several things tells."""
    return _told(source)[1]


def _told(source: SourceText) -> tuple[tuple[tuple[TextBlock, ...], ...], tuple[TextBlock, ...]]:
    """The blocks of each thing, and those of their common sources: the labelled ones, and an address after the last
    thing where no other thing has one."""
    content = [block for block in source.blocks if block.kind != "meta"]
    title, said = _title(source, content)
    if not said or said[-1].end - said[0].start > _LONGEST or any(b.kind not in _PROSE for b in said):
        return (), ()
    groups: list[tuple[str, list[TextBlock]]] = []
    shared: list[TextBlock] = []
    announced = bool(_ANNOUNCED.search(title))
    for block in said:
        for unit in _units(source, block):
            text = source.text[unit.start : unit.end]
            announced |= not groups and _announces(text)
            if names_source(text):
                shared.append(unit)
            if names_source(text) or _is_aside(text):
                continue
            nested = block.level and block.kind == "list_item"
            lead = "" if nested or _is_address(text) else subject(text) or _led(text, announced=announced)
            if lead and (not groups or not _one_family(lead, groups[-1][0])):
                groups.append((lead, [unit]))
            elif groups:
                groups[-1][1].append(unit)
            elif not announced:
                return (), ()
    if not _are_several(source, title, groups, announced=announced):
        return (), ()
    *others, (_, last) = groups
    linked = any("://" in source.text[unit.start : unit.end] for _, blocks in others for unit in blocks)
    while not linked and len(last) > 1 and _is_address(source.text[last[-1].start : last[-1].end]):
        shared.append(last.pop())
    return tuple(tuple(blocks) for _, blocks in groups), tuple(shared)


def _is_address(text: str) -> bool:
    """Whether a line is a link and words that name nothing: `Both: https://…`, `两者见 https://…`."""
    urls = find_urls(text)
    for url in urls:
        text = text.replace(url.raw, "")
    words = {word.casefold() for word in _WORD.findall(text)}
    return bool(urls) and words <= _FRAMES | _OF_ALL and len(text) <= _LONGEST_FRAME // 2


def _announces(text: str) -> bool:
    """Whether a sentence says nothing but that several things follow."""
    return len(text) <= _LONGEST_FRAME and bool(_ANNOUNCED.search(text)) and not subject(text)


def _led(text: str, *, announced: bool) -> str:
    """The name before a colon or comma, folded, where more than its look says that it is no label."""
    found = _LED.match(without_hail(plain(text)).lstrip(" \t-*•"))
    return found["name"].casefold() if found and (announced or "://" in text) else ""


def parted(source: SourceText) -> SourceText:
    """The text with the lines and sentences of several things as blocks of their own."""
    things = things_told(source)
    if not things:
        return source
    finer = [block for blocks in things for block in blocks]
    kept = [b for b in source.blocks if not any(b.start <= one.start < b.end for one in finer)]
    return source.model_copy(update={"blocks": tuple(sorted([*kept, *finer], key=lambda block: block.start))})


def subject(text: str) -> str:
    """The name with which a sentence begins, folded; empty where it begins with no name."""
    bare = plain(text[: 2 * _LEAD]).lstrip(' \t-*•“"「【[（(')[:_LEAD]
    han = _HAN_LEAD.match(bare)
    if han:
        return "" if _NO_NAME.search(han["han"]) else f"{han['han']} {han['latin']}".casefold()
    return _latin(bare)


def _latin(text: str) -> str:
    """A run of capitalised words, versions and models at the beginning; a capital alone begins any sentence."""
    found: list[str] = []
    at = 0
    while word := _WORD.match(text, at):
        bare = word[0].rstrip(".-/")
        if not found and bare.casefold() in _FRAMES and at < _LEAD // 2 and bare[0].isupper():
            at = word.end() + 1
            continue
        if not _NAMEISH.fullmatch(bare) or (not found and _QUANTITY.fullmatch(bare)):
            break
        found.append(bare)
        at = word.end() + 1
        if not text[word.end() : at].isspace():
            break
    if not found or (len(found) == 1 and not _STRONG.fullmatch(found[0])):
        return ""
    return " ".join(found).casefold()


def _title(source: SourceText, content: Sequence[TextBlock]) -> tuple[str, list[TextBlock]]:
    """The one heading at the top of a note, and what stands under it; nothing of a text with more headings."""
    headed = bool(content) and content[0].kind == "heading"
    title = source.text[content[0].start : content[0].end] if headed else ""
    rest = list(content[1:] if headed else content)
    return (title, rest) if not any(block.kind == "heading" for block in rest) else (title, [])


def _units(source: SourceText, block: TextBlock) -> Iterator[TextBlock]:
    """The sentences of each line of a block, as blocks."""
    if block.line is None:
        yield block
        return
    at = block.start
    for number, line in enumerate(source.text[block.start : block.end].split("\n")):
        for start, end in sentence_spans(line):
            if line[start:end].strip():
                yield block.model_copy(
                    update={
                        "start": at + start,
                        "end": at + end,
                        "line": block.line + number,
                        "end_line": block.line + number,
                    }
                )
        at += len(line) + 1


def _is_aside(text: str) -> bool:
    return is_courtesy(text) or is_signature(text) or is_advice(text)


def _are_several(
    source: SourceText, title: str, groups: Sequence[tuple[str, list[TextBlock]]], *, announced: bool
) -> bool:
    if not 2 <= len(groups) <= _MOST:
        return False
    texts = [source.text[blocks[0].start : blocks[-1].end].casefold() for _, blocks in groups]
    families = [_family(lead) for lead, _ in groups]
    if len(set(families)) < len(families) or any(family in set(_words(title)) for family in families):
        return False
    if any(family in text for at, family in enumerate(families) for n, text in enumerate(texts) if n != at):
        return False
    return announced or all(
        _SAYS.search(text.replace(lead, "", 1)) for (lead, _), text in zip(groups, texts, strict=True)
    )


def _words(text: str) -> Iterator[str]:
    for token in tokens(text):
        yield token
        yield from (found[0].casefold() for found in _FAMILY.finditer(token))


def _family(lead: str) -> str:
    """The first word of a name without its model: `云雀` of `云雀-8A`; the whole of an id."""
    if lead.startswith("cve-"):
        return lead.partition(" ")[0]
    found = _FAMILY.search(lead)
    return found[0] if found else lead


def _one_family(one: str, other: str) -> bool:
    return _family(one) == _family(other)
