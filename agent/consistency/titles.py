"""A title's figures against the text under it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from agent.consistency.amounts import Amount, amounts
from agent.consistency.lexicon import metrics
from agent.consistency.reading import Reading, Section, Sentence
from agent.consistency.statements import names_of
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_MEASURES = {
    "time", "percent", "times", "bytes", "byte rate", "bit rate", "flops", "token rate", "request rate", "stars",
    "dollars", "yuan", "$", "￥", "¥", "commits", "tokens", "power", "papers", "experts", "layers",
}  # fmt: skip


_FORMERLY = re.compile(
    r"从|由|优化前|此前|之前|原来|原先|昨日|\b(?:from|previously|before|earlier|used to)\b", re.I
)


def false_titles(reading: Reading) -> list[Doubt]:
    """Headings whose figure the text under them gives differently and never as the heading does."""
    under: dict[int, list[Sentence]] = defaultdict(list)
    for sentence in reading.sentences:
        if not sentence.heading:
            for number in _up(reading, sentence.section):
                under[number].append(sentence)
    cells: dict[int, list[Amount]] = defaultdict(list)
    for table in reading.tables:
        values = [a for row in (table.header, *table.rows) for cell in row for a in amounts(cell)]
        for number in _up(reading, table.section):
            cells[number] += values
    found: list[Doubt] = []
    for section in reading.sections[1:]:
        fault = _false_title(reading, section, under[section.number], cells[section.number])
        fault = fault or _other_version(reading, section, under[section.number])
        if fault:
            found.append(fault)
    return found


_RELEASED = re.compile(r"发布|更新日志|新版|要点|release|changelog|what's new|highlights", re.I)
_EDITION = re.compile(
    r"(?P<name>[A-Za-z][\w.-]{1,30}?)\s?(?P<version>v?\d+\.\d+(?:\.\d+)?)(?![\d.%A-Za-z]|\s?(?:倍|ms|x))"
)


def _other_version(reading: Reading, section: Section, body: list[Sentence]) -> Doubt | None:
    """A heading that tells of the release of one version, over a text that speaks of another one alone."""
    told = _EDITION.findall(section.title)
    if len(told) != 1 or not _RELEASED.search(section.title) or len(body) > _SHORT:
        return None
    name, version = told[0]
    given = [
        (match["version"].lower().lstrip("v"), sentence)
        for sentence in body
        for match in _EDITION.finditer(sentence.text)
        if match["name"].lower() == name.lower()
    ]
    bare = version.lower().lstrip("v")
    if len({one for one, _ in given}) != 1 or any(bare in sentence.text for sentence in body):
        return None
    other, sentence = given[0]
    if (
        other.startswith(bare)
        or bare.startswith(other)
        or _FORMERLY.search(sentence.text)
        or _OLDER.search(sentence.text)
    ):
        return None
    return _otherwise(reading, section, sentence, f"{name} {version}", f"{name} {other}")


_SHORT = 12
"""Sentences under a heading that tell of one release."""
_OLDER = re.compile(
    r"相比|相较|对比|自\s|以来|上一|旧|需要|依赖|要求|兼容|\b(?:since|compared|than|previous|requires?|needs?|depends|compatible|upgrad\w+|after|next)\b",
    re.I,
)


def _up(reading: Reading, section: int) -> Iterator[int]:
    """A section and those that it stands in, up to the outermost heading."""
    while section > 0:
        yield section
        section = reading.sections[section].parent


def _false_title(
    reading: Reading, section: Section, body: list[Sentence], cells: list[Amount]
) -> Doubt | None:
    stated = [a for a in amounts(section.title) if a.dimension in _MEASURES and not a.bound]
    if len(stated) != 1 or len(body) > 60:
        return None
    figure = stated[0]
    values = [
        (a, sentence) for sentence in body for a in amounts(sentence.text) if a.dimension == figure.dimension
    ]
    if not values or any(a.agrees(figure) for a, _ in values) or any(_may_be(a, figure) for a in cells):
        return None
    title_metrics = {m.name for m in metrics(section.title)}
    title_names = names_of(section.title)
    fitting = [(a, s) for a, s in values if _same_thing(s, title_metrics, title_names)]
    if len({a.low for a, _ in fitting}) != 1 or len({a.low for a, _ in values}) > 2:
        return None
    if _computed(figure, body):
        return None
    amount, sentence = fitting[0]
    if amount.bound or amount.low != amount.high or _FORMERLY.search(sentence.text):
        return None
    return _otherwise(reading, section, sentence, figure.text, amount.text)


def _otherwise(reading: Reading, section: Section, sentence: Sentence, title: str, text: str) -> Doubt:
    """What a title says, and what a sentence under it says instead."""
    return doubt(
        reading,
        "title",
        quote(section.raw, section.line),
        quote(sentence.quote, sentence.line),
        zh=f"标题写 {title}，正文写 {text}",
        en=f"The title says {title}, the text {text}",
    )


def _may_be(cell: Amount, figure: Amount) -> bool:
    return (cell.dimension == figure.dimension or not cell.dimension) and cell.agrees(figure)


def _same_thing(sentence: Sentence, title_metrics: set[str], title_names: frozenset[str]) -> bool:
    named = metrics(sentence.text)
    shared = title_metrics & {m.name for m in named}
    if title_metrics:
        return bool(shared)
    return bool(_bases(title_names) & _bases(names_of(sentence.text)))


def _bases(names: frozenset[str]) -> set[str]:
    """Names without the edition that follows them."""
    return {name.split(" ")[0] for name in names}


def _computed(figure: Amount, body: list[Sentence]) -> bool:
    """Whether the figure is a ratio or change of values that the text gives."""
    if figure.dimension not in ("times", "percent"):
        return False
    values = [
        a
        for sentence in body
        for a in amounts(sentence.text)
        if a.low > 0 and a.dimension != figure.dimension
    ][:30]
    for at, a in enumerate(values):
        for b in values[at + 1 :]:
            if a.dimension != b.dimension:
                continue
            ratio = max(a.low, b.low) / min(a.low, b.low)
            ways = (
                (ratio, ratio - 1)
                if figure.dimension == "times"
                else (100 * (ratio - 1), 100 * (1 - 1 / ratio), 100 / ratio)
            )
            if any(abs(way - figure.low) <= figure.resolution for way in ways):
                return True
    return False
