"""Ratios, differences and simple sums against the operands that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.consistency.amounts import Amount, amounts
from agent.consistency.derived import DERIVED, derived_columns, edges
from agent.consistency.equations import equations, misworked, shares_of, shown, within
from agent.consistency.lexicon import metrics
from agent.consistency.rates import WORDED, worded_rates
from agent.consistency.reading import Line, Listing, Reading, Sentence
from agent.models import Doubt

_FROM_TO = re.compile(r"从|由|自|→|->|\bfrom\b", re.I)
_CHANGE = re.compile(
    r"提升|提高|降低|下降|减少|缩短|增加|增长|上升|降幅|增幅|涨|跌|节省|节约|缩小|压缩|加速|提速|减半|翻倍|压降|比|升至|降至|降到|升到|快|慢|高|低|多|少"
    r"|\b(?:improv\w+|reduc\w+|reduction|increas\w+|decreas\w+|gain\w*|drop\w*|cut\w*|fell|falls?|rose|rises?|grew|grow\w*|sav\w+|faster|slower|higher|lower|less|more|speed-?up|shrink\w*|shrank|smaller|larger|better|up|down|beats?|by|ahead|outperform\w*)\b",
    re.I,
)
_VERSUS = re.compile(
    r"\bvs\.?|\bversus\b|对比|相比|相较|对(?=\s?\d)|快于|慢于|高于|低于|优于|较|比|\bthan\b|compared (?:to|with)|against|instead of|rather than|where the (?:old|former|baseline)|beats|outperforms|exceeds|trails",
    re.I,
)
_RATE_OF = re.compile(
    r"(?:命中率|成功率|失败率|通过率|完成率|错误率|占比|比例|(?:hit|success|pass|failure|error|completion) rate|share)\s?(?:为|是|约|达|of|is|was|:|：)?\s*$",
    re.I,
)
_TIMES_OF = re.compile(r"(?:是|为|相当于)[^，,。]{1,40}的\s?(?:约)?\s?\d[\d.]*\s?倍")
_OF = re.compile(r"占|里|中|\bof\b|\bout of\b|/", re.I)
_DELTA = re.compile(
    r"(?:下跌|上涨|涨|跌|减少|增加|多|少|高|低|\bby|\bup|\bdown|\bmore|\bless)\s?(?:了)?\s*$", re.I
)
_MANY = 3


def false_ratios(reading: Reading) -> list[Doubt]:
    """Ratios, changes and sums that their operands deny."""
    found: list[Doubt] = []
    for sentence in reading.sentences:
        if len(sentence.text) > 600 or not any(char.isdigit() for char in sentence.text):
            continue
        fault = next(_in_sentence(reading, sentence), None)
        if fault:
            found.append(fault)
    for listing in reading.lists:
        found += _in_list(reading, listing)
    for table in reading.tables:
        found += derived_columns(reading, table)
    return found


def _in_sentence(reading: Reading, sentence: Sentence) -> Iterator[Doubt]:
    yield from equations(reading, sentence)
    yield from shares_of(reading, sentence)
    for piece in re.split(r"[；;。]|(?<=[)）])[，,]\s?(?=[^，,]{0,30}(?:从|由|from))", sentence.text):
        yield from _operands(reading, sentence, piece)


def _operands(reading: Reading, sentence: Sentence, piece: str) -> Iterator[Doubt]:
    """A clause with exactly two operands of one dimension and one stated ratio or change."""
    found = amounts(piece)
    rates = [a.unsigned() for a in found if a.dimension in ("times", "percent")]
    rates = rates or worded_rates(piece)
    others = [a for a in found if a.dimension not in ("times", "percent", "day", "month")]
    if any(a.low != a.high for a in found):
        return
    pair = _pair(others, piece)
    if not rates:
        return
    if pair is None:
        yield from _percent_operands(reading, sentence, piece, rates, others)
        return
    kinds = [r.dimension for r in rates]
    if len(kinds) > 2 or len(set(kinds)) != len(kinds) or any(a.bound for a in pair):
        return
    for rate in rates:
        if not rate.bound and _is_theirs(piece, rate, pair):
            yield from _judge(reading, sentence, rate, pair, piece)


def _is_theirs(piece: str, rate: Amount, pair: tuple[Amount, Amount]) -> bool:
    """Whether a rate is said of the two values."""
    if rate.unit == WORDED:
        between = piece[pair[0].end : pair[1].start]
        joined = _VERSUS.search(between) or _FROM_TO.search(piece[max(0, pair[0].start - 8) : pair[1].start])
        told = pair[0].dimension or _FROM.search(piece[max(0, pair[0].start - 4) : pair[0].start])
        return bool(joined or _TO.search(between)) and bool(told)
    return _beside(piece, rate, pair) and _speaks_of_change(piece, rate, pair)


_FROM = re.compile(r"(?:从|由|\bfrom)\s?$", re.I)
_TO = re.compile(r"[升降增减]\S{0,2}[到至]|\bto\b")
_APPOSED = re.compile(
    r",\s(?:a|an|or|that is|i\.e\.)\s(?:about |roughly )?$|[，,]\s?(?:即|也就是|相当于)\s?约?$", re.IGNORECASE
)
"""What leads in a ratio that sums up what stands before it."""
_SUMS_UP = re.compile(
    r"^[^,，.。]{0,60}[,，]\s?(?:(?:and )?(?:which|that|this) (?:is|was|means|makes|gives|amounts to|comes to|works out (?:to|at))"
    r"|(?:这|也就|相当于|折合|算下来)(?:是|意味着)?)\s?[^,，.。\d]{0,24}$",
    re.IGNORECASE,
)
"""What leads from two values to what they come to in a clause of its own: `, which is a saving of`."""
_ASIDE = re.compile(r"[（(][^（()）]{0,40}[)）]")
"""A setting in brackets between two values and what they come to."""


def _pair(others: list[Amount], piece: str) -> tuple[Amount, Amount] | None:
    """The two operands, when there is no doubt which they are."""
    by_dimension: dict[str, list[Amount]] = {}
    for amount in others:
        by_dimension.setdefault(amount.dimension, []).append(amount)
    pairs = [group for group in by_dimension.values() if len(group) == 2]
    measured = [group for dimension, group in by_dimension.items() if dimension]
    if any(len(group) == 2 for group in measured):  # bare numbers beside them are sizes and names
        pairs = [group for group in measured if len(group) == 2]
    if len(pairs) != 1 or any(len(group) >= _MANY for group in measured or by_dimension.values()):
        return None
    first, second = pairs[0]
    if not first.dimension and any(1900 <= a.low <= 2100 for a in pairs[0]):
        return None
    if first.low <= 0 or second.low <= 0:
        return None
    if not first.dimension and not (_FROM_TO.search(piece) or _OF.search(piece[first.end : second.start])):
        return None
    if not first.dimension and piece[first.end : second.start].strip() == "/":
        # `45/60 (75%)`: the share must follow at once, since a bare fraction may be anything.
        return (first, second) if re.match(r"\s?[（(=≈→，,即]", piece[second.end :]) else None
    return first, second


def _beside(piece: str, rate: Amount, pair: tuple[Amount, Amount]) -> bool:
    """Whether a rate stands so near its operands that it must be theirs."""
    first, second = pair
    if first.end <= rate.start and rate.end <= second.start:
        return True
    mine, theirs = _metrics_at(piece, rate.start), _metrics_at(piece, first.start)
    if mine and theirs and not mine & theirs:
        return False
    gap = piece[second.end : rate.start] if rate.start >= second.end else piece[rate.end : first.start]
    if rate.dimension == "times" and _APPOSED.search(gap):
        gap = _ASIDE.sub("", gap)
    if _SUMS_UP.search(gap):
        return True
    limit = 40 if first.dimension else 20
    return len(gap) <= limit and not (re.search(r"[）)]", gap) and re.search(r"[（(]", gap))


def _metrics_at(piece: str, at: int) -> set[str]:
    """The quantities named in the part between commas that holds a place."""
    start = max(piece.rfind(mark, 0, at) for mark in "，,（(")
    ends = [end for mark in "，,）)" if (end := piece.find(mark, at)) >= 0]
    return {metric.name for metric in metrics(piece[start + 1 : min(ends, default=len(piece))])}


def _speaks_of_change(piece: str, rate: Amount, pair: tuple[Amount, Amount]) -> bool:
    first, second = pair
    between = piece[first.end : second.start]
    near = piece[max(0, rate.start - 14) : rate.end + 24]
    if first.end <= rate.start and rate.end <= second.start and rate.dimension == "times":
        joint = piece[rate.end : second.start]
        if len(joint) <= 20 and not re.search(r"[，,。]", joint):
            return True
    if rate.dimension == "percent":
        if _RATE_OF.search(piece[: rate.start]):
            return rate.start > second.end
        if not _CHANGE.search(near) and piece[rate.start] not in "+-−" and not _OF.fullmatch(between.strip()):
            return False
    elif _TIMES_OF.search(piece[: rate.end + 2]) and first.start < second.start < rate.start:
        return True
    joined = bool(_FROM_TO.search(piece[max(0, first.start - 8) : second.start])) or bool(
        _VERSUS.search(piece[min(first.end, rate.end) : second.start + 1])
    )
    if second.end <= rate.start and _VERSUS.search(piece[second.end : rate.start]):
        return True
    told_after = rate.start >= first.end and bool(_CHANGE.search(near)) and len(between) < 24
    return joined or "/" in between or told_after


def _judge(
    reading: Reading, sentence: Sentence, rate: Amount, pair: tuple[Amount, Amount], piece: str
) -> Iterator[Doubt]:
    first, second = pair
    ways = _times(first, second) if rate.dimension == "times" else _percents(first, second)
    if rate.dimension == "percent":
        ways = _fitting(ways, piece, rate, pair)
    if _DELTA.search(piece[first.end : second.start]):
        base = (first.low, first.low + second.low, first.low - second.low)
        ways += [(100 * second.low / b, 100 * second.low / b) for b in base if b > 0]
    if rate.unit == WORDED:
        ways = _in_words(piece, rate, pair)
    if any(within(rate, low, high) for low, high in ways):
        return
    large, small = max(first.low, second.low), min(first.low, second.low)
    if rate.dimension == "times":
        right = f"{shown(large / small)}×"
    elif _OF.fullmatch(piece[first.end : second.start].strip()):
        right = f"{shown(small / large * 100)}%"
    else:
        right = f"{shown(abs(second.low - first.low) / first.low * 100)}%"
    if rate.unit == WORDED and rate.dimension == "percent":
        right = f"{shown(small / large * 100)}%"
    yield misworked(reading, sentence, f"{first.text} · {second.text} · {rate.text}", right)


_LEFT = re.compile(r"(?:只剩|只有|仅剩|剩下?|仅为|到|至|\bonly|\bto)(?:下|了|原来的|约)?\s?$", re.I)


def _in_words(piece: str, rate: Amount, pair: tuple[Amount, Amount]) -> list[tuple[float, float]]:
    """What a rate in words may mean of two values: the smaller as a share of the larger, what it lacks of it, the multiple."""
    share = min(pair[0].low, pair[1].low) / max(pair[0].low, pair[1].low)
    if rate.dimension == "times":
        return [(1 / share, 1 / share), (1 / share - 1, 1 / share - 1)]
    ways = [(100 * share, 100 * share), (100 - 100 * share, 100 - 100 * share)]
    if _LEFT.search(piece[: rate.start]):
        return ways[:1]
    grown = 100 / share - 100
    return [*ways, (grown, grown)] if pair[1].low > pair[0].low else ways


def _fitting(
    ways: list[tuple[float, float]], piece: str, rate: Amount, pair: tuple[Amount, Amount]
) -> list[tuple[float, float]]:
    """The readings of a percentage that its words allow: a share, or a change on the first value."""
    if _RATE_OF.search(piece[: rate.start]):
        shares = [ways[0], ways[3]]
        return [*shares, *((100 - high, 100 - low) for low, high in shares)]
    if not _is_change(piece, rate):
        return ways
    change = [way for at, way in enumerate(ways) if at % 3]  # without the plain quotients
    moved = re.search(r"(?:从|由|自|\bfrom)[^，,]{0,20}$", piece[: pair[0].start], re.I)
    speed = re.search(r"快|速|fast|speed", piece[max(0, rate.start - 12) : rate.end + 14], re.I)
    return change[:2] if moved and not speed else change


def _is_change(piece: str, rate: Amount) -> bool:
    """Whether a percentage is said to be a change, and not what is left of something."""
    before, after = piece[max(0, rate.start - 8) : rate.start], piece[rate.end : rate.end + 14]
    if re.search(r"(?:到|至|占|为|\bto|\bof|only)\s?(?:原来的|约)?\s*$", before):
        return False
    return bool(
        piece[rate.start] in "+-−"
        or _CHANGE.search(before)
        or re.match(
            r"[\s)）]*(?:reduction|gain|improvement|increase|decrease|faster|slower|lower|higher|less|more|drop|saving|cut|的?(?:提升|降幅|增幅|降低|下降|增长))",
            after,
        )
    )


def _times(first: Amount, second: Amount) -> list[tuple[float, float]]:
    """The ratios that two operands allow, each way, and "N times more" as N + 1."""
    (a, b), (c, d) = edges(first), edges(second)
    straight, turned = (c / b, d / a), (a / d, b / c)
    return [straight, turned, (straight[0] - 1, straight[1] - 1), (turned[0] - 1, turned[1] - 1)]


def _percents(first: Amount, second: Amount) -> list[tuple[float, float]]:
    """The percentages that two operands allow: change on either base, share, quotient, points."""
    ways: list[tuple[float, float]] = []
    for low, high in _times(first, second)[:2]:
        ways += [
            (100 * low, 100 * high),
            (100 * (low - 1), 100 * (high - 1)),
            (100 * (1 - high), 100 * (1 - low)),
        ]
    return ways


def _percent_operands(
    reading: Reading, sentence: Sentence, piece: str, rates: list[Amount], others: list[Amount]
) -> Iterator[Doubt]:
    """`利用率从 45% 提升到 60%，提升 20 个百分点`, `a 1.5x gain from 40% to 60%`."""
    points = [a for a in others if a.dimension == "points"]
    every = sorted([*rates, *points], key=lambda a: a.start)
    if len(every) != 3 or any(a.dimension and a not in points for a in others) or any(r.bound for r in every):
        return
    at = next(
        (
            n
            for n, a in enumerate(every)
            if re.search(r"(?:从|由|\bfrom)[^，,\d]{0,24}$", piece[: a.start], re.I)
        ),
        2,
    )
    if at > 1 or not re.search(r"到|至|→|->|\bto\b", piece[every[at].end : every[at + 1].start]):
        return
    first, second = every[at], every[at + 1]
    rate = every[2] if at == 0 else every[0]
    pointed = rate.dimension == "points" or "点" in rate.unit or "point" in rate.unit
    if first.dimension != "percent" or second.dimension != "percent":
        return
    if not pointed and not _is_change(piece, rate):
        return
    (a, b), (c, d) = edges(first), edges(second)
    shifts = [(c - b, d - a), (a - d, b - c)]
    if rate.dimension == "times":
        ways = _times(first, second)
    elif rate.dimension == "points" or rate.unit in (
        "个百分点",
        "百分点",
        "pp",
        "percentage points",
        "percentage point",
        "percentage-point",
        "个点",
    ):
        ways = shifts
    else:
        ways = shifts + _percents(first, second)
    if not any(within(rate, low, high) for low, high in ways):
        stated = f"{first.text} → {second.text} · {rate.text}"
        yield misworked(
            reading,
            sentence,
            stated,
            f"{shown(abs(second.low - first.low))} {'个百分点' if reading.chinese else 'pp'}",
        )


def _in_list(reading: Reading, listing: Listing) -> Iterator[Doubt]:
    """Two items that give the operands, and one that gives their ratio."""
    if not 3 <= len(listing.items) <= 6:
        return
    measured: list[Amount] = []
    rates: list[tuple[Amount, Line]] = []
    for item in listing.items:
        found = amounts(item.text)
        if len(found) != 1 or found[0].bound or found[0].low != found[0].high:
            continue
        if found[0].dimension in ("times", "percent") and DERIVED.search(item.text):
            rates.append((found[0], item))
        elif found[0].dimension:
            measured.append(found[0])
    if len(measured) != 2 or len(rates) != 1 or measured[0].dimension != measured[1].dimension:
        return
    rate, item = rates[0]
    first, second = measured
    ways = _times(first, second) if rate.dimension == "times" else _percents(first, second)
    if min(first.low, second.low) > 0 and not any(within(rate, low, high) for low, high in ways):
        large, small = max(first.low, second.low), min(first.low, second.low)
        right = (
            f"{shown(large / small)}×"
            if rate.dimension == "times"
            else f"{shown((large / small - 1) * 100)}%"
        )
        sentence = Sentence(item.text, item.raw.strip(), item.number, item.section)
        yield misworked(reading, sentence, f"{first.text} · {second.text} · {rate.text}", right)
