"""Rows of Markdown tables."""

from __future__ import annotations

from agent.markup import plain


def split_row(row: str) -> tuple[str, ...]:
    """Raw cells of a table row as GFM splits it: at every `|` that is not escaped, in code too.

    Unlike GFM, cells beyond the head row's number are kept: what somebody wrote is not lost.
    """
    body = row.strip().removeprefix("|")
    if body.endswith("|") and not body.endswith("\\|"):
        body = body[:-1]
    cells: list[str] = []
    start = at = 0
    while (at := body.find("|", at)) >= 0:
        if not body.startswith("\\", at - 1) or at == 0:
            cells.append(body[start:at])
            start = at + 1
        at += 1
    cells.append(body[start:])
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def row_cells(row: str) -> tuple[str, ...]:
    """Cells of a table row, markup removed."""
    return tuple(plain(cell) for cell in split_row(row))
