"""What a run keeps beside its checkpoints comes back whole, or the run begins anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.models import Quote
from agent.state import LostState, keep, recall
from agent.store import Store


def test_what_was_kept__comes_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    quote = Quote(quote="3 ms", line=7)
    assert recall(store, keep(store, quote), Quote) == quote


def test_what_another_version_kept__is_lost_and_no_fault(tmp_path: Path) -> None:
    store = Store(tmp_path)
    key = store.put(b'{"quote": "3 ms", "line": 7, "late": false}')
    with pytest.raises(LostState):
        recall(store, key, Quote)
    with pytest.raises(LostState):
        recall(store, "0" * 64, Quote)
