"""What a unit tells of a figure: `4,100 tok/s` is a throughput and `17 ms` a latency, though nobody calls them so."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.ask.model import Term

_OF_WORDS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(words), re.compile(dimensions))
    for words, dimensions in (
        (
            r"throughputs?|吞吐[量率]?|tokens per second|per second|speed|速度|生成速度|每秒",
            r"(?:token|request|frame|sample|image|query|step|data)s?/time",
        ),
        (r"latency|latencies|delay|延迟|时延|durations?|耗时|用时|时长", r"time"),
        (r"memory|vram|gpu memory|显存|内存|存储占用|footprint|占用|内存占用|storage|存储", r"data"),
        (r"bandwidth|带宽", r"data/time"),
        (r"prices?|pricing|fees?|costs?|价格|定价|售价|单价|费用|成本", r"(?:usd|cny|eur|gbp|jpy)(?:/.*)?"),
        (r"power|watts?|功耗|功率", r"power"),
        (r"clock|frequency|频率|主频", r"frequency"),
        (r"temperature|温度", r"temperature"),
        (r"energy|能源|能量|能耗", r"energy"),
    )
)
"""By the words of a property: the dimensions (`agent.facts`) of its figures."""


def dimensions_of(term: Term) -> re.Pattern[str] | None:
    """The dimensions that figures of a property have; None where a word names none."""
    return next((told for words, told in _OF_WORDS if any(map(words.fullmatch, term.forms))), None)


def tells(term: Term, dimensions: Iterable[str]) -> bool:
    """Whether one of the dimensions of a passage's figures tells that it speaks of a property."""
    wanted = dimensions_of(term)
    return wanted is not None and any(wanted.fullmatch(one) for one in dimensions)
