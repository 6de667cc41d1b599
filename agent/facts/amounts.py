"""Numbers of a text with their scale and unit, before ranges, lists, bounds and changes are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from agent.facts.numerals import HAN_DIGITS, HAN_NUMERAL, WORD_NUMERAL, digits_value, han_value, word_value
from agent.facts.units import CLASSIFIERS, CURRENCY, SCALES, UNIT_PATTERN, unit_of

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?: \d{3}){2,}(?! ?\d)|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3}(?![A-Za-z\d]))?"
_DIGITS = re.compile(rf"(?<![A-Za-z0-9_.])(?P<currency>US\$|[$€£¥])?\s?(?P<number>{_NUMBER})", re.ASCII)
_HAN = re.compile(
    rf"(?P<whole>{HAN_NUMERAL}|(?<!\d)\d{{1,9}})分之(?P<part>{HAN_NUMERAL}|\d{{1,9}}(?:\.\d{{1,9}})?)|(?P<half>一半|半数|过半)|(?P<number>{HAN_NUMERAL})"
)
_WORD = re.compile(WORD_NUMERAL, re.IGNORECASE)
_ENGLISH_FRACTION = re.compile(
    r"\b(?:(?P<n>one|two|three)[ -](?P<d>half|third|quarter|fifth|tenth)s?\b"
    r"|a[ -](?P<part>half|third|quarter|fifth|tenth)(?=\s(?:of|off|less|more|fewer|faster|slower|cheaper|lower|higher|smaller|larger|as)\b|\s?[.,;:)]|\s?$)"
    r"|half of\b)",
    re.IGNORECASE,
)
_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_DOUBLE = re.compile(
    r"(?P<double>翻倍|翻番|双倍|翻一番|翻了一番|加倍|\bdoubl(?:e[sd]?|ing)\b|\btwice\b)|(?P<triple>\btripl(?:e[sd]?|ing)\b)"
    r"|(?P<quadruple>翻两番|翻了两番|\bquadrupl(?:e[sd]?|ing)\b)|(?P<halve>减半|腰斩|\bhalv(?:e[sd]?|ing)\b)",
    re.IGNORECASE,
)
_SCALE = re.compile(
    r"\s?(?P<han>十万|百万|千万|十亿|百亿|千亿|万亿|亿亿|[十百千万亿兆])"
    r"|(?P<letter>[kKwWMBT])(?![A-Za-z0-9_/])|\s?(?P<word>bn|mn|mln)\b"
    r"|[\s-]?(?P<english>hundred|thousands?|[Mm]illions?|[Bb]illions?|[Tt]rillion)\b",
)
_MONEY_SCALE = re.compile(r"(?:m|b|tn?)(?![A-Za-z0-9_/])")
_UNIT = re.compile(
    r"(?P<space>[ -]?)(?:(?:input|output|prompt|completion|generated|total|context)\s(?=tok)|个?(?:输入|输出)\s?(?=tok|词元|字节|字符))?(?P<unit>"
    + UNIT_PATTERN
    + ")"
)
_PER = re.compile(
    r"(?:/|\s/\s(?=(?:s|sec|second|min|h|day|GPU|request|user|token)\b)|\s?每(?=[\u4e00-\u9fff]{1,2}(?!\s?\d))|\sper |\sa (?=second|minute|hour|day|week|month|year))(?P<unit>[A-Za-z]+(?![A-Za-z0-9_-])|[\u4e00-\u9fff]{1,2})",
    re.IGNORECASE,
)
_TOLD = re.compile(r"(?:有|共)[二两三四五六七八九十]{1,2}(?:[，。：:；、]|$)")
_OFTEN = re.compile(r"\s(?:a|an|per|each|every)\s(?:second|minute|hour|day|week|month|year)\b", re.IGNORECASE)
_FEE = re.compile(r"(?P<unit>[月年周])(?:费|租费?)(?:用|是|为|仅|只)?\s?\*{0,2}$")
_FACTOR = re.compile(
    r"[A-Z\d]|\s(?:\d|[A-Z][A-Za-z]{0,20}(?:-|\s[A-Z]{0,3})?\d|[A-Z]{0,3}(?:PU|GB|TB|SD|IC)s?\b|NVMe\b)"
)
"""What follows a sign of multiplication: a number, or a thing by its model (`A100`, `Ascend 910B`) or kind (`GPUs`)."""
_EACH = re.compile(r"(?:/|\sper\s)(?P<unit>[a-z]{1,7})(?![A-Za-z0-9_-])")
_EVERY = re.compile(
    r"每(?:个)?(?P<unit>秒钟?|分钟|小时|天|日|周|星期|月|年|季度)[^，。；,;\d]{0,16}(?:\d[\d.]{0,8}\s?[-~到至]\s?)?$"
)
_CLASSIFIER = re.compile(
    r"\s?(?:余|多|几)?(?P<classifier>"
    + "|".join(sorted(map(re.escape, CLASSIFIERS), key=len, reverse=True))
    + ")"
)
_YEAR = re.compile(r"(?:19|20)\d\d", re.ASCII)
_MARKER = re.compile(r"(?:^|[\n;；:：。])\s*$")
_MARKED = re.compile(r"[.)](?:\s|$)|\)(?=[\u3400-\u9fff])|、")
_NOUN = re.compile(r"\s?(?P<noun>[A-Za-z][A-Za-z-]{1,30})(?![A-Za-z0-9_])")
_SCALED = re.compile(r"(?<![A-Za-z0-9.])\d{1,6}(?:\.\d{1,4})?[kKMBTwW]\Z")
_LABEL = re.compile(r"第\s?$")
_RANK = re.compile(r"(?:\b(?:top|no\.|rank(?:ed)?|ranks)[ -]?|第\s?|前\s?)$", re.IGNORECASE)
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)\b")
_TIGHT = frozenset("mdgtbxX")
"""Units that must stand close to their number: with a space between they may be words or names."""
_NOT_NOUNS = frozenset(
    "and or to in on at of for by with from the a an is are was were be been as than per vs versus via if when while "
    "but that this these those it its which who more less fewer higher lower faster slower over under up down out "
    "into only also not no so then after before during since until between among within without about all both each "
    "has have had can could will would may might do does did x".split()
)
_ONE = re.compile(r"一(?:秒|毫秒|微秒|分钟|小时|天|周|倍|半|年(?!级))")
_PERIOD = {"日": "d", "周": "week", "星期": "week", "月": "month", "年": "year"}
# Chinese words that begin or end with a numeral and count nothing.
_HAN_WORDS = re.compile(
    r"统一|唯一|之一|同一|单一|万一|逐一|一一|第一时间|千万(?:别|不|要)|十分(?!之|钟)|百度|千问|万能|一百八十度|百科|千禧"
    r"|四川|三星|五一|三农|二手|二维码|三明治|七牛|百川|万物|千里|百姓|一万年|三国|六一|双十一|双百|八卦|九寨|一二线"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it stands, with scale and unit: `value` and `step` are in the base unit."""

    start: int
    end: int
    number_end: int
    value: float
    step: float
    unit: str = ""
    dimension: str = ""
    factor: float = 1.0
    scale: float = 1.0
    ordinal: bool = False
    fixed: str = ""
    """`up` or `down` for words that are a change by themselves (doubled, halved)."""
    wordy: bool = False
    """Written in words, not digits."""


