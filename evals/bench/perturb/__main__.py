"""`python -m evals.bench.perturb make DIR [--n N] [--seed S] [--out FILE]` and `… check FILE.jsonl [--json] [--out FILE]`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from evals.bench.given import count, flags
from evals.bench.perturb.check import check
from evals.bench.perturb.make import make
from evals.bench.report import command, write_rows


def run(argv: Sequence[str]) -> int:
    """Make claims from notes, or check claims; the exit code of `check` is 1 when a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.perturb", description="Planted errors.")
    commands = parser.add_subparsers(dest="command", required=True)
    maker = commands.add_parser("make", help="make claims by rule from the notes in a folder")
    maker.add_argument("folder", type=Path)
    maker.add_argument(
        "--n", type=count, default=200, help="unfaithful claims a kind; ten times as many faithful ones"
    )
    maker.add_argument("--seed", type=int, default=0)
    maker.add_argument("--out", type=Path, help="where to write the claims; standard output by default")
    checker = commands.add_parser("check", help="judge claims and count what is caught")
    checker.add_argument("file", type=Path)
    flags(checker, "one verdict a row: id, verdict, score, facts")
    options = parser.parse_args(argv)
    if options.command == "check":
        return check(options.file, as_json=options.json, out=options.out)
    rows = make(options.folder, n=options.n, seed=options.seed)
    write_rows(options.out or Path("/dev/stdout"), rows)
    return 0


if __name__ == "__main__":
    command(run)
