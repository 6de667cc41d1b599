"""Bytes and source texts by content hash, on disk.

Layout under the root: `bytes/ab/cdef…` holds a file's bytes under their own SHA-256, `texts/ab/cdef….json`
the text that was read from the bytes of that hash. Every write is a new file moved into place, so
that a run killed anywhere leaves either the whole or nothing; every read is verified, and what does
not verify counts as absent, to be made again.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from pydantic import ValidationError

from agent.errors import Bug
from agent.files import write_atomically
from agent.models import SourceText
from agent.readers import READER_VERSION


def content_hash(data: bytes) -> str:
    """Lower-case SHA-256 in hexadecimal: the identity of an item."""
    return hashlib.sha256(data).hexdigest()


class Store:
    """A content-addressed store in one folder; processes may share it."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, data: bytes) -> str:
        """Keep bytes; returns their hash. Raises `DiskFull`."""
        key = content_hash(data)
        path = self._path("bytes", key)
        if not _holds(path, len(data)) or self.get(key) is None:
            write_atomically(path, data)
        return key

    def get(self, key: str) -> bytes | None:
        """The bytes of a hash; None when they are absent or no longer what was kept."""
        data = _read(self._path("bytes", key))
        return data if data is not None and content_hash(data) == key else None

    def put_text(self, text: SourceText) -> str:
        """Keep a source text under its item's hash, which is returned. Raises `DiskFull`."""
        body = text.model_dump_json().encode("utf-8")
        write_atomically(self._path("texts", text.source.item, ".json"), _head(body) + body, durable=False)
        return text.source.item

    def get_text(self, item: str) -> SourceText | None:
        """The source text of an item's hash; None when absent, damaged, or read by an older reader."""
        data = _read(self._path("texts", item, ".json"))
        if data is None:
            return None
        end = data.find(b"\n") + 1
        if end == 0 or data[:end] != _head(data[end:]):
            return None
        try:
            return SourceText.model_validate_json(data[end:])
        except ValidationError:
            return None

    def drop(self) -> None:
        """Remove everything that is kept; what cannot be removed is found again, or goes with the next run."""
        shutil.rmtree(self._root, ignore_errors=True)

    def _path(self, shelf: str, key: str, suffix: str = "") -> Path:
        if len(key) != 64 or not set(key) <= set("0123456789abcdef"):
            raise Bug(f"{key!r} is no content hash")
        return self._root / shelf / key[:2] / (key[2:] + suffix)


def _head(body: bytes) -> bytes:
    """First line of a stored text: the reader's version and the hash of the rest."""
    return f"{READER_VERSION} {content_hash(body)}\n".encode("ascii")


def _holds(path: Path, size: int) -> bool:
    try:
        return path.stat().st_size == size
    except OSError:
        return False


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError, PermissionError):
        return None
