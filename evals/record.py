"""What a run of evals leaves: a score a case and suite, each with its findings and their places.

A run lies in one folder: `run.json` (`Run`: who, what, the suites' figures) and `scores.jsonl` (one
`CaseScore` a line). Inspect's own logs lie beside them, in `logs/`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from agent.errors import BadInput
from agent.models import Model, Span

RUN, SCORES, LOGS = "run.json", "scores.jsonl", "logs"
Outcome = Literal["right", "wrong", "unscored"]


class Finding(Model):
    """One thing that was looked at, what came of it, why, and where."""

    metric: str
    """Which of the suite's figures it counts in."""
    what: str
    """The label or the claim, in words."""
    outcome: Outcome
    why: str
    """One sentence for a person."""
    group: str = ""
    """Its kind: of fact, relation, caveat, form …"""
    span: Span | None = None
    """Where it stands: `path` is a source, `document` (as it is after the night), `before`, or `draft`."""
    quote: str = ""
    """The words at the span."""


class Share(Model):
    """So many right of so many that could be scored."""

    right: int
    of: int

    @property
    def value(self) -> float | None:
        """The share; None of nothing."""
        return self.right / self.of if self.of else None


class CaseScore(Model):
    """What one suite says of one case."""

    suite: str
    case: str
    tags: tuple[str, ...] = ()
    findings: tuple[Finding, ...]

    def shares(self) -> dict[str, Share]:
        """By figure: what was right of what could be scored. What is unscored counts in neither."""
        return shares_of([self])

    def explained(self) -> str:
        """What was wrong, worst first, then how much was right; for a person."""
        wrong = [f"✗ {one.metric}: {one.what}: {one.why}" for one in self.findings if one.outcome == "wrong"]
        unscored = [
            f"? {one.metric}: {one.what}: {one.why}" for one in self.findings if one.outcome == "unscored"
        ]
        right = sum(one.outcome == "right" for one in self.findings)
        return "\n".join([*wrong, *unscored, f"{right} of {right + len(wrong)} right"])


class SuiteFigures(Model):
    """A suite's figures over all its cases."""

    suite: str
    cases: int
    figures: dict[str, float | None]
    """Of shares: all right of all scored, over all cases (micro-average); None where nothing could be scored."""
    shares: Mapping[str, Share] = {}
    groups: Mapping[str, Mapping[str, Share]] = {}
    """By figure, by kind."""
    seconds: float = 0.0
    note: str = ""
    """Why it was not run, or what should be known of it."""
    met: bool | None = None
    """Of a bench: whether it met its own targets; None where it was not run, and of other suites."""


class Run(Model):
    """One run of evals."""

    started: str
    """ISO 8601 with offset."""
    code: str
    """Hash of the product's code and prompts."""
    commit: str = ""
    writer: str
    """Who worded the drafts: `offline/1`, or a model's name."""
    suites: tuple[SuiteFigures, ...]
    seconds: float = 0.0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    drafting: float = 0.0
    """Seconds that the drafts took, those of kept ones as when they were made; 0 where it is not known."""


def golden_cases(run: Run) -> int:
    """How many golden cases (or given drafts) a run scored."""
    return max(
        (one.cases for one in run.suites if not one.suite.startswith(("bench.", "judge", "ask"))), default=0
    )


def shares_of(scores: Iterable[CaseScore]) -> dict[str, Share]:
    """By figure, over cases."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for score in scores:
        for one in score.findings:
            if one.outcome != "unscored":
                counts[one.metric][0] += one.outcome == "right"
                counts[one.metric][1] += 1
    return {name: Share(right=right, of=of) for name, (right, of) in sorted(counts.items())}


def groups_of(scores: Iterable[CaseScore]) -> dict[str, dict[str, Share]]:
    """By figure, by kind of what was looked at."""
    counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for score in scores:
        for one in score.findings:
            if one.group and one.outcome != "unscored":
                counts[one.metric][one.group][0] += one.outcome == "right"
                counts[one.metric][one.group][1] += 1
    return {
        name: {kind: Share(right=right, of=of) for kind, (right, of) in sorted(kinds.items())}
        for name, kinds in sorted(counts.items())
    }


def figures_of(suite: str, scores: Sequence[CaseScore], seconds: float = 0.0, note: str = "") -> SuiteFigures:
    """A suite's figures from the scores of its cases."""
    shares = shares_of(scores)
    return SuiteFigures(
        suite=suite,
        cases=len(scores),
        figures={name: share.value for name, share in shares.items()},
        shares=shares,
        groups=groups_of(scores),
        seconds=round(seconds, 2),
        note=note,
    )


def wrong_of(scores: Sequence[CaseScore], most: int = 40) -> tuple[str, ...]:
    """What is wrong in each case, for a terminal; suites that sum others up, and key facts left out, are not told."""
    lines = [
        f"✗ {score.case}{f', line {one.span.line}' if one.span and one.span.line else ''}: {score.suite}.{one.metric}: "
        f"{one.what}: {one.why}"
        for score in sorted(scores, key=lambda score: score.case)
        for one in score.findings
        if one.outcome == "wrong" and score.suite != "night" and one.metric != "key_facts"
    ]
    return (*lines[:most], *([f"… and {len(lines) - most} more"] if len(lines) > most else []))


def write_run(folder: Path, run: Run, scores: Sequence[CaseScore]) -> None:
    """Leave a run in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / RUN).write_text(run.model_dump_json(indent=2) + "\n", encoding="utf-8")
    write_scores(folder / SCORES, scores)


def write_scores(path: Path, scores: Sequence[CaseScore]) -> None:
    """One score a line, in the order of suite and case."""
    ordered = sorted(scores, key=lambda score: (score.suite, score.case))
    path.write_text("".join(score.model_dump_json() + "\n" for score in ordered), encoding="utf-8")


def read_run(folder: Path) -> tuple[Run, tuple[CaseScore, ...]]:
    """A run that was left in a folder; raises `BadInput` where there is none."""
    try:
        run = Run.model_validate_json((folder / RUN).read_bytes())
        return run, read_scores(folder / SCORES)
    except (OSError, ValidationError) as error:
        raise BadInput(f"{folder} holds no run of evals.", "Make one with: redline eval --out DIR") from error


def read_scores(path: Path) -> tuple[CaseScore, ...]:
    """The scores of a file of JSON lines; raises `BadInput` where one is damaged."""
    lines = path.read_text(encoding="utf-8").splitlines()
    try:
        return tuple(CaseScore.model_validate_json(line) for line in lines if line.strip())
    except ValidationError as error:
        raise BadInput(f"{path} is no file of scores.", "It is written by: redline eval") from error
