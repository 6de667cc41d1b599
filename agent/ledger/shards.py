"""The ledger's files: sets of lines, one file a document and day, merged by union.

A file holds its lines sorted and once each, so it follows from the set of events alone: two clones
that know the same events hold the same bytes, in whatever order they learnt them.
"""

from __future__ import annotations

from collections.abc import Iterable

from agent.ledger.events import Event

FORMAT_FILE = "FORMAT"
FORMAT = b"1\n"
"""Raised when an older Redline could no longer read the lines."""
_FOLDER = "events/"


def shard_of(event: Event) -> str:
    """Path of the file that keeps an event: `events/<document>/<year-month>/<day>.jsonl`."""
    day = event.day
    return f"{_FOLDER}{folder_of(event.document)}/{day:%Y-%m}/{day:%d}.jsonl"


def is_shard(path: str) -> bool:
    """Whether a file of the ref holds events."""
    return path.startswith(_FOLDER) and path.endswith(".jsonl")


def lines_of(content: bytes) -> list[str]:
    """Lines of a file; what is no UTF-8 is replaced, so that it is kept out of sight, not fatal."""
    return [line for line in content.decode("utf-8", "replace").split("\n") if line]


def union(*parts: Iterable[str]) -> bytes:
    """A file that holds every line of the parts once."""
    lines = sorted({line for part in parts for line in part})
    return "".join(f"{line}\n" for line in lines).encode()


def folder_of(document: str) -> str:
    """A folder's name for a document: letters of any script stay, the rest is percent-encoded."""
    kept = (
        c if c.isalnum() or c in "-_" else "".join(f"%{byte:02X}" for byte in c.encode()) for c in document
    )
    return "".join(kept) or "%"
