"""How far a thing is trusted, and in which order things are told."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from agent.compose.model import Thing
from agent.compose.words import Phrases
from agent.entries import Entry
from agent.gist import gist
from agent.models import Credibility, Point, Relation
from agent.relation import Judged

_STARS = re.compile(r"[★⭐]")
_HOLLOW = re.compile(r"[☆]")
_STATED = re.compile(r"^\W*(?:可信度|可靠性|置信度|credibility|confidence|reliability)\W*$", re.IGNORECASE)
_NOVELTY: dict[Relation, float] = {
    "contradicts": 3.0,
    "supersedes": 3.0,
    "new": 2.5,
    "extends": 2.0,
    "confirms": 0.5,
    "covered": 0.0,
}
_LONGEST_REASON = 200
_HOUSE = 4
"""Letters of a name that a host can bear by more than chance."""
_WORK = re.compile(r"^(?:arxiv|doi):")
_ADVISORY = "cve:"
_FEW_NAMED = 3
"""Works and repositories that an article may name for the first to be what it is about."""


def credibility(thing: Thing, words: Phrases) -> Credibility:
    """What a contributor states of it, quoted; else by the kind and number of its origins.

    Corroboration counts origins, and one host is one witness: ten notes about one page add nothing. Two stars
    for no origin, three for a page or repository, four for a work; one more for a second host, and for a
    page of the subject's own house; five at most; one less where it is only known from somebody's digest. The record of its contributors adds or takes one.
    """
    for entry in thing.group.entries:
        stated = _stated(entry)
        if stated:
            return stated
    origins = thing.group.origins or _named(thing)
    reasons: list[str] = []
    stars = 2
    if not origins:
        reasons.append(words.no_source)
    else:
        stars = 4 if any(_WORK.match(origin) for origin in origins) else 3
        hosts = {_host(origin) for origin in origins}
        if len(hosts) > 1:
            stars += 1
            reasons.append(words.sources.format(n=len(origins), names=words.comma.join(origins[:4])))
        else:
            reasons.append(f"{words.one_page} {words.comma.join(origins[:4])}")
        first_hand = _first_hand(thing, origins)
        if first_hand:
            stars += 1
            reasons.append(words.first_hand.format(name=first_hand))
        if any(origin.startswith("arxiv:") for origin in origins):
            published = any(origin.startswith("doi:") for origin in origins)
            reasons.append(words.published if published else words.preprint)
    if all(entry.kind in {"brief", "queue"} for entry in thing.group.entries):
        stars -= 1
        reasons.append(words.digest_only)
    if thing.record_step:
        stars += thing.record_step
        reasons.append(thing.record)
    if len(thing.group.entries) > 1:
        reasons.append(words.notes.format(n=len({entry.span.path for entry in thing.group.entries})))
    return Credibility(stars=max(1, min(5, stars)), reason=words.semicolon.join(reasons))


def _named(thing: Thing) -> tuple[str, ...]:
    """The first work or repository that each entry names without calling it its source.

    One an entry, since a note that names two is no second witness; an article that names many goes back to none.
    """
    named = (
        [name for name in entry.ids if not name.startswith(_ADVISORY)]
        for entry in thing.group.entries
        if entry.shape != "whole" or len(entry.ids) <= _FEW_NAMED
    )
    return tuple(dict.fromkeys(names[0] for names in named if names))


def _host(origin: str) -> str:
    return (
        urlsplit(origin).netloc
        if origin.startswith("https://")
        else origin.partition(":")[0].partition("/")[0]
    )


def _first_hand(thing: Thing, origins: Sequence[str]) -> str:
    """The host or owner that bears the name of what the title speaks of: `vllm-project` for vLLM."""
    names = {name for entry in thing.group.entries for name in gist(entry.title).names}
    for origin in origins:
        house = origin.removeprefix("https://").split("/")
        owner = house[1] if len(house) > 1 and not origin.startswith("https://") else house[0]
        parts = set(re.split(r"[.\-_]", owner.casefold()))
        if any(name in parts and len(name) >= _HOUSE for name in names):
            return owner
    return ""


def _stated(entry: Entry) -> Credibility | None:
    """`可信度：★★★★ — 理由` in the entry itself."""
    for part in entry.body:
        if isinstance(part, Point) and _STATED.match(part.label):
            stars = len(_STARS.findall(part.text))
            if 0 < stars <= 5:
                reason = _HOLLOW.sub("", _STARS.sub("", part.text)).strip(" —–-:：️")
                return Credibility(stars=stars, reason=reason[:_LONGEST_REASON])
    return None


def is_credibility(point: Point) -> bool:
    """Whether a point is a contributor's own judgement of credibility."""
    return bool(_STATED.match(point.label))


def score(thing: Thing, stars: int) -> float:
    """What is told first: by credibility, corroboration, novelty, weight for the document, and what it has to say.

    The stars know of the first origin already, so that only those beyond it count as corroboration. Each doubling of
    the statements that bring the document a fact weighs a star: the thirtieth tells a reader less than the third, and
    a report of thirty comes before a line of one from a source of two stars more.
    """
    entries, origins = thing.group.entries, thing.group.origins
    contributors = {entry.contributor for entry in entries}
    weight = {"very high": 2.0, "high": 1.0}.get(thing.relevance.grade, 0.0) + 2 * thing.relevance.score
    return (
        0.5 * stars
        + min(3, max(0, len(origins) - 1))
        + 0.5 * min(3, len(entries) + len(contributors) - 2)
        + _NOVELTY[thing.related.relation]
        + weight
        + 0.5 * math.log2(1 + sum(map(_brings_facts, thing.related.statements)))
    )


def _brings_facts(one: Judged) -> bool:
    """Whether a statement has a fact that the document has not, or another one in its place."""
    return one.relation in {"supersedes", "contradicts"} or (one.relation != "covered" and bool(one.missing))
