"""The order of versions."""

from __future__ import annotations

import re

from agent.facts.claims import sentence_spans
from agent.gist.numbers import numbers_in
from agent.relation.signs import STILL
from agent.relation.turned import taken_back

_VERSION = r"(?:v\d{1,4}(?:\.\d{1,6}){1,3}|\d{1,4}(?:\.\d{1,6}){2,3})(?:[-.]?(?:rc|post|beta|alpha)\.?\d{0,3})?(?![\w.%×])"
"""With a `v` before it or three numbers in it: two numbers alone may be any figure."""
_OUTGOING = re.compile(
    rf"(?:从|由)\s?(?P<a>{_VERSION})\s?(?=(?:升级|更新|升|提升|改|换|切换|迁移)?(?:到|至|为|成))"
    rf"|[\s，,；;（(]*(?:而)?(?:不再是|取代了?|替代了?|此前(?:是|为)?|之前(?:是|为)|原(?:先|来)?(?:是|为)|"
    rf"\b(?:no longer|instead of|replac(?:es|ed|ing)|up from|from|was|previously|formerly))\s?(?P<b>{_VERSION})\s?[）)]?",
    re.IGNORECASE,
)
"""A version that a statement says to have given way."""

_IN_USE = re.compile(
    rf"{STILL.pattern}|\b(?:today|currently|at present|for now|as of now|in production|we (?:run|use|are on|have))\b|"
    r"目前|现在|当前|还在|线上|生产环境|在用|我们用",
    re.IGNORECASE,
)
_GONE = (
    r"(?:从|由|不再是|不再用|取代了?|替代了?|此前(?:是|为)?|之前(?:是|为)|原(?:先|来)?(?:是|为)|"
    r"\b(?:no longer|instead of|replac(?:es|ed|ing)|from|was|were|previously|formerly))\s?[vV]?{0}(?![\w.]*\w)|"
    r"(?<![\w.]){0}\s?(?:升级|更新|迁移|切换)?(?:到|至|为|成|→|->|to\b)"
)
"""A version that has given way, by what stands before or behind it."""


def without_outgoing(text: str) -> str:
    """A statement without the versions that it says to have given way, where it names the one that takes their place:
    `from v0.30.0 to v0.31.0`. What stands in the document is compared with what is so now."""
    found = _OUTGOING.search(text)
    if not found:
        return text
    rest = _OUTGOING.sub("", text)
    return rest if re.search(_VERSION, rest) else text


def holds_still(text: str, version: str) -> bool:
    """Whether a text says of a version or figure that it stands: `we run 17.2 today`, `for all others it stays at 48`."""
    gone = re.compile(_GONE.format(re.escape(version)), re.IGNORECASE)
    named = re.compile(rf"(?<![\w.])[vV]?{re.escape(version)}(?![\w.%×]*\w)")
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    return any(
        _IN_USE.search(one) and named.search(gone.sub("", one)) and not _is_taken_back(version, one)
        for one in sentences
    )


def _is_taken_back(figure: str, sentence: str) -> bool:
    """Whether a sentence takes a figure back, with its unit or without."""
    gone = taken_back(sentence)
    return not gone.isdisjoint(numbers_in(figure) | {figure}) or any(
        one.startswith(figure) and not one[len(figure) :][:1].isdecimal() for one in gone
    )


def rank_of(version: str) -> tuple[tuple[int, ...], int, str]:
    """Order of versions: the numbers, then a release after its candidates."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", re.split(r"[a-z]", version)[0]))
    suffix = re.sub(r"^[\d.]+", "", version)
    return numbers, int(not suffix or suffix.startswith("post")), suffix
