"""Notes of one night that cannot both be right: a doubt with both quoted, and a caveat that travels with each."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from agent.compose.increment import compared, shortened
from agent.compose.model import Thing
from agent.compose.words import Phrases
from agent.gist import gist, share
from agent.models import Caveat, Doubt, Model, Quote, Table
from agent.relation import Line, Related, Said, judge, rank_of

_LEAD = 120
"""Characters at the beginning of a thing that say of what it is."""
_TOLD_ALIKE = 0.75
"""Share of the terms of each of two statements that the other has, from which they say the same of one thing."""
_VERSIONS = "version "
"""How the reason of a later version begins."""
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
    quotes = [tuple(_quotes(thing)) for thing in things]
    found = (_first_clash(things, quotes, pair) for pair in _pairs(things, quotes))
    return tuple(one for one in found if one is not None)


def doubts_of(found: Sequence[Rivals], things: Sequence[Thing], words: Phrases) -> tuple[Doubt, ...]:
    """For the brief's part of contradictions."""
    return tuple(
        Doubt(
            kind="contradiction",
            title=words.rivals.format(title=things[one.things[0]].group.lead.title),
            problem=words.rivals_problem.format(
                a=shortened(one.a.quote), b=shortened(one.b.quote), why=words.differing(one.why)
            ),
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


def _pairs(things: Sequence[Thing], quotes: Sequence[Sequence[Quote]]) -> Iterator[tuple[int, int]]:
    """Things of two notes whose titles, or first statements, have a term in common that few others have, and whose
    titles or some two statements say nearly the same: no other two are compared in full."""
    having: dict[str, list[int]] = defaultdict(list)
    for at, thing in enumerate(things):
        lead = thing.group.lead
        for term in gist(f"{lead.title}\n{lead.text[:_LEAD]}").terms:
            having[term].append(at)
    near = {
        pair for places in having.values() if len(places) <= _MOST_ALIKE for pair in combinations(places, 2)
    }
    told = _told_alike([[gist(quote.quote).terms for quote in said] for said in quotes])
    for a, b in sorted(near):
        if ((a, b) in told or _titles_alike(things, (a, b))) and not _paths(things[a]) & _paths(things[b]):
            yield a, b


def _told_alike(told: Sequence[Sequence[frozenset[str]]]) -> set[tuple[int, int]]:
    """Things, by their positions, of which two statements are in the same words, by the terms of each.

    Two such statements share one of the rarest terms of each, as many as may differ and one more (prefix filtering:
    Chaudhuri, Ganti & Kaushik, A Primitive Operator for Similarity Joins, 2006).
    """
    often = Counter(term for statements in told for terms in statements for term in terms)
    having: dict[str, list[tuple[int, frozenset[str]]]] = defaultdict(list)
    found: set[tuple[int, int]] = set()
    for at, statements in enumerate(told):
        for terms in statements:
            may_differ = int((1 - _TOLD_ALIKE) * len(terms))
            rarest = sorted(terms, key=lambda term: (often[term], term))[: may_differ + 1]
            for term in rarest:
                near = having[term] if len(having[term]) <= _MOST_ALIKE else ()
                found |= {(other, at) for other, theirs in near if other != at and _alike(terms, theirs)}
                having[term].append((at, terms))
    return found


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return min(share(one, other), share(other, one)) >= _TOLD_ALIKE


def _paths(thing: Thing) -> set[str]:
    return {entry.span.path for entry in thing.group.entries}


def _first_clash(
    things: Sequence[Thing], quotes: Sequence[Sequence[Quote]], pair: tuple[int, int]
) -> Rivals | None:
    """The first two statements in the same words that give another figure: later versions disagree with none."""
    mine, yours = (quotes[at] for at in pair)
    alike = _titles_alike(things, pair)
    said = Said(tuple(Line(text=quote.quote, line=number) for number, quote in enumerate(yours, start=1)))
    for quote in mine:
        judged = judge(quote.quote, said)
        if judged.relation not in {"contradicts", "supersedes"}:
            continue
        other = yours[judged.line - 1]
        if not judged.why.startswith(_VERSIONS) and (alike or _same_words(quote.quote, other.quote)):
            return Rivals(things=pair, a=quote, b=other, why=judged.why)
    return None


def _titles_alike(things: Sequence[Thing], pair: tuple[int, int]) -> bool:
    one, other = (gist(things[at].group.lead.title).terms for at in pair)
    return min(share(one, other), share(other, one)) >= _ONE_SUBJECT


def _same_words(one: str, other: str) -> bool:
    return _alike(gist(one).terms, gist(other).terms)


def yielding(things: Sequence[Thing], found: Sequence[Rivals], stars: Sequence[int]) -> dict[int, int]:
    """Of things that edit one line, or disagree, those that give way, each with the one that it gives way to.

    The better attested one stays, then the later version, then the later note: two edits of one line cannot both
    be drafted, and of two values neither stands without the other beside it.
    """
    rivals_of: dict[tuple[int, str], list[int]] = defaultdict(list)
    for at, thing in enumerate(things):
        related = thing.related
        if related.relation in {"supersedes", "contradicts"} and related.line:
            rivals_of[related.line, _cell(related)].append(at)
    groups = [*rivals_of.values(), *(list(one.things) for one in found)]
    gives: dict[int, int] = {}
    for group in groups:
        best = max(group, key=lambda at: (stars[at], _version(things[at]), _day(things[at]), -at))
        gives |= {at: best for at in group if at != best}
    return {at: best for at, best in gives.items() if best not in gives}


def _cell(related: Related) -> str:
    """Of a row, what is taken out of it: two cells of one row are two places."""
    return related.why.rpartition(" against ")[2] if related.quote.lstrip().startswith("|") else ""


def _version(thing: Thing) -> tuple[tuple[int, ...], int, str]:
    versions = gist(thing.group.lead.title).versions or gist(thing.related.why).versions
    return max(map(rank_of, versions), default=((), 0, ""))


def _day(thing: Thing) -> dt.date:
    return max(entry.date for entry in thing.group.entries)


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
