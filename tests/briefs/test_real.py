"""The real brief is read exactly as it is, field by field; nothing of it is lost."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from agent.briefs import read_brief, write_brief
from agent.models import Brief, Increment, Point, SourceRef, Table
from tests.briefs.strategies import without_lines

REAL = Path(__file__).parents[3] / "shared" / "brief" / "e1-inference-2026-09-25.md"

pytestmark = pytest.mark.skipif(not REAL.is_file(), reason=f"the real brief is not at {REAL}")

JAY = "inbox/jay/2026-09-25"
TRENDING = "T1335-jay-github-hf-inference-vecdb-substack-trending-sep25.md"


@pytest.fixture(scope="module")
def text() -> str:
    return REAL.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def brief(text: str) -> Brief:
    return read_brief(text)


def points(increment: Increment) -> list[Point]:
    return [piece for piece in increment.body if isinstance(piece, Point)]


def tables(increment: Increment) -> list[Table]:
    return [piece for piece in increment.body if isinstance(piece, Table)]


def test_title(brief: Brief) -> None:
    assert (brief.topic, brief.date, brief.language) == ("inference", dt.date(2026, 9, 25), "zh")


def test_summary(brief: Brief) -> None:
    assert [(point.text[:6], point.line) for point in brief.summary] == [
        ("增量条数：5", 3),
        ("核心新增：①", 4),
        ("涉及 arX", 5),
    ]
    assert "2026-09-24 22:00 ~ 2026-09-25 22:00 滑动窗口" in brief.summary[0].text


def test_sources(brief: Brief) -> None:
    assert [row.line for row in brief.sources] == list(range(9, 30))
    relevances = [row.relevance for row in brief.sources]
    assert relevances == (
        ["极高"] * 6
        + ["基线"]
        + ["参考"] * 3
        + ["参考（跨主轴邻接）"]
        + ["参考"] * 4
        + ["筛选后邻接"] * 3
        + ["基线续立", "筛选后排除", "参考"]
    )
    places = [row.place for row in brief.sources]
    assert places.count("inbox/jay") == 8
    assert places.count("paper_cards Sep 23-25 新卡") == 5
    assert brief.sources[14].files.startswith("2026-09-25-1000-rss-cool-papers.md / 1000-rss-raschka.md / ")


def test_increments_titles_sources_urls(brief: Brief) -> None:
    rows = [
        (one.number, one.line, one.title, one.importance, one.credibility.stars) for one in brief.increments
    ]
    assert rows == [
        (1, 31, "vLLM 延迟-吞吐 trade-off 实战 benchmark", 5, 5),
        (2, 56, "FlashInfer 内核共享 → vLLM/SGLang 架构收敛", 5, 4),
        (3, 71, "Jev/TypeSafe AI System One 决策生态成形", 4, 3),
        (4, 92, "vLLM 2026-09 官方博客 8 条工程议题", 4, 5),
        (5, 108, "Belayer arXiv:2608.14635 — LLM Agentic RL 训练的故障容忍架构", 4, 4),
    ]
    assert [one.sources for one in brief.increments] == [
        (
            SourceRef(path=f"{JAY}-llm-inference-agent-engineering.md", locator="§条目 1"),
            SourceRef(path=f"{JAY}-inference-agents-systems.md", locator="§backend 条目 4"),
        ),
        (
            SourceRef(path=f"{JAY}-inference-agents-engineering.md", locator="§保留 #1"),
            SourceRef(path=f"{JAY}{TRENDING}", locator="§二"),
        ),
        (
            SourceRef(path=f"{JAY}{TRENDING}", locator="§一"),
            SourceRef(
                path=f"{JAY}T1735-jay-inference-agent-mcp-memory-vecdb-trending-sep25.md", locator="§二"
            ),
        ),
        (SourceRef(path=f"{JAY}-llm-inference-agent-engineering.md", locator="§条目 3"),),
        (SourceRef(path=f"{JAY}-inference-agents-engineering.md", locator="§保留 #6"),),
    ]
    assert [one.origins for one in brief.increments] == [
        ("Google Developer Forums", "vLLM 官方文档"),
        ("Turion.ai（2026-09）",),
        ("GitHub API（2026-09-21~25）",),
        ("vLLM Project Blog（https://vllm-project.github.io）",),
        ("arXiv:2608.14635v1",),
    ]
    assert [len(one.urls) for one in brief.increments] == [1, 1, 3, 1, 1]
    assert brief.increments[2].urls[1] == "https://github.com/nokia-applied-research/AnyJev"
    assert brief.increments[2].url_notes == ("1014★ · 2026-09-21 创建", "541★", "352★ · 1207 条资源")
    assert brief.increments[3].urls == ("https://vllm-project.github.io",)
    assert [one.arxiv for one in brief.increments] == [(), (), (), (), ("2608.14635",)]
    assert brief.increments[4].work_title == "Belayer: Efficient Fault Tolerance for LLM Agentic RL Training"


def test_tables_with_their_conditions_and_every_row_whole(brief: Brief) -> None:
    shapes = [
        (table.line, table.caption, len(table.header), table.row_lines)
        for one in brief.increments
        for table in tables(one)
    ]
    assert shapes == [
        (
            35,
            "Llama 3.1-70B · A3 Mega 8×H100 · max_num_batched_tokens=2048 · req-rate=5",
            4,
            (37, 38, 39),
        ),
        (
            61,
            "vLLM vs SGLang 2026 Q3 多源 benchmark 汇总（Particula + Spheron + TensorMesh + misar.blog）",
            3,
            (63, 64, 65, 66, 67),
        ),
        (78, "", 4, (80, 82, 84)),
        (95, "vLLM 官方博客 · 2026-09 扫描", 3, (97, 98, 99, 100, 101, 102, 103)),
    ]
    assert tables(brief.increments[2])[0].rows[2] == (
        "malevrigns/agent-jev",
        "295★",
        "2026-09",
        "0.6B System One 模型 · 50ms 前向 · 无 output token 解码",
    )
    assert all(
        len(row) == len(table.header)
        for one in brief.increments
        for table in tables(one)
        for row in table.rows
    )


def test_key_points_run_together_come_apart_under_their_lead_in(brief: Brief) -> None:
    counted = [
        [(label, sum(point.label == label for point in points(one))) for label in dict.fromkeys(p.label for p in points(one))]
        for one in brief.increments
    ]  # fmt: skip
    assert counted == [
        [("1000 并发请求完整 benchmark 输出", 7), ("关键工程结论", 4)],
        [("要点", 5)],
        [("要点", 1), ("deepopen 架构创新", 4), ("AnyJev · Nokia 出品", 1), ("对 inference 的意义", 1)],
        [("关键趋势判断", 3)],
        [("要点", 8)],
    ]
    planes = points(brief.increments[4])[1:5]
    assert [(point.text, point.depth) for point in planes] == [
        ("Belayer 架构：三平面执行", 0),
        ("Rollout Cluster：LLM 推理（GPU）", 1),
        ("Environment Cluster：沙盒交互（工具执行）", 1),
        ("Training Cluster：策略优化（GPU）", 1),
    ]


def test_every_point_and_cell_is_a_quotation_of_its_line(brief: Brief, text: str) -> None:
    rows = text.split("\n")
    for one in brief.increments:
        assert all(point.text in rows[point.line - 1] for point in points(one))
        for table in tables(one):
            for line, cells in zip(table.row_lines, table.rows, strict=True):
                assert all(cell in " ".join(rows[line - 1 : line + 1]) for cell in cells)


def test_relation_notes_and_targets(brief: Brief) -> None:
    assert [one.relation for one in brief.increments] == ["extends", "extends", "new", "extends", "extends"]
    assert [one.target[:4] for one in brief.increments] == ["§1.1"] * 4 + ["§1.4"]
    assert all(one.relation_note.startswith("inference.md §1.") for one in brief.increments)


def test_priorities_are_matched_by_what_they_say_and_not_by_order(brief: Brief) -> None:
    assert [one.priority for one in brief.increments] == ["high", "high", "medium", "medium", "medium"]
    assert [one.action for one in brief.increments] == [
        "写入 §1.1 框架格局（vLLM 延迟配置实测数据）",
        "写入 §1.1 框架格局（引擎收敛机制解析）",
        "写入 §1.1 框架格局（邻接 · 两极分工新范式）",
        "写入 §1.1 框架格局（vLLM 月度工程更新）",
        "写入 §1.4 推理可靠性与可观测性（RL 训练基础设施可靠性）",
    ]
    assert [row.line for row in brief.priorities] == list(range(169, 176))
    assert [row.priority for row in brief.priorities] == ["high"] * 2 + ["medium"] * 3 + ["low"] * 2
    assert [row.owner for row in brief.priorities] == [""] * 5 + ["spark llm-infra", ""]
    assert [one.owner for one in brief.increments] == [""] * 5


def test_doubts(brief: Brief) -> None:
    assert [(doubt.line, doubt.risk) for doubt in brief.doubts] == [
        (118, "medium"),
        (121, "high"),
        (125, "medium"),
        (128, "medium"),
    ]
    assert brief.doubts[1].title == "vLLM-Omni 当前 GA 状态"
    assert brief.doubts[1].impact == "涉及视频推理服务生产部署决策"
    assert all(doubt.problem and doubt.advice for doubt in brief.doubts)


def test_each_doubt_travels_with_the_increment_it_speaks_of(brief: Brief) -> None:
    worded = [[caveat.wording for caveat in one.caveats] for one in brief.increments]
    assert worded == [
        [],
        ["FlashInfer 集成端到端收益需对照 LMSYS 官方博客核实"],
        ["2026-09 新立生态，3-6 个月观察期；50ms 前向 claim 来自 GitHub README，待独立核实"],
        ["vLLM-Omni 当前 GA 状态待核实，建议在生产部署前验证"],
        ["arXiv 预印本，尚未同行评审；具体故障容忍数字需读全文核实"],
    ]
    jev = brief.increments[2].caveats[0]
    assert (jev.risk, jev.look_again) == ("medium", dt.date(2026, 12, 25))
    assert brief.increments[4].caveats[0].settled_by == "需读全文核实"


def test_citable_ids(brief: Brief) -> None:
    assert [row.line for row in brief.citables] == list(range(134, 153))
    assert len({row.id for row in brief.citables}) == 18
    assert brief.citables[0].id == "2608.14635"
    assert brief.citables[11].id == "2605.11093v1"
    assert brief.citables[6].title == "LLM Serving Needs Mathematical Optimization · Ω(√(B log G)) bound"


def test_sources_without_news(brief: Brief) -> None:
    assert [row.line for row in brief.no_news] == list(range(156, 166))
    assert [row.source for row in brief.no_news[:4]] == [
        "1509-2609-27980",
        "1503-2609-25963",
        "1508-2609-27158",
        "1484-2609-26346",
    ]
    assert {row.group for row in brief.no_news[:5]} == {"paper_cards Sep 23-25 新卡（筛选后邻接/排除）"}
    assert not any(row.group for row in brief.no_news[5:])
    assert brief.no_news[9].source == "work-queue Sep 25 22:00"
    assert brief.no_news[7].reason.endswith("已由 spark 独立处理")


def test_footer_and_nothing_left_over(brief: Brief) -> None:
    assert brief.footer.startswith("本报告由 Tom 实例自动生成 · 2026-09-25 22:20 CST")
    assert brief.rest == ()


def test_with_other_line_ends_it_is_the_same_brief(brief: Brief, text: str) -> None:
    assert read_brief(text.replace("\n", "\r\n")) == brief
    assert read_brief("\ufeff" + text) == brief


def test_written_for_people_and_read_again_it_is_the_same_brief(brief: Brief) -> None:
    again = read_brief(write_brief(brief))
    assert without_lines(again.model_dump(mode="json")) == without_lines(brief.model_dump(mode="json"))
