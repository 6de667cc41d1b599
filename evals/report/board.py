"""The scoreboard: each figure beside its bound, the scores that landed last, the run before, and the plain alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals.gate import GateReport, Landed
from evals.record import CaseScore, Run, Share, SuiteFigures, shares_of

NO_SUITE = frozenset({"judge"})
"""Suites that stand beside the others, in a part of their own."""
NIGHT_ONLY = frozenset({"as_wanted", "safe"})
"""Figures that sum up what only a night tells, caveats and doubts among it: no fair comparison with a bare draft."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of something that is compared with, and how far ours is from it."""

    value: float
    change: float

    @property
    def sign(self) -> str:
        """Better, worse or the same, for the style."""
        if abs(self.change) < 0.0005:
            return "same"
        return "up" if self.change > 0 else "down"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the board."""

    suite: str
    name: str
    value: float | None
    share: Share | None
    bound: float | None
    state: str
    """`below` its bound, `fell` beyond noise, `slipped` within it, `good`, or `none` where nothing could be scored."""
    landed: Cell | None
    before: Cell | None
    others: tuple[Cell | None, ...]
    """Of the plain alternatives, in the order of their names."""


@dataclass(frozen=True, slots=True)
class Board:
    """The figures by suite."""

    suites: tuple[tuple[SuiteFigures, tuple[Figure, ...]], ...]
    others: tuple[str, ...]


def board(
    run: Run,
    scores: Sequence[CaseScore],
    *,
    landed: Landed,
    before: Run | None,
    bounds: Mapping[str, Mapping[str, float]],
    gate: GateReport,
    others: Mapping[str, Sequence[CaseScore]],
) -> Board:
    """Work the board out. Landed scores and alternatives are compared on the cases that both have."""
    fell = {(fall.suite, fall.figure): fall.beyond_noise for fall in gate.falls}
    below = {(one.suite, one.figure) for one in gate.below}
    cases = {(score.suite, score.case) for score in scores}
    rivals = [_by_suite([one for one in made if (one.suite, one.case) in cases]) for made in others.values()]
    earlier = {suite.suite: suite.figures for suite in before.suites} if before else {}
    lines = []
    for suite in run.suites:
        if suite.suite in NO_SUITE:
            continue
        now = _landed(landed.get(suite.suite, {}), {case for name, case in cases if name == suite.suite})
        found = [
            _figure(
                suite,
                name,
                value,
                bounds.get(suite.suite, {}).get(name),
                _state((suite.suite, name), value, below, fell),
                now.get(name),
                earlier.get(suite.suite, {}).get(name),
                [None if name in NIGHT_ONLY else rival.get((suite.suite, name)) for rival in rivals],
            )
            for name, value in suite.figures.items()
        ]
        lines.append((suite, tuple(found)))
    return Board(tuple(lines), tuple(others))


def _figure(
    suite: SuiteFigures,
    name: str,
    value: float | None,
    bound: float | None,
    state: str,
    landed: float | None,
    before: float | None,
    others: Sequence[float | None],
) -> Figure:
    return Figure(
        suite=suite.suite,
        name=name,
        value=value,
        share=suite.shares.get(name),
        bound=bound,
        state=state,
        landed=_cell(landed, value),
        before=_cell(before, value),
        others=tuple(_cell(one, value) for one in others),
    )


def _cell(value: float | None, ours: float | None) -> Cell | None:
    return None if value is None else Cell(value, 0.0 if ours is None else ours - value)


def _state(
    key: tuple[str, str],
    value: float | None,
    below: set[tuple[str, str]],
    fell: Mapping[tuple[str, str], bool],
) -> str:
    if value is None:
        return "none"
    if key in below:
        return "below"
    return ("fell" if fell[key] else "slipped") if key in fell else "good"


def _landed(cases: Mapping[str, Mapping[str, Share]], played: set[str]) -> dict[str, float | None]:
    counts: dict[str, tuple[int, int]] = {}
    for case in played & set(cases):
        for name, share in cases[case].items():
            right, of = counts.get(name, (0, 0))
            counts[name] = (right + share.right, of + share.of)
    return {name: Share(right=right, of=of).value for name, (right, of) in counts.items()}


def _by_suite(scores: Sequence[CaseScore]) -> dict[tuple[str, str], float | None]:
    suites = {score.suite for score in scores}
    return {
        (suite, name): share.value
        for suite in suites
        for name, share in shares_of(score for score in scores if score.suite == suite).items()
    }
