"""How the words of a Chinese stretch are found."""

from __future__ import annotations

import pytest

from agent.ask.chinese import cut


def _words(run: str, before: str = "") -> list[str]:
    return [run[piece.start : piece.end] for piece in cut(run, before=before)]


@pytest.mark.parametrize(
    ("run", "words"),
    [
        ("为什么不适合很多人同时用", ["适合", "多人", "同时"]),
        ("为什么绕开张量", ["绕开", "张量"]),
        ("条目数", ["条目"]),
        ("", []),
        ("的", []),
        ("飝龘", ["飝龘"]),
    ],
)
def test_a_cut__leaves_least_over(run: str, words: list[str]) -> None:
    assert _words(run) == words


def test_after_how_many__a_single_character_is_a_word() -> None:
    assert _words("层", "共有多少") == ["层"]
    assert _words("这层是") == []


def test_a_cut__of_a_long_stretch_takes_no_time_of_its_square() -> None:
    assert sum(1 for _ in cut("适合推理" * 500)) >= 1000
