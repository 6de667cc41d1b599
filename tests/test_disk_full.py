"""A disk that fills up anywhere in a night: it is said, nothing half-written stays, and the night can be run again.

The disk is a real, small one: a tmpfs in a mount namespace of its own, which goes with the process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import DoneNight

_NAMESPACE = ("unshare", "--map-root-user", "--mount")
_SCRIPT = r"""
import json, os, shutil, subprocess, sys
from pathlib import Path

source, disk, vectors = map(Path, sys.argv[1:])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "none", str(disk)], check=True)

from agent.errors import RedlineError
from tests.conftest import GitFolder
from tests.nights import BRANCH, copy_vectors, update, users_files

report = []
for pages in (0, 20, 130, 400):
    folder = GitFolder(disk / str(pages))
    shutil.copytree(source, folder.root)
    if pages != 130:
        copy_vectors(vectors, folder.root)  # one time is enough to make them, which takes the longest
    before, refs = users_files(folder.root), folder.git("for-each-ref")
    filler = disk / "filler"
    free = os.statvfs(disk).f_bavail - pages
    filler.write_bytes(b"x" * free * 4096)
    try:
        update(folder)
        outcome = "done"
    except RedlineError as problem:
        outcome = type(problem).__name__
        sentence = str(problem)
    refs_after = folder.git("for-each-ref")
    untouched = users_files(folder.root) == before and (outcome == "done" or refs in refs_after)
    left = [p.name for p in folder.root.rglob(".new-*")] + [p.name for p in (folder.root / ".git").rglob("tmp_*")]
    filler.unlink()
    sound = folder.git("fsck", "--strict", "--no-dangling")
    update(folder)
    report.append([pages, outcome, untouched, left, sound, folder.git("rev-parse", BRANCH)])
    shutil.rmtree(folder.root)
print(json.dumps(report))
"""


def test_it_is_said_and_the_same_night_can_be_run_again(done_night: DoneNight, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        able = subprocess.run(
            [*_NAMESPACE, "mount", "-t", "tmpfs", "none", str(disk)], capture_output=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("there is no `unshare` to mount a small disk with")
    if able.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {able.stderr.decode(errors='replace').strip()}")
    done = subprocess.run(
        [*_NAMESPACE, sys.executable, "-c", _SCRIPT, str(done_night.before), str(disk), str(done_night.folder.root)],
        cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(done.stdout.splitlines()[-1])
    outcomes = {outcome for _, outcome, *_ in report}
    assert outcomes <= {"DiskFull", "done"}, report
    assert "DiskFull" in outcomes
    for pages, _, untouched, left, sound, tip in report:
        assert (untouched, left, sound) == (True, [], ""), pages
        assert tip == done_night.outcome.commits[-1], pages
