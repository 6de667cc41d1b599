"""The benches of `evals.bench` as tasks: each is run as its own command, and its figures are kept as they are."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from agent.errors import BadInput
from evals.suites import BENCHES, ROOT, Bench

FIGURES, NOTE, MET = "figures", "note", "met"

_MISSED = "missed"


@task
def bench(name: str) -> Task:
    """One bench by the name of its suite, such as `bench.routing`."""
    return bench_task(name)


def bench_task(name: str) -> Task:
    """A task of one sample: the whole bench."""
    return Task(
        name=name.replace(".", "-"),
        dataset=MemoryDataset([Sample(id=name, input=f"python -m evals.bench.{BENCHES[name].module}")]),
        solver=_running(BENCHES[name]),
        scorer=result(),
    )


def _running(one: Bench) -> Solver:
    @solver
    def running() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 (Inspect's signature)
            told = await anyio.to_thread.run_sync(run_bench, one)
            state.metadata.update({FIGURES: told[0], NOTE: told[1], MET: not told[1].startswith(_MISSED)})
            state.output = ModelOutput.from_content("bench", json.dumps(told[0], indent=1))
            return state

        return solve

    return running()


def run_bench(one: Bench) -> tuple[dict[str, float | None], str]:
    """Run a bench as a command; its figures, and which targets it missed. Raises `BadInput` where it fails."""
    with tempfile.TemporaryDirectory(prefix="redline-bench-") as place:
        made = str(Path(place) / "made.jsonl")
        if one.maker:
            _command(one.maker[0], _filled(one.maker[1:], one, made))
            arguments = _filled(one.arguments, one, made)
        else:
            arguments = [*_files(one), *one.arguments]
        done = _command(one.module, [*arguments, "--json"])
    try:
        told = json.loads(done.stdout)
        figures = {str(name): value for name, value in told["metrics"].items()}
    except (ValueError, KeyError) as error:
        last = done.stderr.strip().splitlines()[-1:] or ["it printed no result"]
        raise BadInput(f"The bench {one.module} failed: {last[0]}") from error
    missed = [
        f"{name} is {_short(figures.get(name))}, target {sign} {limit}"
        for name, (sign, limit) in told.get("targets", {}).items()
        if not _meets(figures.get(name), sign, limit)
    ]
    return figures, f"{_MISSED}: {'; '.join(missed)}" if missed else "all targets met"


def _short(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.4g}"


def _command(module: str, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"evals.bench.{module}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)  # noqa: S603


def _filled(arguments: Sequence[str], one: Bench, made: str) -> list[str]:
    material = str(one.material[0]) if one.material else ""
    return [argument.format(made=made, material=material) for argument in arguments]


def _files(one: Bench) -> list[str]:
    """Its material; of a folder of rows the files."""
    found: list[str] = []
    for place in one.material:
        rows = sorted(place.glob("*.jsonl")) if place.is_dir() else []
        found.extend(str(path) for path in rows or [place])
    return found


def _meets(value: float | None, sign: str, limit: float) -> bool:
    return value is not None and (value >= limit if sign == ">=" else value <= limit)


@metric
def figures() -> Metric:
    """The figures of the bench as they are."""

    def over(scores: list[SampleScore]) -> dict[str, str | int | float | bool | None]:
        return {
            name: value
            for one in scores
            for name, value in ((one.score.metadata or {}).get(FIGURES) or {}).items()
        }

    return over


@scorer(metrics=[figures()])
def result() -> Scorer:
    """1 when every target is met, 0 when not."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 (Inspect fixes the signature)
        note = str(state.metadata.get(NOTE, ""))
        return Score(
            value=float(state.metadata.get(MET) is True),
            explanation=note,
            metadata={FIGURES: state.metadata.get(FIGURES)},
        )

    return score
