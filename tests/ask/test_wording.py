"""Questions in other words than the passages: percentiles, hyphens, names of two spellings, counts and prices."""

from __future__ import annotations

import pytest

from agent.ask.lexicon import forms_of, names
from agent.ask.properties import counts, may_be
from agent.ask.surface import Surface, folded
from agent.ask.understand import understand


@pytest.mark.parametrize(
    "text", ["the 95th percentile", "the p95", "第95百分位数", "95 分位", "95th-percentile"]
)
def test_percentiles_have_one_spelling(text: str) -> None:
    assert Surface(text).holds("p95")


def test_a_percentile_of_a_question_is_one_term() -> None:
    asked = understand("What is the 99th percentile latency of Kestrel?")

    assert "p99" in {form for term in asked.terms for form in term.forms}


def test_a_text_without_percentiles_is_left_as_it_is() -> None:
    assert folded("Plain 95th text") == "plain 95th text"


@pytest.mark.parametrize(
    ("asked", "other"), [("Nvidia", "英伟达"), ("腾讯", "tencent"), ("斯坦福", "stanford")]
)
def test_a_name_of_two_spellings_is_a_name_in_both(asked: str, other: str) -> None:
    term = next(term for term in understand(f"Kestrel 和 {asked} 有什么关系？").terms if other in term.forms)

    assert term.kind == "name"


def test_names_are_forms_that_stand_for_each_other() -> None:
    assert names() <= forms_of().keys()


def test_a_word_of_the_lexicon_beside_another_name_is_part_of_it() -> None:
    asked = understand("Harrier Preview 的参数量是多少？")

    assert [term.kind for term in asked.terms if term.text == "Preview"] == ["name"]


def test_a_hyphenated_word_with_a_name_in_it_is_two_words() -> None:
    asked = understand("How fast is the eight-GPU node of Kestrel?")

    assert {"eight", "gpu"} <= {form for term in asked.terms for form in term.forms}
    assert "eight-gpu" not in {form for term in asked.terms for form in term.forms}


@pytest.mark.parametrize(
    ("question", "dimension", "told"),
    [
        ("how many nodes does it run on?", "", True),
        ("how many nodes does it run on?", "percent", False),
        ("how many nodes does it run on?", "usd", False),
        ("用了多少台机器？", "time", False),
        ("how many hours does it take?", "time", True),
        ("what is the price of kestrel?", "usd", True),
        ("what is the price of kestrel?", "percent", False),
        ("by how much did the price fall?", "percent", True),
        ("what is the memory of kestrel?", "data", True),
        ("what is the memory of kestrel?", "time", False),
        ("what is the memory of kestrel?", "", True),
    ],
)
def test_a_figure_answers_in_the_unit_of_what_is_asked(question: str, dimension: str, told: bool) -> None:
    focus = [term for term in understand(question).terms if term.kind == "word"]

    assert may_be(dimension, question, focus) is told


@pytest.mark.parametrize(
    ("question", "told"),
    [("how many cards are there", True), ("多少张卡", True), ("how many seconds", False), ("多少钱", False)],
)
def test_what_is_counted_is_told_from_what_is_measured(question: str, told: bool) -> None:
    assert counts(question) is told
