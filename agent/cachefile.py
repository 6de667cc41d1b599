"""SQLite files that are caches: a damaged one is made anew, and troubles with the disk have names."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from agent.errors import DiskFull, Locked, RepositoryError

_WAIT = 30.0
"""Seconds to wait for another process that writes to the file."""
_DAMAGED = frozenset(
    {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}
)
"""The last two: the file's tables are not those that our statements are made for."""
_FULL = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE})
"""A write that a quota or a limit of sizes cuts short is reported as an error of writing."""
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


class _Damaged(sqlite3.DatabaseError):
    """The file opens, and its own check finds faults."""


def open_cache(path: Path, schema: Sequence[str] = ()) -> tuple[sqlite3.Connection, bool]:
    """A connection to the file with its schema, and whether it was damaged and is made anew.

    Raises `DiskFull`, `Locked`, `RepositoryError`.
    """
    with troubles_named(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _connect(path, schema), False
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
        remove_cache(path)
        return _connect(path, schema), True


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is not what it was made as: it helps to make it anew."""
    return isinstance(error, _Damaged) or _primary(error) in _DAMAGED


def remove_cache(path: Path) -> None:
    """Remove the file, and those that SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def troubles_named(path: Path) -> Iterator[None]:
    """Turn what SQLite raises over a file into an error of ours."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code in _FULL or _primary(error) in _FULL:
            raise DiskFull(
                f"The disk is full: {path} could not be written.",
                "Free some space and run the same command again; nothing was changed.",
            ) from error
        if _primary(error) in _BUSY:
            raise Locked(f"Another process holds {path}.", "Run this again when it has ended.") from error
        raise RepositoryError(
            f"The cache {path} cannot be used: {error}.", "Remove it: it is made anew."
        ) from error


def _connect(path: Path, schema: Sequence[str]) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=_WAIT, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        if db.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise _Damaged(str(path))
        for statement in schema:
            db.execute(statement)
    except sqlite3.Error:
        db.close()
        raise
    return db


def _primary(error: sqlite3.Error) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None
