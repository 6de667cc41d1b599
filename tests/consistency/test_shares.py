"""Shares of one whole that are more than it; items of two things that are no contradiction."""

from __future__ import annotations

import pytest

from agent.consistency import faults


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("Of all trips in spring, 46% went by tram, 39% by bus and 27% by ferry.", "112%"),
        ("全部订单中，早餐占 52%，午餐占 33%，夜宵占 21%。", "106%"),
        ("来源构成为：直营 70%，加盟 35%，其他 5%。", "110%"),
    ],
)
def test_shares__more_than_the_whole_is_told(text: str, total: str) -> None:
    (fault,) = faults(text)
    assert (fault.kind, total in fault.problem) == ("share", True)


@pytest.mark.parametrize(
    "text",
    [
        "Of all trips in spring, 46% went by tram, 39% by bus and 15% by ferry.",
        "Of all users, 80% know the tram and 70% also take the bus.",
        "全部受访者中（可多选），早餐占 80%，午餐占 75%。",
        "The success rate is 91% on Linux, 88% on BSD.",
        "Load rose by 60%, memory by 70%.",
        "全部订单中，早餐占 52%，其中外带占 60%。",
        "Of all trips, 33.4% went by tram, 33.4% by bus and 33.4% by ferry.",
    ],
    ids=["a whole", "overlap", "many answers", "rates", "changes", "part of a part", "rounded"],
)
def test_shares__what_may_be_so_is_not(text: str) -> None:
    assert [fault for fault in faults(text) if fault.kind == "share"] == []


def test_values__two_items_that_begin_with_two_names_are_of_two_things() -> None:
    items = "- {}: keys in 2 bits; memory falls by 71%.\n- {}: drops the tail; memory falls by 44%.\n"
    assert faults(items.format("DuoQuant", "TailDrop")) == ()
    assert [fault.kind for fault in faults(items.format("DuoQuant", "DuoQuant again"))] == ["value"]


def test_dates__a_release_that_came_out_on_another_day() -> None:
    text = "Basil 3.0 was released on 2025-04-02. It is fast.\n\nBasil 3.0 came out on 2025-04-03.\n"
    assert [fault.kind for fault in faults(text)] == ["value"]
