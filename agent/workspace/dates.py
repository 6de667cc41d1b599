"""When each file was last touched, by one pass over history."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from agent.workspace.commands import Git, decode

_START = dt.datetime.fromtimestamp(0, dt.UTC)
_MARK = b"\x01"
"""Begins a row that holds a date; no path that git lists can begin so by chance and be a number."""


def moment(stamp: str) -> dt.datetime:
    """The moment, in UTC, of seconds since 1970 as git tells them; the nearest that a date can be, whatever a commit claims."""
    try:
        return dt.datetime.fromtimestamp(int(stamp or 0), dt.UTC)
    except (ValueError, OverflowError, OSError):
        return dt.datetime(9999, 12, 30, tzinfo=dt.UTC) if not stamp.startswith("-") else _START


def last_touched(git: Git, wanted: frozenset[str]) -> dict[str, dt.datetime]:
    """Author date of the newest commit before HEAD that touched each of the wanted paths.

    Reading stops as soon as every path is found: a long history costs only as far as the oldest of
    them reaches.
    """
    found: dict[str, dt.datetime] = {}
    when = _START
    missing = set(wanted)
    command = (
        "log",
        "-z",
        "--no-show-signature",
        "--no-renames",
        "--no-ext-diff",
        "--name-only",
        "--format=%x01%at",
        "HEAD",
        "--",
    )
    with git.stream(*command) as chunks:
        for row in _rows(chunks):
            if not missing:
                break
            if row.startswith(_MARK) and row[1:].isdigit():
                when = moment(decode(row[1:]))
            elif (path := decode(row)) in missing:
                missing.remove(path)
                found[path] = when
    return found


def _rows(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Cut a stream at NUL bytes; the line end that git puts before a commit's names goes."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\0")
        yield from (row.removeprefix(b"\n") for row in whole if row)
    if rest:
        yield rest
