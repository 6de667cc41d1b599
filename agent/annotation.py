"""The caveats that a checked patch carries into the document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from agent.caveats import caveats_for
from agent.drafts import DraftPatch, Planned
from agent.faulty import is_conclusion
from agent.models import Caveat, Doubt, Language, Table
from agent.outcome import ClaimOutcome
from agent.tokens import tokens

SHOWN = 4
"""Caveats that a reader is shown for one increment; the reviewer sees all."""
_RISKS = ("high", "medium", "low")
_FOR_READERS = frozenset({"second-hand"})
"""Kinds that the document carries whatever their risk: who reads a figure must know that nobody checked it."""
_SAME_WORDS = 0.8
"""Share of the shorter wording's words in the longer one from which both are taken to say the same."""


def caveats_of(
    patch: DraftPatch,
    planned: Planned,
    claims: Sequence[ClaimOutcome],
    *,
    date: dt.date,
    language: Language,
) -> tuple[Caveat, ...]:
    """Every caveat of an increment: those that came with it, then those that the rules add, gravest first.

    One of each kind; of two that say the same thing the first stays.
    """
    near = [doubt for doubt in planned.doubts if not is_conclusion(doubt)]
    found = [*patch.caveats, *_by_rule(planned, claims, near, date, language)]
    found.sort(key=lambda caveat: _RISKS.index(caveat.risk))
    kept: list[Caveat] = []
    for caveat in found:
        if not any(_says_the_same(caveat, other) for other in kept):
            kept.append(caveat)
    return tuple(kept)


def for_readers(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """Those that stand in the document: not the low risks, and not more than a reader takes in."""
    return tuple(c for c in caveats if c.risk != "low" or c.kind in _FOR_READERS)[:SHOWN]


def _by_rule(
    planned: Planned,
    claims: Sequence[ClaimOutcome],
    doubts: Sequence[Doubt],
    date: dt.date,
    language: Language,
) -> Iterable[Caveat]:
    increment = planned.increment
    around = "\n".join(
        [
            increment.title,
            increment.credibility.reason,
            *(part.caption for part in increment.body if isinstance(part, Table)),
            *(evidence.quote for evidence in planned.evidence if "\n" not in evidence.quote),
        ]
    )
    said: set[str] = set()
    for claim in claims:
        if claim.kept == "refused":
            continue
        for caveat in caveats_for(
            claim.text,
            date=date,
            language=language,
            evidence=claim.evidence,
            urls=increment.urls,
            doubts=doubts,
            verdict=claim.verdict,
            context=around,
        ):
            if caveat.kind not in said:
                said.add(caveat.kind)
                yield caveat


def _says_the_same(one: Caveat, other: Caveat) -> bool:
    if one.kind == other.kind and one.kind != "unverified":
        return True
    short, long = sorted((set(tokens(one.wording)), set(tokens(other.wording))), key=len)
    return len(short & long) >= _SAME_WORDS * len(short)
