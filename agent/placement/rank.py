"""Which sections does something new belong to? Signals, their weights, and how sure it is.

The weights are those of a conditional logit (McFadden, 1974) over the sections of each document,
fitted by `evals/fit_placement.py` to insertions that people made into living documents, with signs
fixed beforehand: nothing counts against a section for being similar.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.placement.survey import (
    Place,
    Survey,
    Unit,
    Vector,
    hosts_of,
    leads_with_date,
    stems,
    unit_vector,
    words_of,
)

SIGNALS = ("similar", "matching", "nearest", "title", "host", "date", "undated", "items", "position")
"""similar: cosine of TF-IDF vectors, heading words weighted, relative to the document's best.
matching: BM25, relative to the document's best. nearest: mean cosine to the five units that are
most alike. title: share of the heading's words, by rarity among headings, that the text has. host:
log odds that the section cites a host that the text cites. date: share of units that a date leads,
where one leads the text. undated: the same where none does. items: share of units that are list
items. position: how far down the document it stands, from 0 to 1."""

WEIGHTS: Mapping[str, float] = {
    "similar": 2.47,
    "matching": 1.04,
    "nearest": 5.43,
    "title": 2.93,
    "host": 1.71,
    "date": 2.57,
    "undated": -3.64,
    "items": 1.28,
    "position": -1.05,
}
CALIBRATION: tuple[float, float, float] = (-0.664, 0.79, 0.283)
"""Offset, slope for the log odds of the best section's share, and slope for the log of the number of
words: the log odds of the section being right (Platt, 1999). A text of few words is easily misplaced.
Fitted on repositories that the weights were not fitted on."""

_LEAST_SHARE = 1e-4
_NEAREST = 5
_K1, _B = 1.2, 0.75
"""BM25's usual constants (Robertson & Zaragoza, 2009)."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A section with its share of the belief, all sections together having 1."""

    place: Place
    share: float
    signals: Mapping[str, float]
    weighted: Mapping[str, float]
    """The signals times their weights."""


def rank(
    survey: Survey, text: str, urls: Sequence[str] = (), *, weights: Mapping[str, float] = WEIGHTS
) -> tuple[Ranked, ...]:
    """The sections of a document, the likeliest place first."""
    rows = signals(survey, text, urls)
    scores = [sum(weights[name] * row[name] for name in SIGNALS) for row in rows]
    highest = max(scores, default=0.0)
    powers = [math.exp(score - highest) for score in scores]
    total = sum(powers) or 1.0
    order = sorted(range(len(rows)), key=lambda number: -scores[number])
    return tuple(
        Ranked(
            place=survey.places[number],
            share=powers[number] / total,
            signals=rows[number],
            weighted={name: weights[name] * rows[number][name] for name in SIGNALS},
        )
        for number in order
    )


def confidence(
    ranked: Sequence[Ranked], text: str, calibration: tuple[float, float, float] = CALIBRATION
) -> float:
    """The chance that the first section is right."""
    if not ranked:
        return 0.0
    share = min(max(ranked[0].share, _LEAST_SHARE), 1 - _LEAST_SHARE)
    offset, by_share, by_length = calibration
    odds = offset + by_share * math.log(share / (1 - share)) + by_length * math.log(word_count(text))
    return 1 / (1 + math.exp(-odds))


def nearest(survey: Survey, place: Place, text: str, count: int) -> tuple[Unit, ...]:
    """The units of a section that are most alike to a text, at most `count`; its first ones where none is."""
    rare = _known_part(survey, Counter(stems(words_of(text))))
    alike = sorted(_alike(survey, place, rare), key=lambda pair: -pair[0])
    return tuple(unit for _, unit in alike[:count]) or place.units[:count]


def word_count(text: str) -> int:
    """One more than the number of different words of a text."""
    return 1 + len(set(stems(words_of(text))))


def signals(survey: Survey, text: str, urls: Sequence[str] = ()) -> list[dict[str, float]]:
    """The signals for each place of the survey, in its order."""
    words = Counter(stems(words_of(text)))
    query = unit_vector(
        {w: (1 + math.log(n)) * survey.words[w] for w, n in words.items() if w in survey.words}
    )
    rare = _known_part(survey, words)
    hosts = set(hosts_of(urls))
    dated = leads_with_date(text)
    rows: list[dict[str, float]] = []
    for place, vector in zip(survey.places, survey.vectors, strict=True):
        rows.append(
            {
                "similar": sum(weight * vector.get(word, 0.0) for word, weight in query.items()),
                "matching": _bm25(survey, place, words),
                "nearest": _nearest(survey, place, rare),
                "title": _title(survey, place, words),
                "host": _host(survey, place, hosts),
                "date": place.dated if dated else 0.0,
                "undated": 0.0 if dated else place.dated,
                "items": place.items,
                "position": place.section.index / len(survey.places),
            }
        )
    for name in ("similar", "matching"):
        best = max((row[name] for row in rows), default=0.0) or 1.0
        for row in rows:
            row[name] /= best
    return rows


def _known_part(survey: Survey, words: Iterable[str]) -> Vector:
    """The text as a vector of unit words, of length below one when it has words that no unit has:
    what is mostly new is near to nothing. An unknown word weighs half of a rare one."""
    unknown = 0.5 * math.log(1 + survey.unit_count)
    weights = {word: survey.unit_words.get(word, unknown) for word in words}
    whole = unit_vector(weights)
    return {word: weight for word, weight in whole.items() if word in survey.unit_words}


def _bm25(survey: Survey, place: Place, words: Counter[str]) -> float:
    length = _K1 * (1 - _B + _B * place.size / (survey.mean_size or 1.0))
    found = ((survey.words[word], place.counts[word]) for word in words if word in place.counts)
    return sum(rarity * count * (_K1 + 1) / (count + length) for rarity, count in found)


def _nearest(survey: Survey, place: Place, rare: Vector) -> float:
    alike = sorted((share for share, _ in _alike(survey, place, rare)), reverse=True)
    return sum(alike[:_NEAREST]) / _NEAREST


def _alike(survey: Survey, place: Place, rare: Vector) -> Iterator[tuple[float, Unit]]:
    """The units that have a word of a text, each with the cosine."""
    for unit in place.units:
        common = [word for word in rare if word in unit.words]
        if common:
            length = math.sqrt(sum(survey.unit_words[word] ** 2 for word in unit.words))
            yield sum(rare[word] * survey.unit_words[word] for word in common) / length, unit


def _title(survey: Survey, place: Place, words: Counter[str]) -> float:
    total = sum(survey.titles[word] for word in place.title)
    return sum(survey.titles[word] for word in place.title if word in words) / (total + 1)


def _host(survey: Survey, place: Place, hosts: set[str]) -> float:
    """Smoothed log odds, the best of the hosts; a host that the document never cites says nothing."""
    odds = []
    for host in hosts:
        everywhere = survey.hosts[host]
        if everywhere:
            here = (place.hosts[host] + 0.5 * everywhere / survey.unit_count + 0.02) / (
                len(place.units) + 0.5
            )
            odds.append(math.log(here) - math.log((everywhere + 0.1) / (survey.unit_count + 1)))
    return max(odds, default=0.0) / 3
