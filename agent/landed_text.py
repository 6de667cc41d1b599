"""Whether the lines of an increment stand in a later text: all of them, in other words, or not at all."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

_LIKE = 0.6
"""Share of equal characters from which a line counts as another one reworded: difflib's own measure of close."""
_TELLING = 12
"""Characters (letters, digits, ideographs) from which a line is not found in a text by chance."""
_COMPARED = 400
"""New lines of the text that one line is compared with; and characters of each that are."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of an increment's lines."""

    state: Literal["whole", "changed", "absent"]
    text: str = ""
    """The lines as they stand, where they are changed."""
    telling: bool = False
    """Whether a line that stands unchanged is long enough to be known by."""


def added_since(before: bytes, after: bytes) -> tuple[str, ...]:
    """Lines of a text, without blanks around, that an earlier one did not have, in order."""
    held = Counter(_lines(before))
    found: list[str] = []
    for line in _lines(after):
        if held[line]:
            held[line] -= 1
        else:
            found.append(line)
    return tuple(found)


def fate_of(added: Sequence[str], new: Sequence[str], others: Sequence[str] = ()) -> Fate:
    """What became of the lines `added`, among the `new` lines of a text; `others` are those of other increments."""
    wanted = [line.strip() for line in added if line.strip()]
    there = set(new)
    kept = [line for line in wanted if line in there]
    telling = any(sum(map(str.isalnum, line)) >= _TELLING for line in kept)
    if wanted and len(kept) == len(wanted):
        return Fate("whole", telling=telling)
    taken = {*wanted, *(line.strip() for line in others)}
    free = [line for line in new if line not in taken][:_COMPARED]
    reworded = {near for line in wanted if line not in there and (near := _nearest(line, free))}
    stands = {*kept, *reworded}
    if not reworded and not telling:
        return Fate("absent")
    return Fate("changed", "\n".join(line for line in new if line in stands), telling)


def _nearest(line: str, among: Sequence[str]) -> str:
    """The line most like another one, empty where none is."""
    best, like = "", _LIKE
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(line[:_COMPARED])
    for other in among:
        matcher.set_seq1(other[:_COMPARED])
        if matcher.real_quick_ratio() >= like and matcher.quick_ratio() >= like:
            ratio = matcher.ratio()
            if ratio >= like:
                best, like = other, ratio
    return best


def _lines(data: bytes) -> Iterator[str]:
    for line in data.decode("utf-8", "replace").splitlines():
        yield line.strip()
