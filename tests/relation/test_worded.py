"""Words that take the place of others: what is said to hold no more, and another value of a named property."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.relation import CellTurn, Line, words_turned


def turned(document: str, note: str) -> list[tuple[str, str]]:
    return [(one.old, one.new) for one in words_turned(note, Line(text=document, line=1, section="Handbook"))]


@pytest.mark.parametrize(
    ("document", "note", "expected"),
    [
        ("The default policy is Delete; others must ask for Retain.", "The default policy is now Retain.",
         [("Delete", "Retain")]),
        ("Upgrades happen every second Tuesday, staging first.",
         "Upgrades now happen every Monday instead of every second Tuesday.",
         [("every second Tuesday", "every Monday")]),
        ("We use pumps. The night lamp is off.", "The night lamp is now on.", [("off", "on")]),
        ("The survey is led from Garching.", "The survey moved from Garching to Heidelberg.",
         [("Garching", "Heidelberg")]),
        ("结算方式为月结，默认币种为人民币。", "默认币种改为美元。", [("人民币", "美元")]),
        ("值班负责人是张工。", "值班负责人现为李工。", [("张工", "李工")]),
        ("样品由冷库保存。", "样品保存从冷库改为常温库。", [("冷库", "常温库")]),
    ],
)  # fmt: skip
def test_what_holds_no_more_gives_its_place(
    document: str, note: str, expected: list[tuple[str, str]]
) -> None:
    assert turned(document, note) == expected


@pytest.mark.parametrize(
    ("document", "note"),
    [
        ("The night lamp is off.", "The night lamp is now on in the south hall."),
        ("The mill supports rye.", "The mill now supports oats."),
        ("The mill is fast.", "The mill is now the default engine."),
        ("The default policy is Delete.", "The default policy may now be Retain."),
        ("The default policy is Delete.", "The default policy will be Retain."),
        ("The default policy is Delete.", "For guests the default policy is now Retain."),
        ("The default policy is Delete.", "Until May the default policy is now Retain."),
        ("The default policy is Delete.", "The default policy is Retain."),
        ("The survey is led from Garching.", "The canteen moved from Garching to Heidelberg."),
        ("The route begins in Oslo.", "The route from Oslo to Bergen now takes an hour less."),
        ("默认币种为人民币。", "海外默认币种改为美元。"),
        ("默认币种为人民币。", "默认币种可能改为美元。"),
    ],
)
def test_what_is_added_or_said_of_something_else_turns_nothing(document: str, note: str) -> None:
    assert turned(document, note) == []


def test_the_one_cell_with_the_old_words_is_turned() -> None:
    cells = ("south", "58", "team Stork")
    row = Line(
        text="| south | 58 | team Stork |",
        line=5,
        cells=cells,
        header=("Site", "Pumps", "On call"),
        rows=("north", "south"),
    )
    note = "South moved from team Stork to team Heron."
    assert words_turned(note, row) == (CellTurn(2, "team Stork", "team Heron"),)
    assert words_turned("East moved from team Stork to team Heron.", row) == ()


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_are_compared(document: str, note: str) -> None:
    turned(document, note)
