"""Notes for tests: Markdown read as the night reads it."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Literal
from zoneinfo import ZoneInfo

from agent.models import SourceItem, SourceText
from agent.readers.markdown import read_markdown

ZONE = ZoneInfo("Asia/Shanghai")


def note(
    text: str,
    path: str = "inbox/ann/2026-09-25-note.md",
    *,
    kind: Literal["note", "card", "queue", "brief"] = "note",
    day: dt.date = dt.date(2026, 9, 25),
) -> SourceText:
    """A Markdown note as source text, dated by its day."""
    reading = read_markdown(text)
    item = SourceItem(
        path=path,
        item=hashlib.sha256(text.encode()).hexdigest(),
        contributor=path.split("/")[-2],
        date=dt.datetime(day.year, day.month, day.day, tzinfo=ZONE),
        dated_by="name",
        day_only=True,
        kind=kind,
    )
    return SourceText(
        source=item,
        format=reading.format,
        title=reading.title,
        text=reading.text,
        blocks=reading.blocks,
        meta=reading.meta,
        notes=reading.notes,
    )
