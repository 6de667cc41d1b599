"""Whether a run may land: its figures against fixed bounds, and against the scores that landed last.

A fall counts where it is beyond noise: a paired bootstrap over the cases that both runs scored (Efron & Tibshirani,
An Introduction to the Bootstrap, 1993, chapter 13; pairs of one case are drawn together).
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from agent.errors import BadInput
from agent.models import Model
from evals.record import CaseScore, Run, Share
from evals.suites import GOLDEN_SUITES
from evals.words import meaning

HERE = Path(__file__).parent
LANDED, THRESHOLDS = HERE / "scores", HERE / "thresholds.toml"
ROUNDS, SEED = 2000, 0
_SHOWN = 5
"""Examples of a fall."""
LEVEL = 0.95
"""Of the one-sided interval: a fall is beyond noise when its upper end is below zero."""


class Fall(Model):
    """A figure that fell since it landed."""

    suite: str
    figure: str
    landed: float
    now: float | None
    """None where no case can be scored any more: that is a fall, whatever the figure was."""
    upper: float
    """Upper end of the interval of the difference; below zero the fall is beyond noise."""
    cases: tuple[str, ...]
    """Cases that are worse than they were."""
    examples: tuple[str, ...] = ()
    """What is wrong in some of them, and why."""

    @property
    def beyond_noise(self) -> bool:
        """Whether it counts."""
        return self.upper < 0


class Below(Model):
    """A figure that misses its bound."""

    suite: str
    figure: str
    value: float | None
    bound: float


class GateReport(Model):
    """What stands against landing a run."""

    below: tuple[Below, ...] = ()
    falls: tuple[Fall, ...] = ()
    missed: tuple[str, ...] = ()
    """Benches that did not meet their own targets, and why."""
    compared: int = 0
    """Figures that could be compared with landed ones."""

    @property
    def ok(self) -> bool:
        """Whether nothing does."""
        return not self.below and not self.missed and not any(fall.beyond_noise for fall in self.falls)

    def in_words(self) -> str:
        """For a terminal."""
        lines = [f"BELOW  {_named(one)} = {_shown(one.value)}, bound {one.bound:.3f}" for one in self.below]
        lines += [f"MISSED {told}" for told in self.missed]
        for fall in self.falls:
            word = "FELL " if fall.beyond_noise else "fell "
            noise = "" if fall.beyond_noise else " (within noise)"
            shown = ", ".join(fall.cases[:8]) + (", …" if len(fall.cases) > 8 else "")
            lines.append(f"{word}  {_named(fall)} {fall.landed:.3f} -> {_shown(fall.now)}{noise}: {shown}")
            lines += [f"         ✗ {one}" for one in fall.examples if fall.beyond_noise]
        verdict = "gate: passed" if self.ok else "gate: FAILED"
        return "\n".join(
            [*lines, f"{verdict} ({self.compared} figures compared with those that landed last)"]
        )


def _shown(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.3f}"


def _named(one: Fall | Below) -> str:
    words = meaning(one.suite, one.figure)
    return f"{one.suite}.{one.figure}" + (f" ({words})" if words else "")


Landed = Mapping[str, Mapping[str, Mapping[str, Share]]]
"""By suite, case and figure."""


class _Kept(Model):
    suite: str
    writer: str
    cases: dict[str, dict[str, tuple[int, int]]]
    """By case and figure: right, of how many."""


def land(run: Run, scores: Sequence[CaseScore], folder: Path = LANDED) -> tuple[Path, ...]:
    """Keep the golden suites' scores as the ones that landed last, one file a suite; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for suite in sorted({score.suite for score in scores} & set(GOLDEN_SUITES)):
        cases = {
            score.case: {name: (share.right, share.of) for name, share in score.shares().items()}
            for score in sorted(scores, key=lambda score: score.case)
            if score.suite == suite
        }
        rows = ",\n".join(f"  {json.dumps(case)}: {json.dumps(shares)}" for case, shares in cases.items())
        path = folder / f"{suite}.json"
        head = f'"suite": {json.dumps(suite)},\n "writer": {json.dumps(run.writer)}'
        path.write_text(f'{{{head},\n "cases": {{\n{rows}\n }}}}\n', encoding="utf-8")
        written.append(path)
    return tuple(written)


