"""Runs that landed: kept in the repository, one a line, so that a fresh clone can draw how the figures went.

Each line is a `Run` without its kinds (`SuiteFigures.groups`), a few kilobytes. Scores case by case are kept of the
last landed run only (`evals/scores/SUITE.json`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from agent.errors import BadInput
from agent.files import write_atomically
from evals.record import Run, SuiteFigures

HISTORY = Path(__file__).parent / "scores" / "history.jsonl"


def history(path: Path = HISTORY) -> tuple[Run, ...]:
    """The runs that landed, oldest first; none where there is no file. Raises `BadInput` for a damaged line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()
    runs: list[Run] = []
    for number, line in enumerate(lines, start=1):
        try:
            runs.append(Run.model_validate_json(line))
        except ValidationError as error:
            raise BadInput(
                f"{path.name}:{number} is no run that landed.", "A line is written by: redline eval --land"
            ) from error
    return tuple(sorted(runs, key=lambda run: run.started))


def append(run: Run, path: Path = HISTORY) -> None:
    """Keep a run among those that landed; one of the same code, writer and suites gives way to it."""
    kept = [one for one in history(path) if key_of(one) != key_of(run)]
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [one.model_dump_json(exclude={"suites": {"__all__": {"groups"}}}) for one in (*kept, run)]
    write_atomically(path, "".join(f"{line}\n" for line in lines).encode())


def key_of(run: Run) -> tuple[str, str, tuple[str, ...]]:
    """What makes a run another one: code, writer, suites."""
    return run.code, run.writer, tuple(suite.suite for suite in run.suites)


def last_of(suite: str, runs: Sequence[Run]) -> tuple[Run, SuiteFigures] | None:
    """The newest run that has figures of a suite, with them; None where none has."""
    found = [(run, one) for run in runs for one in run.suites if one.suite == suite and one.figures]
    return max(found, key=lambda pair: pair[0].started, default=None)
