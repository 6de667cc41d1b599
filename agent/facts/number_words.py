"""Numbers in words, Chinese and English: numerals, fractions, shares, multiples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from agent.facts.dressing import Amount, dressed
from agent.facts.numerals import HAN_DIGITS, HAN_NUMERAL, WORD_NUMERAL, han_value, word_value
from agent.facts.units import unit_of

_HAN = re.compile(
    rf"(?P<whole>{HAN_NUMERAL}|(?<!\d)\d{{1,9}})分之(?P<part>{HAN_NUMERAL}|\d{{1,9}}(?:\.\d{{1,9}})?)|(?P<half>一半|半数|过半|(?<!个)半(?=个?(?:小时|分钟|秒|年|天|个月|钟头)))|(?P<number>{HAN_NUMERAL})"
)
_WORD = re.compile(WORD_NUMERAL, re.IGNORECASE)
_ENGLISH_FRACTION = re.compile(
    r"\b(?:(?P<n>one|two|three)[ -](?P<d>half|third|quarter|fifth|tenth)s?\b"
    r"|a[ -](?P<part>half|third|quarter|fifth|tenth)(?=\s(?:of|off|less|more|fewer|faster|slower|cheaper|lower|higher|smaller|larger|as)\b|\s?[.,;:)]|\s?$)"
    r"|half\b(?=\s(?:of|the|as|its|their)\b|\san?\s(?:second|minute|hour|day|week|month|year|decade)\b))",
    re.IGNORECASE,
)
_UNIT_OF = re.compile(
    r"(?:\sof)?(?:\san?)?\s(?P<en>second|minute|hour|day|week|month|year|decade)\b|(?:个)?(?P<zh>毫秒|秒钟?|分钟|小时|天|周|星期|月|年)"
)
_PARTS = re.compile(
    r"\b(?P<part>one|two|three|four|five|six|seven|eight|nine)(?:\s(?P<noun>[a-z]{2,16}))?\s(?:in|out of)(?: every)?\s"
    r"(?P<whole>two|three|four|five|six|seven|eight|nine|ten)\b(?!-)(?P<more>\s[a-z])?",
    re.IGNORECASE,
)
"""`four in five`, `nine cases out of ten`: a share. `two models in three tests` is none."""
_VAGUE = 4.0
"""Points by which a share in words (a third, 一半) may be off: nobody says `a third` of 33.3 % only."""
_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_DOUBLE = re.compile(
    r"(?P<double>翻倍|翻番|双倍|翻一番|翻了一番|加倍|\bdoubl(?:e[sd]?|ing)\b|\btwice\b(?!\s(?:before|after|in|per|over|an?|every|each|during|by|until|when|while|and|or|then)\b|\s?[.,;:)]|\s?$))|(?P<triple>\btripl(?:e[sd]?|ing)\b)"
    r"|(?P<quadruple>翻两番|翻了两番|\bquadrupl(?:e[sd]?|ing)\b)|(?P<halve>减半|腰斩|\bhalv(?:e[sd]?|ing)\b)",
    re.IGNORECASE,
)
_TOLD = re.compile(r"(?:有|共)[二两三四五六七八九十]{1,2}(?:[，。：:；、]|$)")
_ONE = re.compile(r"一(?:秒|毫秒|微秒|分钟|小时|天|周|倍|半|年(?!级))")
# Chinese words that begin or end with a numeral and count nothing.
_HAN_WORDS = re.compile(
    r"统一|唯一|之一|同一|单一|万一|逐一|一一|第一时间|千万(?:别|不|要)|十分(?!之|钟)|百度|千问|万能|一百八十度|百科|千禧"
    r"|四川|三星|五一|三农|二手|二维码|三明治|七牛|百川|万物|千里|百姓|一万年|三国|六一|双十一|双百|八卦|九寨|一二线"
)

_NEIGHBOURS = {"一两": 1, "两三": 2, "三四": 3, "四五": 4, "五六": 5, "六七": 6, "七八": 7, "八九": 8}
_SINGLE = frozenset({"", "count", "token", "request", "bits"})
"""What a lone `one` counts no more than an article does: `one token`, `one bit`."""

Blocked = Callable[[int, int], bool]


def word_amounts(text: str, blocked: Blocked) -> Iterator[Amount]:
    """The amounts that a folded text gives in words, in no order; some lie within others."""
    yield from _han_amounts(text, blocked)
    for match in _DOUBLE.finditer(text):
        if blocked(match.start(), match.end()):
            continue
        times = {"double": 2.0, "triple": 3.0, "quadruple": 4.0, "halve": 0.5}[match.lastgroup or "double"]
        fixed = "down" if match.lastgroup == "halve" else "up"
        yield Amount(
            match.start(), match.end(), match.end(), times, 0.2 * times, "×", "times", fixed=fixed, wordy=True
        )
    if not any(char.isascii() and char.isalpha() for char in text):
        return
    for match in _ENGLISH_FRACTION.finditer(text):
        share = (
            100.0
            * ({"two": 2, "three": 3}.get((match["n"] or "").lower(), 1))
            / _FRACTIONS[(match["d"] or match["part"] or "half").lower()]
        )
        yield _share(text, match.start(), match.end(), share)
    for match in _PARTS.finditer(text):
        part, whole = word_value(match["part"]), word_value(match["whole"])
        if part and whole and part < whole and not (match["noun"] and match["more"]):
            yield _share(text, match.start(), match.end("whole"), 100.0 * part / whole)
    for match in _WORD.finditer(text):
        value = word_value(match[0])
        if value is None or blocked(match.start(), match.end()):
            continue
        amount = dressed(text, Amount(match.start(), match.end(), match.end(), value, 1.0, wordy=True))
        if match[0].lower() not in {"one", "zero"} or amount.dimension not in _SINGLE:
            yield amount


def _han_amounts(text: str, blocked: Blocked) -> Iterator[Amount]:
    words = [match.span() for match in _HAN_WORDS.finditer(text)]
    for match in _HAN.finditer(text):
        start, end = match.span()
        if blocked(start, end):
            continue
        if not match["whole"] and any(a < end and start < b for a, b in words):
            continue
        if match["half"]:
            yield _share(text, start, end, 50.0)
        elif match["whole"]:
            yield from _fraction(text, match)
        else:
            yield from _han_number(text, match)


def _share(text: str, start: int, end: int, share: float, step: float = _VAGUE) -> Amount:
    """A share in words, of a whole or of a unit of time: `half an hour`, 三分之一分钟."""
    amount = Amount(start, end, end, share, step, "%", "percent", wordy=True)
    of = _UNIT_OF.match(text, end)
    unit = (
        unit_of({"月": "month", "年": "year"}.get(of["zh"], of["zh"]) if of["zh"] else of["en"])
        if of
        else None
    )
    if of is None or unit is None:
        return amount
    value, step = (part / 100.0 * unit.factor for part in (share, step))
    return replace(amount, end=of.end(), value=value, step=step, unit=unit.name, dimension=unit.dimension)


def _fraction(text: str, match: re.Match[str]) -> Iterator[Amount]:
    whole, part = (_either(match[name]) for name in ("whole", "part"))
    if whole and part is not None:
        exact = match["whole"] in {"百", "100", "一百"}
        precise = "." in match["part"] or "点" in match["part"] or whole > 10
        step = (
            1.0
            if exact and "." not in match["part"] and "点" not in match["part"]
            else 0.1
            if precise
            else _VAGUE
        )
        yield _share(text, match.start(), match.end(), 100.0 * part / whole, step)


def _either(text: str) -> float | None:
    return float(text) if text[0].isdigit() and text[0].isascii() else han_value(text)


def _han_number(text: str, match: re.Match[str]) -> Iterator[Amount]:
    number, (start, end) = match["number"], match.span()
    if number in _NEIGHBOURS:  # 三四个: three or four
        more = dressed(text, Amount(start, end, end, _NEIGHBOURS[number] + 1.0, 1.0, wordy=True))
        if more.dimension:
            less = more.value - more.factor
            yield replace(more, end=start + 1, number_end=start + 1, value=less)
            yield replace(more, start=start + 1)
        return
    if start and text[start - 1].isdigit():  # 200 万: the digits take the scale
        return
    value = han_value(number)
    if value is None:
        return
    amount = dressed(text, Amount(start, end, end, value, _han_step(number, value), wordy=True))
    if (
        text.startswith("成", end)
        and value <= 10
        and not text.startswith(("成为", "成立", "成本", "成功", "成熟"), end)
    ):
        yield replace(amount, end=end + 1, value=value * 10, step=10.0, unit="%", dimension="percent")
    elif number == "一":
        if _ONE.match(text, start) or amount.ordinal:
            yield amount
    elif (
        amount.dimension
        or amount.ordinal
        or (len(number) > 1 and value >= 10)
        or _TOLD.search(text[max(0, start - 2) : end + 1])
    ):
        yield amount


def _han_step(number: str, value: float) -> float:
    if "点" in number or all(char in HAN_DIGITS for char in number):
        return 10.0 ** -len(number.partition("点")[2])
    step = 1.0
    while value and value % (step * 10) == 0:
        step *= 10
    return step
