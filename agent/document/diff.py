"""Differences that people read, word by word.

A word is a run of letters and digits with the points, dashes and percent signs inside it, a single
Chinese, Japanese or Korean character, or a single other sign: a changed figure shows as one change,
and a changed character in a Chinese sentence does not mark the sentence.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal

from agent.models import Model
from agent.tokens import CJK

_WORD = re.compile(rf"[{CJK}]|[^\W{CJK}]+(?:[.,\-/:][^\W{CJK}]+)*[%×]?|\s+|.", re.S)
_MOST_WORDS = 4_000
"""Beyond this many words on a side, words between the common head and tail count as one change:
the matcher takes time with the product of both sides."""


class Change(Model):
    """A run of text that both have, or that one of them lacks."""

    kind: Literal["same", "removed", "added"]
    text: str


def words(text: str) -> list[str]:
    """The words of a text, blanks and signs too; joined they are the text."""
    return _WORD.findall(text)


def word_diff(old: str, new: str) -> tuple[Change, ...]:
    """What became of a text, word by word; the kept and removed runs joined are `old`."""
    before, after = words(old), words(new)
    if max(len(before), len(after)) > _MOST_WORDS:
        head, tail = _common(before, after)
        codes = [("equal", 0, head, 0, head), ("replace", head, len(before) - tail, head, len(after) - tail)]
        codes.append(("equal", len(before) - tail, len(before), len(after) - tail, len(after)))
    else:
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        codes = [(str(tag), i, j, k, m) for tag, i, j, k, m in matcher.get_opcodes()]
    changes: list[Change] = []
    for tag, i, j, k, m in codes:
        if tag == "equal":
            _add(changes, "same", "".join(before[i:j]))
        else:
            _add(changes, "removed", "".join(before[i:j]))
            _add(changes, "added", "".join(after[k:m]))
    return tuple(changes)


def _add(changes: list[Change], kind: Literal["same", "removed", "added"], text: str) -> None:
    if text:
        changes.append(Change(kind=kind, text=text))


def _common(before: list[str], after: list[str]) -> tuple[int, int]:
    """Lengths of the common head and, after it, of the common tail."""
    limit = min(len(before), len(after))
    head = 0
    while head < limit and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < limit - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return head, tail


def marked(changes: tuple[Change, ...]) -> str:
    """A word difference as one text, `[-removed-]` and `{+added+}`, as git words it."""
    shown = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    return "".join(shown[change.kind].format(change.text) for change in changes)
