"""Rules that falsify a figure: its digits, size, unit, bound, range, count, multiple, or the thing that it belongs to."""

from __future__ import annotations

import random
import re
from itertools import pairwise

from evals.bench.perturb.passages import Passage
from evals.bench.perturb.rule import COUNTED, NUMBER, WORDED, pick, put, word

_UNITS = (
    ("ms", "s"), ("毫秒", "秒"), ("秒", "分钟"), ("GB", "MB"), ("GiB", "MiB"), ("TB", "GB"), ("MB", "KB"), ("KB", "MB"),
    ("Gbps", "Mbps"), ("GB/s", "MB/s"), ("%", "×"), ("倍", "%"), ("x", "%"), ("×", "%"), ("万", "亿"), ("hours", "days"),
    ("minutes", "hours"), ("seconds", "minutes"), ("天", "小时"), ("小时", "天"), ("美元", "元"), ("tokens", "requests"),
    ("TFLOPS", "GFLOPS"), ("W", "kW"), ("us", "ms"), ("μs", "ms"),
)  # fmt: skip
_BOUNDS = (
    ("不超过", "至少"), ("至多", "至少"), ("最多", "最少"), ("至少", "至多"), ("低于", "高于"), ("高于", "低于"), ("超过", "不到"),
    ("小于", "大于"), ("大于", "小于"), ("不低于", "不高于"), ("以上", "以下"), ("以下", "以上"), ("以内", "以上"), ("≤", "≥"),
    ("≥", "≤"), ("<=", ">="), (">=", "<="), ("up to", "at least"), ("at least", "at most"), ("at most", "at least"),
    ("more than", "less than"), ("less than", "more than"), ("over", "under"), ("no more than", "at least"), ("under", "over"),
)  # fmt: skip
_SPAN = re.compile(
    r"(?<![\d.A-Za-z-])(\d+(?:\.\d+)?)(\s?(?:%|ms|x|×|倍)?\s?(?:[-–~～]|到|至| to )\s?)(\d+(?:\.\d+)?)(?=\s?(?:%|ms|s\b|x\b|×|倍|GB|MB|个|万|tok|B\b|k\b|K\b))"
)
_LISTS = re.compile(r"(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))?")
_PAIRS = re.compile(
    r"([A-Za-z][\w.-]+)(?: ?[:：=（(] ?| )(\d+(?:\.\d+)?)([^A-Za-z0-9]{1,12}|\D{1,4}[,，、;；/] ?)([A-Za-z][\w.-]+)(?: ?[:：=（(] ?| )(\d+(?:\.\d+)?)"
)
_NAMED = re.compile(
    r"([A-Za-z][\w.-]{1,24}|[\u4e00-\u9fff]{2,6}?)(?:\s?(?:为|是|达|约|:|：|=)\s?|\s(?:is|was|at|takes|gets|has|reaches|needs|uses)\s|\s?[(（]\s?)(\d+(?:\.\d+)?)(?=\s?(?:%|ms|s\b|x\b|×|倍|GB|MB|tok|B\b|[),，、;；）。.]|\s))"
)
_RATIO = re.compile(r"(?<![\d.A-Za-z-])(\d+(?:\.\d+)?)( ?)(×|x\b|倍|[ -]?fold\b|times\b)")


def digit(passage: Passage, draw: random.Random) -> str | None:
    """One digit of a number becomes another."""
    match = pick(list(NUMBER.finditer(passage.sentence)), draw)
    if match is None:
        return None
    number = match[0]
    places = [i for i, char in enumerate(number) if char.isdigit()]
    place = draw.choice(places)
    options = [d for d in "123456789" if d != number[place]]
    new = number[:place] + draw.choice(options) + number[place + 1 :]
    return None if new in passage.source else put(passage.sentence, match, new)


def magnitude(passage: Passage, draw: random.Random) -> str | None:
    """A number becomes ten or a thousand times larger, or ten times smaller."""
    match = pick([m for m in NUMBER.finditer(passage.sentence) if float(m[0].replace(",", "")) >= 2], draw)
    if match is None:
        return None
    value = float(match[0].replace(",", ""))
    value = value * 10 if draw.random() < 0.5 else value * 1000 if value < 10 else value / 10
    new = f"{value:.10g}"
    return None if new in passage.source else put(passage.sentence, match, new)


def unit(passage: Passage, draw: random.Random) -> str | None:
    """A value keeps its number and gets another unit."""
    options = []
    for old, new in _UNITS:
        for match in re.finditer(r"(?<=\d)( ?)" + re.escape(old) + r"(?![A-Za-z0-9/])", passage.sentence):
            options.append((match, match[1] + new))
    if not options:
        return None
    match, new = draw.choice(options)
    return put(passage.sentence, match, new)


def bound(passage: Passage, draw: random.Random) -> str | None:
    """A bound becomes its opposite; where there is none, a plain value gets one."""
    options = []
    for old, new in _BOUNDS:
        for match in word(old).finditer(passage.sentence):
            near = passage.sentence[max(0, match.start() - 12) : match.end() + 8]
            if re.search(r"\d", near[-10:] if old not in {"以上", "以下", "以内"} else near[:14]):
                options.append((match, new))
    if not options:
        return _bounded(passage, draw)
    match, new = draw.choice(options)
    if _part_of_longer(passage.sentence, match):
        return None
    return put(passage.sentence, match, new)


