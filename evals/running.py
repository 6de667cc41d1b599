"""One run of evals: suites through Inspect, and a record of what came out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, EvalSample

from evals.agreement import kappas
from evals.drafted import Drafted, given_drafts
from evals.golden import GoldenCase
from evals.judge import RECORDED, labelled, of_draft
from evals.models import cast_of, check_model
from evals.record import LOGS, CaseScore, Finding, Run, SuiteFigures, figures_of, write_run
from evals.scorers.common import DRAFTED
from evals.staging import Cast, Stage, code_hash, keep_given, offline, play_ahead
from evals.suites import BENCHES, GOLDEN_SUITES, chosen
from evals.tasks.benches import FIGURES, MET, NOTE, bench_task
from evals.tasks.golden import drafts_task, nights_task
from evals.tasks.judge import judge_task

NIGHTS, RUNS, ASKED = "nights", "runs", "asked"
"""Folders in a run's: nights played before, records of earlier runs, and recordings of the models that were asked."""
READ_TWICE = 2
RAN = "ran"
"""Figure of cases whose night ended with an error."""


@dataclass(frozen=True)
class Plan:
    """What is to be run, on what, and who plays."""

    suites: tuple[str, ...]
    cases: tuple[GoldenCase, ...]
    cast: Cast
    drafts: tuple[Drafted, ...] = ()
    judge: str = ""
    """Name of the model that judges drafts."""

    @classmethod
    def of(
        cls,
        suites: Sequence[str],
        *,
        models: Sequence[str] = (),
        judge: str = "",
        drafts: Path | None = None,
        cases: tuple[GoldenCase, ...],
    ) -> Plan:
        """A plan from what was asked for; raises `BadInput` for what there is not."""
        wanted = chosen(suites)
        if judge:
            check_model(judge)
        given = given_drafts(drafts, {case.id: case for case in cases}) if drafts else ()
        return cls(wanted, cases, cast_of(models), given, judge)


def run_suites(plan: Plan, out: Path, *, started: str, commit: str = "") -> tuple[Run, tuple[CaseScore, ...]]:
    """Run suites and leave record and logs in `out`, the record also among `out`/runs.

    With drafts the golden suites score those instead of nights. Benches whose material is absent are named
    with the reason, and not run.
    """
    began = time.perf_counter()
    stage = Stage(plan.cast, out / NIGHTS)
    figures: list[SuiteFigures] = []
    scores: list[CaseScore] = []
    used, drafting = (0, 0, 0), 0.0
    golden = [suite for suite in plan.suites if suite in GOLDEN_SUITES]
    if golden:
        if plan.drafts:
            keep_given(plan.drafts, out / NIGHTS)
        elif plan.cast.name == offline().name:
            play_ahead(plan.cases, out / NIGHTS)
        task = (
            drafts_task(golden, plan.drafts, plan.cases)
            if plan.drafts
            else nights_task(golden, plan.cases, stage)
        )
        log, seconds = log_of(task, out)
        made = [score for sample in log.samples or () for score in _scores(sample, golden)]
        note = _note(plan.cases, made)
        figures += [
            figures_of(suite, [score for score in made if score.suite == suite], seconds / len(golden), note)
            for suite in golden
        ]
        scores += made
        used, drafting = _used(log), _drafting(log)
    if "judge" in plan.suites:
        told, made = _judge(plan, stage, out)
        figures.append(told)
        scores += made
    figures += [_bench(name, out) for name in plan.suites if name in BENCHES]
    run = Run(
        started=started,
        code=code_hash(),
        commit=commit,
        writer=", ".join(sorted({draft.writer for draft in plan.drafts})) or stage.cast.name,
        suites=tuple(figures),
        seconds=round(time.perf_counter() - began, 2),
        calls=used[0],
        tokens_in=used[1],
        tokens_out=used[2],
        drafting=drafting,
    )
    write_run(out, run, scores)
    write_run(out / RUNS / started.replace(":", ""), run, scores)
    return run, tuple(scores)


