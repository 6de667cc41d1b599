"""`python -m evals.bench.cost [WORKSPACE] [--date D] [--notes FILE…] [--correct FILE OLD NEW] [--json] [--out FILE]`.

What a night asks of a model, counted with one that drafts carefully: the sample at 1, 10 and 100 times the size
of its document, against the plain way (the whole document and all sources of an increment in, the whole document
back). With `--notes` the files are taken in one night after another; with `--correct` one of them is then
corrected (OLD becomes NEW), its night merged before, and taken in again. Tokens are characters / 3; money is counted
where `[model] price_in` and `price_out` of the workspace's `redline.toml` give list prices.
"""

from __future__ import annotations

import argparse
import datetime as dt
import math
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from agent.settings import load
from evals.bench.counted import Night, one_night
from evals.bench.given import flags, text_of
from evals.bench.peers import correction_of, taken_in, targets_of
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows
from evals.scratch import commit, start

SCALES = (1, 10, 100)
_CHARS_A_TOKEN = 3
_PRICED = 1_000_000
"""Tokens that list prices are given for."""
_SYSTEM = 500
"""Tokens of instructions that the plain way is granted."""


def workspace(source: Path, target: Path, change: Callable[[str], str]) -> Path:
    """A copy of a workspace as a repository with one commit, its document changed; the document's path."""
    document = Path(load(source).document(None).path)
    for name in ("redline.toml", "inbox"):
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, target / name)
    (target / document).parent.mkdir(parents=True, exist_ok=True)
    text = change((source / document).read_text(encoding="utf-8"))
    (target / document).write_text(text, encoding="utf-8")
    start(target)
    commit(target, "2026-01-01T00:00:00+00:00")
    return document


def grown(text: str, scale: int) -> str:
    """A document of `scale` times the size: its sections longer, and more of them, their figures other ones."""
    longer = max(1, round(math.sqrt(scale)))
    copies = math.ceil(scale / longer)
    body = re.split(r"(?m)^(?=#)", text)
    chapters = [
        "".join(_longer(part, longer, number) if part.startswith("#") else part for part in body)
        for number in range(copies)
    ]
    first, *others = chapters
    renamed = [
        re.sub(r"(?m)^(#+ .*)$", rf"\1 ({number})", text) for number, text in enumerate(others, start=2)
    ]
    return "\n".join([first, *renamed])


def _longer(part: str, times: int, salt: int) -> str:
    heading, _, rest = part.partition("\n")
    blocks = rest.strip("\n")
    if not blocks:
        return part
    kept = [blocks if at + salt == 0 else _other_figures(blocks, at + salt) for at in range(times)]
    return heading + "\n" + "\n".join(reversed(kept)) + "\n\n"


def _other_figures(text: str, by: int) -> str:
    return re.sub(r"\d", lambda found: str((int(found[0]) + by) % 10), text)


def plain_way(night: Night, folder: Path, document: Path) -> tuple[int, int]:
    """Tokens in and out when each drafted increment takes the document and its sources, and gives the document back."""
    size = len((folder / document).read_text(encoding="utf-8"))
    drafted = [increment for increment in night.outcome.increments if increment.commit]
    tokens_in = tokens_out = 0
    for increment in drafted:
        paths = {source.rpartition(":")[0] or source for source in increment.sources}
        sources = sum(
            len((folder / path).read_bytes().decode("utf-8", "replace"))
            for path in paths
            if (folder / path).is_file()
        )
        tokens_in += _SYSTEM + (size + sources) // _CHARS_A_TOKEN
        tokens_out += size // _CHARS_A_TOKEN
    return tokens_in, tokens_out


def money(night: Night, source: Path) -> float | None:
    """What a night's tokens cost at the list prices of the workspace's settings; None where these give none."""
    prices = load(source).model
    if not prices.price_in and not prices.price_out:
        return None
    return round((night.tokens_in * prices.price_in + night.tokens_out * prices.price_out) / _PRICED, 6)


def scales(source: Path, date: dt.date, rows: list[dict[str, Any]], metrics: dict[str, float | None]) -> None:
    """The sample at every scale."""
    each: dict[int, float] = {}
    for scale in SCALES:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "repo"
            document = workspace(source, folder, lambda text, scale=scale: grown(text, scale))  # type: ignore[misc]  # a default binds the loop's value
            night = one_night(folder, date)
            plain_in, plain_out = plain_way(night, folder, document)
        asked = max(1, len({alias for prompt in night.prompts for alias in _titles(prompt)}))
        each[scale] = night.tokens_in / asked
        metrics[f"prompt_{scale}x"] = round(night.tokens_in / asked, 1)
        metrics[f"calls_{scale}x"] = night.calls
        metrics[f"tokens_in_{scale}x"] = night.tokens_in
        metrics[f"tokens_out_{scale}x"] = night.tokens_out
        metrics[f"money_{scale}x"] = money(night, source)
        if plain_in + plain_out:
            metrics[f"tokens_ratio_{scale}x"] = round(
                (night.tokens_in + night.tokens_out) / (plain_in + plain_out), 4
            )
        rows.extend(
            {"increment": count, "scale": scale, "tokens_in": tin, "tokens_out": tout, "calls": 1}
            for count, tin, tout in night.by_increments
        )
    metrics["growth_100x"] = round(each[100] / each[1], 4) if each[1] else None
    metrics["tokens_ratio"] = metrics.get("tokens_ratio_1x")


def _titles(prompt: str) -> list[str]:
    return re.findall(r"(?m)^title: .*$", prompt)


def run(argv: Sequence[str]) -> int:
    """Count what nights ask."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.bench.cost", description="What a night asks of a model."
    )
    parser.add_argument("workspace", nargs="?", type=Path, default=Path(), help="a folder with redline.toml")
    parser.add_argument(
        "--date", type=dt.date.fromisoformat, default=dt.date(2026, 9, 25), help="the sample's night"
    )
    parser.add_argument(
        "--notes", nargs="*", type=Path, default=[], help="files to take in one after another"
    )
    parser.add_argument(
        "--document", type=Path, help="the document that the notes are for; else the workspace's"
    )
    parser.add_argument("--correct", nargs=3, metavar=("FILE", "OLD", "NEW"), help="then correct one of them")
    flags(parser, "one call a row: increment, scale, tokens_in, tokens_out, calls")
    options = parser.parse_args(argv)
    correction = correction_of(options.correct, options.notes)
    clock = Clock()
    metrics: dict[str, float | None] = {}
    rows: list[dict[str, Any]] = []
    scales(options.workspace, options.date, rows, metrics)
    targets: dict[str, Bound] = {"growth_100x": ("<=", 1.10), "tokens_ratio": ("<=", 1.0)}
    if options.notes:
        document = options.document or options.workspace / load(options.workspace).document(None).path
        nights = taken_in(text_of(document), options.notes, correction)
        metrics.update(nights)
        targets.update(targets_of(nights))
    write_rows(options.out, rows)
    result = Result(
        bench="cost",
        n=len(rows),
        metrics=metrics,
        targets=targets,
        seconds=clock.seconds(),
        peak_mb=Clock.peak_mb(),
    )
    return finish(result, as_json=options.json)


if __name__ == "__main__":
    command(run)
