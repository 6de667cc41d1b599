"""People name sections in many ways; one is found, or the answer says why not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.document import Ambiguous, Found, Unknown, find_section, parse

DOCUMENT = parse(
    """\
# 推理

## 1.1 框架格局

## 1.2 显存与 KV Cache

## §1.4 推理可靠性与可观测性

## 二、训练

### Serving

## LLM Frameworks

### Serving

## 📖 [Long Context Attention](#long) ([back](#top))
""".encode()
)


@pytest.mark.parametrize(
    ("said", "heading"),
    [
        ("§1.1", "1.1 框架格局"),
        ("1.1", "1.1 框架格局"),
        ("§ 1.1 框架格局", "1.1 框架格局"),
        ("框架格局", "1.1 框架格局"),
        ("§1.1 框架格局（vLLM v0.30.0 · TTFT 17.71/29.67ms · 见 §1.4）", "1.1 框架格局"),
        ("inference.md §1.1", "1.1 框架格局"),
        ("`1.2 显存与 KV Cache`", "1.2 显存与 KV Cache"),
        ("1.2 显存与kv cache", "1.2 显存与 KV Cache"),
        ("§1.4 推理可靠性与可观测性（Belayer arXiv:2608.14635）", "§1.4 推理可靠性与可观测性"),
        ("二、训练", "二、训练"),
        ("训练", "二、训练"),
        ("LLM Frameworks > Serving", "Serving"),
        ("训练 / Serving", "Serving"),
        ("Long Context Attention", "📖 [Long Context Attention](#long) ([back](#top))"),
        ("推理可靠性", "§1.4 推理可靠性与可观测性"),
    ],
)
def test_a_section_is_found_by_what_people_write(said: str, heading: str) -> None:
    found = find_section(DOCUMENT, said)
    assert isinstance(found, Found), found
    assert found.section.heading == heading


def test_a_path_tells_equal_headings_apart() -> None:
    found = find_section(DOCUMENT, "LLM Frameworks > Serving")
    assert isinstance(found, Found)
    assert found.section.path == ("推理", "LLM Frameworks", "Serving")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Serving", "2 sections answer to 'Serving'"),
        ("§1.1、§1.2", "several sections are named: 1.1, 1.2"),
        ("§1.1 训练", "the number 1.1 and the words name different sections"),
    ],
)
def test_what_may_mean_several_sections_is_ambiguous(said: str, reason: str) -> None:
    found = find_section(DOCUMENT, said)
    assert isinstance(found, Ambiguous), found
    assert found.reason == reason
    assert len(found.sections) == 2


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "no section is named"),
        ("——", "no section is named"),
        ("§9.9", "no section is numbered 9.9"),
        ("量子计算", "no section answers to '量子计算'"),
    ],
)
def test_what_means_no_section_is_unknown(said: str, reason: str) -> None:
    assert find_section(DOCUMENT, said) == Unknown(reason)


@given(st.text(max_size=80))
def test_any_words_have_an_answer(said: str) -> None:
    assert isinstance(find_section(DOCUMENT, said), Found | Ambiguous | Unknown)
