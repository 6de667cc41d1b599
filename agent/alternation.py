"""Many alternatives in one pattern, each tried only where the text has a letter that it can begin with.

Without regard to case the engine tries every alternative at every word, and every word of an alternative's first
group. One look at the next letter rules out most of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_ZERO_WIDTH = ("(?<!", "(?<=", "(?!")
_OPTIONAL = ("?", "*", "{0,")
_SPECIAL = frozenset(".^$*+?{}[]\\|()")


def any_of(alternatives: Iterable[str]) -> str:
    """The alternatives joined; what it matches is what they match, in their order."""
    return "|".join(_led(branch) for pattern in alternatives for branch in _branches(pattern))


def _led(branch: str) -> str:
    """The branch behind a look at its first letter, where its first letters can be told."""
    letters = "".join(sorted(_first(branch))).replace("-", r"\-")
    return f"(?=[{letters}]){branch}" if letters else branch


def _first(branch: str) -> frozenset[str]:
    """The characters that a match of a branch can begin with; none where that cannot be told."""
    found: set[str] = set()
    at = 0
    while at < len(branch):
        if branch.startswith(_ZERO_WIDTH, at):
            at = _end(branch, at)
            continue
        if branch.startswith("(?:", at):
            end = _end(branch, at)
            firsts = [_first(inner) for inner in _branches(branch[at + 3 : end - 1])]
            if not all(firsts):
                return frozenset()
            found.update(*firsts)
        elif branch[at] not in _SPECIAL:
            end = at + 1
            found.add(branch[at])
        else:
            return frozenset()
        if not branch.startswith(_OPTIONAL, end):
            return frozenset(found)
        at = branch.index("}", end) + 1 if branch[end] == "{" else end + 1
    return frozenset()


def _branches(pattern: str) -> Iterator[str]:
    """The pattern cut at the bars that stand in no group and no class."""
    start = 0
    for at, depth in _depths(pattern):
        if pattern[at] == "|" and depth == 0:
            yield pattern[start:at]
            start = at + 1
    yield pattern[start:]


def _end(pattern: str, start: int) -> int:
    """The place after the group that opens at `start`."""
    return start + next(at + 1 for at, depth in _depths(pattern[start:]) if at and depth == 0)


def _depths(pattern: str) -> Iterator[tuple[int, int]]:
    """Each place that is no escape and in no class, with the number of groups that are open after it."""
    depth, at, within = 0, 0, False
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 2
            continue
        if within:
            within = char != "]"
        elif char == "[":
            within = True
        else:
            depth += (char == "(") - (char == ")")
            yield at, depth
        at += 1
