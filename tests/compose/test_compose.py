"""The content of a brief."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.briefs import read_brief, write_brief
from agent.compose import Checked, Earlier, Night, Thing, compose, credibility, works_of
from agent.compose.words import phrases
from agent.document import parse
from agent.entries import Unresolved, entries, resolve
from agent.joining import join
from agent.models import Brief, Point, SourceText, Table
from agent.relation import Said, lines_of, relation
from agent.relevance import Relevance, profile, relevance
from tests.notes import note

NIGHT = dt.date(2026, 9, 25)
DOCUMENT = """# 推理活文档

## 1.1 引擎

- **Quokka v2.4.0**：合并 412 个提交，H100 上默认启用第二代调度器。

## 1.2 论文

- HareDraft（2608.20551）：带可学习停止规则的投机解码。
"""
FIRST = """# 晨报 serving

## 条目 1：Quokka v2.5.0 发布

来源：Quokka Blog https://quokka.dev/blog/2-5

要点：

- Quokka v2.5.0：合并 431 个提交，H100 上默认启用第二代调度器。

| batch | TTFT (ms) |
|---|---|
| 64 | 21 |
| 32 | 19 |

## 条目 2：HareDraft 论文

来源：https://arxiv.org/abs/2608.20551

HareDraft（2608.20551）：带可学习停止规则的投机解码。

## 条目 3：StrataKV 论文

来源：https://arxiv.org/abs/2609.11873v1

- 把冷块放到 CXL 内存，128K 上下文下显存减少 38%

可信度：★★★★ — 硬件配置具体，尚未经过同行评审
"""
SECOND = """# serving notes

## 1. StrataKV

Link: https://arxiv.org/pdf/2609.11873

- GPU memory falls by 38% at 128K context, measured on 16 cards

## 2. Potoroo splits prefill and decode

Link: https://potoroo.io/blog/split

