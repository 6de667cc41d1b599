"""What a note says for its editor, and for no reader."""

import pytest

from agent.entries.words import advised_place, is_advice


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Could go into section: Sails.", "Sails"),
        ("This fits well in the sail cloth section.", "sail cloth"),
        ("Suggested section: 3.2 Ropes", "3.2 Ropes"),
        ("file it under section 3.1", "section 3.1"),
        ("建议章节：1.2 缆绳", "1.2 缆绳"),
        ("建议归入章节：1.1 帆布", "1.1 帆布"),
        ("归入 §1.2 即可", "§1.2"),
    ],
)
def test_advice_names_the_place_of_a_thing(line: str, place: str) -> None:
    assert is_advice(line)
    assert advised_place(f"The mast is 12 m high.\n{line}") == place


@pytest.mark.parametrize(
    "line",
    [
        "Ropes go into the forward locker.",
        "第 3 节车厢有 40 个座位。",
        "The section of the mast is 12 cm wide.",
    ],
)
def test_a_statement_about_places_is_no_advice(line: str) -> None:
    assert not is_advice(line)
    assert not advised_place(line)
