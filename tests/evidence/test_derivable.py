"""Figures that a claim worked out, parts of names, and their neighbours that are wrong."""

from __future__ import annotations

import pytest

from agent.evidence import supports

_BAD = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "Heron closed a round of 8 亿美元。连同 Wade 承诺的追加投资，总金额达 10 亿美元。",
            "Wade 承诺追加大约 2 亿美元。",
        ),
        ("The round was $8 million. With Wade's pledge it came to $10 million.", "That is a quarter more than the round."),
        ("A run of 36 hours made 1,188 tool calls.", "它平均每小时调用约 33 次工具。"),
        ("The plan gives Basic users 3,000 credits. Plus users get 7,500.", "Plus 用户的额度是 Basic 的 2.5 倍。"),
        ("The guard takes 1.5x the CPU time of the plain build.", "加了 guard，CPU 时间要多花大约一半。"),
        ("Models range from 250M to 500B parameters.", "最大的模型是最小的 2000 倍。"),
        ("It failed in 7% of all runs.", "在 93% 的运行里它都成功了。"),
        ("Weights: Heron-0.5B-Chat, Heron-72B-Chat.", "Heron 最小的权重是 0.5B。"),
        ("The log of heron-7b-2TP-run: 93 tokens.", "The 2TP run of Heron has 93 tokens."),
        ("It peaks at 4.19×.", "In the best case it is over four times as fast."),
        ("It beats Acorn by 1.9×.", "It is nearly twice as fast as Acorn."),
        ("Ten trials left it at 1,062,117 tokens.", "十次下来 token 数过了一百万。"),
        ("Gains were 5.5-71.6% over Acorn.", "At best it gains some 72% over Acorn."),
        ("Runs on 16 Oak GPUs.", "在 16 张 Oak GPU 上运行。"),
        ("4B-parameter teachers train a 0.8B-parameter student.", "The 4B teachers train one student."),
        ("| load | latency (s) old / new |\n|---|---|\n| 3 | 1.655 / 0.788 |\n", "At load 3 the change takes 0.867 s off the latency."),
        ("每台有 6 颗 Acorn Oak 处理器。", "Each box has 6x Acorn Oak processors."),
        ("Waits of 14, 25 and 39 ms at sizes 64, 32 and 16 respectively.", "At sizes 16, 32 and 64 the waits are 39, 25 and 14 ms respectively."),
        ("| plan | first month |\n|---|---|\n| Lite | 7.9 元 / 18000 次请求 |\n", "Lite 首月每千次请求不到五毛钱。"),
    ],
)  # fmt: skip
def test_a_figure_that_was_worked_out__is_not_called_invented(source: str, claim: str) -> None:
    assert supports(claim, source).status not in _BAD


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Heron reaches 410 tok/s with drafts and 131 tok/s without.", "With drafts Heron reaches 461 tok/s."),
        ("Heron-3.2T-A90B is a sparse model.", "Heron has 3.2 billion parameters."),
        ("The plan gives Basic users 3,000 credits. Plus users get 7,500.", "Plus 用户的额度是 Basic 的 4 倍。"),
        ("At γ ≥ 5 it gave a 2–3× speedup.", "At γ ≥ 5 the speedup came to 3–6×."),
        ("Waits of 14, 25 and 39 ms at sizes 64, 32 and 16 respectively.", "At sizes 16, 32 and 64 the waits are 14, 25 and 39 ms respectively."),
        ("A token comes every 13 ms.", "A token comes every 13 microseconds."),
    ],
)  # fmt: skip
def test_a_figure_that_nothing_gives__is_still_caught(source: str, claim: str) -> None:
    assert supports(claim, source).status in _BAD
