"""A disk that fills up while the branch or the ledger is being written.

The disk is a real, small one: a tmpfs in a mount namespace of its own, which goes with the process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GitFolder

_SCRIPT = r"""
import datetime as dt, json, random, subprocess, sys
from pathlib import Path
from agent.errors import RedlineError
from agent.ledger import ItemRead, Ledger
from agent.workspace import CommitStep, build_branch, lock, open_repository

source, disk = Path(sys.argv[1]), Path(sys.argv[2])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(disk)], check=True)
when = dt.datetime(2026, 9, 25, 22, tzinfo=dt.UTC)
noise = random.Random(1)
steps = [
    CommitStep(files={"living_doc/guide.md": noise.randbytes(6000)}, subject=f"Step {n}", date=when,
               trailers=(("Redline-Increment", "x"),))
    for n in range(3)
]
events = [ItemRead(document="guide", night=when.date(), path=f"n{n}", item=noise.randbytes(32).hex()) for n in range(200)]

def git(*args):
    return subprocess.run(["git", "-C", str(root), *args], capture_output=True, text=True, check=False).stdout

def work():
    with lock(repository.state_dir, "guide", since=when):
        build_branch(repository, "redline/guide/1", repository.base_commit, steps)
        Ledger.open(repository).append(events)

report = []
for pages in (0, 1, 2, 4, 7, 11, 16, 22, 30, 40, 60, 150):
    root = disk / str(pages)
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(source), str(root)], check=True)
    repository = open_repository(root)
    filler = disk / "filler"
    free = int(subprocess.run(["df", "--output=avail", "-B4096", str(disk)], capture_output=True, text=True).stdout.split()[1])
    filler.write_bytes(b"x" * (free - pages) * 4096)
    before = git("for-each-ref")
    try:
        work()
        outcome = "done"
    except RedlineError as problem:
        outcome = type(problem).__name__ if str(problem).startswith("The disk is full") else str(problem)
    refs = git("for-each-ref").split("\n")
    whole = all(len(line.split()) == 3 for line in refs if line)
    locks = [p.name for p in (root / ".git").rglob("*.lock") if "redline/" not in str(p.relative_to(root / ".git")) or "refs/" in str(p.parent)]
    tmp = [p.name for p in (root / ".git/objects").rglob("tmp_*")]
    filler.unlink()
    fsck = git("fsck", "--strict", "--no-dangling")
    work()
    after = sorted(line.split()[2] for line in git("for-each-ref").split("\n") if line)
    known = len(Ledger.open(repository).known_items("guide"))
    report.append([outcome, whole, locks, tmp, fsck, "refs/redline/ledger" in after, known, git("rev-parse", "redline/guide/1")])
    subprocess.run(["rm", "-rf", str(root)], check=True)
print(json.dumps(report))
"""


def test_it_is_said_and_nothing_half_written_stays(repo: GitFolder, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    namespace = ["unshare", "--map-root-user", "--mount"]
    try:
        able = subprocess.run(
            [*namespace, "mount", "-t", "tmpfs", "none", str(disk)], capture_output=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("no `unshare` here")
    if able.returncode != 0:
        pytest.skip("mount namespaces are not allowed here")
    done = subprocess.run(
        [*namespace, sys.executable, "-c", _SCRIPT, str(repo.root), str(disk)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert {row[0] for row in report} == {"DiskFull", "done"}
    for _, whole, locks, leftovers, fsck, kept, known, _ in report:
        assert whole
        assert (locks, leftovers, fsck) == ([], [], "")
        assert (kept, known) == (True, 200)
    assert len({row[-1] for row in report}) == 1
