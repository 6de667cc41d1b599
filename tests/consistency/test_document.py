"""A claim against the document: told only when both cannot hold."""

from __future__ import annotations

import pytest

from agent.consistency import Passage, contradictions

CLASHES = [
    ("Orca v1.2.0 包含 762 个 commit。", "Orca v1.2.0 共 726 个 commit。", ()),
    ("Orca v1.2.0 发布于 2026-09-22。", "Orca v1.2.0 于 2026-09-20 发布。", ()),
    ("Orca 支持 FP4。", "Orca 不支持 FP4。", ()),
    ("Orca 现在支持按负载调整长度，TPOT 降低 18%。", "- **推测解码**：Orca 目前不支持按负载调整长度。", ("Orca v1.3",)),
    ("Orca 在 H200 上的恢复时间为 12 s。", "- Orca 在 H200 上的恢复时间约 45 s。", ()),
    ("batch=32 时 TPOT 为 13.97 ms。", "| batch | TPOT (ms) |\n|---|---|\n| 16 | 12.70 |\n| 32 | 12.97 |\n", ("Orca",)),
    ("Orca has 7.2 billion parameters.", "Orca has 2.7 billion parameters.", ()),
    ("Orca 的吞吐高于 Petrel。", "Petrel 的吞吐高于 Orca。", ()),
    ("The default block size of Orca is 16.", "Orca uses a default block size of 32.", ()),
    ("通用负载下 Orca 与 Petrel 差距 ≤4%。", "通用负载下 Orca 与 Petrel 差距为 12%。", ()),
    ("TTFT 为 45 ms。", "TTFT 为 30 ms。", ("Orca 实测",)),
    ("| 引擎 | 吞吐 (tok/s) |\n|---|---|\n| Orca | 2100 |\n| Petrel | 1800 |\n", "Orca 的吞吐为 1200 tok/s。", ()),
]  # fmt: skip

BOTH_HOLD = [
    ("Orca v1.3.0 包含 900 个 commit。", "Orca v1.2.0 共 726 个 commit。"),
    ("Orca v0.6 支持 FP4。", "Orca v0.5 不支持 FP4。"),
    ("据厂商称 Orca 支持 FP4。", "Orca 不支持 FP4。"),
    ("Orca 在 H200 上的恢复时间为 12 s。", "Orca 在 A100 上的恢复时间为 45 s。"),
    ("Orca 有 1014 星。", "Orca 有 541 星。"),
    ("Orca 的 TTFT 为 29.67 ms。", "Orca 的 TTFT 约 30 ms。"),
    ("Orca 的 TTFT 为 29.67 ms。", "Orca 的 P99 TTFT 为 45 ms。"),
    ("Orca 吞吐提升 30%。", "Orca 吞吐最高提升 50%。"),
    ("Orca 支持 LoRA。", "Petrel 不支持 LoRA。"),
    ("Orca 支持 LoRA。", "- **适配器**：Petrel 不支持 LoRA。"),
    ("在长上下文下，Orca 的 TTFT 为 300 ms。", "Orca 的 TTFT 为 30 ms。"),
]


@pytest.mark.parametrize(("claim", "text", "heads"), CLASHES)
def test_both_sides_are_quoted_where_they_clash(claim: str, text: str, heads: tuple[str, ...]) -> None:
    found = contradictions(claim, [Passage(text=text, line=40, heads=heads, path="doc.md")], heads=heads)
    assert len(found) == 1
    first, second = found[0].a, found[0].b
    assert first is not None
    assert second is not None
    assert first.quote in claim
    assert second.quote in text
    assert second.line == 40 + text[: text.index(second.quote)].count("\n")
    assert second.path == "doc.md"


@pytest.mark.parametrize(("claim", "text"), BOTH_HOLD)
def test_what_can_both_hold_is_no_contradiction(claim: str, text: str) -> None:
    assert contradictions(claim, [Passage(text=text)]) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Osprey 0.9 was released on 2026-10-01.", "Osprey 0.8 was released on 2026-08-01."),
        ("Osprey 2 于 2026-10-01 发布。", "Osprey 1 于 2026-08-01 发布。"),
    ],
)
def test_contradictions__two_releases_are_two_events(one: str, other: str) -> None:
    assert not contradictions(one, [Passage(text=other)])
    assert contradictions(one, [Passage(text=one.replace("-10-01", "-08-01"))])
