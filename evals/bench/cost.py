"""`python -m evals.bench.cost [WORKSPACE] [--date D] [--notes FILE…] [--correct FILE OLD NEW] [--json] [--out FILE]`.

What a night asks of a model, counted with one that drafts carefully: the sample at 1, 10 and 100 times the size
of its document, against the plain way (the whole document and all sources of an increment in, the whole document
back). With `--notes` the files are taken in one night after another; with `--correct` one of them is then
corrected (OLD becomes NEW), its night merged before, and taken in again. Tokens are characters / 3.
"""

from __future__ import annotations

import argparse
import datetime as dt
import math
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.app import wire
from agent.budget import Budget, Limits
from agent.coverage import key_facts
from agent.embeddings import DIMENSIONS, Role
from agent.index import Index
from agent.llm_model import ModelWriter
from agent.llm_offline import OfflineWriter
from agent.outcome import Outcome
from agent.recording import Desk
from agent.running import run as run_night
from agent.settings import load
from agent.store import content_hash
from evals.bench.honest import HonestModel, increments_in
from evals.bench.report import Bound, Clock, Result, finish, write_rows

if TYPE_CHECKING:
    from agent.embeddings import Vectors

SCALES = (1, 10, 100)
_CHARS_A_TOKEN = 3
_SETTINGS = """[[documents]]
name = "notes"
path = "living_doc/notes.md"
"""
_SYSTEM = 500
"""Tokens of instructions that the plain way is granted."""
_A_NOTE, _A_CORRECTION = 5_000, 3_000
"""Prompt tokens of a note and of its correction; the leanest alternative takes 8 to 13 thousand."""


class WordVectors:
    """Vectors by hash: what is asked of a model does not hang on their meaning, and a hundred documents are many."""

    name = "hash"

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:  # noqa: ARG002
        """See `embeddings.Embedder.embed`."""
        import numpy as np

        rows = [
            np.random.default_rng(int(content_hash(t.encode())[:8], 16)).standard_normal(DIMENSIONS)
            for t in texts
        ]
        found = np.array(rows, dtype=np.float32).reshape(len(texts), DIMENSIONS)
        made: Vectors = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        return made

    def close(self) -> None:
        """Nothing is held."""


class Silent:
    """Progress that nobody watches."""

    def stage(self, name: str, detail: str = "") -> None:
        """See `state.Progress.stage`."""

    def step(self, done: int, total: int, what: str) -> None:
        """See `state.Progress.step`."""


@dataclass(frozen=True, slots=True)
class Night:
    """What one night took."""

    outcome: Outcome
    tokens_in: int
    tokens_out: int
    calls: int
    by_increments: tuple[tuple[int, int, int], ...]
    """Of each call: increments asked about, tokens in, tokens out."""
    prompts: tuple[str, ...]


def one_night(folder: Path, date: dt.date) -> Night:
    """Run a night with a careful model that counts."""
    model = HonestModel()
    desk = Desk(model, Budget(Limits()), log=None)
    with tempfile.TemporaryDirectory() as place:
        services = wire(folder, document=None, base=None, progress=Silent())
        services = replace(
            services, writer=ModelWriter(desk, OfflineWriter()), index=Index(Path(place), WordVectors())
        )
        started = dt.datetime.combine(date, dt.time(23), tzinfo=services.zone)
        outcome, _ = run_night(services, date, "", lambda: started)
    calls = [(request, reply) for request, reply in model.asked]
    return Night(
        outcome=outcome,
        tokens_in=sum(reply.tokens_in for _, reply in calls),
        tokens_out=sum(reply.tokens_out for _, reply in calls),
        calls=len(calls),
        by_increments=tuple(
            (len(increments_in(request.turns[0].content)), reply.tokens_in, reply.tokens_out)
            for request, reply in calls
        ),
        prompts=tuple(request.turns[0].content for request, _ in calls),
    )


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
    git(target, "init", "-q", "-b", "main")
    commit(target, "2026-01-01T00:00:00+00:00")
    return document


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder; what it says."""
    fixed = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "core.hooksPath=/dev/null"]
    done = subprocess.run(  # noqa: S603
        ["git", *fixed, *arguments],  # noqa: S607
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode("utf-8", "replace")


def commit(folder: Path, when: str) -> None:
    """Commit everything."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "Write", "--date", when)


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


