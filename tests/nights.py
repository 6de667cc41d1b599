"""Nights for tests: a small workspace with its brief, and the ways to run it."""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from agent.app import run_night, run_update, wire
from agent.briefs import read_brief
from agent.graph import build_graph
from agent.llm import Writer
from agent.outcome import Outcome
from agent.state import GivenBrief, RunState, Services, keep, recall
from agent.store import content_hash
from tests.conftest import GitFolder

DATA = Path(__file__).parent / "data" / "night"
BRIEF = DATA / "brief.md"
NIGHT = dt.date(2026, 10, 12)
BRANCH = "redline/storage/2026-10-12"
DOCUMENT = "living_doc/storage.md"
NAME = "storage"
NODES = ("collect", "read", "triage", "compare", "brief", "draft", "verify", "commit", "publish")
SAMPLE_NIGHT = dt.date(2026, 9, 25)
SAMPLE_BRANCH = "redline/inference/2026-09-25"
_ROOT = Path(__file__).parents[1]
_CLOCK = dt.datetime(2026, 10, 12, 15, 0, tzinfo=dt.UTC)


class Quiet:
    """Progress that nobody watches: it keeps the stages."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    def stage(self, name: str, detail: str = "") -> None:
        """See `state.Progress.stage`."""
        self.stages.append(name)

    def step(self, done: int, total: int, what: str) -> None:
        """See `state.Progress.step`."""


def clock() -> dt.datetime:
    """The same moment always."""
    return _CLOCK


def first_commit(root: Path) -> GitFolder:
    """The small workspace as a repository with one commit."""
    shutil.copytree(DATA / "workspace", root)
    folder = GitFolder(root)
    folder.git("init", "-q", "-b", "main")
    folder.commit({}, "The workspace", "2026-10-12T08:00:00+08:00")
    return folder


def update(folder: GitFolder, brief: Path = BRIEF, progress: Quiet | None = None) -> Outcome:
    """`redline update --brief`, in this process."""
    return run_update(folder.root, brief, progress=progress or Quiet(), clock=clock)[0]


def written_by(folder: GitFolder, writer: Writer, brief: Path = BRIEF) -> Outcome:
    """The same night with another writer, through the whole graph."""
    parsed = read_brief(brief.read_text(encoding="utf-8"))
    services = replace(
        wire(folder.root, document=None, base=None, progress=Quiet(), topic=parsed.topic), writer=writer
    )
    given = GivenBrief(brief=parsed, path=brief.name, item=content_hash(brief.read_bytes()), doubts=())
    return through_the_graph(services, keep(services.store, given), parsed.date)


def through_the_graph(services: Services, given_brief: str, night: dt.date) -> Outcome:
    """One run without a checkpointer."""
    first: RunState = {
        "document": services.document.name,
        "night": night.isoformat(),
        "started": _CLOCK.isoformat(),
        "given_brief": given_brief,
        "base": services.repository.base_commit,
        "drafts": {},
    }
    with closing(services.index):
        state = build_graph().invoke(first, context=services)
    return recall(services.kept, state["outcome"], Outcome)


def copy_vectors(source: Path, target: Path) -> None:
    """Give a workspace the vectors that another one has made."""
    place = target / ".git/redline/vectors.sqlite"
    place.parent.mkdir(parents=True, exist_ok=True)
    with (
        closing(sqlite3.connect(source / ".git/redline/vectors.sqlite")) as made,
        closing(sqlite3.connect(place)) as copy,
    ):
        made.backup(copy)


def added_lines(folder: GitFolder, branch: str = BRANCH, base: str = "main") -> list[str]:
    """Lines that a branch adds to the repository."""
    diff = folder.git("diff", "--unified=0", base, branch, "--")
    return [line[1:] for line in diff.split("\n") if line.startswith("+") and not line.startswith("+++")]


def removed_lines(folder: GitFolder, branch: str = BRANCH, base: str = "main") -> list[str]:
    """Lines that a branch takes from the repository."""
    diff = folder.git("diff", "--unified=0", base, branch, "--")
    return [line[1:] for line in diff.split("\n") if line.startswith("-") and not line.startswith("---")]


def users_files(root: Path) -> dict[str, bytes]:
    """Every byte of the checkout and of git's folder but objects, our refs and our own state."""
    ours = (
        ".git/objects/",
        ".git/redline/",
        ".git/refs/redline/",
        ".git/logs/refs/redline/",
        ".git/refs/heads/redline/",
        ".git/logs/refs/heads/redline/",
    )
    files = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    named = ((path.relative_to(root).as_posix(), path) for path in files)
    return {name: path.read_bytes() for name, path in named if not name.startswith(ours)}


def sample(root: Path) -> GitFolder:
    """The shipped sample as a repository with one commit."""
    for name in ("inbox", "living_doc"):
        shutil.copytree(_ROOT / name, root / name)
    shutil.copy(_ROOT / "redline.toml", root)
    folder = GitFolder(root)
    folder.git("init", "-q", "-b", "main")
    folder.commit({}, "The sample", "2026-09-25T08:00:00+08:00")
    return folder


def sample_night(folder: GitFolder, date: dt.date = SAMPLE_NIGHT, progress: Quiet | None = None) -> Outcome:
    """`redline night`, in this process."""
    return run_night(folder.root, date=date, progress=progress or Quiet(), clock=clock)[0]
