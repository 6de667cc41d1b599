"""One self-contained HTML page of a run of evals; it asks for nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader

from agent.report.page import asset, environment
from evals.after import Verdict
from evals.gate import GateReport, Landed
from evals.golden import GoldenCase
from evals.record import CaseScore, Run, SuiteFigures, golden_cases
from evals.report.benches import OTHERS, TRUST, judge_of, missing, told
from evals.report.board import board
from evals.report.pictures import costs, curves, marks
from evals.report.worst import unscored, worst_cases
from evals.shadow.model import SKIPS, Shadow
from evals.shadow.telling import FIGURES
from evals.words import meaning

_W = {
    "lang": "en",
    "skip": "Skip to the content",
    "made": "Made by Redline; this page loads nothing from elsewhere.",
}


@dataclass(frozen=True)
class Material:
    """What a page is made of."""

    run: Run
    scores: tuple[CaseScore, ...]
    cases: tuple[GoldenCase, ...]
    nights: Path
    """Folder of the drafts that were kept."""
    harmful: frozenset[str]
    """Figures of what must never happen."""
    landed: Landed
    bounds: Mapping[str, Mapping[str, float]]
    gate: GateReport
    history: tuple[Run, ...] = ()
    """Runs of the same writer, oldest first, this one last."""
    kept: tuple[Run, ...] = ()
    """Runs that landed, of whatever suites."""
    others: Mapping[str, Sequence[CaseScore]] = field(default_factory=dict)
    """Scores of the plain alternatives, by name."""
    other_runs: tuple[Run, ...] = ()
    """Of the plain alternatives, for their cost."""
    shadows: tuple[Shadow, ...] = ()
    verdict: Verdict | None = None
    """What people made of a workspace's nights."""


def write_report(material: Material) -> str:
    """The page of a run; every text in it is escaped."""
    run = material.run
    trust = told(TRUST, run, material.kept)
    return _render(
        title=f"evals · {run.started[:10]}",
        run=run,
        m=material,
        tally=_tally(run, material.gate),
        board=board(
            run,
            material.scores,
            landed=material.landed,
            before=material.history[:-1],
            bounds=material.bounds,
            gate=material.gate,
            others=material.others,
        ),
        curves=curves(material.history),
        worst=worst_cases(material.scores, material.cases, material.nights, material.harmful),
        costs=_costs(material),
        trust=trust,
        trust_missing=missing(TRUST, trust),
        benches=told(OTHERS, run, material.kept),
        judge=judge_of(run, material.kept),
        unscored=unscored(material.scores),
        scales=_scales(material.verdict),
        shadows=material.shadows,
    )


def shadow_page(run: Shadow) -> str:
    """The page of a shadow run alone."""
    return _render(title=f"shadow of {run.document}", run=None, shadows=(run,))


def _scales(verdict: Verdict | None) -> list[tuple[str, str, object]]:
    scales = verdict.scales() if verdict else ()
    return [(scale.name, scale.verdict(), marks(scale)) for scale in scales if scale.bins]


def _tally(run: Run, gate: GateReport) -> list[tuple[str, str, bool]]:
    """Numbers for the head: what, how much, whether it is bad."""
    rows = [("cases", str(golden_cases(run)), False)]
    for suite, name, words in (
        ("night", "as_wanted", "nights as wanted"),
        ("night", "safe", "nights with nothing wrong entered"),
        ("fidelity", "facts_in_sources", "facts that sources give"),
    ):
        value = _value(run.suites, suite, name)
        rows.append((words, "n/a" if value is None else f"{value:.1%}", False))
    fell = sum(fall.beyond_noise for fall in gate.falls)
    rows += [
        ("figures below their bound", str(len(gate.below)), bool(gate.below)),
        ("fell beyond noise", str(fell), bool(fell)),
    ]
    return rows


def _value(suites: Sequence[SuiteFigures], suite: str, name: str) -> float | None:
    return next((one.figures.get(name) for one in suites if one.suite == suite), None)


def _costs(material: Material) -> object:
    """The last run of each writer, and of the alternatives: seconds and tokens a case against key facts carried."""
    rows: dict[str, tuple[float, float, float, int]] = {}
    for run in (*material.other_runs, *material.kept, *material.history, material.run):
        quality = _value(run.suites, "coverage", "increments_carried")
        cases = max((suite.cases for suite in run.suites if suite.suite == "coverage"), default=0)
        known = run.drafting > 0 or run.writer not in rows
        if quality is not None and cases and known:
            rows[run.writer] = (
                run.drafting / cases,
                (run.tokens_in + run.tokens_out) / cases,
                quality,
                cases,
            )
    return costs(rows)


def _render(**values: object) -> str:
    style = asset("style.css") + asset("eval.css", "evals.report")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    csp = (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    values |= {"meaning": meaning}
    template = _environment().get_template("eval.html")
    return template.render(w=_W, style=style, csp=csp, skips=SKIPS, figure_words=FIGURES, **values)


@cache
def _environment() -> Environment:
    return environment(PackageLoader("evals.report"))
