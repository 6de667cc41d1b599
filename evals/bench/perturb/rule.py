"""What the rules share: their type, what they look for, how they change one place of a sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from evals.bench.perturb.passages import Passage

Rule = Callable[[Passage, random.Random], str | None]
NUMBER = re.compile(
    r"(?<![A-Za-z0-9_./#:-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\d.]*[\d]|[A-Za-z]*[-_/:]\w|年|月|日|\.\w)"
)
COUNTED = re.compile(
    r"(?<![\d.A-Za-z-])(\d{1,4}) ?(个|条|次|款|篇|层|种|张|台|块|家|份|步|类|组|轮|项|(?:(?:GPUs?|models?|layers?|nodes?|requests?|experts?|papers?|commits?|stages?|steps|types|users|tokens|heads|workers|instances|prompts|examples)\b))"
)
WORDED = re.compile(
    r"(?<![一二三四五六七八九十百第])([二两三四五六七八九十])(?=个|种|类|项|步|层|组|大|款|阶段)|\b(two|three|four|five|six|seven|eight|nine|ten)\b(?= [a-z])"
)


def pick(matches: list[re.Match[str]], draw: random.Random) -> re.Match[str] | None:
    """One of the matches; None where there is none."""
    return draw.choice(matches) if matches else None


def put(text: str, match: re.Match[str], new: str, group: int = 0) -> str:
    """A text with a match, or a group of it, replaced; all else stays."""
    return text[: match.start(group)] + new + text[match.end(group) :]


def word(old: str) -> re.Pattern[str]:
    """A pattern of a word or phrase that is not part of a longer one; Chinese has no such edges."""
    edge = r"(?<![A-Za-z])" if old[0].isascii() and old[0].isalpha() else ""
    tail = r"(?![A-Za-z])" if old[-1].isascii() and old[-1].isalpha() else ""
    return re.compile(edge + re.escape(old) + tail)


def exchange(pairs: tuple[tuple[str, str], ...], text: str, draw: random.Random) -> str | None:
    """A text in which one word of a pair stands as the other; None where it has none of them."""
    options = [(match, new) for old, new in pairs for match in word(old).finditer(text)]
    if not options:
        return None
    match, new = draw.choice(options)
    return put(text, match, new)
