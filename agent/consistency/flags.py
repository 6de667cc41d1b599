"""One setting of all runs given with two values: a flag, a parameter of the command line or of a file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from agent.consistency.lexicon import ELSEWHEN, REPORTED
from agent.consistency.reading import Reading, Sentence
from agent.consistency.settings import same_setting
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_FLAG = re.compile(
    r"(?<![\w-])(?P<name>--[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*|[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)(?:\s?[=:]\s?|\s)"
    r"(?P<value>\d[\w.]*\w|\d|true\b|false\b|on\b|off\b|none\b)(?![\w.]*[/→])",
    re.IGNORECASE | re.ASCII,
)
_ALL = re.compile(
    r"所有|全部|每[一次个轮项台]|均[由用以为在按]|都[用以是在按]|始终|一律|统一|\b(?:every|all|each|always|throughout)\b",
    re.IGNORECASE,
)
"""What a sentence says of all runs; of another of them it does not speak."""
_BUT = re.compile(
    r"除|例外|仅|只有|改[为成用]|换成|默认|\b(?:except|other than|only|unless|changed?|default|instead|but)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[，；：。]|[,;:]\s")
_MOST = 3
"""A flag with more values than this in a text is swept over."""


def flags_given_twice(reading: Reading) -> Iterator[Doubt]:
    """A flag of which two sentences say what it was in all runs, and not the same."""
    seen: dict[str, list[tuple[str, Sentence]]] = defaultdict(list)
    values: dict[str, set[str]] = defaultdict(set)
    for sentence in reading.sentences:
        found = [
            (_key(match["name"]), match["value"].lower(), match) for match in _FLAG.finditer(sentence.text)
        ]
        for name, value, match in found:
            values[name].add(value)
            if any(other == name and given != value for other, given, _ in found):
                continue  # the sentence sweeps over it
            if not sentence.heading and _of_all(_clause(sentence.text, match.start(), match.end())):
                seen[name].append((value, sentence))
    for name, places in seen.items():
        first = places[0]
        other = next((place for place in places if place[0] != first[0]), None)
        if other is None or len(values[name]) >= _MOST or not same_setting(reading, first[1], other[1]):
            continue
        yield doubt(
            reading,
            "value",
            quote(first[1].quote, first[1].line),
            quote(other[1].quote, other[1].line),
            zh=f"{name} 一处写 {first[0]}，一处写 {other[0]}",
            en=f"{name} is given as {first[0]} and as {other[0]}",
        )


def _key(name: str) -> str:
    return name.lower().lstrip("-").replace("_", "-")


def _clause(text: str, start: int, end: int) -> str:
    """The words between the commas, colons and the like around a place."""
    before = max((found.end() for found in _BREAK.finditer(text, 0, start)), default=0)
    after = _BREAK.search(text, end)
    return text[before : after.start() if after else len(text)]


def _of_all(clause: str) -> bool:
    told = _ALL.search(clause) is not None and _BUT.search(clause) is None
    return told and not ELSEWHEN.search(clause) and not REPORTED.search(clause)
