"""What was kept comes back whole, or not at all."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from agent.errors import Bug
from agent.models import SourceItem, SourceText, TextBlock
from agent.store import Store, content_hash


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def source_text(words: str = "吞吐 1.3×") -> SourceText:
    item = SourceItem(
        path="inbox/jay/a.md",
        item=content_hash(words.encode()),
        contributor="jay",
        date=dt.datetime(2026, 9, 25, tzinfo=dt.UTC),
        dated_by="name",
    )
    block = TextBlock(kind="paragraph", start=0, end=len(words), line=1, end_line=1)
    return SourceText(source=item, format="markdown", title="甲", text=words, blocks=(block,))


def files(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / "store").rglob("*") if path.is_file()]


def test_bytes__come_back_under_their_hash(store: Store) -> None:
    assert store.get(store.put(b"\x00\xff")) == b"\x00\xff"
    assert store.get(content_hash(b"other")) is None


def test_same_bytes__are_kept_once_and_not_written_again(store: Store, tmp_path: Path) -> None:
    store.put(b"a")
    (path,) = files(tmp_path)
    os.utime(path, (1, 1))
    store.put(b"a")
    assert path.stat().st_mtime == 1


def test_text__comes_back_equal(store: Store) -> None:
    text = source_text()
    assert store.get_text(store.put_text(text)) == text


@pytest.mark.parametrize("damage", [b"", b"1 00\n{}", b"garbage"], ids=["empty", "wrong hash", "no head"])
def test_damaged_text__counts_as_absent(store: Store, tmp_path: Path, damage: bytes) -> None:
    key = store.put_text(source_text())
    (path,) = files(tmp_path)
    path.write_bytes(damage)
    assert store.get_text(key) is None


def test_damaged_bytes__count_as_absent_and_are_made_again(store: Store, tmp_path: Path) -> None:
    key = store.put(b"abc")
    (path,) = files(tmp_path)
    path.write_bytes(b"abd")
    assert store.get(key) is None
    store.put(b"abc")
    assert store.get(key) == b"abc"


def test_text_of_an_older_reader__is_read_anew(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = store.put_text(source_text())
    monkeypatch.setattr("agent.store.READER_VERSION", 10_000)
    assert store.get_text(key) is None


def test_write__leaves_nothing_beside_the_file(store: Store, tmp_path: Path) -> None:
    store.put(b"a")
    store.put_text(source_text())
    assert not [path for path in files(tmp_path) if path.name.startswith(".new-")]


@pytest.mark.parametrize("key", ["", "../../etc/passwd", "A" * 64, "0" * 63])
def test_key_that_is_no_hash__is_a_bug(store: Store, key: str) -> None:
    with pytest.raises(Bug):
        store.get(key)
