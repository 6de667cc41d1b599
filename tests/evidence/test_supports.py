import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.evidence import EvidenceIndex, as_evidence, assess, supports
from agent.facts import Claim
from agent.models import Evidence, Span

NOTE = """## 延迟评测
配置（Foo-70B · 8×A900 · req-rate=5）：
| max-len | TTFT (ms) | TPOT (ms) | e2e (s) |
|---|---|---|---|
| 640 | 15.21 | 18.4 | 1.58 |
| 320 | 27.37 | 13.50 | 1.16 |
| 160 | 33.96 | 14.27 | 1.14 |

同样内核下，Bar 仍比 Foo 保持吞吐优势，差距 ≤6%。生产环境可获得 20-45% 吞吐提升。每周安装量约 300 万次（2026-05）。
低并发 TTFT 为 615ms（3.1× 快于 Bar 的 1907ms）。Foo v0.40.0 于 2026-05-22 发布，共 431 commits。
A900 1.4× / B700 2.35×。目前不支持 FP4 量化，预计 7 月支持。
"""
INDEX = EvidenceIndex([as_evidence(NOTE)])


@pytest.mark.parametrize(
    ("claim", "how"),
    [
        ("max-len=640 时 TTFT 为 15.21 ms", "exact"),
        ("差距不超过 6%", "exact"),
        ("每周安装量约三百万次", "exact"),
        ("max-len=640 的 TTFT 为 0.01521 s", "converted"),
        ("max-len=640 的 TTFT 约 15.2 ms", "rounded"),
        ("640 与 160 的 TTFT 相差 18.75 ms", "computed"),
        ("Foo v0.40.0 于 2026-05-22 发布", "exact"),
        ("B700 提升 2.35 倍", "exact"),
        ("Foo v0.40.0 于 2026-05 发布", "coarser"),
    ],
)
def test_the_same_value_is_proved_and_how_is_said(claim: str, how: str) -> None:
    verdict = supports(claim, INDEX)
    assert verdict.status in {"supported", "partly supported"}, verdict.reason
    assert any(check.how.startswith(how) and check.quote for check in verdict.facts)
    assert verdict.distance == 0


@pytest.mark.parametrize(
    ("rule", "claim"),
    [
        ("digit", "max-len=640 时 TTFT 为 15.31 ms"),
        ("row", "max-len=320 时 TTFT 为 15.21 ms"),
        ("column", "max-len=640 时 TPOT 为 15.21 ms"),
        ("unit", "max-len=640 时 TTFT 为 15.21 s"),
        ("bound", "差距至少 6%"),
        ("bound dropped", "差距为 6%"),
        ("range", "生产环境可获得 20-55% 吞吐提升"),
        ("one end of a range", "生产环境可获得 45% 吞吐提升"),
        ("approximation dropped", "每周安装量 300 万次"),
        ("rounding not said", "max-len=640 的 TTFT 为 15.2 ms"),
        ("version", "Foo v0.4.0 于 2026-05-22 发布"),
        ("date", "Foo v0.40.0 于 2026-05-23 发布"),
        ("subject", "Bar v0.40.0 于 2026-05-22 发布"),
        ("pairing", "A900 2.35×"),
        ("entity", "Baz v0.40.0 于 2026-05-22 发布"),
        ("negation", "目前支持 FP4 量化"),
        ("hedge", "目前不支持 FP4 量化，7 月支持。"),
        ("order", "Foo 仍比 Bar 保持吞吐优势"),
        ("superlative", "max-len=640 的 TPOT 最低"),
        ("count", "Foo v0.40.0 共 441 commits"),
        ("ratio", "max-len=320 的 TTFT 是 640 的 2.8 倍"),
    ],
)
def test_the_right_number_of_the_wrong_thing_is_no_proof(rule: str, claim: str) -> None:
    verdict = supports(claim, INDEX)
    assert verdict.status in {"unsupported", "contradicted"}, (rule, verdict)
    assert verdict.reason


def test_words_that_cannot_be_checked_are_never_called_supported() -> None:
    assert supports("社区普遍欢迎这一变化", INDEX).status == "unchecked"
    assert supports("TTFT 为 615ms，令人满意", INDEX).status == "partly supported"


def test_a_table_row_is_held_against_the_row_of_the_same_label() -> None:
    header = ("max-len", "TTFT (ms)", "TPOT (ms)")
    right = Claim("| 320 | 27.37 | 13.50 |", 0, 23, 1, 1, "table_row", ("320", "27.37", "13.50"), header)
    wrong = Claim("| 320 | 27.37 | 18.4 |", 0, 22, 1, 1, "table_row", ("320", "27.37", "18.4"), header)
    assert supports(right, INDEX).status == "supported"
    assert supports(wrong, INDEX).status in {"unsupported", "contradicted"}


def test_a_comparison_is_worked_out_over_the_table() -> None:
    table = as_evidence(
        "| Model | Accuracy | WER |\n|---|---|---|\n| Foo | 81.5 | 9.2 |\n| Bar | 79.1 | 11.0 |\n"
    )
    right = supports("Foo has a higher Accuracy than Bar.", [table])
    wrong = supports("Bar outperforms Foo on WER.", [table])
    assert any(check.kind == "comparison" and check.status == "proved" for check in right.facts)
    assert wrong.status == "contradicted"


def test_the_distance_is_the_greatest_that_the_proof_needs() -> None:
    near = Evidence(id="a", span=Span(path="a", start=0, end=1), quote="Foo 的吞吐为 900 tok/s。", distance=1)
    far = Evidence(id="b", span=Span(path="b", start=0, end=1), quote="Foo 的延迟为 20 ms。", distance=2)
    assert supports("Foo 的吞吐为 900 tok/s。", [near, far]).distance == 1
    assert supports("Foo 的延迟为 20 ms。", [near, far]).distance == 2


def test_a_single_row_takes_its_heads_from_the_evidence() -> None:
    row = Evidence(
        id="r",
        span=Span(path="r", start=0, end=1),
        quote="| Foo | 12.5 | 3 |",
        distance=0,
        heads=("评测", "模型", "延迟 (ms)", "卡数"),
    )
    assert supports("Foo 的延迟为 12.5 ms。", [row]).status == "supported"
    assert supports("Foo 的卡数为 12.5。", [row]).status in {"unsupported", "contradicted"}


def test_spans_of_facts_are_spans_of_the_claim_over_several_sentences() -> None:
    claim = "差距不超过 6%。Foo v0.40.0 共 999 commits。"
    for check in supports(claim, INDEX).facts:
        assert claim[check.start : check.end] == check.text


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="Foo Bar12.5ms%不超过|约→/是,。\n#`(（-", max_size=80))
def test_any_claim_and_any_evidence_give_a_verdict(text: str) -> None:
    first = assess(text, INDEX)
    assert first == assess(text, INDEX)
    assert 0.0 <= first.score <= 1.0
    assess("Foo 的延迟为 12.5 ms", text)


@pytest.mark.parametrize("piece", ["1", "1,", "1 ms ", "x=1 ", "|a", "Foo is not Bar ", "提升1%，"])
def test_long_claims_and_long_evidence_take_linear_time(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * size)[:size]
        start = time.process_time()
        assess(text, INDEX)
        assess("Foo 提升 1 ms，不到 2%", EvidenceIndex([as_evidence(text)]))
        return time.process_time() - start

    seconds(500)
    assert seconds(4000) < 8 * seconds(1000) + 0.5
