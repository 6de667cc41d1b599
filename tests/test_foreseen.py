"""What a brief says to doubt of its own increments."""

import datetime as dt

import pytest

from agent.briefs import read_brief, write_brief
from agent.document import SectionRef
from agent.drafts import Disposition, Planned
from agent.foreseen import placed, with_foreseen, with_places
from agent.models import Brief, Credibility, Doubt, Evidence, Increment, Language, Point, PriorityRow, Span

NIGHT = dt.date(2026, 9, 25)
SAID = {
    "zh": ("青雀推理引擎", "青雀 0.3 在 H200 上把吞吐提升到 2.4×（arXiv:2609.11111）"),
    "en": ("The Wagtail engine", "Wagtail 0.3 raises throughput 2.4x on H200 (arXiv:2609.11111)"),
}
OTHER = Doubt(
    kind="contradiction", title="两处不一", problem="一处说三，一处说四", advice="核对", risk="high"
)


def plan(language: Language, number: int = 1, disposition: Disposition = "draft") -> Planned:
    title, text = SAID[language]
    increment = Increment(
        id=f"i{number}",
        number=number,
        title=title,
        body=(Point(text=text),),
        credibility=Credibility(stars=4, reason=""),
        target="1.1",
    )
    span = Span(path="a.md", start=0, end=len(text), line=1)
    evidence = Evidence(id=f"e{number}", span=span, quote=text, origin="arxiv:2609.11111", distance=1)
    return Planned(increment=increment, evidence=(evidence,), disposition=disposition)


def told(language: Language, *plans: Planned, doubts: tuple[Doubt, ...] = ()) -> Brief:
    increments = tuple(plan.increment for plan in plans)
    brief = Brief(topic="t", date=NIGHT, language=language, increments=increments, doubts=doubts)
    return with_foreseen(brief, plans, date=NIGHT, language=language)


@pytest.mark.parametrize(("language", "preprint"), [("zh", "尚未同行评审"), ("en", "not yet peer reviewed")])
def test_a_doubt_names_its_increment_and_the_words_to_mark_it_with(language: Language, preprint: str) -> None:
    (doubt,) = told(language, plan(language)).doubts
    assert SAID[language][0] in doubt.title
    assert preprint in doubt.advice
    assert "1.1" in doubt.advice
    assert doubt.problem


def test_what_is_not_drafted_raises_no_doubt() -> None:
    assert not told("zh", plan("zh", disposition="list")).doubts


def test_the_doubts_that_were_there_stay_after_it() -> None:
    assert told("zh", plan("zh"), doubts=(OTHER,)).doubts[1:] == (OTHER,)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_reading_it_back_gives_the_increments_their_caveats(language: Language) -> None:
    brief = told(language, plan(language))
    written = write_brief(brief)
    assert read_brief(written).increments[0].caveats == brief.increments[0].caveats
    assert [caveat.wording in brief.doubts[0].advice for caveat in brief.increments[0].caveats] == [True]
    assert written.count(brief.increments[0].caveats[0].wording) == 1


def put(at: str, *, sure: bool, reserve: str = "") -> tuple[Planned, Brief]:
    one = plan("en")
    action = "write into 1.1"
    increment = one.increment.model_copy(update={"action": action})
    one = one.model_copy(
        update={"increment": increment, "section": SectionRef(path=("T", at)), "sure": sure, "why": action}
    )
    row = PriorityRow(priority="high", content=increment.title, action=action)
    brief = Brief(topic="t", date=NIGHT, language="en", increments=(increment,), priorities=(row,))
    planned = placed(one, SectionRef(path=("T", reserve)) if reserve else None, "en")
    return planned, with_places(brief, [planned])


@pytest.mark.parametrize(("sure", "told"), [(True, "Engines"), (False, "Engines (not certain)")])
def test_the_brief_and_the_plan_tell_the_place_where_it_will_stand(sure: bool, told: str) -> None:
    planned, brief = put("Engines", sure=sure)
    assert brief.increments == (planned.increment,)
    assert planned.increment.target == told
    assert {planned.why, planned.increment.action, brief.priorities[0].action} == {f"write into {told}"}


def test_what_goes_into_the_reserve_keeps_the_place_that_fits_it_best() -> None:
    assert put("Later", sure=False, reserve="Later")[1].increments[0].target == "1.1"


def test_two_increments_of_one_title_keep_their_own_places() -> None:
    (one, brief), (other, _) = put("Engines", sure=True), put("Sails", sure=True)
    both = brief.model_copy(update={"increments": (one.increment, other.increment)})
    assert [increment.target for increment in with_places(both, [one, other]).increments] == [
        "Engines",
        "Sails",
    ]
