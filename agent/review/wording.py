"""What an increment says, as Markdown that a person can edit, and back into the same edits.

An edit's place and anchors are never a person's to write: only its words are. Several edits of one
increment are shown one after the other, each under a line that numbers it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence

from agent.document import (
    AddSubsection,
    AddTable,
    Edit,
    InsertItem,
    InsertLines,
    InsertRow,
    InsertText,
    ReplaceBlocks,
    ReplaceCell,
)
from agent.document.lexis import cell_spans
from agent.errors import NotReviewable

_Worded = (
    InsertText | InsertItem | InsertRow | InsertLines | ReplaceBlocks | ReplaceCell | AddSubsection | AddTable
)
_MARK = re.compile(r"^<!-- redline (\d{1,4})/(\d{1,4}) -->[ \t]*$", re.MULTILINE)
_SEEN = 12
"""Hexadecimal digits of SHA-256 by which words are named: no two wordings of a night fall together."""


def wording(edits: Sequence[Edit]) -> str:
    """The words of an increment's edits; empty where it only takes text away."""
    texts = [_text_of(edit) for edit in edits if isinstance(edit, _Worded)]
    if len(texts) < 2:
        return "".join(texts)
    marked = (f"<!-- redline {n}/{len(texts)} -->\n{text}" for n, text in enumerate(texts, start=1))
    return "\n".join(marked)


def reworded(edits: Sequence[Edit], text: str) -> tuple[Edit, ...]:
    """The same edits with other words; raises NotReviewable where the text does not fit their number or form."""
    places = [number for number, edit in enumerate(edits) if isinstance(edit, _Worded)]
    if not places:
        raise NotReviewable("This increment only takes text away; there are no words to edit.")
    made = list(edits)
    for place, part in zip(places, _parts(text, len(places)), strict=True):
        edit = made[place]
        assert isinstance(edit, _Worded), "picked as such above"
        made[place] = _with(edit, part)
    return tuple(made)


def seen_of(edits: Sequence[Edit]) -> str:
    """Short hash of what edits would write and where: a decision is pinned to it."""
    told = [
        [edit.op, edit.section.path, _text_of(edit) if isinstance(edit, _Worded) else ""] for edit in edits
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:_SEEN]


def normal(text: str) -> str:
    """A person's text with line ends as they are kept, and no blank lines around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").strip("\n").rstrip()


def _parts(text: str, wanted: int) -> list[str]:
    text = normal(text)
    if wanted == 1:
        return [_MARK.sub("", text).strip("\n")]
    head, *rest = _MARK.split(text)
    numbers, texts = rest[::3], rest[2::3]
    if head.strip() or [int(number) for number in numbers] != list(range(1, wanted + 1)):
        raise NotReviewable(
            f"This increment makes {wanted} edits, and the text does not keep their {wanted} parts apart.",
            f"Leave the lines `<!-- redline 1/{wanted} -->` to `<!-- redline {wanted}/{wanted} -->` as they are.",
        )
    return [part.strip("\n").rstrip() for part in texts]


def _text_of(edit: _Worded) -> str:
    match edit:
        case InsertRow():
            return _row(edit.cells)
        case AddTable():
            rows = [edit.header, tuple("---" for _ in edit.header), *edit.rows]
            return "\n".join(map(_row, rows))
        case AddSubsection():
            return f"## {edit.heading}\n\n{edit.text}"
        case _:
            return edit.text


def _with(edit: _Worded, text: str) -> _Worded:
    match edit:
        case InsertRow():
            return edit.model_copy(update={"cells": _one_row(text)})
        case AddTable():
            return edit.model_copy(update=_table(text))
        case AddSubsection():
            head, _, body = text.partition("\n")
            if not head.startswith("#"):
                raise NotReviewable("The first line of a new section is its heading.", "Begin it with `## `.")
            return edit.model_copy(update={"heading": head.strip("# \t"), "text": body.strip("\n")})
        case _:
            return edit.model_copy(update={"text": text})


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _one_row(text: str) -> tuple[str, ...]:
    if "\n" in text:
        raise NotReviewable("A row of a table is one line.", "Write it as `| … | … |`.")
    return _cells(text)


def _cells(line: str) -> tuple[str, ...]:
    raw = line.encode("utf-8", "surrogateescape")
    return tuple(raw[a:b].decode("utf-8", "surrogateescape").strip() for a, b in cell_spans(raw))


def _table(text: str) -> dict[str, object]:
    head, *rest = [line for line in text.split("\n") if line.strip()] or [""]
    if not rest or set(rest[0]) - set("|-: \t"):
        raise NotReviewable("A table begins with its head and a line `| --- | --- |`.")
    return {"header": _cells(head), "rows": tuple(map(_cells, rest[1:]))}
