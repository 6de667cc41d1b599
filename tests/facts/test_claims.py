"""Where a sentence ends."""

import pytest

from agent.facts import split_claims


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "See https://a.example/x?u=1&b=2 now. It is so.",
            ["See https://a.example/x?u=1&b=2 now.", "It is so."],
        ),
        ("![t](https://a.example/x) is a picture", ["![t](https://a.example/x) is a picture"]),
        ("Why? Since it is fast! Yes.", ["Why?", "Since it is fast!", "Yes."]),
        ("快吗?是的!好。", ["快吗?", "是的!", "好。"]),
        ("if a != b, it is 3 ms", ["if a != b, it is 3 ms"]),
    ],
)
def test_split_claims__a_mark_within_a_word_or_address_ends_nothing(text: str, sentences: list[str]) -> None:
    assert [claim.text for claim in split_claims(text)] == sentences
