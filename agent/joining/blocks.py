"""What keeps two entries apart, whatever else they share: each rule says why, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.gist import Slot, clashes, share
from agent.joining.subject import Subject, copies

_STEM = re.compile(r"[a-z]+")
_TITLES_ALIKE = 0.5
"""Share of its words that a title has in common with one that denies it."""


def _other_work(a: Subject, b: Subject) -> str:
    for kind in ("arxiv:", "doi:"):
        mine, yours = ({work for work in subject.works if work.startswith(kind)} for subject in (a, b))
        if mine and yours and not mine & yours:
            return f"other works: {min(mine)} and {min(yours)}"
    if a.advisories and b.advisories and not a.advisories & b.advisories:
        return f"other advisories: {min(a.advisories)} and {min(b.advisories)}"
    return ""


def _other_issue(a: Subject, b: Subject) -> str:
    mine, yours = a.entry.origin, b.entry.origin
    if mine != yours and all("#" in origin and not origin.startswith("http") for origin in (mine, yours)):
        return f"other issues: {mine} and {yours}"
    return ""


def _other_version(a: Subject, b: Subject) -> str:
    if a.versions and b.versions and not _versions_agree(a.versions, b.versions):
        return f"other versions: {min(a.versions)} and {min(b.versions)}"
    return ""


def _versions_agree(a: Iterable[str], b: Iterable[str]) -> bool:
    """One in common, `0.30` and `0.30.0` being one."""
    return bool({_full(version) for version in a} & {_full(version) for version in b})


def _full(version: str) -> str:
    return re.sub(r"(?:\.0)+$", "", version)


def _other_size(a: Subject, b: Subject) -> str:
    """`InternLM-7B` and `InternLM-20B`, `H100` and `H200`: names alike but for their figures."""
    mine, yours = a.title.names - b.full.names, b.title.names - a.full.names
    for one, other in ((x, y) for x in mine for y in yours):
        if _STEM.findall(one) == _STEM.findall(other) and any(c.isdecimal() for c in one + other):
            return f"other models: {one} and {other}"
    return ""


def _other_name(a: Subject, b: Subject) -> str:
    """Two papers that each begin with a name of its own, which the other never says."""
    mine, yours = a.leading_name, b.leading_name
    if not mine or not yours or mine == yours or a.works & b.works:
        return ""
    if mine in b.entry.text.casefold() or yours in a.entry.text.casefold():
        return ""
    return f"other names: {mine} and {yours}"


def _other_figure(a: Subject, b: Subject) -> str:
    """A figure of one place that differs: in the titles, between short texts, or between copies."""
    pairs = clashes(a.title.slots, b.title.slots)
    if not pairs and a.short and b.short:
        pairs = clashes(a.full.slots, b.full.slots)
    if pairs:
        return f"other figures: {_shown(pairs[0][0])} and {_shown(pairs[0][1])}"
    mine, yours = a.title.numbers - b.full.numbers, b.title.numbers - a.full.numbers
    if mine and yours:
        return f"other figures: {min(mine)} and {min(yours)}"
    return ""


def _changed_copy(a: Subject, b: Subject) -> str:
    """Two texts that are word for word the same but for a figure, a version, a day, a name or a `not`."""
    if not copies(a, b):
        return ""
    if _numbered_pages(a.full.pages - b.full.pages, b.full.pages - a.full.pages):
        return "word for word the same on two numbered pages of one site"
    for what in ("marks", "numbers", "dates", "ids", "names"):
        mine, yours = getattr(a.full, what), getattr(b.full, what)
        if mine - yours and yours - mine:
            one, other = (
                str(x[0] if isinstance(x, tuple) else x) for x in (min(mine - yours), min(yours - mine))
            )
            return f"word for word the same but for {one} and {other}"
    return "the same words, one of them denied" if a.full.negated != b.full.negated else ""


def _numbered_pages(mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Whether a page of each differs from one of the other in its figures only: another thread, post or issue."""
    shapes = {re.sub(r"\d+", "0", page) for page in mine}
    return any(re.sub(r"\d+", "0", page) in shapes for page in yours)


def _denied(a: Subject, b: Subject) -> str:
    """Titles in nearly the same words, one of which denies what the other says."""
    if a.title.negated == b.title.negated or not (a.title.words and b.title.words):
        return ""
    alike = max(share(a.title.words, b.title.words), share(b.title.words, a.title.words))
    return "one title denies what the other says" if alike >= _TITLES_ALIKE else ""


def _shown(slot: Slot) -> str:
    return slot.value + slot.unit


BLOCKS = (
    _other_work,
    _other_issue,
    _other_version,
    _other_size,
    _other_name,
    _other_figure,
    _changed_copy,
    _denied,
)


# What joins them
