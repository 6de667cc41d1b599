"""How long a night takes: cold, with nothing new, and with one new item; its memory and its embeddings.

`python -m evals.bench.night DIR [--items N ...] [--bytes B] [--json] [--out FILE]`

The inbox is made at run time from the notes of DIR: pieces of them, each under a title and with figures of its
own, so that no two are copies. Each step is a process of its own, as a scheduler would start it; its memory is
that process's greatest. What Python compiles in the first step it keeps for the others, as it does for everybody
who has not set PYTHONDONTWRITEBYTECODE; an installed package is compiled by its installer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from agent.errors import BadInput, Bug
from evals.bench.given import count, flags
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows
from evals.scratch import git, start

TARGETS: dict[str, Bound] = {
    "cold_s": ("<=", 180),
    "unchanged_s": ("<=", 3),
    "one_new_s": ("<=", 6),
    "peak_mb": ("<=", 1000),
}
"""Of the inbox issue, for 1,000 items of 10 kB on two cores."""
_FLAT: Bound = ("<=", 1.25)
"""Time per item of the largest night over that of the smallest. Below 1 is what a night pays once, whatever lies in
the inbox: the document's vectors, and those of the few hundred texts that it compares by meaning at most."""
_TEXT = frozenset({".md", ".txt", ".html", ".rst"})
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_HEADING = re.compile(r"^#{1,6}\s+\S.*$", re.MULTILINE)
_NIGHT = "2026-09-25"
_NEXT = "2026-09-26"
_SECTIONS = 24


class Step(BaseModel):
    """One run of the command."""

    model_config = ConfigDict(extra="forbid")

    step: str
    items: int
    seconds: float
    mb: float
    embedded: int
    increments: int


def run(argv: Sequence[str] | None = None) -> int:
    """Make the inboxes, run the nights, print the figures."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.night", description=__doc__)
    parser.add_argument("notes", type=Path, metavar="DIR")
    parser.add_argument("--items", type=count, nargs="+", default=[1000], help="items of each night's inbox")
    parser.add_argument("--bytes", type=count, default=10_000, help="bytes of an item")
    parser.add_argument("--seed", type=int, default=0)
    flags(parser, "one step a row: step, seconds, mb, embedded")
    args = parser.parse_args(argv)
    clock = Clock()
    texts = _texts(args.notes)
    if not texts:
        raise BadInput(
            f"{args.notes}: no note in UTF-8 among {', '.join(sorted(_TEXT))}; give a folder of notes."
        )
    steps = [step for count in args.items for step in _nights(texts, count, args.bytes, args.seed)]
    write_rows(args.out, [step.model_dump() for step in steps])
    return finish(_result(steps, args.items, args.seed, clock), as_json=args.json)


def _result(steps: Sequence[Step], counts: Sequence[int], seed: int, clock: Clock) -> Result:
    first = {step.step: step for step in steps if step.items == counts[0]}
    per_item = {step.items: step.seconds / step.items for step in steps if step.step == "cold"}
    metrics: dict[str, float | None] = {
        "cold_s": first["cold"].seconds,
        "unchanged_s": first["unchanged"].seconds,
        "one_new_s": first["one_new"].seconds,
        "peak_mb": max(step.mb for step in steps if step.items == counts[0]),
        "embedded": first["cold"].embedded,
    }
    targets = TARGETS
    if len(per_item) > 1:
        metrics["per_item_growth"] = per_item[max(per_item)] / per_item[min(per_item)]
        targets = TARGETS | {"per_item_growth": _FLAT}
    notes = {f"{items} items": f"{1000 * value:.1f} ms an item, cold" for items, value in per_item.items()}
    for step in steps:
        if step.step != "cold" and step.items != counts[0]:
            notes[f"{step.items} items, {step.step}"] = f"{step.seconds} s"
    return Result(
        bench="night",
        n=counts[0],
        metrics=metrics,
        targets=targets,
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        seed=seed,
        notes=notes,
    )


def _texts(folder: Path) -> list[str]:
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in _TEXT and path.is_file():
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            if len(text) > 200:
                found.append(text)
    return found


def _nights(texts: Sequence[str], count: int, size: int, seed: int) -> list[Step]:
    with tempfile.TemporaryDirectory(prefix="redline-night-") as name:
        root = Path(name)
        draw = random.Random(seed)  # noqa: S311  (material, not secrecy)
        _workspace(root, texts, draw)
        for number in range(count):
            _item(root, texts, number, size, _NIGHT, draw)
        cold = _step("cold", root, _NIGHT, count)
        unchanged = _step("unchanged", root, _NIGHT, count)
        _item(root, texts, count, size, _NEXT, draw)
        return [cold, unchanged, _step("one_new", root, _NEXT, count)]


def _workspace(root: Path, texts: Sequence[str], draw: random.Random) -> None:
    """A repository with a document whose sections are headed as the notes are, each with a few of their lines."""
    lines = ["# Field notes", ""]
    for text in draw.sample(list(texts), min(_SECTIONS, len(texts))):
        heading = _HEADING.search(text)
        lines += [f"## {heading[0].lstrip('# ') if heading else text.split(chr(10))[0][:60]}", ""]
        said = [line.strip() for line in text.split("\n") if 40 < len(line) < 200 and line[:1].isalnum()]
        lines += [*(f"- {line}" for line in said[:6]), ""]
    (root / "doc.md").write_text("\n".join(lines), encoding="utf-8")
    settings = '[night]\ntimezone = "UTC"\n\n[[documents]]\nname = "notes"\npath = "doc.md"\n'
    (root / "redline.toml").write_text(settings, encoding="utf-8")
    start(root)
    git(root, "add", "doc.md", "redline.toml")
    git(root, "commit", "-q", "-m", "Start")


def _item(root: Path, texts: Sequence[str], number: int, size: int, day: str, draw: random.Random) -> None:
    """One note: a piece of a real one under a title of its own, with its figures moved."""
    text = texts[number % len(texts)]
    start = draw.randrange(max(1, len(text) - size // 2))
    piece = text[start : start + size]
    while len(piece.encode()) < size:
        piece += "\n\n" + draw.choice(texts)[: size - len(piece.encode())]
    moved = _NUMBER.sub(
        lambda found: found[0] if draw.random() < 0.7 else f"{float(found[0]) + number % 97 + 1:g}", piece
    )
    path = (
        root / "inbox" / f"who{number % 7}" / f"{day}T{8 + number % 12:02d}{number % 60:02d}-note-{number}.md"
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# Note {number}\n\n{moved}\n", encoding="utf-8")


def _step(step: str, root: Path, night: str, items: int) -> Step:
    """Run the night in a process of its own; its wall time and greatest memory."""
    out = root / ".git" / f"{step}.json"
    started = time.perf_counter()
    with out.open("wb") as stdout:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "agent", "night", "--date", night, "--json"],
            cwd=root,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        )
        assert process.stderr is not None, "asked for above"
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status):
        raise Bug(f"The night failed ({step}, {items} items): {said.decode(errors='replace')[-2000:]}")
    outcome = json.loads(out.read_bytes())
    return Step(
        step=step,
        items=items,
        seconds=round(seconds, 2),
        mb=round(usage.ru_maxrss * 1024 / 1e6, 1),
        embedded=outcome["counts"]["embedded"],
        increments=outcome["counts"]["increments"],
    )


if __name__ == "__main__":
    command(run)
