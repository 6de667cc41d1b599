"""What a unit tells of a figure: `4,100 tok/s` is a throughput and `17 ms` a latency, though nobody calls them so."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.ask.model import Term
from agent.ask.surface import has_han

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
        (
            r"prices?|pricing|fees?|costs?|revenues?|funding|valuations?|salary|价格|定价|售价|单价|费用|成本|营收|收入|融资|估值|利润|股价|工资",
            r"(?:usd|cny|eur|gbp|jpy|krw|hkd|sgd)(?:/.*)?",
        ),
        (r"power|watts?|功耗|功率", r"power"),
        (r"clock|frequency|频率|主频", r"frequency"),
        (r"temperature|温度", r"temperature"),
        (r"energy|能源|能量|能耗", r"energy"),
    )
)
"""By the words of a property: the dimensions (`agent.facts`) of its figures."""


def dimensions_of(term: Term) -> re.Pattern[str] | None:
    """The dimensions that figures of a property have, by the head of its name (`memory bandwidth`); None where it names none."""
    asked = term.forms[0]
    head = asked[-2:] if has_han(asked) else asked.split(" ")[-1]
    return next((told for words, told in _OF_WORDS if any(map(words.fullmatch, (*term.forms, head)))), None)


_CHANGES = re.compile(
    r"\b(?:by how much|by what|shr[iau]nk|less|reduc|cut|sav|fall|fell|drop|grow|grew|more|increas|lower|higher|change|improv|rise|rose|bring|brought)"
    r"|[降减省涨增升缩]|提高|变化|改善"
)
"""A question after how much something changed: told in per cent or as a multiple, whatever its unit."""
_OF_CHANGE = frozenset({"percent", "points", "times"})
_COUNTS = re.compile(
    r"\bhow many (?!(?:milli|micro|nano)?seconds?|minutes|hours|days|weeks|months|years|times|percent|dollars|[kmgt]i?b\b|watts?|bytes)"
    r"|(?:多少|几)\s?[个张家条台款名人座所层步次颗块份篇位种项行本枚处间只]"
)
"""A question after how many of something there are."""
_MEASURES = re.compile(
    r"percent|points|times|time|data|data/time|power|frequency|energy|temperature|length|(?:usd|cny|eur|gbp|jpy|krw|hkd|sgd)(?:/.*)?"
)
"""Dimensions of what is measured or paid, and not counted."""


_OF_MANY = re.compile(r"(?:usd|cny|eur|gbp|jpy|krw|hkd|sgd)(?:/.*)?")
"""Money is the unit of many properties: a price, a revenue, a funding, and does not tell which."""


def may_be(dimension: str, asked: str, focus: Iterable[Term]) -> bool:
    """Whether a figure of a dimension may answer: of a property that has a unit, in it; of what is counted, a bare one.

    `asked` are the question's words in lower case, `focus` the terms that name what is asked for.
    """
    if _COUNTS.search(asked):
        return not _MEASURES.fullmatch(dimension)
    wanted = [told for told in map(dimensions_of, focus) if told]
    if not wanted or not dimension or (dimension in _OF_CHANGE and _CHANGES.search(asked)):
        return True
    return any(told.fullmatch(dimension) for told in wanted)


def counts(asked: str) -> bool:
    """Whether a question asks how many of something there are."""
    return _COUNTS.search(asked) is not None


def tells(term: Term, dimensions: Iterable[str]) -> bool:
    """Whether one of the dimensions of a passage's figures tells that it speaks of a property."""
    wanted = dimensions_of(term)
    return wanted is not None and any(
        wanted.fullmatch(one) and not _OF_MANY.fullmatch(one) for one in dimensions
    )
