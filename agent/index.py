"""Search over the blocks of documents and sources: words first (FTS5), meaning where words do not decide (Chroma).

The index is a cache: what is lost or damaged is dropped and rebuilt from the texts, and the night
goes on. Vectors come from `embeddings`, which makes each one once; Chroma is always given them.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.cachefile import open_cache, troubles_named
from agent.embeddings import Embedder, Role
from agent.errors import DiskFull, RedlineError, RepositoryError
from agent.models import Model
from agent.tokens import tokens

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

    from agent.embeddings import Vectors

_RRF = 60
"""Constant of reciprocal rank fusion: Cormack, Clarke & Büttcher, SIGIR 2009."""
_ROOM = 1_000_000
"""Bytes free below which a store that cannot be written is put down to a full disk."""


class Passage(Model):
    """One block that can be found."""

    key: str
    """Unique within its owner and derived from its content, so that what is unchanged keeps its key."""
    text: str


class Hit(Model):
    """A passage that was found, best first."""

    key: str
    score: float
    """Fused score: comparable within one answer only."""
    similarity: float | None = None
    """Cosine of the vectors, where meaning was asked."""


_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS passages (id INTEGER PRIMARY KEY, owner TEXT, key TEXT, UNIQUE (owner, key))",
    "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(tokens, tokenize = \"ascii tokenchars '._-+#'\")",
    "CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(words, row)",
)


class Index:
    """The passages of several owners (a document, the sources), each in step with its last `sync`.

    Vectors are made when meaning is first asked: a night that words decide embeds nothing.
    """

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self._folder = folder
        self._words_path = folder / "words.sqlite"
        self._embedder = embedder
        self._words: sqlite3.Connection | None = None
        self._client: Any = None
        self._collections: dict[str, Collection] = {}
        self._wanted: dict[str, dict[str, str]] = {}
        """By owner: the passages of its last `sync`, from which vectors are made when meaning is asked."""
        self._in_step: set[str] = set()
        """Owners whose vectors are those passages'."""
        self.rebuilt: list[str] = []
        """What was found damaged and made anew, in words for the log."""

    def sync(self, owner: str, passages: Sequence[Passage]) -> int:
        """Make the index hold exactly these passages for the owner; return how many are new to it."""
        wanted = {passage.key: passage.text for passage in passages}
        if self._wanted.get(owner) != wanted:
            self._wanted[owner] = wanted
            self._in_step.discard(owner)
        with troubles_named(self._words_path):
            return self._sync_words(owner, wanted)

    def search(self, owner: str, text: str, limit: int = 8, *, dense: bool = True) -> list[Hit]:
        """Passages of the owner nearest to the text, best first; `dense=False` asks words only."""
        lists = [self._by_words(owner, text, limit * 4)]
        similar: dict[str, float] = {}
        if dense:
            similar = self._by_meaning(owner, text, limit * 4)
            lists.append(list(similar))
        scores: dict[str, float] = {}
        for ranked in lists:
            for rank, key in enumerate(ranked, start=1):
                scores[key] = scores.get(key, 0.0) + 1 / (_RRF + rank)
        best = sorted(scores, key=lambda key: (-scores[key], key))[:limit]
        return [Hit(key=key, score=scores[key], similarity=similar.get(key)) for key in best]

    def frequency(self, words: Sequence[str]) -> dict[str, int]:
        """In how many passages of all owners each search token (see `tokens`) occurs; 0 for one that is in none."""
        asked = list(dict.fromkeys(words))
        found = dict.fromkeys(asked, 0)
        for part in _parts(asked):
            marks = ",".join("?" * len(part))
            query = f"SELECT term, doc FROM vocabulary WHERE term IN ({marks})"  # noqa: S608 (only marks)
            found.update(self._open_words().execute(query, part).fetchall())
        return found

    def vectors(self, texts: Sequence[str], role: Role) -> Vectors:
        """Vectors of texts that are in no index, each made once; shape (len(texts), DIMENSIONS)."""
        return self._embedder.embed(texts, role)

    def close(self) -> None:
        """Let go of the files and of the embedder; the next use opens them again."""
        self._embedder.close()
        if self._words is not None:
            self._words.close()
            self._words = None

    def similarity(self, one: str, other: str) -> float:
        """Cosine of two texts that are in no index."""
        first, second = self._embedder.embed([one, other], "passage")
        return float(first @ second)

    # Words

    def _open_words(self) -> sqlite3.Connection:
        if self._words is None:
            self._words, remade = open_cache(self._words_path, _SCHEMA)
            if remade:
                self.rebuilt.append("the word index")
        return self._words

    def _sync_words(self, owner: str, wanted: dict[str, str]) -> int:
        db = self._open_words()
        have = {key: row for row, key in db.execute("SELECT id, key FROM passages WHERE owner = ?", (owner,))}
        with db:
            for key in have.keys() - wanted.keys():
                db.execute("DELETE FROM passages WHERE id = ?", (have[key],))
                db.execute("DELETE FROM words WHERE rowid = ?", (have[key],))
            new = [key for key in wanted if key not in have]
            for key in new:
                row = db.execute("INSERT INTO passages (owner, key) VALUES (?, ?)", (owner, key)).lastrowid
                db.execute(
                    "INSERT INTO words (rowid, tokens) VALUES (?, ?)", (row, " ".join(tokens(wanted[key])))
                )
        return len(new)

    def _by_words(self, owner: str, text: str, limit: int) -> list[str]:
        asked = dict.fromkeys(tokens(text))
        if not asked:
            return []
        query = " OR ".join(f'"{token}"' for token in itertools.islice(asked, 200))
        rows = self._open_words().execute(
            "SELECT p.key FROM words w JOIN passages p ON p.id = w.rowid"
            " WHERE words MATCH ? AND p.owner = ? ORDER BY bm25(words), p.key LIMIT ?",
            (query, owner, limit),
        )
        return [key for (key,) in rows]

    # Meaning

    def _collection(self, owner: str) -> Collection:
        if owner not in self._collections:
            if self._client is None:
                self._client = _chroma(self._folder / "chroma")
            # Names of collections are ASCII; an owner may be Chinese.
            name = f"owner-{owner.encode().hex()[:200]}"
            self._collections[owner] = self._client.get_or_create_collection(
                name, embedding_function=None, metadata={"hnsw:space": "ip", "embedder": self._embedder.name}
            )
        return self._collections[owner]

    def _bring_in_step(self, collection: Collection, wanted: dict[str, str]) -> None:
        if not wanted and not collection.count():
            return
        have = set(collection.get(include=[])["ids"])
        gone = sorted(have - wanted.keys())
        new = [key for key in wanted if key not in have]
        for part in _parts(gone):
            collection.delete(ids=part)
        for part in _parts(new):
            vectors = self._embedder.embed([wanted[key] for key in part], "passage")
            collection.upsert(ids=part, embeddings=vectors)

    def _by_meaning(self, owner: str, text: str, limit: int) -> dict[str, float]:
        """Keys and cosines; a store that proves damaged is made anew and asked again."""
        vector = self._embedder.embed([text], "query")
        try:
            with _damage_named():
                return self._asked(owner, vector, limit)
        except _Damaged as error:
            self._drop(f"the vector index ({error})")
        try:
            with _damage_named():
                return self._asked(owner, vector, limit)
        except _Damaged as error:
            raise self._failure(error) from error

    def _asked(self, owner: str, vector: Vectors, limit: int) -> dict[str, float]:
        collection = self._collection(owner)
        if owner not in self._in_step and owner in self._wanted:
            self._bring_in_step(collection, self._wanted[owner])
            self._in_step.add(owner)
        answer = collection.query(query_embeddings=vector, n_results=limit, include=["distances"])
        distances = answer["distances"]
        if not distances:
            return {}
        return {key: 1 - distance for key, distance in zip(answer["ids"][0], distances[0], strict=True)}

    def _drop(self, what: str) -> None:
        """Forget a damaged vector store, on disk and in memory; the next use makes it anew."""
        self.rebuilt.append(what)
        self._collections.clear()
        self._in_step.clear()
        self._client = None
        _forget_chroma()
        shutil.rmtree(self._folder / "chroma", ignore_errors=True)

    def _failure(self, error: _Damaged) -> RedlineError:
        """Why a vector store that was made anew cannot be used either: there is no room for it, as a rule."""
        path = self._folder / "chroma"
        if shutil.disk_usage(self._folder).free < _ROOM:
            return DiskFull(
                f"The disk is full: {path} could not be written.",
                "Free some space and run the same command again; nothing was changed.",
            )
        return RepositoryError(f"The vector index {path} cannot be made: {error}.", "Look at its rights.")


def _parts(keys: Sequence[str], size: int = 500) -> Iterable[list[str]]:
    return (list(keys[start : start + size]) for start in range(0, len(keys), size))


def _chroma(folder: Path) -> Any:
    import chromadb
    from chromadb.config import Settings

    return chromadb.PersistentClient(path=str(folder), settings=Settings(anonymized_telemetry=False))


class _Damaged(Exception):
    """The vector store cannot be used as it is."""


@contextlib.contextmanager
def _damage_named() -> Iterator[None]:
    """Turn whatever Chroma raises over damaged files into `_Damaged`: its own errors, SQLite's, a panic of its core.

    The panic is a BaseException of a module that cannot be imported, so it is known by its name; a client that
    could not start lacks its own attributes when it is stopped.
    """
    import chromadb.errors

    try:
        yield
    except (chromadb.errors.ChromaError, sqlite3.DatabaseError, OSError, ValueError, AttributeError) as error:
        raise _Damaged(type(error).__name__) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise _Damaged("panic") from error


def _forget_chroma() -> None:
    """Chroma keeps one system a path for the life of a process: it would go on with the deleted files."""
    from chromadb.api.shared_system_client import SharedSystemClient

    SharedSystemClient.clear_system_cache()
