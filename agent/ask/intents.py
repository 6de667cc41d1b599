"""The turns of a question: what it wants done, what kind of thing it expects, whom and since when it names."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from agent.ask.classes import asked_class
from agent.ask.model import Expected, Intent
from agent.facts import facts
from agent.facts.reading import Reading

_PATTERNS: tuple[tuple[Intent, str], ...] = (
    (
        "rejected",
        r"\b(?:did|have|had|has) we (?:ever )?(?:reject|refuse|decline|turn down)|\bwe (?:rejected|refused|declined|turned down)\b"
        r"|\bwhat (?:was|has been|were|got) (?:rejected|refused|declined)\b"
        r"|(?:我们|咱们)[^。？?]{0,8}(?:拒绝|否决|驳回|拒收|没有?采纳|不采纳)|(?:拒绝|否决|驳回)了(?:什么|哪些)|(?:哪些|什么)[^。？?]{0,6}被(?:拒绝|否决|驳回)",
    ),
    (
        "disagree",
        r"\bdisagree|\bconflicting\b|\bcontradict|\b(?:sources|notes|reports|figures|numbers) (?:conflict|differ|diverge)"
        r"|\bdo (?:the |all |our )?(?:sources|notes) agree\b|\binconsisten(?:t|cy|cies) (?:between|among|across|in)\b"
        r"|不一致|(?:说法|来源|数字|数据)[^。？?]{0,4}(?:是否)?一致|分歧|相互矛盾|互相矛盾|说法不同|有冲突|有出入|有矛盾|对不上",
    ),
    (
        "who",
        r"\bwho(?: has| have| else| first)* (?:reported|reports|mentioned|mentions|wrote (?:about|on|down|of)|noted|notes|covered|covers|posted|brought|submitted|raised)\b"
        r"|\bwhich (?:contributors?|notes?|sources?|people)\b[^?]{0,20}\b(?:report|mention|cover|write|wrote|note|say|talk)"
        r"|谁(?:最先|最早|先|都|也)?(?:报告|提到|写(?!了?的?[^？?。]{0,30}(?:论文|文章|博客|帖子|博文|这本|这篇|那篇)|了?\s*[《A-Z])|记录|报道|提及|带来|提交)|(?:哪些|哪个|哪位|哪几位|哪几份|哪份|哪几篇)(?:贡献者|笔记|来源|人)[^。？?]{0,6}(?:报告|提到|说|写|记录|提及)",
    ),
    (
        "new",
        r"\bwhat(?:'s| is| was| are)? new\b(?!\s+(?:in|with)\s+(?!the (?:inbox|sources?|notes?)|our |this week|last )\S)|\banything new\b|\bwhat(?: has)? changed since\b|\bnews since\b|\bwhat(?:'s| has)? come in since\b"
        r"|(?:有什么|有哪些|有啥)(?:新|更新|变化|进展)|新增了(?:什么|哪些)(?:内容|东西|资料|笔记)?[？?。\s]*$|(?:以来|之后|最近)[^。？?]{0,6}(?:新|更新)",
    ),
    (
        "compare",
        r"^\W*(?:please |can you |could you )?compare\b|\bdifferences? between\b|\bhow (?:do|does|did) .{1,60} (?:compare|differ)\b|\bcomparison (?:of|between)\b"
        r"|^\W*(?:请)?(?:帮我)?(?:对比|比较)|有(?:什么|哪些|何)(?:区别|不同|差别|差异)|的(?:区别|差别|差异|对比)(?:是什么|在哪)?",
    ),
)
_INTENTS = tuple((intent, re.compile(pattern, re.IGNORECASE)) for intent, pattern in _PATTERNS)
_DATE = re.compile(
    r"^\W*when\b|\b(?:what|which) (?:date|day|month|year)\b|何时|什么时候|哪一?天|什么日期|几月|哪一?年|几号|哪一?日|什么时间",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"\b(?:what|which) (?:[\w.+-]+ ){0,3}versions?\b|\b(?:in|with|since) (?:what|which) release\b|\bwhich release\b|(?:哪一?个?|什么)[\w .+-]{0,30}版本|版本号",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\b(?:what|which)\b.{0,20}\b(?:urls?|links?|web ?address)\b|\bwhere can\b.{0,40}\bfound\b|链接|网址",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"\barxiv (?:ids?|numbers?|identifiers?)|arxiv ?(?:论文)?的?(?:编?号|ids?)|论文的?编?号|文献号",
    re.IGNORECASE,
)
_NUMERIC = re.compile(
    r"\b(?:price|cost)s? (?:of .{1,60} )?per\b|\b(?:what|which) (?:\w+ ){0,5}(?:throughput|latency|ttft|tpot|itl|bandwidth|overhead|accuracy|speed-?up|"
    r"utili[sz]ation|score|valuation|revenue|temperature|power draw|rate|acceptance length)\b|多少钱",
    re.IGNORECASE,
)
"""Questions after something that is told in figures, without a `how many`."""
_EXPECTED: tuple[tuple[Expected, re.Pattern[str]], ...] = (
    ("version", _VERSION),
    ("date", _DATE),
    ("work", _WORK),
    ("link", _LINK),
)
_QUANTITY = re.compile(
    r"\bhow (?:many|much|fast|long|large|big|often|high|low|far|wide|deep|small|short|slow)\b"
    r"|\b(?:what|which) (?:percentage|percent|share|fraction|proportion|number|amount)\b|\bby what (?:factor|percentage)\b"
    r"|多少|几(?![乎何])|多大|多长|多快|多高|多久|百分之几|百分比|占比|几倍|倍数",
    re.IGNORECASE,
)
_DIMENSIONS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), dimensions)
    for pattern, dimensions in (
        (
            r"\b(?:percentage|percent|share|fraction|proportion)\b|百分之几|百分比|占比|比例",
            ("percent", "points", ""),
        ),
        (
            r"\bhow much (?:faster|slower|quicker|cheaper|higher|lower)\b|\bby what factor\b|\bhow many times\b|几倍|多少倍|倍数|快多少",
            ("times", "percent", "points"),
        ),
        (
            r"\bhow long\b|\bhow many (?:milli|micro)?(?:second|minute|hour|day|week|month|year)s?\b|多久|多少(?:天|小时|分钟|毫?秒|微秒)|几(?:天|小时|分钟|秒)",
            ("time",),
        ),
    )
)
_PHYSICAL = ("time", "frequency", "power", "data", "data/time", "length", "temperature", "energy")
"""Dimensions that are always written with a unit; what is counted (`2,310`, under a head `stars`) is not."""
_UNIT_ASKED = re.compile(
    r"(?:\bhow many |(?:多少|几个?)\s?)(?P<unit>[A-Za-z]{1,14}(?:/[A-Za-z]{1,6})?(?![\w-])|毫秒|微秒|纳秒|秒|兆瓦|瓦|摄氏度|字节|公里|米)",
    re.IGNORECASE,
)
_FOCUS_EN = re.compile(
    r"\b(?:what|which|how (?:many|much)|whose)\s+(?P<verb>(?:is|was|are|were|did|does|do|has|have)\s+)?"
    r"(?P<asked>[^?.!;,]{1,120})",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(
    r"\s(?:of|for|in|at|on|did|does|do|is|was|are|were|has|have|had|can|could|will|would|should|when|while|with|without|by|from|to|under|over|that|between|after|before|if|per|during|as|than|via|using|against|across|among|amongst|within|inside|through|according)\b",
    re.IGNORECASE,
)
_MARKER_ZH = re.compile(
    r"(?:是|为|有|达到?|占)?(?:多少|什么(?!时候)|几(?![乎何])|多大|多长|多快|多高|多久)|哪一?[个些种家项条款]?|如何|怎么"
)
_NOUN_AFTER = re.compile(r"(?:什么|哪一?+[个些种家项款门]?+)(?=[\u4e00-\u9fffA-Za-z]{2})(?!时候|时间|样)")
"""`记录哪些活动` asks for the word after it, and not for the one before."""
_LOOSE_ZH = re.compile(r"[的了是为有在到达约能会可个种项条：:\s]*")
_MEDIUM = re.compile(
    r"\b(?:according to|as (?:told|stated|reported|described) in|in) (?:the|our|this|that|these|your) (?:\w+ )?"
    r"(?:digests?|handbook|guides?|notes?|logs?|posts?|blog(?: posts?)?|articles?|readme|docs?|documentation|newsletter|manual|sources?)\b"
    r"|(?:根据|按照?|据)?(?:这[份篇个]|该|那[份篇个])?(?:日志|笔记|手册|指南|文档|日报|早报|预览文|博文|博客|文章|文)(?:里|中|所说|所述)",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\b(?:since|after|from)\s*$|自从?\s*$|从\s*$", re.IGNORECASE)
_SINCE_AFTER = re.compile(r"^\s*(?:号|日)?\s*(?:以来|之后|以后|起|至今)")
_SECTION = re.compile(
    r"(?:\bsection\s|§\s?|第\s?)(?P<n>\d{1,2}(?:\.\d{1,2}){1,3})(?:\s?[节章])?", re.IGNORECASE
)


def intent_of(text: str) -> Intent:
    """What the question wants done."""
    return next((intent for intent, pattern in _INTENTS if pattern.search(text)), "fact")


def turn_spans(text: str, intent: Intent) -> list[tuple[int, int]]:
    """Where a question says that it is after disagreement: no passage need say that of itself."""
    pattern = next((pattern for kind, pattern in _INTENTS if kind == intent), None)
    return [match.span() for match in pattern.finditer(text)] if pattern and intent == "disagree" else []


def medium_spans(text: str) -> list[tuple[int, int]]:
    """Where a question says which sort of writing it means (`according to the digest`): none calls itself so."""
    return [match.span() for match in _MEDIUM.finditer(text)]


def expected_of(text: str) -> tuple[Expected, tuple[str, ...]]:
    """What kind of thing answers, and of a quantity in which dimensions."""
    for kind, pattern in _EXPECTED:
        if pattern.search(text):
            return kind, ()
    member = asked_class(text)
    if member and not _QUANTITY.search(text):
        return member, ()
    if not _QUANTITY.search(text) and not _NUMERIC.search(text):
        return "", ()
    known = next((dims for pattern, dims in _DIMENSIONS if pattern.search(text)), ())
    return "quantity", known or _unit_asked(text)


def _unit_asked(text: str) -> tuple[str, ...]:
    """The dimension of the unit that a question names after its `how many`: `多少 MHz`, `how many watts`."""
    asked = _UNIT_ASKED.search(text)
    if not asked:
        return ()
    found = [fact for fact in facts(f"1 {asked['unit']}") if fact.kind == "quantity"]
    return (found[0].dimension,) if len(found) == 1 and found[0].dimension in _PHYSICAL else ()


def focus_spans(text: str) -> list[tuple[int, int]]:
    """Stretches of a question that name what is asked for."""
    spans: list[tuple[int, int]] = []
    for match in _FOCUS_EN.finditer(text):
        asked = match["asked"]
        end = _BOUNDARY.search(asked)
        length = end.start() if end else len(asked)
        if not match["verb"] and not end:
            length = len(" ".join(asked.split(" ")[:2]))  # `which command shows …`: a verb of its own ends it
        spans.append((match.start("asked"), match.start("asked") + length))
    for match in _MARKER_ZH.finditer(text):
        asked_after = _NOUN_AFTER.match(text, match.start())
        before = "" if asked_after else text[: match.start()]
        loose = (
            len(before)
            - len(re.sub(r"[的了是为有在到达约能会可\s]+$", "", before[-40:]))
            - max(0, len(before) - 40)
        )
        end_before = match.start() - max(0, loose)
        if before:
            spans.append((max(0, end_before - 8), end_before))
        after = _LOOSE_ZH.match(text, match.end())
        begin = after.end() if after else match.end()
        spans.append((begin, min(len(text), begin + 8)))
    return spans


def since_of(text: str, reading: Reading, intent: Intent) -> tuple[dt.date | None, tuple[int, int] | None]:
    """The day from which on passages are asked, and where the question names it."""
    for day in reading.dates:
        before, after = text[: day.start], text[day.end :]
        told = _SINCE.search(before[-12:]) or _SINCE_AFTER.match(after)
        if told and (intent == "new" or "since" in before[-12:].lower() or _SINCE_AFTER.match(after)):
            return day.first, (day.start, day.end)
    return None, None


def contributors_in(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """Contributors whose notes are asked, and where the question names them."""
    found: list[str] = []
    spans: list[tuple[int, int]] = []
    for name in known:
        if len(name) < 2:
            continue
        word = re.escape(name)
        pattern = (
            rf"(?:\b(?:by|from|did|does|has|have|according to|in)\s+)(?P<a>{word})(?:'s)?(?![\w-])(?=\s+(?:report|note|say|said|mention|write|wrote|find|found|have|has|bring|brought)|'s|\W*$)"
            rf"|(?<![\w-])(?P<b>{word})(?='s\s+(?:notes?|reports?|inbox|digests?))"
            rf"|(?<![\w-])(?P<c>{word})(?=\s?(?:说|报告|提到|写|记录|的笔记|的报告|的来源|带来))"
        )
        for match in re.finditer(pattern, text, re.IGNORECASE):
            found.append(name)
            spans.append(match.span(match.lastgroup or 0))
    return tuple(dict.fromkeys(found)), spans


def sections_in(text: str) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """Numbers of sections that the question names, and where."""
    matches = list(_SECTION.finditer(text))
    return tuple(match["n"] for match in matches), [match.span() for match in matches]
