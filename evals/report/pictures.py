"""Where lines and points of the page's pictures stand, in the units of their view boxes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals.after import Scale
from evals.record import Run

WIDE, HIGH = 240, 72
MARGIN = 8
SHOWN = (
    ("night", "as_wanted"), ("night", "safe"), ("fidelity", "facts_in_sources"), ("fidelity", "claims_borne_out"),
    ("coverage", "increments_carried"), ("novelty", "new_found"), ("routing", "section_right"), ("trust", "false_caught"),
)  # fmt: skip
"""The figures that have a curve."""
_MOST = 30


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure over runs."""

    name: str
    points: str
    """Of a polyline."""
    last: tuple[float, float]
    dots: tuple[tuple[float, float, str], ...]
    """The place of each run, and its day, commit and figure in words."""
    values: tuple[tuple[str, float], ...]
    """Start of the run, and the figure."""

    @property
    def told(self) -> str:
        """First, last and the number of runs, for those who do not see it."""
        return f"{self.values[0][1]:.3f} at first, {self.values[-1][1]:.3f} now, over {len(self.values)} runs"


def curves(runs: Sequence[Run]) -> tuple[Curve, ...]:
    """A curve a figure, of the runs that have it, oldest first; none of fewer than two."""
    found = []
    for suite, name in SHOWN:
        values = [
            (run.started[:16].replace("T", " "), run.commit, value)
            for run in runs
            for one in run.suites
            if one.suite == suite and (value := one.figures.get(name)) is not None
        ][-_MOST:]
        if len(values) > 1:
            places = [_place(number, len(values), value) for number, (_, _, value) in enumerate(values)]
            dots = [
                (x, y, f"{when}, {commit or 'no commit'}: {value:.3f}")
                for (x, y), (when, commit, value) in zip(places, values, strict=True)
            ]
            found.append(
                Curve(
                    f"{suite} · {name}",
                    " ".join(f"{x:.1f},{y:.1f}" for x, y in places),
                    places[-1],
                    tuple(dots),
                    tuple((when, value) for when, _, value in values),
                )
            )
    return tuple(found)


def _place(number: int, of: int, value: float) -> tuple[float, float]:
    x = MARGIN + (WIDE - 2 * MARGIN) * number / (of - 1)
    return round(x, 1), round(HIGH - MARGIN - (HIGH - 2 * MARGIN) * value, 1)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one writer cost and how good its nights were."""

    writer: str
    seconds: float
    """A case; 0 where it is not known, and the writer then has no place in the picture."""
    tokens: float
    """A case, in and out."""
    quality: float
    cases: int
    x: float
    y: float


def costs(rows: Mapping[str, tuple[float, float, float, int]]) -> tuple[Cost, ...]:
    """Points of writers: seconds and tokens a case, quality, cases; time runs on a logarithmic scale from 0.01 s to 100 s."""
    found = []
    for writer, (seconds, tokens, quality, cases) in rows.items():
        share = (math.log10(min(max(seconds, 0.01), 100.0)) + 2) / 4
        x, y = round(30 + 560 * share, 1), round(170 - 150 * quality, 1)
        found.append(Cost(writer, seconds, tokens, quality, cases, x, y))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Mark:
    """A bin of a scale: its share and its interval on a line of 0 to 200."""

    name: str
    right: int
    of: int
    x: float
    low: float
    width: float
    enough: bool


def marks(scale: Scale) -> tuple[Mark, ...]:
    """The bins of a scale as marks."""
    return tuple(
        Mark(
            name=one.name,
            right=one.stood.right,
            of=one.stood.of,
            x=round(200 * (one.stood.value or 0), 1),
            low=round(200 * one.low, 1),
            width=round(200 * (one.high - one.low), 1),
            enough=one.enough,
        )
        for one in scale.bins
    )
