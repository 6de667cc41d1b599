"""One run a document at a time."""

from __future__ import annotations

import datetime as dt
import fcntl
import hashlib
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent.errors import GitFailed, Locked
from agent.workspace.commands import os_failure


@contextmanager
def lock(state_dir: Path, document: str, *, since: dt.datetime) -> Iterator[None]:
    """Hold a document's lock; raises Locked, naming the holder, when another run has it.

    The kernel holds the lock and frees it with its process, however that dies: a file left behind
    locks nothing, and a process that got a dead holder's number is not taken for it. `since` is
    only told to others.
    """
    folder = state_dir / "locks"
    path = folder / f"{hashlib.sha256(document.encode()).hexdigest()[:16]}.lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as problem:
        raise os_failure(f"the lock {path}", problem) from problem
    try:
        _take(handle, document)
        _tell(handle, document, since)
        yield
    finally:
        os.close(handle)


def _take(handle: int, document: str) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as held:
        raise Locked(
            f"Another run is working on “{document}”: {_holder(handle)}.",
            hint="Wait until it ends, or stop it; its lock goes with it.",
        ) from held
    except OSError as problem:
        raise GitFailed(f"The git folder's file system cannot lock files: {problem.strerror}.") from problem


def _tell(handle: int, document: str, since: dt.datetime) -> None:
    who = {"document": document, "pid": os.getpid(), "host": socket.gethostname(), "since": since.isoformat()}
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(who, ensure_ascii=False).encode(), 0)
    except OSError as problem:
        raise os_failure(f"the lock of “{document}”", problem) from problem


def _holder(handle: int) -> str:
    """Process, host and start of the run that holds a lock, as far as it has told."""
    try:
        who = json.loads(os.pread(handle, 4096, 0))
        return f"process {who['pid']} on {who['host']}, since {who['since']}"
    except (ValueError, KeyError, TypeError):
        return "it has only just started"
