"""The figures of benches as tables: of this run, or of the newest one that landed, with its day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.history import last_of
from evals.record import Run, SuiteFigures
from evals.suites import BENCHES, JUDGE_SUITES

TRUST = ("trust", "bench.fidelity", "bench.perturb", "bench.liars", "bench.consistency")
"""Suites that measure the checker itself, against people's labels and planted errors."""
OTHERS = tuple(name for name in BENCHES if name not in TRUST)
_FEW, _MANY = 2, 6
"""Rows from which on figures that share their names' last parts make a table of their own, and figures of one first
part from which on they are told together."""


@dataclass(frozen=True, slots=True)
class Told:
    """A suite's figures, and when and on which commit they came."""

    suite: SuiteFigures
    day: str
    commit: str
    here: bool
    """Whether they are of the run that the page is about."""
    plain: tuple[tuple[str, float | None], ...]
    """Figures that stand alone."""
    kinds: tuple[tuple[str, tuple[tuple[str, float | None], ...]], ...]
    """Figures named `what.kind`, of one `what`."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    """Figures named `row.column`."""


def told(names: Sequence[str], run: Run, landed: Sequence[Run]) -> tuple[Told, ...]:
    """The suites of some names that have figures, in that order."""
    found = []
    for name in names:
        here = last_of(name, [run])
        pair = here or last_of(name, landed)
        if pair:
            found.append(_told(*pair, here=here is not None))
    return tuple(found)


def missing(names: Sequence[str], found: Sequence[Told]) -> tuple[str, ...]:
    """Those of some names that no run has figures of."""
    known = {one.suite.suite for one in found}
    return tuple(name for name in names if name not in known)


def judge_of(run: Run, landed: Sequence[Run]) -> Told | None:
    """What a judge said, of this run or of the newest that landed."""
    return next(iter(told(JUDGE_SUITES, run, landed)), None)


def _told(run: Run, suite: SuiteFigures, *, here: bool) -> Told:
    parts = {name: name.rpartition(".") for name in suite.figures}
    rows = tuple(dict.fromkeys(row for row, _, _ in parts.values() if row))
    whats: tuple[str, ...] = ()
    if len(rows) < _FEW:
        whats = tuple(row for row in rows if sum(part[0] == row for part in parts.values()) >= _MANY)
        rows = ()
    columns = tuple(dict.fromkeys(column for row, _, column in parts.values() if row in rows))
    return Told(
        suite=suite,
        day=run.started[:10],
        commit=run.commit,
        here=here,
        plain=tuple(
            (name, value) for name, value in suite.figures.items() if parts[name][0] not in (*rows, *whats)
        ),
        kinds=tuple(
            (
                what,
                tuple(
                    (parts[name][2], value) for name, value in suite.figures.items() if parts[name][0] == what
                ),
            )
            for what in whats
        ),
        columns=columns,
        rows=tuple((row, tuple(suite.figures.get(f"{row}.{column}") for column in columns)) for row in rows),
    )
