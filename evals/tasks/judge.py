"""The judge as a task: labelled rows, on which its agreement with people is measured, and the drafts of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from evals.judge import Grade, Judged, findings, grade, labelled
from evals.models import asked, on_this_loop
from evals.record import CaseScore
from evals.scorers.common import as_score, shares

SHOWN, SAID = "shown", "said"
KEPT = ".redline-evals"
"""Where `inspect eval` keeps what the model says."""


@task
def judge(name: str) -> Task:
    """The labelled rows alone, with the model of that name, or with the recording in a folder."""
    return judge_task(name, labelled(), Path(KEPT) / "judge")


def judge_task(name: str, rows: Sequence[Judged], kept: Path) -> Task:
    """A task of one sample a row; a row with a label measures the judge, one without is measured by it.

    What the model says is kept in a folder, which is a recording.
    """
    samples = [
        Sample(id=row.id, input=row.draft, metadata={SHOWN: row.model_dump(mode="json")}) for row in rows
    ]
    return Task(name="judge", dataset=MemoryDataset(samples), solver=_asking(name, kept), scorer=judged())


def _asking(name: str, kept: Path) -> Solver:
    @solver
    def asking() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 (Inspect's signature)
            on_this_loop()
            said = await anyio.to_thread.run_sync(
                _said, name, kept, Judged.model_validate(state.metadata[SHOWN])
            )
            state.store.set(SAID, said if isinstance(said, str) else said.model_dump(mode="json"))
            told = said if isinstance(said, str) else said.model_dump_json()
            state.output = ModelOutput.from_content(name, told)
            return state

        return solve

    return asking()


def _said(name: str, kept: Path, shown: Judged) -> Grade | str:
    return grade(asked(name, kept, "judge"), shown)


@scorer(metrics=[shares()])
def judged() -> Scorer:
    """Agreement on labelled rows; fluency, fit and usefulness of drafts."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 (Inspect fixes the signature)
        shown = Judged.model_validate(state.metadata[SHOWN])
        held = state.store.get(SAID)
        said = held if isinstance(held, str) else Grade.model_validate(held)
        return as_score(CaseScore(suite="judge", case=shown.id, findings=tuple(findings(shown, said))))

    return score
