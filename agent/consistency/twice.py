"""One value given twice, differently: prose against prose, prose against a table, row against row."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from agent.consistency.amounts import Amount, amounts
from agent.consistency.lexicon import CONDITION, ELSEWHEN, REPORTED, metrics
from agent.consistency.reading import Grid, Reading, Sentence
from agent.consistency.residue import residue, without
from agent.consistency.series import Entry, Nearby, Series, bare_head, cell_value, mentions
from agent.consistency.statements import (
    LOOSE,
    YEAR,
    Statement,
    clauses,
    names_of,
    parameters_of,
    qualifiers_of,
)
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

GROUP_LIMIT = 4
"""More statements of one sort than this are rows of a report, not one value given twice."""
_SUMMARY = re.compile(
    r"摘要|概述|小结|总结|综述|要点|结论|概览|summary|tl;?dr|abstract|overview|conclusion|takeaway|highlights|key (?:results|points)",
    re.I,
)
_COUNT_LABEL = re.compile(r"([\u4e00-\u9fffA-Za-z][\u4e00-\u9fffA-Za-z \-/]{2,24}?)\s?[：:为]?\s?$")


def given_twice(reading: Reading, said: list[Statement], series: list[Series]) -> list[Doubt]:
    """Values that the text gives in two ways."""
    return [
        *_prose(reading, said),
        *_against_tables(reading, said, series),
        *_rows(reading),
        *_labelled_counts(reading),
        *_identifiers(reading),
    ]


def _prose(reading: Reading, said: list[Statement]) -> Iterator[Doubt]:
    groups: dict[tuple[object, ...], list[Statement]] = defaultdict(list)
    for statement in said:
        if statement.alone and not statement.hedged:
            key = (statement.metric, statement.about, statement.amount.dimension, statement.change)
            groups[key].append(statement)
    told: set[tuple[int, int]] = set()
    for group in groups.values():
        if not 2 <= len(group) <= GROUP_LIMIT:
            continue
        for at, first in enumerate(group):
            clash = next((s for s in group[at + 1 :] if _clash(reading, first, s, len(group))), None)
            if clash is None:
                continue
            lines = (first.sentence.line, clash.sentence.line)
            if lines not in told:
                told.add(lines)
                yield report(reading, first.sentence, clash.sentence, first.amount, clash.amount)
            break


def _clash(reading: Reading, first: Statement, second: Statement, size: int) -> bool:
    if not conflict(first, second) or not _same_setting(reading, first.sentence, second.sentence):
        return False
    if any(not _is_setting(word) for word in first.about):
        return True
    # Nothing is named: only two whole sentences of one section, in the same words, can be believed.
    judge = any if first.settings and first.metric else all
    whole = judge(s.sentence.text.rstrip().endswith(("。", ".", "！")) for s in (first, second))
    same = first.sentence.section == second.sentence.section and first.words == second.words
    around = [residue(s.sentence.text.replace(s.amount.text, " "), ()) for s in (first, second)]
    told = bool(first.words) or bool(first.settings)
    short = all(len(clauses(s.sentence.text)) == 1 for s in (first, second))
    return (
        size == 2 and whole and same and told and (around[0] == around[1] or (bool(first.settings) and short))
    )


def _is_setting(word: str) -> bool:
    """Whether a word says how or when, and not what: a qualifier, a parameter, a year."""
    return "=" in word or word.startswith("~") or bool(qualifiers_of(word)) or word[:4].isdigit()


def conflict(first: Statement, second: Statement) -> bool:
    """Whether two statements of one quantity of one thing cannot both hold."""
    a, b = first.amount, second.amount
    if first.sentence is second.sentence or a.low != a.high or b.low != b.high:
        return False
    if a.bound and a.bound == b.bound:
        return not a.unbound().agrees(b.unbound()) and _same_property(first, second)
    if a.agrees(b):
        return False
    if first.change or second.change:
        return not any(_FROM.search(s.clause) for s in (first, second)) and _same_property(first, second)
    if a.bound or b.bound or not first.metric or a.dimension in LOOSE:
        return _same_property(first, second)
    return _same_conditions(first, second)


def _same_conditions(first: Statement, second: Statement) -> bool:
    """Whether neither of two clauses adds a condition that the other lacks."""
    extra_a, extra_b = first.words - second.words, second.words - first.words
    if not extra_a and not extra_b:
        return True
    if len(extra_a) + len(extra_b) > 8 or (extra_a and extra_b):
        return False
    return not any(CONDITION.search(_bare(s)) for s in (first, second))


def _same_property(first: Statement, second: Statement) -> bool:
    """Of values whose quantity has no name of its own: the same words must stand around them."""
    told = sum(1 if word.isascii() else 0.5 for word in first.words)
    return first.words == second.words and (told >= 1 or bool(first.metric))


_FROM = re.compile(r"从|由|比|较|对|\b(?:from|vs|versus|than|over|compared)\b", re.I)


def _bare(statement: Statement) -> str:
    """A clause without its names, and without the small words that set no condition."""
    text = without(statement.clause, statement.names)
    return re.sub(
        r"\bat\b(?=\s*\d)|\bof\b|\bper\b|\bin (?:total|all|short|summary)\b|\bon\b(?=\s*,|\s*$)", "", text
    )


def _same_setting(reading: Reading, first: Sentence, second: Sentence) -> bool:
    """Whether two places stand under headings that name the same things."""
    if first.section == second.section:
        return True
    path_a, path_b = reading.path(first.section), reading.path(second.section)
    if _is_summary(path_a) or _is_summary(path_b):
        return True
    if _parallel_heads(reading, first.section, second.section):
        return False
    heads_a, heads_b = " ".join(path_a), " ".join(path_b)
    return names_of(heads_a) == names_of(heads_b) and parameters_of(heads_a) == parameters_of(heads_b)


def _parallel_heads(reading: Reading, first: int, second: int) -> bool:
    """Whether two sections stand side by side under titles of one form: 短文本 and 长文本."""
    a, b = reading.sections[first], reading.sections[second]
    words = [set(re.findall(r"[a-z]+|[\u4e00-\u9fff]", title.lower())) for title in (a.title, b.title)]
    return a.parent == b.parent and a.title != b.title and bool(words[0] & words[1])


def _is_summary(path: tuple[str, ...]) -> bool:
    return not path or bool(_SUMMARY.search(path[-1]))


def report(reading: Reading, first: Sentence, second: Sentence, a: Amount, b: Amount) -> Doubt:
    """One value given as `a` here and as `b` there."""
    return doubt(
        reading,
        "value",
        quote(first.quote, first.line),
        quote(second.quote, second.line),
        zh=f"同一数值一处写 {a.text}，一处写 {b.text}",
        en=f"One value is given as {a.text} and as {b.text}",
    )


def _against_tables(reading: Reading, said: list[Statement], series: list[Series]) -> Iterator[Doubt]:
    tables = [s for s in series if s.table]
    if not tables:
        return
    nearby = Nearby(reading, tables)
    for statement in said:
        if statement.change or statement.hedged or not statement.alone or not statement.amount.exact:
            continue
        near = nearby.of(statement.sentence.section)
        if not near:
            continue
        fault = against_cells(reading, statement, near)
        if fault:
            yield fault
    yield from _parallel(reading, nearby)


def against_cells(reading: Reading, statement: Statement, near: list[Series]) -> Doubt | None:
    """A statement that names one row and one column, whose cell has another value."""
    text = statement.clause
    chosen = [
        s
        for s in near
        if s.named_in(text) and s.entries[0].amount.dimension in (statement.amount.dimension, "")
    ]
    heads = [s for s in chosen if s.head and mentions(text.lower(), s.head)]
    chosen = heads or [s for s in chosen if s.qualifiers == qualifiers_of(text)]
    if len(chosen) != 1 or len({s.line for s in near}) != 1:
        return None
    one = chosen[0]
    rows = [e for e in one.entries if _label_in(one, text, e.labels[0])]
    entry = rows[0] if rows else None
    if entry is None or len(rows) != 1 or len(one.entries) < 2 or not _says_no_more(one, entry, text):
        return None
    cell = entry.amount
    if cell.agrees(statement.amount) or (not cell.dimension and _scaled(cell, statement.amount)):
        return None
    return doubt(
        reading,
        "value",
        quote(statement.sentence.quote, statement.sentence.line),
        entry.quote,
        zh=f"正文写 {statement.amount.text}，表中 {entry.labels[0]} 一行为 {cell.text}",
        en=f"The text says {statement.amount.text}, the table {cell.text} for {entry.labels[0]}",
    )


def _says_no_more(one: Series, entry: Entry, text: str) -> bool:
    """Whether a clause names nothing beyond the row and the column: no other thing, no other setting."""
    known = " ".join((*entry.labels, one.head, one.parameter))
    if any(name not in known for name in names_of(text)):
        return False
    named = {*entry.labels, one.head, one.parameter, *names_of(text)}
    if CONDITION.search(_SMALL.sub("", _TEXT_PARAMETER.sub("", without(text, {n for n in named if n})))):
        return False
    settings = parameters_of(text)
    unsaid = [label for label in entry.labels[1:] if not mentions(text.lower(), label)]
    return not settings or bool(one.parameter and mentions(text.lower(), one.parameter) and not unsaid)


_SMALL = re.compile(
    r"\b(?:at|of|per|for|in|on|with)\b(?=\s*(?:[\d,.'’]|is\b|the\s*(?:of|is|$)|a\s*of|$))|\bin (?:total|all|summary|short)\b|\b(?:at|of)\b|^\s*(?:for|with|in|on)\b(?=\s*(?:,|the\b|$))",
    re.I,
)
_TEXT_PARAMETER = re.compile(r"[=为]\s?\d+\s?时?|时")


def _scaled(cell: Amount, stated: Amount) -> bool:
    """Whether a cell without unit is the stated value in some power of ten."""
    if not cell.low or not stated.low:
        return True
    return any(abs(stated.low / cell.low / 10.0**p - 1) < 0.01 for p in (-9, -6, -3, -2, 3, 6, 9))


def _label_in(series: Series, text: str, label: str) -> bool:
    if re.fullmatch(r"[\d.,]+", label):
        head = series.parameter
        return bool(
            head
            and re.search(
                rf"{re.escape(head)}\s?(?:=|＝|为|of|:|：)?\s?{re.escape(label)}(?![\d.]*\d)", text.lower()
            )
        )
    return len(label) >= 2 and mentions(text.lower(), label)


_SERIES = re.compile(r"(\d+(?:\.\d+)?)((?:\s?/\s?\d+(?:\.\d+)?){1,7})")


def _parallel(reading: Reading, nearby: Nearby) -> Iterator[Doubt]:
    """`max-num-seqs 512/256/128 · TTFT 17.71/29.67/30.86ms` against the table of the same heads."""
    for sentence in reading.sentences:
        lists = [(m.start(), re.findall(r"\d+(?:\.\d+)?", m[0])) for m in _SERIES.finditer(sentence.text)]
        if len(lists) < 2:
            continue
        near = nearby.of(sentence.section)
        for one in near:
            keys = [e.labels[0] for e in one.entries]
            at_keys = next(
                (n for n, (_, values) in enumerate(lists) if set(values) <= set(keys) and len(values) >= 2),
                None,
            )
            if at_keys is None or not one.parameter or not mentions(sentence.text.lower(), one.parameter):
                continue
            for start, values in lists[at_keys + 1 :]:
                before = sentence.text[max(0, start - 24) : start].lower()
                if len(values) != len(lists[at_keys][1]) or not (mentions(before, one.head) and one.head):
                    continue
                fault = _pairs_off(reading, sentence, one, lists[at_keys][1], values)
                if fault:
                    yield fault


def _pairs_off(
    reading: Reading, sentence: Sentence, one: Series, keys: list[str], values: list[str]
) -> Doubt | None:
    for key, value in zip(keys, values, strict=True):
        entry = next(e for e in one.entries if e.labels[0] == key)
        shown = float(re.sub(r"[^\d.]", "", entry.amount.text) or "nan")
        decimals = len(value.partition(".")[2])
        if abs(shown - float(value)) > 0.5 * 10.0**-decimals + 1e-9:
            return doubt(
                reading,
                "value",
                quote(sentence.quote, sentence.line),
                entry.quote,
                zh=f"正文把 {key} 配 {value}，表中为 {entry.amount.text}",
                en=f"The text pairs {key} with {value}, the table with {entry.amount.text}",
            )
    return None


def _rows(reading: Reading) -> Iterator[Doubt]:
    """Two rows of one table that are the same thing with another value."""
    for table in reading.tables:
        yield from _rows_of(reading, table)


def _rows_of(reading: Reading, table: Grid) -> Iterator[Doubt]:
    if len(table.rows) < 3 or len(table.header) < 2:
        return
    columns = range(len(table.header))
    numeric = {
        c
        for c in columns
        if c
        and sum(cell_value(r[c], table.header[c]) is not None for r in table.rows) * 5 >= len(table.rows) * 4
    }
    measured = {c for c in numeric if metrics(table.header[c])}
    if not measured:
        return
    seen: dict[tuple[str, ...], int] = {}
    clashes: list[tuple[int, int, int]] = []
    for at, row in enumerate(table.rows):
        key = tuple(row[c].strip().lower() for c in columns if c not in measured)
        if not key[0] or not re.search(r"[A-Za-z\u4e00-\u9fff]", key[0]):
            continue
        first = seen.setdefault(key, at)
        if first == at:
            continue
        for c in measured:
            a, b = cell_value(table.rows[first][c], table.header[c]), cell_value(row[c], table.header[c])
            if a is not None and b is not None and not a.agrees(b):
                clashes.append((first, at, c))
                break
    if len(clashes) * 3 > len(table.rows):
        return
    for first, at, c in clashes:
        yield doubt(
            reading,
            "value",
            quote(table.raws[first], table.lines[first]),
            quote(table.raws[at], table.lines[at]),
            zh=f"「{table.rows[at][0]}」的 {bare_head(table.header[c])} 在同一表中有两个值",
            en=f"{table.rows[at][0]!r} has two values of {bare_head(table.header[c])} in one table",
        )


_IDENTIFIED = re.compile(
    r"(编号|arXiv\s?(?:号|id|ID)?|DOI|版本号?|\bversion|\bcommit|许可证|license|licence)\s?(?:为|是|：|:|\bis)\s?"
    r"(\d{4}\.\d{4,5}|v?\d+(?:\.\d+){1,3}|[0-9a-f]{7,40}|10\.\d{4,9}/[\w./-]+|(?:MIT|Apache[- ]2\.0|BSD|GPL(?:v[23])?|AGPL|MPL)\b)",
    re.I,
)


def _identifiers(reading: Reading) -> Iterator[Doubt]:
    """One thing's identifier, version or licence, given in two ways in the same words."""
    seen: dict[tuple[object, ...], tuple[str, Sentence]] = {}
    for sentence in reading.sentences:
        match = _IDENTIFIED.search(sentence.text)
        if match is None or sentence.heading or ELSEWHEN.search(sentence.text):
            continue
        about = sentence.text[: match.start()] + sentence.text[match.end() :]
        names = names_of(about)
        if not names or "|" in about:
            continue
        value = match[2].lower().lstrip("v")
        key = (match[1].lower().strip(), names, residue(about, names))
        known = seen.setdefault(key, (value, sentence))
        if known[0] != value and _same_setting(reading, known[1], sentence):
            yield doubt(
                reading,
                "value",
                quote(known[1].quote, known[1].line),
                quote(sentence.quote, sentence.line),
                zh=f"{match[1]}一处写 {known[0]}，一处写 {value}",
                en=f"The {match[1]} is given as {known[0]} and as {value}",
            )


