"""One event on two days, and a ratio behind a setting in brackets."""

from agent.consistency import faults


def test_a_release_with_two_days_in_one_note_is_told_whatever_its_platforms() -> None:
    note = "Basil 3.0 was released on 2025-04-02.\n\n- Basil 3.0 was released on 2025-04-03 for Linux, BSD and Plan 9.\n"
    assert [fault.kind for fault in faults(note)] == ["value"]


def test_two_releases_on_two_days_are_none() -> None:
    note = (
        "Basil 3.0 was released on 2025-04-02.\n\n- Basil 3.1 was released on 2025-04-03 for Linux and BSD.\n"
    )
    assert faults(note) == ()


def test_a_ratio_is_held_against_its_operands_past_a_setting_in_brackets() -> None:
    said = "The kernel takes Basil from 40 tok/s to 60 tok/s on one card (batch 1), a {} speedup."
    assert [fault.kind for fault in faults(said.format("2.3x"))] == ["ratio"]
    assert faults(said.format("1.5x")) == ()
