"""Files that people name, read with one clear sentence when they cannot be; files written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from agent.errors import BadInput, DiskFull

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write beside the place, flush, then move: a reader sees the old file or the new one. Raises `DiskFull`.

    Without `durable` a power cut may lose it, which costs nothing for what can be made again: the
    flush takes 5 to 20 ms a file.
    """
    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
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


def read_file(path: Path) -> bytes:
    """A file that a person named; raises `BadInput` when it is missing, empty or cannot be read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise BadInput(f"There is no file {path}.", "Check the path.") from error
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Check what it is and who may read it."
        ) from error
    if not data.strip():
        raise BadInput(f"{path} is empty.", "Give a file that says something.")
    return data


def night_folder(state_dir: Path, document: str, night: str) -> Path:
    """Where a night's files lie."""
    return state_dir / "nights" / document / night
