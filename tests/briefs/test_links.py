"""Priorities and doubts find their increments by what they say; doubts become caveats."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.briefs import caveat_of, look_again, read_brief
from agent.briefs.links import named_increments
from agent.briefs.wording import advised_wording, settled_by
from agent.models import Doubt

DATE = dt.date(2026, 9, 25)
HEAD = "rag · E1 简报(2026-09-25)\n二、增量条目\n"
MANY = HEAD + "".join(
    f"增量 {n}：{name} 发布 v{n}.0（⭐⭐）\n要点：{name} 的吞吐提升\n"
    for n, name in enumerate(["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa", "Lambda", "Mu"], start=1)
)  # fmt: skip
TABLE = "六、优先级\n| 优先级 | 内容 | 动作 |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("3-6 个月观察期", dt.date(2026, 12, 25)),
        ("观察期 3 个月", dt.date(2026, 12, 25)),
        ("2 周后再查", dt.date(2026, 10, 9)),
        ("look again in 6 weeks", dt.date(2026, 11, 6)),
        ("a 30-day watch", dt.date(2026, 10, 25)),
        ("1 年后复查", dt.date(2027, 9, 25)),
        ("deepopen 4 天破千星", None),
        ("6 个月前发布", None),
        ("", None),
    ],
)
def test_when_to_look_again_is_counted_from_the_brief(text: str, date: dt.date | None) -> None:
    assert look_again(text, DATE) == date


def test_a_month_later_is_never_a_day_that_does_not_exist() -> None:
    assert look_again("6 个月观察期", dt.date(2026, 8, 31)) == dt.date(2027, 2, 28)


@pytest.mark.parametrize(
    ("advice", "wording"),
    [
        ('归入 §1.1 时标注"A 待核实"', "A 待核实"),
        ("写入时备注「仅预印本」", "仅预印本"),
        ("标注“口径不同”", "口径不同"),
        ('mark it as "vendor figures"', "vendor figures"),
        ('对照"官方博客"再写', ""),
        ("分开写", ""),
    ],
)
def test_the_wording_that_is_advised_is_the_one_that_is_quoted(advice: str, wording: str) -> None:
    assert advised_wording(advice) == wording


def test_a_caveat_without_advised_wording_says_the_advice() -> None:
    doubt = Doubt(
        kind="contradiction", title="甲", problem="乙", advice="分开写，需对照原文核实", risk="high"
    )
    caveat = caveat_of(doubt, DATE)
    assert (caveat.kind, caveat.risk) == ("contradiction", "high")
    assert (caveat.wording, caveat.settled_by) == ("分开写，需对照原文核实", "需对照原文核实")


def test_what_only_asks_for_proof_settles_nothing() -> None:
    assert settled_by("状态待核实") == ""
    assert settled_by("数字需读全文核实") == "需读全文核实"


def test_a_dozen_increments_get_their_rows_in_any_order() -> None:
    names = [
        "Mu",
        "Alpha",
        "Zeta",
        "Kappa",
        "Delta",
        "Iota",
        "Beta",
        "Theta",
        "Gamma",
        "Lambda",
        "Eta",
        "Epsilon",
    ]
    rows = "".join(
        f"| {'🔴 高' if at < 4 else '🟢 低'} | {name} 发布 | 写入 §{at}.1 |\n"
        for at, name in enumerate(names)
    )
    brief = read_brief(MANY + TABLE + rows)
    for one in brief.increments:
        at = names.index(one.title.split()[0])
        assert one.action == f"写入 §{at}.1"
        assert one.priority == ("high" if at < 4 else "low")


def test_a_row_about_nothing_in_the_brief_is_nobodys() -> None:
    brief = read_brief(
        f"{MANY}{TABLE}| 🔴 高 | Omega 论文族（其他团队已处理） | 参考 |\n| 🔴 高 | Alpha 发布 | 写入 |\n"
    )
    assert [one.priority for one in brief.increments] == ["high", *[None] * 11]
    assert [row.owner for row in brief.priorities] == ["其他团队", ""]


def test_an_increment_that_somebody_else_has_done_says_who() -> None:
    brief = read_brief(f"{MANY}{TABLE}| 🟡 中 | Beta 发布（已由 spark 独立处理） | 参考 |\n")
    assert [one.owner for one in brief.increments if one.owner] == ["spark"]
    assert brief.increments[1].owner == "spark"


def test_numbers_name_increments_whatever_the_words_say() -> None:
    brief = read_brief(
        f"{MANY}{TABLE}| 🔴 高 | 增量 3：Alpha | 写入 §9 |\n三、矛盾\n矛盾 ①：增量 2、5 的口径（高风险）\n- 建议：标注“口径不同”\n"
    )
    assert [one.number for one in brief.increments if one.priority] == [3]
    assert [one.number for one in brief.increments if one.caveats] == [2, 5]
    assert named_increments("增量 1、③ 与 increment 4") == [1, 3, 4]


def test_a_row_that_is_a_caveat_is_no_priority_but_travels_with_its_claim() -> None:
    brief = read_brief(
        f"{MANY}{TABLE}| 🟢 低 | Gamma 吞吐待核实（3 个月观察期） | 备注 |\n| 🔴 高 | Gamma 发布 v3.0 | 写入 |\n"
    )
    gamma = brief.increments[2]
    assert gamma.priority == "high"
    assert [(caveat.risk, caveat.look_again) for caveat in gamma.caveats] == [("low", dt.date(2026, 12, 25))]


def test_a_doubt_about_something_else_stays_a_doubt() -> None:
    brief = read_brief(f"{MANY}三、待核实\n待核实 ①：Omega 编译器许可证\n- 问题：许可证文本缺失\n")
    assert len(brief.doubts) == 1
    assert not [one for one in brief.increments if one.caveats]
