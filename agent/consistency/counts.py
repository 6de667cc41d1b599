"""A stated count and the list, table, headings or enumeration that it counts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent.consistency.amounts import amounts
from agent.consistency.reading import Grid, Listing, Reading, Section, Sentence
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九十")} | {"两": 2, "俩": 2}
_WORDS = dict(
    zip("one two three four five six seven eight nine ten eleven twelve".split(), range(1, 13), strict=True)
)

_HAN_NUMBER = r"[一二两三四五六七八九十]{1,3}"
_STATED_ZH = re.compile(
    rf"(?P<before>.{{0,12}})(?<![\d.第前每这那某各另统唯单同万百千])(?<![A-Za-z])(?P<n>\d{{1,3}}|{_HAN_NUMBER})(?P<plus>\s?\+|余|多)?\s?"
    r"(?P<counter>个|条|项|种|类|点|篇|款|家|步|大|份|则|张图|方面|维度|部分|层次)(?P<noun>[^，。；：:、（(\d]{0,14})"
)
_STATED_EN = re.compile(
    r"(?P<before>.{0,24}?)(?<![\w.\-/$#])(?P<n>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?P<plus>\+)?"
    r"\s(?P<noun>(?:[a-z][a-z-]*\s){0,3}?[A-Za-z-]{2,}s|criteria|phenomena)\b",
    re.I,
)
_NOT_EXACT = re.compile(
    r"约|近|超过|多达|至少|不止|上|最多|大约|about|around|over|more than|at least|up to|nearly|some|top|前|~|>|≥|第|every|each|first|last|past|next|another|other|further|of the|the other|per|最近|过去|近|除|另外|剩余|其余|其中|以上|上述|after|before|within|than$",
    re.I,
)
_ANNOUNCES = re.compile(
    r"以下|如下|下列|下面|下述|the following|following|below|as follows|these|listed", re.I
)
_UNLISTED_NOUN = re.compile(
    r"月|小时|分钟|秒|天|周|年|日|人|GPU|卡|节点|token|请求|参数|字|倍|百分点|机器|服务器|并发|样本|用户|副本|显存|专家|epoch|step|机|图|头|块|行|维(?!度)|版本|位|阶|批|核|元|"
    r"\b(?:gpus|nodes|tokens|requests|hours|days|weeks|months|years|minutes|seconds|samples|users|layers|experts|heads|cards|machines|servers|replicas|runs|times|steps of|bits|bytes|"
    r"parameters|epochs|iterations|cores|threads|workers|instances|params|ms|people|stars|commits|pages|lines|words|characters|dollars|points|chips|devices|processes|copies|dimensions|prompts|images|others|orders|classes|us|this|is|was|has|its|turns|rounds|sizes|batches|examples|percents|others|ranks|rows|columns|blocks|sources)$",
    re.I,
)
_LISTED_NOUN = re.compile(
    r"方法|方案|问题|优化|要点|建议|特性|特点|原因|步骤|阶段|维度|方面|论文|议题|趋势|项目|增量|模块|组件|场景|部分|策略|技巧|工具|框架|挑战|优势|缺点|原则|结论|发现|改进|条目|类型|类别|更新|博客|文章|指标|要求|目标|功能|技术|机制|能力|案例|教训|任务|选项|来源|风险|事项|平面|变化|信号|疑点|矛盾|核心|创新|贡献|模式|配置|后端|引擎|模型|仓库|"
    r"\b(?:papers|items|methods|ways|reasons|features|optimi[sz]ations|issues|points|takeaways|tips|techniques|strategies|components|stages|phases|planes|releases|posts|entries|questions|challenges|principles|changes|improvements|findings|advantages|benefits|options|approaches|problems|parts|categories|types|kinds|metrics|lessons|steps|tools|frameworks|projects|models|engines|backends|topics|ideas|patterns|rules|requirements|goals|contributions|recommendations|updates|fixes|articles|repositories|repos|configurations|settings|modes|modules|sections|results|trends|caveats|risks|limitations|use cases|scenarios|systems|properties|levels|tiers|factors|aspects|observations|conclusions|doubts|increments)$",
    re.I,
)
_OPEN_END = re.compile(
    r"等(?!级|效|价|同|于|待|长|距)|……|\.\.\.|…|etc\.?|and so on|and more|such as|例如|比如|包括但不限于|including|among|and others|其中|如[：:]",
    re.I,
)
SUM_ROW = re.compile(
    r"^(?:合计|总计|总和|小计|共计|总|平均|均值|total|sum|overall|average|avg\.?|mean|all)$", re.I
)
_TABLE_WORD = re.compile(
    r"上表|下表|表中|表格|本表|列表中|the table|table (?:above|below)|above table|following table|table lists|table shows",
    re.I,
)
_PARENS = re.compile(r"[（(]([^（()）]{3,400})[)）]")
_CIRCLED = re.compile(r"[①-⑳]")
_HEAD_NUMBER = re.compile(r"(?:[（(](\d{1,3})(?:\s?(?:篇|条|个|项|papers?|items?|entries))?[)）])\s*$")


def faulty_counts(reading: Reading) -> list[Doubt]:
    """Counts that differ from what they count."""
    by_section = _structures(reading)
    found: dict[object, Doubt] = {}
    for sentence in reading.sentences:
        for stated in _stated(sentence.text):
            target = _enumeration(sentence, stated) or _below(reading, by_section, sentence, stated)
            if target is None or target.count == stated.n:
                continue
            found.setdefault(target.key, _report(reading, sentence, stated, target))
    for key, fault in _numbered_headings(reading):
        found.setdefault(key, fault)
    for key, fault in _bracketed(reading, by_section):
        found.setdefault(key, fault)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Stated:
    """A count as stated in a sentence."""

    text: str
    start: int
    end: int
    n: int
    noun: str
    announced: bool


@dataclass(frozen=True, slots=True)
class _Target:
    """What a count counts: how many there are, and where."""

    key: tuple[object, ...]
    count: int
    quote: str
    line: int


def _stated(text: str) -> Iterator[_Stated]:
    for pattern in (_STATED_ZH, _STATED_EN):
        for match in pattern.finditer(text):
            n = number(match["n"])
            if n is None or n < 2 or match["plus"]:
                continue
            before = text[max(0, match.start("n") - 12) : match.start("n")]
            if _NOT_EXACT.search(before[-9:]):
                continue
            noun = match["noun"]
            counter = match.groupdict().get("counter") or ""
            if _UNLISTED_NOUN.search(noun[:8] if counter else noun.strip()):
                continue
            announced = bool(_ANNOUNCES.search(text[max(0, match.start("n") - 16) : match.end() + 12]))
            yield _Stated(text, match.start("n"), match.end(), n, (counter + noun).strip(), announced)


def number(text: str) -> int | None:
    """An integer in digits, a Chinese numeral up to 99, or an English word up to twelve."""
    if text.isdigit():
        return int(text)
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if "十" in text:
        tens, _, ones = text.partition("十")
        if len(tens) > 1 or len(ones) > 1:
            return None
        return (_HAN_DIGITS[tens] if tens else 1) * 10 + (_HAN_DIGITS[ones] if ones else 0)
    return _HAN_DIGITS.get(text)


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


def _below(
    reading: Reading, by_section: dict[int, list[Listing | Grid]], sentence: Sentence, stated: _Stated
) -> _Target | None:
    """The list or table that a count announces, when there is no doubt which."""
    structures = by_section.get(sentence.section, [])
    if sentence.heading:
        return _under_heading(reading, by_section, sentence, stated)
    if _TABLE_WORD.search(sentence.text):
        tables = [s for s in structures if isinstance(s, Grid)]
        return _target(tables[0]) if len(tables) == 1 and _is_listed(stated) else None
    if not _introduces(reading, sentence, stated):
        return None
    following = [s for s in structures if _first_line(s) > sentence.line]
    lead = following[0].lead if following else None
    if lead is None or lead.number != sentence.line or stated.n in _alternatives(following[0], following):
        return None
    return _target(following[0])


def _introduces(reading: Reading, sentence: Sentence, stated: _Stated) -> bool:
    """Whether a sentence ends by handing over to a list, of which the count speaks."""
    if stated.announced:
        return _last_of_line(reading, sentence)
    return sentence.text.rstrip("*_ ").endswith(("：", ":")) and _near_end(stated)


def _near_end(stated: _Stated) -> bool:
    """Whether nothing but a short noun stands between the count and the colon."""
    rest = stated.text[stated.end :].strip("：: *_")
    return len(rest) <= 6 or (len(rest.split()) <= 3 and rest.isascii())


def _last_of_line(reading: Reading, sentence: Sentence) -> bool:
    return reading.line(sentence.line).raw.rstrip().endswith(sentence.quote[-8:])


def _is_listed(stated: _Stated) -> bool:
    return bool(_LISTED_NOUN.search(stated.noun)) or stated.noun[:1] in "条项篇点则"


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
    reading: Reading, by_section: dict[int, list[Listing | Grid]], sentence: Sentence, stated: _Stated
) -> _Target | None:
    if not _is_listed(stated):
        return None
    children = [s for s in reading.sections if s.parent == sentence.section]
    structures = by_section.get(sentence.section, [])
    if children:
        return None
    if len(structures) != 1:
        return None
    only = structures[0]
    if isinstance(only, Listing) and len(only.items) < 2:
        return None
    if stated.n in _alternatives(only, structures) or _is_links(only):
        return None
    return _target(only)


def _is_links(structure: Listing | Grid) -> bool:
    """Whether a list holds bare links: references, not what a heading counts."""
    if isinstance(structure, Grid):
        return False
    bare = sum(
        bool(re.match(r"\s*[-*+\d.)]+\s+(?:\[https?://|<?https?://)", item.raw)) for item in structure.items
    )
    return bare * 2 >= len(structure.items)


_SPLIT_STRONG = re.compile(
    r"\s/\s|、|；|;|\s\+\s|，|,\s|\s(?:and|or|以及)\s|(?<=[\u4e00-\u9fff])[和及与](?=[\u4e00-\u9fffA-Za-z])"
)


def _enumeration(sentence: Sentence, stated: _Stated) -> _Target | None:
    """An enumeration in the sentence itself, after the count: `三平面：A、B、C`, `5 条（a / b / c）`."""
    rest = sentence.text[stated.end :]
    if _OPEN_END.search(rest[:400]) or "共" in rest[:3]:
        return None
    circled = _CIRCLED.findall(rest)
    if len(circled) >= 2 and _CIRCLED.search(rest[:30]):
        marks = len(set(circled))
        return _Target(("in", sentence.line), marks, sentence.quote, sentence.line)
    opening = re.match(r"\s?[：:（(]\s?", rest)
    if opening is None or not _is_listed(stated):
        return None
    body = rest[opening.end() :]
    if opening[0].strip() in "（(":
        body = _PARENS.match(rest.strip())[1] if _PARENS.match(rest.strip()) else ""  # type: ignore[index]
    body = re.split(r"[。！？]|——|，(?=其|均|都|并|而|但|可|用|以)", body)[0].strip()
    parts = _parts(body)
    if len(parts) < 2 or sum(bool(amounts(part)) for part in parts) >= 2:
        return None
    return _Target(("in", sentence.line, stated.start), len(parts), sentence.quote, sentence.line)


def _parts(body: str) -> list[str]:
    """The parts of an enumeration by its strongest mark; empty when they are no plain names."""
    bare = re.sub(r"[（(][^（()）]*[)）]", "", body).rstrip(" .。；;")
    for mark, closing in (
        (" / ", None),
        ("；", None),
        ("、", re.compile(r"、|以及|和|及|与")),
        (", ", re.compile(r",\s+and\s|,\s|\sand\s")),
    ):
        if mark not in bare:
            continue
        if "，" in bare and mark != "；":
            return []
        parts = [part.strip() for part in (closing.split(bare) if closing else bare.split(mark))]
        if mark == "、":
            # 「A、B 和 C」: only the last part may hold the conjunction; elsewhere it is inside a name.
            pieces = bare.split("、")
            parts = pieces[:-1] + re.split(r"\s?(?:以及|和|及|与)\s?", pieces[-1], maxsplit=1)
        if all(part and len(part) <= 40 for part in parts):
            return parts
        return []
    if re.fullmatch(r"[A-Za-z0-9.+-]+ and [A-Za-z0-9.+-]+", bare):
        return bare.split(" and ")
    return []


def _numbered_headings(reading: Reading) -> Iterator[tuple[object, Doubt]]:
    """`增量条数：5 条` and headings 增量 1, 增量 2 …"""
    families: dict[str, list[Section]] = defaultdict(list)
    for section in reading.sections:
        match = re.match(r"([A-Za-z\u4e00-\u9fff/]{2,12}) ?(\d{1,2}|[①-⑳])(?=[：:.、\s])", section.title)
        if match:
            families[match[1].lower()].append(section)
    for family, members in families.items():
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
    right = sum(1 for _, n, structure in rows if size(structure) == n)
    for section, n, structure in rows:
        if size(structure) != n and right * 3 >= len(rows) * 2:
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


def _report(reading: Reading, sentence: Sentence, stated: _Stated, target: _Target) -> Doubt:
    said = sentence.text[stated.start : stated.end].strip()
    return doubt(
        reading,
        "count",
        quote(sentence.quote, sentence.line),
        quote(target.quote, target.line),
        zh=f"写「{said}」，实际列出 {target.count} 条",
        en=f"It says {said!r}, and {target.count} are listed",
    )
