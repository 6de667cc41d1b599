"""Words of a claim that state no more than its source: neutral verbs, what a thing is, labels in the other language."""

from __future__ import annotations

import re

from agent.evidence.units import Unit
from agent.evidence.words import Foreign
from agent.facts.reading import Reading

_NEUTRAL = re.compile(
    r"(?:的?(?:是|为)|采用了?|使用了?|包括了?|包含了?|负责|收录了?|提供了?|接收|只需|需要|测试了?|共有|涵盖了?|分为)+"
)
"""Verbs that say no more than the colon or bracket between a thing and what is said of it."""


_KINDS = re.compile(r"的?(?:模型|项目|工具|框架|版本|系统|速度|方案|方法|数据集|仓库|协议|论文)")
"""What a thing is, said once more after its name."""


_LABELS = {
    "平均": "mean average avg", "输入": "input", "输出": "output", "请求": "request requests", "速率": "rate", "延迟": "latency",
    "吞吐量": "throughput", "吞吐": "throughput", "中位数": "median p50", "中位": "median", "并发": "concurrency concurrent", "时长": "duration time",
    "时间": "time duration", "总": "total", "数": "num number count", "成功": "success successful", "标准差": "std", "首": "first",
}  # fmt: skip


_LABEL = re.compile("|".join(sorted(_LABELS, key=len, reverse=True)) + "|[的每下]")


_BEFORE_SAID = re.compile(r"[:：(（·|—,，、\-]\s*\Z")


def adds_nothing(claim: Reading, stretch: Foreign, best: Unit) -> bool:
    """Whether a foreign stretch states no more than the source's punctuation, a kind, or a label in the other language."""
    text = stretch.text
    if _KINDS.fullmatch(text):
        return True
    parts = _LABEL.findall(text)
    if parts and "".join(parts) == text:
        words = best.raw | best.context
        return all(words.intersection(_LABELS[part].split()) for part in parts if part in _LABELS)
    if not _NEUTRAL.fullmatch(text):
        return False
    thing = _NEXT.match(claim.plain, stretch.end)
    place = best.reading.plain.lower().find(thing["thing"].lower()) if thing else -1
    return place > 0 and _BEFORE_SAID.search(best.reading.plain[:place]) is not None


_NEXT = re.compile(r"\s*(?P<thing>[\u3400-\u9fff]{2}|[A-Za-z0-9][\w.+-]*)")
