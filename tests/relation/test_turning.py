"""A statement that turns a line needs few of its words; one of another setting, version or plan turns nothing."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from agent.document import parse
from agent.relation import Said, judge, lines_of, relation_of_texts

DOCUMENT = """# Tools

## Releases

- **Marmot 4.1**: released 2026-03-02; plans are cached.
- **Tern v0.8**：支持断点续传。〔锚定〕
- **雪松引擎 2.3**：2026-02-11 发布；单机 40 个分片。
- **Osprey**: a scheduler in Go; latest version 1.2.4.
- **Heron**：9.1k★（截至 2026-05-01），适合小团队。
- **Ibis 2.0**: first release with tiers.
- **Ibis 2.1**: tiers on by default.

## State

- Streaming joins are not in Marmot.
- Marmot Cloud is planned for the spring of 2027.
- **Plover 协议**：节点之间的握手协议，草案阶段。
- Osprey may not be used by teams with more than 50 members.
- Heron compiles in 34 s on two X90 (cold).
- The pool holds 120 connections, of which 10 are kept free.
- **Kite**: 310 depots, up to 80 kW; 0.44 €/kWh.

## Faults

| Fault | Part | Mended in | Weight |
|---|---|---|---|
| CVE-2026-51001 | imglib | none yet | high |
| CVE-2026-51002 | xmlkit | 3.1 | low |

## 支持情况

| 特性 | Lark | Finch |
|---|---|---|
| 嵌套网格 | 12 | — |
| 容器查询 | 10 | 11 |

## Formats

| format | version | packing |
|---|---|---|
| Slate | 3.4 | zstd |
| Chalk | 1.1 | none |

## Contests

