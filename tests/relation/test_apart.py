"""A note whose statements change several lines of the document is as many things."""

import pytest

from agent.document import parse
from agent.entries import Entry, entries
from agent.joining import Group
from agent.models import Point
from agent.relation import Said, apart, lines_of, relation
from tests.notes import note

DOCUMENT = """# 船队

## 引擎

- 驱动：550.127（2026-06 起）；固件 12.4。
- Heron 0.6.3：默认引擎。
- Otter 2.21.5：跨船通信需打开开关。

## 调度

- 每个任务最多 64 卡，排队上限 24 小时。
- 绳索超时：检查链路，默认 30 分钟。
"""
SAID = Said(lines_of(parse(DOCUMENT.encode())))


def parts(text: str) -> tuple[Entry, ...]:
    (entry,) = entries(note(text))
    return apart(entry, relation(Group(entries=(entry,)), SAID), SAID)


def said(entry: Entry) -> list[str]:
    return [part.text for part in entry.body if isinstance(part, Point)]


WEEK = """# 本周变更

1. 驱动升级到 570.86.15，固件升到 12.8。
2. 生产环境 Heron 从 0.6.3 升到 0.8.2。
3. 调度：单任务上限由 64 卡放宽到 128 卡，从 12 月起。
4. 新增一条夜班航线，每晚 2 班。
"""


def test_each_statement_that_changes_another_line_is_a_thing_and_the_rest_is_one() -> None:
    rest, *changed = parts(WEEK)
    assert said(rest) == ["新增一条夜班航线，每晚 2 班。"]
    assert rest.title == "本周变更"
    assert [said(part)[0][:2] for part in changed] == ["驱动", "生产", "调度"]
    assert [part.span.line for part in changed] == [3, 4, 5]
    assert len({part.key for part in (rest, *changed)}) == 4


def test_a_thing_that_goes_on_in_the_next_statement_takes_it_along() -> None:
    text = "# 本周\n\n新增一条夜班航线。\n\n生产环境 Heron 从 0.6.3 升到 0.8.2。\n\n其启动用时为 12 秒。\n"
    rest, heron = parts(text)
    assert said(rest) == ["新增一条夜班航线。"]
    assert said(heron) == ["生产环境 Heron 从 0.6.3 升到 0.8.2。", "其启动用时为 12 秒。"]


@pytest.mark.parametrize(
    "text",
    [
        "# Heron 0.8.2 发布\n\n- Heron 0.8.2 于 2026-11-20 发布。\n- 启动用时 12 秒。\n",
        "# 夜班航线\n\n- 每晚 2 班。\n- 票价 12 元。\n",
        "# 本周变更\n\n生产环境 Heron 从 0.6.3 升到 0.8.2。\n",
    ],
    ids=["its title names the line's thing", "it changes nothing", "it is one statement"],
)
def test_a_note_about_one_thing_stays_whole(text: str) -> None:
    assert parts(text) == ()


def test_a_source_within_one_statement_is_no_source_of_another() -> None:
    text = WEEK.replace("每晚 2 班。", "每晚 2 班，见 https://otter.dev/night 。")
    rest, *changed = parts(text)
    assert rest.urls
    assert not any(part.urls or part.origin for part in changed)


def test_a_statement_that_its_title_alone_binds_to_a_line_stays_with_it() -> None:
    text = "# 推理动态\n\n### 1. Heron 0.8.2 发布\n\n- 发布日期：2026-10-11\n- 新增快照；用时 12 秒。\n"
    assert parts(text) == ()


def test_a_part_is_the_lines_of_its_source_that_tell_it() -> None:
    text = "# 本周\n\n新增一条夜班航线。\n\n生产环境 Heron 从 0.6.3 升到 0.8.2，\n启动用时 12 秒。\n\n另有 2 班渡轮停航。\n"
    _, heron = parts(text)
    assert (heron.span.line, heron.span.end_line) == (5, 6)
    assert (
        text[heron.span.start : heron.span.end]
        == heron.text
        == "生产环境 Heron 从 0.6.3 升到 0.8.2，\n启动用时 12 秒。"
    )
