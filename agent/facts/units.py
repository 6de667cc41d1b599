"""Units: spelling, dimension and factor to the dimension's base unit.

SI prefixes are powers of ten and IEC prefixes (`KiB`) powers of two, apart (ISO 80000-1, IEC 80000-13).
Times in seconds, data in bytes, percentages as they are written, multiples as they are written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in its canonical spelling; a value times `factor` is in the base unit of `dimension`."""

    name: str
    dimension: str
    factor: float


def _table() -> dict[str, Unit]:  # noqa: PLR0915  (a table, one unit a line)
    units: dict[str, Unit] = {}

    def add(name: str, dimension: str, factor: float, spellings: str = "") -> None:
        unit = Unit(name, dimension, factor)
        for spelling in (name, *spellings.split("|")):
            if spelling:
                units[spelling] = unit

    add("ns", "time", 1e-9, "纳秒|nanosecond|nanoseconds")
    add("µs", "time", 1e-6, "us|微秒|microsecond|microseconds|usec")
    add("ms", "time", 1e-3, "毫秒|millisecond|milliseconds|msec|msecs")
    add("s", "time", 1.0, "秒|秒钟|sec|secs|second|seconds")
    add("min", "time", 60.0, "分钟|mins|minute|minutes")
    add("h", "time", 3600.0, "小时|个小时|hr|hrs|hour|hours|钟头")
    add("d", "time", 86400.0, "天|日内|day|days|个工作日")
    add("week", "time", 604800.0, "周|weeks|星期|个星期|wk|wks")
    add("month", "months", 1.0, "个月|months|mo|月内")
    add("quarter", "months", 3.0, "个季度|quarters|季度")
    add("year", "months", 12.0, "年间|年内|years|yr|yrs|周年|年之久|年来|年期")
    add("decade", "months", 120.0, "decades")
    prefixes = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}
    for prefix, factor in prefixes.items():
        if prefix:
            han = "千兆吉太拍艾"["KMGTPE".index(prefix)] + "字节"
            lower = f"|kB|{han}" if prefix == "K" else f"|{han}"
            add(f"{prefix}B", "data", factor, f"{prefix}Byte|{prefix}Bytes{lower}")
            add(f"{prefix}iB", "data", 1024.0 ** ("KMGTPE".index(prefix) + 1), "kiB" if prefix == "K" else "")
            add(f"{prefix}bps", "data/time", factor / 8, f"{prefix}b/s|{prefix}bit/s|{prefix.lower()}bps")
            add(f"{prefix}b", "data", factor / 8, f"{prefix}bit|{prefix}bits")
        add(
            f"{prefix}Hz",
            "frequency",
            factor,
            "kHz|千赫" if prefix == "K" else ("赫兹" if not prefix else ""),
        )
        add(
            f"{prefix}W",
            "power",
            factor,
            {"K": "kW|千瓦", "": "瓦|watt|watts", "M": "兆瓦", "G": "吉瓦"}.get(prefix, ""),
        )
        add(f"{prefix}Wh", "energy", factor * 3600, "kWh|度电" if prefix == "K" else "")
        if prefix not in {"", "K"}:
            add(
                f"{prefix}FLOPS", "flops", factor, f"{prefix}FLOP/s|{prefix}Flops|{prefix}FLOPs|{prefix}flops"
            )
            add(f"{prefix}OPS", "ops", factor, f"{prefix}ops")
    add("byte", "data", 1.0, "bytes|字节|Byte|Bytes")
    add("bit", "bits", 1.0, "bits|比特|位宽|-bit|位量化")
    add("%", "percent", 1.0, "percent|per cent|percentage|pct")
    add("个百分点", "points", 1.0, "百分点|percentage points|percentage point|percent points|pp|pts|ppt|p.p.")
    add("基点", "points", 0.01, "个基点|basis points|basis point")
    add("‰", "percent", 0.1)
    add("折", "percent", 10.0)
    add("×", "times", 1.0, "x|X|倍|-fold|fold|times|倍速|倍率")
    add("tok", "token", 1.0, "token|tokens|toks|词元|个token|个tokens|个 token|个 tokens|Token|Tokens|tks")
    add("tok/s", "token/time", 1.0, "tps|TPS|tokens/sec|token/sec|tokens/second|tok/sec")
    add(
        "req/s",
        "request/time",
        1.0,
        "QPS|qps|RPS|rps|reqs/s|requests/s|queries/s|queries per second|requests per second",
    )
    add("FPS", "frame/time", 1.0, "fps|frames/s|frames per second")
    add("request", "request", 1.0, "requests|req|reqs|个请求|请求|条请求|个 request|个request|次请求")
    add("★", "star", 1.0, "stars|star|Stars|Star|颗星|个star|个 star|stargazers|星标")
    add("°C", "temperature", 1.0, "℃|摄氏度|degrees Celsius")
    add("°F", "fahrenheit", 1.0, "℉|degrees Fahrenheit")
    add("nm", "length", 1e-9, "纳米|nanometers|nanometres|nanometer|nanometre")
    add("mm", "length", 1e-3, "毫米|millimeters|millimetres|millimeter|millimetre")
    add("cm", "length", 1e-2, "厘米|centimeters|centimetres|centimeter|centimetre")
    add("m", "length", 1.0, "米|metres|meters|metre|meter")
    add("km", "length", 1e3, "公里|千米|kilometers|kilometres|kilometer|kilometre")
    add("mile", "length", 1609.344, "miles|英里")
    add("ft", "length", 0.3048, "feet|foot|英尺")
    add("inch", "inch", 1.0, "inches|英寸")
    add("m²", "area", 1.0, "平方米|square metres|square meters|square metre|square meter|sq m|sqm")
    add("km²", "area", 1e6, "平方公里|平方千米|square kilometres|square kilometers|sq km")
    add("ft²", "area", 0.09290304, "平方英尺|square feet|square foot|sq ft|sqft")
    add("ha", "area", 1e4, "公顷|hectares|hectare")
    add("mg", "mass", 1e-6, "毫克|milligrams")
    add("g", "mass", 1e-3, "克|grams|gram")
    add("kg", "mass", 1.0, "公斤|千克|kilograms|kilos")
    add("t", "mass", 1e3, "吨|tonnes|tons|公吨")
    add("lb", "mass", 0.45359237, "lbs|pounds|磅")
    add("USD", "usd", 1.0, "美元|dollars|dollar|美金|US dollars|刀")
    add("CNY", "cny", 1.0, "元|人民币|元人民币|RMB|yuan|块钱")
    add("EUR", "eur", 1.0, "欧元|euros|euro")
    add("GBP", "gbp", 1.0, "英镑")
    add("JPY", "jpy", 1.0, "日元|yen")
    add("HKD", "hkd", 1.0, "港元|港币")
    add("cent", "usd", 0.01, "cents|美分")
    add("岁", "months", 12.0, "years old|-year-old|year-old")
    return units


