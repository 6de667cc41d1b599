"""Passages of notes: a sentence with its neighbours, or a table, as sources to make claims from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.facts import Claim, split_cells, split_claims

_SUFFIXES = (".md", ".txt", ".mdx", ".markdown")
_MARKUP = re.compile(r"!\[[^\]]*\]\([^)]*\)|<[^>\n]{1,200}>|\*\*|__|~~")
_LINK = re.compile(r"\[([^\]\n]{1,200})\]\([^)\n]{1,400}\)")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence and the text around it, as the note has it."""

    note: str
    source: str
    sentence: str
    others: tuple[str, ...]
    """The other sentences of the source."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the text of it with what leads it in, its header and its rows."""

    note: str
    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def notes(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and text of the notes in a folder that are plain text in UTF-8."""
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in _SUFFIXES and path.is_file():
            try:
                yield path.relative_to(folder).as_posix(), path.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError:
                continue


def plain(text: str) -> str:
    """Text without emphasis, images and tags; a link keeps its words."""
    return re.sub(r"[ \t]+", " ", _MARKUP.sub("", _LINK.sub(r"\1", text))).strip()


def passages(name: str, text: str) -> Iterator[Passage]:
    """Sentences and list items of a note, each with up to three neighbours on either side."""
    claims = [claim for claim in split_claims(text) if claim.kind in {"sentence", "list_item"}]
    shown = [plain(claim.text).replace("\n", " ") for claim in claims]
    for index, sentence in enumerate(shown):
        if (
            not 20 <= len(sentence) <= 320
            or sentence.count("|") > 1
            or sentence.startswith(("$", "{", "import "))
        ):
            continue
        first, last = _reach(claims, index)
        around = [shown[i] for i in range(first, last) if shown[i]]
        others = tuple(shown[i] for i in range(first, last) if i != index and shown[i])
        yield Passage(name, "\n".join(around), sentence, others)


def _reach(claims: Sequence[Claim], index: int) -> tuple[int, int]:
    first, last = max(0, index - 3), min(len(claims), index + 4)
    return first, last


def grids(name: str, text: str) -> Iterator[Grid]:
    """Tables of a note with at least two rows and two columns."""
    rows: list[Claim] = []
    for claim in [*split_claims(text), Claim("", len(text), len(text), 0, 0)]:
        if claim.kind == "table_row" and claim.header and (not rows or rows[-1].header == claim.header):
            rows.append(claim)
            continue
        if len(rows) >= 2 and len(rows[0].header) >= 2:
            yield _grid(name, rows)
        rows = [claim] if claim.kind == "table_row" and claim.header else []


def _grid(name: str, rows: list[Claim]) -> Grid:
    header = tuple(plain(cell) for cell in rows[0].header)
    cells = [tuple(plain(cell) for cell in row.cells) for row in rows if len(row.cells) == len(header)][:40]
    lines = [
        *(plain(head) for head in rows[0].heads[-2:]),
        "| " + " | ".join(header) + " |",
        "|" + "---|" * len(header),
    ]
    lines += ["| " + " | ".join(cell.replace("|", "/") for cell in row) + " |" for row in cells]
    return Grid(
        name,
        "\n".join(lines),
        header,
        tuple(split_cells("|" + "|".join(c.replace("|", "/") for c in row) + "|") for row in cells),
    )
