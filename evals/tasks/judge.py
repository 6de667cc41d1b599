"""The judge as a task: labelled rows, on which its agreement with people is measured, and the drafts of a run."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from evals.judge import Grade, Judged, findings, grade, labelled
from evals.models import model_of, on_this_loop
from evals.record import CaseScore
from evals.scorers.common import as_score, shares

SHOWN, SAID = "shown", "said"


@task
def judge(name: str) -> Task:
    """The labelled rows alone, with the model of that name."""
    return judge_task(name, labelled())


def judge_task(name: str, rows: Sequence[Judged]) -> Task:
    """A task of one sample a row; a row with a label measures the judge, one without is measured by it."""
    samples = [
        Sample(id=row.id, input=row.draft, metadata={SHOWN: row.model_dump(mode="json")}) for row in rows
    ]
    return Task(name="judge", dataset=MemoryDataset(samples), solver=_asking(name), scorer=judged())


def _asking(name: str) -> Solver:
    @solver
    def asking() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 (Inspect's signature)
            on_this_loop()
            said = await anyio.to_thread.run_sync(_said, name, Judged.model_validate(state.metadata[SHOWN]))
            state.store.set(SAID, said if isinstance(said, str) else said.model_dump(mode="json"))
            told = said if isinstance(said, str) else said.model_dump_json()
            state.output = ModelOutput.from_content(name, told)
            return state

        return solve

    return asking()


def _said(name: str, shown: Judged) -> Grade | str:
    with tempfile.TemporaryDirectory(prefix="redline-judge-") as place:
        return grade(model_of(name, Path(place)), shown)


@scorer(metrics=[shares()])
def judged() -> Scorer:
    """Agreement on labelled rows; fluency, fit and usefulness of drafts."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 (Inspect fixes the signature)
        shown = Judged.model_validate(state.metadata[SHOWN])
        held = state.store.get(SAID)
        said = held if isinstance(held, str) else Grade.model_validate(held)
        return as_score(CaseScore(suite="judge", case=shown.id, findings=tuple(findings(shown, said))))

    return score
