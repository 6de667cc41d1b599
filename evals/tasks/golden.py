"""Golden cases and given drafts as tasks: the night of each case is run once, and every suite scores it.

`inspect eval evals/tasks/golden.py -T suites=fidelity,caveats` runs them without Redline's own command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from evals.drafted import Drafted, given_drafts
from evals.golden import GOLDEN, GoldenCase, load_cases
from evals.models import on_this_loop
from evals.scorers.caveats import caveats
from evals.scorers.common import CASE, DRAFTED, case_of
from evals.scorers.contradiction import contradiction
from evals.scorers.coverage import coverage
from evals.scorers.editing import editing
from evals.scorers.fidelity import fidelity
from evals.scorers.injection import injection
from evals.scorers.joining import joining
from evals.scorers.night import night
from evals.scorers.novelty import novelty
from evals.scorers.routing import routing
from evals.scorers.trust import trust
from evals.staging import Stage, offline
from evals.suites import GOLDEN_SUITES

SCORERS: Mapping[str, Callable[[], Scorer]] = {
    "fidelity": fidelity,
    "coverage": coverage,
    "caveats": caveats,
    "contradiction": contradiction,
    "injection": injection,
    "novelty": novelty,
    "routing": routing,
    "editing": editing,
    "joining": joining,
    "trust": trust,
    "night": night,
}
Source = Callable[[str, GoldenCase | None], Drafted]
"""The draft of a sample, by its id and case."""


@task
def golden(suites: str = "", cases: str = "", folder: str = "", drafts: str = "") -> Task:
    """The golden cases with the offline writer; names are parted by commas, `drafts` is a file of given drafts."""
    wanted = tuple(suites.split(",")) if suites else GOLDEN_SUITES
    labelled = load_cases(Path(folder) if folder else GOLDEN, tuple(cases.split(",")) if cases else ())
    if drafts:
        return drafts_task(wanted, given_drafts(Path(drafts), {case.id: case for case in labelled}), labelled)
    return nights_task(wanted, labelled, Stage(offline()))


def nights_task(suites: Sequence[str], cases: Sequence[GoldenCase], stage: Stage) -> Task:
    """A task whose drafts come from the nights of the cases."""

    def from_night(_: str, case: GoldenCase | None) -> Drafted:
        assert case is not None, "every sample of this task is made of a case"
        return stage.drafted(case)

    return _task("golden", suites, {case.id: case for case in cases}, from_night)


def drafts_task(suites: Sequence[str], drafts: Sequence[Drafted], cases: Sequence[GoldenCase]) -> Task:
    """A task whose drafts somebody else wrote; the labels are those of the case of the same id, where there is one."""
    given = {drafted.case: drafted for drafted in drafts}
    labelled = {case.id: case for case in cases}
    return _task("drafts", suites, {name: labelled.get(name) for name in given}, lambda name, _: given[name])


def _task(name: str, suites: Sequence[str], cases: Mapping[str, GoldenCase | None], source: Source) -> Task:
    samples = [
        Sample(
            id=identity,
            input=case.tests if case else f"the draft {identity}",
            target=[", ".join(label.words) for label in case.increments] if case else [],
            metadata={CASE: case.model_dump(mode="json", by_alias=True) if case else None},
        )
        for identity, case in cases.items()
    ]
    return Task(
        name=name,
        dataset=MemoryDataset(samples),
        solver=_drafting(source),
        scorer=[SCORERS[suite]() for suite in suites],
    )


def _drafting(source: Source) -> Solver:
    @solver
    def drafting() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 (Inspect's signature)
            on_this_loop()
            drafted = await anyio.to_thread.run_sync(source, str(state.sample_id), case_of(state))
            state.store.set(DRAFTED, drafted.model_dump(mode="json"))
            state.output = ModelOutput.from_content(drafted.writer, _shown(drafted))
            return state

        return solve

    return drafting()


def _shown(drafted: Drafted) -> str:
    """The draft as changed lines, for the viewer."""
    gone = [f"- {line.text}" for line in drafted.removed()]
    return "\n".join([*gone, *(f"+ {line.text}" for line in drafted.added())]) or "(nothing was drafted)"
