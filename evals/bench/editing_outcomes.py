"""What became of each edit, a row each, and how the rows are summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any


def tried(doc: str, edit: str, ok: bool, why: str = "") -> dict[str, Any]:
    """What became of one edit: `edit` is what was tried, `why` what was refused or went wrong."""
    return {"doc": doc, "edit": edit, "ok": ok, "why": why}


def share(rows: Sequence[Mapping[str, Any]], name: str) -> float | None:
    """Share of the rows of one sort that are as they should be; None where there are none."""
    found = [row["ok"] for row in rows if row["edit"].split(":")[0] == name]
    return round(sum(found) / len(found), 4) if found else None


def share_refused(rows: Sequence[Mapping[str, Any]]) -> float | None:
    """Share of the random edits that were refused, and so left all bytes as they were without being tried."""
    found = [row["why"].startswith("refused") for row in rows if row["edit"].startswith("untouched:")]
    return round(sum(found) / len(found), 4) if found else None


def reasons(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """What was refused or went wrong, and how often."""
    return dict(Counter(f"{row['edit']} {row['why']}" for row in rows if row["why"]).most_common(30))