Blocked = Callable[[int, int], bool]


def find_amounts(text: str, blocked: Blocked) -> list[Amount]:
    """The amounts of a folded text in order, outside the spans that `blocked(start, end)` reports."""
    found = [*_digit_amounts(text, blocked), *_word_amounts(text, blocked)]
    found.sort(key=lambda amount: (amount.start, -amount.end))
    kept: list[Amount] = []
    for amount in found:
        if not kept or amount.start >= kept[-1].end:
            kept.append(amount)
    return kept


def _digit_amounts(text: str, blocked: Blocked) -> Iterator[Amount]:
    for match in _DIGITS.finditer(text):
        start, end = match.span("number")
        if blocked(start, end) or _in_name(text, start):
            continue
        if end - start <= 2 and _MARKED.match(text, end) and _MARKER.search(text, max(0, start - 3), start):
            continue  # the number of a list item
        value, step = digits_value(match["number"])
        if start and text[start - 1] == "-" and _negative(text, start - 1):
            start, value = start - 1, -value
        amount = Amount(start, end, end, value, step)
        if match["currency"]:
            start = match.start("currency")
            yield _with_currency(text, replace(amount, start=start), match["currency"])
        elif text.startswith("分之", end):
            continue
        else:
            yield _dressed(text, amount)


