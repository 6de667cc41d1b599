"""One run a document."""

from __future__ import annotations

import datetime as dt
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agent import errors
from agent.workspace import lock

SINCE = dt.datetime(2026, 9, 25, 22, 0, tzinfo=dt.UTC)
_HOLDER = """
import datetime as dt, sys
from pathlib import Path
from agent.workspace.lock import lock
with lock(Path(sys.argv[1]), "推理", since=dt.datetime(2026, 9, 25, 22, tzinfo=dt.UTC)):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_is_told_who_holds_it(tmp_path: Path) -> None:
    told = rf"“推理”: process {os.getpid()} on .+, since 2026-09-25T22:00:00\+00:00"
    with (
        lock(tmp_path, "推理", since=SINCE),
        pytest.raises(errors.Locked, match=told),
        lock(tmp_path, "推理", since=SINCE),
    ):
        pass


def test_it_is_free_again_afterwards_also_after_a_failure(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), lock(tmp_path, "a", since=SINCE):
        raise ZeroDivisionError
    with lock(tmp_path, "a", since=SINCE):
        pass


def test_documents_do_not_wait_for_each_other(tmp_path: Path) -> None:
    with (
        lock(tmp_path, "a", since=SINCE),
        lock(tmp_path, "a/b", since=SINCE),
        lock(tmp_path, "../x", since=SINCE),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["locks"]


def test_a_killed_holders_lock_is_taken_over(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with (
            pytest.raises(errors.Locked, match=f"process {holder.pid} on"),
            lock(tmp_path, "推理", since=SINCE),
        ):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with lock(tmp_path, "推理", since=SINCE):
            pass


@pytest.mark.parametrize("left", ["", "{", "[]", json.dumps({"pid": 1, "host": "h", "since": "s"})])
def test_a_file_that_was_left_behind_locks_nothing(tmp_path: Path, left: str) -> None:
    with lock(tmp_path, "a", since=SINCE):
        pass
    (file,) = (tmp_path / "locks").iterdir()
    file.write_text(left)
    with lock(tmp_path, "a", since=SINCE):
        assert json.loads(file.read_text())["pid"] == os.getpid()
        file.write_text(left)
        with pytest.raises(errors.Locked, match="Another run"), lock(tmp_path, "a", since=SINCE):
            pass
