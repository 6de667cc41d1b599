"""A conclusion about a quantity for which the text gives no value."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent.consistency.amounts import amounts
from agent.consistency.lexicon import COMPARATIVE, SUPERLATIVE, Metric, metrics
from agent.consistency.reading import Grid, Reading, Sentence
from agent.consistency.series import Nearby, Series, mentions, place_of
from agent.consistency.statements import Statement
from agent.consistency.wording import doubt, quote
from agent.models import Doubt, Quote

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
_ADJECTIVES = {"expensive", "cheaper", "便宜", "昂贵"}
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


_STRONG = re.compile(
    r"(?:明显|显著|大幅|远|大大)[^，。；]{0,6}?(?:优于|快于|高于|低于|好于|提升|提高|下降|降低|减少|缩短|增加|领先|更)"
    r"|\b(?:significantly|dramatically|substantially|considerably|markedly|far)\s(?:\w+\s)?(?:faster|slower|lower|higher|better|cheaper|cuts?|reduces?|improves?|outperforms?)"
    r"|\b(?:cuts?|reduces?|lowers?|improves?|raises?)\b[^,.;]{0,40}\b(?:significantly|dramatically|substantially|considerably|markedly)\b",
    re.I,
)
_MEASURED = re.compile(
    r"我们(?:的)?(?:测|评测|实测|压测|实验)|实测|压测|评测结[论果]|测试(?:结果|用|表明|显示)|\b(?:our|we) (?:measure\w*|benchmark\w*|test\w*|experiment\w*|evaluation)\b",
    re.I,
)
_LIMIT = 12
"""Sentences of a section that reports one measurement."""


def _unmeasured(reading: Reading) -> Iterator[Doubt]:
    """A section that says what was measured, concludes on a quantity, and gives no figure at all."""
    sections: dict[int, list[Sentence]] = defaultdict(list)
    for sentence in reading.sentences:
        sections[sentence.section].append(sentence)
    held = {table.section for table in reading.tables}
    for number, sentences in sections.items():
        whole = " ".join(sentence.text for sentence in sentences)
        if len(sentences) > _LIMIT or number in held or _has_measure(whole) or not _MEASURED.search(whole):
            continue
        if "http" in whole or reading.children(number):
            continue
        for sentence in sentences:
            named = metrics(sentence.text)
            if named and _STRONG.search(sentence.text) and not sentence.heading:
                yield doubt(
                    reading,
                    "no value",
                    quote(sentence.quote, sentence.line),
                    None,
                    zh=f"结论涉及{named[0].text}，而本节没有给出任何数值",
                    en=f"It concludes on {named[0].text}, and the section gives no figure at all",
                )
                break


def without_value(reading: Reading, series: list[Series], said: list[Statement]) -> list[Doubt]:
    """Conclusions about a quantity of which the text gives no values."""
    return [*_unmeasured(reading), *_beside_others(reading, series, said)]


def _beside_others(reading: Reading, series: list[Series], said: list[Statement]) -> list[Doubt]:
    """Comparisons over what a table or list varies, about a quantity of which the text gives no values."""
    measured = [one for one in series if one.metric]
    if not measured:
        return []
    tables = {table.line: table for table in reading.tables}
    in_tables = Nearby(reading, (one for one in measured if one.table))
    in_prose = Nearby(reading, (one for one in measured if not one.table))
    valued = _Valued(said)
    found: list[Doubt] = []
    for sentence in reading.sentences:
        word = COMPARATIVE.search(sentence.text) or SUPERLATIVE.search(sentence.text)
        if sentence.heading or not word or _has_measure(sentence.text):
            continue
        near = in_tables.of(sentence.section)
        if not near and _CONCLUSION.search(sentence.text):
            near = in_prose.of(sentence.section)
        if near and len({one.line for one in near}) == 1 and _about_table(sentence.text, near):
            place = _Place(near, tables.get(near[0].line))
            found += list(_unvalued(reading, sentence, place, valued))[:1]
    return found


class _Valued:
    """How many values of each quantity the prose gives, in a section and in all."""

    def __init__(self, said: list[Statement]) -> None:
        self._in: Counter[tuple[int, str]] = Counter()
        self._all: Counter[str] = Counter()
        for statement in said:
            metric = statement.metric or _DIMENSION_METRIC.get(statement.amount.dimension, "")
            self._in[statement.sentence.section, metric] += 1
            self._all[metric] += 1

    def count(self, metrics_: set[str], sections: set[int]) -> int:
        """Values of any of some quantities: in the one section, or in the whole text for two."""
        if len(sections) > 1:
            return sum(self._all[metric] for metric in metrics_)
        return sum(self._in[section, metric] for section in sections for metric in metrics_)


@dataclass(frozen=True, slots=True)
class _Place:
    """What a conclusion may rest on: a table, or values given in parallel clauses."""

    near: list[Series]
    table: Grid | None

    @property
    def given(self) -> set[str]:
        """The quantities that it names."""
        names = {one.metric for one in self.near}
        if self.table is not None:
            whole = " ".join((*self.table.header, *(row[0] for row in self.table.rows)))
            names |= {metric.name for metric in metrics(whole)}
        return names

    @property
    def quote(self) -> Quote:
        """Its head."""
        if self.table is not None:
            return quote(self.table.header_raw, self.table.line)
        return self.near[0].entries[0].quote


def _unvalued(reading: Reading, sentence: Sentence, place: _Place, valued: _Valued) -> Iterator[Doubt]:
    sections = {sentence.section, place.near[0].section}
    for metric in metrics(sentence.text):
        if (
            metric.name in _SKIP
            or metric.text.lower() in _ADJECTIVES
            or not _compared_here(sentence.text, metric)
        ):
            continue
        kin = _KIN.get(metric.name, {metric.name})
        if kin & place.given or valued.count(kin - {"qps"}, sections) >= 2:
            continue
        yield doubt(
            reading,
            "no value",
            quote(sentence.quote, sentence.line),
            place.quote,
            zh=f"结论涉及{metric.text}，而所列数值中没有这一项",
            en=f"It concludes on {metric.text}, and no value of it is given",
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
