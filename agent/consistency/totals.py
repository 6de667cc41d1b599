"""Parts and their total: in a table's last row, and in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.consistency.amounts import Amount, amounts
from agent.consistency.rates import in_digits
from agent.consistency.reading import Grid, Reading, Sentence
from agent.consistency.series import cell_value
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_TOTAL_ROW = re.compile(
    r"^(?:合计|总计|总和|共计|总数|总|total|sum|grand total|overall total|in total)(?:[\s(（:：].*)?$", re.I
)
_MEAN_ROW = re.compile(r"^(?:平均|均值|平均值|average|avg\.?|mean)(?:[\s(（:：].*)?$", re.I)
_PART_ROW = re.compile(r"^(?:小计|subtotal)", re.I)
_OF_WHICH_ROW = re.compile(r"^(?:其中|包括|of which|thereof|incl(?:uding|\.)|in particular)", re.I)
"""A row that tells a part of the one above it once more."""
_SHARE_HEAD = re.compile(r"占比|比例|份额|share|percentage|proportion", re.I)
_OVERLAPPING = re.compile(r"人数?|作者|用户|贡献者|参与者|authors?|contributors?|users?|people|unique", re.I)
"""Of these, one may be counted in several rows and once in all."""
_NOT_ADDED = re.compile(
    r"率|均|延迟|时延|速度|得分|比|rate|latency|average|mean|avg|score|ratio|p\d\d|accuracy", re.I
)
_WHOLE = re.compile(
    r"(?:共计?|总共|合计|总计|总数(?:为)?|总(?:参数量?|时间|耗时|数|量)[^\d，。]{0,6})\s?[：:]?\s?(?:有|为|是)?\s?(?=\d)"
    r"|\b(?:a total of|in total|total of|totall?ing|(?<!in )total(?: [a-z]+){0,2}:?|all)\s(?:is\s|of\s|was\s)?[$¥￥€£]?(?=\d)",
    re.I,
)
_COUNTS = (
    "",
    "items",
    "papers",
    "commits",
    "people",
    "requests",
    "gpus",
    "nodes",
    "times done",
    "experts",
    "layers",
)
_OPEN = re.compile(
    r"等(?!级|于|待)|约|左右|其中|包括|including|among|about|around|at least|至少|以上|超过|主要|e\.g\.|such as|例如",
    re.I,
)
_CLOSE = 1e-9
_WRITTEN = re.compile(r"\d[\d,]*(?:\.\d+)?")
_LEAST_PARTS = 3
_DIGITS = 3
_OF_WHOLE = re.compile(r"Of (?:the |these |all )?(?=\d)")
_COLON = re.compile(r"[：:](?!\d)\s?")
_NOT_PARTS = re.compile(
    r"p\d\d|平均|均值|最[大小高低快慢]|峰值|mean|median|\bmax|\bmin\b|average|peak|vs|对比|提升|降低|[→~]",
    re.I,
)
_ONE_OF = {"people", "gpus", "nodes", "time", "yuan", "dollars", "$", "￥", "¥"}
"""Things of which each belongs to one part."""
_AMONG = re.compile(r"[，,]\s?其中(?:包括|有|包含)?|[，,]\s(?:of which|including)\b|\bof them\b")
_EXCLUSIVE = re.compile(
    r"[高中低][危级风优]|严重|轻微|重度|轻度|"
    r"通过|失败|成功|跳过|合并|关闭|修复|新特性|新功能|文档|passed|failed|succeeded|skipped|merged|closed|rejected|accepted|bug ?fixes|features|fixes",
    re.I,
)
_EQUALS = re.compile(r"\s?[=＝]\s?")
_IN_BRACKETS = re.compile(
    r"[（(](?:[A-Za-z\u4e00-\u9fff][\w -]{0,12}?\s?\d[\d,]*\s?[个篇条份项名]?\s?(?:、|,\s|，|\+\s|/\s|[)）])){2,10}"
)
"""`（jay 8、tom 5、spark 4）`: names, each with its number."""
_REST = re.compile(r"其余|剩余|其他|余下|the (?:rest|remaining|other)|remaining", re.I)
_AFTERWARDS = re.compile(
    r"\b(\d[\d,]*)\s(?:[a-z]+\s){0,2}in total\b|[，,]\s?(?:合计|共计?|总计|总共)\s?(?:为)?\s?(\d[\d,]*(?:\.\d+)?)",
    re.I,
)


def false_totals(reading: Reading) -> list[Doubt]:
    """Totals that their parts deny."""
    found = [fault for table in reading.tables for fault in _in_table(reading, table)]
    for sentence in reading.sentences:
        text = in_digits(sentence.text)
        if len(text) <= 400 and sum(char.isdigit() for char in text) >= _DIGITS:
            fault = next(_in_sentence(reading, replace(sentence, text=text)), None)
            if fault:
                found.append(fault)
    return found


def _in_table(reading: Reading, table: Grid) -> Iterator[Doubt]:
    if any(_PART_ROW.match(row[0]) for row in table.rows):
        return
    totals = [at for at, row in enumerate(table.rows) if _TOTAL_ROW.match(row[0].strip("* "))]
    means = [at for at, row in enumerate(table.rows) if _MEAN_ROW.match(row[0].strip("* "))]
    again = [at for at, row in enumerate(table.rows) if _OF_WHICH_ROW.match(row[0].strip("* "))]
    special = {*totals, *means, *again}
    parts = [at for at in range(len(table.rows)) if at not in special]
    if len(parts) < 2:
        return
    if len(totals) == 1 and totals[0] > max(parts):
        yield from _check_row(reading, table, totals[0], parts, mean=False)
    if len(means) == 1 and means[0] > max(parts):
        yield from _check_row(reading, table, means[0], parts, mean=True)
    yield from _shares(reading, table, parts)


def _check_row(reading: Reading, table: Grid, row: int, parts: list[int], *, mean: bool) -> Iterator[Doubt]:
    right, wrong = 0, []
    for column in range(1, len(table.header)):
        head = table.header[column]
        stated = cell_value(table.rows[row][column], head)
        values = [cell_value(table.rows[at][column], head) for at in parts]
        if stated is None or any(v is None for v in values):
            continue
        known = [v for v in values if v is not None]
        counted = all(v.resolution == 1 and v.dimension in _COUNTS for v in (*known, stated))
        slack = 0.0 if counted else sum(v.resolution for v in known) * 0.5
        result = sum(v.low for v in known)
        if mean:
            result, slack = result / len(known), slack / len(known) + stated.resolution
        if abs(result - stated.low) <= slack + (0.0 if counted else stated.resolution):
            right += 1
        else:
            sure = _outside(stated, known) if mean else _is_added(head, stated)
            if not mean and _OVERLAPPING.search(head) and max(v.low for v in known) <= stated.low <= result:
                sure = False
            wrong.append((column, result, sure))
    for column, result, sure in wrong:
        if not sure and not (mean and right):
            continue
        shown = f"{result:.6g}"
        yield doubt(
            reading,
            "total",
            quote(table.raws[row], table.lines[row]),
            quote(table.raws[parts[-1]], table.lines[parts[-1]]),
            zh=f"「{table.header[column]}」一列{'平均' if mean else '合计'}写 {table.rows[row][column]}，按各行应为 {shown}",
            en=f"Column {table.header[column]!r}: the {'mean' if mean else 'total'} is given as {table.rows[row][column]}, the rows give {shown}",
        )


def _is_added(head: str, stated: Amount) -> bool:
    """Whether the values of a column can be added: no rates, means, scores or percentages."""
    if stated.dimension == "percent":  # shares of one whole come to all of it
        return bool(_SHARE_HEAD.search(head)) and stated.low == 100
    return not _NOT_ADDED.search(head)


def _outside(stated: Amount, values: list[Amount]) -> bool:
    return not min(v.low for v in values) <= stated.low <= max(v.high for v in values)


def _shares(reading: Reading, table: Grid, parts: list[int]) -> Iterator[Doubt]:
    for column in range(1, len(table.header)):
        if not _SHARE_HEAD.search(table.header[column]):
            continue
        values = [cell_value(table.rows[at][column], table.header[column]) for at in parts]
        known = [v for v in values if v is not None and v.dimension == "percent"]
        total = sum(v.low for v in known)
        slack = sum(v.resolution for v in known)
        if len(known) == len(parts) >= 3 and 100 + slack < total < 112:
            yield doubt(
                reading,
                "total",
                quote(table.header_raw, table.line),
                quote(table.raws[parts[-1]], table.lines[parts[-1]]),
                zh=f"「{table.header[column]}」一列相加为 {total:.6g}%，超过 100%",
                en=f"Column {table.header[column]!r} adds up to {total:.6g}%, over 100%",
            )


def _in_sentence(reading: Reading, sentence: Sentence) -> Iterator[Doubt]:
    text = sentence.text
    yield from _too_much(reading, sentence)
    found = [a for a in amounts(text) if a.dimension not in ("percent", "times")]
    for whole, parts in _wholes(text, found):
        around = text[whole.end :] if parts and parts[0].start > whole.start else text[: whole.start]
        yield from _compare(reading, sentence, whole, _same_sort(whole, parts, text), around)


def _too_much(reading: Reading, sentence: Sentence) -> Iterator[Doubt]:
    """`分别占 40%、30%、20%、15%`: shares of one whole that exceed it."""
    match = re.search(r"(?:分别|各)占|account(?:s|ed)? for|make up|respectively", sentence.text)
    shares = [a for a in amounts(sentence.text) if a.dimension == "percent"]
    if match is None or len(shares) < 3 or any(a.bound or a.low != a.high for a in shares):
        return
    if "占" not in match[0] and not re.search(r"\bof (?:the|all|total)\b", sentence.text):
        return
    total = sum(a.low for a in shares)
    if 100 + sum(a.resolution for a in shares) / 2 < total < 160:
        place = quote(sentence.quote, sentence.line)
        yield doubt(
            reading, "total", place, place,
            zh=f"各占比相加为 {total:.6g}%，超过 100%", en=f"The shares add up to {total:.6g}%, over 100%",
        )  # fmt: skip


_Wholes = tuple[Amount, list[Amount]]
"""An amount that a sentence calls a total, and the amounts that may be its parts."""


def _wholes(text: str, found: list[Amount]) -> Iterator[_Wholes]:
    """The total of a sentence, by the first form that the sentence has."""
    for form in (_named_whole, _equated, _bracketed, _before_colon, _among, _afterwards):
        whole = form(text, found)
        if whole is not None:
            yield whole
            return


def _named_whole(text: str, found: list[Amount]) -> _Wholes | None:
    """`共 12 篇（…）`, `a total of 40 papers: …`, `Of the 50 tests, …`."""
    match = _WHOLE.search(text) or _OF_WHOLE.match(text)
    whole = next((a for a in found if match and match.end() - 1 <= a.start <= match.end() + 1), None)
    parts = [a for a in found if whole and a.start > whole.end]
    if (
        match
        and _OF_WHOLE.match(text)
        and len(parts) < _LEAST_PARTS
        and len(_EXCLUSIVE.findall(text)) < len(parts)
    ):
        return None  # two of many things that may be told of a whole
    return (whole, parts) if whole else None


def _equated(text: str, found: list[Amount]) -> _Wholes | None:
    """`950ms = 200ms + 600ms + 100ms`."""
    sign = _EQUALS.search(text)
    if sign is None or not re.search(r"[+＋]", text[sign.end() :]):
        return None
    before = [a for a in found if a.end <= sign.start() and sign.start() - a.end <= 2]
    return (before[-1], [a for a in found if a.start >= sign.end()]) if before else None


def _bracketed(text: str, found: list[Amount]) -> _Wholes | None:
    """`18 份文件（jay 8、tom 5、spark 4）`."""
    inside = _IN_BRACKETS.search(text)
    before = [a for a in found if inside and a.end <= inside.start() and inside.start() - a.end <= 8]
    if inside is None or not before or before[-1].unit.startswith(("B", "K", "M", "G")):
        return None
    return before[-1], [a for a in found if inside.start() <= a.start < inside.end()]


def _before_colon(text: str, found: list[Amount]) -> _Wholes | None:
    """`预算 100 万元：硬件 60 万元，人力 30 万元`: every piece after the colon gives one part."""
    colon = _COLON.search(text)
    if colon is None or _NOT_PARTS.search(text[colon.end() :]):
        return None
    before = [a for a in found if a.end <= colon.start() and colon.start() - a.end <= 10]
    parts = [a for a in found if a.start >= colon.end()]
    cuts = re.split(r"[，,、；]|\sand\s|以及|和(?=\S+\s?\d)", text[colon.end() :])
    pieces = [piece for piece in cuts if piece.strip(" .。")]
    fitting = before and 2 <= len(parts) == len(pieces) and all(a.low <= before[-1].low for a in parts)
    return (before[-1], parts) if fitting else None


def _among(text: str, found: list[Amount]) -> _Wholes | None:
    """`30 个 PR，其中 …`."""
    among = _AMONG.search(text)
    before = [a for a in found if among and a.end <= among.start() and among.start() - a.end <= 12]
    return (before[-1], [a for a in found if a.start >= among.end()]) if among and before else None


def _afterwards(text: str, found: list[Amount]) -> _Wholes | None:
    """`32 GPUs in total (…)`, `…，合计 12`."""
    after = _AFTERWARDS.search(text)
    start = after.start(1 if after[1] else 2) if after else -1
    whole = next((a for a in found if a.start == start), None)
    if after is None or whole is None:
        return None
    following = [a for a in found if a.start > after.end()]
    return whole, following or [a for a in found if a.end <= whole.start]


def _same_sort(whole: Amount, others: list[Amount], text: str) -> list[Amount]:
    """The parts: every other amount, when all are of the whole's sort; else none."""
    sorts = {"", "items", whole.dimension} if whole.dimension in _COUNTS else {whole.dimension}
    same = [a for a in others if a.dimension in sorts]
    if len(same) != len(others) and not whole.dimension:
        return []
    if any(a.low != a.high or a.bound or a.approximate for a in same) or not whole.exact:
        return []
    if any(_in_name(a, text) for a in same):
        return []
    return same