def _note(cases: Sequence[GoldenCase], scores: Sequence[CaseScore]) -> str:
    """What a person should know: labels that were not read twice, nights that failed."""
    unread = [case.id for case in cases if case.read < READ_TWICE]
    failed = {score.case: one.why for score in scores for one in score.findings if one.metric == RAN}
    notes = [f"not read twice: {', '.join(unread)}"] if unread else []
    if failed:
        case, why = next(iter(failed.items()))
        notes.append(f"{len(failed)} failed, first {case}: {why}")
    return "; ".join(notes)


def _judge(plan: Plan, stage: Stage, out: Path) -> tuple[SuiteFigures, list[CaseScore]]:
    """The judge's agreement with labelled rows, and, where one is named, its figures on the drafts of the run."""
    rows = list(labelled())
    if plan.judge:
        drafts = plan.drafts or tuple(stage.drafted(case) for case in plan.cases)
        rows += [row for draft in drafts if (row := of_draft(draft))]
    judge = plan.judge or str(RECORDED)
    log, seconds = log_of(judge_task(judge, rows, out / ASKED / "judge"), out)
    scores = [score for sample in log.samples or () for score in _scores(sample, ["judge"])]
    name = plan.judge or "what a large model was recorded to say"
    made = figures_of("judge", scores, seconds, f"judged by {name}; beside, never inside, the other figures")
    return made.model_copy(update={"figures": {**made.figures, **kappas(made.groups)}}), scores


def log_of(task: Task, out: Path) -> tuple[EvalLog, float]:
    """Run one task, its log in `out`/logs; the log and the seconds that it took."""
    began = time.perf_counter()
    logs = inspect_eval(
        task,
        model=None,
        display="none",
        log_dir=str(out / LOGS),
        log_level="error",
        max_samples=1,
        fail_on_error=False,
        score=True,
    )
    return logs[0], time.perf_counter() - began


def _scores(sample: EvalSample, suites: Sequence[str]) -> list[CaseScore]:
    """The scores of a sample; a night that failed has one wrong finding in each suite."""
    if sample.error is None:
        held = [(score.metadata or {}).get("score") for score in (sample.scores or {}).values()]
        return [CaseScore.model_validate(one) for one in held if one]
    why = sample.error.message.strip().splitlines()[-1]
    failed = Finding(metric=RAN, what="the night", outcome="wrong", why=why)
    return [CaseScore(suite=suite, case=str(sample.id), findings=(failed,)) for suite in suites]


def _used(log: EvalLog) -> tuple[int, int, int]:
    held = [sample.store.get(DRAFTED) or {} for sample in log.samples or ()]
    calls, tokens_in, tokens_out = (
        sum(int(one.get(name, 0)) for one in held) for name in ("calls", "tokens_in", "tokens_out")
    )
    return calls, tokens_in, tokens_out


def _drafting(log: EvalLog) -> float:
    held = [sample.store.get(DRAFTED) or {} for sample in log.samples or ()]
    return round(sum(float(one.get("seconds", 0)) for one in held), 2)


def _bench(name: str, out: Path) -> SuiteFigures:
    absent = BENCHES[name].missing()
    if absent is not None:
        return SuiteFigures(
            suite=name, cases=0, figures={}, note=f"not run: {absent.name} is not at hand (unscored)"
        )
    log, seconds = log_of(bench_task(name), out)
    sample = next(iter(log.samples or ()), None)
    if sample is None or sample.error is not None:
        why = (
            sample.error.message.strip().splitlines()[-1] if sample and sample.error else "there is no sample"
        )
        return SuiteFigures(
            suite=name, cases=0, figures={}, seconds=round(seconds, 2), note=f"failed: {why}", met=False
        )
    return SuiteFigures(
        suite=name,
        cases=1,
        figures=dict(sample.metadata.get(FIGURES) or {}),
        seconds=round(seconds, 2),
        note=str(sample.metadata.get(NOTE, "")),
        met=sample.metadata.get(MET) is True,
    )
