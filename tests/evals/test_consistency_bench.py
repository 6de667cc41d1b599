"""The bench of inner contradictions: its set, its scores, and what it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.consistency import faults
from evals.bench.consistency import prediction, run, score_row
from evals.bench.consistency_make import SHAPES, make
from evals.bench.given import Row

TEXT = "共 12 篇（训练 5 篇、推理 8 篇）。\n"


def test_the_set_is_the_same_for_a_seed_and_large_enough() -> None:
    rows = make(312, 624, 0)
    assert rows == make(312, 624, 0)
    assert rows != make(312, 624, 1)
    assert sum(bool(row["faults"]) for row in rows) >= 200
    assert sum(not row["faults"] for row in rows) >= 400
    assert len(rows) >= len(SHAPES) * 2


def test_every_expected_place_can_be_found_in_its_text() -> None:
    for row in make(len(SHAPES) * 3, 0, 5):
        for fault in row["faults"]:
            assert fault["quote_a"] in row["text"]
            assert fault["quote_b"] in row["text"]


def test_a_finding_that_quotes_another_place_is_wrong() -> None:
    found = faults(TEXT)
    right = score_row(
        Row({"faults": [{"kind": "total", "quote_a": "共 12 篇", "quote_b": ""}]}, "x:1"), found
    )
    other = score_row(Row({"faults": [{"kind": "total", "quote_a": "别处", "quote_b": ""}]}, "x:1"), found)
    assert right is not None
    assert other is not None
    assert (right.right, right.wrong, right.found, right.missed) == (1, 0, 1, 0)
    assert (other.right, other.wrong, other.found, other.missed) == (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("label", "right", "wrong"), [("faulty", 1, 0), (1, 1, 0), ("clean", 0, 1), (False, 0, 1)]
)
def test_a_label_judges_the_text_as_a_whole(label: object, right: int, wrong: int) -> None:
    score = score_row(Row({"label": label}, "x:1"), faults(TEXT))
    assert score is not None
    assert (score.right, score.wrong) == (right, wrong)


def test_without_answers_only_predictions_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"id": "a", "text": TEXT}) + "\n", encoding="utf-8")
    assert run([str(source), "--out", str(out)]) == 0
    row = json.loads(out.read_text(encoding="utf-8"))
    assert row == prediction({"id": "a"}, faults(TEXT))
    assert capsys.readouterr().out == ""


def test_the_figures_are_printed_as_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in make(52, 104, 3)), encoding="utf-8")
    assert run([str(source), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["bench"] == "consistency"
    assert printed["n"] == 156
    assert printed["pass"]
