"""Search tokens: what the lexical index, joining and placement count.

A version, a number or a work id is one token (`v0.30.0`, `2608.14635v1`), since a search for one
that matched its parts would match half of the document. A compound of words is one token and its
parts as well (`max-num-seqs`, `max`, `num`, `seqs`), since people write it both ways. Chinese,
Japanese and Korean runs have no spaces and become overlapping pairs of characters, which needs no
dictionary and finds new words (see Nie et al., "On the use of words and n-grams for Chinese
information retrieval", IRAL 2000).
"""

from __future__ import annotations

import re
import unicodedata

CJK = "\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
"""Ranges, for a character class, of the characters that are written without spaces."""

_WORD = rf"[^\W_{CJK}]"
_TOKEN = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<word>{_WORD}+(?:[._\-]{_WORD}+)*(?:\+\+|#)?)")
_UNSEEN = dict.fromkeys(
    map(ord, "\u00ad\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
"""What no reader sees and a page leaves within words."""
_JOINT = re.compile(r"[_\-]|(?<!\d)\.|\.(?!\d)")
"""Where a compound comes apart: not at a point between two digits."""
_WORK_VERSION = re.compile(r"(\d{4}\.\d{4,5})v\d{1,2}")


def folded(text: str) -> str:
    """The text with compatibility forms folded (NFKC) and without what no reader sees, so that equal words are equal."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_UNSEEN)


def tokens(text: str) -> list[str]:
    """The search tokens of a text, in order, repeated as often as they occur.

    Letters are casefolded and compatibility forms folded (NFKC), so that full-width `ＧＰＴ` is
    `gpt`. A work id with a version gives the id without it too.
    """
    found: list[str] = []
    for match in _TOKEN.finditer(folded(text).casefold()):
        run = match.group()
        if match.lastgroup == "cjk":
            found.extend(_pairs(run))
        elif run.isalnum():
            found.append(run)
        else:
            found.extend(_compound(run))
    return found


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]


def _compound(word: str) -> list[str]:
    work = _WORK_VERSION.fullmatch(word)
    if work:
        return [word, work.group(1)]
    parts = [part for part in _JOINT.split(word) if part]
    return [word] if len(parts) < 2 or _all_numbers(parts) else [word, *parts]


def _all_numbers(parts: list[str]) -> bool:
    """Dates and ranges such as `2026-09-25` stay whole: their parts are no words."""
    return all(part.isdecimal() for part in parts)
