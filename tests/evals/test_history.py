"""Runs that landed: one a line, oldest first; a damaged line is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import BadInput
from evals.history import HISTORY, append, history, last_of
from evals.record import Run, Share, SuiteFigures


def run(started: str, code: str = "c", suite: str = "fidelity") -> Run:
    figures = SuiteFigures(
        suite=suite,
        cases=2,
        figures={"found": 0.5},
        shares={"found": Share(right=1, of=2)},
        groups={"found": {"date": Share(right=1, of=2)}},
    )
    return Run(started=started, code=code, writer="offline/1", suites=(figures,))


def test_history__what_landed_comes_back_oldest_first_without_its_kinds(tmp_path: Path) -> None:
    path = tmp_path / "scores" / "history.jsonl"
    append(run("2026-10-13", "b"), path)
    append(run("2026-10-12", "a"), path)
    assert [one.started for one in history(path)] == ["2026-10-12", "2026-10-13"]
    assert history(path)[0].suites[0].shares["found"].of == 2
    assert history(path)[0].suites[0].groups == {}


def test_history__the_same_code_landed_twice_is_one_run(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    append(run("2026-10-12"), path)
    append(run("2026-10-13"), path)
    append(run("2026-10-14", suite="bench.night"), path)
    assert [one.started for one in history(path)] == ["2026-10-13", "2026-10-14"]


def test_last__the_newest_run_that_has_the_suite(tmp_path: Path) -> None:
    runs = (run("2026-10-12"), run("2026-10-13", "b"), run("2026-10-14", suite="bench.night"))
    found = last_of("fidelity", runs)
    assert found is not None
    assert found[0].started == "2026-10-13"
    assert last_of("bench.cost", runs) is None


def test_history__a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text('{"started": 1}\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"history\.jsonl:1 is no run"):
        history(path)
    assert history(tmp_path / "gone.jsonl") == ()


def test_history__of_the_repository_can_be_read() -> None:
    assert [one.started for one in history(HISTORY)] == sorted(one.started for one in history(HISTORY))
