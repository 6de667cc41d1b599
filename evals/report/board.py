"""The scoreboard: each figure beside its bound, the scores that landed last, the run before, and the plain alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals.gate import GateReport, Landed
from evals.record import CaseScore, Run, Share, SuiteFigures, shares_of

BESIDE = ("judge", "ask", "bench.")
"""Beginnings of the names of suites that stand in parts of their own."""
NIGHT_ONLY = frozenset({"as_wanted", "safe", "true_let_through", "false_caught"})
"""Figures that sum up what only a night tells, caveats and doubts among it, and those of the checker: no comparison
with a bare draft."""


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
class Other:
    """A plain alternative, and on how many of the cases it was tried."""

    name: str
    cases: int
    all: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The figures by suite."""

    suites: tuple[tuple[SuiteFigures, tuple[Figure, ...]], ...]
    others: tuple[Other, ...]


def board(
    run: Run,
    scores: Sequence[CaseScore],
    *,
    landed: Landed,
    before: Sequence[Run],
    bounds: Mapping[str, Mapping[str, float]],
    gate: GateReport,
    others: Mapping[str, Sequence[CaseScore]],
) -> Board:
    """Work the board out. Landed scores and alternatives are compared on the cases that both have.

    `before` are earlier runs, oldest first: of each figure the newest that has it counts.
    """
    fell = {(fall.suite, fall.figure): fall.beyond_noise for fall in gate.falls}
    below = {(one.suite, one.figure) for one in gate.below}
    cases = {(score.suite, score.case) for score in scores}
    rivals = [_beside(scores, made) for made in others.values()]
    earlier = {
        (suite.suite, name): value
        for one in before
        for suite in one.suites
        for name, value in suite.figures.items()
    }
    lines = []
    for suite in run.suites:
        if suite.suite.startswith(BESIDE):
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
                earlier.get((suite.suite, name)),
                [None if name in NIGHT_ONLY else rival.get((suite.suite, name)) for rival in rivals],
            )
            for name, value in suite.figures.items()
        ]
        lines.append((suite, tuple(found)))
    return Board(tuple(lines), tuple(_other(name, made, scores) for name, made in others.items()))


def _other(name: str, made: Sequence[CaseScore], scores: Sequence[CaseScore]) -> Other:
    ours, theirs = ({score.case for score in some} for some in (scores, made))
    return Other(name, len(ours & theirs), all=ours <= theirs)


def _figure(
    suite: SuiteFigures,
    name: str,
    value: float | None,
    bound: float | None,
    state: str,
    landed: float | None,
    before: float | None,
    others: Sequence[Cell | None],
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
        others=tuple(others),
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


def _beside(ours: Sequence[CaseScore], theirs: Sequence[CaseScore]) -> dict[tuple[str, str], Cell | None]:
    """The figures of an alternative beside ours, both on the cases that both have."""
    both = {(one.suite, one.case) for one in ours} & {(one.suite, one.case) for one in theirs}
    mine = _by_suite([one for one in ours if (one.suite, one.case) in both])
    other = _by_suite([one for one in theirs if (one.suite, one.case) in both])
    return {key: _cell(value, mine.get(key)) for key, value in other.items()}


def _by_suite(scores: Sequence[CaseScore]) -> dict[tuple[str, str], float | None]:
    suites = {score.suite for score in scores}
    return {
        (suite, name): share.value
        for suite in suites
        for name, share in shares_of(score for score in scores if score.suite == suite).items()
    }
