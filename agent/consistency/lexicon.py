"""Words that a text is compared with itself by: metrics and which way they are better, degrees,
negations, and marks of another setting or another time. Chinese and English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Better = Literal["lower", "higher", ""]
Way = Literal["low", "high", "best", "worst"]

METRICS: dict[str, tuple[Better, tuple[str, ...]]] = {
    "ttft": ("lower", ("TTFT", "首 token 延迟", "首token延迟", "首 token 时延", "首字延迟", "首字时延", "time to first token", "time-to-first-token", "首词延迟")),
    "tpot": ("lower", ("TPOT", "每 token 延迟", "每token延迟", "time per output token", "time-per-output-token", "单 token 延迟", "单token延迟")),
    "itl": ("lower", ("ITL", "token 间延迟", "token间延迟", "inter-token latency", "inter token latency")),
    "e2e": ("lower", ("端到端延迟", "端到端时延", "端到端耗时", "end-to-end latency", "e2e latency", "e2e")),
    "latency": ("lower", ("延迟", "时延", "响应时间", "latency", "response time", "delay")),
    "time": ("lower", ("耗时", "用时", "运行时间", "训练时间", "启动时间", "加载时间", "恢复时间", "冷启动", "elapsed time", "runtime", "running time", "load time", "training time", "startup time", "recovery time", "duration", "wall time")),
    "throughput": ("higher", ("吞吐量", "吞吐率", "吞吐", "throughput", "goodput")),
    "qps": ("higher", ("QPS", "RPS", "请求速率", "request rate")),
    "accuracy": ("higher", ("准确率", "正确率", "准确度", "精确率", "accuracy", "acc")),
    "hit rate": ("higher", ("命中率", "hit rate", "hit ratio", "cache hit")),
    "utilization": ("higher", ("利用率", "utilization", "utilisation", "MFU")),
    "memory": ("lower", ("显存占用", "内存占用", "显存消耗", "显存", "内存", "memory usage", "memory footprint", "memory consumption", "footprint", "peak memory", "memory", "VRAM")),
    "overhead": ("lower", ("开销", "overhead")),
    "speedup": ("higher", ("加速比", "speedup", "speed-up", "加速")),
    "stars": ("higher", ("Stars", "star", "stars", "星标", "★", "星数")),
    "price": ("lower", ("价格", "单价", "price", "pricing", "expensive", "cheaper", "便宜", "昂贵")),
    "cost": ("lower", ("成本", "费用", "花费", "cost")),
    "parameters": ("", ("参数量", "参数规模", "parameters", "params", "parameter count")),
    "context": ("higher", ("上下文长度", "上下文窗口", "最大上下文", "最长上下文", "上下文上限", "context length", "context window", "maximum context", "max context")),
    "loss": ("lower", ("损失", "loss")),
    "perplexity": ("lower", ("困惑度", "perplexity", "PPL")),
    "error rate": ("lower", ("错误率", "误差", "失败率", "丢包率", "error rate", "failure rate", "WER", "CER")),
    "power": ("lower", ("功耗", "能耗", "power draw", "power consumption", "energy")),
    "score": ("higher", ("得分", "分数", "score", "F1", "BLEU", "ROUGE", "pass@1", "胜率", "win rate", "通过率", "成功率", "success rate", "pass rate", "召回率", "recall", "precision", "EM")),
    "downloads": ("higher", ("下载量", "安装量", "downloads", "installs")),
    "acceptance": ("higher", ("接受率", "接受长度", "acceptance rate", "acceptance length", "accept length")),
    "bandwidth": ("higher", ("带宽", "bandwidth")),
    "concurrency": ("higher", ("并发数", "并发量", "concurrency")),
    "speed": ("higher", ("速度", "speed", "decode speed", "生成速度")),
    "size": ("lower", ("体积", "模型大小", "model size", "文件大小", "file size")),
    "compression": ("higher", ("压缩率", "压缩比", "compression ratio")),
}  # fmt: skip

_METRIC_OF = {alias.lower(): name for name, (_, aliases) in METRICS.items() for alias in aliases}


def any_of(words: Iterable[str]) -> str:
    """A pattern for the longest of some words at a place; Latin ones only as whole words.

    The words are grouped by their first letter, so that a text is scanned in one pass of cheap steps.
    """
    groups: dict[str, list[str]] = {}
    for word in sorted({word.lower() for word in words}, key=len, reverse=True):
        groups.setdefault(word[0], []).append(word)
    latin: list[str] = []
    other: list[str] = []
    for first, members in groups.items():
        tails = "|".join(re.escape(word[1:]) + _after(word) for word in members)
        (latin if _is_latin(first) else other).append(f"{re.escape(first)}(?:{tails})")
    parts = [f"(?<![a-z0-9_])(?:{'|'.join(latin)})"] if latin else []
    return "|".join(parts + other)


def _after(word: str) -> str:
    return "(?![a-z0-9])" if word[-1].isascii() and word[-1].isalnum() else ""


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalpha()


_METRIC = re.compile(any_of(_METRIC_OF))


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity's name in a text."""

    name: str
    start: int
    end: int
    text: str

    @property
    def better(self) -> Better:
        """Which way the quantity is better."""
        return METRICS[self.name][0]


