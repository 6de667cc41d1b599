"""What every bench prints, also into a pipe that its reader has closed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from evals.bench.report import Result, finish, read_rows, write_rows


def result(recall: float) -> Result:
    return Result(
        bench="toy",
        n=3,
        metrics={"recall": recall, "other": None},
        targets={"recall": (">=", 0.9)},
        seconds=0.1,
        peak_mb=1.0,
        notes={"long": "x" * 200_000},
    )


@pytest.fixture
def closed_pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Standard output is a pipe that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        yield
        monkeypatch.undo()


@pytest.mark.usefixtures("closed_pipe")
@pytest.mark.parametrize("as_json", [True, False])
def test_a_reader_that_has_seen_enough_is_no_error(as_json: bool) -> None:
    assert finish(result(0.95), as_json=as_json) == 0
    assert finish(result(0.5), as_json=as_json) == 1


@pytest.mark.usefixtures("closed_pipe")
def test_rows_for_a_reader_that_has_seen_enough_are_no_error() -> None:
    write_rows(Path(f"/dev/fd/{sys.stdout.fileno()}"), [{"id": 1}])


@pytest.mark.parametrize(("recall", "code"), [(0.9, 0), (0.89, 1)])
def test_the_exit_code_says_whether_every_target_is_met(
    recall: float, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert finish(result(recall), as_json=True) == code
    assert json.loads(capsys.readouterr().out)["pass"] is not bool(code)


def test_the_table_tells_metrics_targets_and_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    finish(result(0.5), as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("toy: n=3")
    assert "target >= 0.9  MISSED" in lines[1]
    assert lines[2].split() == ["other", "n/a"]


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    rows = [{"id": "一", "n": 1}, {"id": "b", "n": None}]
    write_rows(tmp_path / "rows.jsonl", rows)
    assert list(read_rows(tmp_path / "rows.jsonl")) == rows


@pytest.mark.parametrize("line", ["{", "[1]"])
def test_a_line_that_is_not_one_object_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"id": 1}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"rows\.jsonl:2: "):
        list(read_rows(file))
