"""A short note is news where it asserts something; a subject, a greeting or an instruction to the editor is none."""

from __future__ import annotations

import pytest

from agent.relevance import stated_topics
from agent.relevance.checkable import checkable


@pytest.mark.parametrize(
    "text",
    [
        "xmlkit 3.1.2, released on 2026-10-12, fixes CVE-2026-51002.",
        "Gull 12 ships nested grids (2026-10-09).",
        "演练：换了新仲裁后，切换平均用时降到 6 秒（此前为 15 秒）。",
        "海鸥框架每天处理约 300 万次调用，其中四分之一来自检索。",
        "标准组公布能耗核算规范草案，征求意见至 2026-11-20。",
        "With the new script a roll-out takes about 3 minutes.",
        "海鸥框架 Gull 现已支持嵌套网格与主题切换。",
        "GullJS no longer needs a build step for nested grids.",
        "WrenUI adds nested grids and themes.",
        "Relocation is approved by HR Vienna instead of HR Berlin.",
        "The survey moved from Garching to Heidelberg.",
    ],
)
def test_checkable__a_figure_a_release_or_a_day_of_something(text: str) -> None:
    assert checkable(text)


@pytest.mark.parametrize(
    "text",
    [
        "Week 41",
        "Reading list: schedulers and caches",
        "说明：由 2026-09-25 的简报重建，条目没有转述。",
        "下面两个题目只列出，未展开。",
        "Notes of 2026-10-12",
        "来源：https://s.example/2026-10-12",
    ],
)
def test_checkable__a_subject_or_the_day_of_the_note_is_none(text: str) -> None:
    assert not checkable(text)


def test_stated_topics__the_subject_of_a_letter_is_its_title() -> None:
    assert stated_topics((("Subject", "schedulers"),)) == ("schedulers",)
    assert stated_topics((("From", "a@b.example"), ("Subject", "Roll-outs are quicker"))) == ()
