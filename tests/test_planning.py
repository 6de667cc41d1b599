"""What is known of an increment before it is drafted: its evidence, its links, what is only listed."""

from __future__ import annotations

import datetime as dt

from agent.document import parse
from agent.drafts import Planned
from agent.faulty import SourceFaults
from agent.gathering import gather
from agent.models import (
    Brief,
    Credibility,
    Doubt,
    Increment,
    Point,
    PriorityRow,
    SourceRef,
    Span,
    Table,
)
from agent.planning import Planner, links_of, listed, texts_of
from agent.relation import Line, Related
from tests.notes import note

NOTE = note(
    "# 猎鹰速览\n\n## 条目 1\n\n预填充延迟降到 12 ms。\n\n| 批 | TTFT |\n| --- | --- |\n| 512 | 17.71 |\n| 256 | 29.67 |\n\n## 条目 2\n\n别的事。\n"
)
BRIEF = Span(path="brief.md", start=0, end=0, item="b" * 64)


def increment(**more: object) -> Increment:
    fields = {"id": "i1", "number": 1, "title": "猎鹰", "credibility": Credibility(stars=4, reason="")}
    return Increment.model_validate({**fields, **more})


def test_gather__quotes_only_the_place_that_is_named_with_its_headings() -> None:
    refs = (SourceRef(path=NOTE.source.path, locator="§条目 1"),)
    quotes = {one.quote: one for one in gather(increment(sources=refs), [NOTE], None).evidence}
    sentence = quotes["预填充延迟降到 12 ms。"]
    assert sentence.distance == 1
    assert any("条目 1" in head for head in sentence.heads)
    assert NOTE.text[sentence.span.start : sentence.span.end] == sentence.quote
    assert not any("别的事" in quote for quote in quotes)


def test_gather__a_table_is_one_piece() -> None:
    refs = (SourceRef(path=NOTE.source.path, locator="§条目 1"),)
    evidence = gather(increment(sources=refs), [NOTE], None).evidence
    assert any("17.71" in one.quote and "29.67" in one.quote for one in evidence)


def test_gather__a_source_that_is_not_at_hand_is_told() -> None:
    ref = SourceRef(path="inbox/bo/gone.md")
    assert gather(increment(sources=(ref,)), [NOTE], None).unresolved == (ref,)


def test_gather__the_words_of_a_persons_brief_are_evidence_at_distance_two() -> None:
    body = (Point(text="延迟降到 12 ms", line=7),)
    evidence = gather(increment(body=body), [], BRIEF).evidence
    assert [(one.quote, one.distance, one.span.line) for one in evidence if one.quote == body[0].text] == [
        ("延迟降到 12 ms", 2, 7)
    ]
    assert gather(increment(body=body), [], None).evidence == ()


def test_texts__each_point_and_row_by_itself_else_the_title() -> None:
    table = Table(header=("a", "b"), rows=(("1", "2"), ("3", "4")))
    assert texts_of(increment(body=(Point(text="x"), table))) == ["x", "1 | 2", "3 | 4"]
    assert texts_of(increment()) == ["猎鹰"]


def test_links__what_it_goes_back_to_else_where_the_notes_stand() -> None:
    urls = ("https://arxiv.org/abs/2610.04567", "https://github.com/a/b", "https://www.x.example/y")
    assert links_of(Planned(increment=increment(urls=urls), evidence=())) == (
        "[arXiv:2610.04567](https://arxiv.org/abs/2610.04567)",
        "[a/b](https://github.com/a/b)",
        "[x.example](https://www.x.example/y)",
    )
    refs = (SourceRef(path=NOTE.source.path, locator="§条目 1"),)
    found = gather(increment(sources=refs), [NOTE], None).evidence
    (link,) = links_of(Planned(increment=increment(), evidence=found))
    assert link.startswith(f"`{NOTE.source.path}")