@lru_cache(maxsize=8192)
def metrics(text: str) -> tuple[Metric, ...]:
    """The metrics that a text names, in order, the longest name at each place."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter whose lower case is longer would shift the places
        lowered = text
    return tuple(
        Metric(_METRIC_OF[found[0]], found.start(), found.end(), text[found.start() : found.end()])
        for found in _METRIC.finditer(lowered)
    )


_WAYS: dict[Way, tuple[str, ...]] = {
    "low": ("最低", "最小", "最少", "最短", "最省", "最轻", "lowest", "smallest", "shortest", "least", "minimum", "minimal", "fewest", "cheapest", "最便宜"),
    "high": ("最高", "最大", "最多", "最长", "highest", "largest", "longest", "most", "greatest", "biggest", "maximum", "最贵", "top", "达到峰值", "达到顶峰", "peaks at", "peaked at"),
    "best": ("最优", "最佳", "最好", "最快", "最强", "best", "fastest", "quickest", "optimal", "strongest", "领先", "第一"),
    "worst": ("最差", "最慢", "最弱", "垫底", "worst", "slowest", "weakest"),
}  # fmt: skip
_WAY_OF = {word: way for way, words in _WAYS.items() for word in words}
SUPERLATIVE = re.compile(any_of(_WAY_OF), re.I)

COMPARATIVE = re.compile(
    r"更(?:高|低|快|慢|好|差|优|大|小|多|少|强|弱|长|短|省)|越(?:高|低|快|慢|好|差|大|小|多|少|长|短|强|弱)"
    r"|(?:高于|低于|快于|慢于|优于|劣于|大于|小于|多于|少于|强于|弱于|不及|不如|领先于?|落后于?|贵于|更贵|更便宜)"
    r"|\b(?:higher|lower|faster|slower|better|worse|larger|smaller|greater|fewer|longer|shorter|outperforms?|beats|exceeds|trails|lags|more expensive|cheaper)\b",
    re.I,
)

_RISE = (
    "more expensive",
    "更贵",
    "贵于",
    "更高",
    "更快",
    "更大",
    "更多",
    "更长",
    "高于",
    "大于",
    "多于",
    "higher",
    "larger",
    "greater",
    "longer",
    "exceeds",
)
_FALL = (
    "更省",
    "cheaper",
    "更便宜",
    "更低",
    "更慢",
    "更小",
    "更少",
    "更短",
    "低于",
    "小于",
    "少于",
    "lower",
    "smaller",
    "fewer",
    "shorter",
)
_GOOD = (
    "更好",
    "更优",
    "更快",
    "快于",
    "优于",
    "强于",
    "更强",
    "领先",
    "领先于",
    "faster",
    "better",
    "outperforms",
    "outperform",
    "beats",
)
_BAD = (
    "更差",
    "更慢",
    "慢于",
    "劣于",
    "弱于",
    "更弱",
    "不及",
    "不如",
    "落后",
    "落后于",
    "slower",
    "worse",
    "trails",
    "lags",
)

NEGATION = re.compile(
    r"不再|不必|不用|无须|不支持|不能|不会|不是|不需要|无需|无法|没有|尚未|尚不|未能|未|并非|并不|不(?=[可须必用带含依兼])|禁止"
    r"|\b(?:not|no longer|never|cannot|can't|doesn't|don't|does not|do not|isn't|is not|aren't|won't|unsupported|lacks?)\b",
    re.I,
)

SCOPE = re.compile(
    r"之一|其次|第[二三四五]|次[高低优佳快]|除|以外|之外|历史|业界|全球|世界|同类|目前|截至|迄今|候选|理论"
    r"|\b(?:one of|among (?!(?:the |all |these )?(?:two|three|four|five|six|seven|eight|nine|ten|\d+|them|them all)\b)|second|third|next|except|other than|apart from|besides|almost|nearly|ever|to date|so far|state-of-the-art|industry|at most|most of|at least|at best|best practices?|best effort)\b",
    re.I,
)

ELSEWHEN = re.compile(
    r"昨日|昨天|此前|之前|原先|原来|曾|上周|上月|去年|旧版|早先|过去|从前|以前|当时|优化前|优化后|升级前|升级后|修复前|修复后"
    r"|\b(?:previously|formerly|earlier|used to|was once|last (?:week|month|year)|before|after|originally|initially|baseline|old|prior)\b",
    re.I,
)

REPORTED = re.compile(
    r"据(?!此|集|统计|测|悉)|声称|宣称|认为|表示|报道|传闻|称[，,：:]|号称|宣布|预计|预期|目标|计划|将(?!其|该|请|所)|可能|或许|有望|若|如果|假设|例如|比如"
    r"|\b(?:claims?|claimed|reports that|reported|reportedly|according to|says?|said|expects?|expected|target|goal|plans?|will|would|may|might|could|if|for example|e\.g\.|suppose|assume|hypothetical)\b",
    re.I,
)

CONDITION = re.compile(
    r"在[^，。；]{1,30}(?:下|时|上|中|后|里|场景|负载|配置)|当[^，。；]{1,30}时|(?:条件|场景|负载|配置|模式|环境|任务|数据集)"
    r"|\b(?:when|with|under|on|for|at|in|using|per)\b",
    re.I,
)


def way_of(word: str, better: Better) -> Literal["min", "max", ""]:
    """Which end a superlative means, for a metric that is better that way; empty when unknown."""
    way = _WAY_OF[word.lower()]
    if way == "low":
        return "min"
    if way == "high":
        return "max"
    if not better:
        return ""
    good = "min" if better == "lower" else "max"
    if way == "best":
        return "min" if good == "min" else "max"
    return "max" if good == "min" else "min"


def compared(word: str, better: Better) -> Literal["more", "less", ""]:
    """What a comparative says of the first thing's value, for a metric that is better that way."""
    lowered = word.lower()
    if lowered in _GOOD and better:
        return "less" if better == "lower" else "more"
    if lowered in _BAD and better:
        return "more" if better == "lower" else "less"
    if lowered in _RISE:
        return "more"
    if lowered in _FALL:
        return "less"
    return ""