UNITS = _table()
_FOLDED: dict[str, Unit] = {}
for _spelling, _unit in UNITS.items():
    if len(_spelling) == 1:  # `m` and `M`, `s` and `S`, `w` and `W` are different things
        continue
    _FOLDED.setdefault(_spelling.lower(), _unit)

CURRENCY = {"$": UNITS["USD"], "US$": UNITS["USD"], "€": UNITS["EUR"], "£": UNITS["GBP"], "¥": UNITS["CNY"]}

SCALES: dict[str, float] = {
    "十": 10.0, "百": 100.0, "千": 1e3, "万": 1e4, "十万": 1e5, "百万": 1e6, "千万": 1e7, "亿": 1e8, "十亿": 1e9,
    "百亿": 1e10, "千亿": 1e11, "万亿": 1e12, "亿亿": 1e16, "兆": 1e12,
    "k": 1e3, "K": 1e3, "w": 1e4, "W": 1e4, "M": 1e6, "mn": 1e6, "mln": 1e6, "B": 1e9, "bn": 1e9, "T": 1e12,
    "hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "Million": 1e6, "Billion": 1e9, "Trillion": 1e12, "thousands": 1e3, "millions": 1e6, "billions": 1e9,
}  # fmt: skip

# What Chinese counts with. A classifier says that a thing is counted, never which thing.
CLASSIFIERS = (
    "个 条 次 款 篇 层 人 名 位 项 种 张 台 块 家 份 步 类 组 轮 行 列 座 部 本 场 起 件 支 只 辆 架 艘 所 届 批 节 章 "
    "段 句 字 页 版 代 级 阶段 维度 维 节点 卡 颗 核 线程 路 倍 名额 平面 方面 部分 套 处 例 户 栋 幅 首 集 期 天 门 道 "
    "头 口 机 环 端 点 股 桶 趟 遍 回 对 双 副 系列 分 枚 笔 间 秒 票 席 岁 小时 分钟 国 省 市 县 村 州 大 重 阶 档"
).split()

_HAN_UNITS = sorted((s for s in UNITS if re.search("[\u4e00-\u9fff]", s)), key=len, reverse=True)
_LATIN_UNITS = sorted(
    (s for s in set(UNITS) | set(_FOLDED) if not re.search("[\u4e00-\u9fff]", s)), key=len, reverse=True
)
UNIT_PATTERN = (
    "(?:"
    + "|".join(re.escape(s) for s in _HAN_UNITS)
    + "|(?:"
    + "|".join(re.escape(s) for s in _LATIN_UNITS if s[-1:].isalpha() or s[-1:] == ".")
    + r")(?![A-Za-z0-9_])|"
    + "|".join(re.escape(s) for s in _LATIN_UNITS if not (s[-1:].isalpha() or s[-1:] == "."))
    + ")"
)


def unit_of(spelling: str) -> Unit | None:
    """The unit of a spelling, by its exact case first (`Mb` and `MB` differ), then whatever the case."""
    return UNITS.get(spelling) or _FOLDED.get(spelling.lower())
