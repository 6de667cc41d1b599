"""Dates that a text cannot have."""

import pytest

from agent.consistency import faults


@pytest.mark.parametrize(
    ("text", "late"),
    [
        ("# Minutes\n\n*Written 14 May 2025*\n\n- The leak was mended on 2 June 2025.\n", True),
        ("# 简讯（2025-08-20）\n\n- 该队在 2025 年 9 月 3 日登顶联赛，至今未被超过。\n", True),
        ("# Minutes\n\n*Written 14 May 2025*\n\n- The move is planned for 2 June 2025.\n", False),
        ("# 简讯（2025-08-20）\n\n- 新船要等到 2025 年 9 月 3 日才下水。\n", False),
    ],
)
def test_what_is_told_as_past_is_not_after_the_day_of_the_text(text: str, late: bool) -> None:
    assert any(fault.kind == "date" for fault in faults(text)) is late


@pytest.mark.parametrize(
    "words", ["The need in 2027-06-02 is", "Speed on 2027-06-02 is", "We exceed in 2027-06-02 what is"]
)
def test_a_word_that_ends_as_a_past_one_is_none(words: str) -> None:
    assert not faults(f"# Minutes\n\n*Written 14 May 2025*\n\n- {words} 12 MB.\n")
