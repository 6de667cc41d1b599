"""Dates and spans of dates in a text, relative ones resolved against the date of the text."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.facts.numerals import HAN_DIGITS, han_value

_MONTHS = {
    name: number
    for number, names in enumerate(
        "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august|sep sept september|oct october|"
        "nov november|dec december".split("|"),
        start=1,
    )
    for name in names.split()
}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_YEAR = r"(?:19|20)\d{2}"
_EDGE = r"(?<![\d.,/-])"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE | re.ASCII))
    for name, pattern in (
        (
            "iso",
            rf"(?<!\d)(?P<y>{_YEAR})(?P<sep>[-/.])(?P<m>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}})(?:T\d{{2}}:?\d{{2}}(?::?\d{{2}}(?:\.\d{{1,9}})?)?(?:Z|[+-]\d{{2}}:?\d{{2}})?)?"
            rf"(?:\s?[~至到]\s?(?:(?:(?P<y2>{_YEAR})(?P=sep))?(?P<m2>\d{{1,2}})(?P=sep))?(?P<d2>\d{{1,2}}))?(?![\d%]|-\d)",
        ),
        (
            "han",
            rf"(?:(?P<y>{_YEAR})\s?年\s?)?(?P<m>\d{{1,2}})\s?月\s?(?:份)?(?:(?P<d>\d{{1,2}})\s?[日号]?"
            r"(?:\s?[~至到-]\s?(?:(?P<m2>\d{1,2})\s?月\s?)?(?P<d2>\d{1,2})\s?[日号])?(?<=[日号]))?",
        ),
        ("month", rf"{_EDGE}(?P<y>{_YEAR})[-/](?P<m>0[1-9]|1[0-2])(?![\d/-])"),
        (
            "mdy",
            rf"\b(?P<mon>{_MONTH})\s?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?[-~]\s?(?P<d2>\d{{1,2}}))?(?:\s?,?\s(?P<y>{_YEAR}))?(?!\d|\.\d)",
        ),
        ("dmy", rf"(?<![\d.])(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\sof)?\s(?P<mon>{_MONTH})(?:,?\s(?P<y>{_YEAR}))?(?![A-Za-z\d])"),
        (
            "mon",
            rf"\b(?:in|by|since|until|till|from|during|of|early|mid|late|next|last|this|through)[\s-](?P<mon>{_MONTH})(?![\w'])(?!,?\s(?:of\s)?\d)",
        ),
        (
            "word",
            rf"(?<![{HAN_DIGITS}十])(?:(?P<y>[一二][九〇零][{HAN_DIGITS}]{{2}})年)?(?P<m>十[一二]?|[一二三四五六七八九])月(?!亮|饼|嫂|均|供|度|薪|活)(?:份|(?P<d>[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号])?",
        ),
        ("my", rf"\b(?P<mon>{_MONTH}),?\s(?:of\s)?(?P<y>{_YEAR})(?!\d)"),
        (
            "part",
            rf"\b(?:(?P<p>[QH][1-4])\s?[,/-]?\s?(?P<y>{_YEAR})|(?P<y2>{_YEAR})\s?年?[\s-]?(?P<p2>[QH][1-4]|[上下]半年|第?[一二三四1-4]季度)|(?P<p3>first|second|third|fourth)[\s-](?P<span>quarter|half)(?:\s(?:of\s)?|,\s)(?:fiscal\s)?(?P<y3>{_YEAR}))",
        ),
        ("year", rf"(?:(?P<y>{_YEAR})\s?年(?!前|后|来|间|内)|\b(?:in|since|by|from|until|of|during|(?<!up\s)to|before|after)\s(?P<y2>{_YEAR})(?![\d%.,]*\d|-\d\d(?!\d)|\s?[a-z%×$]*/|\s?(?:[KMGTP]i?B|ms|tok|[KMGT]?bps|MHz|GHz|requests|GPUs?|tokens|%)\b))"),
        ("decade", r"\b(?P<y>(?:19|20)\d)0'?s\b"),
    )
)  # fmt: skip
_RELATIVE = re.compile(
    r"(?P<zh>前天|昨天|昨日|昨晚|今天|今日|今晚|明天|明日|后天|本月|上个?月|今年|去年|明年)"
    r"|\b(?P<en>yesterday|today|tonight|tomorrow|this month|last month|this year|last year|next year)\b",
    re.IGNORECASE,
)
_DAYS = {"前天": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "今天": 0, "今日": 0, "今晚": 0, "明天": 1, "明日": 1, "后天": 2,
         "yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}  # fmt: skip
_PERIODS = {"本月": (0, 0), "上月": (0, -1), "上个月": (0, -1), "今年": (0, None), "去年": (-1, None), "明年": (1, None),
            "this month": (0, 0), "last month": (0, -1), "this year": (0, None), "last year": (-1, None),
            "next year": (1, None)}  # fmt: skip
_PARTS = {"上半年": (1, 6), "下半年": (7, 12), "H1": (1, 6), "H2": (7, 12)}
_QUARTER = {"一": 1, "二": 2, "三": 3, "四": 4}
_MONTH_NAME = re.compile(r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", re.IGNORECASE)
_YEAR_DIGITS = re.compile(r"(?:19|20)\d", re.ASCII)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_DATED = re.compile(r"\b(?:on|by|since|until|till|from|of|to)\s\Z", re.IGNORECASE)
"""What stands before a date; `may` in small letters is a month only after one of these."""
_CLOCK = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-3]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?!\d|:|\.\d)(?:\s?(?P<half>[ap]\.?m\b))?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class DateFound:
    """A date as it stands: first and last day; `year` is False where the text gives no year."""

    start: int
    end: int
    first: dt.date
    last: dt.date
    normal: str
    year: bool = True


def find_dates(text: str, date: dt.date | None = None) -> list[DateFound]:
    """Dates of a folded text, in order. Without `date`, relative dates are left out, and a date without
    a year is given as of the year 4 with `year` False (a leap year, so that 29 February stands)."""
    found: list[DateFound] = []
    digits = any(char.isdigit() for char in text)
    there = _present(text, digits=digits)
    if there:
        for name, pattern in _PATTERNS:
            if name not in there:
                continue
            for match in pattern.finditer(text):
                item = _read(name, match, date)
                if item is not None:
                    found.append(item)
        if digits:
            found.extend(_clocks(text))
    if date is not None:
        found.extend(_relative(text, date))
    found.sort(key=lambda item: (item.start, -item.end))
    kept: list[DateFound] = []
    for item in found:
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


def _read(name: str, match: re.Match[str], date: dt.date | None) -> DateFound | None:
    group = match.groupdict()
    if name == "word":
        group = {key: _counted(value) for key, value in group.items()}
    year_text = group.get("y") or ((group.get("y2") or group.get("y3")) if name in {"part", "year"} else None)
    if name == "han" and not year_text and not group.get("d") and not match[0].rstrip("份 ").endswith("月"):
        return None
    year = int(year_text) if year_text else (date.year if date else 4)
    if name == "decade":
        return _made(match, dt.date(year * 10, 1, 1), dt.date(year * 10 + 9, 12, 31), known=True)
    if name == "year":
        return _made(match, dt.date(year, 1, 1), dt.date(year, 12, 31), known=True)
    if name == "part":
        return _part(match, year, group["p"] or group["p2"] or _spelt(group["p3"], group["span"]))
    month = _MONTHS.get((group.get("mon") or "").rstrip(".").lower()) or int(group.get("m") or 0)
    if _is_word(name, match, group, with_year=bool(year_text)):
        return None
    return _days(match, year, month, group, known=bool(year_text) or date is not None)


def _present(text: str, *, digits: bool) -> frozenset[str]:
    """The patterns that a text can match at all, by what each cannot do without."""
    names: set[str] = set()
    if _MONTH_NAME.search(text):
        names |= {"mdy", "dmy", "my", "mon"} if digits else {"mon"}
    if "月" in text:
        names |= {"han", "word"} if digits else {"word"}
    if digits and _YEAR_DIGITS.search(text):
        names |= {"iso", "month", "part", "year", "decade"}
    return frozenset(names)


def _is_word(name: str, match: re.Match[str], group: dict[str, str | None], *, with_year: bool) -> bool:
    """Whether a month's name is a word of the language here: `may 30 people come`, `in march`."""
    spelt = group.get("mon") or ""
    if name == "mon":
        return not spelt[0].isupper()
    start = match.start("mon") if spelt else 0
    return not with_year and spelt == "may" and not _DATED.search(match.string, max(0, start - 7), start)


