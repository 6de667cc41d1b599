"""What a question asks: terms, what is asked for, turns."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.ask.model import Filters, Term
from agent.ask.understand import understand


def terms(text: str) -> dict[str, Term]:
    return {term.text: term for term in understand(text).terms}


def test_terms__a_version_a_name_and_what_is_asked_for() -> None:
    found = terms("How many replicas does Kestrel v1.4.2 keep?")
    assert found["v1.4.2"].kind == "version"
    assert found["Kestrel"].kind == "name"
    assert found["replicas"].focus


def test_terms__a_name_and_its_number_are_one() -> None:
    assert terms("What does GLM 5.3 reach?")["GLM 5.3"].forms == ("glm 5.3", "glm5.3")
    assert terms("Llama 3.1-70B 的延迟是多少？").keys() >= {"Llama", "延迟"}


def test_terms__words_of_the_field_stand_for_each_other_in_both_languages() -> None:
    assert "吞吐" in terms("What throughput does it reach?")["throughput"].forms
    assert "latency" in terms("延迟是多少？")["延迟"].forms


def test_terms__a_measure_of_one_character_is_a_word_after_how_many() -> None:
    assert "layer" in terms("Heron 一共有多少层？")["层"].forms


def test_focus__is_the_head_of_its_phrase() -> None:
    found = terms("What is the training cost of Heron?")
    assert (found["training"].focus, found["cost"].focus, found["cost"].joined) == (False, True, True)
    assert terms("Heron 的训练成本是多少？")["成本"].focus


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("How fast is Kestrel?", "fact"),
        ("Who reported on Kestrel?", "who"),
        ("谁提到了 Kestrel？", "who"),
        ("What is new since 2026-10-12?", "new"),
        ("2026-10-12 以来有什么新内容？", "new"),
        ("What do the sources disagree on about Kestrel?", "disagree"),
        ("来源对 Kestrel 的说法不一致吗？", "disagree"),
        ("Compare Kestrel and TallyFS.", "compare"),
        ("Kestrel 和 TallyFS 有什么区别？", "compare"),
        ("What did we reject?", "rejected"),
        ("我们拒绝了什么？", "rejected"),
    ],
)
def test_intent__is_read_off_the_turn_of_the_question(text: str, intent: str) -> None:
    assert understand(text).intent == intent


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many nodes?", "quantity"),
        ("多少个节点？", "quantity"),
        ("When was it released?", "date"),
        ("哪天发布的？", "date"),
        ("Which Ubuntu version runs there?", "version"),
        ("哪个版本？", "version"),
        ("What is its licence?", "licence"),
        ("它采用什么许可证？", "licence"),
        ("Which operating systems does it run on?", "system"),
        ("它是用什么语言写的？", "language"),
        ("Who wrote the paper on Heron?", "author"),
        ("Heron 的作者是谁？", "author"),
        ("Who maintains Heron?", "person"),
        ("Which flag limits the queue?", "option"),
        ("用哪个命令启动？", "command"),
        ("What is its colour?", ""),
    ],
)
def test_expected__is_the_kind_of_thing_that_answers(text: str, expected: str) -> None:
    assert understand(text).expected == expected


def test_sides__two_names_beside_each_other_are_asked_about_each() -> None:
    question = understand("What licences do Kestrel and TallyFS have?")
    assert question.sides == 2
    assert understand("How much faster is Kestrel than TallyFS?").sides == 0


def test_filters__from_the_question_and_from_outside() -> None:
    question = understand("What did bo report about Kestrel?", contributors=("ana", "bo"))
    assert question.filters.contributors == ("bo",)
    given = Filters(contributors=("ana",))
    assert (
        understand("What did bo report about Kestrel?", contributors=("bo",), filters=given).filters == given
    )
    assert understand("What is new since 2026-10-12?").filters.since == dt.date(2026, 10, 12)
    assert understand("What does section 1.3 say about Kestrel?").filters.sections == ("1.3",)


@given(st.text(max_size=300))
def test_understand__takes_any_text(text: str) -> None:
    question = understand(text, contributors=("jay",))
    assert all(term.forms and all(term.forms) for term in question.terms)


def test_understand__a_megabyte_is_cut_and_does_not_hang() -> None:
    assert len(understand("为什么 a1 和 " * 100_000).text) <= 2_000


@pytest.mark.parametrize(
    ("text", "dimensions"),
    [
        ("把频率锁定到多少 MHz？", ("frequency",)),
        ("How many watts does Kestrel draw?", ("power",)),
        ("How many stars does Kestrel have?", ()),
        ("有多少个节点？", ()),
    ],
)
def test_a_unit_asked_for__is_the_dimension_of_the_answer(text: str, dimensions: tuple[str, ...]) -> None:
    assert understand(text).dimensions == dimensions
