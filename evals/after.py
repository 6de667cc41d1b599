"""A night after the fact: what it proposed against what people then accepted, edited or refused.

Where the system said how sure it was (stars of its source, a place that is certain, claims that are proved, caveats),
that is held against people's decisions: of what it was surer of, more should stand as it was.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from agent.briefs import read_brief
from agent.errors import BadBrief, NotReviewable
from agent.ledger import Ledger
from agent.models import Model
from agent.nights import NightRecord, Nights
from agent.review import Card, Review
from agent.settings import Settings
from agent.workspace import Repository
from evals.intervals import wilson
from evals.matching import plain
from evals.record import Share

Fate = Literal["accepted", "edited", "refused", "open"]
LEAST = 10
"""Decisions below which a bin tells nothing: with fewer a Wilson interval is wider than half of the scale."""
_SURE_STARS = 4
_LAST = " › "


class Judged(Model):
    """One proposal and what people made of it."""

    night: dt.date
    increment: str
    number: int
    title: str
    relation: str
    section: str
    """Last heading of the place."""
    fate: Fate
    reason: str = ""
    stars: int | None = None
    """Credibility that the brief gave; None where no brief is left."""
    place_sure: bool = True
    proved: int = 0
    doubtful: int = 0
    caveats: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    distance: float | None = None
    """Of an edited one: how much of the words changed, 0 nothing, 1 all."""
    ours: str = ""
    theirs: str = ""
    """Of an edited one: the words that people wrote."""

    @property
    def sure(self) -> bool:
        """Whether nothing in it was said with doubt."""
        stars = self.stars is None or self.stars >= _SURE_STARS
        return stars and self.place_sure and not self.doubtful and not set(self.risks) & {"medium", "high"}


class Bin(Model):
    """Proposals of which the system was equally sure."""

    name: str
    stood: Share
    """How many were accepted as they were."""
    low: float
    high: float
    """95 % interval of that share (Wilson)."""

    @property
    def enough(self) -> bool:
        """Whether there are enough to tell."""
        return self.stood.of >= LEAST


class Scale(Model):
    """One way in which the system says how sure it is, its bins from the least sure to the surest."""

    name: str
    bins: tuple[Bin, ...]

    def verdict(self) -> str:
        """Whether people's decisions bear it out, in one sentence."""
        told = [one for one in self.bins if one.enough]
        if len(told) < 2:
            return f"too few decisions to tell (fewer than {LEAST} in all bins but one)"
        turned = [(a, b) for a, b in pairwise(told) if b.high < a.low]
        if turned:
            return f"misjudged: {turned[0][1].name} stood less often than {turned[0][0].name}, beyond noise"
        if told[-1].low > told[0].high:
            return "borne out: the surest stood more often than the least sure, beyond noise"
        return "no difference beyond noise between the surest and the least sure"


class Verdict(Model):
    """What people made of one night, or of all."""

    document: str
    nights: tuple[dt.date, ...]
    rows: tuple[Judged, ...]

    @property
    def decided(self) -> tuple[Judged, ...]:
        """Those that people have decided on."""
        return tuple(row for row in self.rows if row.fate != "open")

    def counts(self) -> dict[Fate, int]:
        """How many of each fate."""
        fates: tuple[Fate, ...] = ("accepted", "edited", "refused", "open")
        return {fate: sum(row.fate == fate for row in self.rows) for fate in fates}

    def shares(self, of: Callable[[Judged], Iterable[str]]) -> dict[str, Share]:
        """By kind: how many of the decided ones stood as they were."""
        kinds = sorted({kind for row in self.decided for kind in of(row)})
        return {kind: _stood([row for row in self.decided if kind in of(row)]) for kind in kinds}

    def scales(self) -> tuple[Scale, ...]:
        """The ways in which certainty was told, each with its bins."""
        rows = self.decided
        return (
            _scale("stars of the source", rows, lambda row: "" if row.stars is None else f"{row.stars}★"),
            _scale("place", rows, lambda row: "place certain" if row.place_sure else "a place not certain"),
            _scale("claims", rows, lambda row: "all proved" if not row.doubtful else "a claim in doubt"),
            _scale("caveats", rows, _riskiest),
        )

    def misjudged(self) -> tuple[Judged, ...]:
        """Refused though nothing was in doubt; then what stood as it was although something was."""
        refused = [row for row in self.decided if row.fate == "refused" and row.sure]
        stood = [row for row in self.decided if row.fate == "accepted" and not row.sure]
        return (*refused, *stood)


def _stood(rows: Sequence[Judged]) -> Share:
    return Share(right=sum(row.fate == "accepted" for row in rows), of=len(rows))


_ORDER = (
    "0★", "1★", "2★", "3★", "4★", "5★", "a place not certain", "place certain", "a claim in doubt", "all proved",
    "high risk", "medium risk", "low risk", "no caveat",
)  # fmt: skip
"""From the least sure to the surest."""


def _riskiest(row: Judged) -> str:
    worst = next((risk for risk in ("high", "medium", "low") if risk in row.risks), "")
    return f"{worst} risk" if worst else "no caveat"


