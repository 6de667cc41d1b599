"""What says the same in other words, units or places is no false alarm; what only looks alike is caught."""

import pytest

from agent.evidence import supports
from agent.facts.reading import read

CAUGHT = {"unsupported", "contradicted"}
_TABLE = (
    "Load test, 1x R900.\n\n| clients | quiet req/s | pinned req/s | change |\n|---|---|---|---|\n"
    "| 4 | 41.398 | 42.809 | +3.41% |\n| 9 | 88.604 | 87.337 | -1.43% |\n| 40 | 210.867 | 231.556 | +9.81% |\n"
)
_SLASHED = "| set | base | tuned |\n|---|---|---|\n| Arith (exact / loose) | 71.61% / 74.52% | 80.37% / 83.05% |\n| Verse (exact / loose) | 55.1% / 58.3% | 61.2% / 66.6% |\n"
_WORDS = "| | Rented | Owned | Shared |\n|---|---|---|---|\n| Control | High | Low | Medium |\n| Price | Medium | High | Low |\n"
_LIST = "## Topics\n\n- compilers: 13\n- serving: 12\n- caches: 9\n- phones: 6\n"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The pool grows from 115.3 to 128.2 req/s.", "The pool grows by 12.9 req/s."),
        ("在约 7000 条会话中，磁盘占用由旧版约 80% 降至约 16%。", "磁盘占用下降了约 64 个百分点。"),
        ("The 160 GB total consists of 120 GB of private copies and 40 GB of shared pages.", "Private copies are 75% of the 160 GB total."),
        ("Tarn needs eight Vela cards (96 GB each).", "Eight Vela cards of 96 GB come to 768 GB in total."),
        ("The plan costs 12.5亿美元, paid 每月 until 2031.", "每月付 12.5 亿美元。"),
        ("它在 2031 年前每月向 Tarn 支付 3.5亿美元。", "它每月付给 Tarn 3.5 亿美元。"),
        ("Kestrel beats the 2B model by 2.6 percentage points.", "Kestrel beats the 2B model by 2.6 points."),
        ("五次重复落在 128 到 139 req/s 这个区间。", "五次重复落在每秒 128–139 个请求之间。"),
        ("命令由 27 个扩至 60 余个。", "命令由 27 个扩至超过 60 个。"),
        ("Tern is at [its page](https://arxiv.org/abs/2604.01234v2).", "Tern is arXiv 2604.01234v2."),
        ("Output reaches 1K, input 1K–96K tokens.", "Input is 1K to 96K tokens."),
        ("Within its 60-layer stack, dense attention is applied at every 4th layer while the remaining 45 layers are linear.",
         "Dense attention is applied at every 4th layer of the 60-layer stack, and the remaining 45 layers are linear."),
        ("The store writes 121,000 times a second.", "The store reaches 121,000 writes/s."),
        ("Wren 提供月费 12 美元的套餐。", "Wren 每月收费 12 美元。"),
        ("Speed was 10 tok/s before and 15 tok/s after.", "Speed rose 1.5x."),
        ("最多可把帧数减少 40 倍。", "帧数最多减少 40 倍。"),
        (_TABLE, "At 9 clients the pinned plan loses 1.43%."),
        (_TABLE, "40 个 clients 时 quiet 约 211 req/s。"),
        (_SLASHED, "On Arith, base scores 71.61% exact and 74.52% loose."),
        (_WORDS, "Owned scores Low for Control."),
        (_LIST, "serving has 12."),
        ("name,qps,delay_ms\nalpha,120,35.4\nbeta,98,53.4\n", "alpha has a delay of 35.4 ms."),
    ],
)  # fmt: skip
def test_the_same_in_other_words__is_no_false_alarm(source: str, claim: str) -> None:
    verdict = supports(claim, source)
    assert verdict.status not in CAUGHT, verdict.reason


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_TABLE, "At 40 clients the quiet plan reaches 88.604 req/s."),
        (_TABLE, "At 40 clients the quiet plan reaches 231.556 req/s."),
        (_TABLE, "At 9 clients the pinned plan gains 1.43%."),
        (_SLASHED, "On Arith, base scores 74.52% exact."),
        (_WORDS, "Rented scores Low for Control."),
        (_LIST, "caches has 12 entries."),
        (_LIST, "serving has the most entries."),
        ("name,qps,delay_ms\nalpha,120,35.4\nbeta,98,53.4\n", "beta has a delay of 35.4 ms."),
        ("On one Vela it renders 60 s of film in 34 s.", "On one Vela it renders 34 s of film in 60 s."),
        ("Measured on 8x R900.", "Measured on 4x R900."),
        ("Logs are refused when tracing is on.", "Logs are refused when tracing is off."),
        ("Wren is one of the largest stores released.", "Wren is the largest store released."),
        ("The weights will be released by May.", "The weights have been released."),
        ("只约束本机，收益只有 10%；对全部机器约束，吞吐是 2.5 倍。", "只约束本机，吞吐是 2.5 倍。"),
        ("Plan A 为 40 元/月，Plan B 为 100 元/月。", "Plan B 的价格是 Plan A 的 3 倍。"),
        ("清河公司与北山大学联合开发了 Tern。", "清河公司与南江大学联合开发了 Tern。"),
        ("WebGrid is available behind a flag in Fox 150.", "WebGrid is available by default in Fox 150."),
        ("标准草案建议噪声上限为 45 dB。", "标准规定噪声上限为 45 dB。"),
        ("In the measured run, peak memory grew about 22% (23.1 → 28.1 GB); idle memory grew about 27% (11.5 → 14.6 GB).",
         "In the measured run, idle memory grew about 22% (23.1 → 28.1 GB)."),
        ("Tern improves quality (up to 31%) and cost (up to 63%).", "Tern improves quality by up to 63% and cost by up to 31%."),
    ],
)  # fmt: skip
def test_the_neighbour_of_a_value__is_caught(source: str, claim: str) -> None:
    assert supports(claim, source).status in CAUGHT


@pytest.mark.parametrize(
    ("text", "values", "dimension"),
    [
        ("up to 2048 output tokens", (2048.0,), "token"),
        ("2.27--2.76x faster", (2.27, 2.76), "times"),
        ("input 1K–192K", (1000.0, 192000.0), ""),
        ("每 rank 31 GB", (31e9,), "data"),
        ("约为旧版的一半", (50.0,), "percent"),
        ("吞吐从约 82 涨到 48 到 58 req/s", (82.0,), ""),
        ("121,000 times a second", (121000.0,), "count/time"),
        ("原因有四。", (4.0,), ""),
    ],
)
def test_forms_of_a_quantity(text: str, values: tuple[float, ...], dimension: str) -> None:
    fact = read(text).quantities[0]
    assert fact.values == values
    assert fact.dimension == dimension


def test_a_line_of_prose_with_commas__is_no_table() -> None:
    text = "Ann,Bob and Cid met.\nThey spoke,ate and left.\nNothing,else happened.\n"
    assert supports("Ann met Bob.", text).status not in CAUGHT
