"""Rows of Markdown tables."""

from __future__ import annotations

import re

from agent.markup import CODE_SPAN, plain

_TARGET = re.compile(r"\]\([^()\s]{1,2000}\)")


def split_row(row: str, columns: int = 0) -> tuple[str, ...]:
    """Raw cells of a table row as GFM splits it: at every `|` that is not escaped, in code too.

    Unlike GFM, cells beyond the head row's number are kept: what somebody wrote is not lost. Where
    that gives more than `columns`, and sparing code and the targets of links gives just these, the
    writer meant so.
    """
    body = row.strip().removeprefix("|")
    if body.endswith("|") and not body.endswith("\\|"):
        body = body[:-1]
    cells = _cut(body)
    if columns and len(cells) > columns:
        spared = _cut(CODE_SPAN.sub(_without_bars, _TARGET.sub(_without_bars, body)))
        if len(spared) == columns:
            cells = [cell.replace("\0", "|") for cell in spared]
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def row_cells(row: str, columns: int = 0) -> tuple[str, ...]:
    """Cells of a table row, markup removed."""
    return tuple(plain(cell) for cell in split_row(row, columns))


def _cut(body: str) -> list[str]:
    cells: list[str] = []
    start = at = 0
    while (at := body.find("|", at)) >= 0:
        if not body.startswith("\\", at - 1) or at == 0:
            cells.append(body[start:at])
            start = at + 1
        at += 1
    cells.append(body[start:])
    return cells


def _without_bars(found: re.Match[str]) -> str:
    return found[0].replace("|", "\0")
