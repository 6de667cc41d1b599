"""Whether two notes speak of the same thing: `python -m evals.bench.joining PAIRS.jsonl`.

A row is `{"id", "a", "b"}` with two notes as Markdown text and, where the answer is known, `same` (or
`label`) as true or false. Only rows with an answer are scored; `--out` gets a prediction for every row.
`evals/data/joining.jsonl` was written for this project: copies, re-wordings, the other language, another
version, figure or id, sibling papers, one link used for two things.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.entries import Entry, entries
from agent.joining import Same, same
from agent.models import SourceItem, SourceText
from agent.readers.markdown import read_markdown
from evals.bench.given import Row, flags, nothing_scored, read_rows
from evals.bench.report import Bound, Clock, Result, bootstrap, command, finish, write_rows

_TARGETS: dict[str, Bound] = {"precision": (">=", 0.99), "recall": (">=", 0.90)}
_WRITTEN = Path(__file__).parent.parent / "data" / "joining.jsonl"


def as_entry(text: str, name: str) -> Entry | None:
    """A note as one entry, whatever it holds; None for a text without words."""
    reading = read_markdown(text.replace("\r\n", "\n"))
    item = SourceItem(
        path=f"inbox/{name}.md",
        item=hashlib.sha256(text.encode()).hexdigest(),
        contributor=name,
        date=dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
        dated_by="given",
        kind="card",
    )
    title = reading.title or next((line for line in reading.text.splitlines() if line.strip()), "")
    source = SourceText(
        source=item,
        format=reading.format,
        title=title,
        text=reading.text,
        blocks=reading.blocks,
        meta=reading.meta,
    )
    return next(iter(entries(source)), None)


def judge(a: str, b: str) -> Same:
    """What the night would say of two notes."""
    first, second = as_entry(a, "a"), as_entry(b, "b")
    if first is None or second is None:
        return Same(yes=False, why="one of them says nothing")
    return same(first, second)


def run(argv: Sequence[str]) -> int:
    """Score the pairs of a file."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.joining", description=__doc__)
    parser.add_argument("pairs", type=Path, nargs="?", default=_WRITTEN)
    flags(parser, "one prediction a row: id, same, why")
    options = parser.parse_args(argv)
    clock = Clock()
    scored: list[tuple[bool, bool]] = []
    wrong: Counter[str] = Counter()
    out: list[dict[str, Any]] = []
    for row in read_rows(options.pairs):
        verdict = judge(_text(row, "a"), _text(row, "b"))
        out.append({"id": row["id"], "same": verdict.yes, "why": verdict.why})
        truth = row.answer("same", "label", yes=("same",), no=("different",))
        if truth is not None:
            scored.append((verdict.yes, truth))
            wrong[str(row.get("kind", ""))] += verdict.yes != truth
    write_rows(options.out, out)
    if not scored:
        return nothing_scored(len(out), options.out)
    return finish(
        Result(
            bench="joining",
            n=len(scored),
            metrics={"precision": _precision(scored), "recall": _recall(scored)},
            targets=_TARGETS,
            seconds=clock.seconds(),
            peak_mb=clock.peak_mb(),
            notes={
                "precision_95": bootstrap([[pair] for pair in scored], _precision),
                "recall_95": bootstrap([[pair] for pair in scored], _recall),
                "wrong": {kind: count for kind, count in wrong.items() if count},
            },
        ),
        as_json=options.json,
    )


def _text(row: Row, key: str) -> str:
    """A note is a text, or an object with `title` and `text`."""
    if isinstance(row[key], dict):
        return "\n".join(str(row[key][part]) for part in ("title", "text", "url") if row[key].get(part))
    return row.of(key, str)


def _precision(rows: Sequence[tuple[bool, bool]]) -> float | None:
    said = [truth for yes, truth in rows if yes]
    return sum(said) / len(said) if said else None


def _recall(rows: Sequence[tuple[bool, bool]]) -> float | None:
    true = [yes for yes, truth in rows if truth]
    return sum(true) / len(true) if true else None


if __name__ == "__main__":
    command(run)
