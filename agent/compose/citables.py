"""The works of a night, each once, with their standing."""

from __future__ import annotations

from collections.abc import Sequence

from agent.compose.model import Thing
from agent.compose.past import Past
from agent.compose.rank import credibility
from agent.compose.words import Phrases
from agent.models import Citable, Increment

_WORKS = ("arxiv:", "doi:")


def citables(
    things: Sequence[Thing], increments: Sequence[Increment], past: Past, words: Phrases
) -> tuple[Citable, ...]:
    """Every work once: the increments', those that tonight's notes name again, what the last night brought, and
    what the document marks as kept on."""
    rows: dict[str, Citable] = {}
    for increment in increments:
        for number in increment.arxiv:
            rows.setdefault(number, _of_increment(number, increment, past, words))
    for thing in things:
        for entry in thing.group.entries:
            for name in entry.ids:
                if name.startswith(_WORKS) and (name in past.works or name in past.by_work):
                    trust = _trust(credibility(thing, words).stars, words)
                    _add(rows, name, _title(name, entry.title, past), trust, past, words, met=True)
    for name, brought in past.by_work.items():
        if name.startswith(_WORKS) and brought.recent and brought.stand not in ("refused", "gone"):
            _add(rows, name, _title(name, brought.title, past), words.not_judged, past, words)
    for name, work in past.works.items():
        if work.kept:
            _add(rows, name, work.title, words.not_judged, past, words)
    return tuple(rows.values())


def _of_increment(number: str, increment: Increment, past: Past, words: Phrases) -> Citable:
    name = f"arxiv:{number}"
    known = name in past.works or name in past.by_work
    return Citable(
        id=number,
        title=increment.work_title or increment.title,
        credibility=_trust(increment.credibility.stars, words),
        standing=past.standing_of(name, words, met=True)
        if known
        else words.new_here.format(target=increment.target),
    )


def _add(
    rows: dict[str, Citable],
    name: str,
    title: str,
    trust: str,
    past: Past,
    words: Phrases,
    *,
    met: bool = False,
) -> None:
    number = name.partition(":")[2]
    if number not in rows:
        standing = past.standing_of(name, words, met=met)
        rows[number] = Citable(id=number, title=title or number, credibility=trust, standing=standing)


def _title(name: str, given: str, past: Past) -> str:
    work = past.works.get(name)
    return work.title if work and work.title else given


def _trust(stars: int, words: Phrases) -> str:
    return words.high if stars >= 4 else words.medium if stars == 3 else words.low
