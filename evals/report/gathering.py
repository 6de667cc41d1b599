"""Gathers what the page shows: the run, earlier ones, landed scores, plain alternatives, shadows, people's decisions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from agent.errors import RedlineError
from agent.opening import open_workspace
from evals.after import Verdict, verdict_on
from evals.drafted import Drafted
from evals.gate import bounds, judged, landed
from evals.golden import GOLDEN, GoldenCase, load_cases
from evals.history import history, key_of
from evals.plain import OVERLAP, REWRITE, overlap, recorded
from evals.record import RUN, SCORES, CaseScore, Run, figures_of, golden_cases, read_run
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
    kept = history()
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
        history=_history(folder / RUNS, run, kept if ours else ()),
        kept=kept,
        others=others,
        other_runs=(*other_runs, *_writers(folder / RUNS, run)),
        shadows=tuple(read_shadow(one) for one in shadows),
        verdict=_verdict(workspace),
    )


def _at_hand(folder: Path) -> list[Run]:
    """The runs whose records lie in a folder, oldest first."""
    found = [read_run(path.parent)[0] for path in folder.glob(f"*/{RUN}") if (path.parent / SCORES).is_file()]
    return sorted(found, key=lambda one: one.started)


def _writers(folder: Path, run: Run) -> tuple[Run, ...]:
    """The newest run of each other writer on as many cases, for its cost."""
    alike = [one for one in _at_hand(folder) if golden_cases(one) == golden_cases(run)]
    return tuple({one.writer: one for one in alike if one.writer != run.writer}.values())


def _history(folder: Path, run: Run, kept: Sequence[Run]) -> tuple[Run, ...]:
    """Runs of the same writer on as many cases, those that landed and those at hand, oldest first, the given one last.

    Of several of one code and the same suites the newest counts.
    """
    alike = [
        one
        for one in (*_at_hand(folder), *kept)
        if one.writer == run.writer and golden_cases(one) == golden_cases(run) and one.started < run.started
    ]
    newest = {key_of(one): one for one in sorted(alike, key=lambda one: one.started)}
    newest.pop(key_of(run), None)
    return (*sorted(newest.values(), key=lambda one: one.started), run)


def _others(
    folder: Path, golden: Sequence[GoldenCase], scores: Sequence[CaseScore]
) -> tuple[dict[str, tuple[CaseScore, ...]], tuple[Run, ...]]:
    """Scores of the plain alternatives: those that were run, and those that cost nothing in any case.

    These are word overlap, and what a large model was recorded to write.
    """
    played = {score.case for score in scores}
    cases = [case for case in golden if case.id in played]
    began = time.perf_counter()
    plain = [overlap(case) for case in cases]
    found = {OVERLAP: _scored(plain, cases)}
    runs = [_run_of(OVERLAP, found[OVERLAP], plain, time.perf_counter() - began)]
    for path in sorted(folder.glob(f"*/{RUN}")):
        run, scored = read_run(path.parent)
        if run.writer != OVERLAP:
            runs.append(run)
            found[run.writer] = scored
    if not any(name.startswith(REWRITE) for name in found) and (anew := recorded(cases)):
        name = anew[0].writer
        found[name] = _scored(anew, cases)
        runs.append(_run_of(name, found[name], anew, 0.0))
    return found, tuple(runs)


def _scored(drafts: Sequence[Drafted], cases: Sequence[GoldenCase]) -> tuple[CaseScore, ...]:
    parts = {**PARTS, "coverage": coverage}
    labelled = {case.id: case for case in cases}
    return tuple(
        CaseScore(suite=suite, case=one.case, findings=tuple(score(labelled[one.case], one)))
        for one in drafts
        for suite, score in parts.items()
    )


def _run_of(name: str, scores: Sequence[CaseScore], drafts: Sequence[Drafted], seconds: float) -> Run:
    """What the page says of an alternative's cost."""
    carried = figures_of("coverage", [score for score in scores if score.suite == "coverage"])
    return Run(
        started="",
        code="",
        writer=name,
        suites=(carried,),
        drafting=seconds,
        tokens_in=sum(one.tokens_in for one in drafts),
        tokens_out=sum(one.tokens_out for one in drafts),
    )


def _verdict(folder: Path) -> Verdict | None:
    """What people made of the nights of the workspace around a folder; None where there is none, or nothing decided."""
    try:
        repository, settings = open_workspace(folder)
        made = verdict_on(repository, settings, None, None)
    except RedlineError:
        return None
    return made if made.decided else None