def test_listed__priorities_that_no_increment_answers_say_why() -> None:
    rows = (
        PriorityRow(priority="high", content="写入猎鹰", action="写"),
        PriorityRow(priority="low", content="别的", action=""),
        PriorityRow(priority="low", content="调度", action="同步", owner="ops"),
        PriorityRow(priority="low", content="猎鹰延迟条数不符", action=""),
    )
    brief = Brief(
        topic="d",
        date=dt.date(2026, 9, 25),
        language="zh",
        increments=(increment(priority="high", action="写"),),
        priorities=rows,
        doubts=(Doubt(kind="count", title="猎鹰延迟条数不符"),),
    )
    assert [(one.content, one.why) for one in listed(brief, "zh")] == [
        ("别的", "低优先级，仅列出供审阅"),
        ("调度", "由 ops 处理：同步"),
        ("猎鹰延迟条数不符", "属于待核实标注，随其论断写入：猎鹰延迟条数不符"),
    ]


def test_gather__the_title_of_one_part_of_a_digest_is_no_title_of_the_others() -> None:
    digest = note("# Falcon reads faster\n\nIt takes 12 ms.\n\n# Heron writes to disk\n\nIt takes 40 ms.\n")
    assert digest.title == "Falcon reads faster"
    of = {
        name: [one.quote for one in gather(increment(sources=(ref,)), [digest], None).evidence]
        for name in ("Falcon reads faster", "Heron writes to disk")
        for ref in (SourceRef(path=digest.source.path, locator=f"§{name}"),)
    }
    assert "It takes 12 ms." in of["Falcon reads faster"]
    assert "It takes 40 ms." in of["Heron writes to disk"]
    assert not any("Falcon" in quote for quote in of["Heron writes to disk"])


def test_gather__the_title_over_all_parts_is_of_each() -> None:
    refs = (SourceRef(path=NOTE.source.path, locator="§条目 1"),)
    assert "猎鹰速览" in [one.quote for one in gather(increment(sources=refs), [NOTE], None).evidence]


class Nowhere:
    """A search by meaning that is never needed."""

    def needed(self, text: str) -> bool:
        return False

    def lines(self, text: str) -> list[Line]:
        return []

    def section(self, text: str) -> None:
        return None


def planned_in(text: str, target: str, said: str, *, reserve: str = "") -> Planned:
    planner = Planner(
        parse(text.encode()),
        [NOTE],
        brief=None,
        language="zh",
        reserve=reserve,
        near=Nowhere(),
        faults=SourceFaults([]),
        date=dt.date(2026, 9, 25),
    )
    body = (Point(text=said),)
    return planner.plan(increment(title=said, body=body, target=target), Related(relation="new", why=""))


UNSURE = """\
# 鸟类

## 猎鹰

- 猎鹰俯冲。

## 隼

- 隼盘旋。
"""


def test_plan__other_places_are_not_the_one_that_was_chosen() -> None:
    plan = planned_in(UNSURE, "", "鱼鹰潜水")
    assert plan.section is not None
    assert not plan.sure
    assert plan.section.path not in plan.alternatives


def test_plan__where_the_draft_does_not_go_where_the_brief_said_it_says_both() -> None:
    plan = planned_in(UNSURE, "水禽（待定）", "鱼鹰潜水", reserve="隼")
    assert plan.section is not None
    assert plan.section.path[-1] in plan.why
    assert "水禽（待定）" in plan.why


def test_plan__a_place_that_the_note_advises_is_taken() -> None:
    planner = Planner(
        parse(UNSURE.encode()),
        [NOTE],
        brief=None,
        language="zh",
        reserve="",
        near=Nowhere(),
        faults=SourceFaults([]),
        date=dt.date(2026, 9, 25),
    )
    one = increment(title="鱼鹰潜水", body=(Point(text="鱼鹰潜水"),))
    for heading in ("猎鹰", "隼"):
        plan = planner.plan(one, Related(relation="new", why=""), advised=heading)
        assert plan.section is not None
        assert (plan.section.path[-1], plan.sure) == (heading, True)
