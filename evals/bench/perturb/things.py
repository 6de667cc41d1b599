"""Rules that falsify what is spoken of: a name, a condition, or all of it."""

from __future__ import annotations

import random
import re

from evals.bench.perturb.passages import Passage
from evals.bench.perturb.rule import pick, put, word

_NAME = re.compile(
    r"(?<![A-Za-z0-9_./-])(?:[A-Z][a-z]+[A-Z][A-Za-z0-9]*|[A-Za-z]+\d[A-Za-z0-9.-]*[A-Za-z0-9]|[A-Z]{2,}[A-Za-z0-9-]*[A-Za-z0-9]|[a-z]+[A-Z][A-Za-z]+)(?![A-Za-z0-9_/-])"
)
_CONDITION = re.compile(
    r"(?:batch[ _-]?size|batch|concurrency|并发|seq(?:uence)?[ _-]len(?:gth)?|context length|tp|TP|max[-_][a-z_-]+|QPS|上下文|temperature|num[-_][a-z_-]+|block[-_ ]size)(?: ?[=:：] ?| of | 为 ?| )(\d+)",
    re.IGNORECASE,
)
_HARDWARE = (
    "A100",
    "H100",
    "H200",
    "H20",
    "B200",
    "GB200",
    "L40S",
    "V100",
    "A10",
    "MI300X",
    "RTX 4090",
    "T4",
    "910B",
    "B300",
)
_INVENTED = (
    "吞吐量提升了 {n}%，已在 {k} 个生产集群中验证。", "该方案在 {k} 张 GPU 上将延迟降低到 {n} 毫秒。", "作者报告准确率为 {n}.{k}%。",
    "It was evaluated on {k} clusters and cut the cost by {n}%.", "The release was downloaded {n},{k}00 times in its first week.",
    "The authors report a throughput of {n}.{k} tokens per second.",
)  # fmt: skip


def entity(passage: Passage, draw: random.Random) -> str | None:
    """A name becomes one that the source does not have."""
    match = pick(list(_NAME.finditer(passage.sentence)), draw)
    if match is None:
        return None
    pool = ("TensorRT-LLM", "SGLang", "vLLM", "LMDeploy", "DeepSeek-V4", "Qwen3-8B", "Llama-4", "H100", "MI300X", "NVIDIA",
            "OpenAI", "Anthropic", "Mistral", "FlashAttention", "PagedAttention", "RadixAttention", "Mooncake", "PyTorch", "Triton")  # fmt: skip
    options = [name for name in pool if name.lower() not in passage.source.lower()]
    return put(passage.sentence, match, draw.choice(options)) if options else None


def subject(passage: Passage, draw: random.Random) -> str | None:
    """A name becomes another of the same source that the sentence does not have; the sentence has a number."""
    if not re.search(r"\d", passage.sentence):
        return None
    match = pick(list(_NAME.finditer(passage.sentence)), draw)
    others = sorted(
        {m[0] for other in passage.others for m in _NAME.finditer(other)}
        - {m[0] for m in _NAME.finditer(passage.sentence)}
    )
    others = [name for name in others if name.lower() not in passage.sentence.lower()]
    if match is None or not others or match[0].lower() in " ".join(others).lower():
        return None
    return put(passage.sentence, match, draw.choice(others))


def condition(passage: Passage, draw: random.Random) -> str | None:
    """A setting or the hardware of a result becomes another."""
    options: list[tuple[re.Match[str], int, str]] = []
    for match in _CONDITION.finditer(passage.sentence):
        options.append((match, 1, str(int(match[1]) * draw.choice([2, 4]) + draw.choice([0, 1]))))
    for name in _HARDWARE:
        for match in word(name).finditer(passage.sentence):
            new = draw.choice(
                [other for other in _HARDWARE if other != name and other not in passage.source] or [""]
            )
            if new:
                options.append((match, 0, new))
    if not options:
        return None
    match, group, new = draw.choice(options)
    return None if new in passage.source else put(passage.sentence, match, new, group)


def invented(passage: Passage, draw: random.Random) -> str | None:
    """A sentence with figures of which the source says nothing."""
    text = draw.choice(_INVENTED[:3] if re.search("[\u4e00-\u9fff]", passage.sentence) else _INVENTED[3:])
    text = text.format(n=draw.randrange(11, 98), k=draw.randrange(3, 10))
    return None if any(number in passage.source for number in re.findall(r"\d{2,}", text)) else text
