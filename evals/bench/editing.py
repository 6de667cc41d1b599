"""Do edits leave every other byte alone? `python -m evals.bench.editing DIR... [--cases CASES.jsonl]`.

`identity`: every file under the folders parses to its own bytes, its sections cut it without gap, and
every line that is not blank stands in one block. `untouched`: of random legal edits, `--edits` each on
`--sample` documents, those that leave all other bytes as they were, found out by comparing the files
and not by asking the editor; one that is refused leaves them all, one that crashes none. `subsets`:
sets of six edits at one point of which every subset, in several orders of acceptance, gives one
result. `replayed`: insertions that people made (cases beside a folder, or `--cases`) which, made as
edits, give the person's bytes; `replayed_styled` with the editor's own marks and blank lines. People
now and then do what is refused here on purpose (a heading that takes over what follows it, HTML
closed in one insertion and opened in another), so that not all can be replayed.

`parse_ms` and `edit_ms` are the time on one core for a document of 1 MB made of the files; `growth` is the time that
a document of 20 MB takes by the byte, relative to that of 1 MB, and `memory` the peak of parsing and
editing it, relative to its size.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.document import Document, parse
from agent.errors import BadInput
from evals.bench.editing_outcomes import reasons, share, share_refused, tried
from evals.bench.editing_random import subsets, untouched
from evals.bench.editing_replayed import replayed
from evals.bench.editing_speed import speed
from evals.bench.given import count, files_of, flags
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows

TARGETS: dict[str, Bound] = {
    "identity": (">=", 1.0),
    "untouched": (">=", 1.0),
    "subsets": (">=", 1.0),
    "replayed": (">=", 0.97),
    "parse_ms": ("<=", 300.0),
    "edit_ms": ("<=", 50.0),
    "growth": ("<=", 1.5),
    "memory": ("<=", 12.0),
}


def run(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return 0 when every target is met."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.bench.editing", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument(
        "--cases", type=Path, help="insertions by people; cases.jsonl beside a folder by default"
    )
    parser.add_argument("--sample", type=count, default=12, help="documents to edit at random")
    parser.add_argument("--edits", type=count, default=1000, help="random edits of each")
    parser.add_argument("--seed", type=int, default=0)
    flags(parser, "one edit a row: doc, edit, ok, why")
    args = parser.parse_args(argv)
    clock = Clock()
    files = [path for path, _ in files_of(args.folders)]
    draw = random.Random(args.seed)  # noqa: S311  (a sample, not a secret)
    rows = [_identity(path) for path in files]
    parsed = {path: document for path in files if (document := _editable(path)) is not None}
    if not parsed:
        raise BadInput(f"There is no Markdown document in UTF-8 in {', '.join(map(str, args.folders))}.")
    sample = draw.sample(sorted(parsed), min(args.sample, len(parsed)))
    rows += [row for path in sample for row in untouched(path, parsed[path], draw, args.edits)]
    rows += [row for path in sample for row in subsets(path, parsed[path], draw)]
    cases = args.cases or _beside(args.folders)
    rows += replayed(cases) if cases else []
    times = speed([document.data for document in parsed.values()])
    write_rows(args.out, rows)
    metrics: dict[str, float | None] = {
        name: share(rows, name)
        for name in ("identity", "untouched", "replayed", "subsets", "replayed_styled")
    }
    targets = {name: bound for name, bound in TARGETS.items() if name != "replayed" or cases}
    result = Result(
        bench="editing",
        n=len(rows),
        metrics={**metrics, **times},
        targets=targets,
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        seed=args.seed,
        notes={
            "why": reasons(rows),
            "files": len(files),
            "sample": len(sample),
            "refused of the random edits": share_refused(rows),
        },
    )
    return finish(result, as_json=args.json)


def _editable(path: Path) -> Document | None:
    """A Markdown document in UTF-8 with something in it."""
    if path.suffix.lower() not in (".md", ".markdown"):
        return None
    document = parse(path.read_bytes())
    return document if document.is_utf8 and document.block_count else None


def _beside(folders: Sequence[Path]) -> Path | None:
    places = [folder / name for folder in folders for name in ("cases.jsonl", "../cases.jsonl")]
    return next((place for place in places if place.is_file()), None)


def _identity(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    document = parse(data)
    if document.to_bytes() != data:
        return tried(str(path), "identity", ok=False, why="other bytes")
    if b"".join(data[section.start : section.end] for section in document.sections) != data:
        return tried(str(path), "identity", ok=False, why="the sections leave something out")
    position = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    for block in document.blocks:
        if data[position : block.start].strip(b" \t\r\n") or block.start < position:
            return tried(
                str(path), "identity", ok=False, why=f"line {block.line}: a line in no block, or in two"
            )
        position = block.end
    return tried(str(path), "identity", ok=not data[position:].strip(b" \t\r\n"))


if __name__ == "__main__":
    command(run)
