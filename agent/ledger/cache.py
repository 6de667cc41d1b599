"""The ledger's events in SQLite, for questions; rebuilt from the ref whenever it is not right.

The cache remembers the blob of each file that it has read. Bringing it up to date means reading the
files whose blob differs, so a new, an old, an emptied and a rewritten ref are all one case.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from agent.errors import DiskFull, Locked, RepositoryError
from agent.ledger.events import (
    Event,
    ItemRead,
    ItemUnread,
    NightDone,
    Reminded,
    Settled,
    Sighted,
    line_id,
    read_line,
)
from agent.ledger.shards import is_shard, lines_of
from agent.workspace.commands import os_failure

Answer = TypeVar("Answer")

_VERSION = 3
_SCHEMA = f"""
CREATE TABLE shards (path TEXT PRIMARY KEY, blob TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    shard TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, document TEXT NOT NULL,
    day TEXT NOT NULL, about TEXT NOT NULL, item TEXT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (shard, id)
) WITHOUT ROWID;
CREATE INDEX by_kind ON events (kind, document, item);
CREATE INDEX by_about ON events (about, kind);
PRAGMA user_version = {_VERSION};
"""
_WAIT = 30.0
"""Seconds to wait for another process that is bringing the cache up to date."""
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DENIED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
_UNREADABLE = "unreadable"


class Damaged(Exception):
    """A row of the cache does not hold what was put there."""


class Cache:
    """The SQLite file under the state folder. It keeps no connection open."""

    def __init__(self, path: Path, read: Callable[[Sequence[str]], list[bytes]]) -> None:
        self._path = path
        self._read = read
        self._files: Mapping[str, str] = {}

    def refresh(self, files: Mapping[str, str]) -> None:
        """Bring the cache to the state in which each file of the ref (path, blob) is read."""
        self._files = {path: blob for path, blob in files.items() if is_shard(path)}
        self._safely(self._update)

    def select(self, where: str, values: Sequence[str]) -> list[Event]:
        """Events that a condition on kind, document, day, about or item picks, oldest day first."""
        return self._safely(lambda db: _events(db, where, values))

    def items(self, document: str) -> frozenset[str]:
        """Hashes of the items that were read for a document."""
        query = "SELECT item FROM events WHERE kind = 'item-read' AND document = ?"
        return self._safely(lambda db: frozenset(row[0] for row in db.execute(query, (document,))))

    def unreadable(self) -> int:
        """Number of lines that are damaged or of a kind that is not known here."""
        query = "SELECT count(*) FROM events WHERE kind = ?"
        return self._safely(lambda db: int(db.execute(query, (_UNREADABLE,)).fetchone()[0]))

    def _safely(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do some work; where the file proves damaged, drop it, build it anew, and do it again."""
        try:
            with self._open() as db:
                return work(db)
        except (Damaged, sqlite3.DatabaseError) as problem:
            _raise_if_not_damage(self._path, problem)
        for name in ("", "-journal", "-wal", "-shm"):
            self._path.with_name(self._path.name + name).unlink(missing_ok=True)
        try:
            with self._open() as db:
                self._update(db)
                return work(db)
        except sqlite3.DatabaseError as problem:
            _raise_if_not_damage(self._path, problem)
            raise RepositoryError(f"The ledger's cache {self._path} cannot be built: {problem}.") from problem

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise os_failure(f"the folder {self._path.parent}", problem) from problem
        with closing(sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)) as db:
            yield db

    def _update(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version != _VERSION:
            if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise Damaged(f"version {version}")
            for statement in _SCHEMA.split(";"):
                db.execute(statement)
        known = dict(db.execute("SELECT path, blob FROM shards"))
        changed = [path for path, blob in self._files.items() if known.get(path) != blob]
        for path in [*(known.keys() - self._files.keys()), *changed]:
            db.execute("DELETE FROM events WHERE shard = ?", (path,))
            db.execute("DELETE FROM shards WHERE path = ?", (path,))
        contents = self._read([self._files[path] for path in changed])
        for path, content in zip(changed, contents, strict=True):
            rows = [_row(path, line) for line in lines_of(content)]
            db.executemany("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            db.execute("INSERT INTO shards VALUES (?, ?)", (path, self._files[path]))
        db.execute("COMMIT")


def _row(shard: str, line: str) -> tuple[str, ...]:
    event = read_line(line)
    if event is None:
        return (shard, line_id(line), _UNREADABLE, "", "", "", "", line)
    about, item = _about(event)
    return (shard, line_id(line), event.kind, event.document, event.day.isoformat(), about, item, line)


def _about(event: Event) -> tuple[str, str]:
    """What an event is about: path and hash of an item, or the id of an increment or a watch."""
    if isinstance(event, ItemRead | ItemUnread):
        return event.path, event.item
    if isinstance(event, Settled | Sighted | Reminded):
        return event.watch, ""
    return ("" if isinstance(event, NightDone) else event.increment), ""


def _events(db: sqlite3.Connection, where: str, values: Sequence[str]) -> list[Event]:
    query = f"SELECT DISTINCT day, id, line FROM events WHERE {where} ORDER BY day, id"  # noqa: S608 (ours)
    found = []
    for _, _, line in db.execute(query, values):
        event = read_line(line)
        if event is None:
            raise Damaged(line)
        found.append(event)
    return found


def _raise_if_not_damage(path: Path, problem: Exception) -> None:
    """Let through the troubles that building the cache anew would not mend."""
    code = getattr(problem, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    if primary == sqlite3.SQLITE_FULL:
        raise DiskFull(
            f"The disk is full: {path} could not be written.", hint="Free some space and run this again."
        ) from problem
    if primary in _BUSY:
        raise Locked(f"Another process holds the ledger's cache {path}.", hint="Run this again.") from problem
    if primary in _DENIED:
        raise RepositoryError(f"The ledger's cache {path} cannot be opened: {problem}.") from problem