def _in_name(text: str, start: int) -> bool:
    """Whether a hyphen ties the number to a name (`GPT-4`), so that it is part of that name; `1K-192K` is a range."""
    tied = start >= 2 and text[start - 1] == "-" and text[start - 2].isascii() and text[start - 2].isalpha()
    return tied and _SCALED.search(text, max(0, start - 12), start - 1) is None


def _negative(text: str, minus: int) -> bool:
    return minus == 0 or text[minus - 1] in " (（[：:，,|=为到至~"


def _word_amounts(text: str, blocked: Blocked) -> Iterator[Amount]:
    yield from _han_amounts(text, blocked)
    for match in _DOUBLE.finditer(text):
        times = {"double": 2.0, "triple": 3.0, "quadruple": 4.0, "halve": 0.5}[match.lastgroup or "double"]
        fixed = "down" if match.lastgroup == "halve" else "up"
        yield Amount(
            match.start(), match.end(), match.end(), times, 0.0, "×", "times", fixed=fixed, wordy=True
        )
    if not any(char.isascii() and char.isalpha() for char in text):
        return
    for match in _ENGLISH_FRACTION.finditer(text):
        share = (
            100.0
            * ({"two": 2, "three": 3}.get((match["n"] or "").lower(), 1))
            / _FRACTIONS[(match["d"] or match["part"] or "half").lower()]
        )
        yield Amount(match.start(), match.end(), match.end(), share, 1.0, "%", "percent", wordy=True)
    for match in _WORD.finditer(text):
        value = word_value(match[0])
        if value is None or blocked(match.start(), match.end()):
            continue
        amount = _dressed(text, Amount(match.start(), match.end(), match.end(), value, 1.0, wordy=True))
        if match[0].lower() not in {"one", "zero"} or amount.dimension not in {"", "count"}:
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
            yield Amount(start, end, end, 50.0, 1.0, "%", "percent", wordy=True)
        elif match["whole"]:
            yield from _fraction(match)
        else:
            yield from _han_number(text, match)


def _fraction(match: re.Match[str]) -> Iterator[Amount]:
    whole, part = (_either(match[name]) for name in ("whole", "part"))
    if whole and part is not None:
        exact = match["whole"] in {"百", "100", "一百"}
        step = 1.0 if exact and "." not in match["part"] and "点" not in match["part"] else 0.1
        yield Amount(
            match.start(), match.end(), match.end(), 100.0 * part / whole, step, "%", "percent", wordy=True
        )


def _either(text: str) -> float | None:
    return float(text) if text[0].isdigit() and text[0].isascii() else han_value(text)


def _han_number(text: str, match: re.Match[str]) -> Iterator[Amount]:
    number, (start, end) = match["number"], match.span()
    if start and text[start - 1].isdigit():  # 200 万: the digits take the scale
        return
    value = han_value(number)
    if value is None:
        return
    amount = _dressed(text, Amount(start, end, end, value, _han_step(number, value), wordy=True))
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


def _with_currency(text: str, amount: Amount, sign: str) -> Amount:
    amount = _magnified(text, _scaled(text, amount))
    unit = CURRENCY[sign]
    return _per(text, replace(amount, unit=unit.name, dimension=unit.dimension))


def _magnified(text: str, amount: Amount) -> Amount:
    """`£28m`, `$5b`: after money a small letter is a magnitude."""
    match = _MONEY_SCALE.match(text, amount.end) if amount.scale == 1.0 else None
    if match is None:
        return amount
    factor = {"m": 1e6, "b": 1e9, "t": 1e12}[match[0][0]]
    end, value, step = match.end(), amount.value * factor, amount.step * factor
    return replace(amount, end=end, number_end=end, value=value, step=step, scale=factor)


def _scaled(text: str, amount: Amount) -> Amount:
    match = _SCALE.match(text, amount.end)
    if match is None:
        return amount
    spelling = match[match.lastgroup or 0]
    factor = SCALES[
        spelling.lower() if match.lastgroup == "english" and spelling.lower() in SCALES else spelling
    ]
    return replace(
        amount,
        end=match.end(),
        number_end=match.end(),
        value=amount.value * factor,
        step=amount.step * factor,
        scale=factor,
    )


