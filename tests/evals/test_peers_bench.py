"""The bench of notes taken in: what a note and its correction ask of a model, and what becomes of a corrected figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.bench.peers import taken_in

DOCUMENT = """# Stores

## Engines

- **Kestrel** keeps its data in levels of sorted files; its P99 latency of reads is measured on every release.
- **Puffin** keeps a log and an index in memory.

## Reliability

- Long runs of 72 hours count lost writes and error rates.
"""
NOTE = """# Kestrel v2.4.0 halves its P99 latency of reads

Kestrel v2.4.0 reads levels of sorted files in parallel. From https://kestrel.example/blog/v2-4-0.

| threads | P99 (ms) | reads/s |
| --- | --- | --- |
| 16 | 12.86 | 41,000 |
| 64 | 19.31 | 88,000 |

- The P99 latency of reads with 16 threads is 12.86 ms.
- A long run of 72 hours lost no write.
"""


@pytest.mark.parametrize("reword", [False, True], ids=["the same words", "other words"])
def test_a_corrected_figure__is_corrected_in_each_place_whatever_words_the_model_finds(
    reword: bool, tmp_path: Path
) -> None:
    note = tmp_path / "kestrel.md"
    note.write_text(NOTE, encoding="utf-8")
    found = taken_in(DOCUMENT, [note], (note, "12.86", "12.68"), reword=reword)
    assert found["note1_facts_kept"] == 1.0
    assert found["unchanged_calls"] == 0
    assert found["corrected_places_before"] == 2
    assert (found["corrected_places_new"] or 0) >= 2
    assert found["correction_lines"] == 2
    assert found["corrected_places_left"] == 0


def test_a_corrected_note__brings_nothing_that_it_said_before_and_no_draft_had_room_for(
    tmp_path: Path,
) -> None:
    note = tmp_path / "kestrel.md"
    parts = (
        f"Level {n} of Kestrel keeps its sorted files on disk {n} of the rack. {'It is full. ' * 24}"
        for n in range(2, 16)
    )
    note.write_text(NOTE + "\n" + "\n\n".join(parts) + "\n", encoding="utf-8")
    found = taken_in(DOCUMENT, [note], (note, "12.86", "12.68"))
    assert found["corrected_places_left"] == 0
    assert found["correction_lines"] == found["corrected_places_before"]
    assert (found["correction_prompt"] or 0) < 0.6 * (found["note1_prompt"] or 0)
