"""Rules that make claims of table cells, faithful and not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from evals.bench.perturb.passages import Grid

_VALUE = re.compile(
    r"^[~≈<>≤≥]?\s?-?\d[\d,]*(?:\.\d+)?\s?(?:%|ms|s|x|×|GB|MB|GiB|tok/s|K|M|B|W|TB|tokens/s|GB/s|TB/s|TFLOPS|h)?$"
)
_LABEL = re.compile(r"[A-Za-z\u4e00-\u9fff]")


def cell_claims(grid: Grid, draw: random.Random) -> Iterator[tuple[str, bool, str]]:
    """Claims about single cells, ratios, extremes and counts of a table: kind, whether faithful, text."""
    columns = [c for c in range(1, len(grid.header)) if _values(grid, c) and _LABEL.search(grid.header[c])]
    labels = [row[0] for row in grid.rows]
    if (
        not columns
        or len(set(labels)) < len(labels)
        or not all(labels)
        or any(len(label) > 60 for label in labels)
    ):
        return
    yield from _single(grid, columns, draw)
    yield from _computed(grid, columns, draw)
    yield from _whole_rows(grid, columns, draw)


def _values(grid: Grid, column: int) -> bool:
    return sum(1 for row in grid.rows if _VALUE.match(row[column])) >= 2


def _zh(grid: Grid) -> bool:
    return bool(re.search("[\u4e00-\u9fff]", grid.source))


_SAID = (
    ("{row} 的 {column} 为 {value}。", "{column}一项，{row} 是 {value}。", "{row}：{column} {value}。", "{row} 在 {column} 上为 {value}。"),
    ("The {column} of {row} is {value}.", "{row} has a {column} of {value}.", "With {row}, {column} comes to {value}.", "For {row}, the {column} is {value}."),
)  # fmt: skip


def _said(grid: Grid, row: str, column: str, value: str, draw: random.Random) -> str:
    return draw.choice(_SAID[0] if _zh(grid) else _SAID[1]).format(row=row, column=column, value=value)


_BOTH = (
    ("{a} 与 {b} 的 {column} 分别为 {x} 与 {y}。", "{column}：{a} 为 {x}，{b} 为 {y}。"),
    ("The {column} of {a} and {b} is {x} and {y}, respectively.", "{column} is {x} for {a} and {y} for {b}."),
)


def _sides(grid: Grid, column: int, draw: random.Random) -> Iterator[tuple[str, bool, str]]:
    """The values of two rows side by side, in order or changed about."""
    filled = [row for row in grid.rows if _VALUE.match(row[column])]
    a, b = draw.sample(filled, 2)
    if a[column] == b[column]:
        return
    form = draw.choice(_BOTH[0] if _zh(grid) else _BOTH[1])
    head = grid.header[column]
    yield "cells", True, form.format(a=a[0], b=b[0], column=head, x=a[column], y=b[column])
    yield "pairing", False, form.format(a=a[0], b=b[0], column=head, x=b[column], y=a[column])


def _single(grid: Grid, columns: list[int], draw: random.Random) -> Iterator[tuple[str, bool, str]]:
    for column in columns:
        filled = [row for row in grid.rows if _VALUE.match(row[column])]
        row = draw.choice(filled)
        yield "cell", True, _said(grid, row[0], grid.header[column], row[column], draw)
        strangers = [other for other in filled if other[column] != row[column]]
        if strangers:
            yield "row", False, _said(grid, row[0], grid.header[column], draw.choice(strangers)[column], draw)
        wrong = [
            c
            for c in columns
            if c != column
            and _VALUE.match(row[c])
            and row[c] != row[column]
            and grid.header[c] != grid.header[column]
        ]
        if wrong and not any(row[c] == row[wrong[0]] for c in columns if c != wrong[0]):
            yield "column", False, _said(grid, row[0], grid.header[column], row[wrong[0]], draw)
        yield from _sides(grid, column, draw)


def _number(text: str) -> float | None:
    match = re.fullmatch(r"(-?\d[\d,]*(?:\.\d+)?)\s?([A-Za-z%×/]*)", text)
    return float(match[1].replace(",", "")) if match else None


def _unit(text: str) -> str:
    return re.sub(r"^[-\d,.\s]+", "", text)


def _computed(grid: Grid, columns: list[int], draw: random.Random) -> Iterator[tuple[str, bool, str]]:
    for column in columns:
        pairs = [(row[0], _number(row[column]), _unit(row[column])) for row in grid.rows]
        rows = [(label, value, unit) for label, value, unit in pairs if value is not None and value > 0]
        if len(rows) < 2 or len({unit for _, _, unit in rows}) != 1:
            continue
        (a, x, unit), (b, y, _) = draw.sample(rows, 2)
        assert x is not None
        assert y is not None
        head = grid.header[column]
        if x > y and 1.05 < x / y < 50:
            yield from _ratio(grid, head, a, b, x / y, draw)
        gap = abs(x - y)
        if gap > 0:
            shown = f"{gap:.6g}{unit}"
            yield (
                "difference",
                True,
                (
                    f"{a} 与 {b} 的 {head} 相差 {shown}。"
                    if _zh(grid)
                    else f"The {head} of {a} and {b} differ by {shown}."
                ),
            )
        yield from _extremes(grid, head, rows, draw)


def _ratio(
    grid: Grid, head: str, a: str, b: str, value: float, draw: random.Random
) -> Iterator[tuple[str, bool, str]]:
    form = (
        "{a} 的 {head} 约为 {b} 的 {r:.2f} 倍。"
        if _zh(grid)
        else "The {head} of {a} is about {r:.2f}x that of {b}."
    )
    yield "ratio", True, form.format(a=a, b=b, head=head, r=value)
    yield "ratio", False, form.format(a=a, b=b, head=head, r=value * draw.choice([0.7, 1.4, 2.0]))


def _extremes(
    grid: Grid, head: str, rows: Sequence[tuple[str, float | None, str]], draw: random.Random
) -> Iterator[tuple[str, bool, str]]:
    if len(rows) < 3 or len(rows) != len(grid.rows):
        return
    ordered = sorted(rows, key=lambda row: row[1] or 0.0)
    if ordered[0][1] == ordered[1][1] or ordered[-1][1] == ordered[-2][1]:
        return
    form = "{a} 的 {head} 在表中{word}。" if _zh(grid) else "{a} has the {word} {head} in the table."
    high, low = ("最高", "最低") if _zh(grid) else ("highest", "lowest")
    middle = draw.choice(ordered[1:-1])[0]
    yield "superlative", True, form.format(a=ordered[-1][0], head=head, word=high)
    yield "superlative", True, form.format(a=ordered[0][0], head=head, word=low)
    yield "superlative", False, form.format(a=draw.choice([ordered[0][0], middle]), head=head, word=high)
    yield "superlative", False, form.format(a=draw.choice([ordered[-1][0], middle]), head=head, word=low)


def _whole_rows(grid: Grid, columns: list[int], draw: random.Random) -> Iterator[tuple[str, bool, str]]:
    form = "表中共列出 {n} 行数据。" if _zh(grid) else "The table lists {n} rows."
    rows = len(grid.rows)
    yield "count", True, form.format(n=rows)
    yield "count", False, form.format(n=rows + draw.choice([1, 2, 3]))
    if len(columns) < 2:
        return
    first, second = columns[:2]
    full = [
        row
        for row in grid.rows
        if _VALUE.match(row[first]) and _VALUE.match(row[second]) and row[first] != row[second]
    ]
    if not full:
        return
    row = draw.choice(full)
    heads = grid.header[first], grid.header[second]
    yield "cells", True, _two(grid, row[0], heads, (row[first], row[second]))
    yield "pairing", False, _two(grid, row[0], heads, (row[second], row[first]))
    others = [other for other in full if other[second] != row[second]]
    if others:
        yield "row", False, _two(grid, row[0], heads, (row[first], draw.choice(others)[second]))


def _two(grid: Grid, label: str, heads: tuple[str, str], values: tuple[str, str]) -> str:
    if _zh(grid):
        return f"{label}：{heads[0]} {values[0]}，{heads[1]} {values[1]}。"
    return f"For {label}, {heads[0]} is {values[0]} and {heads[1]} is {values[1]}."
