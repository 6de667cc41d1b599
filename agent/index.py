"""Search over the blocks of documents and sources: words first (FTS5), meaning where words do not decide (Chroma).

The index is a cache: what is lost or damaged is dropped and rebuilt from the texts, and the night
goes on. Vectors come from `embeddings`, which makes each one once; Chroma is always given them.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import itertools
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from agent.cachefile import is_damage, open_cache, remove_cache, troubles_named
from agent.embeddings import Embedder, Role
from agent.errors import DiskFull, RedlineError, RepositoryError
from agent.models import Model
from agent.tokens import tokens

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

    from agent.embeddings import Vectors

Made = TypeVar("Made")

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
        self._store = _Store(folder, embedder.name)
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
        new = self._in_words(lambda db: _sync_words(db, owner, wanted))
        if self._wanted.get(owner) != wanted:
            self._wanted[owner] = wanted
            self._in_step.discard(owner)
        return new

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
            found.update(self._in_words(lambda db: db.execute(query, part).fetchall()))  # noqa: B023 (run at once)
        return found

    def vectors(self, texts: Sequence[str], role: Role) -> Vectors:
        """Vectors of texts that are in no index, each made once; shape (len(texts), DIMENSIONS)."""
        return self._embedder.embed(texts, role)

    def close(self) -> None:
        """Let go of the files and of the embedder; the next use opens them again."""
        self._embedder.close()
        self._collections.clear()
        self._in_step.clear()
        self._store.close()
        self._close_words()

    # Words

    def _open_words(self) -> sqlite3.Connection:
        if self._words is None:
            self._words, remade = open_cache(self._words_path, _SCHEMA)
            if remade:
                self.rebuilt.append("the word index")
        return self._words

    def _close_words(self) -> None:
        if self._words is not None:
            self._words.close()
            self._words = None

    def _in_words(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        """What `work` finds in the words; an index that proves damaged is made anew of what each owner gave last."""
        with troubles_named(self._words_path):
            try:
                return work(self._open_words())
            except sqlite3.Error as error:
                if not is_damage(error):
                    raise
            self.rebuilt.append("the word index")
            self._close_words()
            remove_cache(self._words_path)
            for owner, wanted in self._wanted.items():
                _sync_words(self._open_words(), owner, wanted)
            return work(self._open_words())

    def _by_words(self, owner: str, text: str, limit: int) -> list[str]:
        asked = dict.fromkeys(tokens(text))
        if not asked:
            return []
        query = " OR ".join(f'"{token}"' for token in itertools.islice(asked, 200))
        asking = (
            "SELECT p.key FROM words w JOIN passages p ON p.id = w.rowid"
            " WHERE words MATCH ? AND p.owner = ? ORDER BY bm25(words), p.key LIMIT ?"
        )
        rows = self._in_words(lambda db: db.execute(asking, (query, owner, limit)).fetchall())
        return [key for (key,) in rows]

    # Meaning

    def _collection(self, owner: str) -> Collection:
        if owner not in self._collections:
            client = self._store.opened()
            # Names of collections are short and ASCII; an owner may be long and Chinese.
            name = (
                self._store.prefix + hashlib.sha256(owner.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            )
            self._collections[owner] = client.get_or_create_collection(
                name, embedding_function=None, metadata={"hnsw:space": "ip"}
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
                if self._store.is_spoilt():
                    self.rebuilt.append("the vector index (not as it was left)")
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
        self._store.drop()

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


def _sync_words(db: sqlite3.Connection, owner: str, wanted: dict[str, str]) -> int:
    """Make the owner's words those of the wanted passages; how many are new. Another process may do so at once."""
    if _rows(db, owner).keys() == wanted.keys():
        return 0
    db.execute("BEGIN IMMEDIATE")
    with db:
        have = _rows(db, owner)
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


def _rows(db: sqlite3.Connection, owner: str) -> dict[str, int]:
    """An owner's passages: the row of each key."""
    return {key: row for row, key in db.execute("SELECT id, key FROM passages WHERE owner = ?", (owner,))}


class _Store:
    """Chroma's folder: of one process at a time, and used only as it was left.

    Chroma trusts its files: where some are lost it finds less and says nothing, and over others its core ends the
    process. So the folder is sealed by a hash of its files when it is closed, and the seal is broken when it is opened.
    What is not as it was sealed is made anew: after a kill, a crash, damage, another version, another model.
    """

    def __init__(self, folder: Path, embedder: str) -> None:
        self._folder = folder / "chroma"
        self._seal = folder / "chroma.seal"
        self._lock = folder / "chroma.lock"
        self._embedder = embedder
        self._client: Any = None
        self._turn: int | None = None
        self.prefix = "owner-"

    def opened(self) -> Any:
        """The client; one in memory where another process has the folder."""
        import chromadb
        from chromadb.config import Settings

        settings = Settings(anonymized_telemetry=False)
        if self._client is None and self._take():
            if not self._seal.is_file() or self.is_spoilt():
                _remove(self._folder)
            self._seal.unlink(missing_ok=True)
            self._client = chromadb.PersistentClient(path=str(self._folder), settings=settings)
        elif self._client is None:
            self.prefix = f"owner-{id(self):x}-"  # all that is in memory is in one place
            self._client = chromadb.EphemeralClient(settings=settings)
        return self._client

    def is_spoilt(self) -> bool:
        """Whether it is closed, ours to open, and not as it was sealed; a killed process leaves no seal."""
        if self._client is not None or not self._take() or not self._seal.is_file():
            return False
        return self._seal.read_text(encoding="ascii", errors="replace") != self._digest()

    def close(self) -> None:
        """Let go of the folder, sealed; without a seal it is made anew the next time."""
        with contextlib.suppress(_Damaged, OSError):
            if self._client is not None:
                with _damage_named():
                    self._client.close()
                if self._turn is not None:
                    self._seal.write_text(self._digest(), encoding="ascii")
        self._release()

    def drop(self) -> None:
        """Forget what proved damaged, on disk and in memory; the next use makes it anew."""
        _forget_chroma()
        _remove(self._folder)
        self._release()

    def _take(self) -> bool:
        """Whether this process has the folder to itself, until it is closed."""
        if self._turn is not None:
            return True
        self._lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return False
        self._turn = handle
        return True

    def _release(self) -> None:
        self._client = None
        if self._turn is not None:
            os.close(self._turn)
            self._turn = None

    def _digest(self) -> str:
        """Of every file of the folder, and of what made them."""
        import chromadb

        made = hashlib.sha256(f"{chromadb.__version__}\0{self._embedder}".encode())
        for path in sorted(self._folder.rglob("*")):
            if path.is_file():
                name = str(path.relative_to(self._folder))
                made.update(f"\0{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
        return made.hexdigest()


def _remove(folder: Path) -> None:
    """Remove a folder, or what lies in its place."""
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.is_dir():
        with contextlib.suppress(OSError):
            folder.unlink(missing_ok=True)


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
