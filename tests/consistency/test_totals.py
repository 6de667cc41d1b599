"""Parts and their total."""

import pytest

from agent.consistency import faults


@pytest.mark.parametrize(
    "text",
    [
        "Income was 2.1 million: 1.7 from the city, 0.2 from fees, 0.2 from grants.",
        "| 线路 | 客数 |\n|---|---|\n| 甲 | 1,200 |\n| 乙 | 800 |\n| 合计 | 2,000 |\n| 其中夜班 | 412 |\n",
        "| Line | Riders |\n|---|---|\n| A | 1,200 |\n| of which at night | 300 |\n| B | 800 |\n| Total | 2,000 |\n",
    ],
)
def test_a_size_that_is_said_once_and_a_part_that_is_told_again_are_no_faults(text: str) -> None:
    assert not faults(text)


def test_a_total_above_a_part_that_is_told_again_is_still_checked() -> None:
    assert faults(
        "| 线路 | 客数 |\n|---|---|\n| 甲 | 1,200 |\n| 乙 | 800 |\n| 合计 | 2,100 |\n| 其中夜班 | 412 |\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "本周收录告警 17 个，其中高级 6 个、中级 8 个、低级 5 个。",
        "We closed 17 alerts, of which 6 high, 8 medium and 5 low.",
    ],
)
def test_grades_are_parts_of_one_whole(text: str) -> None:
    assert [fault.kind for fault in faults(text)] == ["total"]
