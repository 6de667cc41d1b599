"""A stated count and the list, table, headings or enumeration that it counts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent.consistency.enumerations import enumerated
from agent.consistency.reading import SENTENCE_LIMIT, Grid, Listing, Reading, Section, Sentence
from agent.consistency.stated import Stated, is_listed_noun, number, stated_counts
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

SUM_ROW = re.compile(
    r"^(?:合计|总计|总和|小计|共计|总|平均|均值|total|sum|overall|average|avg\.?|mean|all)$", re.I
)
_TABLE_WORD = re.compile(
    r"上表|下表|表中|表格|本表|列表中|the table|table (?:above|below)|above table|following table|table lists|table shows",
    re.I,
)
_LEAST = 2
"""So many headings under a sentence may be what it announces."""
_FAMILIES = 20
"""How many kinds of numbered headings are looked at; a text has one or two."""
_FOLLOWING = 12
"""How many lists after a count may be parts of what it counts."""
_NUMBERED = re.compile(
    r"(?:\d{1,2}[.、．)）]?\s|[一二三四五六七八九十]{1,2}[、.]|[（(]?[\d一二三四五六七八九十]{1,2}[)）]|[①-⑳])"
)
_LISTS = re.compile(
    r"\btable\s(?:below\s)?(?:lists|compares|covers|holds|has|shows|gives)\s$|表中?(?:共)?(?:列出|列有|列了|收录|比较)了?\s?$",
    re.I,
)
"""What a table is said to list, whatever that is."""
_HEAD_NUMBER = re.compile(r"(?:[（(](\d{1,3})(?:\s?(?:篇|条|个|项|papers?|items?|entries))?[)）])\s*$")


def faulty_counts(reading: Reading) -> list[Doubt]:
    """Counts that differ from what they count."""
    by_section = _structures(reading)
    found: dict[object, Doubt] = {}
    for sentence in reading.sentences:
        for stated in stated_counts(sentence.text):
            target = _beside(reading, sentence, stated)
            if target is None and not stated.back:
                target = _below(reading, by_section, sentence, stated)
            if target is None or target.count == stated.n:
                continue
            found.setdefault(target.key, _report(reading, sentence, stated, target))
    for key, fault in _numbered_headings(reading):
        found.setdefault(key, fault)
    for key, fault in _bracketed(reading, by_section):
        found.setdefault(key, fault)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Target:
    """What a count counts: how many there are, and where."""

    key: tuple[object, ...]
    count: int
    quote: str
    line: int


def _structures(reading: Reading) -> dict[int, list[Listing | Grid]]:
    by_section: dict[int, list[Listing | Grid]] = defaultdict(list)
    every: list[Listing | Grid] = [*reading.lists, *reading.tables]
    for structure in every:
        by_section[structure.section].append(structure)
    for structures in by_section.values():
        structures.sort(key=_first_line)
    return by_section


def _first_line(structure: Listing | Grid) -> int:
    return structure.line if isinstance(structure, Grid) else structure.items[0].number


def size(structure: Listing | Grid) -> int:
    """Entries of a list or table; rows of sums and averages do not count."""
    if isinstance(structure, Grid):
        return sum(1 for row in structure.rows if row and not SUM_ROW.match(row[0].strip()))
    return len(structure.items)


def _target(structure: Listing | Grid) -> _Target:
    if isinstance(structure, Grid):
        last = structure.raws[-1] if structure.raws else structure.header_raw
        line = structure.lines[-1] if structure.lines else structure.line
        return _Target(("at", structure.line), size(structure), last, line)
    last_item = structure.items[-1]
    return _Target(("at", structure.items[0].number), size(structure), last_item.raw, last_item.number)


def _beside(reading: Reading, sentence: Sentence, stated: Stated) -> _Target | None:
    """The enumeration that stands in the sentence itself."""
    line = reading.line(sentence.line).text
    end = line.find(sentence.text) + len(sentence.text)
    count = enumerated(stated, line[end : end + SENTENCE_LIMIT])
    if count is None:
        return None
    return _Target(("in", sentence.line, stated.start), count, sentence.quote, sentence.line)


def _below(
    reading: Reading, by_section: dict[int, list[Listing | Grid]], sentence: Sentence, stated: Stated
) -> _Target | None:
    """The list or table that a count announces, when there is no doubt which."""
    structures = by_section.get(sentence.section, [])
    if sentence.heading:
        return _under_heading(reading, by_section, sentence, stated)
    if _TABLE_WORD.search(sentence.text):
        tables = [s for s in structures if isinstance(s, Grid)]
        told = stated.listed or _LISTS.search(stated.text[: stated.start])
        return _target(tables[0]) if len(tables) == 1 and told else None
    if not _introduces(reading, sentence, stated):
        return None
    if not structures:
        return _announced(reading, sentence, stated)
    at = bisect_right(structures, sentence.line, key=_first_line)
    following = structures[at : at + _FOLLOWING]
    lead = following[0].lead if following else None
    if lead is None or lead.number != sentence.line or stated.n in _alternatives(following[0], following):
        return None
    return _target(following[0])


def _announced(reading: Reading, sentence: Sentence, stated: Stated) -> _Target | None:
    """The headings that a sentence announces where nothing else stands under it: `there are three, in turn:`."""
    children = reading.children(sentence.section)
    if not stated.announced or len(children) < _LEAST or not sentence.section:
        return None
    return _Target(("under", children[0].line), len(children), children[-1].raw, children[-1].line)


def _introduces(reading: Reading, sentence: Sentence, stated: Stated) -> bool:
    """Whether a sentence ends by handing over to a list, of which the count speaks."""
    if not stated.listable:
        return False
    if stated.announced:
        return _last_of_line(reading, sentence)
    if sentence.text.rstrip("*_ ").endswith(("：", ":")):
        return _near_end(stated) or (stated.start <= 3 and stated.listed and len(sentence.text) <= 80)
    alone = (
        reading.line(sentence.line).raw.strip().lstrip("> ") == sentence.quote.lstrip("> ")
        and len(sentence.text) <= 60
    )
    return alone and stated.listed


def _near_end(stated: Stated) -> bool:
    """Whether nothing but a short noun stands between the count and the colon."""
    rest = stated.text[stated.end :].strip("：: *_")
    return len(rest) <= 6 or (len(rest.split()) <= 3 and rest.isascii())


def _last_of_line(reading: Reading, sentence: Sentence) -> bool:
    return reading.line(sentence.line).raw.rstrip().endswith(sentence.quote[-8:])


def _alternatives(first: Listing | Grid, following: list[Listing | Grid]) -> set[int]:
    """Sizes that a reader could also mean: lists that go on after an interruption."""
    sizes = {size(first)}
    if isinstance(first, Listing):
        total = 0
        for structure in following:
            if isinstance(structure, Grid):
                break
            total += size(structure)
            sizes.add(total)
        edge = min(item.depth for item in first.items)
        sizes.add(sum(1 for item in first.items if item.depth == edge))
        sizes |= _bold_items(first)
        if first.items[0].marker[:1].isdigit():
            sizes.add(int(re.sub(r"\D", "", first.items[-1].marker)))
    return sizes


def _bold_items(listing: Listing) -> set[int]:
    """How many items open in bold: a list of three points may hold plain lines between them."""
    bold = sum(1 for item in listing.items if re.match(r"\s*[-*+\d.)]+\s+\*\*", item.raw))
    return {bold} if bold else set()


def _under_heading(
    reading: Reading, by_section: dict[int, list[Listing | Grid]], sentence: Sentence, stated: Stated
) -> _Target | None:
    children = reading.children(sentence.section)
    structures = by_section.get(sentence.section, [])
    if not (stated.listed or (children and stated.listable)):
        return None
    if children:
        return _numbered_children(children) if not structures else None
    if len(structures) != 1:
        return None
    only = structures[0]
    if isinstance(only, Listing) and len(only.items) < 2:
        return None
    if stated.n in _alternatives(only, structures) or _is_links(only):
        return None
    return _target(only)


def _numbered_children(children: list[Section]) -> _Target | None:
    """The headings right under a heading, when every one of them is numbered."""
    if len(children) < 2 or not all(_NUMBERED.match(child.title) for child in children):
        return None
    last = children[-1]
    return _Target(("under", children[0].line), len(children), last.raw, last.line)


def _is_links(structure: Listing | Grid) -> bool:
    """Whether a list holds bare links: references, not what a heading counts."""
    if isinstance(structure, Grid):
        return False
    bare = sum(
        bool(re.match(r"\s*[-*+\d.)]+\s+(?:\[https?://|<?https?://)", item.raw)) for item in structure.items
    )
    return bare * 2 >= len(structure.items)


def _numbered_headings(reading: Reading) -> Iterator[tuple[object, Doubt]]:
    """`增量条数：5 条` and headings 增量 1, 增量 2 …"""
    families: dict[str, list[Section]] = defaultdict(list)
    for section in reading.sections:
        match = re.match(r"([A-Za-z\u4e00-\u9fff/]{2,12}) ?(\d{1,2}|[①-⑳])(?=[：:.、\s])", section.title)
        if match:
            families[match[1].lower()].append(section)
    for family, members in list(families.items())[:_FAMILIES]:
        if len(members) < 2 or len({m.parent for m in members}) != 1:
            continue
        pattern = re.compile(
            rf"{re.escape(family)}(?:条数|数量|数|个数|总数)\s?[：:为]\s?(\d{{1,3}})"
            rf"|(?<![\d.])(\d{{1,3}})\s?(?:个|条|项)\s?主?{re.escape(family)}(?![A-Za-z])|(?<![\w.])(\d{{1,3}}|two|three|four|five|six|seven|eight|nine|ten) (?:main )?{re.escape(family)}s\b",
            re.I,
        )
        for sentence in reading.sentences:
            match = pattern.search(sentence.text)
            if match is None or sentence.section in {m.number for m in members}:
                continue
            stated = number(next(group for group in match.groups() if group))
            if stated is None or stated == len(members):
                continue
            last = members[-1]
            yield (
                ("family", family),
                doubt(
                    reading,
                    "count",
                    quote(sentence.quote, sentence.line),
                    quote(last.raw, last.line),
                    zh=f"「{match[0]}」，而实际列出 {len(members)} 条",
                    en=f"It says {match[0]!r}, and {len(members)} are given",
                ),
            )


def _bracketed(
    reading: Reading, by_section: dict[int, list[Listing | Grid]]
) -> Iterator[tuple[object, Doubt]]:
    """`## Serving (12)`: believed to be a count only where most headings of the text keep to it."""
    rows: list[tuple[Section, int, Listing | Grid]] = []
    for section in reading.sections:
        match = _HEAD_NUMBER.search(section.title)
        structures = by_section.get(section.number, [])
        if match and len(structures) == 1:
            rows.append((section, int(match[1]), structures[0]))
    yield from _bracketed_leads(reading)
    right = sum(1 for _, n, structure in rows if size(structure) == n)
    for section, n, structure in rows:
        noun = section.title[: section.title.rfind("(" if "(" in section.title else "（")].strip()
        believed = right * 3 >= len(rows) * 2 or (len(rows) == 1 and is_listed_noun(noun))
        if size(structure) != n and believed:
            target = _target(structure)
            yield (
                target.key,
                doubt(
                    reading,
                    "count",
                    quote(section.raw, section.line),
                    quote(target.quote, target.line),
                    zh=f"标题写 {n}，其下实际 {target.count} 条",
                    en=f"The heading says {n}, and {target.count} stand under it",
                ),
            )


def _bracketed_leads(reading: Reading) -> Iterator[tuple[object, Doubt]]:
    """`Key findings (4):` right over a list."""
    every: list[Listing | Grid] = [*reading.lists, *reading.tables]
    for structure in every:
        lead = structure.lead
        match = _HEAD_NUMBER.search(lead.text.rstrip(":：")) if lead and lead.kind == "text" else None
        if lead is None or match is None or not is_listed_noun(lead.text[: match.start()].strip()):
            continue
        n = int(match[1])
        if n not in _alternatives(structure, [structure]):
            target = _target(structure)
            yield (
                target.key,
                doubt(
                    reading,
                    "count",
                    quote(lead.raw, lead.number),
                    quote(target.quote, target.line),
                    zh=f"写 {n}，其下实际 {target.count} 条",
                    en=f"It says {n}, and {target.count} follow",
                ),
            )


def _report(reading: Reading, sentence: Sentence, stated: Stated, target: _Target) -> Doubt:
    said = sentence.text[stated.start : stated.end].strip()
    return doubt(
        reading,
        "count",
        quote(sentence.quote, sentence.line),
        quote(target.quote, target.line),
        zh=f"写「{said}」，实际列出 {target.count} 条",
        en=f"It says {said!r}, and {target.count} are listed",
    )
