"""A written brief is for people, and read again it is the same brief."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings

from agent.briefs import read_brief, write_brief
from agent.models import Brief
from tests.briefs.strategies import briefs, without_lines

DATA = Path(__file__).parents[1] / "data" / "briefs"


def same(a: Brief, b: Brief) -> bool:
    return without_lines(a.model_dump(mode="json")) == without_lines(b.model_dump(mode="json"))


@given(briefs())
@settings(max_examples=150, deadline=None)
def test_reading_a_written_brief_gives_the_brief(brief: Brief) -> None:
    again = read_brief(write_brief(brief))
    assert without_lines(again.model_dump(mode="json")) == without_lines(brief.model_dump(mode="json"))
