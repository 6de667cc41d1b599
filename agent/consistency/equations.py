"""Sums and products written out, and shares of a whole, against the numbers that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.consistency.amounts import Amount, amounts
from agent.consistency.reading import Reading, Sentence
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_TERM = r"\d[\d,]*(?:\.\d+)?"
_UNIT_WORD = r"(?:\s?(?:个|张|块|台|卡|节点|机|GPUs?|nodes?|cards?|layers?|层|头|heads?|tokens?|请求|requests?|条|篇|次)){0,2}"
_EQUATION = re.compile(
    rf"(?<![\w.^*/×+\-−=(（])(?<![\w.^*/×+\-−=%] )({_TERM})({_UNIT_WORD}(?:\s?[×xX*+＋]\s?{_TERM}{_UNIT_WORD}){{1,6}})\s?(?:=|＝|等于)\s?({_TERM})(?![\w.^*/×+\-−%,]|\s?[*/×+\-−^=])"
)
_SHARE = re.compile(
    rf"\bof (?:the |its |our |all )?(?P<whole4>{_TERM})(?:\s[a-z]{{2,16}}){{1,2}},\s(?P<part4>{_TERM})(?!\d)"
    rf"|(?P<whole>{_TERM})\s?(?:个|条|次|篇|名|张|题)?[^\d，,。；]{{0,8}}[里中][^\d，,。；]{{0,4}}(?P<part>{_TERM})\s?(?:个|条|次|篇|名|张|题)?"
    rf"|(?P<part3>{_TERM})\s?[个条次篇名张题]?[^\d。；]{{0,6}}占(?:全部|总数|总量|总共|全体|所有)?[^\d，,。；]{{0,6}}(?P<whole3>{_TERM})"
    rf"|(?P<part2>{_TERM})\s(?:out\s)?of\s(?:the\s|all\s)?(?P<whole2>{_TERM})(?!\d)",
    re.I,
)


def equations(reading: Reading, sentence: Sentence) -> Iterator[Doubt]:
    """`8 × 4 = 36`, `3 + 5 = 9`."""
    for match in _EQUATION.finditer(sentence.text):
        marks = set(re.findall(r"[×xX*+＋]", match[2]))
        if len({"+" if m in "+＋" else "*" for m in marks}) != 1:
            continue
        terms = [match[1], *re.findall(r"\d[\d,]*(?:\.\d+)?", match[2])]
        values = [float(t.replace(",", "")) for t in terms]
        stated = float(match[3].replace(",", ""))
        result = sum(values) if marks & {"+", "＋"} else _product(values)
        places = max(len(match[3].partition(".")[2]), 0)
        if abs(result - stated) <= 0.5 * 10.0**-places + abs(result) * 0.01:
            continue
        yield misworked(reading, sentence, match[0], shown(result))


def shares_of(reading: Reading, sentence: Sentence) -> Iterator[Doubt]:
    """`1,000 个请求中有 37 个失败，失败率 3.7%`, `120 of 400 requests (30%)`."""
    text = sentence.text
    for match in _SHARE.finditer(text):
        whole = float(
            (match["whole"] or match["whole2"] or match["whole3"] or match["whole4"]).replace(",", "")
        )
        part = float((match["part"] or match["part2"] or match["part3"] or match["part4"]).replace(",", ""))
        near = [a for a in amounts(text[match.end() : match.end() + 56]) if a.dimension == "percent"]
        if len(near) != 1 or near[0].bound or near[0].low != near[0].high or not 0 < part <= whole:
            continue
        share = 100 * part / whole
        if not any(within(near[0], value, value) for value in (share, 100 - share)):
            yield misworked(reading, sentence, f"{match[0].strip()} · {near[0].text}", f"{shown(share)}%")


def _product(values: list[float]) -> float:
    product = 1.0
    for value in values:
        product *= value
    return product


def within(rate: Amount, low: float, high: float) -> bool:
    """Whether a stated rate, as rounded or cut off at its last digit, lies in what is allowed."""
    slack = 0.45 * rate.resolution if rate.resolution >= 1 and rate.dimension == "times" else rate.resolution
    if rate.approximate:
        slack = max(rate.resolution, rate.low * 0.1)
    if rate.low >= 10 and rate.resolution == 1 and rate.low % 10 == 0:
        slack = max(slack, rate.low * 0.03)
    return low - slack <= rate.low <= high + slack


def shown(value: float) -> str:
    """A number in four digits."""
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:,.0f}"


def misworked(reading: Reading, sentence: Sentence, stated: str, right: str) -> Doubt:
    """A fault of a sentence that states one figure where its operands give another."""
    return doubt(
        reading,
        "ratio",
        quote(sentence.quote, sentence.line),
        quote(sentence.quote, sentence.line),
        zh=f"「{stated}」：按所给原数应为 {right}",
        en=f"{stated}: the operands give {right}",
    )
