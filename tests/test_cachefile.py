"""SQLite caches: damage is made good, troubles have names."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from agent.cachefile import open_cache, troubles_named
from agent.errors import DiskFull, Locked, RepositoryError

SCHEMA = ("CREATE TABLE IF NOT EXISTS t (x)",)


def test_a_new_file_has_its_schema(tmp_path: Path) -> None:
    db, remade = open_cache(tmp_path / "deep/cache.sqlite", SCHEMA)
    with closing(db):
        assert db.execute("SELECT * FROM t").fetchall() == []
    assert not remade


def test_what_was_kept_is_kept(tmp_path: Path) -> None:
    with closing(open_cache(tmp_path / "c", SCHEMA)[0]) as db, db:
        db.execute("INSERT INTO t VALUES (1)")
    db, remade = open_cache(tmp_path / "c", SCHEMA)
    with closing(db):
        assert db.execute("SELECT x FROM t").fetchall() == [(1,)]
    assert not remade


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 8000])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c").write_bytes(content)
    db, remade = open_cache(tmp_path / "c", SCHEMA)
    with closing(db):
        assert db.execute("SELECT * FROM t").fetchall() == []
    assert remade


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    with pytest.raises(RepositoryError, match="cannot be used"):
        open_cache(tmp_path / "c")


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, DiskFull),
        (sqlite3.SQLITE_IOERR_WRITE, DiskFull),
        (sqlite3.SQLITE_BUSY, Locked),
        (sqlite3.SQLITE_IOERR, RepositoryError),
    ],
)
def test_troubles_are_errors_of_ours(tmp_path: Path, code: int, kind: type[RepositoryError]) -> None:
    error = sqlite3.OperationalError("trouble")
    error.sqlite_errorcode = code
    with pytest.raises(kind) as told, troubles_named(tmp_path / "c"):
        raise error
    assert type(told.value) is kind
