"""Make texts with one inner contradiction each, and clean texts of the same shapes.

    python -m evals.bench.consistency_make OUT.jsonl [--faulty N] [--clean N] [--seed S]

Every shape (in `contradictions`) is a small function of a random source that returns a faulty text with the
two places that clash, or a clean text. Clean texts keep the shape and are right, or differ in what makes both places
hold: another metric, other hardware, a rounding, a range, "up to". All names are invented.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from evals.bench.contradictions.counting import (
    count_inline,
    count_list,
    count_table,
    total_prose,
    total_table,
    value_count,
)
from evals.bench.contradictions.dating import date_event, date_late, date_range
from evals.bench.contradictions.material import Shape
from evals.bench.contradictions.ranking import (
    comparison,
    no_value,
    superlative_parameter,
    superlative_prose,
    superlative_table,
    trend,
)
from evals.bench.contradictions.ratios import ratio_change, ratio_column, ratio_speed, title_figure
from evals.bench.contradictions.twice import (
    duplicate_list,
    duplicate_table,
    name_path,
    name_slip,
    opposite,
    value_prose,
    value_table,
)
from evals.bench.given import count
from evals.bench.report import command, write_rows

SHAPES: tuple[Shape, ...] = (
    count_list, count_table, count_inline, superlative_table, superlative_parameter, superlative_prose, comparison, trend,
    ratio_change, ratio_speed, ratio_column, total_table, total_prose, value_prose, value_table, value_count,
    duplicate_table, duplicate_list, name_path, name_slip, date_range, date_late, date_event, title_figure, no_value, opposite,
)  # fmt: skip


def make(faulty: int, clean: int, seed: int) -> list[dict[str, object]]:
    """Rows of the set: `id`, `text`, and `faults` (empty for a clean text)."""
    draw = random.Random(seed)  # noqa: S311  (test data, not secrecy)
    rows: list[dict[str, object]] = []
    for number in range(faulty + clean):
        bad = number < faulty
        text = SHAPES[number % len(SHAPES)](draw, bad)
        faults = [{"kind": text.kind, "quote_a": text.places[0], "quote_b": text.places[-1]}] if bad else []
        rows.append({"id": f"c{number:04d}", "text": text.text, "faults": faults})
    return rows


def run(argv: Sequence[str] | None = None) -> int:
    """Write the set; return 0."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.consistency_make", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--faulty", type=count, default=312)
    parser.add_argument("--clean", type=count, default=624)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(argv)
    write_rows(given.out, make(given.faulty, given.clean, given.seed))
    return 0


if __name__ == "__main__":
    command(run)
