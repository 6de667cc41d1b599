"""Fit the weights of placement: `python -m evals.fit_placement CASES.jsonl --docs DIR [--out FOLDS.json]`.

Prints the weights and calibration to ship in `agent/placement/rank.py`, fitted on all cases, and
writes for every repository those that were fitted without it, which `evals.bench.routing` uses to
judge that repository. A conditional logit with a ridge and fixed signs, by Adam (Kingma & Ba, 2015).
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.document import parse
from agent.placement.rank import SIGNALS, signals, word_count
from agent.placement.survey import Survey
from evals.bench.given import document_of, read_rows
from evals.bench.report import command

Array = NDArray[np.float64]

RIDGE = 10.0
"""Of 1, 3, 10 and 30 the likeliest on repositories held out."""
_AGAINST = ("undated", "position")
"""Signals that may only count against a section; the others only for it, save `items`, free."""
_FREE = ("items",)
_STEPS = 300


@dataclass(frozen=True, slots=True)
class Case:
    """One insertion: the signals of each section, and which sections are right."""

    repo: str
    signals: Array
    right: NDArray[np.bool_]
    words: int


def run(argv: Sequence[str] | None = None) -> int:
    """Fit, print and write."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.fit_placement", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("--docs", type=Path)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args(argv)
    cases = _read(args.cases, args.docs or args.cases.parent)
    repos = sorted({case.repo for case in cases})
    folds: dict[str, Any] = {}
    for repo in repos:
        rest = [case for case in cases if case.repo != repo]
        folds[repo] = {"weights": _named(fit(rest)), "calibration": calibrate(rest)}
    print(json.dumps({"weights": _named(fit(cases)), "calibration": calibrate(cases)}, indent=1))
    if args.out:
        args.out.write_text(json.dumps(folds, indent=1) + "\n", encoding="utf-8")
    return 0


def _read(path: Path, docs: Path) -> list[Case]:
    surveys: dict[Path, Survey] = {}
    cases: list[Case] = []
    for row in read_rows(path):
        if row["kind"] == "new_section":
            continue
        document = document_of(row, docs)
        if document not in surveys:
            surveys[document] = Survey(parse(document.read_bytes()))
        survey = surveys[document]
        found = signals(survey, row["item_text"], row["urls"])
        also = set(row["also_inserted_under"])
        right = [
            place.section.line - 1 == row["heading_lines"][-1] or " > ".join(place.section.path) in also
            for place in survey.places
        ]
        if any(right):
            values = np.array([[line[name] for name in SIGNALS] for line in found])
            cases.append(Case(row["repo"], values, np.array(right), word_count(row["item_text"])))
    return cases


def fit(cases: Sequence[Case]) -> Array:
    """Weights under which the right sections are likeliest, less a ridge."""
    scale = np.concatenate([case.signals for case in cases]).std(axis=0) + 1e-6
    weights = np.zeros(len(SIGNALS))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    low = np.array([-np.inf if name in (*_AGAINST, *_FREE) else 0.0 for name in SIGNALS])
    high = np.array([0.0 if name in _AGAINST else np.inf for name in SIGNALS])
    for step in range(1, _STEPS + 1):
        slope = RIDGE * weights
        for case in cases:
            values = case.signals / scale
            every = _softmax(values @ weights)
            right = every * case.right
            slope = slope + values.T @ (every - right / right.sum())
        slope = slope / len(cases)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        move = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights = np.clip(weights - 0.08 * move, low, high)
    return np.asarray(weights / scale)


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def calibrate(cases: Sequence[Case]) -> list[float]:
    """Offset and slopes of `confidence`, on the shares that weights fitted elsewhere give."""
    rows: list[tuple[float, float, float]] = []
    hits: list[float] = []
    for repo in sorted({case.repo for case in cases}):
        weights = fit([case for case in cases if case.repo != repo])
        for case in (case for case in cases if case.repo == repo):
            shares = _softmax(case.signals @ weights)
            best = int(shares.argmax())
            share = min(max(float(shares[best]), 1e-4), 1 - 1e-4)
            rows.append((1.0, math.log(share / (1 - share)), math.log(case.words)))
            hits.append(float(case.right[best]))
    design, target = np.array(rows), np.array(hits)
    slopes = np.zeros(3)
    for _ in range(100):  # Newton's method; the ridge of 1 leaves the offset alone
        chance = 1 / (1 + np.exp(-(design @ slopes)))
        ridge = np.diag([0.0, 1.0, 1.0])
        hessian = (design * (chance * (1 - chance))[:, None]).T @ design + ridge
        slopes = slopes - np.linalg.solve(hessian, design.T @ (chance - target) + ridge @ slopes)
    return [round(float(value), 3) for value in slopes]


def _named(weights: Array) -> dict[str, float]:
    return {name: round(float(weight), 2) for name, weight in zip(SIGNALS, weights, strict=True)}


if __name__ == "__main__":
    command(run)
