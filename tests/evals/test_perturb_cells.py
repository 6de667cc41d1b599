"""Claims that are made of the cells of a table: each is true exactly when it is called so."""

from __future__ import annotations

import random
import re

import pytest

from evals.bench.perturb.cells import cell_claims
from evals.bench.perturb.passages import Grid

SEEDS = range(60)
GRIDS = {
    "zh": ("表中各引擎的结果", "引擎", "延迟", "吞吐"),
    "en": ("Results by engine", "engine", "latency", "throughput"),
}
ROWS = (
    ("KestrelRT", "21 ms", "412 tok/s"),
    ("MarlisX", "35 ms", "388 tok/s"),
    ("Veltra", "47 ms", "903 tok/s"),
)
SAID = {
    "zh": re.compile(r"(?P<row>\w+) 的 (?P<column>\S+) 为 (?P<value>.+)。"),
    "en": re.compile(r"The (?P<column>\w+) of (?P<row>\w+) is (?P<value>.+)\."),
}


def grid(language: str) -> Grid:
    head, *header = GRIDS[language]
    lines = [head, "|".join(header), *("|".join(row) for row in ROWS)]
    return Grid("note.md", "\n".join(lines), tuple(header), ROWS)


def table_claims(language: str) -> list[tuple[str, bool, str]]:
    here = grid(language)
    return sorted({claim for seed in SEEDS for claim in cell_claims(here, random.Random(seed))})


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_said_of_one_cell_is_true_exactly_when_it_is_called_so(language: str) -> None:
    cells = {
        (row[0], column): value
        for row in ROWS
        for column, value in zip(GRIDS[language][2:], row[1:], strict=True)
    }
    tried = set()
    for kind, faithful, text in table_claims(language):
        said = SAID[language].fullmatch(text)
        if said is None or said["value"] not in cells.values():
            continue
        tried.add(kind)
        assert (cells[said["row"], said["column"]] == said["value"]) is faithful
        if kind == "row":
            assert said["value"] in {v for (_, column), v in cells.items() if column == said["column"]}
        if kind == "column":
            assert said["value"] in {v for (row, _), v in cells.items() if row == said["row"]}
    assert tried == {"cell", "row", "column"}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_said_of_a_row_is_true_exactly_when_it_is_called_so(language: str) -> None:
    rows = {(row[0], row[1], row[2]) for row in ROWS}
    values = r"(\d+ (?:ms|tok/s))"
    form = {
        "zh": rf"(\w+)：延迟 {values}，吞吐 {values}。",
        "en": rf"For (\w+), latency is {values} and throughput is {values}\.",
    }[language]
    tried = set()
    for kind, faithful, text in table_claims(language):
        said = re.fullmatch(form, text)
        if said is not None:
            tried.add(kind)
            assert (said.groups() in rows) is faithful
    assert tried == {"cells", "row", "pairing"}


@pytest.mark.parametrize(("language", "high", "low"), [("zh", "最高", "最低"), ("en", "highest", "lowest")])
def test_an_extreme_is_true_exactly_when_it_is_called_so(language: str, high: str, low: str) -> None:
    _, _, latency, throughput = GRIDS[language]
    extremes = {
        (latency, high): "Veltra",
        (latency, low): "KestrelRT",
        (throughput, high): "Veltra",
        (throughput, low): "MarlisX",
    }
    found = [(faithful, text) for kind, faithful, text in table_claims(language) if kind == "superlative"]
    assert {faithful for faithful, _ in found} == {True, False}
    for faithful, text in found:
        (winner,) = [name for (column, word), name in extremes.items() if column in text and word in text]
        assert text.startswith(winner) is faithful


@pytest.mark.parametrize("language", ["zh", "en"])
def test_ratios_differences_and_counts_of_rows_are_true_when_they_are_called_so(language: str) -> None:
    column = {head: n for n, head in enumerate(GRIDS[language][1:])}
    values = {(row[0], head): float(row[n].split()[0]) for row in ROWS for head, n in column.items() if n}
    tried = set()
    for kind, faithful, text in table_claims(language):
        if kind not in {"ratio", "difference", "count"}:
            continue
        tried.add((kind, faithful))
        number = float(re.findall(r"\d+(?:\.\d+)?", text)[-1])
        if kind == "count":
            assert (number == len(ROWS)) is faithful
            continue
        head = next(head for head in GRIDS[language][2:] if head in text)
        a, b = re.findall("KestrelRT|MarlisX|Veltra", text)
        x, y = values[a, head], values[b, head]
        right = abs(x / y - number) < 0.01 if kind == "ratio" else abs(x - y) == number
        assert right is faithful
    assert tried == {
        ("ratio", True),
        ("ratio", False),
        ("difference", True),
        ("count", True),
        ("count", False),
    }


def test_a_table_whose_rows_share_a_name_is_left_alone() -> None:
    here = grid("zh")
    twins = Grid(here.note, here.source, here.header, (*ROWS, ("KestrelRT", "22 ms", "400 tok/s")))
    assert list(cell_claims(twins, random.Random(0))) == []