def _dressed(text: str, amount: Amount) -> Amount:
    """The amount with the scale, unit and what it counts, as far as they follow it."""
    rank = _RANK.search(text, max(0, amount.start - 8), amount.start)
    ending = _ORDINAL_END.match(text, amount.end)
    ranked = (
        rank and not rank[0].startswith("前") and (rank[0].startswith("第") or not _unit_at(text, amount))
    )
    if ending or ranked:
        end = ending.end() if ending else amount.end
        return replace(amount, end=end, ordinal=True)
    unit = _unit_at(text, amount)
    if unit is None:
        scaled = _scaled(text, amount)
        if scaled is not amount:
            return _unit_at(text, scaled) or _counted(text, scaled)
        return _counted(text, amount)
    return unit


def _unit_at(text: str, amount: Amount) -> Amount | None:
    match = _UNIT.match(text, amount.end)
    if match is None:
        return None
    spelling = match["unit"]
    unit = unit_of(spelling)
    if unit is None or (match["space"] and spelling in _TIGHT):
        return None
    if unit.dimension == "times" and _multiplies(text, match.end()):
        return None
    if spelling.lower() == "times" and _OFTEN.match(text, match.end()):  # `121,000 times a second`: so often
        return _per(text, replace(amount, end=match.end(), unit="time", dimension="count"))
    if (
        match["space"] == "-"
        and spelling not in {"fold", "bit", "year-old"}
        and unit.dimension in {"", "times"}
    ):
        return None
    dressed = replace(
        amount,
        end=match.end(),
        value=amount.value * unit.factor,
        step=amount.step * unit.factor,
        unit=unit.name,
        dimension=unit.dimension,
        factor=unit.factor,
    )
    return _per(text, dressed)


def _multiplies(text: str, end: int) -> bool:
    """Whether `×` stands between two factors (`8×H100`, `3 x 3`, `4× A100`) and is no unit (`95× CI`)."""
    return text[end - 1] in "×xX" and _FACTOR.match(text, end) is not None


def _per(text: str, amount: Amount) -> Amount:
    match = _PER.match(text, amount.end)
    if match:
        denominator = unit_of(_PERIOD.get(match["unit"], match["unit"]))
        if denominator is not None:
            return _divided(amount, denominator.name, denominator.dimension, denominator.factor, match.end())
        word = match["unit"].lower()
        if word.isascii() and word not in _NOT_NOUNS:
            return _divided(amount, word, word.rstrip("s"), 1.0, match.end())
    fee = _FEE.search(text, max(0, amount.start - 6), amount.start) if "费" in text or "租" in text else None
    if fee and "/" not in amount.dimension:
        unit = unit_of(_PERIOD[fee["unit"]])
        if unit is not None:
            return _divided(amount, unit.name, unit.dimension, unit.factor, amount.end)
    every = _EVERY.search(text, max(0, amount.start - 30), amount.start) if "每" in text else None
    if every and "/" not in amount.dimension:
        unit = unit_of(_PERIOD.get(every["unit"], every["unit"]))
        if unit is not None:
            return _divided(amount, unit.name, unit.dimension, unit.factor, amount.end)
    return amount


def _divided(amount: Amount, name: str, dimension: str, factor: float, end: int) -> Amount:
    return replace(
        amount,
        end=end,
        value=amount.value / factor,
        step=amount.step / factor,
        unit=f"{amount.unit}/{name}",
        dimension=f"{amount.dimension or 'count'}/{dimension}",
        factor=amount.factor / factor,
    )


def _counted(text: str, amount: Amount) -> Amount:
    """A number that counts something: its classifier, or the noun that follows."""
    classifier = _CLASSIFIER.match(text, amount.end)
    end = classifier.end() if classifier else amount.end
    noun = _NOUN.match(text, end)
    if noun and _YEAR.fullmatch(text, amount.start, amount.end) and not noun["noun"].endswith("s"):
        noun = None  # `the 2011 war`: a year
    if (
        noun
        and noun["noun"].lower() not in _NOT_NOUNS
        and (classifier or noun[0][0] == " " or len(noun["noun"]) > 1)
    ):
        unit = noun["noun"].lower()
        unit = unit[:-1] if unit.endswith("s") and not unit.endswith("ss") else unit
        counted = replace(amount, end=end, unit=unit, dimension="count")
        each = _EACH.match(text, noun.end())
        period = unit_of(each["unit"]) if each else None
        if period is not None and period.dimension == "time" and each is not None:
            return _divided(counted, period.name, period.dimension, period.factor, each.end())
        return _per(text, counted)
    if classifier:
        return _per(text, replace(amount, end=end, unit=classifier["classifier"], dimension="count"))
    if text.startswith("/", amount.end):
        return _per(text, amount)
    return amount