- 43% more throughput with prefill on L40S
"""
OLD = "# serving 昨日\n\nNumbat 命中率 12.5%，见 https://numbat.dev/x\n"


def sources() -> list[SourceText]:
    return [
        note(FIRST, "inbox/ann/2026-09-25-serving-morning.md"),
        note(SECOND, "inbox/bob/2026-09-25-serving-notes.md"),
        note(OLD, "inbox/bob/2026-09-24-serving-old.md", day=dt.date(2026, 9, 24)),
    ]


@pytest.fixture(scope="module")
def said() -> Said:
    return Said(lines_of(parse(DOCUMENT.encode())))


@pytest.fixture(scope="module")
def things(said: Said) -> list[Thing]:
    texts = sources()
    judged = _judged(texts)
    groups = join([entry for found in judged.values() for entry, _ in found])
    grade = {entry.key: grade for found in judged.values() for entry, grade in found}
    made = []
    for group in groups:
        related = relation(group, said)
        made.append(Thing(group=group, relevance=grade[group.lead.key], related=related, target="1.1 引擎"))
    return made


def _judged(texts: list[SourceText]) -> dict[str, list[tuple]]:
    cut = {text.source.path: entries(text) for text in texts}
    about = profile("serving", parse(DOCUMENT.encode()), night=[e for found in cut.values() for e in found])
    return {path: [(e, relevance(e, about, night=NIGHT)) for e in found] for path, found in cut.items()}


@pytest.fixture(scope="module")
def brief(things: list[Thing], said: Said) -> Brief:
    checked = [
        Checked(path=path, contributor=path.split("/")[1], entries=tuple(found))
        for path, found in _judged(sources()).items()
    ]
    checked.append(Checked(path="inbox/bob/2026-09-25-scan.pdf", unread="它加了密"))
    night = Night(
        topic="serving", date=NIGHT, language="zh", start="2026-09-24 22:00", end="2026-09-25 22:00"
    )
    return compose(night, things, checked, standing=works_of(said))


def titles(brief: Brief) -> list[str]:
    return [one.title for one in brief.increments]


def test_compose__one_increment_for_one_thing_and_none_for_what_is_known(brief: Brief) -> None:
    assert sorted(titles(brief)) == [
        "Potoroo splits prefill and decode",
        "Quokka v2.5.0 发布",
        "StrataKV 论文",
    ]


def test_compose__every_source_is_accounted_for_once(brief: Brief) -> None:
    listed = [f"{row.place}/{row.files.partition('（')[0]}" for row in brief.sources]
    used = {ref.path for one in brief.increments for ref in one.sources}
    idle = [row.source for row in brief.no_news]
    assert len(listed) == 4
    assert used | set(idle) == set(listed)
    assert not used & set(idle)


def test_compose__sources_without_news_say_why(brief: Brief) -> None:
    why = {row.source: row.reason for row in brief.no_news}
    assert why["inbox/bob/2026-09-24-serving-old.md"] == "早于首夜的来稿，未起草"
    assert "它加了密" in why["inbox/bob/2026-09-25-scan.pdf"]


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("name", "a.md"),
        ("given", "a.md"),
        ("front matter", "a.md（2026-09-25，据文首信息）"),
        ("git", "a.md（2026-09-25，据最后一次 git 提交）"),
        ("mtime", "a.md（2026-09-25，据文件时间）"),
    ],
)
def test_compose__where_a_date_comes_from_is_told_unless_the_name_says_it(by: str, told: str) -> None:
    source = Checked(path="inbox/ann/a.md", date=NIGHT, dated_by=by)
    found = compose(Night(topic="serving", date=NIGHT, language="zh"), [], [source])
    assert [row.files for row in found.sources] == [told]


def test_compose__counts_are_counted(brief: Brief) -> None:
    assert brief.summary[0].text.startswith("增量条数：3 条主增量")
    assert brief.summary[-1].text == "涉及文献号：本次新增 1 个（2609.11873）；续用 1 个"


def test_compose__each_citable_work_once_with_its_standing(brief: Brief) -> None:
    assert [(row.id, row.standing) for row in brief.citables] == [
        ("2609.11873", "本次新增 → 1.1 引擎"),
        ("2608.20551", "续立（活文档 L9）"),
    ]


def test_compose__the_document_line_stands_in_the_relation(brief: Brief) -> None:
    one = next(one for one in brief.increments if one.title.startswith("Quokka"))
    assert one.relation == "supersedes"
    assert "L5" in one.relation_note
    assert "412" in one.relation_note
    assert one.action == "改写 1.1 引擎 L5"


def test_compose__references_lead_to_what_they_quote(brief: Brief) -> None:
    texts = sources()
    for one in brief.increments:
        for ref in one.sources:
            spans = resolve(ref, texts)
            assert not isinstance(spans, Unresolved), spans
            quoted = next(text.text for text in texts if text.source.path == ref.path)[
                spans[0].start : spans[0].end
            ]
            assert any(word in quoted for word in ("Quokka", "StrataKV", "Potoroo"))


def test_compose__bodies_quote_and_keep_tables(brief: Brief) -> None:
    words = "".join(text.text for text in sources())
    for one in brief.increments:
        for part in one.body:
            if isinstance(part, Point):
                assert part.text in words
            else:
                assert all(cell in words for row in part.rows for cell in row)
    quokka = next(one for one in brief.increments if one.title.startswith("Quokka"))
    assert any(isinstance(part, Table) and part.rows == (("64", "21"), ("32", "19")) for part in quokka.body)


def test_compose__two_notes_of_one_thing_are_both_sources(brief: Brief) -> None:
    strata = next(one for one in brief.increments if one.title.startswith("StrataKV"))
    assert {ref.path.split("/")[1] for ref in strata.sources} == {"ann", "bob"}
    assert strata.arxiv == ("2609.11873",)
    assert [part.text for part in strata.body if isinstance(part, Point)] == [
        "把冷块放到 CXL 内存，128K 上下文下显存减少 38%",
        "GPU memory falls by 38% at 128K context, measured on 16 cards",
    ]


def test_credibility__what_a_contributor_states_is_quoted(brief: Brief) -> None:
    strata = next(one for one in brief.increments if one.title.startswith("StrataKV"))
    assert (strata.credibility.stars, strata.credibility.reason) == (4, "硬件配置具体，尚未经过同行评审")


def test_credibility__counts_origins_not_notes(said: Said) -> None:
    text = "# n\n\n## 条目 1：Quokka 消息\n\n来源：https://news.dev/a\n\n吞吐 1.42 倍。\n\n## 条目 2：x\n\n来源：https://y.dev/b\n\n无。\n"
    stars = []
    for notes in (1, 3):
        found = [
            e
            for n in range(notes)
            for e in entries(note(text + f"\n第 {n}\n", f"inbox/c{n}/2026-09-25-a.md"))
        ]
        group = next(g for g in join(found) if "Quokka" in g.lead.title)
        assert len(group.entries) == notes
        thing = Thing(
            group=group, relevance=Relevance(grade="high", reason=""), related=relation(group, said)
        )
        stars.append(credibility(thing, phrases("zh")).stars)
    assert stars[0] == stars[1]


def test_compose__written_and_read_back_it_is_the_same(brief: Brief) -> None:
    assert _without_lines(read_brief(write_brief(brief)).model_dump()) == _without_lines(brief.model_dump())


def _without_lines(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_lines(part) for key, part in value.items() if key not in {"line", "row_lines"}}
    if isinstance(value, list | tuple):
        return [_without_lines(part) for part in value]
    return value


def test_compose__more_than_the_most_are_listed_not_dropped(things: list[Thing]) -> None:
    night = Night(topic="serving", date=NIGHT, language="zh", least=1, most=1)
    found = compose(night, things, [])
    assert len(found.increments) == 1
    assert [row.priority for row in found.priorities] == [found.increments[0].priority, "low", "low"]
    assert "未入前 1 条" in found.priorities[1].action


def test_compose__a_contradiction_with_the_document_becomes_a_doubt(said: Said) -> None:
    text = "# n serving\n\n## 条目 1：Quokka 发布\n\n来源：https://a.dev/1\n\n- Quokka v2.4.0：合并 418 个提交，H100 上默认启用第二代调度器。\n\n## 条目 2：x\n\n来源：https://b.dev/2\n\n无。\n"
    group = next(g for g in join(entries(note(text))) if "Quokka" in g.lead.title)
    thing = Thing(
        group=group,
        relevance=Relevance(grade="high", reason=""),
        related=relation(group, said),
        target="1.1 引擎",
    )
    assert thing.related.relation == "contradicts"
    found = compose(Night(topic="serving", date=NIGHT, language="zh"), [thing], [])
    (doubt,) = found.doubts
    assert doubt.b is not None
    assert (doubt.b.line, "412" in doubt.b.quote) == (5, True)
    assert "418" in doubt.problem


def test_compose__english_where_the_document_is(things: list[Thing]) -> None:
    found = compose(Night(topic="serving", date=NIGHT, language="en"), things, [])
    assert found.summary[0].text.startswith("Increments: 3")
    assert all(one.action.startswith(("write into", "edit", "verify")) for one in found.increments)


def test_compose__a_night_of_nothing(said: Said) -> None:
    found = compose(Night(topic="serving", date=NIGHT, language="zh"), [], [])
    assert (found.increments, found.no_news, found.priorities) == ((), (), ())
    assert "0 条" in found.summary[0].text


def lone(said: Said, text: str, *, by_meaning: bool = False) -> Thing:
    (group,) = join(list(entries(note(text, "inbox/ann/2026-09-25-report.md"))))
    found = Relevance(grade="high", reason="", score=0.3, by_meaning=by_meaning)
    return Thing(group=group, relevance=found, related=relation(group, said), target="1.1 引擎")


def test_priority__a_report_without_a_link_is_drafted_and_a_lone_claim_is_listed(said: Said) -> None:
    night = Night(topic="serving", date=NIGHT, language="zh")
    figures = "".join(f"- Wombat 在 {n} 张卡上吞吐为 {n * 31} tok/s\n" for n in (2, 4, 8, 16))
    report = compose(night, [lone(said, f"# Wombat 实测\n\n{figures}")], [])
    claim = compose(night, [lone(said, "# Wombat\n\n显存浪费 60-80%。\n")], [])
    assert [one.priority for one in report.increments] == ["medium"]
    assert [one.priority for one in claim.increments] == ["low"]


def test_priority__what_only_its_meaning_speaks_for_is_listed_and_told_last(said: Said) -> None:
    night = Night(topic="serving", date=NIGHT, language="zh")
    known = "# Wombat 2.0\n\nhttps://wombat.dev/2\n\n- Wombat 2.0 吞吐为 31 tok/s\n- 2026-09-24 发布\n"
    other = "# Koala news\n\nhttps://koala.dev/1\n\n- Koala opens an office with 200 people\n- It pays 3 million\n"
    brief = compose(night, [lone(said, other, by_meaning=True), lone(said, known)], [])
    assert [(one.title, one.priority == "low") for one in brief.increments] == [
        ("Wombat 2.0", False),
        ("Koala news", True),
    ]


def test_compose__a_report_comes_before_a_line_of_a_better_source_and_a_bare_title_last(said: Said) -> None:
    night = Night(topic="serving", date=NIGHT, language="zh")
    figures = "".join(f"- Wombat 在 {n} 张卡上吞吐为 {n * 31} tok/s\n" for n in range(2, 32))
    report = lone(said, f"# Wombat 推理实测\n\n{figures}")
    line = lone(
        said,
        "# Koala 推理\n\nhttps://arxiv.org/abs/2609.10001\n\nKoala 在 H100 上把批调度器的延迟降了 12%。\n",
    )
    title = lone(said, "# Quoll 推理\n\nhttps://arxiv.org/abs/2609.10002\n")
    brief = compose(night, [title, line, report], [])
    assert titles(brief) == ["Wombat 推理实测", "Koala 推理", "Quoll 推理"]


def test_compose__what_is_only_near_fills_up_to_the_least_and_is_listed_beyond(things: list[Thing]) -> None:
    near = Relevance(grade="high", reason="", score=0.3, borderline=True)
    mixed = [things[0], *(thing.model_copy(update={"relevance": near}) for thing in things[1:])]
    filled = compose(Night(topic="serving", date=NIGHT, language="zh"), mixed, [])
    alone = compose(Night(topic="serving", date=NIGHT, language="zh", least=1), mixed, [])
    assert len(titles(filled)) == 3
    assert titles(alone) == [things[0].group.lead.title]
    assert all("临近" in row.action for row in alone.priorities[1:])
    assert {row.content for row in alone.priorities} == {row.content for row in filled.priorities}


def test_no_news__what_another_source_confirms_is_kept_on_with_its_line(said: Said) -> None:
    text = "# Quokka 笔记\n\n来源：https://elsewhere.dev/quokka\n\nQuokka v2.4.0：合并 412 个提交，H100 上默认启用第二代调度器。\n"
    source = note(text, "inbox/ann/2026-09-25-quokka.md")
    [group] = join(entries(source))
    grade = Relevance(grade="very high", reason="")
    thing = Thing(
        group=group,
        relevance=grade,
        related=relation(group, said).model_copy(update={"relation": "confirms"}),
    )
    checked = Checked(path=source.source.path, entries=((group.lead, grade),))
    brief = compose(
        Night(topic="serving", date=NIGHT, language="zh"), [thing], [checked], standing=works_of(said)
    )
    assert not brief.increments
    assert brief.no_news[0].reason == "此前夜间的基线：活文档已有（L5），本夜另有来源印证，续立"


def test_sources__what_is_only_borderline_says_so(said: Said) -> None:
    thing = lone(said, "# Numbat\n\n来源：https://numbat.dev/n\n\n- 命中率 12.5%，延迟 3 ms\n")
    grade = thing.relevance.model_copy(update={"borderline": True})
    checked = Checked(path="inbox/ann/a.md", entries=((thing.group.lead, grade),))
    brief = compose(Night(topic="serving", date=NIGHT, language="zh"), [], [checked])
    assert brief.sources[0].relevance == "高（临近，待审）"


def test_sources__what_is_turned_away_beside_news_is_told_with_the_reason(said: Said) -> None:
    thing = lone(said, "Quokka v2.5.0：合并 431 个提交。")
    (other,) = entries(note("# 电价\n\n2026-10-01 起电价升至每度 0.62 元。\n"))
    away = Relevance(grade="excluded", reason="0% 的用词见于活文档")
    checked = Checked(
        path="inbox/ann/a.md",
        entries=((thing.group.lead, Relevance(grade="high", reason="")), (other, away)),
    )
    brief = compose(Night(topic="serving", date=NIGHT, language="zh"), [thing], [checked])
    (row,) = brief.sources
    assert row.relevance == "高；另有 1 条不采：电价（0% 的用词见于活文档）"


def test_compose__notes_that_share_one_page_are_increments_with_ids_of_their_own(said: Said) -> None:
    night = Night(topic="serving", date=NIGHT, language="zh")
    page = "https://conference.example.org/2026/accepted"
    notes = [
        f"# {name} 论文\n\n来源：{page}\n\n- {name} 在 {n} 张卡上吞吐为 {n * 31} tok/s\n"
        for name, n in (("Wombat", 2), ("Bilby", 4), ("Potoroo", 8))
    ]
    brief = compose(night, [lone(said, text) for text in notes], [])
    assert len({one.id for one in brief.increments}) == 3
    assert {one.urls for one in brief.increments} == {(page,)}


@pytest.mark.parametrize(
    "named",
    [
        "https://arxiv.org/abs/2609.11873 · https://github.com/wombat/fast",
        "https://doi.org/10.1145/3600006.3613165 · https://github.com/wombat/fast",
        "https://github.com/wombat/fast · https://wombat.dev/1",
    ],
)
def test_credibility__a_work_or_repository_that_a_note_names_is_its_source_without_being_called_so(
    said: Said, named: str
) -> None:
    thing = lone(said, f"# Wombat 实测\n\n- Wombat 在 8 张卡上吞吐为 248 tok/s\n\n{named}\n")
    found = credibility(thing, phrases("zh"))
    assert found.stars >= 3
    assert phrases("zh").no_source not in found.reason


def test_credibility__a_note_that_names_nothing_still_says_so(said: Said) -> None:
    found = credibility(lone(said, "# Wombat\n\n- 吞吐为 248 tok/s，修复 CVE-2026-51001\n"), phrases("zh"))
    assert found.reason.startswith(phrases("zh").no_source)


def test_no_news__a_note_older_than_the_first_night_is_not_told_as_dealt_with(said: Said) -> None:
    source = note(OLD, "inbox/bob/2026-09-24-serving-old.md", day=dt.date(2026, 9, 24))
    [entry] = entries(source)
    checked = Checked(path=source.source.path, entries=((entry, Relevance(grade="baseline", reason="")),))
    unknown = Earlier(path=source.source.path, title="Numbat", relation="new")
    night = Night(topic="serving", date=NIGHT, language="en")
    brief = compose(night, [], [checked], earlier=[unknown])
    assert brief.no_news[0].reason.startswith("dated before the first night, not drafted: Numbat")


def test_sources__why_one_was_not_read_is_said_in_the_documents_language() -> None:
    checked = Checked(path="inbox/ann/a.md", unread="it is empty")
    brief = compose(Night(topic="serving", date=NIGHT, language="zh"), [], [checked])
    assert (brief.sources[0].relevance, brief.no_news[0].reason) == ("未读：是空文件", "未读：是空文件")


def test_compose__a_long_list_leaves_room_for_the_notes_of_others() -> None:
    items = "".join(
        f"- [Quokka{n}](https://quokka.dev/{n})：调度器在 H100 上把吞吐提升 {n}%，延迟降到 {n} ms，合并 {n}00 个提交。\n"
        for n in range(21, 41)
    )
    texts = [
        note(f"# 推理清单\n\n{items}", path="inbox/ana/2026-09-25-list.md"),
        note(
            "# 投机解码 Wombat\n\nWombat 投机解码在 H100 上提升 7%。\n\n来源：https://wombat.dev/1",
            path="inbox/bob/2026-09-25-one.md",
        ),
    ]
    said = Said(lines_of(parse(DOCUMENT.encode())))
    found = [
        Thing(
            group=group,
            relevance=Relevance(grade="high", score=0.5, reason=""),
            related=relation(group, said),
        )
        for group in join([entry for text in texts for entry in entries(text)])
    ]
    night = Night(topic="serving", date=NIGHT, language="zh", start="a", end="b")
    told = compose(night, found, [], standing=works_of(said)).increments
    assert len(found) > night.most
    assert any("Wombat" in one.title for one in told)