def _scale(name: str, rows: Sequence[Judged], bin_of: Callable[[Judged], str]) -> Scale:
    held = {label: [row for row in rows if bin_of(row) == label] for label in _ORDER}
    bins = []
    for label, members in held.items():
        if members:
            stood = _stood(members)
            low, high = wilson(stood.right, stood.of)
            bins.append(Bin(name=label, stood=stood, low=round(low, 4), high=round(high, 4)))
    return Scale(name=name, bins=tuple(bins))


def distance(ours: str, theirs: str) -> float:
    """How much of the words changed: 1 less difflib's ratio over words and Han characters."""
    a, b = (_words(text) for text in (ours, theirs))
    return round(1 - SequenceMatcher(None, a, b, autojunk=False).ratio(), 3)


def _words(text: str) -> list[str]:
    spaced = "".join(f" {char} " if "\u4e00" <= char <= "\u9fff" else char for char in text)
    return spaced.split()


def verdict_on(
    repository: Repository, settings: Settings, document: str | None, night: dt.date | None
) -> Verdict:
    """What people made of a night, or of all that left proposals; raises `NotReviewable` where there is none."""
    name = settings.document(document).name
    ledger = Ledger.open(repository)
    nights = Nights.open(repository, ledger)
    done = [one for one in ledger.nights(name) if one.commits and night in (None, one.night)]
    records = [record for one in done if (record := nights.of(one)) is not None]
    if not records:
        told = f"night of {night}" if night else "night"
        raise NotReviewable(f"No {told} of “{name}” left proposals that can be read here.")
    rows = [row for record in records for row in _rows(Review(repository, ledger, record), record)]
    return Verdict(document=name, nights=tuple(record.night for record in records), rows=tuple(rows))


def _rows(review: Review, record: NightRecord) -> list[Judged]:
    stars = _stars(record.brief)
    return [_judged(card, record, stars) for card in review.cards]


def _stars(brief: str) -> dict[str, int]:
    try:
        return {plain(one.title): one.credibility.stars for one in read_brief(brief).increments}
    except BadBrief:
        return {}


def _judged(card: Card, record: NightRecord, stars: dict[str, int]) -> Judged:
    one = card.increment
    fate: Fate = card.decision if card.decision in ("accepted", "edited", "refused") else "open"
    edited = card.edited if fate == "edited" else None
    return Judged(
        night=record.night,
        increment=one.id,
        number=one.number,
        title=one.title,
        relation=one.relation if one.kind == "increment" else one.kind,
        section=one.section.rsplit(_LAST, maxsplit=1)[-1],
        fate=fate,
        reason=card.reason,
        stars=stars.get(plain(one.title)),
        place_sure=not one.alternatives,
        proved=sum(claim.kept == "proved" for claim in one.claims),
        doubtful=sum(claim.kept == "doubtful" for claim in one.claims),
        caveats=tuple(caveat.kind for caveat in one.caveats),
        risks=tuple(caveat.risk for caveat in one.caveats),
        distance=distance(card.text, edited) if edited is not None else None,
        ours=card.text,
        theirs=edited or "",
    )


def in_words(verdict: Verdict) -> str:
    """For a terminal."""
    counts = verdict.counts()
    nights = (
        str(verdict.nights[0])
        if len(verdict.nights) == 1
        else f"{len(verdict.nights)} nights, {verdict.nights[0]} to {verdict.nights[-1]}"
    )
    lines = [
        f"{verdict.document}, {nights}: {counts['accepted']} accepted as they were, {counts['edited']} edited, "
        f"{counts['refused']} refused, {counts['open']} open"
    ]
    if not verdict.decided:
        return f"{lines[0]}\nNothing is decided yet: there is nothing to score. Decide with: redline review"
    groups: tuple[tuple[str, Callable[[Judged], Iterable[str]]], ...] = (
        ("relation", lambda row: (row.relation,)),
        ("section", lambda row: (row.section,)),
        ("caveat", lambda row: row.caveats or ("no caveat",)),
    )
    for name, of in groups:
        told = [f"{kind} {share.right}/{share.of}" for kind, share in verdict.shares(of).items()]
        lines.append(f"stood as it was, by {name}: {', '.join(told)}")
    distances = [row.distance for row in verdict.decided if row.distance is not None]
    if distances:
        lines.append(f"edits changed {sum(distances) / len(distances):.0%} of the words on average")
    lines.append("how sure it was, and what stood:")
    for scale in verdict.scales():
        told = [
            f"{one.name} {one.stood.right}/{one.stood.of} ({one.low:.2f}–{one.high:.2f})"
            for one in scale.bins
        ]
        lines.append(f"  {scale.name}: {', '.join(told)}: {scale.verdict()}" if told else "")
    for row in verdict.misjudged():
        said = "refused though nothing was in doubt" if row.fate == "refused" else "stood though in doubt"
        lines.append(
            f"  {row.night} {row.number}. {row.title}: {said}{f': {row.reason}' if row.reason else ''}"
        )
    return "\n".join(line for line in lines if line)
