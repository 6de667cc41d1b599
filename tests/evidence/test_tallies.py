"""How many there are of a thing, by the counts that the evidence gives of the same noun."""

from __future__ import annotations

import pytest

from agent.evidence import supports

_BAD = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("缓存丢失有三个原因。其一，键变了。", "缓存丢失共有六个原因。"),
        ("The suite runs on three datasets, and the engines are compared on them.", "Engines were set side by side on seven datasets."),
        ("The plan separates two concepts that used to move together.", "The new plan pulls apart five concepts."),
    ],
)  # fmt: skip
def test_another_count_of_the_same_noun__is_caught(source: str, claim: str) -> None:
    assert supports(claim, source).status in _BAD


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("缓存丢失有三个原因。其一，键变了。", "其中两个原因和键有关。"),
        ("It runs on three datasets: Ash, Elm and Oak.", "Two of the datasets are trees that shed leaves."),
        ("The suite has 40 tasks. Four tasks need a browser.", "Four tasks cannot run without a browser."),
        ("The release comes as weights and code.", "It comes in two formats."),
    ],
)  # fmt: skip
def test_a_count_of_a_part__is_left_open(source: str, claim: str) -> None:
    assert supports(claim, source).status not in _BAD
