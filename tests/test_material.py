"""What a model is shown of an increment: what it can say, and nothing that a reader finds at the source."""

from __future__ import annotations

import pytest

from agent.drafts import DraftRequest, Planned
from agent.material import materials
from agent.models import Credibility, Evidence, Increment, Point, Span


def shown(
    *quotes: str, title: str = "Falcon: fast decoding for the edge", points: tuple[str, ...] = ()
) -> str:
    evidence = tuple(
        Evidence(id=f"e{at}", span=Span(path="a.md", start=at, end=at + 1), quote=quote, distance=1)
        for at, quote in enumerate(quotes)
    )
    increment = Increment(
        id="i",
        number=1,
        title=title,
        body=tuple(Point(text=text) for text in points),
        credibility=Credibility(stars=3, reason=""),
    )
    request = DraftRequest(
        language="en",
        document="notes",
        section=("Notes",),
        section_text="",
        increments=(Planned(increment=increment, evidence=evidence),),
    )
    return materials(request)[0].shown


SAYS = "Falcon decodes 27 tokens a second on a phone."


def test_material__words_that_stand_everywhere_make_no_line_of_the_increment() -> None:
    other = "Reading between the lines: a survey of tables for the office"
    assert other not in shown(SAYS, other, points=(SAYS,))
    assert "The edge is where" in shown(SAYS, "The edge is where memory is small.", points=(SAYS,))


@pytest.mark.parametrize("line", ["**Authors**: Ann Lee, Bo Wu", "作者：李安、吴波", "Tags: serving, edge"])
def test_material__who_made_a_thing_is_found_at_its_source(line: str) -> None:
    assert line.strip("*")[:6] not in shown(SAYS, line, points=(SAYS,))


def test_material__a_day_in_a_colophon_is_shown() -> None:
    assert "2026-10-02" in shown(SAYS, "Published: 2026-10-02", points=(SAYS,))
