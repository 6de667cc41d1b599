"""What every benchmark prints, and how it ends.

A benchmark is `run(argv) -> int`: it parses its arguments (`given`), fills a `Result`, and ends with
`finish(result, as_json=...)`, which prints it and returns the exit code (0 when every target is met, 1 when
not). `command(run)` is what the module does when it is run: bad input is one sentence, with the code of `errors`.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict

from agent.errors import BadInput, RedlineError

Bound = tuple[Literal[">=", "<="], float]
Row = TypeVar("Row")


class Result(BaseModel):
    """One run of a benchmark, in the form that `--json` prints."""

    model_config = ConfigDict(extra="forbid")

    bench: str
    n: int
    metrics: dict[str, float | None]
    targets: dict[str, Bound]
    seconds: float
    peak_mb: float
    seed: int = 0
    notes: dict[str, Any] = {}
    """Intervals, groups, what was skipped: for people, not for gates."""

    def misses(self) -> list[str]:
        """Names of the targets that are not met; a metric that is absent misses its target."""
        return [name for name, bound in self.targets.items() if not _meets(self.metrics.get(name), bound)]


def _meets(value: float | None, bound: Bound) -> bool:
    if value is None:
        return False
    sign, limit = bound
    return value >= limit if sign == ">=" else value <= limit


class Clock:
    """Wall time and peak memory of a run."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def seconds(self) -> float:
        """Seconds since the clock was made."""
        return round(time.perf_counter() - self._start, 3)

    @staticmethod
    def peak_mb() -> float:
        """Greatest resident memory of this process, in MB of 10^6 bytes."""
        return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6, 1)


def command(run: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run a benchmark with the arguments of the command line, and leave with its exit code."""
    try:
        code = run(sys.argv[1:])
    except RedlineError as error:
        print(" ".join(filter(None, (str(error), error.hint))), file=sys.stderr)
        code = error.exit_code
    sys.exit(code)


def finish(result: Result, *, as_json: bool) -> int:
    """Print a result as one JSON object or as a table; return 0 when every target is met."""
    misses = result.misses()
    with _read_as_far_as_wanted():
        if as_json:
            print(json.dumps({**result.model_dump(), "pass": not misses}, ensure_ascii=False))
        else:
            _print_table(result, misses)
    return int(bool(misses))


def _print_table(result: Result, misses: Sequence[str]) -> None:
    print(f"{result.bench}: n={result.n}, {result.seconds} s, peak {result.peak_mb} MB")
    for name, value in result.metrics.items():
        shown = "n/a" if value is None else f"{value:.4g}"
        bound = result.targets.get(name)
        goal = (
            ""
            if bound is None
            else f"  target {bound[0]} {bound[1]}  {'MISSED' if name in misses else 'met'}"
        )
        print(f"  {name:<28}{shown:>10}{goal}")
    for name, note in result.notes.items():
        print(f"  ({name}: {note})")


@contextmanager
def _read_as_far_as_wanted() -> Iterator[None]:
    """Lets a reader of the output close it early (`| head`): what is left unread is not an error.

    Standard output goes to the null device afterwards, so that the interpreter, which flushes it at
    its end, does not fail there either (Python documentation, `signal`, note on SIGPIPE).
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def write_rows(path: Path | None, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write raw predictions, one object a line, so that another scorer can recompute every figure."""
    if path is None:
        return
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    try:
        with suppress(BrokenPipeError):  # a pipe whose reader has seen enough
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from error


def bootstrap(
    groups: Sequence[Sequence[Row]],
    score: Callable[[list[Row]], float | None],
    *,
    seed: int = 0,
    rounds: int = 1000,
) -> tuple[float, float] | None:
    """95% percentile interval of `score`, drawing whole groups (documents, sources) with replacement.

    Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapter 13; groups are drawn whole
    since rows of one document are not independent.
    """
    draw = random.Random(seed)  # noqa: S311  (resampling, not secrecy)
    values: list[float] = []
    for _ in range(rounds):
        sample = [row for _ in groups for row in groups[draw.randrange(len(groups))]]
        value = score(sample)
        if value is not None:
            values.append(value)
    if not values:
        return None
    values.sort()
    return values[int(0.025 * len(values))], values[min(len(values) - 1, int(0.975 * len(values)))]
