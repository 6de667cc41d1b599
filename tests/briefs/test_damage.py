"""The real brief in other habits and other damage is still the same brief."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.briefs import read_brief
from tests.briefs.strategies import without_lines

REAL = Path(__file__).parents[3] / "shared" / "brief" / "e1-inference-2026-09-25.md"

pytestmark = pytest.mark.skipif(not REAL.is_file(), reason=f"the real brief is not at {REAL}")

TEXT = REAL.read_text(encoding="utf-8") if REAL.is_file() else ""
ROWS = TEXT.split("\n")
PART = re.compile(r"[一二三四五六]、|状态摘要$")
ENTRY = re.compile(r"增量 \d：|矛盾/待核实 .：")
PARTS = ("summary", "sources", "increments", "doubts", "citables", "no_news", "priorities", "footer")


def read_as(rows: list[str]) -> dict[str, object]:
    dumped = without_lines(read_brief("\n".join(rows)).model_dump(mode="json"))
    assert isinstance(dumped, dict)
    return dumped


def marked(row: str) -> str:
    if PART.match(row):
        return f"## {row}"
    return f"### {row}" if ENTRY.match(row) else row


@pytest.fixture(scope="module")
def real() -> dict[str, object]:
    return read_as(ROWS)


def test_with_marks_on_its_headings(real: dict[str, object]) -> None:
    assert read_as([f"# {ROWS[0]}", *map(marked, ROWS[1:])]) == real


def test_with_bold_headings(real: dict[str, object]) -> None:
    assert read_as([f"**{row}**" if PART.match(row) or ENTRY.match(row) else row for row in ROWS]) == real


def test_with_a_blank_line_after_every_line_that_is_no_row(real: dict[str, object]) -> None:
    spaced = [line for row in ROWS for line in ([row] if "|" in row else [row, ""])]
    assert read_as(spaced) == real


def test_with_bullets_of_another_kind_and_ascii_colons_after_fields(real: dict[str, object]) -> None:
    changed = [
        re.sub(r"^- ", "* ", re.sub(r"^(来源|URL|可信度|建议归入章节)：", r"\1: ", row)) for row in ROWS
    ]
    assert read_as(changed) == real


@pytest.mark.parametrize("missing", ["状", "一", "三", "四", "五", "六"])
def test_without_one_part_the_others_are_whole(missing: str, real: dict[str, object]) -> None:
    start = next(at for at, row in enumerate(ROWS) if PART.match(row) and row.startswith(missing))
    ends = [at for at in range(start + 1, len(ROWS)) if PART.match(ROWS[at]) or "自动生成" in ROWS[at]]
    left = read_as(ROWS[:start] + ROWS[ends[0] :])
    name = dict(zip("状一二三四五六", PARTS, strict=False))[missing]
    assert left[name] == []
    others = [part for part in PARTS if part not in {name, "increments"}]
    assert {part: left[part] for part in others} == {part: real[part] for part in others}
    assert isinstance(left["increments"], list)
    assert len(left["increments"]) == 5


def test_with_its_priorities_and_increments_in_another_order(real: dict[str, object]) -> None:
    heads = [at for at, row in enumerate(ROWS) if row.startswith("增量 ")]
    bounds = [*heads, next(at for at, row in enumerate(ROWS) if row.startswith("三、"))]
    chunks = [ROWS[a:b] for a, b in pairwise(bounds)]
    turned = [*ROWS[: heads[0]], *[row for chunk in reversed(chunks) for row in chunk], *ROWS[bounds[-1] :]]
    table = next(at for at, row in enumerate(turned) if row.startswith("| 优先级")) + 2
    turned[table : table + 7] = reversed(turned[table : table + 7])
    again = read_as(turned)
    assert isinstance(again["increments"], list)
    assert isinstance(real["increments"], list)
    assert list(reversed(again["increments"])) == real["increments"]


@given(st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None)
def test_with_rows_broken_at_any_pipe(dice: random.Random) -> None:
    broken: list[str] = []
    for row in ROWS:
        pipes = [at for at, char in enumerate(row) if char == "|" and 0 < at < len(row) - 1]
        if row.startswith("| ") and pipes and dice.random() < 0.4:
            at = dice.choice(pipes)
            broken += [row[: at + 1], row[at + 1 :]] if dice.random() < 0.5 else [row[:at], row[at:]]
        else:
            broken.append(row)
    assert read_as(broken) == read_as(ROWS)