def _counted(numeral: str | None) -> str | None:
    """A Chinese numeral in digits."""
    value = han_value(numeral) if numeral else None
    return None if value is None else str(int(value))


def _spelt(ordinal: str | None, span: str | None) -> str:
    """`third quarter` as `Q3`, `second half` as `H2`; what has no such part is none."""
    number = _ORDINALS.get((ordinal or "").lower(), 0)
    return f"{'Q' if (span or '').lower() == 'quarter' else 'H'}{number}"


def _days(
    match: re.Match[str], year: int, month: int, group: dict[str, str | None], *, known: bool
) -> DateFound | None:
    if not 1 <= month <= 12:
        return None
    last_day = calendar.monthrange(year, month)[1]
    if not group.get("d"):
        return _made(match, dt.date(year, month, 1), dt.date(year, month, last_day), known=known)
    first_day = int(group["d"] or 1)
    end_month = int(group.get("m2") or month)
    end_year = int(group.get("y2") or year)
    end_day = int(group.get("d2") or (first_day if end_month == month else 0))
    try:
        first, last = dt.date(year, month, first_day), dt.date(end_year, end_month, end_day)
    except ValueError:
        return None
    return _made(match, first, last, known=known) if last >= first else None


def _part(match: re.Match[str], year: int, part: str) -> DateFound | None:
    part = part.upper()
    months = _PARTS.get(part)
    if months is None:
        digit = next((char for char in part if char in "1234一二三四"), "")
        quarter = _QUARTER.get(digit) or (int(digit) if digit else 0)
        if not quarter or part.startswith("H"):
            return None
        months = (3 * quarter - 2, 3 * quarter)
    last_day = calendar.monthrange(year, months[1])[1]
    return _made(match, dt.date(year, months[0], 1), dt.date(year, months[1], last_day), known=True)


