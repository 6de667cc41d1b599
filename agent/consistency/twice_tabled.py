"""One value given twice, of which a table has at least one: prose against cells, row against row."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.consistency.amounts import Amount
from agent.consistency.lexicon import CONDITION, metrics
from agent.consistency.reading import Grid, Reading, Sentence
from agent.consistency.residue import without
from agent.consistency.series import Entry, Nearby, Series, bare_head, cell_value, mentions
from agent.consistency.statements import Statement, names_of, parameters_of, qualifiers_of
from agent.consistency.wording import as_written, doubt, quote
from agent.models import Doubt


def against_tables(reading: Reading, said: list[Statement], series: list[Series]) -> Iterator[Doubt]:
    """Statements of prose whose cell in a table nearby has another value."""
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
    # 「激活 27B 参数」 names the column 「激活参数」 around its value
    text = (
        without(statement.clause.replace(statement.amount.text, " "), ())
        if _PARTED.search(statement.clause)
        else statement.clause
    )
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
        zh=f"正文写 {statement.amount.text}，表中 {as_written(entry.labels[0], entry.quote.quote)} 一行为 {cell.text}",
        en=f"The text says {statement.amount.text}, the table {cell.text} for {as_written(entry.labels[0], entry.quote.quote)}",
    )


_PARTED = re.compile(r"[\u4e00-\u9fff]\s?\d[\d.,]*\s?[A-Za-z%]{0,3}\s?[\u4e00-\u9fff]")


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


def rows_given_twice(reading: Reading) -> Iterator[Doubt]:
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
