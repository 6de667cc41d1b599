"""Figures of prose: what a note gives anew changes the figure that is said of the same, and no other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.relation import Line, values_turned

KEPT = "Metrics are kept for 13 months, logs for 30 days and traces for 7 days."
LIMITS = "The idle timeout is 60 seconds, and the maximum upload is 10 MB."
BOOT = "A cold start takes 75 seconds on average: 40 s until the host is up, 35 s until the agent is ready."


def turned(
    document: str, note: str, *, about: str = "", section: str = "Handbook", signed: bool = True
) -> list[tuple[str, str]]:
    line = Line(text=document, line=1, section=section)
    found = values_turned(note, line, about=about, signed=signed)
    assert all(document[one.start : one.end] == one.old for one in found)
    return [(one.old, one.new) for one in found]


@pytest.mark.parametrize(
    ("document", "note", "expected"),
    [
        (KEPT, "Traces are now kept for 14 days.", [("7 days", "14 days")]),
        (KEPT, "As of 1 December logs are kept for 14 days instead of 30.", [("30 days", "14 days")]),
        (LIMITS, "People send films, so the maximum upload is now 25 MB.", [("10 MB", "25 MB")]),
        ("Restoring a 500 GB volume takes around 25 minutes.", "A restore of a 500 GB volume now takes 18 minutes",
         [("around 25 minutes", "18 minutes")]),
        ("The target load is 65%.", "The target load was raised to 70%.", [("65%", "70%")]),
        ("The gate runs with 4 workers per site.", "The gate now runs with 6 workers per site.", [("4 workers", "6 workers")]),
        ("Samples are drawn every 6 hours and kept for 14 days.", "Samples are now kept for 30 days.",
         [("14 days", "30 days")]),
        ("样品保留 30 天，记录保留 7 天。", "记录的保留时间改为 14 天", [("7 天", "14 天")]),
        ("样品保留 30 天，记录保留 7 天。", "样品保留期从 30 天改为 45 天", [("30 天", "45 天")]),
        ("单组最多 64 台，排队超时 2 小时。", "单组上限由 64 台放宽到 128 台。", [("64 台", "128 台")]),
        ("每车 43 次/班，142 箱，96% 满载。", "现在每车 51 次/班，128 箱（此前 43 次、142 箱）。",
         [("43 次", "51 次"), ("142 箱", "128 箱")]),
        ("研磨加速 1.93×，耗电 5 kW。", "研磨加速现在是 2.1×，不是 1.93×。", [("1.93×", "2.1×")]),
        ("Annual leave is 28 days; half for halves.", "Annual leave goes up to 30 days.", [("28 days", "30 days")]),
        ("充电 10%–80% 约 18 分钟，循环寿命 3000 次。", "10%–80% 充电时间现为 15 分钟", [("约 18 分钟", "15 分钟")]),
    ],
)  # fmt: skip
def test_the_figure_of_the_same_thing_is_turned(
    document: str, note: str, expected: list[tuple[str, str]]
) -> None:
    assert turned(document, note) == expected


@pytest.mark.parametrize(
    ("document", "note"),
    [
        ("Samples are drawn every 6 hours and kept for 14 days.", "Blanks are now kept for 30 days."),
        (
            "Restoring a 500 GB volume takes around 25 minutes.",
            "Restoring a 1 TB volume now takes 40 minutes",
        ),
        ("The gate runs with 4 workers per site.", "In Oslo the gate now runs with 6 workers per site."),
        ("The timeout is 60 seconds.", "For paying customers the timeout is now 90 seconds."),
        ("The timeout is 60 seconds.", "The timeout may now be 90 seconds."),
        ("The timeout is 60 seconds.", "The timeout will be 90 seconds from May on."),
        ("The timeout is 60 seconds.", "The timeout is 90 seconds."),
        ("The timeout is 60 seconds.", "The timeout is still 60 seconds now."),
        ("- 2026-10-02: the upgrade took 40 minutes.", "The upgrade now takes 30 minutes."),
        ("Heron 2.4 reads 900 MB a second.", "Heron 2.5 now reads 1,100 MB a second."),
        ("排队超时 2 小时。", "测试环境的排队超时改为 3 小时。"),
        ("The limit is 5 MB.", "The limit is now 9 days."),
        ("Samples are taken every 10 minutes.", "Samples are now taken in 10 seconds."),
        ("Batch 8 takes 120 ms.", "Batch 16 now takes 180 ms."),
        ("The yard has 48 masts. The north has its own.", "The north yard now has 12 masts."),
        ("Yield rose 30% to 1,200 kg/h.", "Yield is now 1,500 kg/h."),
        ("The timeout is 60 seconds.", "Is the timeout now 90 seconds?"),
        ("The timeout is 60 seconds.", "Until Friday the timeout is now 90 seconds."),
        ("The free plan allows 5 GB.", "The paid plan now allows 50 GB."),
        ("Delay is 12 ms at the median and 80 ms at P99.", "The delay is now 15 ms."),
        ("备份保留 30 天。", "快照备份保留期改为 45 天。"),
        ("备份保留 30 天。", "增量备份的保留期现为 45 天。"),
        ("备份保留 30 天。", "备份保留期暂时改为 45 天。"),
        ("A rollback takes 6 minutes with our tools.", "With the new tools a rollback now takes 2 minutes."),
    ],
)
def test_what_is_said_of_something_else_turns_nothing(document: str, note: str) -> None:
    assert turned(document, note) == []


def test_once_one_figure_of_a_line_is_new_the_others_need_no_sign() -> None:
    note = "from cold: 52 s on average (was 75)\nhost up: 31 s\nagent ready: 21 s"
    about = "start measured again after the move"
    assert turned(BOOT, note, about=about) == [("75 seconds", "52 s"), ("40 s", "31 s"), ("35 s", "21 s")]
    assert turned(BOOT, "host up: 31 s", about=about) == []
    assert turned(BOOT, "host up: 31 s", about=about, signed=False) == [("40 s", "31 s")]


@pytest.mark.parametrize(
    "line",
    [
        "As of 1 December samples are kept for 14 days.",
        "Samples are kept for 14 days instead of 30.",
        "自 2026-11-01 起样品保留 14 天。",
    ],
)
def test_what_is_told_of_a_day_or_of_a_change_is_history(line: str) -> None:
    assert turned(line, "Samples are now kept for 21 days instead of 14.") == []
    assert turned(line, "样品保留期由 14 天改为 21 天") == []


def test_what_is_told_of_a_day_is_turned_where_it_was_never_so() -> None:
    line = "On 1 December the yard had 24 masts."
    assert turned(line, "The yard had 14 masts, not 24 as I wrote.") == [("24 masts", "14 masts")]


def test_what_stood_before_is_no_figure_of_the_line() -> None:
    line = "Samples are kept for 14 days (`inbox/bo/a.md:1`; Said before: 30 days) and blanks for 7 days."
    assert turned(line, "Samples are now kept for 21 days.") == [("14 days", "21 days")]


def test_a_day_under_its_heading_stays_as_it_was_unless_it_is_corrected() -> None:
    section = "Handbook / Incidents / 2026-10-14: no mains"
    line = "The pumps stood still for 22 minutes."
    assert turned(line, "The pumps now stand still for 9 minutes.", section=section) == []
    assert turned(line, "The pumps stood still for 26 minutes, not 22.", section=section) == [
        ("22 minutes", "26 minutes")
    ]


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_are_compared_and_what_is_turned_stands_in_the_line(document: str, note: str) -> None:
    turned(document, note, signed=False)
