"""Whether the pieces of a text are the chapters of one story, and not things of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.facts.names import STOPWORDS
from agent.markup import plain

_NAME = re.compile(r"(?a:(?<![\w.\-/])[A-Za-z][A-Za-z0-9.+\-]*[A-Za-z0-9+])")
_LEADING = re.compile(
    r"(?a:\s*([A-Z][\w.+\-]{2,30})(?:\s+v?\d[\w.]*)?\s*[:：])|(?a:\s*([A-Z][\w.+\-]{2,30})\s+v?\d[\w.]*)"
)
_COLLECTION = re.compile(
    r"周报|日报|月报|晨报|早报|晚报|简报|快讯|速递|精选|汇总|合集|盘点|扫描|一周|每日|今日|资讯|新闻|动态|"
    r"\b(?:weekly|daily|monthly|digest|round-?up|news(?:letter)?|briefs?|links|papers|trending|this week|week in|"
    r"top \d+|bulletin|releases|changelog|release notes)\b|\d{4}-\d{2}(?:-\d{2})?",
    re.IGNORECASE,
)
_RECURS = 2 / 3
_OWN_NAME = 0.5


def one_story(title: str, pieces: Sequence[tuple[str, str]]) -> bool:
    """Whether a title names a subject that its pieces (title and text of each) go on about.

    The subject is a name: with a capital inside or a digit, before the title's colon, or before a version. It
    recurs in most of the pieces, and most of their own titles name nothing else, as those of a digest do.
    """
    subjects = _subjects(title)
    if not subjects or _COLLECTION.search(title):
        return False
    texts = [f"{head}\n{text}".casefold() for head, text in pieces]
    recurring = max(sum(name in text for text in texts) for name in subjects)
    if recurring < _RECURS * len(texts):
        return False
    own = sum(bool(_names(head) - subjects) for head, _ in pieces)
    return own < _OWN_NAME * len(pieces)


def names_one(title: str) -> bool:
    """Whether a title names one thing, and no collection of things."""
    return bool(_subjects(title)) and not _COLLECTION.search(title)


def _subjects(title: str) -> set[str]:
    found = _names(title)
    match = _LEADING.match(plain(title))
    if match:
        found.add((match[1] or match[2]).casefold())
    return found


def _names(title: str) -> set[str]:
    """Words with a capital inside or a digit, and a title that is one capitalised word; acronyms name no one thing."""
    words = _NAME.findall(plain(title))
    if len(words) == 1 and words[0][0].isupper() and plain(title).strip() == words[0]:
        return {words[0].casefold()}
    return {
        word.casefold()
        for word in words
        if word.casefold() not in STOPWORDS
        and not word.isupper()
        and (any(char.isupper() for char in word[1:]) or any(char.isdecimal() for char in word))
    }
