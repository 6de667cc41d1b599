"""Texts as people word them: what is found in each, what is left alone, and what is known to be missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.consistency import faults

GOLDEN = Path(__file__).parent / "golden"


def rows(name: str) -> list[Any]:
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", rows("faulty.jsonl"), ids=lambda row: row["kind"])
def test_the_fault_is_found_and_nothing_else(row: Any) -> None:
    assert [fault.kind for fault in faults(row["text"])] == [row["kind"]]


@pytest.mark.parametrize("row", rows("clean.jsonl"), ids=lambda row: row["text"][:24])
def test_a_sound_text_is_left_alone(row: Any) -> None:
    assert faults(row["text"]) == ()


@pytest.mark.parametrize("row", rows("missed.jsonl"), ids=lambda row: row["kind"])
def test_what_is_missed_is_missed_without_a_false_word(row: Any) -> None:
    """Known limits: a finding here, if any, is of the right place under a neighbouring kind."""
    assert len(faults(row["text"])) <= 2
