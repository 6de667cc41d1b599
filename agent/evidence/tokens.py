"""Content tokens of a text: stems of Latin words, pairs of Han characters, numbers by value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from agent.facts.names import STOPWORDS, stem
from agent.facts.reading import Reading

# Characters and words of Chinese that carry no content of their own.
HAN_FUNCTION = frozenset(
    "的了在是和与为及或等也都而并且但就还被把将对从到于以其该此这那之所有个中上下时后前内外里间地得着过吗呢吧啊则即若如因由向至比"
    "更最很较约各另再又能可会要需应当使让给用据按经通"
)
_SCRIPT = re.compile(r"[A-Za-z0-9À-ÖØ-öø-ɏ_]+(?:[.+'&-][A-Za-z0-9À-ÖØ-öø-ɏ_]+)*|[\u3400-\u9fff]+")
_DECIMAL = re.compile(r"[a-z]{1,12}\d{1,3}\.\d{1,3}")


def number_token(value: float) -> str:
    """A number as a token: the same for every spelling of the value."""
    return f"#{value:.9g}"


def han_pairs(run: str) -> list[str]:
    """Pairs of neighbouring characters of a run of Han; a single character is itself."""
    if len(run) == 1:
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]


@lru_cache(maxsize=65536)
def name_parts(token: str) -> tuple[str, ...]:
    """Parts of a compound name that may stand alone elsewhere: `Qwen3-4B` gives `qwen3` and `4b`."""
    parts = re.split(r"[-_./+]", token.lower())
    return tuple(part for part in parts if part) if len(parts) > 1 else ()


def raw_tokens(text: str) -> set[str]:
    """Every token of a text, digits as they are written; for retrieval and for "does it occur at all"."""
    found: set[str] = set()
    for token in _SCRIPT.findall(text):
        if token[0] >= "\u3400":
            found.update(han_pairs(token))
            continue
        low = token.lower()
        found.add(low)
        found.add(stem(low))
        if len(parts := name_parts(low)) > 1:
            if not _DECIMAL.fullmatch(low):  # `K2.5` is no `K2`
                found.add(parts[0])
                found.add(stem(parts[0]))
            if low[0].isdigit():  # `30B-A3B`: a size and a name
                found.update(parts)
            if low.replace("-", "").isalpha():  # `open-source`, `fine-tuned`: words, no name
                found.update(stem(part) for part in parts)
    return found


def content_tokens(reading: Reading, start: int, end: int) -> set[str]:
    """Content tokens between two offsets of a reading; numbers, dates and identifiers by their value."""
    found: set[str] = set()
    for word in reading.words:
        if start <= word.start and word.end <= end and word.text.lower() not in STOPWORDS:
            found.add(word.stem)
    for first, last in reading.han:
        a, b = max(first, start), min(last, end)
        if a < b:
            found.update(pair for pair in han_pairs(reading.plain[a:b]) if not HAN_FUNCTION.issuperset(pair))
    for fact in reading.quantities:
        if start <= fact.start and fact.end <= end:
            found.update(number_token(value) for value in fact.values)
    for _, _, _, value in (s for s in reading.settings if start <= s[0] and s[1] <= end):
        found.add(value)
    for date in reading.dates:
        if start <= date.start and date.end <= end:
            found.add(date.normal)
    for name in reading.identifiers:
        if start <= name.start and name.end <= end:
            found.add(name.normal)
    return found


def weight(tokens: Iterable[str]) -> float:
    """How much a set of tokens tells one thing from another: numbers and coded names most."""
    return sum(map(_weight, tokens))


@lru_cache(maxsize=65536)
def _weight(token: str) -> float:
    if token[0] == "#" or any(char.isdigit() for char in token):
        return 3.0
    return 2.0 if token[0] < "\u3400" else 1.0
