"""Claims in one language on evidence in another."""

from __future__ import annotations

import pytest

from agent.evidence import supports

_BAD = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Heron improves throughput by 30% over Acorn.", "与 Acorn 相比，Heron 的准确率提升 30%。"),
        ("Heron 在 Z100 上把显存占用降低了 30%。", "Heron lowers latency by 30% on Z100."),
        ("Heron is faster than Acorn on Z100.", "在 Z100 上 Heron 比 Acorn 更慢。"),
        ("Willow does not support LoRA.", "Willow 支持 LoRA。"),
        ("Willow supports LoRA and FP8.", "Willow 不支持 LoRA。"),
        ("Willow never blocks the next iteration of Heron.", "Willow 会阻塞 Heron 的下一轮迭代。"),
        ("The scheduler of Willow is enabled by default.", "Willow 的调度器默认关闭。"),
        ("Heron 率先在日本和法国上线。", "Heron comes out first in Germany and France."),
    ],
)
def test_what_is_turned_round_across_languages__is_caught(source: str, claim: str) -> None:
    assert supports(claim, source).status in _BAD


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Heron cuts TTFT by 30% on Z100.", "Heron 在 Z100 上把首 token 延迟降低了 30%。"),
        ("Heron improves latency by 30%.", "Heron 把延迟降低了 30%。"),
        ("Heron improves throughput by 30% over Acorn.", "与 Acorn 相比，Heron 的吞吐提升 30%。"),
        ("Willow does not support LoRA.", "Willow 不支持 LoRA。"),
        ("The scheduler of Willow is disabled by default.", "Willow 的调度器默认关闭。"),
        ("Heron 率先在韩国和法国上线。", "Heron comes out first in South Korea and France."),
        ("Of 221 questions twelve are not scored.", "221 道题里有 12 道不计分。"),
    ],
)
def test_a_translation__is_not_called_wrong(source: str, claim: str) -> None:
    assert supports(claim, source).status not in _BAD
