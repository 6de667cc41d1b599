"""The offline writer quotes and arranges, and words nothing of its own."""

import pytest

from agent.drafts import DraftPatch, DraftPoint, DraftRequest, DraftTable, Planned, Rejected
from agent.llm_offline import OfflineWriter
from agent.models import Credibility, Distance, Evidence, Increment, Language, Point, Span, Table


def evidence(quote: str, name: str = "e1", distance: Distance = 1) -> Evidence:
    return Evidence(
        id=name, span=Span(path="n.md", start=0, end=len(quote), line=1), quote=quote, distance=distance
    )


def increment(*body: Point | Table, title: str = "Falcon 2.1（⭐⭐⭐⭐）") -> Increment:
    return Increment(
        id="i1",
        number=1,
        title=title,
        body=body,
        urls=("https://f.example/2",),
        credibility=Credibility(stars=4, reason=""),
    )


def drafted(
    *body: Point | Table,
    quotes: tuple[Evidence, ...] = (),
    rejected: tuple[Rejected, ...] = (),
    language: Language = "zh",
    title: str = "Falcon 2.1（⭐⭐⭐⭐）",
) -> DraftPatch:
    planned = Planned(increment=increment(*body, title=title), evidence=quotes or (evidence("x"),))
    request = DraftRequest(
        language=language,
        document="d",
        section=("甲",),
        section_text="",
        increments=(planned,),
        rejected=rejected,
        night="2026-09-25",
    )
    (patch,) = OfflineWriter().draft(request).patches
    return patch


def points(patch: DraftPatch) -> list[DraftPoint]:
    return [part for part in patch.parts if isinstance(part, DraftPoint)]


def texts(patch: DraftPatch) -> list[str]:
    return [claim.text for point in points(patch) for claim in (*point.claims, *point.parts)]


def test_draft__stars_and_scaffolds_do_not_reach_the_document() -> None:
    patch = drafted(Point(text="吞吐提升 2.4×", label="要点"))
    assert patch.title.text == "Falcon 2.1"
    assert [point.label for point in points(patch)] == [""]


def test_draft__work_on_the_document_is_left_out() -> None:
    patch = drafted(Point(text="吞吐提升 2.4×"), Point(text="与昨日锚定的 Falcon 2.0 形成对账"))
    assert texts(patch) == ["吞吐提升 2.4×"]


def test_draft__a_first_line_that_is_the_title_is_not_said_twice() -> None:
    linked = "**[Falcon 2.1](https://f.example/2)**\n吞吐提升 2.4×，显存减少 12%。"
    assert texts(drafted(Point(text=linked))) == ["吞吐提升 2.4×，显存减少 12%。"]
    alone = "**[Falcon 2.1](https://f.example/2)**"
    assert texts(drafted(Point(text=alone))) == [alone]


def test_draft__words_of_the_field_are_no_work_on_the_document() -> None:
    said = ["在本条件下吞吐提升 2.4×", "新增对账接口，延迟 12 ms", "主轴转速 900 rpm"]
    assert texts(drafted(*(Point(text=text) for text in said))) == said


def test_draft__another_language_is_quoted_as_the_original() -> None:
    patch = drafted(Point(text="The scheduler keeps a throughput lead over the other engine."))
    assert [point.quoted for point in points(patch)] == [True]
    assert [point.quoted for point in points(drafted(Point(text="调度器保持吞吐优势。")))] == [False]


def test_draft__a_figure_of_the_day_carries_the_day() -> None:
    assert texts(drafted(Point(text="仓库已有 1014★"))) == ["仓库已有 1014★（截至 2026-09-25）"]
    assert texts(drafted(Point(text="2026-03 时每周安装约 200 万次"))) == ["2026-03 时每周安装约 200 万次"]
    table = drafted(Table(header=("项目", "Stars"), rows=(("a/b", "541★"),))).parts[0]
    assert isinstance(table, DraftTable)
    assert table.caption == "截至 2026-09-25"


def test_draft__what_was_sent_back_gives_way_to_the_sources_own_words() -> None:
    claim = "Falcon 在 H200 上把预填充延迟压到 12 ms 以内"
    source = "- Falcon 在 H200 上的预填充延迟降到 12 ms。\n- 别的事与此无关，说的是许可证。"
    again = drafted(
        Point(text=claim),
        quotes=(evidence(source),),
        rejected=(Rejected(increment="i1", text=claim, reason="no"),),
    )
    assert texts(again) == ["Falcon 在 H200 上的预填充延迟降到 12 ms。"]


def test_draft__a_title_goes_without_what_did_not_hold() -> None:
    title = "官方博客 8 条工程议题"
    again = drafted(
        Point(text="KV 缓存分层卸载"),
        title=title,
        rejected=(Rejected(increment="i1", text=title, reason="7 rows", facts=("8 条",)),),
    )
    assert again.title.text == "官方博客工程议题"


def test_draft__every_claim_cites_only_what_was_given() -> None:
    quotes = (evidence("a", "e1"), evidence("b", "e2"))
    patch = drafted(Point(text="吞吐提升 2.4×"), quotes=quotes)
    cited = {
        name
        for part in patch.parts
        if isinstance(part, DraftPoint)
        for c in part.claims
        for name in c.evidence
    }
    assert cited == {"e1", "e2"}


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("吞吐提升 2.4×（官方自测）https://f.example/2", ["吞吐提升 2.4×（官方自测）"]),
        ("吞吐提升 2.4×，详见 https://f.example/2", ["吞吐提升 2.4×"]),
        ("吞吐提升 2.4×，见 https://other.example/3", ["吞吐提升 2.4×，见 https://other.example/3"]),
        ("a mill of wood — https://f.example/2", ["a mill of wood"]),
        ("新地址是 https://f.example/2", ["新地址是 https://f.example/2"]),
        ("见[文档](https://f.example/2)", ["见[文档](https://f.example/2)"]),
    ],
)
def test_draft__the_address_that_stands_with_the_title_is_not_said_again(said: str, kept: list[str]) -> None:
    assert texts(drafted(Point(text=said))) == kept


def test_label__has_neither_number_nor_stars_and_is_not_the_title_again() -> None:
    def label(text: str) -> list[str]:
        return [point.label for point in points(drafted(Point(text="吞吐提升 2.4×", label=text)))]

    assert label("3. 结果 ★★★☆") == ["结果"]
    assert label("2. Falcon 2.1 ★★☆") == [""]
    assert label("2.1 版结果") == ["2.1 版结果"]
