"""Notes of one night that disagree."""

import datetime as dt

import pytest

from agent.briefs import read_brief, write_brief
from agent.compose import Night, Thing, compose
from agent.document import parse
from agent.entries import entries
from agent.joining import join
from agent.models import Brief, Language
from agent.relation import Said, lines_of, relation
from agent.relevance import Relevance
from tests.notes import note

DOCUMENT = "# Engines\n\n## Quokka\n\nQuokka is an engine.\n"
FIRST = "# Quokka batch size\n\nQuokka uses a maximum batch size of 256 on A100 (https://a.example/man).\n"


def brief_of(*texts: str, language: Language = "en") -> Brief:
    found = [
        entry for n, text in enumerate(texts) for entry in entries(note(text, f"inbox/ann/2026-09-25-{n}.md"))
    ]
    said = Said(lines_of(parse(DOCUMENT.encode())))
    things = [
        Thing(group=group, relevance=Relevance(grade="high", reason=""), related=relation(group, said))
        for group in join(found)
    ]
    return compose(Night(topic="engines", date=dt.date(2026, 9, 25), language=language), things, [])


def test_rivals__in_a_chinese_brief_no_english_stands_around_what_is_quoted() -> None:
    brief = brief_of(FIRST, FIRST.replace("256", "512").replace("a.example", "b.example"), language="zh")
    assert " against " not in brief.doubts[0].problem
    assert " 对 " in brief.doubts[0].problem


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


GALE = "# Engines\n\n## Gale\n\n- **Gale 1.2**: released 2026-06-11.\n"


def of_gale(*texts: str) -> Brief:
    found = [
        entry for n, text in enumerate(texts) for entry in entries(note(text, f"inbox/ann/2026-09-25-{n}.md"))
    ]
    said = Said(lines_of(parse(GALE.encode())))
    things = [
        Thing(group=group, relevance=Relevance(grade="high", reason=""), related=relation(group, said))
        for group in join(found)
    ]
    return compose(Night(topic="engines", date=dt.date(2026, 9, 25), language="en"), things, [])


def test_rivals__of_two_that_edit_one_line_the_attested_and_later_one_is_drafted() -> None:
    later = "# Gale 1.4\n\nGale 1.4 was released on 2026-09-24.\n\nSource: https://gale.example.org/1.4\n"
    heard = "# Gale 1.3\n\nI heard that Gale 1.3 was released on 2026-09-01.\n"
    brief = of_gale(heard, later)
    urgent = {one.title: one.priority for one in brief.increments}
    assert urgent == {"Gale 1.4": "medium", "Gale 1.3": "low"}
    assert next(one for one in brief.increments if one.title == "Gale 1.3").action.startswith(
        "of the same place"
    )
    assert brief.doubts == ()  # a later version disagrees with none


def test_slight__a_first_hand_statement_is_drafted_with_its_caveat_and_an_empty_one_is_listed() -> None:
    said, empty = (
        "# Gale\n\nGale 1.2 builds our tree in 9.7 s.\n",
        "# Gale\n\nGale is rather nice to work with.\n",
    )
    (one,) = of_gale(said).increments
    assert (one.priority, [caveat.kind for caveat in one.caveats]) == ("low", ["single origin"])
    relevant = Relevance(grade="very high", reason="", score=0.5)
    found = entries(note(said))
    thing = Thing(
        group=join(found)[0],
        relevance=relevant,
        related=relation(join(found)[0], Said(lines_of(parse(GALE.encode())))),
    )
    night = Night(topic="engines", date=dt.date(2026, 9, 25), language="en")
    assert compose(night, [thing], []).increments[0].priority == "medium"
    assert all(one.priority == "low" for one in of_gale(empty).increments)
