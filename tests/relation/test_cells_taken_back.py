"""A cell whose figure a sentence takes back, the unit standing in the cell or in the head; a fix that arrives."""

from __future__ import annotations

import pytest

from agent.document import parse
from agent.relation import Said, cells_turned, judge, lines_of, relation_of_texts

BOARDS = """# Boards

| Board | Cores | Bandwidth (GB/s) | Price (€) |
|---|---|---|---|
| Heron B2 | 8 | 34 | 129 |
| Plover | 4 | 12 | 49 |

## Vulnerabilities

| Advisory | Package | Fixed in | Severity |
|---|---|---|---|
| CVE-2026-51007 | archlib | none yet | high |

## Papers

| arXiv | Title | Gain |
|---|---|---|
| 2605.01919 | SeqLoom | 31% of the runs succeed |
"""
SAID = Said(lines_of(parse(BOARDS.encode())))


def turned(text: str) -> list[tuple[str, str]]:
    return [(cell.old, cell.new) for line in SAID.lines for cell in cells_turned(text, line)]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Heron B2 的带宽为 38 GB/s（此前公布为 34 GB/s）。", ("34", "38")),
        ("Heron B2 now costs 119 € (it was 129 € before).", ("129", "119")),
        ("The Plover has a bandwidth of 14 GB/s, not 12 GB/s.", ("12", "14")),
        ("Plover's price: 45 €, was 49 €.", ("49", "45")),
        ("Plover 现为 45 €，此前记为 49 €。", ("49", "45")),
        ("archlib 3.4.2 closes CVE-2026-51007 and drops Python 3.8.", ("none yet", "3.4.2")),
        ("archlib 3.4.2 修复了 CVE-2026-51007。", ("none yet", "3.4.2")),
    ],
)
def test_cells_turned(text: str, cell: tuple[str, str]) -> None:
    assert turned(text) == [cell]


@pytest.mark.parametrize(
    "text",
    [
        "Heron B2 costs 119 €, and Plover was 49 € before.",
        "Heron B2 was tested before 34 of its siblings.",
        "archlib 3.4.2-rc1 closes CVE-2026-51007.",
        "archlib 3.4.2 does not close CVE-2026-51007.",
    ],
    ids=["two rows", "nothing taken back", "a candidate", "denied"],
)
def test_cells_turned__nothing(text: str) -> None:
    assert turned(text) == []


def test_judge__a_work_with_an_id_of_its_own_extends_no_other_work() -> None:
    text = "2610.03107 LoopWeaver: 44% of the runs succeed"
    assert judge(text, SAID).relation == "new"
    assert judge(text.replace("2610.03107 LoopWeaver", "2605.01919 SeqLoom"), SAID).relation != "new"


def test_judge__sentences_that_the_document_has_each_are_covered_together() -> None:
    said = Said(
        lines_of(
            parse(
                b"# A\n\n- Backups run at 02:00 UTC and are kept for 35 days.\n\n- LMDB 0.9.33 is memory mapped, with one writer.\n"
            )
        )
    )
    text = "Backups run at 02:00 UTC and are kept for 35 days. LMDB 0.9.33 is memory mapped, with one writer."
    assert judge(text, said).relation == "covered"
    assert judge(text.replace("one writer", "9 writers"), said).relation != "covered"


def test_relation__rows_that_a_table_has_make_nothing_of_a_new_row_known() -> None:
    head = ("Board", "Cores", "Bandwidth (GB/s)", "Price (€)")
    rows = {
        " | ".join(row): (head, row) for row in [("Plover", "4", "12", "49"), ("Avocet", "6", "20", "79")]
    }
    assert relation_of_texts(list(rows), SAID, rows=rows).relation == "new"
    assert relation_of_texts(list(rows)[:1], SAID, rows=rows).relation == "covered"


def test_cells_turned__the_figure_of_a_name_is_no_value_and_a_size_in_the_head_counts() -> None:
    table = "# D\n\n| 设备 | 载重 (kg) | 价格 (万元) |\n|---|---|---|\n| 青牛 T20 | 20 | 4.2 |\n"
    said = Said(lines_of(parse(table.encode())))
    for text, cell in [
        ("青牛 T20 降价至 3.9 万元（此前标价为 4.2 万元）。", ("4.2", "3.9")),
        ("Its payload grew from 20 kg to 25 kg.", ("20", "25")),
    ]:
        found = [one for line in said.lines for one in cells_turned(text, line, about="青牛 T20")]
        assert [(one.old, one.new) for one in found] == [cell]


ENGINES = Said(
    lines_of(
        parse(
            b"# Engines\n\n| engine | version | release date | remark |\n|---|---|---|---|\n"
            b"| Heron | v0.26.0 | 2026-06-30 | our default |\n| Plover | 1.4 | 2026-05 | small models |\n"
        )
    )
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (
            "Heron v0.27.0 was released on 10 August 2026 with 412 commits.",
            [("v0.26.0", "v0.27.0"), ("2026-06-30", "2026-08-10")],
        ),
        ("Heron v0.27.0 is out.", [("v0.26.0", "v0.27.0"), ("2026-06-30", "—")]),
        ("Plover 1.5 came on 2026-08-10.", [("1.4", "1.5"), ("2026-05", "2026-08-10")]),
    ],
    ids=["a day", "no day", "a day for a month"],
)
def test_cells_turned__the_day_of_a_version_goes_with_it(text: str, cells: list[tuple[str, str]]) -> None:
    assert [(cell.old, cell.new) for line in ENGINES.lines for cell in cells_turned(text, line)] == cells


@pytest.mark.parametrize("text", ["Heron V1 is the new core.", "Heron v1 以连续批处理为基线。"])
def test_cells_turned__a_number_alone_is_no_version_of_what_has_a_point_in_its(text: str) -> None:
    assert not [cell for line in ENGINES.lines for cell in cells_turned(text, line)]
