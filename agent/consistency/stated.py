"""Counts as texts state them: `8 条议题`, `三种方法`, `four techniques`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九十")} | {"两": 2, "俩": 2}
_WORDS = dict(
    zip("one two three four five six seven eight nine ten eleven twelve".split(), range(1, 13), strict=True)
)

_HAN_NUMBER = r"[一二两三四五六七八九十]{1,3}"
_STATED_ZH = re.compile(
    rf"(?<![\d.第前每那某各另统唯单同万百千])(?<![A-Za-z])(?P<n>\d{{1,3}}|{_HAN_NUMBER})(?P<plus>\s?\+|余|多)?\s?"
    r"(?P<counter>个|条|项|种|类|点|篇|款|家|步|大|份|则|层|组|处|位|名|方面|维度|部分|层次)(?P<noun>[^，。；：:、（(\d]{0,14})"
)
_STATED_EN = re.compile(
    r"(?<![\w.\-/$#])(?P<n>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?P<plus>\+)?"
    r"\s(?P<noun>(?:[a-z][a-z-]*\s){0,3}?[A-Za-z-]{2,}s|criteria|phenomena)\b",
    re.I,
)
_NOT_EXACT = re.compile(
    r"约|近|大体|大致|超过|多达|至少|不止|上|最多|大约|about|around|over|more than|at least|up to|nearly|some|前|~|>|≥|第|every|each|first|last|past|next|another|other|further|of the|the other|per|最近|过去|近|除|另外|剩余|其余|其中|以上|上述|after|before|within|than$",
    re.I,
)
_ANNOUNCES = re.compile(
    r"以下|如下|下列|下面|下述|the following|following|below|as follows|these|listed", re.I
)
_UNLISTED_NOUN = re.compile(
    r"^(?:月|小时|分钟|秒|天|周|年|日|人|字|倍|机(?!制)|图|头|块|行|位|阶|批|核|元|维(?!度))|GPU|卡|节点|token|请求|参数|百分点|机器|服务器|并发|样本|用户|副本|显存|专家|epoch|step|版本|"
    r"\b(?:gpus|nodes|tokens|requests|hours|days|weeks|months|years|minutes|seconds|samples|users|layers|experts|heads|cards|machines|servers|replicas|runs|times|steps of|bits|bytes|"
    r"parameters|epochs|iterations|cores|threads|workers|instances|params|ms|people|stars|commits|pages|lines|words|characters|dollars|points|chips|devices|processes|copies|dimensions|prompts|images|others|orders|classes|us|this|is|was|has|its|turns|rounds|sizes|batches|examples|percents|others|ranks|rows|columns|blocks|sources)$",
    re.I,
)
_LISTED_NOUN = re.compile(
    r"方法|方式|方案|问题|优化|要点|建议|特性|特点|原因|步骤|阶段|维度|方面|论文|议题|趋势|项目|增量|模块|组件|场景|部分|策略|技巧|工具|框架|挑战|优势|缺点|原则|结论|发现|改进|条目|类型|类别|更新|博客|文章|指标|要求|目标|功能|技术|机制|能力|案例|教训|修复|缺陷|补丁|任务|选项|来源|风险|事项|平面|变化|信号|疑点|矛盾|核心|创新|贡献|模式|配置|后端|引擎|模型|仓库|"
    r"\b(?:papers|items|methods|ways|reasons|features|optimi[sz]ations|issues|points|takeaways|tips|techniques|strategies|components|stages|phases|planes|releases|posts|entries|questions|challenges|principles|changes|improvements|findings|advantages|benefits|options|approaches|problems|parts|categories|types|kinds|metrics|lessons|steps|tools|frameworks|projects|models|engines|backends|topics|ideas|patterns|rules|requirements|goals|contributions|recommendations|updates|fixes|articles|repositories|repos|configurations|settings|modes|modules|sections|results|trends|caveats|risks|limitations|use cases|scenarios|systems|properties|levels|tiers|factors|aspects|observations|conclusions|doubts|increments)$",
    re.I,
)
_MEASURING = re.compile(
    r"月|小时|分钟|秒|天|周(?!期)|年|倍|百分点|^(?:次|人)|\b(?:hours|days|weeks|months|years|minutes|seconds|times|percents|dollars|ms|is|was|has|its|this|us)$",
    re.I,
)
"""Nouns of measures: names in brackets after them are no enumeration."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A count as stated in a sentence."""

    text: str
    start: int
    end: int
    n: int
    noun: str
    announced: bool
    """`the following`, `以下` stands near."""
    listable: bool
    """It counts what a list may hold, and not machines, tokens or hours."""

    @property
    def back(self) -> bool:
        """It points back, `这三个`: only what is named right before it is what it counts."""
        return self.text[self.start - 1 : self.start] == "这"

    @property
    def listed(self) -> bool:
        """It counts points, methods, papers or the like: what lists are made of."""
        return self.listable and bool(_LISTED_NOUN.search(self.noun) or self.noun[:1] in "条项篇点则")


def stated_counts(text: str) -> Iterator[Stated]:
    for pattern in (_STATED_ZH, _STATED_EN):
        for match in pattern.finditer(text):
            n = number(match["n"])
            if n is None or n < 2 or match["plus"] or (n > 12 and match["noun"].endswith("steps")):
                continue
            before = text[max(0, match.start("n") - 12) : match.start("n")]
            if _NOT_EXACT.search(before[-9:]):
                continue
            noun = match["noun"]
            counter = match.groupdict().get("counter") or ""
            shown = noun[:8] if counter else noun.strip()
            if _MEASURING.search(shown):
                continue
            announced = bool(_ANNOUNCES.search(text[max(0, match.start("n") - 16) : match.end() + 12]))
            yield Stated(
                text,
                match.start("n"),
                match.end(),
                n,
                (counter + noun).strip(),
                announced,
                bool(_LISTED_NOUN.search(noun)) or not _UNLISTED_NOUN.search(shown),
            )


def is_listed_noun(noun: str) -> bool:
    """Whether a noun names what lists are made of: points, methods, papers."""
    return bool(_LISTED_NOUN.search(noun))


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
