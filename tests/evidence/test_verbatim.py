"""What a source says word for word is supported, in any order and in any part; a stretch of a sentence is not."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.checking import check
from agent.evidence import EvidenceIndex, as_evidence, supports
from agent.facts import Claim

BLOCKS = (
    "We serve two models: Orca 3 8B and 70B. Orca 3 8B reaches 900 tok/s; 70B stays below 120 tok/s.",
    "At α ≥ 0.7 and γ ≥ 4, drafting gave 2–3× over the baseline.",
    "With 4 devices, that's 4 × 96 GB = 384 GB, more than most servers have.",
    "量化后，一组 8 位权重位于 [-101, 118]，缩放因子 ⌈(118−(−101))/15⌉=15，零点为 7。",
    "对图 3 中的卡做分析：当 m < 64 时 W4A16 更快，当 m > 64 时 W8A8 更快。",
    "- `1`：仅计算进程模式，`0` 为默认模式\n- 端口 8000、8001、8002 分别对应三个副本",
    "| card | TTFT (ms) | memory |\n|---|---|---|\n| A10 | 41.5 | 24 GB |\n| L4 | 58.0 | 24 GB |",
    "```bash\nserve --max-num-seqs 384 --port 9001\n```",
    "The largest block has 2 slots; the whole model has 48. Two buffers hold 3.4 GB.",
    "今年共 431 次提交，其中 30% 与调度有关。",
    'Quoting someone: "It will reach 5× by May." We have not seen it.',
)
NOTE = "# Notes\n\n" + "\n\n".join(BLOCKS) + "\n"
INDEX = EvidenceIndex([as_evidence(NOTE)])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(BLOCKS), min_size=1, unique=True))
def test_a_copy_of_any_blocks_in_any_order_is_supported(blocks: list[str]) -> None:
    report = check("\n\n".join(blocks), NOTE)
    failed = [claim for claim in report.claims if claim.verdict.status != "supported"]
    assert failed == []


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab 12。.，3|-*`\n大小不没 %x", min_size=1, max_size=60))
def test_a_copy_of_any_text_holds_nothing_unsupported(text: str) -> None:
    if text.strip():
        assert check(text, text).ok


def test_emphasis_and_spaces_make_no_difference() -> None:
    assert supports("**Orca 3 8B** reaches  900 tok/s;", INDEX).status == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "It will reach 5× by June.",
        "Orca 3 8B reaches 120 tok/s.",
        "仅计算进程模式，`2` 为默认模式",
    ],
)
def test_one_changed_character_is_no_copy(claim: str) -> None:
    assert supports(claim, INDEX).status in {"unsupported", "contradicted"}


def test_a_stretch_of_a_sentence_is_no_copy_where_the_rest_turns_it() -> None:
    index = EvidenceIndex(
        [as_evidence("Nobody showed that Orca runs on one card. 未证实 Orca 支持 FP4 量化。")]
    )
    for claim in ("Orca runs on one card.", "Orca 支持 FP4 量化。"):
        assert supports(claim, index).status != "supported"


def test_a_row_under_other_heads_is_no_copy() -> None:
    row = Claim(
        "| A10 | 41.5 | 24 GB |",
        0,
        22,
        1,
        1,
        "table_row",
        ("A10", "41.5", "24 GB"),
        ("card", "TPOT (ms)", "memory"),
    )
    assert supports(row, INDEX).status != "supported"


def test_yesterday_is_the_same_word_only_on_the_same_day() -> None:
    source = as_evidence("昨日发布 Orca v2.1。", date=dt.date(2026, 5, 2))
    assert supports("昨日发布 Orca v2.1。", [source], date=dt.date(2026, 5, 2)).status == "supported"
    assert supports("昨日发布 Orca v2.1。", [source], date=dt.date(2026, 5, 9)).status != "supported"


def test_a_figure_inside_a_code_fence_of_the_source_is_evidence() -> None:
    verdict = supports("`--max-num-seqs` is set to 384 on port 9001.", INDEX)
    assert verdict.status not in {"unsupported", "contradicted"}, verdict.reason