| Contest | Tasks | Best | Held by |
|---|---|---|---|
| HillRun | 212 | 38.5% | Osprey |
| 长谷赛 | 90 | 61% | Heron |
"""
SAID = Said(lines_of(parse(DOCUMENT.encode())))
NIGHT = dt.date(2026, 10, 12)


def told(text: str, about: str = "") -> tuple[str, str]:
    found = judge(text, SAID, date=NIGHT, about=about)
    return found.relation, found.quote


@pytest.mark.parametrize(
    ("text", "about", "line"),
    [
        ("Marmot 4.2 came out on 2026-10-09 with faster joins.", "", "Marmot 4.1"),
        ("Tern v0.9 于 2026-10-08 发布，共 77 个提交。", "", "Tern v0.8"),
        ("雪松引擎 2.4 于 2026-10-07 发布，单机 64 个分片。", "", "雪松引擎 2.3"),
        ("Snow Cedar (雪松引擎) 2.4 is out since 2026-10-07.", "", "雪松引擎 2.3"),
        ("发布日期：2026-10-07", "雪松引擎 2.4 发布", "雪松引擎 2.3"),
        ("Osprey 发布 1.2.6，修复两处死锁。", "", "latest version 1.2.4"),
        ("Tern 现在是 v0.9（2026-10-02 发布），不再是 v0.8。", "", "Tern v0.8"),
        ("Tern 从 v0.8 升级到 v0.9。", "", "Tern v0.8"),
        ("Tern 升至 v0.9。", "", "Tern v0.8"),
        ("Tern bumped to v0.9.", "", "Tern v0.8"),
        ("Heron：11.6k★，本周新增 300 个。", "", "9.1k★"),
        ("Marmot 5 ships streaming joins (2026-10-10).", "", "Streaming joins are not"),
        ("Marmot Cloud was released on 2026-10-11.", "", "Marmot Cloud is planned"),
        ("Plover 协议发布 1.0 正式版（2026-10-10）。", "", "草案阶段"),
        ("The bound of 50 members is gone.", "Osprey changes its terms", "more than 50 members"),
        ("Kite cuts its price from 0.44 to 0.39 €/kWh.", "", "0.44 €/kWh"),
        ("imglib 2.7, released on 2026-10-12, mends CVE-2026-51001.", "", "CVE-2026-51001"),
        ("Finch 14 已支持嵌套网格。", "", "嵌套网格"),
        ("Slate 3.5 was published on 2026-10-03.", "", "Slate | 3.4"),
        ("Tern reaches 41.2% on HillRun, ahead of the 38.5% of Osprey.", "", "HillRun"),
    ],
)
def test_judge__what_turns_a_line_supersedes_it(text: str, about: str, line: str) -> None:
    relation, quote = told(text, about)
    assert relation == "supersedes"
    assert line in quote


@pytest.mark.parametrize(
    "text",
    [
        "Marmot 4.0, released on 2025-11-02, was the first with plans.",
        "Marmot 4.2.0-rc1 was tagged on 2026-10-11.",
        "Marmot 4.2 is planned for November.",
        "Ibis 2.2 brings tiers to Windows.",
        "Heron compiles in 21 s on two Z40 (cold).",
        "Kite wants to raise its depots from 310 to 500 by the end of 2028.",
        "Marmot Cloud may be delayed, it is rumoured.",
        "The scheduler of Osprey was inspired by Marmot 4.9.",
        "Tern v0.7 的旧文档已归档。",
        "Gull 3.9 was published on 2026-10-03.",
    ],
)
def test_judge__what_is_older_unfinished_wanted_or_of_another_setting_turns_nothing(text: str) -> None:
    assert told(text)[0] not in {"supersedes", "contradicts"}


def test_judge__a_line_that_was_dated_later_is_not_turned() -> None:
    found = judge("Heron had 8k★ on 2026-01-02.", SAID, date=NIGHT)
    assert found.relation != "supersedes"


@pytest.mark.parametrize(
    "text", ["Marmot " * 20_000, "从 1 " * 20_000, "X 1.2 (" * 20_000, "dropped from 1 " * 9_000]
)
def test_judge__is_linear_in_a_statement(text: str) -> None:
    began = time.process_time()
    judge(text, SAID, date=NIGHT)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "text", ["石磨引擎支持投机解码。", "石磨引擎 3.1 已支持投机解码，吞吐为 4,100 tok/s。"]
)
def test_judge__what_is_supported_now_turns_the_line_that_denies_it(text: str) -> None:
    found = judge(text, _denied(), date=NIGHT)
    assert (found.relation, found.line) == ("supersedes", 3)


@pytest.mark.parametrize(
    "text", ["石磨引擎计划支持投机解码。", "石磨引擎支持分块预填充。", "砂轮引擎支持投机解码吗。"]
)
def test_judge__a_plan_another_feature_or_another_thing_turns_no_denial(text: str) -> None:
    assert judge(text, _denied(), date=NIGHT).relation != "supersedes"


def _denied() -> Said:
    return Said(lines_of(parse("# 引擎\n\n石磨引擎暂不支持投机解码。\n".encode())))


BOATS = Said(
    lines_of(
        parse(
            b"# Boats in use\n\n| Boat | Version |\n|---|---|\n| Heron | 17.2 |\n| Otter | 24.3 |\n\n"
            b"## Sails\n\n- **Grebe 1.15**: 16 ropes as delivered.\n"
        )
    )
)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Grebe 1.16 answers 1,240 calls a second at 0.98", "new"),
        ("Grebe 1.16 | 0.98 | 1240 | 18 | 41", "extends"),
        ("Grebe 1.16 is out", "supersedes"),
        ("Grebe 1.16 于 2026-11-20 发布", "supersedes"),
        ("Grebe 1.16 has 32 ropes as delivered", "supersedes"),
    ],
)
def test_a_later_version_takes_the_place_of_an_item_by_news_of_it_and_not_by_a_test_of_it(
    text: str, relation: str
) -> None:
    assert judge(text, BOATS, about="Grebe 1.16 against Swan").relation == relation


@pytest.mark.parametrize(
    ("texts", "relation"),
    [
        (["Heron 18.1 came out on 2026-11-27.", "We run 17.2 today."], "extends"),
        (["Heron 18.1 发布。我们线上仍是 17.2，升级要停机。"], "extends"),
        (["Heron 18.1 came out on 2026-11-27.", "It needs 17.2 to be dumped first."], "supersedes"),
        (["Heron 18.1 is out.", "Today we moved from 17.2 to 18.1."], "supersedes"),
        (["Heron 18.1 已发布，目前由 17.2 升级到 18.1"], "supersedes"),
    ],
)
def test_a_version_that_the_note_says_to_be_in_use_keeps_its_place(texts: list[str], relation: str) -> None:
    assert relation_of_texts(texts, BOATS, about="Heron 18.1").relation == relation


HANDBOOK = Said(
    lines_of(
        parse(
            "# 手册\n\n| 型号 | 载重 | 单价（元/时） |\n|---|---|---|\n| Heron 6 | 80 | 14.5 |\n| Otter | 141 | 18.0 |\n\n"
            "- 驱动：550.127（2026-06 起）；固件 12.4。\n\n## 调度\n\n- 每个任务最多 64 卡，排队上限 24 小时。\n\n"
            "1. Xid 79（掉卡）：重启节点。\n2. 延迟：2.5 倍。\n".encode()
        )
    )
)


@pytest.mark.parametrize(
    ("text", "relation", "why"),
    [
        ("驱动升级到 570.86.15，固件升到 12.8。", "supersedes", "version 570.86.15 against 550.127"),
        ("调度：单任务上限由 64 卡放宽到 128 卡，从 12 月起。", "supersedes", "128 against 64"),
        (
            "Prices as of 1 December: Otter 16.5 yuan (was 18.0), Heron stays at 14.5.",
            "supersedes",
            "16.5 against 18.0",
        ),
        ("Otter 由 18.0 降到 16.5 元，Heron 6 仍为 14.5 元。", "supersedes", "16.5 against 18.0"),
    ],
)
def test_what_a_note_says_to_have_changed_turns_its_line_or_cell(text: str, relation: str, why: str) -> None:
    found = judge(text, HANDBOOK)
    assert (found.relation, found.why) == (relation, why)


@pytest.mark.parametrize(
    "text", ["Xid 94 on 3 of 48 nodes; resetting was enough.", "本周出现 Xid 94，重启节点即可。"]
)
def test_a_number_in_a_name_is_no_version_unless_it_came_out(text: str) -> None:
    assert judge(text, HANDBOOK).relation in {"new", "extends"}


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Heron 还是 17.2，没动。", "covered"),
        ("Heron is still at 17.2.", "covered"),
        ("Otter stays at 24.3.", "covered"),
        ("Heron 仍为 17.5", "extends"),
    ],
)
def test_what_a_note_says_to_be_as_it_was_is_no_news(text: str, relation: str) -> None:
    assert judge(text, BOATS).relation == relation


WARD = Said(
    lines_of(
        parse(
            b"# Ward\n\n- **Idarin**: not stocked.\n- **Pecten**: 50 units when nothing else is at hand.\n\n"
            b"Stop heronal 48 hours before surgery. Bridging is not needed.\n"
        )
    )
)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("We also started to stock idarin: two 2.5 g vials.", "supersedes"),
        ("Idarin is in stock now", "supersedes"),
        ("Idarin will be stocked in spring", "new"),
        ("Idarin is still not stocked", "covered"),
    ],
)
def test_what_was_denied_is_lifted_by_the_very_word(text: str, relation: str) -> None:
    assert judge(text, WARD).relation == relation


@pytest.mark.parametrize(
    ("texts", "relation"),
    [
        (
            [
                "Stop heronal 72 hours (not 48) before surgery of the spine.",
                "For all other surgery it stays at 48 hours.",
            ],
            "extends",
        ),
        (["Stop heronal 72 hours (not 48) before surgery."], "contradicts"),
        (["Heronal is currently stopped 72 h before surgery, not 48 h."], "contradicts"),
        (["Heronal is currently stopped 72 hours, not 48, before surgery."], "contradicts"),
        (
            ["目前手术前 72 小时停 heronal，而不是 48 小时。Stop heronal 72 hours, not 48, before surgery."],
            "contradicts",
        ),
    ],
)
def test_a_figure_that_the_note_says_to_hold_elsewhere_keeps_its_place(
    texts: list[str], relation: str
) -> None:
    assert relation_of_texts(texts, WARD, about="New protocol").relation == relation


def test_a_version_is_read_behind_a_name_whatever_its_markup() -> None:
    for line in (
        "**驱动**：550.127（2026-06 起）",
        "`驱动`：550.127（2026-06 起）",
        "驱动：550.127（2026-06 起）",
    ):
        said = Said(lines_of(parse(f"# 手册\n\n- {line}\n".encode())))
        assert judge("驱动升级到 570.86.15。", said).why == "version 570.86.15 against 550.127"
