"""Logs that never grow without end: lines are appended, and a full file steps aside for a new one."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

LIMIT = 2_000_000
"""Bytes after which a log is set aside."""
KEPT = 4
"""Files of one log that were set aside: with the running one, five of 2 MB hold some years of nights."""


def append(path: Path, line: str, *, limit: int = LIMIT, kept: int = KEPT) -> None:
    """Add a line to a log; processes that write at once do not lose one another's lines.

    A file that would grow past `limit` bytes becomes `name.1`, the one before it `name.2` and so on, and the
    oldest goes. Raises OSError.
    """
    data = (line.rstrip("\n") + "\n").encode("utf-8", "replace")
    path.parent.mkdir(parents=True, exist_ok=True)
    turn = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if path.exists() and path.stat().st_size + len(data) > limit:
            _set_aside(path, kept)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, data)
        finally:
            os.close(handle)
    finally:
        os.close(turn)


def _set_aside(path: Path, kept: int) -> None:
    for number in range(kept, 0, -1):
        older = path.with_name(f"{path.name}.{number}")
        newer = path.with_name(f"{path.name}.{number - 1}") if number > 1 else path
        if newer.exists():
            newer.replace(older)
    if not kept:
        path.unlink()
