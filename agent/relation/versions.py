"""The order of versions."""

from __future__ import annotations

import re

_VERSION = r"(?:v\d{1,4}(?:\.\d{1,6}){1,3}|\d{1,4}(?:\.\d{1,6}){2,3})(?:[-.]?(?:rc|post|beta|alpha)\.?\d{0,3})?(?![\w.%×])"
"""With a `v` before it or three numbers in it: two numbers alone may be any figure."""
_OUTGOING = re.compile(
    rf"(?:从|由)\s?(?P<a>{_VERSION})\s?(?=(?:升级|更新|升|提升|改|换|切换|迁移)?(?:到|至|为|成))"
    rf"|[\s，,；;（(]*(?:而)?(?:不再是|取代了?|替代了?|此前(?:是|为)?|之前(?:是|为)|原(?:先|来)?(?:是|为)|"
    rf"\b(?:no longer|instead of|replac(?:es|ed|ing)|up from|from|was|previously|formerly))\s?(?P<b>{_VERSION})\s?[）)]?",
    re.IGNORECASE,
)
"""A version that a statement says to have given way."""


def without_outgoing(text: str) -> str:
    """A statement without the versions that it says to have given way, where it names the one that takes their place:
    `from v0.30.0 to v0.31.0`. What stands in the document is compared with what is so now."""
    found = _OUTGOING.search(text)
    if not found:
        return text
    rest = _OUTGOING.sub("", text)
    return rest if re.search(_VERSION, rest) else text


def rank_of(version: str) -> tuple[tuple[int, ...], int, str]:
    """Order of versions: the numbers, then a release after its candidates."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", re.split(r"[a-z]", version)[0]))
    suffix = re.sub(r"^[\d.]+", "", version)
    return numbers, int(not suffix or suffix.startswith("post")), suffix
