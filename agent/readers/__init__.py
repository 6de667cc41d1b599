"""Bytes of an inbox item -> its source text, or the reason why it cannot be read.

Each format has a module here; what needs a library imports it when the first such file comes, so
that a night of Markdown pays for none of them.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

from agent.models import SourceItem, SourceText, TextBlock, Unreadable
from agent.readers import formats, secrets
from agent.readers.reading import CannotRead, Reading

__all__ = ["READER_VERSION", "read"]

_SHARED_NAMES = frozenset({"readme", "index", "note", "notes", "untitled", "新建文档", "笔记"})
_DAY = re.compile(
    r"^\d{4}-?\d{2}-?\d{2}(?:[T_ .-]?[0-2]\d[:：.-]?[0-5]\d(?:[:：.-]?[0-5]\d)?Z?(?=[-_]|$))?(?!\d)[-_ .]{0,3}"
)
"""The day that a name begins with, and its time: `2026-09-25`, `2026-09-25T0820`, `2026-09-25-1335`."""
_WORD = re.compile(r"[^\W\d_]{2}")
"""What is left of a name says something: a daily note may be called by its day alone."""
_HALF = re.compile("[\ud800-\udfff]")
READER_VERSION = 8
"""Goes up when the same bytes would give another text; stored texts of an older one are read anew."""


def read(item: SourceItem, data: bytes) -> SourceText | Unreadable:
    """Read a file by what its bytes are, and its name where they do not say.

    Never raises on any bytes; secrets are masked in all that it returns.
    """
    name = unicodedata.normalize("NFC", PurePosixPath(item.path).name)
    try:
        reading = formats.reading(name, data)
    except CannotRead as reason:
        return Unreadable(source=item, reason=str(reason))
    if not reading.blocks:
        return Unreadable(source=item, reason="it holds no words")
    return _source_text(item, reading, name)


def _source_text(item: SourceItem, reading: Reading, name: str) -> SourceText:
    masked = secrets.mask(_whole(reading.text))
    gone = list(masked.values)
    blocks = reading.blocks
    if gone or _HALF.search(reading.text):
        blocks = tuple(_masked_block(block, gone) for block in blocks)
    return SourceText(
        source=item,
        format=reading.format,
        title=secrets.without(_whole(reading.title or _title(reading, PurePosixPath(name).stem)), gone),
        text=masked.text,
        blocks=blocks,
        meta=tuple(secrets.without_in((_whole(key), _whole(value)), gone) for key, value in reading.meta),
        notes=(*reading.notes, *masked.notes),
        lost=reading.lost,
    )


def _whole(text: str) -> str:
    """A text without halves of characters, which escapes such as `\\ud800` in JSON and YAML can bring: no file can hold them."""
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", text)


def _title(reading: Reading, stem: str) -> str:
    """The file's name without day and time before it, unless it is one that files share; then the first heading."""
    heads = (reading.text[block.start : block.end] for block in reading.blocks if block.kind == "heading")
    undated = _DAY.sub("", stem)
    if stem.lower() in _SHARED_NAMES or undated.lower() in _SHARED_NAMES:
        return next(heads, stem)
    return undated if _WORD.search(undated) else stem


def _masked_block(block: TextBlock, gone: list[str]) -> TextBlock:
    if not block.cells and not block.header:
        return block
    return block.model_copy(
        update={
            "cells": tuple(secrets.without(_whole(cell), gone) for cell in block.cells),
            "header": tuple(secrets.without(_whole(cell), gone) for cell in block.header),
        }
    )
