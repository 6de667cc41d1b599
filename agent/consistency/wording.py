"""How a fault is worded, in the language of the text that it was found in."""

from __future__ import annotations

from agent.consistency.amounts import Amount
from agent.consistency.reading import Reading, Sentence
from agent.models import Doubt, Quote, Risk

# kind: (title zh, title en, advice zh, advice en, risk)
_KINDS: dict[str, tuple[str, str, str, str, Risk]] = {
    "count": ("条数与所列不符", "A count and what it counts differ", "核对原文后改正条数，或补齐所列", "Check the source, then correct the count or complete the list", "medium"),
    "superlative": ("最高级与数值不符", "A superlative and the values differ", "引用数值，不引用该结论；结论待核实", "Quote the values, not the conclusion, until it is checked", "high"),
    "trend": ("趋势与数值不符", "A trend and the values differ", "引用数值，不引用该结论；结论待核实", "Quote the values, not the conclusion, until it is checked", "high"),
    "comparison": ("比较与数值不符", "A comparison and the values differ", "引用数值，不引用该结论；结论待核实", "Quote the values, not the conclusion, until it is checked", "high"),
    "ratio": ("比值与原数不符", "A ratio and its operands differ", "按原数重算，或注明口径", "Work it out again from the operands, or say how it was measured", "high"),
    "total": ("分项与合计不符", "Parts and their total differ", "核对各分项与合计", "Check the parts and the total", "medium"),
    "share": ("各项占比之和超过整体", "Shares of a whole are more than it", "核对各项占比，或注明口径是否可重叠", "Check the shares, or say whether they overlap", "high"),
    "value": ("同一数值前后不一", "One value is given two ways", "对照原始来源，确认哪一个为准", "Check the primary source for which one holds", "high"),
    "duplicate": ("同一条目重复列出", "One thing is listed twice", "合并为一条", "Keep one entry", "low"),
    "name": ("名称或路径写法不一", "A name or path is spelt two ways", "统一写法", "Keep one spelling", "low"),
    "date": ("日期不成立", "A date cannot hold", "核对日期", "Check the date", "medium"),
    "title": ("标题与正文数字不符", "A title's figure and the text differ", "对照原始来源，确认哪一个为准", "Check the primary source for which one holds", "high"),
    "no value": ("结论没有数值支撑", "A conclusion without a value", "补充数值，或标注待核实", "Give the value, or mark it as unchecked", "medium"),
    "opposite": ("前后说法相反", "Two statements are opposed", "对照原始来源，确认哪一个为准", "Check the primary source for which one holds", "high"),
}  # fmt: skip

# What is wrong with a date, more closely than its kind says: (title zh, title en)
_DATES: dict[str, tuple[str, str]] = {
    "no such day": ("没有这一天", "No such day"),
    "backwards": ("起止日期颠倒", "A span of dates runs backwards"),
    "weekday": ("日期与星期不符", "A date and its weekday differ"),
    "late": ("日期晚于本文", "A date is after the text's own"),
    "before event": ("测试早于发布", "Used before it was released"),
    "two days": ("同一事件写了两个日期", "One event has two dates"),
}

KINDS = tuple(_KINDS)
QUOTE_LIMIT = 300
"""Characters of a quotation; a longer sentence is quoted from its start."""


def quote(text: str, line: int) -> Quote:
    """A quotation that can be found again on its line."""
    return Quote(quote=text.strip()[:QUOTE_LIMIT], line=line)


def as_written(label: str, *texts: str) -> str:
    """A lower-case label as the first of some texts that has it writes it."""
    for text in texts:
        at = text.lower().find(label)
        if at >= 0 and text[at : at + len(label)].lower() == label:
            return text[at : at + len(label)]
    return label


def doubt(
    reading: Reading, kind: str, a: Quote, b: Quote | None, *, zh: str, en: str, date: str = ""
) -> Doubt:
    """A fault of that kind between two places, worded in the text's language; `date` says what is wrong with one."""
    title_zh, title_en, advice_zh, advice_en, risk = _KINDS[kind]
    if date:
        title_zh, title_en = _DATES[date]
    chinese = reading.chinese
    return Doubt(
        kind=kind,
        title=title_zh if chinese else title_en,
        problem=zh if chinese else en,
        advice=advice_zh if chinese else advice_en,
        risk=risk,
        a=a,
        b=b,
    )


def given_both_ways(reading: Reading, first: Sentence, second: Sentence, a: Amount, b: Amount) -> Doubt:
    """One value given as `a` here and as `b` there."""
    return doubt(
        reading,
        "value",
        quote(first.quote, first.line),
        quote(second.quote, second.line),
        zh=f"同一数值一处写 {a.text}，一处写 {b.text}",
        en=f"One value is given as {a.text} and as {b.text}",
    )