def landed(folder: Path = LANDED) -> Landed:
    """The scores that landed last; empty where there are none. Raises `BadInput` for a damaged file."""
    found: dict[str, dict[str, dict[str, Share]]] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            kept = _Kept.model_validate_json(path.read_bytes())
        except ValidationError as error:
            raise BadInput(
                f"{path} is no file of landed scores.", "Write it with: redline eval --land"
            ) from error
        found[kept.suite] = {
            case: {name: Share(right=right, of=of) for name, (right, of) in figures.items()}
            for case, figures in kept.cases.items()
        }
    return found


def bounds(path: Path = THRESHOLDS) -> dict[str, dict[str, float]]:
    """Least value of each figure, by suite; raises `BadInput` where the file is wrong."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return {
            suite: {name: float(value) for name, value in figures.items()} for suite, figures in table.items()
        }
    except (OSError, tomllib.TOMLDecodeError, AttributeError, TypeError, ValueError) as error:
        raise BadInput(
            f"{path} is no table of thresholds: {error}.", "Write: [suite] figure = 0.9"
        ) from error


def judged(
    run: Run, scores: Sequence[CaseScore], before: Landed, least: Mapping[str, Mapping[str, float]]
) -> GateReport:
    """A run against bounds and landed scores; suites that were not run count in neither."""
    figures = {suite.suite: suite.figures for suite in run.suites if suite.cases}
    below = [
        Below(suite=suite, figure=name, value=figures[suite].get(name), bound=bound)
        for suite, wanted in least.items()
        if suite in figures
        for name, bound in wanted.items()
        if (value := figures[suite].get(name)) is None or value < bound
    ]
    now: dict[str, dict[str, dict[str, Share]]] = {}
    for score in scores:
        now.setdefault(score.suite, {})[score.case] = score.shares()
    falls: list[Fall] = []
    compared = 0
    for suite, cases in now.items():
        names = {name for figures_ in before.get(suite, {}).values() for name in figures_}
        for name in sorted(names):
            pairs = _pairs(name, before[suite], cases)
            compared += bool(pairs)
            fall = _fall(suite, name, pairs)
            if fall:
                falls.append(fall.model_copy(update={"examples": _examples(fall, scores)}))
    missed = tuple(f"{suite.suite}: {suite.note}" for suite in run.suites if suite.met is False)
    return GateReport(below=tuple(below), falls=tuple(falls), missed=missed, compared=compared)


def _examples(fall: Fall, scores: Sequence[CaseScore]) -> tuple[str, ...]:
    found = [
        f"{score.case}: {one.what}: {one.why}"
        for score in scores
        if score.suite == fall.suite and score.case in fall.cases
        for one in score.findings
        if one.metric == fall.figure and one.outcome == "wrong"
    ]
    return tuple(found[:_SHOWN])


_Pair = tuple[str, Share, Share]
_NONE = Share(right=0, of=0)


def _pairs(
    name: str, before: Mapping[str, Mapping[str, Share]], now: Mapping[str, Mapping[str, Share]]
) -> list[_Pair]:
    """Cases of both runs that have the figure in one of them at least."""
    pairs = [
        (case, before[case].get(name, _NONE), now[case].get(name, _NONE))
        for case in sorted(set(before) & set(now))
    ]
    return [pair for pair in pairs if pair[1].of or pair[2].of]


def _fall(suite: str, name: str, pairs: Sequence[_Pair]) -> Fall | None:
    was, is_ = _value(pairs, 1), _value(pairs, 2)
    if was is None or (is_ is not None and is_ >= was):
        return None
    return Fall(
        suite=suite,
        figure=name,
        landed=was,
        now=is_,
        upper=-was if is_ is None else _upper(pairs),
        cases=tuple(
            case for case, old, new in pairs if (new.value or 0.0) < (old.value or 0.0) or new.of < old.of
        ),
    )


def _upper(pairs: Sequence[_Pair]) -> float:
    """Upper end of the one-sided interval of the difference, now less landed."""
    draw = random.Random(SEED)  # noqa: S311  (resampling, not secrecy)
    found: list[float] = []
    for _ in range(ROUNDS):
        sample = draw.choices(pairs, k=len(pairs))
        was, is_ = _value(sample, 1), _value(sample, 2)
        if was is not None and is_ is not None:
            found.append(is_ - was)
    found.sort()
    return found[min(len(found) - 1, int(LEVEL * len(found)))] if found else 0.0


def _value(pairs: Sequence[_Pair], side: Literal[1, 2]) -> float | None:
    return Share(right=sum(pair[side].right for pair in pairs), of=sum(pair[side].of for pair in pairs)).value
