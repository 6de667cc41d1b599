"""Labelled words in a text: what they match, and what they do not."""

from __future__ import annotations

import pytest

from evals.drafted import Line, lines_of
from evals.matching import item_saying, kind_of, line_saying, stands


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("9.2", "RocksDB 9.2 is out"),
        ("17.71 ms", "TTFT 17.71ms"),
        ("30-50%", "快 30–50％"),
        ("约 200 万次", "每天**约200万次**调用"),
        ("max_num_seqs", "`max_num_seqs`=512"),
        ("tasks | 任务", "共 240 个任务"),
        ("2.6×", "2.6x faster"),
    ],
)
def test_stands__widths_marks_and_blanks_do_not_matter(words: str, text: str) -> None:
    assert stands(words, text)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("9.2", "RocksDB 19.2"),
        ("9.2", "RocksDB 9.21"),
        ("12", "in 2026 312 sites"),
        ("7.4", "version 1.7.4"),
        ("LLM", "vLLM"),
        ("26 12", "2612"),
    ],
)
def test_stands__a_part_of_a_number_or_the_end_of_a_word_is_not_it(words: str, text: str) -> None:
    assert not stands(words, text)


def lines(text: str) -> tuple[Line, ...]:
    return tuple(lines_of(text))


def test_line_saying__all_words_stand_on_one_line() -> None:
    table = lines("| A | 1 |\n| B | 2 |")
    assert line_saying(("A", "1"), table) == table[0]
    assert line_saying(("A", "2"), table) is None


def test_item_saying__what_is_nested_belongs_to_its_item_and_a_row_to_itself() -> None:
    items = lines("- **A** (source)\n  - reads 12 MB/s\n- **B**\n  - reads 30 MB/s")
    assert item_saying(("A", "12 MB/s"), items) == items[0]
    assert item_saying(("A", "30 MB/s"), items) is None
    paragraph = lines("**A** (source)\n- reads 12 MB/s")
    assert item_saying(("A", "12 MB/s"), paragraph) == paragraph[0]
    assert item_saying(("A", "2"), lines("| A | 1 |\n| B | 2 |")) is None


def test_kind_of__the_most_checkable_fact_of_a_label() -> None:
    assert kind_of(("RocksDB", "12 MB/s")) == "quantity"
    assert kind_of("released on 2026-10-10") == "date"
    assert kind_of("点赞") == "words"
