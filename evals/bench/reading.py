"""How much of a folder of notes is read, and whether every place is right.

python -m evals.bench.reading DIR [--json] [--out FILE.jsonl]
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.models import SourceItem, SourceText, TextBlock, Unreadable
from agent.readers import read
from agent.store import content_hash
from evals.bench.given import files_of, flags
from evals.bench.reading_truth import Truth, decoded, ids_of, numbers_of, tokens_of, truth, urls_of
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows

_TARGETS: dict[str, Bound] = {
    "crashed": ("<=", 0),
    "offsets_ok": (">=", 1),
    "words_kept": (">=", 0.99),
    "numbers_kept": (">=", 0.99),
    "ids_kept": (">=", 0.99),
    "urls_kept": (">=", 0.99),
    "cells_kept": (">=", 0.99),
}
_ALWAYS = ("crashed", "offsets_ok")
"""Targets of every folder; the others are of those that hold words, ids, cells. Where nothing is read, none is met."""
_FILE_IS_TEXT = frozenset({"markdown", "text", "code", "rst", "csv"})
"""Formats whose source text is the file's own, so that lines can be checked against it."""


@dataclass
class _Share:
    """So many kept of so many."""

    kept: int = 0
    of: int = 0

    def add(self, wanted: set[str], have: set[str]) -> list[str]:
        """Count which of the strings were kept; returns those that were not."""
        lost = wanted - have
        self.kept += len(wanted) - len(lost)
        self.of += len(wanted)
        return sorted(lost)

    def value(self) -> float | None:
        """The share; None of nothing."""
        return self.kept / self.of if self.of else None


@dataclass
class _Tally:
    """Counts over all files."""

    read: int = 0
    refused: int = 0
    crashed: int = 0
    offsets: _Share = field(default_factory=_Share)
    words: _Share = field(default_factory=_Share)
    numbers: _Share = field(default_factory=_Share)
    ids: _Share = field(default_factory=_Share)
    urls: _Share = field(default_factory=_Share)
    cells: _Share = field(default_factory=_Share)
    worst: list[tuple[float, str, list[str]]] = field(default_factory=list)


def run(argv: Sequence[str]) -> int:
    """Read every file below the folders and print what was kept."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.reading", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, metavar="DIR", help="folders or files of notes")
    flags(parser, "one file a row: path, text, offsets, refused")
    options = parser.parse_args(argv)
    files = files_of(options.paths)
    clock = Clock()
    tally = _Tally()
    rows = [_row(path, name, tally) for path, name in files]
    write_rows(options.out, rows)
    return finish(_result(tally, len(files), clock), as_json=options.json)


def _row(path: Path, name: str, tally: _Tally) -> dict[str, Any]:
    data = path.read_bytes()
    item = SourceItem(
        path=name,
        item=content_hash(data),
        contributor="",
        date=dt.datetime(2000, 1, 1, tzinfo=dt.UTC),
        dated_by="given",
    )
    try:
        found = read(item, data)
    except Exception as error:  # noqa: BLE001  (a bench counts crashes of whatever kind, and goes on)
        tally.crashed += 1
        return {"path": name, "text": "", "offsets": [], "refused": f"crashed: {error!r}"}
    if isinstance(found, Unreadable):
        tally.refused += 1
        return {"path": name, "text": "", "offsets": [], "refused": found.reason}
    tally.read += 1
    _count(found, data, tally)
    return {
        "path": name,
        "text": found.text,
        "offsets": [_place(found, b) for b in found.blocks],
        "refused": "",
    }


def _place(found: SourceText, block: TextBlock) -> dict[str, Any]:
    place = block.model_dump(
        include={"kind", "start", "end", "line", "end_line", "element"}, exclude_none=True
    )
    return {**place, "quote": found.text[block.start : block.end]}


def _count(found: SourceText, data: bytes, tally: _Tally) -> None:
    """Only blocks count as read: what lies in no block reaches nobody."""
    file_lines = _file_lines(found, data)
    right = [_offset_right(found, block, file_lines) for block in found.blocks]
    tally.offsets.kept += sum(right)
    tally.offsets.of += len(right)
    held = truth(found.source.path.rpartition(".")[2].lower(), data)
    if held is None:
        return
    text = "\n".join(found.text[block.start : block.end] for block in found.blocks)
    wanted, have = held.tokens(), tokens_of(text)
    lost = wanted - have
    tally.words.kept += wanted.total() - lost.total()
    tally.words.of += wanted.total()
    lost_things = tally.numbers.add(numbers_of(held.words), numbers_of(text))
    lost_things += tally.ids.add(ids_of(held.words), ids_of(text))
    lost_things += tally.urls.add(urls_of(held.words), urls_of(text))
    lost_things += _count_cells(found, held, tally)
    if lost or lost_things:
        share = lost.total() / max(1, wanted.total())
        tally.worst.append((share, found.source.path, lost_things + list(lost)))


def _count_cells(found: SourceText, held: Truth, tally: _Tally) -> list[str]:
    """A cell is kept when its words are one cell of a row."""
    have = Counter(_bare(cell) for block in found.blocks for cell in block.cells)
    wanted = Counter(_bare(cell) for cell in held.cells if _bare(cell))
    lost = wanted - have
    tally.cells.kept += wanted.total() - lost.total()
    tally.cells.of += wanted.total()
    return list(lost)


def _bare(cell: str) -> str:
    """Letters and digits of a cell, link targets and tags left out."""
    shown = re.sub(r"\]\([^()\s]*(?:\([^()]*\)[^()\s]*)?\)", "]", re.sub(r"<[^<>]*>|&nbsp;", "", cell))
    return "".join(filter(str.isalnum, shown))


def _file_lines(found: SourceText, data: bytes) -> list[str]:
    """Lines of the file itself, where the source text is its own and nothing was masked in it."""
    text = decoded(data) if found.format in _FILE_IS_TEXT else None
    if text is None or any("masked" in note or "replaced" in note for note in found.notes):
        text = found.text
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _offset_right(found: SourceText, block: TextBlock, file_lines: list[str]) -> bool:
    """Whether a block's slice is words, and stands on the lines of the file that it names."""
    quote = found.text[block.start : block.end]
    if not quote.strip() or block.end > len(found.text):
        return False
    if block.line is None or block.end_line is None:
        return bool(block.element)
    parts = quote.split("\n")
    if block.end_line - block.line + 1 != len(parts):
        return False
    shown = file_lines[block.line - 1 : block.end_line]
    return len(shown) == len(parts) and all(part in line for part, line in zip(parts, shown, strict=True))


def _result(tally: _Tally, count: int, clock: Clock) -> Result:
    shares = ("offsets", "words", "numbers", "ids", "urls", "cells")
    kept = {
        f"{name}_{'ok' if name == 'offsets' else 'kept'}": getattr(tally, name).value() for name in shares
    }
    worst = sorted(tally.worst, reverse=True)[:8]
    return Result(
        bench="reading",
        n=count,
        metrics={"read": tally.read, "refused": tally.refused, "crashed": tally.crashed, **kept},
        targets={
            name: bound
            for name, bound in _TARGETS.items()
            if kept.get(name, 0) is not None or name in _ALWAYS
        },
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        notes={f"{share:.3f} lost of {path}": ", ".join(lost[:12]) for share, path, lost in worst},
    )


if __name__ == "__main__":
    command(run)
