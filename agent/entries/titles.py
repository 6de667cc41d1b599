"""Headings that say nothing of what stands under them: a day, a word of any text, a heading that stands many times."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.entries.words import is_overview, is_periodical, is_references
from agent.markup import plain
from agent.models import SourceText

_DAY = re.compile(
    r"[\d\W_]|[年月日号第期]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b|"
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|(?:周|星期)[一二三四五六日天]",
    re.IGNORECASE,
)
_OF_ANY_TEXT = frozenset(
    "readme index note notes untitled introduction intro about background featured details general misc main text "
    "简介 介绍 背景 说明 正文 其他 其它 前言 引言 详情 内容 笔记 无标题".split()
)
_FILE = re.compile(
    r"[\w.\-]{1,80}\.(?:md|markdown|txt|rst|html?|pdf|docx?|eml|ipynb)", re.ASCII | re.IGNORECASE
)


def telling(heads: Sequence[str], source: SourceText) -> str:
    """The nearest of these headings, outermost first, that says what stands under it; empty where none does."""
    return next((head for head in reversed(heads) if not says_nothing(head, source)), "")


def says_nothing(heading: str, source: SourceText) -> bool:
    """Whether a heading would fit any text, or stands in its own more than once."""
    bare = plain(heading).strip(" *_#:：。.")
    if not _DAY.sub("", bare) or bare.casefold() in _OF_ANY_TEXT or _FILE.fullmatch(bare):
        return True
    return is_overview(bare) or is_periodical(bare) or is_references(bare) or _times(bare, source) > 1


def _times(heading: str, source: SourceText) -> int:
    return sum(
        plain(source.text[block.start : block.end]).strip(" *_#:：。.") == heading
        for block in source.blocks
        if block.kind == "heading"
    )
