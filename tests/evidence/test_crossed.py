"""Statements that have changed their predicates, and words that a table has in another row."""

from __future__ import annotations

import pytest

from agent.evidence import supports

_BAD = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "For the shared part, the shared tower relies on Brim kernels, while routed towers use Alder fusion.",
            "The routed towers rely on Brim kernels and the shared towers on Alder fusion.",
        ),
        (
            "Parser 和 Linker 这两步是 GPU 密集的，而 Loader 的两个阶段是 CPU 密集的。",
            "Parser 与 Linker 主要消耗 CPU，而 Loader 的两个阶段主要消耗 GPU。",
        ),
        (
            "所有 Basic 用户均可获得 700 个奖励点。此外，Gold 订阅用户相比 Basic 用户享有每月 2400 个循环点。",
            "Gold 用户可以拿到 700 个奖励点，Basic 用户则每月有 2400 个循环点。",
        ),
    ],
)
def test_two_statements_with_each_others_predicates_are_not_borne_out(source: str, claim: str) -> None:
    assert supports(claim, source).status in _BAD


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "For the shared part, the shared tower relies on Brim kernels, while routed towers use Alder fusion.",
            "Routed towers use Alder fusion, and the shared tower relies on Brim kernels.",
        ),
        (
            "On reads, Osier needs 3 ms and Rowan 7 ms. On writes, Osier needs 5 ms and Rowan 9 ms.",
            "Osier needs 3 ms on reads and 5 ms on writes, and Rowan 7 ms on reads and 9 ms on writes.",
        ),
        (
            "在 A7 和 B9 这样的卡上，FP32 核的峰值只有 INT4 核的 2%。",
            "FP32 核在 A7 和 B9 这类卡上的峰值只有 INT4 核的 2%。",
        ),
    ],
)
def test_the_same_told_in_another_order_is_not_crossed(source: str, claim: str) -> None:
    assert supports(claim, source).status not in _BAD


_RATED = """
| | Cloud | Box (Shared) | Box (Own) |
|---|---|---|---|
| **Freedom** | High | Low | Medium |
| On-demand **Stock** | Medium | High | Low |
| **Cost** | High | Medium | Low |
"""

_METHODS = """
| Method | Length | Estimate |
|---|---|---|
| PINE | whole T rounds | scalar head, along the way |
| CEDAR | one macro step | generative critic, once at the end |
"""


@pytest.mark.parametrize(
    ("table", "claim", "right"),
    [
        (_RATED, "Clouds are rated high for on-demand stock.", False),
        (_RATED, "Clouds are rated medium for on-demand stock.", True),
        (_RATED, "The shared box gets the lowest rating for cost.", False),
        (_METHODS, "PINE uses a generative critic.", False),
        (_METHODS, "CEDAR uses a generative critic.", True),
    ],
)
def test_words_belong_to_their_row_and_cell(table: str, claim: str, right: bool) -> None:
    assert (supports(claim, table).status not in _BAD) is right
