"""The words of a brief in Chinese and English: how parts and fields are named, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from agent.models import Language, Priority, Relation, Risk

Part = Literal[
    "summary", "sources", "increments", "doubts", "citables", "no_news", "priorities", "other"
]  # fmt: skip
Field = Literal[
    "sources", "urls", "arxiv", "work_title", "credibility", "relation", "target",
    "priority", "action", "owner", "caveats",
]  # fmt: skip

_PART_SIGNS: tuple[tuple[Part, str], ...] = (
    ("no_news", r"无[^，]{0,6}(?:新增|增量|新闻|进展)|未[^，]{0,6}增量|没有[^，]{0,6}(?:新|增量)"
                r"|\bno(?:thing)?[ -](?:news?\b|significant|new\b)|without[ -](?:any )?(?:news|new\b|increments?)"),
    ("priorities", r"优先级|优先顺序|更新建议|\bpriorit(?:y|ies)\b"),
    ("doubts", r"矛盾|待核实|待验证|存疑|疑点|警惕|\bdoubts?\b|contradict|to (?:be )?verif|unverified|open questions?"
                   r"|\bcaveats\b|watch[ -]?outs?"),
    ("citables", r"可引用|引用列表|(?:arXiv|论文|文献)[^，]{0,4}(?:号|编号)?(?:列表|清单)|\bcitable|\breferences\b"
                 r"|\bcitations\b|\b(?:arXiv|paper) ids?\b"),
    ("sources", r"来源清单|来源列表|(?:检查|阅读|扫描|读)过?的?(?:来源|文件)|(?:已|所)[检查读扫描]{1,2}(?:的)?(?:来源|文件)"
                r"|\bsources? (?:that were )?(?:checked|reviewed|read|scanned|list)|\b(?:checked|reviewed) sources"),
    ("increments", r"增量条目|主增量|新增条目|增量列表|增量清单|^(?:今日|本次|新|知识)?增量$|\bincrements?\b"
                   r"|^(?:what is|what's) new|^new (?:items|findings|knowledge)"),
    ("summary", r"摘要|概要|概览|总览|\bsummary\b|\boverview\b|state of the night|^status\b|^tl;?dr"),
    ("other", r"^(?:其他|其它|other|附录|appendix)$"),
)  # fmt: skip
PART_HEADS = tuple((part, re.compile(sign, re.IGNORECASE)) for part, sign in _PART_SIGNS)
"""Tried in this order: a heading of sources without news speaks of sources and of increments too."""

FIELD_LABELS: dict[str, Field] = {
    "来源": "sources", "出处": "sources", "信息来源": "sources", "source": "sources", "sources": "sources",
    "url": "urls", "urls": "urls", "链接": "urls", "网址": "urls", "原文链接": "urls", "link": "urls", "links": "urls",
    "arxiv 号": "arxiv", "arxiv号": "arxiv", "arxiv": "arxiv", "arxiv id": "arxiv", "arxiv ids": "arxiv",
    "论文编号": "arxiv",
    "标题": "work_title", "论文标题": "work_title", "论文": "work_title", "title": "work_title",
    "paper": "work_title", "paper title": "work_title",
    "可信度": "credibility", "置信度": "credibility", "可靠性": "credibility", "credibility": "credibility",
    "confidence": "credibility",
    "与活文档现有脉络的关系": "relation", "与活文档的关系": "relation", "与活文档关系": "relation",
    "与现有脉络的关系": "relation", "与现有内容的关系": "relation", "与文档的关系": "relation",
    "relation": "relation", "relation to the document": "relation",
    "relation to the living document": "relation", "relation to document": "relation",
    "relation to the existing document": "relation",
    "建议归入章节": "target", "归入章节": "target", "建议章节": "target", "目标章节": "target", "建议归入": "target",
    "建议位置": "target", "target": "target", "target section": "target", "suggested section": "target",
    "suggested target section": "target", "section": "target",
    "优先级": "priority", "priority": "priority",
    "动作": "action", "建议动作": "action", "action": "action",
    "归属": "owner", "归属文档": "owner", "owner": "owner", "owned by": "owner",
    "提醒": "caveats", "注意": "caveats", "caveat": "caveats", "caveats": "caveats",
}  # fmt: skip
RELATION_FIELD = re.compile(r"与.{1,24}的?关系|relation to .{1,40}", re.IGNORECASE)
"""A relation field that names its document (`与 inference.md 的关系`)."""

ORIGIN_LABEL = re.compile(
    r"(?:原始来源|一手来源|原文|原始出处|primary sources?|original sources?|origins?)[ \t]*[:：]?[ \t]*",
    re.IGNORECASE,
)
INCREMENT = re.compile(
    r"[【\[(（]?[ \t]*(?:主|新)?(?:增量|increment)[ \t]*(?:条目)?[ \t]*[#№]?[ \t]*"
    r"(\d{1,5}|[一二三四五六七八九十]{1,3}|[①-⑳㉑-㉟㊱-㊿])[ \t]*(?:[】\])）]|[】\])）]?[ \t]*(?:[:：.、|—–-]+|[ \t]))[ \t]*(\S.*)",
    re.IGNORECASE,
)
DOUBT = re.compile(
    r"((?:[^\s:：|#（(]{1,20}[ \t]){0,3}?[^\s:：|#（(①-⑳\d]{1,24})[ \t]*[#№]?[ \t]*"
    r"(\d{1,3}|[①-⑳㉑-㉟㊱-㊿])[ \t]*(?:[:：.、—–-]+[ \t]*|[ \t]+)(\S.*)"
)
DOUBT_LABELS = re.compile(
    r"矛盾|待核实|待验证|存疑|疑点|doubt|contradict|unverified|to verify|conflict", re.IGNORECASE
)
DOUBT_KINDS: tuple[tuple[str, str, str], ...] = (
    ("unverified", "待核实", "Unverified"),
    ("contradiction", "矛盾", "Contradiction"),
)
"""Kind, and its label in Chinese and English; any other kind is its own label."""
CAVEAT_KINDS: dict[str, str] = {
    "README claim": "README 说法",
    "conditions": "缺条件",
    "contradicts itself": "自相矛盾",
    "derived": "推算",
    "no figures": "无数据",
    "preprint": "预印本",
    "release state": "发布状态",
    "second-hand": "转述",
    "self-reported": "自报",
    "single origin": "单一来源",
    "sources disagree": "来源不一",
    "stale": "过期数字",
    "unreleased": "未发布",
    "vendor": "厂商说法",
    "volatile": "易变数字",
    "young": "新项目",
}
"""Kind of a caveat, and its label in Chinese; in English it is its own."""
DOUBT_FIELDS: dict[str, Literal["problem", "impact", "advice", "a", "b", "risk"]] = {
    "问题": "problem", "说明": "problem", "现象": "problem", "problem": "problem", "issue": "problem",
    "影响": "impact", "impact": "impact",
    "建议": "advice", "处理建议": "advice", "advice": "advice", "suggestion": "advice", "recommendation": "advice",
    "说法一": "a", "statement a": "a", "说法二": "b", "statement b": "b",
    "风险": "risk", "风险等级": "risk", "risk": "risk",
}  # fmt: skip

RISKS: dict[Risk, re.Pattern[str]] = {
    "high": re.compile(r"高风险|风险[：:\s]*高|^[🔴\s]*高$|\bhigh\b", re.IGNORECASE),
    "medium": re.compile(r"中等?风险|风险[：:\s]*中|^[🟡\s]*中$|\bmedium\b|\bmoderate\b", re.IGNORECASE),
    "low": re.compile(r"低风险|风险[：:\s]*低|^[🟢\s]*低$|\blow\b", re.IGNORECASE),
}
PRIORITIES: dict[Priority, re.Pattern[str]] = {
    "high": re.compile(r"🔴|最高|^高|\bP0\b|\b(?:highest|high|urgent|must)\b", re.IGNORECASE),
    "medium": re.compile(r"🟡|🟠|^中|\bP1\b|\b(?:medium|mid|normal|should)\b", re.IGNORECASE),
    "low": re.compile(r"🟢|⚪|🔵|^低|最低|\bP[2-9]\b|\b(?:lowest|low|optional|could)\b", re.IGNORECASE),
}
CREDIBILITY_WORDS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"极高|very high", re.IGNORECASE), 5),
    (re.compile(r"高|high", re.IGNORECASE), 4),
    (re.compile(r"中|medium|moderate", re.IGNORECASE), 3),
    (re.compile(r"低|low", re.IGNORECASE), 2),
)
RELATION_WORDS: dict[Relation, tuple[str, str]] = {
    "new": ("新增", "new"),
    "extends": ("补充", "extends"),
    "confirms": ("印证", "confirms"),
    "supersedes": ("取代", "supersedes"),
    "contradicts": ("矛盾", "contradicts"),
    "covered": ("已覆盖", "covered"),
}
RELATION_SIGNS: tuple[tuple[Relation, re.Pattern[str]], ...] = (
    ("supersedes", re.compile(r"取代|替换(?:旧|原|现有)|更新(?:旧|原|现有)|已过时|supersed|replaces|outdated", re.IGNORECASE)),
    ("contradicts", re.compile(r"矛盾|相反|冲突|不一致|contradict|conflicts with|at odds with", re.IGNORECASE)),
    ("covered", re.compile(r"已(?:被)?(?:完整)?覆盖|无需更新|already covered|nothing to add", re.IGNORECASE)),
    ("confirms", re.compile(r"印证|证实|佐证|confirms|corroborat", re.IGNORECASE)),
    ("new", re.compile(r"新范式|全新|尚无|未提及|暂无|not yet|entirely new|no mention", re.IGNORECASE)),
    ("extends", re.compile(r"已有|已锚|补充|互补|扩展|深化|解析|already|extends|complement|adds to|builds on", re.IGNORECASE)),
)  # fmt: skip
"""What the wording of a relation note suggests, the strongest first; comparing decides later."""

OWNER = re.compile(
    r"已由[ \t]*([^，。；（）()]{1,40}?)[ \t]*(?:独立|单独)?(?:处理|负责|覆盖)"
    r"|[（(][ \t]*([^，。；（）()]{1,40}?)[ \t]*已(?:独立|单独)?处理[ \t]*[）)]"
    r"|(?:already )?(?:handled|owned|covered|processed)(?: independently| separately)? (?:by|in)[ \t]+"
    r"([^,.;()]{1,40}?(?:\.md)?)(?=[,.;()]|$)",
    re.IGNORECASE,
)
NONE = frozenset({"无", "none", "n/a", "—", "-", "暂无", "没有"})


@dataclass(frozen=True, slots=True)
class Words:
    """What a written brief says in one language."""

    language: Language
    title: str
    parts: dict[Part, str]
    source_head: tuple[str, str, str]
    citable_head: tuple[str, str, str, str]
    priority_head: tuple[str, str, str]
    increment: str
    fields: dict[Field, str]
    origin: str
    problem: str
    impact: str
    advice: str
    statement_a: str
    statement_b: str
    risks: dict[Risk, str]
    priorities: dict[Priority, str]
    none: str
    colon: str
    semicolon: str
    opening: str
    closing: str
    count_label: str
    counted: dict[str, str]
    preface: str
    look_again: str
    settled_by: str


ZH = Words(
    language="zh",
    title="{topic} · E1 预消化简报（{date}）",
    parts={
        "summary": "状态摘要",
        "sources": "一、检查过的来源清单",
        "increments": "二、增量条目",
        "doubts": "三、值得警惕的矛盾或待核实说法",
        "citables": "四、可引用 arXiv 号列表",
        "no_news": "五、本次无显著新增量的来源说明",
        "priorities": "六、建议今晚 E2 活文档更新优先级",
        "other": "其他",
    },
    source_head=("来源目录", "关键文件", "{topic} 相关度"),
    citable_head=("arXiv 号", "标题", "可信度", "与 {topic}.md 关系"),
    priority_head=("优先级", "内容", "动作"),
    increment="增量",
    fields={
        "sources": "来源",
        "urls": "URL",
        "arxiv": "arXiv 号",
        "work_title": "标题",
        "credibility": "可信度",
        "relation": "与活文档现有脉络的关系",
        "target": "建议归入章节",
        "priority": "优先级",
        "action": "动作",
        "owner": "归属",
        "caveats": "提醒",
    },
    origin="原始来源",
    problem="问题",
    impact="影响",
    advice="建议",
    statement_a="说法一",
    statement_b="说法二",
    risks={"high": "高风险", "medium": "中风险", "low": "低风险"},
    priorities={"high": "🔴 最高", "medium": "🟡 中", "low": "🟢 低"},
    none="无",
    colon="：",
    semicolon="；",
    opening="（",
    closing="）",
    count_label="增量条数",
    counted={
        "sources": "{n} 行",
        "increments": "{n} 条",
        "doubts": "{n} 项",
        "citables": "{n} 行 · {ids} 个",
        "no_news": "{n} 项",
        "priorities": "{n} 行",
    },
    preface="以下来源已检查，但没有净增量，或已被活文档覆盖：",
    look_again="再查",
    settled_by="核实办法",
)

EN = Words(
    language="en",
    title="{topic} · E1 brief ({date})",
    parts={
        "summary": "State of the night",
        "sources": "1. Sources checked",
        "increments": "2. Increments",
        "doubts": "3. Doubts and contradictions to verify",
        "citables": "4. Citable ids",
        "no_news": "5. Sources without news",
        "priorities": "6. Priorities for tonight's update (E2)",
        "other": "Other",
    },
    source_head=("Place", "Files", "Relevance to {topic}"),
    citable_head=("Id", "Title", "Credibility", "Standing in {topic}.md"),
    priority_head=("Priority", "Content", "Action"),
    increment="Increment",
    fields={
        "sources": "Sources",
        "urls": "URL",
        "arxiv": "arXiv id",
        "work_title": "Title",
        "credibility": "Credibility",
        "relation": "Relation to the living document",
        "target": "Suggested section",
        "priority": "Priority",
        "action": "Action",
        "owner": "Owner",
        "caveats": "Caveat",
    },
    origin="primary source",
    problem="Problem",
    impact="Impact",
    advice="Advice",
    statement_a="Statement A",
    statement_b="Statement B",
    risks={"high": "high risk", "medium": "medium risk", "low": "low risk"},
    priorities={"high": "🔴 High", "medium": "🟡 Medium", "low": "🟢 Low"},
    none="none",
    colon=":",
    semicolon=";",
    opening=" (",
    closing=")",
    count_label="Increments",
    counted={
        "sources": "{n} rows",
        "increments": "{n}",
        "doubts": "{n}",
        "citables": "{n} rows · {ids} ids",
        "no_news": "{n}",
        "priorities": "{n} rows",
    },
    preface="These sources were checked and brought nothing new, or the document covers it:",
    look_again="look again",
    settled_by="settled by",
)

WORDS: dict[Language, Words] = {"zh": ZH, "en": EN}
