"""The gist of a text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.gist import clashes, gist, share, telling, telling_name


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("提升 30-50%", {"30%", "50%"}),
        ("约 200 万次", {"2000000"}),
        ("1.4× 1.5x 1.6 倍", {"1.4×", "1.5×", "1.6×"}),
        ("1,498,021 tokens", {"1498021"}),
        ("TTFT 17.71/29.67/30.86ms", {"17.71", "29.67", "30.86"}),
        ("InternLM-20B 与 Qwen2.5-32B", set()),
        ("v0.30.0，2026-09-25，arXiv:2608.14635", set()),
        ("教程（二）、第三篇", {"二#", "三#"}),
        ("共762个commit", {"762"}),
    ],
)
def test_gist__numbers_in_one_spelling(text: str, numbers: set[str]) -> None:
    assert gist(text).numbers == numbers


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A Unified Framework for RAG Serving", {"rag"}),
        ("FASTER LARGE LANGUAGE MODEL INFERENCE", set()),
        ("使用vLLM推理", {"vllm"}),
        ("GPUs and H100", {"gpu", "h100"}),
    ],
)
def test_gist__names_are_what_is_written_as_one(text: str, names: set[str]) -> None:
    assert gist(text).names == names


def test_gist__two_languages_share_names_figures_and_dates() -> None:
    zh = gist("【2026年9月】TurboMarsupial 支持 MXFP4，H800 上性能可达 vLLM 的 1.5 倍")
    en = gist("[2026/09] TurboMarsupial supports MXFP4, 1.5x the speed of vLLM on H800")
    assert (zh.han, en.han) == (True, False)
    assert {"mxfp4", "h800", "vllm"} <= zh.names & en.names
    assert zh.numbers == en.numbers == {"1.5×"}
    assert zh.dates == en.dates == {"2026-09"}


def test_gist__pictures_and_own_machine_are_no_pages() -> None:
    text = "![](https://img.shields.io/github/stars/a/b.svg) http://localhost:8000/x https://a.org/p.png https://a.org/p"
    assert gist(text).pages == {"https://a.org/p"}


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("不再支持 Volta", True),
        ("不仅支持 Volta", False),
        ("no longer works", True),
        ("drops Volta", True),
        ("works", False),
    ],
)
def test_gist__negation(text: str, negated: bool) -> None:
    assert gist(text).negated == negated


def test_clashes__only_in_the_same_place() -> None:
    a, b = gist("TTFT of 21 ms and TPOT of 12 ms"), gist("TTFT of 29 ms and TPOT of 12 ms")
    assert [(x.value, y.value) for x, y in clashes(a.slots, b.slots)] == [("21", "29")]
    assert not clashes(gist("batch 64 wins").slots, gist("latency 21 falls").slots)


def test_telling__what_is_not_shared_by_chance() -> None:
    assert telling({"4%", "38%", "1.4×", "7", "512", "2026", "2000000"}) == {"38%", "1.4×", "512", "2000000"}
    assert [
        name for name in ("kv", "gpu", "f16", "vllm", "flashinfer", "opal-32b") if telling_name(name)
    ] == [
        "flashinfer",
        "opal-32b",
    ]


def test_share__weighted() -> None:
    assert share({"a", "b"}, frozenset({"a"})) == 0.5
    assert share({"a", "b"}, frozenset({"a"}), {"a": 3.0, "b": 1.0}.__getitem__) == 0.75
    assert share(set(), frozenset({"a"})) == 1


PARTS = "ids pages versions numbers dates names words slots marks negated han facts terms latin".split()


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_gist__any_text(text: str) -> None:
    found = gist(text)
    for part in PARTS:
        getattr(found, part)


@pytest.mark.parametrize(
    "unit", ["1", "1,", "a-", "1.", "_", "[(", "不", "x1 ", "2026-09-", "a/b ", "a", "1.5x ", "**"]
)
def test_gist__linear_in_the_text(unit: str) -> None:
    began = time.process_time()
    found = gist(unit * (200_000 // len(unit)))
    for part in PARTS:
        getattr(found, part)
    assert time.process_time() - began < 6
