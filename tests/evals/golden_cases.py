"""Small cases and drafts for the tests of evals."""

from __future__ import annotations

import datetime as dt
from typing import Any

from evals.drafted import Drafted
from evals.golden import GoldenCase

DOCUMENT = """# Storage

## Engines

- **RocksDB 9.1**: released 2026-08-01.
- **LMDB**: memory mapped.

## Formats

| format | version |
|---|---|
| Parquet | 2.10 |
"""
NOTE = "# RocksDB 9.2\n\nRocksDB 9.2 was released on 2026-10-10. Write amplification is 9.8.\n"
NIGHT = dt.date(2026, 10, 12)


def case(**changes: Any) -> GoldenCase:
    """A case of one note, with some of its keys changed."""
    table: dict[str, Any] = {
        "id": "rocksdb",
        "tests": "A newer release edits the line of the old one.",
        "read": 2,
        "tags": ["supersedes"],
        "night": NIGHT,
        "document": DOCUMENT,
        "sources": [{"path": "inbox/ann/2026-10-12-note.md", "text": NOTE}],
        "increments": [
            {
                "is": ["RocksDB 9.2"],
                "relation": ["supersedes"],
                "section": ["Engines"],
                "form": "item",
                "edits": "RocksDB 9.1",
                "facts": ["2026-10-10", ["write amplification", "9.8"]],
            }
        ],
    }
    return GoldenCase.model_validate(table | changes)


def draft(after: str, before: str = DOCUMENT, **changes: Any) -> Drafted:
    """A whole document that somebody wrote."""
    fields: dict[str, Any] = {
        "case": "rocksdb",
        "writer": "given",
        "night": NIGHT,
        "sources": (("inbox/ann/2026-10-12-note.md", NOTE),),
        "before": before,
        "after": after,
    }
    return Drafted(**fields | changes)


GOOD = DOCUMENT.replace(
    "- **RocksDB 9.1**: released 2026-08-01.",
    "- **RocksDB 9.2**: released 2026-10-10; write amplification 9.8. Before: RocksDB 9.1 (2026-08-01).",
)