def _in_name(amount: Amount, text: str) -> bool:
    """Whether a bare number belongs to a name, a version or a setting rather than to the parts."""
    if re.match(r"\s?[-/.:]\d", text[amount.end : amount.end + 3]):
        return True
    before = text[max(0, amount.start - 4) : amount.start]
    if _IN_BRACKETS.search(text):
        return False
    lettered = re.search(r"[A-Za-z=]\s?$", before)
    return bool(lettered) and not amount.dimension and not re.search(r"[a-z]{2,}\s$", before)


def _compare(
    reading: Reading, sentence: Sentence, whole: Amount, parts: list[Amount], around: str
) -> Iterator[Doubt]:
    if len(parts) < 2 or len(parts) > 10:
        return
    total = sum(part.low for part in parts)
    slack = sum(part.resolution for part in parts) * 0.5 + whole.resolution * 0.5
    if not any("." in part.text for part in (*parts, whole)):
        slack = 1e-9 * whole.low
    if re.search(r"每|各|\bper\b|\beach\b|\bevery\b", around):
        return
    closed = not _OPEN.search(around) or bool(_REST.search(around))
    sized_once = sum(map(_written, parts)) - _written(
        whole
    )  # `2.1 million: 1.7 from the city, 0.4 from fees`
    if (
        min(abs(total - whole.low), *(abs(part.low - whole.low) for part in parts)) <= slack
        or abs(sized_once) < _CLOSE
    ):
        return
    if not closed and total <= whole.low + slack:
        return
    if not closed and not (len(_EXCLUSIVE.findall(around)) >= 2 or whole.dimension in _ONE_OF):
        return
    if closed and not _listed(around):
        return
    yield doubt(
        reading,
        "total",
        quote(sentence.quote, sentence.line),
        quote(sentence.quote, sentence.line),
        zh=f"合计写 {whole.text}，各分项相加为 {total:.6g}",
        en=f"The total is given as {whole.text}, the parts add up to {total:.6g}",
    )


def _written(amount: Amount) -> float:
    """The figure as it is written, without its size."""
    found = _WRITTEN.search(amount.text)
    return float(found[0].replace(",", "")) if found else amount.low


def _listed(around: str) -> bool:
    """Whether the parts stand in one list: after a colon or in brackets, or joined by commas alone."""
    return bool(re.match(r"[^，。,.]{0,16}(?:[：:（(]|，其中|[，,]\s)", around)) or bool(
        re.search(r"[、，,和+＋]", around)
    )
