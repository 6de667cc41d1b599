"""Gathers what the page shows: the run, earlier ones, landed scores, plain alternatives, shadows, people's decisions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from agent.errors import RedlineError
from agent.opening import open_workspace
from evals.after import Verdict, verdict_on
from evals.gate import bounds, judged, landed
from evals.golden import GOLDEN, GoldenCase, load_cases
from evals.plain import OVERLAP, overlap
from evals.record import RUN, SCORES, CaseScore, Run, figures_of, read_run
from evals.report.page import Material
from evals.running import NIGHTS, RUNS
from evals.scorers.coverage import score as coverage
from evals.scorers.night import PARTS, SAFE
from evals.shadow.writing import read_shadow
from evals.staging import offline

PLAIN = "plain"
"""Folder of the runs of plain alternatives, in a run's."""


def material_of(folder: Path, cases: Path | None, shadows: Sequence[Path], workspace: Path) -> Material:
    """What a page on the run of a folder is made of; raises `BadInput` where there is no run."""
    run, scores = read_run(folder)
    golden = load_cases(cases or GOLDEN)
    ours = cases is None and run.writer == offline().name
    before, least = (landed(), bounds()) if ours else ({}, {})
    others, other_runs = _others(folder / PLAIN, golden, scores)
    return Material(
        run=run,
        scores=scores,
        cases=golden,
        nights=folder / NIGHTS,
        harmful=SAFE,
        landed=before,
        bounds=least,
        gate=judged(run, scores, before, least),
        history=_history(folder / RUNS, run),
        others=others,
        other_runs=other_runs,
        shadows=tuple(read_shadow(one) for one in shadows),
        verdict=_verdict(workspace),
    )


def _history(folder: Path, run: Run) -> tuple[Run, ...]:
    """Runs of the same writer on as many cases, oldest first, the given one last."""
    found = [read_run(path.parent)[0] for path in folder.glob(f"*/{RUN}") if (path.parent / SCORES).is_file()]
    alike = [one for one in found if one.writer == run.writer and _size(one) == _size(run)]
    earlier = [one for one in alike if one.started < run.started]
    return (*sorted(earlier, key=lambda one: one.started), run)


def _size(run: Run) -> int:
    return max((suite.cases for suite in run.suites if not suite.suite.startswith("bench.")), default=0)


def _others(
    folder: Path, golden: Sequence[GoldenCase], scores: Sequence[CaseScore]
) -> tuple[dict[str, tuple[CaseScore, ...]], tuple[Run, ...]]:
    """Scores of the plain alternatives: those that were run, and word overlap, which costs nothing, in any case."""
    played = {score.case for score in scores}
    cases = [case for case in golden if case.id in played]
    began = time.perf_counter()
    made = _overlap_scores(cases)
    spent = time.perf_counter() - began
    carried = figures_of("coverage", [score for score in made if score.suite == "coverage"], spent)
    found: dict[str, tuple[CaseScore, ...]] = {OVERLAP: tuple(made)}
    runs = [Run(started="", code="", writer=OVERLAP, suites=(carried,), seconds=spent)]
    for path in sorted(folder.glob(f"*/{RUN}")):
        run, scored = read_run(path.parent)
        if run.writer != OVERLAP:
            runs.append(run)
            found[run.writer] = scored
    return found, tuple(runs)


def _overlap_scores(cases: Sequence[GoldenCase]) -> list[CaseScore]:
    parts = {**PARTS, "coverage": coverage}
    made = []
    for case in cases:
        drafted = overlap(case)
        made += [
            CaseScore(suite=suite, case=case.id, findings=tuple(score(case, drafted)))
            for suite, score in parts.items()
        ]
    return made


def _verdict(folder: Path) -> Verdict | None:
    """What people made of the nights of the workspace around a folder; None where there is none, or nothing decided."""
    try:
        repository, settings = open_workspace(folder)
        made = verdict_on(repository, settings, None, None)
    except RedlineError:
        return None
    return made if made.decided else None
