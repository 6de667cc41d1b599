"""Numbers in words: shares, parts of an hour, multiples and a half, in Chinese and English."""

from __future__ import annotations

import pytest

from agent.facts.reading import read


@pytest.mark.parametrize(
    ("text", "normals"),
    [
        ("the clip lasts 三分之一分钟", ["20 time"]),
        ("it takes half an hour, then a quarter of an hour", ["1800 time", "900 time"]),
        ("等了一个半小时", []),
        ("付了 5 亿多美元", ["500000000 usd"]),
        ("八成多的请求命中", ["80 percent"]),
        ("快到四倍半", ["4.5 times"]),
        ("in fewer than one case out of five.", ["20 percent"]),
        ("needs half the memory", ["50 percent"]),
        ("half a million users", []),
        ("for any one token", []),
        ("每 1 元换 40 点", ["40 count"]),
        ("90 吉字节", ["90000000000 data"]),
        ("6.5 queries per second", ["6.5 request/time"]),
        ("跑了两三天", ["172800..259200 time"]),
        ("花了两百多个小时", ["720000 time"]),
        ("首购享 3 折", ["30 percent"]),
        ("a prefix seen twice before it is kept", []),
        ("twice Heron's rate", ["2 times"]),
    ],
)
def test_a_number_in_words_is_a_quantity(text: str, normals: list[str]) -> None:
    found = [fact.normal for fact in read(text).quantities]
    assert found[: len(normals)] == normals


@pytest.mark.parametrize(
    ("text", "bound", "approx"),
    [
        ("约在 1.2 到 1.8 倍之间", "", True),
        ("a good three times faster", "", True),
        ("Pro、Max 三档套餐", "", False),
        ("more than four users in five", ">", False),
    ],
)
def test_what_hedges_a_number_in_words(text: str, bound: str, approx: bool) -> None:
    fact = read(text).quantities[0]
    assert (fact.bound, fact.approx) == (bound, approx)


def test_a_value_fallen_to_is_the_value_reached() -> None:
    assert read("延迟降到了 900 毫秒").quantities[0].mode == "to"
