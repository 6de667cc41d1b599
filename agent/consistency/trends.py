"""`The more X, the more Y` against the values of a table that varies X."""

from __future__ import annotations

import re

from agent.consistency.reading import Reading, Sentence
from agent.consistency.series import Nearby, Series
from agent.consistency.superlatives import relevant
from agent.consistency.wording import doubt, quote
from agent.facts.trends import find_trends, speaks_of, way_of
from agent.models import Doubt


def false_trends(reading: Reading, series: list[Series]) -> list[Doubt]:
    """Sentences about a trend that the swept values beside them deny."""
    swept = [s for s in series if s.table and s.parameter and _points(s) is not None]
    if not swept:
        return []
    nearby = Nearby(reading, swept)
    found: list[Doubt] = []
    for sentence in reading.sentences:
        near = nearby.of(sentence.section)
        fault = _false_trend(reading, sentence, near) if near else None
        if fault:
            found.append(fault)
    return found


def _false_trend(reading: Reading, sentence: Sentence, near: list[Series]) -> Doubt | None:
    for trend in find_trends(sentence.text):
        for one in relevant(near, trend.y, sentence)[:1]:
            asked, said = way_of(trend.dx, ""), way_of(trend.dy, one.better)
            if not asked or not said or not speaks_of(trend.x, one.parameter):
                continue
            fault = _against(reading, sentence, one, rising=asked == said)
            if fault:
                return fault
    return None


def _points(one: Series) -> list[int] | None:
    """The entries in the order of the swept number, or None where the keys are no distinct numbers."""
    keys = [e.labels[0].replace(",", "") for e in one.entries]
    if (
        len(keys) < 2
        or not all(re.fullmatch(r"\d+(?:\.\d+)?k?", key) for key in keys)
        or len(set(keys)) != len(keys)
    ):
        return None
    numbers = [float(key.rstrip("k")) * (1000 if key.endswith("k") else 1) for key in keys]
    return sorted(range(len(keys)), key=numbers.__getitem__)


def _against(reading: Reading, sentence: Sentence, one: Series, *, rising: bool) -> Doubt | None:
    order = _points(one)
    assert order is not None
    first, last = one.entries[order[0]], one.entries[order[-1]]
    if first.amount.agrees(last.amount) or (last.amount.low > first.amount.low) == rising:
        return None
    return doubt(
        reading,
        "trend",
        quote(sentence.quote, sentence.line),
        last.quote,
        zh=f"所列数值由 {first.amount.text}（{first.labels[0]}）到 {last.amount.text}（{last.labels[0]}），与所述趋势相反",
        en=f"The values run from {first.amount.text} ({first.labels[0]}) to {last.amount.text} ({last.labels[0]}), the other way",
    )
