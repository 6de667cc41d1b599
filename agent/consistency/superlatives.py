"""Superlatives and comparisons against the values that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.consistency.lexicon import COMPARATIVE, SCOPE, SUPERLATIVE, compared, metrics, way_of
from agent.consistency.reading import Reading, Sentence
from agent.consistency.series import Entry, Nearby, Series, mentions, place_of
from agent.consistency.statements import clauses, qualifiers_of
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_SWAP = re.compile(
    r"(?:相比|相较|比起|较之|compared (?:to|with)|relative to|versus|unlike)\s*(?:于|之下)?", re.I
)
_THAN_ZH = re.compile(r"比[^，。；]{1,40}?(?:更|要|还)?(?P<way>快|慢|高|低|大|小|多|少|长|短|好|差|优)")


def false_superlatives(reading: Reading, series: list[Series]) -> list[Doubt]:
    """Sentences whose superlative or comparison the values beside them deny."""
    if not series:
        return []
    nearby = Nearby(reading, series)
    found: list[Doubt] = []
    for sentence in reading.sentences:
        text = sentence.text
        superlative, comparative = SUPERLATIVE.search(text), COMPARATIVE.search(text)
        if not superlative and not comparative and "比" not in text:
            continue
        near = nearby.of(sentence.section)
        if not near:
            continue
        faults = [
            *(_superlatives(reading, sentence, near) if superlative else ()),
            *(_comparisons(reading, sentence, near)),
        ]
        found += faults[:1]
    return found


def relevant(near: list[Series], clause: str, sentence: Sentence) -> list[Series]:
    """The series that a clause speaks of; those that it cannot be told apart from come along."""
    chosen = [s for s in near if s.named_in(clause)]
    if not chosen and not metrics(clause):
        chosen = [s for s in near if not s.table and len(near) == 1] or [
            s for s in near if s.named_in(sentence.text) and len(metrics(sentence.text)) == 1
        ]
    heads = [s for s in chosen if s.head and mentions(clause.lower(), s.head)]
    if heads:
        longest = max(len(s.head) for s in heads)
        return [s for s in heads if len(s.head) == longest]
    qualifiers = qualifiers_of(clause) - {"最大", "最小", "最高", "最低", "max", "min", "maximum", "minimum"}
    return [s for s in chosen if s.qualifiers == qualifiers] or chosen


def _subjects(series: Series, text: str) -> list[Entry]:
    """The entries that a text names by a label, the most precisely named first and alone."""
    lowered = text.lower()
    scored = [
        (sum(_names(series, lowered, label) for label in entry.labels), entry) for entry in series.entries
    ]
    top = max((score for score, _ in scored), default=0)
    return [entry for score, entry in scored if score == top] if top else []


def _names(series: Series, lowered: str, label: str) -> bool:
    return _label_place(series, lowered, label) >= 0


def _label_place(series: Series, lowered: str, label: str) -> int:
    """Where a text names a label; a bare number counts only next to the head of its column."""
    if re.fullmatch(r"[\d.,]+", label):
        head = series.parameter
        if not head or place_of(lowered, head) < 0:
            return -1
        after = re.search(rf"(?<![\d.]){re.escape(label)}(?![\d.,]*\d)", lowered)
        return after.start() if after else -1
    return place_of(lowered, label)


def _superlatives(reading: Reading, sentence: Sentence, near: list[Series]) -> Iterator[Doubt]:
    if SCOPE.search(sentence.text):
        return
    for _, clause in clauses(sentence.text):
        for word in SUPERLATIVE.finditer(clause):
            if not _of_quantity(clause, word, near):
                continue
            for series in relevant(near, clause, sentence)[:3]:
                end = way_of(word[0], series.better)
                fault = _not_extreme(reading, sentence, clause, series, end) if end else None
                if fault:
                    yield fault
                    return
                if fault is None:
                    continue


def _of_quantity(clause: str, word: re.Match[str], near: list[Series]) -> bool:
    """Whether a superlative says something of a quantity, and is not part of another thing's name."""
    after = clause[word.end() : word.end() + 40]
    if word[0].isascii():
        follow = re.match(r"\s+([A-Za-z][\w@/-]*(?:\s+[A-Za-z][\w@/-]*){0,3})", after)
        if follow is None or re.match(
            r"\s+(?:at|for|with|on|in|when|of|among|overall|by|here|under|and|is)\b", after
        ):
            return True
        return bool(metrics(follow[1])) or any(s.head and mentions(follow[1].lower(), s.head) for s in near)
    following = after[:1]
    if not "\u4e00" <= following <= "\u9fff" or following in "的为是于在达约仅只且和与":
        return True
    named = metrics(after[:12])
    return bool(named) and named[0].start <= 2


