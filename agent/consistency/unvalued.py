"""A conclusion about a quantity for which the text gives no value."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from agent.consistency.amounts import amounts
from agent.consistency.lexicon import COMPARATIVE, SUPERLATIVE, Metric, metrics
from agent.consistency.reading import Grid, Reading, Sentence
from agent.consistency.series import Series, mentions, place_of
from agent.consistency.statements import Statement
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_CONCLUSION = re.compile(
    r"结论|可见|综上|因此|由此|总结|小结|说明|表明|conclusion|therefore|takeaway|in summary|overall|we conclude|shows? that",
    re.I,
)
_KIN = {
    "latency": {"ttft", "tpot", "itl", "e2e", "latency", "time"},
    "ttft": {"ttft"},
    "throughput": {"throughput", "qps", "speed"},
    "speed": {"throughput", "qps", "speed", "latency", "ttft", "tpot", "itl", "e2e", "time", "speedup"},
    "e2e": {"e2e", "latency", "time"},
    "time": {"time", "latency", "e2e"},
    "qps": {"qps", "throughput"},
    "memory": {"memory", "size"},
    "size": {"size", "memory", "parameters"},
    "cost": {"cost", "price"},
    "price": {"cost", "price"},
    "score": {"score", "accuracy"},
    "accuracy": {"accuracy", "score"},
}
_DIMENSION_METRIC = {"token rate": "throughput", "request rate": "throughput"}
_SKIP = {
    "speedup",
    "overhead",
    "context",
    "parameters",
    "size",
    "score",
    "speed",
    "concurrency",
    "compression",
    "loss",
}
"""Words that name no one measured quantity often enough to be asked for a value."""


def without_value(reading: Reading, series: list[Series], said: list[Statement]) -> list[Doubt]:
    """Comparisons over what a table varies, about a quantity that the table does not give."""
    tables = {table.line: table for table in reading.tables}
    by_section: dict[int, list[Series]] = defaultdict(list)
    for one in series:
        if one.table and one.metric:
            by_section[one.section].append(one)
    if not by_section:
        return []
    valued: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for statement in said:
        metric = statement.metric or _DIMENSION_METRIC.get(statement.amount.dimension, "")
        if metric:
            valued[statement.sentence.section][metric] += 1
    found: list[Doubt] = []
    for sentence in reading.sentences:
        here = by_section.get(sentence.section)
        if here and len({s.line for s in here}) == 1 and not sentence.heading:
            found += list(_unvalued(reading, sentence, here, tables[here[0].line], valued[sentence.section]))[
                :1
            ]
    return found


def _unvalued(
    reading: Reading, sentence: Sentence, here: list[Series], table: Grid, valued: dict[str, int]
) -> Iterator[Doubt]:
    text = sentence.text
    word = COMPARATIVE.search(text) or SUPERLATIVE.search(text)
    if not word or not _about_table(text, here) or _has_measure(text):
        return
    given = {s.metric for s in here}
    whole = " ".join((*table.header, *(row[0] for row in table.rows)))
    for metric in metrics(text):
        if metric.name in _SKIP or not _compared_here(text, metric):
            continue
        kin = _KIN.get(metric.name, {metric.name})
        if (
            kin & given
            or kin & {m.name for m in metrics(whole)}
            or sum(valued.get(k, 0) for k in kin - {"qps"}) >= 2
        ):
            continue
        yield doubt(
            reading,
            "no value",
            quote(text if text in sentence.quote else sentence.quote, sentence.line),
            quote(table.header_raw, table.line),
            zh=f"结论涉及{metric.text}，而表中没有这一项的数值",
            en=f"It concludes on {metric.text}, and the table gives no value of it",
        )


def _about_table(text: str, here: list[Series]) -> bool:
    lowered = text.lower()
    if any(s.parameter and len(s.parameter) >= 2 and place_of(lowered, s.parameter) >= 0 for s in here):
        return True
    labels = {e.labels[0] for s in here for e in s.entries if not re.fullmatch(r"[\d.,]+", e.labels[0])}
    named = sum(mentions(lowered, label) for label in labels if len(label) >= 2)
    pair = len(labels) == 2
    return named >= 2 or (named == 1 and (pair or bool(SUPERLATIVE.search(text) or _CONCLUSION.search(text))))


def _has_measure(text: str) -> bool:
    return any(a.dimension not in ("", "items", "gpus", "nodes", "day", "month") for a in amounts(text))


def _compared_here(text: str, metric: Metric) -> bool:
    """Whether the comparison or superlative stands beside the metric, in its own clause."""
    start = max(text.rfind(mark, 0, metric.start) for mark in "，,；;（(")
    ends = [at for mark in "，,；;）)。" if (at := text.find(mark, metric.end)) >= 0]
    clause = text[start + 1 : min(ends, default=len(text))]
    return bool(COMPARATIVE.search(clause) or SUPERLATIVE.search(clause))