def _made(match: re.Match[str], first: dt.date, last: dt.date, *, known: bool) -> DateFound:
    shown = first.isoformat() if first == last else f"{first.isoformat()}/{last.isoformat()}"
    return DateFound(match.start(), match.end(), first, last, shown if known else f"--{shown[5:]}", known)


def _clocks(text: str) -> Iterator[DateFound]:
    """Times of day: kept apart from quantities; the day is the smallest date, the normal form tells the time."""
    if ":" not in text:
        return
    for match in _CLOCK.finditer(text):
        hour = int(match["h"])
        if match["half"] and hour < 12 and match["half"].lower().startswith("p"):
            hour += 12
        normal = f"T{hour:02d}:{match['m']}" + (f":{match['s']}" if match["s"] else "")
        yield DateFound(match.start(), match.end(), dt.date.min, dt.date.min, normal, year=False)


def _relative(text: str, date: dt.date) -> Iterator[DateFound]:
    for match in _RELATIVE.finditer(text):
        word = match[0].lower()
        if word in _DAYS:
            day = date + dt.timedelta(days=_DAYS[word])
            yield _made(match, day, day, known=True)
            continue
        years, months = _PERIODS[word]
        if months is None:
            yield _made(
                match, dt.date(date.year + years, 1, 1), dt.date(date.year + years, 12, 31), known=True
            )
            continue
        index = date.year * 12 + date.month - 1 + months
        year, month = divmod(index, 12)
        last = calendar.monthrange(year, month + 1)[1]
        yield _made(match, dt.date(year, month + 1, 1), dt.date(year, month + 1, last), known=True)
