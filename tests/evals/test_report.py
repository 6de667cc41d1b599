"""What every bench prints, also into a pipe that its reader has closed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.errors import BadInput
from evals.bench.report import Result, command, finish, write_rows


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


def test_rows_that_cannot_be_written_are_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        write_rows(tmp_path / "none" / "rows.jsonl", [{"id": 1}])


def test_a_command_ends_with_its_code__and_tells_bad_input_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as end:
        command(lambda _: 1)
    assert end.value.code == 1

    def fails(_: object) -> int:
        raise BadInput("It is wrong.", "Mend it.")

    with pytest.raises(SystemExit) as end:
        command(fails)
    assert end.value.code == BadInput.exit_code
    assert capsys.readouterr().err == "It is wrong. Mend it.\n"