def _not_extreme(reading: Reading, sentence: Sentence, clause: str, series: Series, end: str) -> Doubt | None:
    subjects = _subjects(series, clause) or _subjects(series, sentence.text)
    if not subjects or len(subjects) == len(series.entries):
        return None
    if len({entry.labels[0] for entry in subjects}) > 1:
        return None
    for pool in _pools(series, subjects, sentence.text.lower()):
        extreme = _extreme(pool, end)
        if any(subject in pool and _as_far(subject, extreme, end) for subject in subjects):
            return None
    extreme = _extreme(list(series.entries), end)
    mine, other = subjects[0], extreme
    zh_end = "最低" if end == "min" else "最高"
    return doubt(
        reading,
        "superlative",
        quote(sentence.quote, sentence.line),
        other.quote,
        zh=f"称 {mine.labels[0]} {zh_end if not series.better else '最优'}（{mine.amount.text}），而 {other.labels[0]} 为 {other.amount.text}",
        en=f"{mine.labels[0]} ({mine.amount.text}) is not the {'lowest' if end == 'min' else 'highest'}: {other.labels[0]} has {other.amount.text}",
    )


def _pools(series: Series, subjects: list[Entry], lowered: str) -> Iterator[list[Entry]]:
    """The sets that the superlative can be meant over: all, or all that share a label with the subject."""
    shared = {label for entry in subjects for label in entry.labels[1:]}
    said = [label for label in shared if len(label) >= 2 and mentions(lowered, label)]
    if said:
        yield [entry for entry in series.entries if all(label in entry.labels for label in said)]
        return
    yield list(series.entries)
    for label in shared:
        pool = [entry for entry in series.entries if label in entry.labels]
        if len(pool) >= 2:
            yield pool


def _extreme(pool: list[Entry], end: str) -> Entry:
    return min(pool, key=lambda e: e.amount.low) if end == "min" else max(pool, key=lambda e: e.amount.high)


def _as_far(entry: Entry, extreme: Entry, end: str) -> bool:
    if entry is extreme or entry.amount.agrees(extreme.amount):
        return True
    if end == "min":
        return entry.amount.low <= extreme.amount.low
    return entry.amount.high >= extreme.amount.high


def _comparisons(reading: Reading, sentence: Sentence, near: list[Series]) -> Iterator[Doubt]:
    for _, clause in clauses(sentence.text):
        lowered = clause.lower()
        word = COMPARATIVE.search(clause)
        than = _THAN_ZH.search(clause)
        if (not word and not than) or "越" in (word[0] if word else ""):
            continue
        for series in relevant(near, clause, sentence)[:2]:
            way = compared(word[0], series.better) if word else compared(f"更{than['way']}", series.better)  # type: ignore[index]
            placed = (
                sorted(
                    (place, entry)
                    for entry in series.entries
                    if (place := _label_place(series, lowered, entry.labels[0])) >= 0
                )
                if way and _unique_labels(series)
                else []
            )
            if len(placed) != 2:
                continue
            (_, first), (_, second) = placed
            if _SWAP.match(lowered.strip()):
                first, second = second, first
            fault = _wrong_way(reading, sentence, first, second, way)
            if fault:
                yield fault
                return


def _unique_labels(series: Series) -> bool:
    return len({entry.labels[0] for entry in series.entries}) == len(series.entries)


def _wrong_way(reading: Reading, sentence: Sentence, first: Entry, second: Entry, way: str) -> Doubt | None:
    a, b = first.amount, second.amount
    if a.agrees(b) or (a.low > b.high) == (way == "more"):
        return None
    return doubt(
        reading,
        "comparison",
        quote(sentence.quote, sentence.line),
        first.quote,
        zh=f"所列数值为 {first.labels[0]} {a.text}、{second.labels[0]} {b.text}，与该比较相反",
        en=f"The values say the opposite: {first.labels[0]} {a.text}, {second.labels[0]} {b.text}",
    )
