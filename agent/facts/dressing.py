"""What a number is dressed in: its scale, its unit, its period, the thing it counts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from agent.facts.units import CLASSIFIERS, CURRENCY, SCALES, UNIT_PATTERN, unit_of

_SCALE = re.compile(
    r"\s?(?P<han>十万|百万|千万|十亿|百亿|千亿|万亿|亿亿|[十百千万亿兆])"
    r"|(?P<letter>[kKwWMBT])(?![A-Za-z0-9_/])|\s?(?P<word>bn|mn|mln)\b"
    r"|[\s-]?(?P<english>hundred|thousands?|[Mm]illions?|[Bb]illions?|[Tt]rillion)\b",
)
_MONEY_SCALE = re.compile(r"(?:m|b|tn?)(?![A-Za-z0-9_/])")
_UNIT = re.compile(
    r"(?P<space>[ -]?)(?:[多余](?=[美元秒分小倍]|个小时))?(?:(?:input|output|prompt|completion|generated|total|context)\s(?=tok)|个?(?:输入|输出)\s?(?=tok|词元|字节|字符))?(?P<unit>"
    + UNIT_PATTERN
    + ")"
)
_PER = re.compile(
    r"(?:/|\s/\s(?=(?:s|sec|second|min|h|day|GPU|request|user|token)\b)|\s?每(?=[\u4e00-\u9fff]{1,2}(?!\s?\d))|\sper |\sa (?=second|minute|hour|day|week|month|year))(?P<unit>[A-Za-z]+(?![A-Za-z0-9_-])|[\u4e00-\u9fff]{1,2})",
    re.IGNORECASE,
)
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
_NOUN = re.compile(r"\s?(?P<noun>[A-Za-z][A-Za-z-]{1,30})(?![A-Za-z0-9_])")
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
_PERIOD = {"日": "d", "周": "week", "星期": "week", "月": "month", "年": "year"}


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


def with_currency(text: str, amount: Amount, sign: str) -> Amount:
    """The amount of money whose sign stands before it, with its magnitude and period."""
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


def dressed(text: str, amount: Amount) -> Amount:
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
    half = text.startswith("半", match.end()) and unit.dimension in {"times", "time"}  # 三倍半
    dressed = replace(
        amount,
        end=match.end() + half,
        value=(amount.value + 0.5 * half) * unit.factor,
        step=amount.step * unit.factor / (1 + half),
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
