"""The document's blocks by meaning: only where two languages cannot meet in words, and not without end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agent.document import parse
from agent.index import Hit, Passage
from agent.nearest import MOST_ASKED, MOST_BLOCKS, Nearest, Remembered, passages_of
from agent.relation import lines_of

LINES = lines_of(parse("# 推理\n\n- 吞吐提升一成\n- 延迟降低\n- 吞吐提升一成\n".encode()))
FOREIGN = "The throughput is one tenth higher than before."


class Looked:
    """An index that keeps what it was asked and finds the last passage, and one that is gone."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.passages: Sequence[Passage] = ()

    def sync(self, _owner: str, passages: Sequence[Passage]) -> int:
        self.passages = passages
        return len(passages)

    def search(self, _owner: str, text: str, limit: int) -> list[Hit]:
        self.asked.append(text)
        return [Hit(key="gone", score=1.0), Hit(key=self.passages[-1].key, score=0.5, similarity=0.8)]


def near(index: Looked) -> Nearest:
    made = Nearest(index, "d", LINES, "zh")  # type: ignore[arg-type]
    made.sync()
    return made


def test_passages__the_same_words_twice_have_keys_of_their_own_that_stay() -> None:
    keys = [passage.key for passage in passages_of(LINES)]
    assert len(set(keys)) == len(keys)
    assert keys == [passage.key for passage in passages_of(LINES)]


def test_needed__only_for_another_language_than_the_documents() -> None:
    found = near(Looked())
    assert found.needed(FOREIGN)
    assert not found.needed("吞吐比从前高出一成")
    assert not found.needed("12 / 34")


def test_needed__not_without_end() -> None:
    found = near(Looked())
    for _ in range(MOST_ASKED):
        found.cosine(FOREIGN)
    assert not found.needed(FOREIGN)


def test_lines__what_the_index_has_and_the_document_has_not_is_passed_over() -> None:
    found = near(Looked())
    assert [line.text for line in found.lines(FOREIGN)] == [LINES[-1].text]
    assert found.cosine(FOREIGN) == 0.8


def test_remembered__looks_each_text_up_once() -> None:
    index = Looked()
    remembered = Remembered(near(index))
    assert remembered.lines(FOREIGN) == remembered.lines(FOREIGN)
    assert index.asked == [FOREIGN]


class Toward(Looked):
    """An index in which a text points to what it has a word of."""

    def vectors(self, texts: Sequence[str], role: str) -> NDArray[np.float32]:
        keys = ("缓存", "硬件") if role == "passage" else ("cache", "hardware")
        return np.array([[float(key in text) for key in keys] for text in texts], dtype=np.float32)


def test_section__the_one_whose_blocks_are_nearest_on_the_whole() -> None:
    text = "# 推理\n\n## 甲\n\n- 缓存和硬件\n- 硬件一\n- 硬件二\n\n## 乙\n\n- 缓存一\n- 缓存二\n\n## 丙\n\n- 别的\n"
    lines = lines_of(parse(text.encode()))
    found = Nearest(Toward(), "d", lines, "zh")  # type: ignore[arg-type]
    nearest = found.section("a cache of prefixes")
    assert nearest is not None
    assert nearest.text == "- 缓存一"
    assert Remembered(found).section("hardware") == lines[0]


def test_section__none_in_a_document_without_blocks_or_with_more_than_a_night_affords() -> None:
    assert Nearest(Toward(), "d", (), "zh").section("hardware") is None  # type: ignore[arg-type]
    (line,) = lines_of(parse("# 推理\n\n- 硬件\n".encode()))
    many = [line] * (MOST_BLOCKS + 1)
    assert Nearest(Toward(), "d", many, "zh").section("hardware") is None  # type: ignore[arg-type]
