"""What a paraphrase may do to names and values without saying something else."""

from __future__ import annotations

import pytest

from agent.evidence import supports

_BAD = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The 40 centimetre-long boards came in boxes.", "The 40cm-long boards came in boxes."),
        ("He lives up to his £30million fee since he joined.", "He joined for a fee of £30m."),
        (
            "Ann Lee, 61, from Oldham in Lancashire, has decades of practice.",
            "Ann Lee, 61, from Lancashire, has decades of practice.",
        ),
        ("国家统计局官员说，该局已接手此案。", "国家统计局（NBS）官员说，该局已接手此案。"),
        (
            "The 22-year-old left the clinic on Monday, and she remains at home for three months.",
            "The 22-year-old remains at home.",
        ),
    ],
)
def test_the_same_in_other_words_is_not_called_wrong(source: str, claim: str) -> None:
    assert supports(claim, source).status not in _BAD


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "Ann Lee, 61, from Oldham, has decades of practice.",
            "Ann Lee, 61, from Derby, has decades of practice.",
        ),
        ("国家统计局官员说，该局已接手此案。", "该局（国家统计局）与 FBI 官员说，已接手此案。"),
        ("The series ran 34 episodes over two seasons.", "The series ran 43 episodes over two seasons."),
        ("The suite measures 11,000 square feet.", "The suite measures 11,000 square metres."),
    ],
)
def test_another_name_or_value_is(source: str, claim: str) -> None:
    assert supports(claim, source).status in _BAD
