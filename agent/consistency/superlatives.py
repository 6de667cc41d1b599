"""Superlatives and comparisons against the values that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.consistency.amounts import amounts
from agent.consistency.lexicon import COMPARATIVE, ELSEWHEN, SCOPE, SUPERLATIVE, compared, metrics, way_of
from agent.consistency.reading import Reading, Sentence
from agent.consistency.series import Entry, Nearby, Series, better_of, mentions, place_of
from agent.consistency.statements import clauses, name_spans, qualifiers_of
from agent.consistency.wording import as_written, doubt, quote
from agent.models import Doubt

_SWAP = re.compile(
    r"(?:相比|相较|比起|较之|compared (?:to|with)|relative to|versus|unlike)\s*(?:于|之下)?", re.I
)
_ELSEWHERE = re.compile(
    r"\b(?:at|under|with|for|in|on) (?:very )?(?:low|high|small|large|short|long|light|heavy|single|other)\b|\bper (?:request|dollar|user|gpu|card|watt|node)\b|每(?:个|张|卡|请求|美元)"
    r"|夜间|白天|凌晨|高峰期?时?|低谷|周末|(?:低|高|小|大|短|长|轻|重|单|多)(?:负载|并发|批|文本|上下文|请求|卡|机|节点)",
    re.I,
)
"""A setting of its own, which the values beside a sentence need not be of."""
_THAN_ZH = re.compile(r"比[^，。；]{1,40}?(?:更|要|还)?(?P<way>快|慢|高|低|大|小|多|少|长|短|好|差|优)")


def false_superlatives(reading: Reading, series: list[Series]) -> list[Doubt]:
    """Sentences whose superlative or comparison the values beside them deny."""
    nearby = Nearby(reading, series)
    found: list[Doubt] = []
    for sentence in reading.sentences:
        text = sentence.text
        superlative, comparative = SUPERLATIVE.search(text), COMPARATIVE.search(text)
        unbeaten = _UNBEATEN.search(text)
        if not superlative and not comparative and not unbeaten and "比" not in text:
            continue
        near = nearby.of(sentence.section)
        faults = [
            *(_unbeaten(reading, sentence, near) if unbeaten else ()),
            *(_superlatives(reading, sentence, near) if superlative else ()),
            *(() if unbeaten else _comparisons(reading, sentence, near)),
        ]
        found += faults[:1]
    return found


_GENERIC = re.compile(
    r"(?:model|engine|system|framework|method|option|config(?:uration)?|setup|variant|approach|backend|one|choice|setting|project|repository|repo)s?\b",
    re.I,
)
"""Nouns after a superlative that stand for the things compared, not for another quantity."""
_FAMILIES = (
    (re.compile(r"cheap|expensive|便宜|昂贵|更贵", re.I), {"price", "cost"}),
    (
        re.compile(r"fast|slow|快|慢", re.I),
        {"latency", "ttft", "tpot", "itl", "e2e", "time", "throughput", "speed", "qps"},
    ),
)
"""Adjectives that mean one of several quantities: the one that is given, when only one is."""


def relevant(near: list[Series], clause: str, sentence: Sentence) -> list[Series]:
    """The series that a clause speaks of; those that it cannot be told apart from come along."""
    chosen = [s for s in near if s.named_in(clause)]
    if not chosen and not metrics(clause):
        family = next((names for words, names in _FAMILIES if words.search(clause)), set[str]())
        meant = [s for s in near if s.metric in family]
        if len(meant) == 1:
            return meant
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
            if (
                not _of_quantity(clause, word, near)
                or _of_its_own(clause, near)
                or _of_loss(clause, word, near)
            ):
                continue
            for series in relevant(near, clause, sentence)[:3]:
                end = way_of(word[0], series.better)
                fault = _not_extreme(reading, sentence, clause, series, end) if end else None
                if fault:
                    yield fault
                    return
                if fault is None:
                    continue


def _of_its_own(clause: str, near: list[Series]) -> bool:
    """Whether a clause speaks of a setting that no head or label of the values beside it has."""
    setting = _ELSEWHERE.search(clause)
    if setting is None:
        return False
    words = setting[0].lower().split()[-1]
    return not any(
        words in s.head or any(words in label for e in s.entries for label in e.labels) for s in near
    )


_LOSS = re.compile(r"(?:掉点|掉分|损失|降幅|回退|差距|退化|下降|变化|波动)[^，,]{0,4}$", re.I)
_LOSS_AFTER = re.compile(
    r"\s+(?:\w+\s)?(?:loss|drop|degradation|gap|change|difference|variance|regression)\b", re.I
)


def _of_loss(clause: str, word: re.Match[str], near: list[Series]) -> bool:
    """Whether a superlative is said of how much a value loses, which no head beside it names."""
    said = _LOSS.search(clause[: word.start()]) or _LOSS_AFTER.match(clause[word.end() :])
    return said is not None and not any(_LOSS.search(s.head) or s.metric == "loss" for s in near)


def _of_quantity(clause: str, word: re.Match[str], near: list[Series]) -> bool:
    """Whether a superlative says something of a quantity, and is not part of another thing's name."""
    after = clause[word.end() : word.end() + 40]
    if word[0].isascii():
        follow = re.match(r"\s+([A-Za-z][\w@/-]*(?:\s+[A-Za-z][\w@/-]*){0,3})", after)
        if follow is None or re.match(
            r"\s+(?:at|for|with|on|in|when|of|among|overall|by|here|under|and|is)\b", after
        ):
            return True
        if _GENERIC.match(follow[1]):
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
    one, best = (as_written(entry.labels[0], entry.quote.quote, sentence.text) for entry in (mine, other))
    zh_end = "最低" if end == "min" else "最高"
    return doubt(
        reading,
        "superlative",
        quote(sentence.quote, sentence.line),
        other.quote,
        zh=f"称 {one} {zh_end if not series.better else '最优'}（{mine.amount.text}），而 {best} 为 {other.amount.text}",
        en=f"{one} ({mine.amount.text}) is not the {'lowest' if end == 'min' else 'highest'}: {best} has {other.amount.text}",
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
        word, than = COMPARATIVE.search(clause), _THAN_ZH.search(clause)
        said = word[0] if word else f"更{than['way']}" if than else ""
        if not said or "越" in said:
            continue
        inline = _inline(reading, sentence, clause, said)
        if inline:
            yield inline
            return
        if _of_its_own(clause, near):
            continue
        own = {amount.dimension for amount in amounts(clause)}
        for series in relevant(near, clause, sentence)[:2]:
            if series.entries[0].amount.dimension in own - {""}:
                continue  # the clause brings values of its own, which may be of another setting
            way = compared(said, series.better)
            pair = _compared_pair(series, clause, sentence) if way and _unique_labels(series) else None
            fault = _wrong_way(reading, sentence, *pair, way) if pair else None
            if fault:
                yield fault
                return


_UNBEATEN = re.compile(
    r"\b(?:no|none|nothing)\b[^,.;]{0,40}?\b(?P<way>beats?|outperforms?|exceeds?|is (?:faster|better|cheaper|higher|lower) than)\s(?P<rest>[^,.;]{1,40})"
    r"|没有[^，。；]{0,16}?(?:能)?(?P<zh>超过|快过|胜过|优于|快于)(?P<rest2>[^，。；]{1,24})",
    re.I,
)
"""`No card beats the H200`: what is told to be the best of all."""


def _unbeaten(reading: Reading, sentence: Sentence, near: list[Series]) -> Iterator[Doubt]:
    match = _UNBEATEN.search(sentence.text)
    if match is None or SCOPE.search(sentence.text):
        return
    named = match["rest"] or match["rest2"]
    end = "min" if re.search("cheaper|lower", match[0]) else ""
    for series in relevant(near, match[0], sentence)[:1]:
        end = end or {"lower": "min", "higher": "max", "": ""}[series.better]
        fault = (
            _not_extreme(reading, sentence, named, series, end) if end and _subjects(series, named) else None
        )
        if fault:
            yield fault


def _inline(reading: Reading, sentence: Sentence, clause: str, said: str) -> Doubt | None:
    """`A (95 ms) is slower than B (120 ms)`: the values stand right after the names."""
    values = [
        a
        for a in amounts(clause)
        if a.dimension in ("time", "token rate", "request rate", "percent", "bytes")
    ]
    named = [
        next((name for name, _, end in name_spans(clause) if 0 <= a.start - end <= 3), "") for a in values
    ]
    if len(values) != 2 or not all(named) or values[0].dimension != values[1].dimension:
        return None
    place = COMPARATIVE.search(clause)
    between = place is not None and values[0].end <= place.start() <= values[1].start
    asked = metrics(sentence.text)
    better = asked[0].better if len({m.name for m in asked}) == 1 else better_of(values[0].dimension)
    way = compared(said, better)
    if not between or not way:
        return None
    here = quote(sentence.quote, sentence.line)
    first, second = (Entry((name,), value, here) for name, value in zip(named, values, strict=True))
    return _wrong_way(reading, sentence, first, second, way)


def _compared_pair(series: Series, clause: str, sentence: Sentence) -> tuple[Entry, Entry] | None:
    """The two entries that a clause compares, the one that it speaks of first."""
    lowered = clause.lower()
    entries = series.entries
    if re.search(r"前者|后者|\bthe (?:former|latter)\b", lowered):
        together = len(entries) == 2 and all(entry.quote.line == sentence.line for entry in entries)
        if not together or series.table:
            return None
        former = "前者" in lowered or "former" in lowered
        return (entries[0], entries[1]) if former else (entries[1], entries[0])
    placed = sorted(
        (place, at)
        for at, e in enumerate(entries)
        if (place := _label_place(series, lowered, e.labels[0])) >= 0
    )
    if len(placed) == 1 and len(entries) == 2 and not ELSEWHEN.search(sentence.text):
        at = placed[0][1]
        return entries[at], entries[1 - at]
    if len(placed) != 2:
        return None
    first, second = entries[placed[0][1]], entries[placed[1][1]]
    return (second, first) if _SWAP.match(lowered.strip()) else (first, second)


def _unique_labels(series: Series) -> bool:
    return len({entry.labels[0] for entry in series.entries}) == len(series.entries)


def _wrong_way(reading: Reading, sentence: Sentence, first: Entry, second: Entry, way: str) -> Doubt | None:
    a, b = first.amount, second.amount
    if a.agrees(b) or (a.low > b.high) == (way == "more"):
        return None
    one, other = (as_written(entry.labels[0], entry.quote.quote, sentence.text) for entry in (first, second))
    return doubt(
        reading,
        "comparison",
        quote(sentence.quote, sentence.line),
        first.quote,
        zh=f"所列数值为 {one} {a.text}、{other} {b.text}，与该比较相反",
        en=f"The values say the opposite: {one} {a.text}, {other} {b.text}",
    )
