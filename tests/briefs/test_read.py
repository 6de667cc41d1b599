"""Briefs of other hands: other topics, other habits, parts missing; and what is no brief at all."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.briefs import increments_of, read_brief
from agent.errors import BadBrief
from agent.models import Brief, Increment, Point, SourceRef, Table

DATA = Path(__file__).parents[1] / "data" / "briefs"
HEAD = "rag · E1 预消化简报(2026-09-25)\n"


@lru_cache
def brief_of(name: str) -> Brief:
    return read_brief((DATA / name).read_text(encoding="utf-8"))


def said(increment: Increment) -> list[tuple[str, str, int]]:
    return [(one.label, one.text, one.depth) for one in increment.body if isinstance(one, Point)]


class TestProperMarkdown:
    @pytest.fixture
    def brief(self) -> Brief:
        return brief_of("proper.zh.md")

    def test_title_and_window(self, brief: Brief) -> None:
        assert (brief.topic, brief.date, brief.language) == ("evaluation", dt.date(2026, 8, 3), "zh")
        assert brief.summary[-1].text == "窗口：2026-08-02 22:00 ~ 2026-08-03 22:00"

    def test_columns_are_found_by_their_heads(self, brief: Brief) -> None:
        assert [(row.place, row.relevance) for row in brief.sources] == [
            ("inbox/mei", "极高"),
            ("inbox/otto", "参考"),
        ]
        assert [(row.id, row.title, row.standing) for row in brief.citables] == [
            ("2607.01234", "Consistency, Revisited", "本次新增"),
            ("2401.00001", "Judge | Jury", "续立"),
        ]

    def test_fields_as_bold_items(self, brief: Brief) -> None:
        one = brief.increments[0]
        assert one.sources == (SourceRef(path="inbox/mei/2026-08-03-judge-bias.md", locator="§条目 2"),)
        assert (one.origins, one.urls) == (("论文作者主页",), ("https://example.org/judge-bias",))
        assert said(one) == [
            ("要点", "交换顺序后 11.3% 的判定翻转", 0),
            ("要点", "长回答翻转更多：17.0%", 1),
            ("要点", "样本 2,400 对", 0),
        ]
        assert (one.credibility.stars, one.credibility.reason) == (4, "公开数据，可复算")
        assert (one.importance, one.relation, one.target) == (4, "extends", "§2.1 成对评审")

    def test_fields_as_a_table(self, brief: Brief) -> None:
        one = brief.increments[1]
        assert one.title == "调度优先级评测集 QueueBench v1.2 发布"
        assert one.urls == ("https://github.com/example-lab/queuebench",)
        assert (one.credibility.stars, one.relation, one.target) == (3, "new", "§3 评测集")
        assert [piece.caption for piece in one.body if isinstance(piece, Table)] == ["数据规模"]
        assert said(one) == [("", "题目由两人独立标注", 0), ("", "一致率 0.91", 0)]

    def test_fields_without_blank_lines(self, brief: Brief) -> None:
        one = brief.increments[2]
        assert one.sources == (SourceRef(path="inbox/otto/weekly.md", locator="L12-L30"),)
        assert (one.arxiv, one.work_title) == (("2607.01234v2",), "Consistency, Revisited")
        assert (one.credibility.stars, one.relation) == (4, "supersedes")

    def test_priorities_as_a_list_in_another_order(self, brief: Brief) -> None:
        assert [(one.priority, one.action) for one in brief.increments] == [
            ("medium", "参考"),
            ("low", "写入 §3"),
            ("high", "改写 §2.3"),
        ]
        assert [one.owner for one in brief.increments] == ["judge-team", "", ""]

    def test_doubts_as_a_table(self, brief: Brief) -> None:
        first, second = brief.increments[0].caveats, brief.increments[1].caveats
        assert [(one.risk, one.wording) for one in first] == [("high", "分开写")]
        assert [(one.risk, one.wording) for one in second] == [("low", "一致率 0.91 来自 README，待独立复核")]
        assert second[0].look_again == dt.date(2026, 8, 17)

    def test_sources_without_news_keep_their_group(self, brief: Brief) -> None:
        assert [(row.source, row.reason, row.group) for row in brief.no_news] == [
            ("2026-08-03-daily.md", "全是转载", "inbox/otto"),
            ("inbox/otto", "其余为广告", "inbox/otto"),
            ("inbox/ann/a：b.md", "空文件", ""),
        ]

    def test_a_part_of_another_name_is_kept(self, brief: Brief) -> None:
        assert [(point.label, point.text) for point in brief.rest] == [("附录：运行记录", "用时 41 秒")]
        assert brief.footer == "生成于 2026-08-03 22:10"


class TestEnglish:
    @pytest.fixture
    def brief(self) -> Brief:
        return brief_of("proper.en.md")

    def test_title(self, brief: Brief) -> None:
        assert (brief.topic, brief.date, brief.language) == ("serving", dt.date(2026, 9, 3), "en")

    def test_increments(self, brief: Brief) -> None:
        first, second = brief.increments
        assert first.sources == (SourceRef(path="inbox/ana/2026-09-03-router-notes.md", locator="§Item 3"),)
        assert first.origins == ("the project's release notes",)
        assert said(first)[1:3] == [
            ("Key points", "Source: the release notes give the command", 0),
            ("Key points", "the cache is now shared - one per node", 0),
        ]
        assert said(first)[-1] == ("Release output", "| not | a table |", 0)
        assert second.sources == (SourceRef(path="inbox/ana/2026-09-03-router-notes.md", locator="§Item 4"),)
        assert second.urls == ("https://example.com/fair",)
        assert (first.relation, second.relation) == ("extends", "contradicts")
        assert (first.credibility.stars, second.credibility.stars) == (4, 2)

    def test_priorities_and_doubts(self, brief: Brief) -> None:
        assert [one.priority for one in brief.increments] == ["high", "medium"]
        assert brief.increments[1].caveats[0].wording == "fairness figures disagree, look again in 6 weeks"
        assert brief.increments[1].caveats[0].look_again == dt.date(2026, 10, 15)

    def test_a_missing_part_is_empty(self, brief: Brief) -> None:
        assert brief.citables == ()
        assert [row.reason for row in brief.no_news] == ["nothing on serving", "empty folder"]


class TestPasted:
    @pytest.fixture
    def brief(self) -> Brief:
        return brief_of("pasted.zh.md")

    def test_rows_broken_anywhere_are_whole(self, brief: Brief) -> None:
        table = next(piece for piece in brief.increments[0].body if isinstance(piece, Table))
        assert table.rows == (("16", "21", "0.951"), ("32", "9", "0.950"), ("64", "8", "0.950"))
        assert table.row_lines == (19, 21, 23)
        assert [(row.files, row.relevance) for row in brief.sources] == [
            ("2026-10-11-hnsw.md（08:00 · 图索引 重建耗时）", "极高"),
            ("2026-10-11-*.md", "参考"),
        ]

    def test_lists_run_together_come_apart(self, brief: Brief) -> None:
        assert said(brief.increments[0]) == [
            ("结论", "32 线程之后收益不明显（9 - 8 min）", 0),
            ("结论", "召回不变", 0),
            ("流程", "切分", 0),
            ("流程", "并行插入", 0),
            ("流程", "合并", 0),
        ]

    def test_several_urls_on_one_line(self, brief: Brief) -> None:
        assert brief.increments[0].urls == ("https://example.org/hnsw", "https://example.org/hnsw-2")

    def test_a_path_with_a_space(self, brief: Brief) -> None:
        assert brief.increments[1].sources[1] == SourceRef(path="inbox/wu/图 像.md", locator="第 3 行")

    def test_footer(self, brief: Brief) -> None:
        assert brief.footer == "本报告由值班同事整理"


class TestListsEverywhere:
    @pytest.fixture
    def brief(self) -> Brief:
        return brief_of("lists.en.md")

    def test_lists_stand_in_for_tables(self, brief: Brief) -> None:
        assert [(row.place, row.files, row.relevance) for row in brief.sources] == [
            ("inbox/amy", "2026-10-02-chunking.md (09:00, chunk sizes)", "very high"),
            ("inbox/bob", "2026-10-02-misc.md", "excluded"),
        ]
        assert [(row.id, row.credibility, row.standing) for row in brief.citables] == [
            ("2610.00123", "high", "new"),
            ("2409.04701", "high", "kept"),
        ]
        assert [(row.priority, row.content, row.action) for row in brief.priorities] == [
            ("high", "Late chunking", "Chunking"),
            ("low", "Reranker price cut", "footnote"),
        ]

    def test_increments(self, brief: Brief) -> None:
        assert [(one.title, one.target, one.priority) for one in brief.increments] == [
            ("Late chunking adds 4.2 points", '"Chunking"', "high"),
            ("Reranker price cut", "", "low"),
            ("Hybrid search default changes", "Retrieval", None),
        ]
        assert brief.increments[0].relation_note == "not yet mentioned"
        assert (brief.increments[0].credibility.stars, brief.increments[1].credibility.stars) == (4, 3)
        assert brief.increments[1].sources[0].locator == "lines 40-52"

    def test_a_numbered_doubt_has_its_lead_in_as_title(self, brief: Brief) -> None:
        assert [(one.title, one.problem) for one in brief.doubts] == [
            ("Late chunking gain", "only one corpus."),
            ("Price cut", '"per 1,000" or "per 1k tokens"?'),
        ]
        assert brief.increments[0].caveats[0].wording == "one corpus only"


class TestBare:
    @pytest.fixture
    def brief(self) -> Brief:
        return brief_of("bare.zh.md")

    def test_rows_without_a_table_are_rows(self, brief: Brief) -> None:
        assert (brief.topic, brief.date) == ("llm-infra", dt.date(2026, 9, 26))
        assert [(row.place, row.files) for row in brief.sources] == [("inbox/spark", "2026-09-26-x.md")]
        assert [(row.priority, row.action) for row in brief.priorities] == [("high", "§2.2"), ("low", "备查")]
        assert (brief.footer, brief.rest) == ("", ())

    def test_starred_numbers_are_increments(self, brief: Brief) -> None:
        first, second = brief.increments
        assert (first.title, first.importance, first.relation) == ("Mooncake v0.4 发布", 4, "supersedes")
        assert said(first) == [("核心要点", "传输吞吐 87GB/s", 0), ("核心要点", "支持 RoCE", 0)]
        assert first.sources == (SourceRef(path="inbox/spark/2026-09-26-x.md", locator="#L10"),)
        assert (second.title, second.priority) == ("RDMA 拥塞", "low")
        assert [(one.risk, one.wording) for one in first.caveats] == [("high", "87GB/s 口径未知")]


@pytest.mark.parametrize(
    ("head", "number"),
    [
        ("增量 12：标题（⭐⭐）", 12),
        ("增量12: 标题（★★）", 12),
        ("### 【增量 十二】标题 ⭐⭐", 12),
        ("#### 增量⑫：标题（⭐⭐）", 12),
        ("**增量 12：标题（⭐⭐）**", 12),
        ("### Increment 12 — 标题 (⭐⭐)", 12),
    ],
)
def test_an_increment_may_be_headed_in_many_ways(head: str, number: int) -> None:
    one = read_brief(f"{HEAD}{head}\n要点：甲\n").increments[0]
    assert (one.number, one.title, one.importance) == (number, "标题", 2)


def test_unnamed_headings_of_the_part_are_increments_and_deeper_ones_are_lead_ins() -> None:
    brief = read_brief(
        "# rag E1 brief 2026-09-25\n\n## Increments\n\n### 1. One\n\n#### Key points\n\n- a\n\n### Two\n"
    )
    assert [(one.number, one.title) for one in brief.increments] == [(1, "One"), (2, "Two")]
    assert said(brief.increments[0]) == [("Key points", "a", 0)]


def test_a_count_or_a_range_is_no_rating() -> None:
    brief = read_brief(f"{HEAD}增量 1：标题（3-8 目标区间）\n可信度：高 — 3-8 条\n")
    assert (brief.increments[0].title, brief.increments[0].importance) == ("标题（3-8 目标区间）", 0)
    assert brief.increments[0].credibility.stars == 4


def test_a_title_that_speaks_of_another_part_opens_no_part() -> None:
    brief = read_brief(f"{HEAD}二、增量条目\n增量 1：优先级调度与矛盾检测\n要点：甲\n优先级调度\n要点：乙\n")
    assert [point.text for point in brief.increments[0].body if isinstance(point, Point)] == [
        "甲",
        "优先级调度",
        "乙",
    ]


def test_wrapped_lines_are_one() -> None:
    text = (
        "# rag E1 brief 2026-09-25\n\n## Increments\n\n### Increment 1: One\n\n"
        "**Credibility:** ★★★ - measured by the vendor on its own machines with its own\nworkload\n"
    )
    assert read_brief(text).increments[0].credibility.reason.endswith("with its own workload")


def test_two_increments_on_one_page_have_two_ids() -> None:
    brief = read_brief(f"{HEAD}增量 1：甲\nURL：https://a.org/x\n增量 2：乙\nURL：https://a.org/x\n")
    first, second = brief.increments
    assert first.id != second.id


def test_a_thing_keeps_its_id_when_its_title_is_worded_anew() -> None:
    one = read_brief(f"{HEAD}增量 1：甲\nURL：https://arxiv.org/abs/2608.14635v1\n").increments[0]
    two = read_brief(f"{HEAD}增量 4：乙（更新）\narXiv 号：2608.14635v2\n").increments[0]
    assert one.id == two.id


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not an E1 brief: it is empty"),
        ("\n\n  \n", "this is not an E1 brief: it is empty"),
        ("# Shopping\n\n- milk\n", "this is not an E1 brief: none of its headings names a part of a brief"),
        (f"{HEAD}二、增量条目\n无\n", "the brief holds no increment, so there is nothing to update"),
        (
            f"{HEAD}状态摘要\n- 增量条数：0 条\n",
            "the brief holds no increment, so there is nothing to update",
        ),
        ("rag · E1 简报\n增量 1：甲\n要点：乙\n", "the brief's title names no date"),
        ("E1 简报(2026-09-25)\n增量 1：甲\n要点：乙\n", "the brief's title names no document"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(BadBrief) as refusal:
        read_brief(text)
    assert str(refusal.value) == message
    assert refusal.value.hint


@given(st.text(st.sampled_from("增量 1：|-*#\n`（）★①一、要点来源URLhttps://a.b 优先级矛盾"), max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, f"{HEAD}增量 1：甲\n{text}"):
        with suppress(BadBrief):
            assert read_brief(candidate).increments


@pytest.mark.parametrize(
    "unit", ["（", "|", "- a ", "1. a ", "**", "：", " §", "\t", "[a](https://a ", "需核实"]
)
def test_a_very_long_line_is_read_in_time(unit: str) -> None:
    line = unit * (30_000 // len(unit))
    brief = read_brief(f"{HEAD}增量 1：甲{line}\n来源：{line}\n要点：{line}\n五、无新增\n- {line}\n")
    assert len(brief.increments) == 1


@pytest.mark.parametrize("path", sorted(DATA.glob("*.md")), ids=lambda path: path.name)
def test_increments_alone_are_those_of_the_whole_brief_without_what_other_parts_add(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    derived = {"priority", "action", "owner", "caveats"}
    alone = [one.model_dump(exclude=derived) for one in increments_of(text)]
    assert alone
    assert alone == [one.model_dump(exclude=derived) for one in read_brief(text).increments]


def test_a_text_that_is_no_brief_has_no_increments() -> None:
    assert increments_of("") == ()
    assert increments_of("Dear all,\n\nthe lift works again.\n") == ()
