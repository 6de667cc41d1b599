"""A replacement in pieces that people read: what stays, what goes, what comes, and lines whose words change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, takewhile, zip_longest
from typing import Literal

from markupsafe import Markup

from agent.document.diff import Change, word_diff
from agent.report.markdown import marked_words, rendered

_MARKER = re.compile(r"\s|[-+*>#|~`]|\d{1,9}[.)]")
_ALIKE = 0.4
"""Lines that keep this share of the longer one's characters are one line that was changed."""
_MOST_LINES = 2_000
"""Beyond this many lines on a side nothing is compared: the matcher takes time with their product."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of lines of one kind."""

    kind: Literal["same", "removed", "added", "changed"]
    html: Markup
    """As it reads; of changed lines with old and new words marked, empty where the markup itself changes."""
    words: tuple[Change, ...] = ()
    """Of changed lines: what went and what came, as it is written."""


def pieces(old: str, new: str) -> tuple[Piece, ...]:
    """The pieces of a replacement, in reading order: the old lines of a place before its new ones."""
    made: list[Piece] = []
    for kind, rows in groupby(_rows(old.split("\n"), new.split("\n")), key=lambda row: row[0]):
        if kind == "changed":
            made.extend(_changed(row[1], row[2]) for row in rows)
            continue
        html = rendered("\n".join(row[1] for row in rows))
        if html.strip():
            made.append(Piece(kind, html))
    return tuple(made)


_Row = tuple[Literal["same", "removed", "added", "changed"], str, str]


def _rows(old: list[str], new: list[str]) -> Iterator[_Row]:
    if max(len(old), len(new)) > _MOST_LINES:
        yield from (("removed", line, "") for line in old)
        yield from (("added", line, "") for line in new)
        return
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from (("same", line, "") for line in old[i:j])
        else:
            yield from _replaced(old[i:j], new[k:m])


def _replaced(old: list[str], new: list[str]) -> Iterator[_Row]:
    """Lines of one place: those that are alike as changed ones, the others as gone and come."""
    head = list(takewhile(_is_plain, new))
    if len(old) > 1 and head and all(map(_is_plain, old)) and _are_alike(" ".join(old), " ".join(head)):
        # A paragraph whose lines end elsewhere now.
        yield "changed", " ".join(old), " ".join(head)
        yield from (("added", line, "") for line in new[len(head) :])
        return
    paired = [_are_alike(a, b) for a, b in zip(old, new, strict=False)]
    yield from (("removed", line, "") for line, alike in zip_longest(old, paired[: len(old)]) if not alike)
    for number, line in enumerate(new):
        alike = number < len(paired) and paired[number]
        yield ("changed", old[number], line) if alike else ("added", line, "")


def _is_plain(line: str) -> bool:
    """Whether a line is text of a paragraph."""
    return bool(line.strip()) and not _MARKER.match(line)


def _are_alike(old: str, new: str) -> bool:
    kept = sum(len(change.text) for change in word_diff(old, new) if change.kind == "same")
    return kept >= _ALIKE * max(len(old), len(new), 1)


def _changed(old: str, new: str) -> Piece:
    words = word_diff(old, new)
    return Piece("changed", marked_words(words) or Markup(), words)
