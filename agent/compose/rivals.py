"""Notes of one night that cannot both be right: a doubt with both quoted, and a caveat that travels with each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from agent.compose.increment import compared, shortened
from agent.compose.model import Thing
from agent.compose.words import Phrases
from agent.gist import gist, share
from agent.models import Caveat, Doubt, Model, Quote, Table
from agent.relation import Line, Said, judge

_ONE_SUBJECT = 0.6
"""Share of the terms of each title that the other has, from which two notes may speak of one thing."""
_MOST_ALIKE = 40
"""Things that share a term of their titles; a term that more have tells nothing."""


class Rivals(Model):
    """Two statements of one night that disagree."""

    things: tuple[int, int]
    """Positions of the things that make them."""
    a: Quote
    b: Quote
    why: str


def rivals(things: Sequence[Thing]) -> tuple[Rivals, ...]:
    """The statements that disagree, one pair for two things that speak of one subject."""
    found = (_first_clash(things, pair) for pair in _pairs(things))
    return tuple(one for one in found if one is not None)


def doubts_of(found: Sequence[Rivals], things: Sequence[Thing], words: Phrases) -> tuple[Doubt, ...]:
    """For the brief's part of contradictions."""
    return tuple(
        Doubt(
            kind="contradiction",
            title=words.rivals.format(title=things[one.things[0]].group.lead.title),
            problem=one.why,
            advice=words.contradiction_advice,
            risk="high",
            a=one.a,
            b=one.b,
        )
        for one in found
    )


def warned(things: Sequence[Thing], found: Sequence[Rivals], words: Phrases) -> list[Thing]:
    """The things with a caveat on each that is disputed by another."""
    caveats: dict[int, list[Caveat]] = defaultdict(list)
    for one in found:
        for at, other in zip(one.things, (one.b, one.a), strict=True):
            wording = words.disputed.format(quote=shortened(other.quote), place=f"{other.path}:{other.line}")
            caveats[at].append(Caveat(kind="sources disagree", risk="high", wording=wording))
    return [
        thing.model_copy(update={"caveats": (*thing.caveats, *caveats[at])}) if at in caveats else thing
        for at, thing in enumerate(things)
    ]


def _pairs(things: Sequence[Thing]) -> Iterator[tuple[int, int]]:
    """Things whose titles say nearly the same: all others speak of different subjects."""
    titles = [gist(thing.group.lead.title).terms for thing in things]
    having: dict[str, list[int]] = defaultdict(list)
    for at, terms in enumerate(titles):
        for term in terms:
            having[term].append(at)
    near = {
        pair for places in having.values() if len(places) <= _MOST_ALIKE for pair in combinations(places, 2)
    }
    for a, b in sorted(near):
        if min(share(titles[a], titles[b]), share(titles[b], titles[a])) >= _ONE_SUBJECT:
            yield a, b


def _first_clash(things: Sequence[Thing], pair: tuple[int, int]) -> Rivals | None:
    mine, yours = (list(_quotes(things[at])) for at in pair)
    said = Said(tuple(Line(text=quote.quote, line=number) for number, quote in enumerate(yours, start=1)))
    for quote in mine:
        judged = judge(quote.quote, said)
        if judged.relation in {"contradicts", "supersedes"}:
            return Rivals(things=pair, a=quote, b=yours[judged.line - 1], why=judged.why)
    return None


def _quotes(thing: Thing) -> Iterator[Quote]:
    """The statements of a thing at their places."""
    wanted = set(compared(thing))
    for entry in thing.group.entries:
        for part in entry.body:
            if isinstance(part, Table):
                rows = zip(part.rows, part.row_lines, strict=False)
                said = [(" | ".join(row), line) for row, line in rows]
            else:
                said = [(part.text, part.line)]
            for text, line in said:
                if text in wanted and "\n" not in text:
                    yield Quote(quote=text, line=line, path=entry.span.path)
