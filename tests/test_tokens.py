"""Search tokens."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.tokens import tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("vLLM v0.30.0 发布", ["vllm", "v0.30.0", "发布"]),
        ("使用vLLM推理", ["使用", "vllm", "推理"]),
        ("见 2608.14635v1", ["见", "2608.14635v1", "2608.14635"]),
        ("max-num-seqs", ["max-num-seqs", "max", "num", "seqs"]),
        ("Qwen2.5-VL-7B", ["qwen2.5-vl-7b", "qwen2.5", "vl", "7b"]),
        ("llama.cpp", ["llama.cpp", "llama", "cpp"]),
        ("2026-09-25", ["2026-09-25"]),
        ("17.71/29.67/30.86ms", ["17.71", "29.67", "30.86ms"]),
        ("框架格局", ["框架", "架格", "格局"]),
        ("ＧＰＴ－4", ["gpt-4", "gpt", "4"]),
        ("C++ and C#", ["c++", "and", "c#"]),
        ("吞吐1.3×提升", ["吞吐", "1.3", "提升"]),
        ("end. Next", ["end", "next"]),
    ],
)
def test_ids_stay_whole_and_chinese_comes_in_pairs(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(st.text())
def test_any_text_has_tokens_without_space(text: str) -> None:
    assert all(token and not any(c.isspace() for c in token) for token in tokens(text))


@given(st.text(alphabet="abc框架1.-_ ", max_size=40))
def test_case_does_not_matter(text: str) -> None:
    assert tokens(text) == tokens(text.upper())


@pytest.mark.parametrize("unit", ["a-", "1.", "中", "a.1", "-"])
def test_a_long_run_takes_linear_time(unit: str) -> None:
    start = time.process_time()
    tokens(unit * (500_000 // len(unit)))
    assert time.process_time() - start < 5


def test_tokens__what_no_reader_sees_parts_no_word() -> None:
    assert tokens("v\u200bLLM v0.\u200b30.1 显\u2060存") == tokens("vLLM v0.30.1 显存")
