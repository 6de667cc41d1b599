"""Differences that people read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.document.diff import marked, word_diff, words


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_word_diff_holds_both_texts(old: str, new: str) -> None:
    changes = word_diff(old, new)
    assert "".join(c.text for c in changes if c.kind != "added") == old
    assert "".join(c.text for c in changes if c.kind != "removed") == new


@given(st.text(max_size=100))
def test_words_joined_are_the_text(text: str) -> None:
    assert "".join(words(text)) == text


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("准确率为90.37%。", "准确率为90.73%。", "准确率为[-90.37%-]{+90.73%+}。"),
        ("显存占用较低", "显存占用很低", "显存占用[-较-]{+很+}低"),
        ("vLLM v0.29.0 is out", "vLLM v0.30.0 is out", "vLLM [-v0.29.0-]{+v0.30.0+} is out"),
        ("same", "same", "same"),
        ("", "新", "{+新+}"),
    ],
)
def test_a_changed_word_shows_as_one_change(old: str, new: str, shown: str) -> None:
    assert marked(word_diff(old, new)) == shown


def test_very_long_texts_show_the_middle_as_one_change() -> None:
    old, new = "字" * 5000 + "甲" + "尾" * 10, "字" * 5000 + "乙" + "尾" * 10
    assert marked(word_diff(old, new)).count("[-") == 1