def _bounded(passage: Passage, draw: random.Random) -> str | None:
    """A plain value gets a bound that the source does not give it."""
    numbers = [m for m in NUMBER.finditer(passage.sentence) if _free_standing(passage.sentence, m)]
    match = pick(numbers, draw)
    if match is None:
        return None
    zh = re.search("[\u4e00-\u9fff]", passage.sentence)
    words = ("至少 ", "不到 ", "不超过 ") if zh else ("at least ", "less than ", "up to ")
    return put(passage.sentence, match, draw.choice(words) + match[0])


_UNIT_AFTER = re.compile(
    r"\s?(?:%|ms\b|GB\b|MB\b|tok/s|×|x\b|倍|个|条|次|种|GPUs?\b|tokens\b|hours\b|秒|天|小时)"
)
_BARE_BEFORE = re.compile(r"(?:[，。；：\s为是了]|\b(?:by|of|is|with|to|in|for|takes|reaches|achieves))\s?$")


def _free_standing(text: str, match: re.Match[str]) -> bool:
    """A value with a unit, with nothing before it that bounds it or makes it one of a list or range."""
    before = text[: match.start()]
    joined = re.search(
        r"[-~–/→≤≥<>约近超逾×*]\s?$|(?:到|至|第|不足|不到|超过|低于|高于|about|over|under|below|above|within|than|least|most|up to|from)\s?$",
        before,
    )
    unit = _UNIT_AFTER.match(text, match.end())
    open_end = unit is not None and text.startswith("+", unit.end())
    return bool(unit and not open_end and _BARE_BEFORE.search(before) and not joined)


def _part_of_longer(text: str, match: re.Match[str]) -> bool:
    """Whether the match is part of a longer bound (`不低于` holds `低于`), which another rule changes."""
    return text[match.start() - 1 : match.start()] == "不" or text[
        max(0, match.start() - 3) : match.start()
    ].lower() in {"no ", "not"}


def range_(passage: Passage, draw: random.Random) -> str | None:
    """A range loses one end, or its upper end becomes another."""
    match = pick(list(_SPAN.finditer(passage.sentence)), draw)
    if match is None:
        return None
    low, high = match[1], match[3]
    if draw.random() < 0.4:
        return put(passage.sentence, match, draw.choice([low, high]))
    factor = draw.choice([1.2, 1.5, 2])
    new = f"{float(high) * factor:.{len(high.partition('.')[2])}f}"
    return None if new == high else put(passage.sentence, match, low + match[2] + new)


def count(passage: Passage, draw: random.Random) -> str | None:
    """A count of things becomes another."""
    match = pick([*COUNTED.finditer(passage.sentence), *WORDED.finditer(passage.sentence)], draw)
    if match is None:
        return None
    if match.re is COUNTED:
        new = str(int(match[1]) + draw.choice([1, 2, 3]))
        return None if new in passage.source else put(passage.sentence, match, new, 1)
    group = 1 if match[1] else 2
    words = list("三四五六七八九") if match[1] else ["three", "four", "five", "six", "seven", "eight", "nine"]
    new = draw.choice([w for w in words if w != match[group]])
    return None if new in passage.source else put(passage.sentence, match, new, group)


def pairing(passage: Passage, draw: random.Random) -> str | None:
    """Two values of a list, or of two named things, change places."""
    lists = [m for m in _LISTS.finditer(passage.sentence) if m[1] != m[2] and not re.search(r"\d{4}$", m[1])]
    if lists and len(list(_LISTS.finditer(passage.sentence))) > 1:
        listed = draw.choice(lists)
        before, after = passage.sentence[: listed.start(1)], passage.sentence[listed.end(2) :]
        return before + listed[2] + "/" + listed[1] + after
    pairs = [m for m in _PAIRS.finditer(passage.sentence) if m[2] != m[5] and m[1] != m[4]]
    match = pick(
        [
            m
            for m in pairs
            if not re.fullmatch(r"(?:19|20|1[0-8])\d\d", m[2])
            and not re.fullmatch(r"(?:19|20|1[0-8])\d\d", m[5])
        ],
        draw,
    )
    if match is None:
        return _swapped(passage, draw)
    text = put(passage.sentence, match, match[2], 5)
    return text[: match.start(2)] + match[5] + text[match.end(2) :]


def _swapped(passage: Passage, draw: random.Random) -> str | None:
    """The values of two things that a sentence names one after the other change places."""
    found = [m for m in _NAMED.finditer(passage.sentence) if not re.fullmatch(r"(?:19|20)\d\d", m[2])]
    pairs = [
        (a, b) for a, b in pairwise(found) if a[2] != b[2] and a[1] != b[1] and _alike(passage.sentence, a, b)
    ]
    if not pairs:
        return None
    a, b = draw.choice(pairs)
    text = put(passage.sentence, b, a[2], 2)
    return text[: a.start(2)] + b[2] + text[a.end(2) :]


def _alike(text: str, a: re.Match[str], b: re.Match[str]) -> bool:
    """Whether two values have one unit after them, so that each could be the other's."""
    units = [
        re.match(r"\s?(%|ms|s\b|x\b|×|倍|GB|MB|tok\S*|B\b)?", text[m.end(2) : m.end(2) + 8]) for m in (a, b)
    ]
    return len({unit[1] if unit else None for unit in units}) == 1


def ratio(passage: Passage, draw: random.Random) -> str | None:
    """A multiple becomes another."""
    match = pick(list(_RATIO.finditer(passage.sentence)), draw)
    if match is None:
        return None
    value = float(match[1]) * draw.choice([0.5, 1.3, 1.7, 2.5])
    new = f"{value:.{max(1, len(match[1].partition('.')[2]))}f}"
    return (
        None
        if new in passage.source or float(new) == float(match[1])
        else put(passage.sentence, match, new, 1)
    )
