"""Each kind of fault is found, and the same shape without the fault is left alone."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.consistency import faults

TABLE = """## 实测

| batch | TTFT (ms) | TPOT (ms) |
|---|---|---|
| 8 | 12.1 | 9.40 |
| 16 | 15.7 | 8.20 |
| 32 | 24.9 | 8.85 |

"""

FAULTY = [
    ("count", "以下三项优化：\n\n- 分页缓存\n- 前缀复用\n"),
    ("count", "There are four techniques:\n\n1. paging\n2. reuse\n3. batching\n"),
    ("count", "三个平面（控制 / 数据）各自独立。\n"),
    ("count", "支持 4 种后端：CUDA、ROCm、Metal。\n"),
    ("superlative", TABLE + "TPOT 在 batch=32 时最优（8.85ms）。\n"),
    ("trend", TABLE + "batch 越大，TTFT 越低。\n"),
    ("no value", TABLE + "batch 越大，TTFT 越高，但显存占用更高。\n"),
    ("value", TABLE + "batch=16 时 TTFT 为 17.5 ms。\n"),
    ("superlative", "Throughput: Alpha1 reaches 310 tok/s, Beta2 reaches 420 tok/s. Alpha1 has the highest throughput.\n"),
    ("ratio", "吞吐从 100 tok/s 提升到 150 tok/s，提升 80%。\n"),
    ("ratio", "Alpha needs 834 ms (2.9x faster than Beta, 2029 ms).\n"),
    ("total", "| 类别 | 篇数 |\n|---|---|\n| 训练 | 12 |\n| 推理 | 30 |\n| 合计 | 43 |\n"),
    ("total", "共 12 篇（训练 5 篇、推理 8 篇）。\n"),
    ("value", "# Alpha 1.2\n\nAlpha 的 TTFT 为 30 ms。\n\n另测得 Alpha 的 TTFT 达到 45 ms。\n"),
    ("duplicate", "| arXiv | 标题 |\n|---|---|\n| 2601.00001 | A |\n| 2601.00002 | B |\n| 2601.00001 | A again |\n"),
    ("duplicate", "- [One](https://arxiv.org/abs/2601.00001)\n- [Two](https://arxiv.org/abs/2601.00002)\n- [One more](https://arxiv.org/pdf/2601.00001v2)\n"),
    ("name", "见 2026-01-02-0900-Weekly-notes.md。\n\n另见 2026-01-02-weekly-notes.md。\n"),
    ("date", "窗口为 2026-03-05 至 2026-03-01。\n"),
    ("date", "会议在 2026-02-30 举行。\n"),
    ("date", "2026-11-30（星期二）发布。\n"),
    ("title", "## Kernel fusion: 2.8× throughput\n\nFusion improves throughput by 2.3× on one node.\n"),
    ("opposite", "Alpha 支持 FP8 KV 缓存。\n\nAlpha 不支持 FP8 KV 缓存。\n"),
    ("opposite", "Alpha 的吞吐高于 Beta。\n\nBeta 的吞吐高于 Alpha。\n"),
]  # fmt: skip

CLEAN = [
    "以下三项优化：\n\n- 分页缓存\n- 前缀复用\n- 连续批处理\n",
    "We ran 8 GPUs and saw:\n\n- a gain\n- a loss\n",
    TABLE + "TPOT 在 batch=16 时最优（8.20ms）。TTFT 在 batch=8 时最低。\n",
    TABLE + "batch 越大，TTFT 越高。\n",
    TABLE + "batch=16 时 TTFT 约 16 ms。\n",
    TABLE + "batch=64 时 TTFT 为 40 ms。\n",
    "吞吐从 100 tok/s 提升到 150 tok/s，提升 50%。\n",
    "Alpha needs 834 ms (2.4x faster than Beta, 2029 ms).\n",
    "| 类别 | 篇数 |\n|---|---|\n| 训练 | 12 |\n| 推理 | 30 |\n| 合计 | 42 |\n",
    "共 12 篇，其中训练 5 篇、推理 3 篇。\n",
    "# Alpha\n\nAlpha 的 TTFT 为 30 ms。\n\n在长上下文下 Alpha 的 TTFT 为 45 ms。\n",
    "# Alpha\n\nAlpha 的 TTFT 为 29.67 ms。\n\n即 Alpha 的 TTFT 约 30 ms。\n",
    "# Alpha\n\nAlpha on A100 reaches 310 tok/s throughput.\n\nAlpha on H100 reaches 620 tok/s throughput.\n",
    "见 2026-01-02-0900-notes.md 与 2026-01-02-1700-notes.md。\n",
    "窗口为 2026-03-01 至 2026-03-05。\n",
    "2026-11-30（星期一）发布。\n",
    "## Kernel fusion: up to 2.8× throughput\n\nFusion improves throughput by 2.3× on one node.\n",
    "Alpha 支持 FP8。\n\nBeta 不支持 FP8。\n",
    "```\n以下三项：\n- a\n- b\n```\n",
    "",
]


@pytest.mark.parametrize(("kind", "text"), FAULTY, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(FAULTY)])
def test_a_fault_is_found_and_both_places_can_be_found_again(kind: str, text: str) -> None:
    found = faults(text)
    assert [fault.kind for fault in found] == [kind]
    lines = text.split("\n")
    for place in (found[0].a, found[0].b):
        if place is not None:
            assert place.quote.split("\n")[0] in lines[place.line - 1]


@pytest.mark.parametrize("text", CLEAN, ids=[str(n) for n in range(len(CLEAN))])
def test_what_can_hold_is_left_alone(text: str) -> None:
    assert faults(text) == ()


def test_a_date_after_the_day_of_the_text_is_told() -> None:
    text = "Alpha v2.0.1 于 2026-05-09 发布。\n"
    assert [fault.kind for fault in faults(text, date=dt.date(2026, 5, 1))] == ["date"]
    assert faults(text, date=dt.date(2026, 5, 10)) == ()
    assert faults("Alpha v2.0.1 将于 2026-05-09 发布。\n", date=dt.date(2026, 5, 1)) == ()


def test_a_test_before_the_release_is_told() -> None:
    text = "Orca v2.0.1 于 2026-05-09 发布。\n\n2026-04-02 实测 Orca v2.0.1 的吞吐。\n"
    assert [fault.kind for fault in faults(text)] == ["date"]


def test_the_real_brief_holds_the_faults_that_a_reader_finds() -> None:
    brief = Path(__file__).parents[3] / "shared" / "brief" / "e1-inference-2026-09-25.md"
    if not brief.exists():
        pytest.skip("the real brief lies outside the project and is absent here")
    found = faults(brief.read_text(encoding="utf-8"))
    assert {fault.kind for fault in found} == {
        "superlative",
        "count",
        "value",
        "duplicate",
        "name",
        "no value",
    }
    assert len(found) == 6


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab1 23.|-#*\n：:（）/、，。%×①增量共msTTFT最低高于比从到=`~[]()", max_size=300))
def test_no_text_makes_it_fail(text: str) -> None:
    faults(text)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "1",
        "|",
        "-",
        "1/2",
        "从1到2",
        "（",
        "[",
        "**",
        "A1 ",
        "最低",
        "共 2 个：",
        "\n- x",
        "1.",
        "a.b-c/",
        "2026-01-01 ",
    ],
)
def test_a_long_run_of_anything_takes_linear_time(piece: str) -> None:
    faults(piece * (60_000 // len(piece)))
