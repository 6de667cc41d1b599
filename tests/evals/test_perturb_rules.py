"""Rules that plant errors: each makes one change of its kind; what is called faithful keeps the facts."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.bench.perturb.faithful import FAITHFUL, converted, numerals, quoted, reordered, rounded
from evals.bench.perturb.passages import Passage, passages
from evals.bench.perturb.rule import Rule
from evals.bench.perturb.wording import UNFAITHFUL, applicable

SEEDS = range(60)


class Place(NamedTuple):
    """A sentence with one place that a rule may change, and what it may become."""

    kind: str
    before: str
    old: str
    after: str
    new: str
    """A pattern."""


PLACES = (
    Place("digit", "端到端延迟为 ", "412", " 毫秒，较上周更好。", r"[1-35-9]12|4[2-9]2|41[13-9]"),
    Place("digit", "It needs ", "2,048", " tokens of context.", r"[13-9],048|2,[1-9]48|2,0[1-35-9]8|2,04[1-79]"),
    Place("magnitude", "端到端延迟为 ", "412", " 毫秒。", r"4120|41\.2"),
    Place("magnitude", "每轮重复 ", "3", " 遍。", r"30|3000"),
    Place("unit", "显存占用降到 24", " GB", "，其余不变。", r" MB"),
    Place("unit", "命中率涨了 24", "%", "，其余不变。", r"×"),
    Place("unit", "The job ran for 7", " hours", " in all.", r" days"),
    Place("bound", "首字延迟", "不超过", " 80 ms。", r"至少"),
    Place("bound", "Starting takes ", "up to", " 12 ms.", r"at least"),
    Place("bound", "首字延迟为 ", "80", " ms。", r"(?:至少|不到|不超过) 80"),
    Place("bound", "Starting takes ", "80", " ms.", r"(?:at least|less than|up to) 80"),
    Place("range", "整体改善 ", "30-50", "%，视负载而定。", r"30|50|30-(?:60|75|100)"),
    Place("date", "新版于 ", "2026-03-14", " 发布。", r"202[57]-03-14|2026-(?!03)\d\d-14|2026-03-(?!14)\d\d"),
    Place("date", "论文在 ", "2026年3月", " 贴出。", r"202[57]年3月|2026年(?!3月)\d{1,2}月"),
    Place("version", "升级到 ", "v1.8.2", " 之后再测。", r"v1\.(?:9|80|7)\.2|v1\.8\.(?:3|20|1)"),
    Place("id", "论文 ", "2603.04567", " 给出了证明。", r"260\d\.\d{5}"),
    Place("id", "The fix is ", "#2718", " on the tracker.", r"#\d{4}"),
    Place("url", "文档在 ", "https://docs.example.org/guide/start", " 可查。", r"https://docs\.example\.org/\w+/\w+"),
    Place("count", "共评测 ", "12", " 个模型。", r"13|14|15"),
    Place("count", "文中列出", "三", "种方法。", r"[四五六七八九]"),
    Place("count", "They compare ", "four", " engines here.", r"three|five|six|seven|eight|nine"),
    Place("direction", "缓存使吞吐", "提升", "了两成。", r"降低"),
    Place("direction", "The cache ", "reduces", " latency.", r"increases"),
    Place("superlative", "四种引擎里它的延迟", "最低", "。", r"最高"),
    Place("superlative", "It has the ", "fastest", " start of all.", r"slowest"),
    Place("hedge", "新内核", "可能", "改善首字延迟。", r""),
    Place("hedge", "The change ", "may ", "shorten the queue.", r""),
    Place("negation", "该引擎", "支持", "多机推理。", r"不支持"),
    Place("negation", "该引擎", "不支持", "多机推理。", r"支持"),
    Place("negation", "The engine ", "supports", " many nodes.", r"does not support"),
    Place("entity", "换成 ", "KestrelRT", " 之后再测。", r"(?!KestrelRT)[A-Za-z0-9-]+"),
    Place("subject", "换成 ", "KestrelRT", " 之后为 412。", r"MarlisX"),
    Place("condition", "在 batch size=", "16", " 时达到峰值。", r"32|33|64|65"),
    Place("condition", "在 ", "L40S", " 上测得。", r"(?!L40S)[A-Z0-9][A-Z0-9 ]+"),
    Place("pairing", "结果：", "KestrelRT 12，MarlisX 34", "。", r"KestrelRT 34，MarlisX 12"),
    Place("pairing", "并发 ", "8/16 时延迟 21/35", " ms。", r"16/8 时延迟 21/35|8/16 时延迟 35/21"),
    Place("ratio", "吞吐为基线的 ", "2.4", " 倍。", r"1\.2|3\.1|4\.1|6\.0"),
)  # fmt: skip
ONE_CHARACTER = {"digit", "id", "url"}
OTHERS = ("对照组是 MarlisX 引擎。",)


def passage(sentence: str, others: tuple[str, ...] = ()) -> Passage:
    return Passage("note.md", "\n".join([sentence, *others]), sentence, others)


def claims(rule: Rule, given_passage: Passage) -> set[str]:
    """What a rule makes of a passage over many draws."""
    made = {rule(given_passage, random.Random(seed)) for seed in SEEDS}
    return {claim for claim in made if claim is not None}


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.kind}: {place.old}")
def test_a_falsifying_rule_changes_one_place_in_the_way_of_its_kind(place: Place) -> None:
    sentence = place.before + place.old + place.after
    made = claims(UNFAITHFUL[place.kind], passage(sentence, OTHERS if place.kind == "subject" else ()))
    assert made
    for claim in made:
        assert claim != sentence
        assert claim.startswith(place.before)
        assert claim.endswith(place.after)
        assert re.fullmatch(place.new, claim[len(place.before) : len(claim) - len(place.after)])


@pytest.mark.parametrize("place", [p for p in PLACES if p.kind in ONE_CHARACTER], ids=lambda p: p.old)
def test_of_digits_ids_and_addresses_one_character_is_changed(place: Place) -> None:
    sentence = place.before + place.old + place.after
    for claim in claims(UNFAITHFUL[place.kind], passage(sentence)):
        assert len(claim) == len(sentence)
        assert sum(a != b for a, b in zip(claim, sentence, strict=True)) == 1


def test_every_falsifying_rule_is_tried_here() -> None:
    assert {place.kind for place in PLACES} | {"invented"} == set(UNFAITHFUL)


@pytest.mark.parametrize("kind", sorted(set(UNFAITHFUL) - {"invented"}))
def test_a_rule_makes_nothing_of_a_sentence_without_its_kind(kind: str) -> None:
    assert claims(UNFAITHFUL[kind], passage("这里只写普通的叙述文字。")) == set()
    assert claims(UNFAITHFUL[kind], passage("Plain words stand here.")) == set()


@pytest.mark.parametrize(
    ("kind", "sentence", "others"),
    [
        ("ratio", "吞吐为基线的 2.4 倍。", ("另有 1.2、3.1、4.1 与 6.0 四档。",)),
        ("magnitude", "每轮重复 3 遍。", ("共 30 轮，3000 次。",)),
        ("count", "共评测 12 个模型。", ("其余 13、14、15 个未测。",)),
    ],
)
def test_a_figure_that_the_source_has_elsewhere_is_not_planted(
    kind: str, sentence: str, others: tuple[str, ...]
) -> None:
    assert claims(UNFAITHFUL[kind], passage(sentence, others)) == set()


def test_a_name_that_the_source_has_is_not_planted_as_a_stranger() -> None:
    here = passage("换成 KestrelRT 之后再测。", ("对照组是 SGLang、vLLM 和 NVIDIA 的实现。",))
    made = claims(UNFAITHFUL["entity"], here)
    assert made
    assert not [claim for claim in made for name in ("SGLang", "vLLM", "NVIDIA") if name in claim]


@pytest.mark.parametrize("sentence", ["这里只写普通的叙述文字。", "Plain words stand here."])
def test_what_is_invented_is_in_the_language_of_the_sentence_and_has_figures(sentence: str) -> None:
    made = claims(UNFAITHFUL["invented"], passage(sentence))
    assert made
    for claim in made:
        assert re.search(r"\d", claim)
        assert bool(re.search("[\u4e00-\u9fff]", claim)) == ("这里" in sentence)


def test_nothing_is_invented_whose_figures_the_source_has() -> None:
    every = " ".join(map(str, range(10, 100)))
    assert claims(UNFAITHFUL["invented"], passage("这里只写普通的叙述文字。", (every,))) == set()


# Faithful


def test_every_faithful_rule_is_tried_here() -> None:
    assert set(FAITHFUL.values()) == {quoted, reordered, converted, rounded, numerals}


def test_quoted_is_the_sentence_as_it_is() -> None:
    assert claims(quoted, passage("显存占用降到 24 GB。")) == {"显存占用降到 24 GB。"}


@pytest.mark.parametrize(
    "sentence",
    ["显存占用降到一半，整体延迟保持不变，吞吐略有改善。", "Memory falls by half, latency stays as it was."],
)
def test_reordered_keeps_every_clause(sentence: str) -> None:
    made = claims(reordered, passage(sentence))
    assert made
    for claim in made:
        assert claim != sentence
        assert sorted(re.split("[，。,.] ?", claim)) == sorted(re.split("[，。,.] ?", sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "显存占用降到一半，因此延迟保持不变。",
        "Memory falls by half, which keeps latency low.",
        "只有一个分句。",
    ],
)
def test_a_clause_that_leans_on_the_one_before_is_not_moved(sentence: str) -> None:
    assert claims(reordered, passage(sentence)) == set()


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("启动耗时 1500 ms。", "启动耗时 1.5 s。"),
        ("显存占用 24 GB。", "显存占用 24000 MB。"),
        ("训练用了 2 小时。", "训练用了 120 分钟。"),
        ("The job ran 2 hours.", "The job ran 120 minutes."),
        ("下载量达 3.5 万。", "下载量达 35000。"),
    ],
)
def test_converted_is_the_same_amount_in_another_unit(sentence: str, claim: str) -> None:
    assert claims(converted, passage(sentence)) == {claim}


@pytest.mark.parametrize(
    "sentence", ["训练用了 1-2 小时。", "带宽 24 GB/s。", "延迟 21/35 ms。", "约 1 到 2 小时。"]
)
def test_one_end_of_a_range_and_half_a_unit_are_not_converted(sentence: str) -> None:
    assert claims(converted, passage(sentence)) == set()


@given(st.integers(2, 999), st.integers(10, 99))
def test_rounded_is_within_half_of_its_last_place(whole: int, decimals: int) -> None:
    sentence = f"吞吐为 {whole}.{decimals} 倍。"
    made = claims(rounded, passage(sentence))
    (claim,) = made
    match = re.fullmatch(r"吞吐为 约 (\d+\.\d) 倍。", claim)
    assert match
    assert abs(float(match[1]) - float(f"{whole}.{decimals}")) <= 0.05 + 1e-9


@pytest.mark.parametrize(
    "sentence", ["版本 v1.25 已发布。", "误差为 0.25。", "吞吐约 12.47 倍。", "在 1.25-3.75 之间。"]
)
def test_versions_small_values_bounds_and_ranges_are_not_rounded(sentence: str) -> None:
    assert claims(rounded, passage(sentence)) == set()


@given(st.integers(2, 99))
def test_a_count_in_chinese_numerals_is_the_same_count(value: int) -> None:
    (claim,) = claims(numerals, passage(f"共评测 {value} 个模型。"))
    match = re.fullmatch("共评测 ([两一二三四五六七八九十]+)个模型。", claim)
    assert match
    assert _read(match[1]) == value


@pytest.mark.parametrize("value", range(2, 11))
def test_a_chinese_numeral_in_digits_is_the_same_count(value: int) -> None:
    numeral = "零一两三四五六七八九十"[value]
    assert claims(numerals, passage(f"文中列出{numeral}种方法。")) == {f"文中列出 {value} 种方法。"}


def _read(numeral: str) -> int:
    """A Chinese numeral below a hundred."""
    if numeral == "两":
        return 2
    tens, ten, ones = numeral.rpartition("十")
    digits = "零一二三四五六七八九"
    return (10 * (digits.index(tens) if tens else 1) if ten else 0) + (digits.index(ones) if ones else 0)


def test_applicable_names_each_rule_that_changes_something() -> None:
    here = passage("显存占用降到 24 GB。")
    made = dict(applicable({**FAITHFUL, "unit": UNFAITHFUL["unit"]}, here, random.Random(0)))
    assert made == {
        "quoted": "显存占用降到 24 GB。",
        "converted": "显存占用降到 24000 MB。",
        "unit": "显存占用降到 24 MB。",
    }


def test_a_passage_has_its_sentence_and_its_neighbours() -> None:
    text = (
        "第一句说的是缓存的复用方式与它在线上的命中情况。"
        "第二句给出解码吞吐在同一块卡上的数值是 412。"
        "第三句补充了显存占用降到一半左右的实验细节。"
    )
    found = list(passages("n.md", text))
    assert len(found) == 3
    for one in found:
        assert one.sentence in one.source
        assert one.sentence not in one.others
        assert len(one.others) == 2
