"""What every shape is made of: invented names, quantities, filler, and the form of a made text."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ENGINES = [
    "Torvane",
    "Quillon",
    "Marlis",
    "Veltra",
    "OrinServe",
    "HexaLLM",
    "Dovetail",
    "Kestrel",
    "Lumen-RT",
    "Pallas2",
]
CHIPS = ["A100", "H100", "H200", "B200", "MI300X", "L40S"]
MODELS = ["Qwen3-8B", "Llama-3.1-70B", "Mistral-7B", "GLM-4-9B"]
TOPICS_ZH = [
    "分页缓存",
    "前缀复用",
    "连续批处理",
    "投机解码",
    "权重量化",
    "算子融合",
    "分层卸载",
    "专家并行",
    "流水线并行",
    "结构化输出",
]
TOPICS_EN = [
    "paged caching",
    "prefix reuse",
    "continuous batching",
    "speculative decoding",
    "weight quantization",
    "kernel fusion",
    "tiered offloading",
    "expert parallelism",
    "pipeline parallelism",
    "structured output",
]
Metric = tuple[str, str, str, int, int, str]
"""Its name in Chinese and in English, its unit, the least and the greatest value, which end is the better."""
METRICS: list[Metric] = [
    ("TTFT", "TTFT", "ms", 10, 400, "low"),
    ("TPOT", "TPOT", "ms", 5, 60, "low"),
    ("端到端延迟", "end-to-end latency", "s", 1, 9, "low"),
    ("吞吐", "throughput", "tok/s", 200, 4000, "high"),
    ("准确率", "accuracy", "%", 40, 95, "high"),
    ("显存占用", "memory usage", "GB", 10, 78, "low"),
]  # fmt: skip
HAN = "零一二三四五六七八九十"
WORDS = "zero one two three four five six seven eight nine ten".split()
FILLER_ZH = ["测试脚本见附录。", "以下内容整理自公开资料。", "读者可自行复现。", "配置沿用上一节。", ""]
FILLER_EN = [
    "Scripts are in the appendix.",
    "The material is public.",
    "Readers can reproduce it.",
    "The setup is that of the section above.",
    "",
]


@dataclass(frozen=True, slots=True)
class Text:
    """A text and the places in it that clash; clean when there are none."""

    text: str
    kind: str = ""
    places: tuple[str, ...] = field(default=())


Shape = Callable[[random.Random, bool], Text]
"""Makes a faulty text when the flag is set, else a clean one."""


def distinct_values(draw: random.Random, metric: Metric, count: int) -> list[float]:
    """Distinct values, far enough apart that no rounding makes two agree."""
    _, _, _, low, high, _ = metric
    step = (high - low) / (count + 1)
    places = 2 if high < 100 else 1
    values = [round(low + step * (n + draw.uniform(0.2, 0.8)), places) for n in range(count)]
    draw.shuffle(values)
    return values


def filler(draw: random.Random, zh: bool) -> str:
    """A sentence that says nothing, or none."""
    return draw.choice(FILLER_ZH if zh else FILLER_EN)


def in_chinese(draw: random.Random) -> bool:
    """Whether a text is to be Chinese: one in two."""
    return draw.random() < 0.5


def markdown_table(
    zh: bool,
    names: Sequence[str],
    metrics: Sequence[Metric],
    values: Sequence[Sequence[float]],
    key: str,
) -> str:
    """A table of a row a name and a column a metric; `key` heads the names, `values` are by column."""
    head = f"| {key} | " + " | ".join(f"{m[0] if zh else m[1]} ({m[2]})" for m in metrics) + " |"
    rows = [
        f"| {name} | " + " | ".join(f"{column[i]:g}" for column in values) + " |"
        for i, name in enumerate(names)
    ]
    return "\n".join([head, "|" + "---|" * (len(metrics) + 1), *rows])
