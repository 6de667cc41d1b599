"""Figures, dates and parts of a series in a text, each in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, zip_longest

from agent.gist.words import content

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])(?<![A-Za-z][-_.])(?<![A-Za-z]\d[-_.])(?<![A-Za-z]\d\d[-_.])(?<![A-Za-z]\d\.\d[-_.])(?P<n>\d[\d,]*(?:\.\d+)?)\+?\s?"
    r"(?P<unit>%|‰|percent\b|百分点|×|[xX](?![A-Za-z0-9])|倍|万亿|亿|万|千|"
    r"(?:billion|million|thousand|trillion)\b|[kKMBGT](?![A-Za-z])|★|⭐)?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s?[-–~～/到至]\s?")
"""Between two figures of which only the last bears the unit: `30-50%`, `17/29ms`."""
_PART = re.compile(
    r"[(（](?P<bracket>[一二三四五六七八九十]{1,3}|[上中下])[)）]|第(?P<nth>[一二三四五六七八九十]{1,3})[章节篇部回期季讲课]"
)
_SIZES = {
    "万": Decimal(10) ** 4,
    "亿": Decimal(10) ** 8,
    "万亿": Decimal(10) ** 12,
    "千": Decimal(10) ** 3,
    "thousand": Decimal(10) ** 3,
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
    "k": Decimal(10) ** 3,
    "m": Decimal(10) ** 6,
    "b": Decimal(10) ** 9,
    "g": Decimal(10) ** 9,
    "t": Decimal(10) ** 12,
}
_SUFFIXES = {"%": "%", "percent": "%", "百分点": "%", "‰": "‰", "×": "×", "x": "×", "倍": "×"}
_DATE = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<y>(?:19|20)\d{2})\s?(?:年|[-/.])\s?(?P<m>0?[1-9]|1[0-2])"
    r"(?:\s?(?:月|[-/.])\s?(?P<d>0?[1-9]|[12]\d|3[01])(?!\d)\s?日?|\s?月)?(?!\d|\.\d|[-/]\d)"
)
_MONTHS = "january february march april may june july august september october november december".split()
_ENGLISH_DATE = re.compile(
    rf"\b(?P<m>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _MONTHS)})\.?\s(?:(?P<d>\d{{1,2}}),?\s)?(?P<y>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_MANY_DIGITS = 3
_MOST_SLOTS = 200
_BESIDE = 40
"""Characters on either side of a figure in which its neighbours are looked for."""
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Slot:
    """A number in its place: the token before and the token after it, and its unit."""

    value: str
    unit: str
    before: str
    after: str


def dates_in(text: str) -> frozenset[str]:
    """Dates and months, as `2026-09-25` and `2026-09`."""
    return frozenset(_date(match) for pattern in (_DATE, _ENGLISH_DATE) for match in pattern.finditer(text))


def without_dates(text: str) -> str:
    """The text with a blank for each date."""
    return _ENGLISH_DATE.sub(" ", _DATE.sub(" ", text))


def _date(match: re.Match[str]) -> str:
    day = f"-{int(match['d']):02}" if match["d"] else ""
    month = match["m"].lower()
    number = int(month) if month.isdecimal() else [name[:3] for name in _MONTHS].index(month[:3]) + 1
    return f"{match['y']}-{number:02}{day}"


def numbers_in(text: str) -> frozenset[str]:
    """Figures in one spelling, with the unit that changes their size: `1.4×`, `38%`, `2000000`, `二#`."""
    figures = {_value(match, unit) + _SUFFIXES.get(unit, "") for match, unit in _figures(text)}
    return frozenset(figures | {_numeral(match) + "#" for match in _PART.finditer(text)})


def slots_in(text: str) -> tuple[Slot, ...]:
    """The figures, up to a number that no sentence reaches, with the words beside each."""
    figures = [
        _slot(text, match, _value(match, unit), _SUFFIXES.get(unit, ""))
        for match, unit in islice(_figures(text), _MOST_SLOTS)
    ]
    return (*figures, *(_slot(text, match, _numeral(match), "#") for match in _PART.finditer(text)))


def _figures(text: str) -> Iterable[tuple[re.Match[str], str]]:
    """Each figure and its unit, which the last of a range bears for both."""
    matches = list(_NUMBER.finditer(text))
    for match, following in zip_longest(matches, matches[1:]):
        unit = (match["unit"] or "").lower()
        if not unit and following is not None and _RANGE.fullmatch(text, match.end(), following.start()):
            unit = (following["unit"] or "").lower()
        yield match, unit


def _value(match: re.Match[str], unit: str) -> str:
    number = match["n"].replace(",", "")
    if unit not in _SIZES and "." not in number:
        return number.lstrip("0") or "0"
    return f"{(Decimal(number) * _SIZES.get(unit, Decimal(1))).normalize():f}"


def _numeral(match: re.Match[str]) -> str:
    """`（二）`, `第三篇`, `（下）`: which part of a series, in Chinese numerals."""
    return match["bracket"] or match["nth"]


def _slot(text: str, match: re.Match[str], value: str, unit: str) -> Slot:
    before = content(text[max(0, match.start() - _BESIDE) : match.start()])
    after = content(text[match.end() : match.end() + _BESIDE])
    return Slot(value=value, unit=unit, before=before[-1] if before else "", after=after[0] if after else "")


def clashes(a: Sequence[Slot], b: Sequence[Slot]) -> list[tuple[Slot, Slot]]:
    """Numbers that stand in the same place in both and differ: same unit, same neighbours.

    Of a text with very many figures only the first are compared: it is a table, and is compared by row.
    """
    a, b = a[:_MOST_SLOTS], b[:_MOST_SLOTS]
    have_a, have_b = ({slot.value + slot.unit for slot in slots} for slots in (a, b))
    found: list[tuple[Slot, Slot]] = []
    for mine in a:
        if mine.value + mine.unit in have_b:
            continue
        for yours in b:
            if (
                yours.unit == mine.unit
                and yours.value + yours.unit not in have_a
                and _same_place(mine, yours)
            ):
                found.append((mine, yours))
                break
    return found


def _same_place(a: Slot, b: Slot) -> bool:
    if a.before and a.after:
        return a.before == b.before and a.after == b.after
    return bool(a.before or a.after) and a.before == b.before and a.after == b.after


def telling(numbers: Iterable[str]) -> frozenset[str]:
    """Figures that two texts do not share by chance: of two digits with a unit or a fraction, or of three
    digits; no years."""
    return frozenset(value for value in numbers if _is_telling(value))


def _is_telling(value: str) -> bool:
    digits = sum(char.isdecimal() for char in value.strip("0."))
    if value.isdecimal():
        return len(value) >= _MANY_DIGITS and not _YEAR.fullmatch(value)
    return digits >= 2
