"""Notes of one night that disagree."""

import datetime as dt

import pytest

from agent.briefs import read_brief, write_brief
from agent.compose import Night, Thing, compose
from agent.document import parse
from agent.entries import entries
from agent.joining import join
from agent.models import Brief
from agent.relation import Said, lines_of, relation
from agent.relevance import Relevance
from tests.notes import note

DOCUMENT = "# Engines\n\n## Quokka\n\nQuokka is an engine.\n"
FIRST = "# Quokka batch size\n\nQuokka uses a maximum batch size of 256 on A100 (https://a.example/man).\n"


def brief_of(*texts: str) -> Brief:
    found = [
        entry for n, text in enumerate(texts) for entry in entries(note(text, f"inbox/ann/2026-09-25-{n}.md"))
    ]
    said = Said(lines_of(parse(DOCUMENT.encode())))
    things = [
        Thing(group=group, relevance=Relevance(grade="high", reason=""), related=relation(group, said))
        for group in join(found)
    ]
    return compose(Night(topic="engines", date=dt.date(2026, 9, 25), language="en"), things, [])


def test_rivals__both_are_quoted_and_both_are_warned_of() -> None:
    brief = brief_of(FIRST, FIRST.replace("256", "512").replace("a.example", "b.example"))
    (doubt,) = brief.doubts
    assert doubt.a is not None
    assert doubt.b is not None
    assert {"256" in doubt.a.quote, "256" in doubt.b.quote} == {True, False}
    assert {doubt.a.path, doubt.b.path} == {"inbox/ann/2026-09-25-0.md", "inbox/ann/2026-09-25-1.md"}
    assert [doubt.a.line, doubt.b.line] == [3, 3]
    assert all(len(one.caveats) == 1 for one in brief.increments)
    assert {"512" in one.caveats[0].wording for one in brief.increments} == {True, False}
    assert read_brief(write_brief(brief)).doubts[0].a == doubt.a


@pytest.mark.parametrize(
    "other",
    [
        "# Quokka cache size\n\nQuokka uses a cache of 512 GB on A100 (https://b.example/c).\n",
        "# Wombat batch size\n\nWombat uses a maximum batch size of 512 on A100 (https://b.example/man).\n",
        FIRST.replace("a.example", "b.example"),
    ],
    ids=["another subject", "another engine", "the same figure"],
)
def test_rivals__none_where_two_can_both_be_right(other: str) -> None:
    assert brief_of(FIRST, other).doubts == ()
