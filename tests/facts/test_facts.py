import datetime as dt
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Fact, facts, row_facts, split_claims


def quantities(text: str) -> list[Fact]:
    return [fact for fact in facts(text) if fact.kind == "quantity"]


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("共 1,234,567 条", 1234567, "count"),
        ("1 234 567 次", 1234567, "count"),
        ("提升了１．５×", 1.5, "times"),
        ("3.4x faster", 3.4, "times"),
        ("约 300 万次", 3_000_000, "count"),
        ("1.2 亿", 120_000_000, ""),
        ("2k★", 2000, "star"),
        ("四分之一", 25, "percent"),
        ("百分之四十", 40, "percent"),
        ("三成", 30, "percent"),
        ("翻倍", 2, "times"),
        ("提升 20 个百分点", 20, "points"),
        ("321.5 tok/s", 321.5, "token/time"),
        ("7.5KB", 7500, "data"),
        ("200Gbps", 25e9, "data/time"),
        ("延迟为12.25ms", 0.01225, "time"),
        ("两个阶段", 2, "count"),
        ("$2.5 billion", 2.5e9, "usd"),
        ("每秒 90 个 token", 90, "token/time"),
    ],
)
def test_a_value_is_read_with_its_scale_and_unit(text: str, value: float, dimension: str) -> None:
    (fact,) = quantities(text)
    assert fact.values == (pytest.approx(value),)
    assert fact.dimension == dimension
    assert text[fact.start : fact.end] == fact.text


@pytest.mark.parametrize(
    ("text", "ends"),
    [("20-40%", (20, 40)), ("20%～40%", (20, 40)), ("3–4.5×", (3, 4.5)), ("between 3 and 5 GB", (3e9, 5e9))],
)
def test_a_range_is_one_fact_and_never_its_mean(text: str, ends: tuple[float, float]) -> None:
    (fact,) = quantities(text)
    assert fact.form == "range"
    assert fact.values == pytest.approx(ends)


@pytest.mark.parametrize(
    ("text", "bound"),
    [("≤5%", "<="), ("不超过 5%", "<="), ("最多 5 个", "<="), ("up to 5x", "<="), ("at least 5 GB", ">="), ("至少需要 5 GB", ">="),
     ("600ms+", ">="), ("超过 600 个", ">"), ("under 600 ms", "<"), ("5 GB 以上", ">="), ("高达 5%", "<=")],
)  # fmt: skip
def test_a_bound_belongs_to_its_value(text: str, bound: str) -> None:
    assert [fact.bound for fact in quantities(text)] == [bound]


@pytest.mark.parametrize("text", ["约 30 个", "~30%", "about 30 ms", "30 个左右", "≈30×"])
def test_an_approximate_value_is_marked(text: str) -> None:
    assert [fact.approx for fact in quantities(text)] == [True]


def test_parallel_lists_and_series_keep_their_order() -> None:
    found = quantities("max-len 64/32/16 → TTFT 5.5/7.5/9.5ms；40.5→50.5→61.5ms")
    assert [(f.form, f.place) for f in found[:6]] == [("list", 0), ("list", 1), ("list", 2)] * 2
    assert [f.values[0] for f in found[3:6]] == pytest.approx([0.0055, 0.0075, 0.0095])
    assert [f.form for f in found[6:]] == ["series"] * 3


def test_an_amount_of_change_differs_from_the_value_reached() -> None:
    (by,), (to,) = quantities("吞吐提升 30%"), quantities("吞吐提升到 30%")
    assert (by.change, by.mode) == ("up", "by")
    assert (to.change, to.mode) == ("up", "to")


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4 与 H100",
        "v0.30.0",
        "arXiv:2608.11111v1",
        "inbox/a/2026-09-25-x1.md",
        "https://a.org/12/34",
        "唯一一个",
        "统一",
    ],
)
def test_numbers_inside_names_ids_and_paths_are_no_quantities(text: str) -> None:
    assert quantities(text) == []


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("2026-09-21~25", "2026-09-21/2026-09-25"),
        ("2026 年 9 月 5 日", "2026-09-05"),
        ("Sep 5, 2026", "2026-09-05"),
        ("Q3 2026", "2026-07-01/2026-09-30"),
        ("2026 下半年", "2026-07-01/2026-12-31"),
        ("昨日发布", "2026-09-24"),
        ("9月5日", "2026-09-05"),
        ("the default (as of 2026-10-12)", "2026-10-12"),
        ("in preview since 2026-10", "2026-10-01/2026-10-31"),
    ],
)
def test_dates_are_resolved_against_the_date_of_the_text(text: str, normal: str) -> None:
    assert [f.normal for f in facts(text, date=dt.date(2026, 9, 25)) if f.kind == "date"] == [normal]


def test_a_cell_has_row_and_column_as_subject_and_the_unit_of_its_head() -> None:
    text = "| 模型 | 延迟 (ms) |\n|---|---|\n| Foo-7B | 12.5 |\n"
    (row,) = [claim for claim in split_claims(text) if claim.kind == "table_row"]
    (fact,) = [fact for fact in row_facts(row) if fact.kind == "quantity"]
    assert fact.values == pytest.approx((0.0125,))
    assert fact.subject == ("Foo-7B", "延迟 (ms)")
    assert row.text[fact.start : fact.end] == "12.5"


def test_claims_are_sentences_items_and_rows_but_not_code() -> None:
    text = "# 标题\n\n第一句。第二句，v0.6 发布！\n\n- Item one, e.g. this. Next one.\n\n```\n# code 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    claims = split_claims(text)
    assert [claim.text for claim in claims] == [
        "标题", "第一句。", "第二句，v0.6 发布！", "Item one, e.g. this.", "Next one.", "| 1 | 2 |",
    ]  # fmt: skip
    assert [claim.line for claim in claims] == [1, 3, 3, 5, 5, 13]
    assert all(text[claim.start : claim.end] == claim.text for claim in claims)
    assert claims[-1].heads[0] == "标题"


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="12 ,.-/~→%×xms万个约≤|`#a A提升不一第年月日:：（\n", max_size=120))
def test_every_fact_of_any_text_quotes_it(text: str) -> None:
    assert all(text[fact.start : fact.end] == fact.text for fact in facts(text))
    assert all(text[claim.start : claim.end] == claim.text for claim in split_claims(text))


@pytest.mark.parametrize(
    "piece",
    ["1", "1,", "1-", "1/", "一", "万", "(", "x=1 ", "up to ", "`a", "| a ", "not a ", "2026-01-01 ", "a/"],
)
def test_no_repetition_takes_more_than_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        text = piece * count
        start = time.process_time()
        facts(text)
        split_claims(text)
        return time.process_time() - start

    seconds(500)
    # The least of three: a collection of garbage falls into one of them.
    assert min(seconds(4000) for _ in range(3)) < 8 * seconds(1000) + 0.3


def test_a_list_of_digits_begins_with_a_value_and_an_item_with_its_number() -> None:
    assert [fact.values for fact in quantities("4、8")] == [(4.0,), (8.0,)]
    assert [fact.values for fact in quantities("4、八张卡 8 GB")] == [(8.0,), (8e9,)]
