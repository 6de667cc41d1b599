"""Which language a text is written in, where it says enough to tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.models import Language

_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[A-Za-z]{2,}")
_PLAIN_WORD = re.compile(r"(?<![\w./@:#-])[a-z]{2,}(?![\w/@:-])")
_HAN_SHARE = 0.1
"""Chinese notes of this field are full of English names: one Han character in ten signs is Chinese text."""
_WORDS_OF_A_SENTENCE = 3


def language_of(text: str) -> Language | None:
    """`zh`, `en`, or None where there are only names, figures or nothing."""
    han = len(_HAN.findall(text))
    words = len(_WORD.findall(text))
    if han and han >= _HAN_SHARE * (han + words):
        return "zh"
    if len(_PLAIN_WORD.findall(text)) >= _WORDS_OF_A_SENTENCE:
        return "en"
    return None


def counted(number: int, thing: str) -> str:
    """A number of things in English: `1 fact`, `2 facts`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def clipped(text: str, most: int) -> str:
    """A text on one line of at most so many signs, the last one `…` where it goes on."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
