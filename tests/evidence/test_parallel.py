"""Lists that belong together keep their order, or both change it alike."""

import pytest

from agent.evidence import supports

SIZES = "针对 3B、9B 和 40B 的 Heron，裁剪后仅损失 2.1%、1.4% 和 0.6% 的准确率。"
CARDS = "On Z40, Z60 and X90 it reaches 1.2×, 1.4× and 2.0×."


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (SIZES, "3B、9B、40B 的 Heron 裁剪后准确率损失分别为 0.6%、1.4% 和 2.1%。"),
        (CARDS, "It reaches 1.4×, 1.2× and 2.0× on Z40, Z60 and X90."),
        (CARDS, "On Z60, Z40 and X90 it reaches 1.2×, 1.4× and 2.0×."),
    ],
)
def test_parallel__one_list_in_another_order_pairs_its_items_anew(source: str, claim: str) -> None:
    verdict = supports(claim, source)
    assert verdict.status == "contradicted"
    assert "in another order" in verdict.reason


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (SIZES, "3B、9B、40B 的 Heron 裁剪后准确率损失分别为 2.1%、1.4% 和 0.6%。"),
        (SIZES, "40B、9B、3B 的 Heron 裁剪后准确率损失分别为 0.6%、1.4% 和 2.1%。"),
        (CARDS, "It reaches 1.2×, 1.4× and 2.0× on Z40, Z60 and X90."),
        (CARDS, "On X90, Z60 and Z40 it reaches 2.0×, 1.4× and 1.2×."),
    ],
)
def test_parallel__both_lists_in_the_same_order_are_as_they_were(source: str, claim: str) -> None:
    assert supports(claim, source).status == "supported"
