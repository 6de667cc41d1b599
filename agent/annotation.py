"""The caveats that a checked patch carries into the document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from agent.caveats import caveats_for
from agent.drafts import DraftPatch, Planned
from agent.faulty import is_conclusion
from agent.models import Caveat, Evidence, Language, Table, Verdict
from agent.outcome import ClaimOutcome
from agent.planning import texts_of
from agent.tokens import tokens

SHOWN = 4
"""Caveats that a reader is shown for one increment; the reviewer sees all."""
RISKS = ("high", "medium", "low")
"""The gravest first."""
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
    said = [_Said(one.text, one.evidence, one.verdict) for one in claims if one.kept != "refused"]
    return _gravest_first([*patch.caveats, *_by_rule(planned, said, date, language)])


def foreseen(planned: Planned, *, date: dt.date, language: Language) -> tuple[Caveat, ...]:
    """The caveats of an increment that is not drafted yet, if it says what its key points say, gravest first."""
    told = [_letters(text) for text in texts_of(planned.increment)]
    quotes = [(one, _letters(one.quote)) for one in planned.evidence]
    said = [
        _Said(one.quote, (one,))
        for one, quote in quotes
        if quote and any(text and (text in quote or quote in text) for text in told)
    ]
    return _gravest_first([*planned.increment.caveats, *_by_rule(planned, said, date, language)])


def _letters(text: str) -> str:
    """Letters and digits alone: a point and the line that it was read from differ in markup."""
    return "".join(filter(str.isalnum, text))


def _gravest_first(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    kept: list[Caveat] = []
    for caveat in sorted(caveats, key=lambda caveat: RISKS.index(caveat.risk)):
        if not any(_says_the_same(caveat, other) for other in kept):
            kept.append(caveat)
    return tuple(kept)


def for_readers(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """Those that stand in the document: not the low risks, and not more than a reader takes in."""
    return tuple(c for c in caveats if c.risk != "low" or c.kind in _FOR_READERS)[:SHOWN]


class _Said(NamedTuple):
    """What is said, and what it rests on."""

    text: str
    evidence: tuple[Evidence, ...]
    verdict: Verdict | None = None


def _by_rule(
    planned: Planned, claims: Sequence[_Said], date: dt.date, language: Language
) -> Iterable[Caveat]:
    increment = planned.increment
    doubts = [doubt for doubt in planned.doubts if not is_conclusion(doubt)]
    around = "\n".join(
        [
            increment.title,
            increment.credibility.reason,
            *(part.caption for part in increment.body if isinstance(part, Table)),
            *(evidence.quote for evidence in planned.evidence if "\n" not in evidence.quote),
        ]
    )
    told: set[str] = set()
    for claim in claims:
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
            if caveat.kind not in told:
                told.add(caveat.kind)
                yield caveat


def _says_the_same(one: Caveat, other: Caveat) -> bool:
    if one.kind == other.kind and one.kind != "unverified":
        return True
    short, long = sorted((set(tokens(one.wording)), set(tokens(other.wording))), key=len)
    return len(short & long) >= _SAME_WORDS * len(short)
