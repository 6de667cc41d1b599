"""A trend is proved, refuted or left open by the values of a sweep: a column, a row of columns, parallel lists."""

import pytest

from agent.evidence import supports

DOWN = """| batch | TTFT (ms) | throughput (tok/s) | ITL (ms) |
|---|---|---|---|
| 4 | 11.2 | 620 | 7.1 |
| 16 | 19.3 | 1950 | 9.4 |
| 64 | 28.9 | 5400 | 8.8 |
"""
ACROSS = (
    "| model | batch 4 | batch 16 | batch 64 |\n|---|---|---|---|\n| Orca TTFT | 12 ms | 21 ms | 44 ms |\n"
)
LISTS = "并发扫描：max-slots 768/384/192 → TTFT 13.71/19.67/24.86ms。"
TWO = """| model | load | latency |
|---|---|---|
| Orca | 1 | 10 ms |
| Orca | 2 | 14 ms |
| Seal | 1 | 12 ms |
| Seal | 2 | 9 ms |
"""


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("As batch grows, TTFT rises.", DOWN),
        ("batch 越大，TTFT 越高。", DOWN),
        ("batch 越小，throughput 越低。", DOWN),
        ("TTFT increases with batch.", ACROSS),
        ("max-slots 越低，TTFT 越高。", LISTS),
    ],
)
def test_a_trend_that_every_step_keeps_is_supported(claim: str, source: str) -> None:
    verdict = supports(claim, source)
    assert verdict.status == "supported", verdict.reason
    assert any(fact.kind == "trend" and fact.how.startswith("computed") for fact in verdict.facts)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("As batch grows, TTFT falls.", DOWN),
        ("batch 越大，TTFT 越低。", DOWN),
        ("Larger batch gives faster TTFT.", DOWN),
        ("TTFT falls as the batch grows.", ACROSS),
        ("max-slots 越低，TTFT 越低。", LISTS),
        ("ITL increases steadily as batch increases.", DOWN),
        ("TTFT 随 batch 增大先升后降。", DOWN),
        ("latency falls as load increases for Orca", TWO),
    ],
)
def test_a_trend_that_the_values_run_against_is_contradicted(claim: str, source: str) -> None:
    assert supports(claim, source).status == "contradicted"


@pytest.mark.parametrize(
    ("claim", "source"),
    [("ITL increases with batch.", DOWN), ("latency rises as load increases", TWO)],
)
def test_a_trend_that_not_every_step_or_row_keeps_is_not_proved(claim: str, source: str) -> None:
    verdict = supports(claim, source)
    assert verdict.status not in {"supported", "contradicted"}
    assert any(fact.kind == "trend" and fact.status == "unchecked" for fact in verdict.facts)


def test_values_that_go_both_ways_prove_that_a_trend_turns() -> None:
    verdict = supports("ITL 随 batch 非单调变化。", DOWN)
    assert any(fact.kind == "trend" and fact.status == "proved" for fact in verdict.facts)
