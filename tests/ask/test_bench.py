"""The bench of asking: what counts as found and as held, and the form of the question files."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from agent.ask import Citation
from evals.bench import ask as bench
from evals.bench.given import read_rows

DATA = Path(bench.__file__).parents[1] / "data"
ROWS: list[dict[str, Any]] = [
    row for name in ("ask_sample.jsonl", "ask_notes.jsonl") for row in read_rows(DATA / name)
]


@pytest.mark.parametrize(
    ("words", "answer", "held"),
    [
        ("H200 1.3× / **B300** 2.15×", "2.15", True),
        ("report 20260618T122743", "12", False),
        ("Triton: 624.529124", "624.52", True),
        ("每周安装量约 200 万次", "200 万", True),
        ("进入 维护模式", "维护 模式", True),
        ("1.93×", "93", False),
        ("latency 3.5 ms", "3", False),
        ("it has 3, and more", "3", True),
    ],
)
def test_an_answer__is_held_as_a_whole_figure(words: str, answer: str, held: bool) -> None:
    assert bench._holds(words, answer) is held


def test_a_place__is_the_same_under_a_longer_path() -> None:
    cited = Citation(
        path="a/b.md", start_line=3, end_line=5, date=dt.date(2026, 10, 10), contributor="a", quote="x"
    )
    assert bench._same_place(cited, {"path": "b.md", "start_line": 5, "end_line": 9})
    assert not bench._same_place(cited, {"path": "b.md", "start_line": 6, "end_line": 9})
    assert not bench._same_place(cited, {"path": "c.md", "start_line": 3, "end_line": 3})


def test_the_questions__are_as_many_of_each_kind_as_were_asked_for() -> None:
    kinds = Counter(kind for row in ROWS for kind in row["kinds"])
    answerable = sum(row["answerable"] for row in ROWS)
    assert answerable >= 80
    assert len(ROWS) - answerable >= 40
    assert kinds["cross"] >= 30
    assert kinds["table"] >= 20
    assert kinds["two"] >= 15
    assert kinds["disagree"] >= 10
    assert sum(row["blind"] for row in ROWS) >= len(ROWS) // 4
    assert len({row["id"] for row in ROWS}) == len(ROWS)
