"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from agent.errors import DiskFull

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside the place, flush, then move: a reader sees the old file or the new one. Raises `DiskFull`."""
    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError as error:
        if name:
            with contextlib.suppress(OSError):
                Path(name).unlink()
        if error.errno in _FULL:
            raise DiskFull(
                f"No space is left to write {path}.", "Make room, then run the same command again."
            ) from error
        raise