_LABELLED = ("items", "papers", "commits", "stars", "people", "requests", "times done")


def _labelled_counts(reading: Reading) -> Iterator[Doubt]:
    """One label with two counts, one of them where a text sums itself up."""
    places: dict[tuple[str, str], list[tuple[Amount, Sentence]]] = defaultdict(list)
    for sentence in reading.sentences:
        elsewhere = REPORTED.search(sentence.text) or ELSEWHEN.search(sentence.text.replace("昨日", ""))
        if sentence.heading or elsewhere or len(sentence.text) > 60 or YEAR.search(sentence.text):
            continue
        for _, clause in clauses(sentence.text):
            for amount in amounts(clause):
                match = _COUNT_LABEL.search(clause[max(0, amount.start - 26) : amount.start])
                if amount.dimension in _LABELLED and match and _long_enough(match[1]):
                    places[match[1].strip().lower(), amount.dimension].append((amount, sentence))
    last = max((s.line for s in reading.sentences), default=0)
    for found in places.values():
        if len(found) != 2:
            continue
        (a, first), (b, second) = found
        same = a.low == b.low or (a.agrees(b) and not (a.bound and a.bound == b.bound))
        ends = first.section == 0 or _is_summary(reading.path(first.section)) or second.line >= last
        if ends and not same and first.line != second.line:
            yield report(reading, first, second, a, b)


def _long_enough(label: str) -> bool:
    han = sum("\u4e00" <= c <= "\u9fff" for c in label)
    return han >= 4 or len(label.split()) >= 2