def notes(
    text: str,
    files: Sequence[Path],
    correction: tuple[Path, str, str] | None,
    metrics: dict[str, float | None],
) -> None:
    """Notes taken in one night after another, then one of them corrected."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "repo"
        document = Path("living_doc/notes.md")
        (folder / document).parent.mkdir(parents=True)
        (folder / document).write_text(text, encoding="utf-8")
        (folder / "redline.toml").write_text(_SETTINGS, encoding="utf-8")
        git(folder, "init", "-q", "-b", "main")
        commit(folder, "2026-01-01T00:00:00+00:00")
        day = dt.date(2026, 10, 1)
        for number, path in enumerate(files, start=1):
            night = _taken_in(folder, day, path.name, path.read_text(encoding="utf-8"), number)
            metrics[f"note{number}_calls"] = night.calls
            metrics[f"note{number}_prompt"] = night.tokens_in
            metrics[f"note{number}_facts_kept"] = _facts_kept(night)
            day += dt.timedelta(days=1)
        if correction is None:
            return
        path, old, new = correction
        metrics["corrected_places_before"] = (folder / document).read_text(encoding="utf-8").count(old)
        corrected = path.read_text(encoding="utf-8").replace(old, new)
        night = _taken_in(folder, day, path.name, corrected, len(files) + 1)
        told = (folder / document).read_text(encoding="utf-8")
        metrics["correction_calls"] = night.calls
        metrics["correction_prompt"] = night.tokens_in
        metrics["corrected_places_new"] = told.count(new)
        metrics["corrected_places_left"] = told.count(old)


def _taken_in(folder: Path, day: dt.date, name: str, text: str, number: int) -> Night:
    """One note on one night; what it proposes is accepted."""
    item = folder / "inbox" / "bench" / f"{day}-{number}-{name}"
    item.parent.mkdir(parents=True, exist_ok=True)
    item.write_text(text, encoding="utf-8")
    commit(folder, f"{day}T08:00:00+08:00")
    night = one_night(folder, day)
    if night.outcome.branch:
        git(folder, "merge", "-q", "--no-edit", night.outcome.branch)
    return night


def _facts_kept(night: Night) -> float | None:
    """Of the key facts of the drafted increments' claims, the share that was committed."""
    kept: set[Any] = set()
    wanted: set[Any] = set()
    for increment in night.outcome.increments:
        added = "\n".join(increment.added)
        for claim in increment.claims:
            if claim.kept != "refused":
                wanted |= set(key_facts(claim.text))
        kept |= set(key_facts(added))
    return round(len(wanted & kept) / len(wanted), 4) if wanted else None


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
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path, help="where to write one call a row")
    options = parser.parse_args(argv)
    clock = Clock()
    metrics: dict[str, float | None] = {}
    rows: list[dict[str, Any]] = []
    scales(options.workspace, options.date, rows, metrics)
    targets: dict[str, Bound] = {"growth_100x": ("<=", 1.10), "tokens_ratio": ("<=", 1.0)}
    if options.notes:
        given = options.correct
        document = options.document or options.workspace / load(options.workspace).document(None).path
        notes(
            document.read_text(encoding="utf-8"),
            options.notes,
            (Path(given[0]), given[1], given[2]) if given else None,
            metrics,
        )
        targets.update({f"note{n}_prompt": ("<=", _A_NOTE) for n in range(1, len(options.notes) + 1)})
        targets.update({f"note{n}_facts_kept": (">=", 1.0) for n in range(1, len(options.notes) + 1)})
        if given:
            targets["correction_prompt"] = ("<=", _A_CORRECTION)
            targets["corrected_places_left"] = ("<=", 0)
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
    sys.exit(run(sys.argv[1:]))
