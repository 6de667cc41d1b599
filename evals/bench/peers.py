"""`python -m evals.bench.peers NOTE… [--correct NOTE OLD NEW] [--document FILE] [--reword] [--json] [--out FILE]`.

Notes taken in one night after another, each night accepted; then the last state again unchanged; then one of the
notes with OLD corrected to NEW. Counted with a careful model, as writer and as judge: calls and prompt tokens
(characters / 3), the share of the increments' key facts that the document has afterwards, and what became of the
corrected figure. With `--reword` the model words what it said otherwise on every night.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent.app import make_brief
from agent.coverage import key_facts
from agent.errors import BadInput
from agent.models import Table
from agent.planning import texts_of
from evals.bench.counted import Night, Silent, one_night
from evals.bench.given import flags, text_of
from evals.bench.honest import HonestModel, ShiftingModel
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows
from evals.scratch import commit, git, start

NOTE, CORRECTION = 5_000, 3_000
"""Prompt tokens of a note and of its correction; the leanest alternative takes 8 to 13 thousand."""
DOCUMENT = Path(__file__).parents[1] / "data" / "serving.md"
_PATH = Path("living_doc/notes.md")
_SETTINGS = f"""[[documents]]
name = "notes"
path = "{_PATH}"
language = "en"
"""
_FIRST_DAY = dt.date(2026, 10, 1)

Correction = tuple[Path, str, str]
"""A note, what stands in it, and what is right."""


def taken_in(
    text: str, notes: Sequence[Path], correction: Correction | None, *, reword: bool = False
) -> dict[str, float | None]:
    """The figures of notes that are taken in by a document of this text, and of the correction of one of them."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "repo"
        (folder / _PATH).parent.mkdir(parents=True)
        (folder / _PATH).write_text(text, encoding="utf-8")
        (folder / "redline.toml").write_text(_SETTINGS, encoding="utf-8")
        start(folder)
        commit(folder, "2026-01-01T00:00:00+00:00")
        return dict(_nights(folder, notes, correction, ShiftingModel() if reword else HonestModel()))


def _nights(
    folder: Path, notes: Sequence[Path], correction: Correction | None, model: HonestModel
) -> list[tuple[str, float | None]]:
    found: list[tuple[str, float | None]] = []
    items: dict[Path, Path] = {}
    day = _FIRST_DAY
    for number, path in enumerate(notes, start=1):
        items[path] = folder / "inbox" / "bench" / f"{day}-{path.name}"
        wanted = _night_of(folder, day, items[path], text_of(path))
        night = _accepted(folder, day, model)
        found += [
            (f"note{number}_calls", night.calls),
            (f"note{number}_prompt", night.tokens_in),
            (f"note{number}_increments", len(night.outcome.increments)),
            (f"note{number}_facts", len(wanted)),
            (f"note{number}_facts_kept", _share(wanted, folder)),
        ]
        day += dt.timedelta(days=1)
    found.append(("unchanged_calls", _accepted(folder, day, model).calls))
    if correction is None:
        return found
    day += dt.timedelta(days=1)
    path, old, new = correction
    before = _document(folder)
    _night_of(folder, day, items[path], text_of(path).replace(old, new))
    night = _accepted(folder, day, model)
    after = _document(folder)
    return [
        *found,
        ("correction_calls", night.calls),
        ("correction_prompt", night.tokens_in),
        ("corrected_places_before", _count(before, old)),
        ("corrected_places_new", _count(after, new)),
        ("corrected_places_left", _count(after, old)),
        ("correction_lines", len(set(after.split("\n")) - set(before.split("\n")))),
    ]


def _night_of(folder: Path, day: dt.date, item: Path, text: str) -> set[Any]:
    """Leave a note; the key facts of the increments that the night will make of it."""
    item.parent.mkdir(parents=True, exist_ok=True)
    item.write_text(text, encoding="utf-8")
    commit(folder, f"{day}T08:00:00+08:00")
    brief = make_brief(folder, date=day, progress=Silent())
    tables = [part for one in brief.increments for part in one.body if isinstance(part, Table)]
    texts = [text for one in brief.increments for text in texts_of(one)]
    lines = "\n".join([*texts, *(" | ".join(table.header) for table in tables)]).split("\n")
    # Line by line: a figure that ends one counts no things that the next one begins with.
    return {fact for line in lines for fact in key_facts(line)}


def _accepted(folder: Path, day: dt.date, model: HonestModel) -> Night:
    """A night, what it proposes being accepted."""
    night = one_night(folder, day, model)
    if night.outcome.branch:
        git(folder, "merge", "-q", "--no-edit", night.outcome.branch)
    return night


def _document(folder: Path) -> str:
    return (folder / _PATH).read_text(encoding="utf-8")


def _share(wanted: set[Any], folder: Path) -> float | None:
    return round(len(wanted & set(key_facts(_document(folder)))) / len(wanted), 4) if wanted else None


def _count(text: str, figure: str) -> int:
    return len(re.findall(rf"(?<![\d.]){re.escape(figure)}(?!\d)", text))


def correction_of(given: Sequence[str] | None, notes: Sequence[Path]) -> Correction | None:
    """The correction of `--correct NOTE OLD NEW`; raises `BadInput` where the note is not taken in, or lacks OLD."""
    if not given:
        return None
    path, old, new = Path(given[0]), given[1], given[2]
    if path not in notes:
        raise BadInput(f"{path} is corrected, and is none of the notes that are taken in.")
    if old not in text_of(path):
        raise BadInput(f"{path} does not say {old!r}: there is nothing to correct.")
    return path, old, new


def targets_of(metrics: Mapping[str, float | None]) -> dict[str, Bound]:
    """What is wanted of the figures of `taken_in`."""
    least: tuple[tuple[str, Bound], ...] = (
        ("correction_prompt", ("<=", CORRECTION)),
        ("_prompt", ("<=", NOTE)),
        ("_facts_kept", (">=", 1.0)),
        ("corrected_places_left", ("<=", 0)),
    )
    found = {name: next((bound for end, bound in least if name.endswith(end)), None) for name in metrics}
    return {name: bound for name, bound in found.items() if bound is not None}


def run(argv: Sequence[str]) -> int:
    """Take notes in and count."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.bench.peers", description="Notes taken in, and one of them corrected."
    )
    parser.add_argument("notes", nargs="+", type=Path, help="files to take in, one a night")
    parser.add_argument("--correct", nargs=3, metavar=("NOTE", "OLD", "NEW"), help="then correct one of them")
    parser.add_argument("--document", type=Path, default=DOCUMENT, help="the document that they are for")
    parser.add_argument("--reword", action="store_true", help="the model words each night otherwise")
    flags(parser, "one figure a row: metric, value")
    options = parser.parse_args(argv)
    correction = correction_of(options.correct, options.notes)
    clock = Clock()
    metrics = taken_in(text_of(options.document), options.notes, correction, reword=options.reword)
    write_rows(options.out, [{"metric": name, "value": value} for name, value in metrics.items()])
    result = Result(
        bench="peers",
        n=len(options.notes),
        metrics=metrics,
        targets={"unchanged_calls": ("<=", 0), **targets_of(metrics)},
        seconds=clock.seconds(),
        peak_mb=Clock.peak_mb(),
    )
    return finish(result, as_json=options.json)


if __name__ == "__main__":
    command(run)
