"""How each contributor's notes have fared with people: what was accepted, corrected, refused, withdrawn.

Counted from the records of the nights and the ledger's decisions. It weighs in credibility by one star at most,
and only after enough has been decided.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping

from agent.gist import gist
from agent.ledger import Decided, Ledger, Proposed
from agent.models import Language, Model
from agent.nights import Nights
from agent.outcome import IncrementOutcome
from agent.workspace import Repository

_ENOUGH = 8
"""Decisions below which a record says nothing: of fewer, one more or less would turn it."""
_PRIOR = (3.0, 1.0)
"""Decisions for and against that everybody starts with: a stranger's notes are mostly right, and
(Laplace's rule, with this Beta prior) no short run of luck reads as certainty."""
_EDITED = 0.5
"""What an increment counts that a person accepted in other words."""
_WEIGHT_OF_REFUSAL = 0.5
"""A refusal is as often about scope as about truth."""
_NIGHTS = 60
"""Nights that count, the latest: each costs a reading of its record."""
_GOOD, _BAD = 0.9, 0.5
"""Smoothed shares of what was accepted, from which a star is added, and below which one is taken."""
_WORDS: Mapping[Language, str] = {
    "zh": "{name} 的往绩：{accepted} 条被采纳，{edited} 条改后采纳，{refused} 条被拒，{withdrawn} 条撤回",
    "en": "record of {name}: {accepted} accepted, {edited} edited, {refused} refused, {withdrawn} withdrawn",
}


class ContributorRecord(Model):
    """What became of one contributor's notes."""

    name: str
    accepted: int = 0
    edited: int = 0
    """Accepted in a person's words."""
    refused: int = 0
    withdrawn: int = 0
    """Accepted first, then taken out again."""
    right: int = 0
    """Facts in what was accepted as it stood."""
    corrected: int = 0
    """Increments in which a person changed a figure, and notes that came again with other bytes."""

    @property
    def decided(self) -> int:
        """Increments that people have decided on."""
        return self.accepted + self.edited + self.refused + self.withdrawn

    @property
    def share(self) -> float:
        """Smoothed share of what was accepted, between 0 and 1."""
        good = self.accepted + _EDITED * self.edited + _PRIOR[0]
        bad = (1 - _EDITED) * self.edited + _WEIGHT_OF_REFUSAL * self.refused + self.withdrawn + _PRIOR[1]
        return good / (good + bad)

    @property
    def step(self) -> int:
        """Stars that the record adds to credibility: 1, 0 or -1; 0 where little has been decided."""
        if self.decided < _ENOUGH:
            return 0
        return int(self.share >= _GOOD) - int(self.share < _BAD)

    def in_words(self, language: Language) -> str:
        """The record in one clause."""
        return _WORDS[language].format(
            name=self.name,
            accepted=self.accepted,
            edited=self.edited,
            refused=self.refused,
            withdrawn=self.withdrawn,
        )


def contributors(
    repository: Repository, ledger: Ledger, document: str, until: dt.date | None = None
) -> tuple[ContributorRecord, ...]:
    """The records of all who have a note behind a decided increment, or corrected one; by name.

    With `until`, as of the beginning of that night. The latest nights
    count: who has mended their ways is trusted again.
    """
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    nights = Nights.open(repository, ledger)
    told: dict[dt.date, dict[str, IncrementOutcome]] = {}
    recent = frozenset(nights.list(document)[-_NIGHTS:])
    for proposal, decided in ledger.decided_proposals(document):
        if (until and proposal.night >= until) or proposal.night not in recent:
            continue
        if proposal.night not in told:
            record = nights.get(document, proposal.night)
            told[proposal.night] = {one.id: one for one in record.outcome.increments} if record else {}
        outcome = told[proposal.night].get(proposal.increment)
        if outcome is None or outcome.kind != "increment":
            continue
        fate = _fate(ledger, proposal, decided)
        for name in _behind(outcome):
            counts[name][fate] += 1
            counts[name]["right"] += outcome.count("proved") if fate == "accepted" else 0
            counts[name]["corrected"] += int(fate == "edited" and _other_figures(outcome, decided))
    for name in _corrected_notes(ledger, document, nights, until):
        counts[name]["corrected"] += 1
    return tuple(ContributorRecord(name=name, **counts[name]) for name in sorted(counts))


def _fate(ledger: Ledger, proposal: Proposed, decided: Decided) -> str:
    """The decision; `withdrawn` where a refusal took an acceptance back."""
    if decided.decision != "refused":
        return decided.decision
    earlier = ledger.decisions(proposal.document, increment=proposal.increment)
    was = {event.decision for event in earlier if event.when < decided.when and event.is_on(proposal)}
    undone = decided.via == "git" and bool(was & {"accepted", "edited"})
    return "withdrawn" if undone else "refused"


def _behind(outcome: IncrementOutcome) -> tuple[str, ...]:
    names = {one.contributor for claim in outcome.claims if claim.kept != "refused" for one in claim.evidence}
    return tuple(sorted(names - {""}))


def _other_figures(outcome: IncrementOutcome, decided: Decided) -> bool:
    """Whether a person's wording has a figure that ours had not, or lacks one of it."""
    ours = gist("\n".join(outcome.added))
    return bool(decided.text) and gist(decided.text).numbers != ours.numbers


def _corrected_notes(ledger: Ledger, document: str, nights: Nights, until: dt.date | None) -> Iterable[str]:
    """The contributor of each note that was read again with other bytes, as its evidence names them."""
    named: dict[str, str] = {}
    for night in nights.list(document)[-_NIGHTS:]:
        record = nights.get(document, night) if until is None or night < until else None
        for increment in record.outcome.increments if record else ():
            for claim in increment.claims:
                named |= {one.span.path: one.contributor for one in claim.evidence if one.contributor}
    for path, name in sorted(named.items()):
        versions = {
            event.item
            for event in ledger.items_of(path)
            if event.document == document and (until is None or event.night < until)
        }
        yield from [name] * (len(versions) - 1)
