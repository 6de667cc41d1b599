"""Numbers with their units in a sentence or cell, as far as a text is compared with itself.

Dates, times, versions, identifiers, paths, links and digits inside names are read past. A value is
kept as written (`text`, position) and in the base unit of its dimension, with the resolution of its
last digit, so that two values agree when a rounding makes them the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

Bound = Literal["", "<=", ">="]

_UNITS: dict[str, tuple[str, float]] = {}


def _unit(dimension: str, factor: float, *spellings: str) -> None:
    for spelling in spellings:
        _UNITS[spelling] = (dimension, factor)


# Dimension, factor to the base unit, spellings. Decimal (kB) and binary (KiB) prefixes stay apart.
_unit("time", 1e-9, "ns", "纳秒")
_unit("time", 1e-6, "us", "μs", "µs", "微秒")
_unit("time", 1e-3, "ms", "msec", "毫秒", "milliseconds", "millisecond")
_unit("time", 1.0, "s", "sec", "secs", "seconds", "second", "秒", "秒钟")
_unit("time", 60.0, "min", "mins", "minutes", "minute", "分钟")
_unit("time", 3600.0, "h", "hr", "hrs", "hours", "hour", "小时", "个小时")
_unit("day", 1.0, "d", "day", "days", "天", "日")
_unit("day", 7.0, "week", "weeks", "周", "星期")
_unit("month", 1.0, "month", "months", "个月", "月")
_unit("month", 12.0, "year", "years", "年")
_unit("points", 1.0, "points", "point", "分")
_unit(
    "percent",
    1.0,
    "%",
    "％",
    "percent",
    "个百分点",
    "百分点",
    "pp",
    "percentage points",
    "percentage point",
    "percentage-point",
    "个点",
)
_unit("times", 1.0, "×", "x", "X", "倍", "-fold", "fold", "times")
_unit("bytes", 1.0, "B", "bytes", "byte", "字节")
for _power, _prefix in enumerate("KMGTP", start=1):
    _unit("bytes", 1000.0**_power, _prefix + "B", ("k" if _prefix == "K" else _prefix) + "B", _prefix + "b")
    _unit("bytes", 1024.0**_power, _prefix + "iB")
    _unit("byte rate", 1000.0**_power, f"{_prefix}B/s", f"{_prefix}Bps")
    _unit("byte rate", 1024.0**_power, f"{_prefix}iB/s")
    _unit("bit rate", 1000.0**_power, f"{_prefix}bps", f"{_prefix}bit/s", f"{_prefix}b/s")
    _unit("flops", 1000.0**_power, f"{_prefix}FLOPS", f"{_prefix}FLOPs", f"{_prefix}FLOP/s")
_unit("token rate", 1.0, "tok/s", "tokens/s", "token/s", "tokens/sec", "token/sec", "TPS", "tps", "toks/s")
_unit("token rate", 1.0, "tokens per second", "token/秒", "tokens/秒", "个 token/s", "t/s")
_unit("request rate", 1.0, "req/s", "requests/s", "reqs/s", "QPS", "qps", "RPS", "rps", "请求/秒")
_unit("request rate", 1.0, "requests per second", "个请求/秒", "requests/sec", "req/sec")
_unit("power", 1.0, "W", "瓦", "watts")
_unit("power", 1000.0, "kW", "KW")
_unit("frequency", 1e6, "MHz")
_unit("frequency", 1e9, "GHz")
_unit("temperature", 1.0, "°C", "℃")
_unit("dollars", 1.0, "USD", "美元", "dollars")
_unit("yuan", 1.0, "元", "CNY", "RMB", "人民币")
_unit("stars", 1.0, "★", "stars", "Stars", "star", "星", "颗星")
_unit("tokens", 1.0, "tokens", "token", "Tokens", "toks", "个 token", "个token")
_unit("requests", 1.0, "requests", "request", "请求", "个请求", "次请求")
_unit("gpus", 1.0, "GPUs", "GPU", "张 GPU", "块 GPU", "张卡", "卡", "块", "张", "个 GPU", "gpus")
_unit("nodes", 1.0, "节点", "个节点", "nodes", "node", "台", "台机器", "servers")
_unit("layers", 1.0, "layers", "layer", "层")
_unit("experts", 1.0, "experts", "个专家", "专家")
_unit("times done", 1.0, "次", "轮", "turns", "runs", "rounds")
_unit("people", 1.0, "人", "名", "people", "users", "位", "个用户", "contributors", "位贡献者")
_unit("commits", 1.0, "commits", "commit", "个 commit", "个提交", "提交")
_unit("papers", 1.0, "篇", "papers", "paper", "篇论文")
_unit("items", 1.0, "个", "条", "项", "种", "款", "家", "类", "items")

_MULTIPLIERS = {
    "k": 1e3, "K": 1e3, "M": 1e6, "百万": 1e6, "千万": 1e7, "万": 1e4, "亿": 1e8, "万亿": 1e12,
    "千": 1e3, "百": 1e2, "B": 1e9, "T": 1e12, " million": 1e6, " billion": 1e9, " thousand": 1e3,
    " trillion": 1e12,
}  # fmt: skip

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE]-?\d{1,2}(?!\w))?)"
_MULT = (
    r"(?:\s?(?:万亿|百万|千万|[万亿千百])|\s(?:million|billion|thousand|trillion)\b|[kKMBT](?![A-Za-z0-9]))"
)
_UNIT = "|".join(re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True))
_UNIT_AT = re.compile(
    rf"[\s-]?({_UNIT})(?![A-Za-z])(\s?/\s?(?:GPU|卡|node|节点|s|秒|天|day|d|h|月|次|request|token|user)\b)?"
)
_SKIP = (
    r"https?://[^\s)）（】>\]，。；、|]+"
    r"|(?<![A-Za-z0-9_./-])[A-Za-z0-9_./-]{1,200}\.(?:md|txt|py|jsonl?|ya?ml|toml|html?|pdf|csv|sh|cpp|cu|ipynb|rst)\b"
    r"|\d{4}\s?年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?)?|\d{1,2}\s?月\s?\d{1,2}\s?[日号]"
    r"|(?<!\d)(?:19|20)\d\d(?:-\d{1,2}-|/\d{1,2}/|\.\d{1,2}\.)\d{1,2}(?:T\d{2}:?\d{2}|\s\d{1,2}:\d{2})?(?!\d)|(?<![\d.])(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?!\d)"
    r"|(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)"
    r"|(?<![\d.])\d{4}\.\d{4,5}(?:v\d+)?(?!\d)|10\.\d{4,9}/\S+"
    r"|\d+\.\d+\.\d+(?:\.\d+)*(?:[a-z]+\d*)?"
    r"|§\s?\d+(?:\.\d+)*|[#＃]\s?\d+|第\s?\d+"
    r"|\d+(?:\.\d+)?-\d+(?:\.\d+)?[BbM](?![A-Za-z/])"
    r"|(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*"
)
_TOKEN = re.compile(
    rf"(?P<skip>{_SKIP})"
    rf"|(?P<low>[+-]?{_NUMBER})(?P<lowmult>{_MULT})?(?P<plus>\+)?"
)
_RANGE = re.compile(
    rf"\s?(?:%|％|ms|s|x|×|倍)?\s?(?:-|–|—|~|～|至|到|to)\s?(?P<high>{_NUMBER})(?P<mult>{_MULT})?(?![-/]\d)"
)
_APPROX = re.compile(
    r"(?:约|大约|大概|近|将近|接近|~|～|≈|about|around|roughly|nearly|approximately|almost|approx\.?|some)\s?(?:为|是)?\s?$",
    re.I,
)
_AT_MOST = re.compile(
    r"(?:≤|<=|<|＜|不超过|最多|至多|最高|不到|小于|低于|高达|最大|以内|up to|at most|less than|under|below|no more than|within)\s?(?:为|可达|可|能|将|达|到)?(?:提升|提高|降低|减少|节省|加速|增加|压缩|缩短|快)?(?:了|至|到)?\s?$",
    re.I,
)
_AT_LEAST = re.compile(
    r"(?:≥|>=|>|＞|至少|不低于|超过|超|大于|高于|逾|多于|破|at least|more than|over|above|exceeds?|exceeding|upwards of|no less than|greater than)\s?(?:为|了)?\s?$",
    re.I,
)
_AFTER_MOST = re.compile(r"\s?(?:以内|以下|之内|or less|or fewer)")
_AFTER_LEAST = re.compile(r"\s?(?:以上|余|多(?!\S{0,3}\d)|or more)|\+(?![\s\d])")
_AFTER_APPROX = re.compile(r"\s?(?:左右|上下|or so)")
_COUNTED = re.compile(r"\w|\s?[A-Z][A-Za-z]*\d|\s?(?:NVIDIA|AMD|GPU|RTX|Ascend|昇腾)")
"""After `8×`: a thing that is counted, not a ratio."""
_CURRENCY = re.compile(r"([$￥¥€£])\s?$")


@dataclass(frozen=True, slots=True)
class Amount:
    """A value or a range, as written and in the base unit of its dimension."""

    start: int
    end: int
    text: str
    low: float
    high: float
    resolution: float
    """Size of one step of the last digit, in the base unit."""
    dimension: str = ""
    unit: str = ""
    bound: Bound = ""
    approximate: bool = False

    @property
    def value(self) -> float:
        """The value; of a range, its lower end."""
        return self.low

    @property
    def exact(self) -> bool:
        """Neither a range, nor a bound, nor approximate."""
        return self.low == self.high and not self.bound and not self.approximate

    def unbound(self) -> Amount:
        """The same value without its bound."""
        return replace(self, bound="")

    def unsigned(self) -> Amount:
        """The size of a change, without the sign that says which way it goes."""
        return replace(self, low=abs(self.low), high=abs(self.high))

    def agrees(self, other: Amount) -> bool:
        """Whether both can be said of one quantity: equal after rounding, or overlapping ranges."""
        slack_a, slack_b = self._slack(), other._slack()
        low_a = float("-inf") if self.bound == "<=" else self.low - slack_a
        low_b = float("-inf") if other.bound == "<=" else other.low - slack_b
        high_a = float("inf") if self.bound == ">=" else self.high + slack_a
        high_b = float("inf") if other.bound == ">=" else other.high + slack_b
        return low_a <= high_b and low_b <= high_a

    def _slack(self) -> float:
        if self.approximate:
            return max(self.resolution, abs(self.high) * 0.1)
        return self.resolution * 0.4999 + abs(self.high) * 1e-9


@lru_cache(maxsize=8192)
def amounts(text: str) -> tuple[Amount, ...]:
    """The amounts of a sentence or cell, in order."""
    if _DIGIT.search(text) is None:
        return ()
    text = text.translate(_WIDE)
    found: list[Amount] = []
    position = 0
    while match := _TOKEN.search(text, position):
        position = match.end()
        if match["skip"]:
            continue
        amount = _amount(text, match)
        found.append(amount)
        position = max(position, amount.end)
    return tuple(_share_units(found, text))


_DIGIT = re.compile(r"\d")
_WIDE = str.maketrans("０１２３４５６７８９．％", "0123456789.%")


def _amount(text: str, match: re.Match[str]) -> Amount:
    low_text, mult_text = match["low"].lstrip("+"), match["lowmult"]
    end = match.end()
    high_text = low_text
    span = _RANGE.match(text, end)
    if span and _plausible_range(low_text, span["high"]) and not _is_change(text, match, span):
        high_text, end = span["high"], span.end()
        mult_text = span["mult"] or mult_text
    multiplier = _MULTIPLIERS.get((mult_text or "").strip() or "")
    if multiplier is None and mult_text:
        multiplier = _MULTIPLIERS[" " + mult_text.strip()]
    multiplier = multiplier or 1.0
    dimension, unit, factor = "", "", 1.0
    named = _UNIT_AT.match(text, end)
    if named and not _part_of_word(text, named):
        unit = named[1] + (named[2] or "").replace(" ", "")
        dimension, factor = _UNITS[named[1]]
        dimension += (named[2] or "").replace(" ", "")
        end = named.end()
        if dimension == "times" and named[1] in "xX×" and _COUNTED.match(text, end):
            dimension, unit = "gpus", ""
    before = text[max(0, match.start() - 16) : match.start()]
    currency = _CURRENCY.search(before)
    if currency:
        dimension, unit, before = currency[1], currency[1], before[: currency.start()]
    after = text[end : end + 8]
    bound: Bound = ""
    if _AT_MOST.search(before) or _AFTER_MOST.match(after):
        bound = "<="
    elif _AT_LEAST.search(before) or _AFTER_LEAST.match(after) or match["plus"]:
        bound = ">="
    scale = multiplier * factor
    low, high = _number(low_text) * scale, _number(high_text) * scale
    decimals = len(high_text.partition(".")[2])
    if mult_text and not decimals and low_text.endswith("0"):
        decimals = 0
    return Amount(
        start=match.start(),
        end=end,
        text=text[match.start() : end].strip(),
        low=min(low, high),
        high=max(low, high),
        resolution=10.0**-decimals * scale,
        dimension=dimension,
        unit=unit,
        bound=bound,
        approximate=bool(_APPROX.search(before) or _AFTER_APPROX.match(after)),
    )


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _is_change(text: str, low: re.Match[str], span: re.Match[str]) -> bool:
    """Whether `from 189 to 262` tells of a change rather than of a range."""
    joined = span[0][: span.start("high") - span.start()]
    before = text[max(0, low.start() - 14) : low.start()].lower()
    if re.search(r"rang\w+ from\s*$", before):
        return False
    return bool(re.search(r"to|到|至", joined)) and bool(re.search(r"(?:from|从|由|自)\s*$", before))


def _plausible_range(low: str, high: str) -> bool:
    return (_number(low) < _number(high) and not low.startswith("0")) or (
        "." in low and _number(low) < _number(high)
    )


def _part_of_word(text: str, unit: re.Match[str]) -> bool:
    """Whether a one-letter or Chinese unit is really the start of a longer word."""
    word = unit[1]
    following = text[unit.end() : unit.end() + 1]
    if (
        word in ("分", "日", "月", "年", "星", "卡", "块", "张", "位", "名", "台")
        and following in "程度本期内刻牌片置布别钟类层"
    ):
        return bool(following)
    return word in ("d", "h", "s", "t/s") and unit[0][0] == " " and following.isalnum()


_ONE_UNIT = re.compile(
    r"/|→|->|、|vs\.?|,|，|对|(?:down |up )?to|and|(?:提升|提高|增加|增长|上升|升|降低|下降|减少|缩短|降)?[到至]"
)


def has_unit(text: str, at: int) -> bool:
    """Whether a unit stands at that place of a text."""
    return _UNIT_AT.match(text, at) is not None


def _share_units(found: list[Amount], text: str) -> list[Amount]:
    """Give `17.71/29.67/30.86ms` and `60.6→76.6→77.8ms` the unit that is written once, at the end."""
    shared = list(found)
    for index in range(len(shared) - 2, -1, -1):
        here, after = shared[index], shared[index + 1]
        between = text[here.end : after.start].strip()
        if here.dimension or not after.dimension or not _ONE_UNIT.fullmatch(between):
            continue
        if after.dimension in ("items", "day", "month") and between not in ("/", "→", "->"):
            continue
        factor = _UNITS.get(after.unit.split("/")[0] if after.unit not in _UNITS else after.unit, ("", 1.0))[
            1
        ]
        shared[index] = Amount(
            here.start, here.end, here.text, here.low * factor, here.high * factor,
            here.resolution * factor, after.dimension, after.unit, here.bound, here.approximate,
        )  # fmt: skip
    return shared


def cell_amount(cell: str, head: str = "") -> Amount | None:
    """The amount of a table cell that holds one value (a unit in the column's head counts)."""
    found = amounts(cell)
    if not found:
        return None
    first = found[0]
    lead = cell[: first.start].strip(" ~≈≤≥<>*$约+-")
    if lead:
        return None
    if first.dimension:
        return first
    spelled = _head_unit(head)
    if spelled in _UNITS:
        dimension, factor = _UNITS[spelled]
        return Amount(
            first.start, first.end, first.text, first.low * factor, first.high * factor,
            first.resolution * factor, dimension, spelled, first.bound, first.approximate,
        )  # fmt: skip
    return first


def _head_unit(head: str) -> str:
    """The unit in the head of a column: all of it (`tok/s`), its last word (`p99 ms`), in brackets or after a slash."""
    bare = head.strip(" *`↑↓")
    first, last = bare.partition(" ")[0], bare.rpartition(" ")[2]
    for spelled in (_SIGNS.get(bare, bare), last if len(last) > 1 else "", first if len(first) > 1 else ""):
        if spelled in _UNITS and _UNITS[spelled][0] in _MEASURED:
            return spelled
    unit = _HEAD_UNIT.search(head)
    return unit[1].strip() if unit else ""


_SIGNS = {"$": "USD", "US$": "USD", "¥": "元", "￥": "元"}
_MEASURED = frozenset(
    {
        "time",
        "token rate",
        "request rate",
        "bytes",
        "byte rate",
        "bit rate",
        "flops",
        "percent",
        "power",
        "dollars",
        "yuan",
    }
)
"""Dimensions whose units may stand bare as the head of a column; `users` or `B` there may be a name."""
_HEAD_UNIT = re.compile(r"[(（\[/]\s*([^()（）\[\]/]{1,16}(?:/s|/sec|/秒)?)\s*[)）\]]?\s*[↑↓]?\s*$")
