"""Which reasons of the checker are right how often: every refused claim by why it was refused."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.models import FactCheck

_FAILED = frozenset({"missing", "contradicted"})
_WORD = re.compile(r"[A-Za-z]+|\d+|[\u3400-\u9fff]{2}")
_OPEN = (
    (re.compile(r"^(the (?:source|table) (?:has|says)) (?!it\b).+ here$"), r"\1 … here"),
    (re.compile(r"^(the source (?:has|says)) (?!it\b).+$"), r"\1 …"),
    (re.compile(r"^(the source says it of) (?!something else|a change|the whole).+$"), r"\1 …"),
    (re.compile(r"^(the source gives) (?!it\b).+ (without .+)$"), r"\1 … \2"),
    (re.compile(r"^(the source says it without) (?!a negation).+$"), r"\1 …"),
    (re.compile(r"^(the evidence has nothing under) .+$"), r"\1 …"),
    (re.compile(r"^(stronger than the source), .+$"), r"\1"),
    (re.compile(r"^\S+ (is not the (?:most|least) of its column)\b.*$"), r"\1"),
)
"""Reasons that name a word of the source, with that word left out."""


@dataclass(frozen=True, slots=True)
class Refused:
    """One claim that was called unsupported or contradicted."""

    dataset: str
    right: bool
    """Whether people say so too."""
    reasons: Mapping[str, bool]
    """Why, and of each whether what it calls missing stands nowhere in the source, letter for letter."""


@dataclass(frozen=True, slots=True)
class ReasonShare:
    """How often one reason refused, and how often that was right."""

    reason: str
    fired: int
    right: int
    alone: int
    """Refusals that no other reason shares."""
    right_alone: int
    wrong_absent: int
    """Of the wrong ones those in which what is called missing stands nowhere in the source, letter for
    letter: there people took it from what they know, or worked it out, or knew a longer source."""


def refused(dataset: str, label: int, source: str, checks: Iterable[FactCheck]) -> Refused:
    """A refused claim with the reasons of its facts that do not hold."""
    failed = [check for check in checks if check.status in _FAILED]
    low = source.lower()
    reasons: dict[str, bool] = {}
    for check in failed:
        absent = check.status == "missing" and not check.quote and _stands_nowhere(check.text, low)
        reasons[reason_of(check)] = reasons.get(reason_of(check), False) or absent
    return Refused(dataset, label == 0, reasons)


def absent(row: Refused) -> bool:
    """Whether something that a claim was refused for stands nowhere in the source, letter for letter."""
    return any(row.reasons.values())


def reason_of(check: FactCheck) -> str:
    """The kind of a fact, what became of it and why, without the words of the source."""
    reason = check.reason.partition(":")[0].strip()
    for pattern, general in _OPEN:
        if pattern.match(reason):
            reason = pattern.sub(general, reason)
            break
    return f"{check.kind} {check.status}: {reason}"


def _stands_nowhere(text: str, source: str) -> bool:
    """Whether a part of a fact (its letters, its digits) is nowhere in a source."""
    parts = _WORD.findall(text.lower())
    digits = [part for part in parts if part.isdigit()]
    return any(part not in source for part in digits or parts)


def by_reason(rows: Sequence[Refused]) -> list[ReasonShare]:
    """Every reason, the most frequent first."""
    held: dict[str, list[Refused]] = defaultdict(list)
    for row in rows:
        for reason in row.reasons:
            held[reason].append(row)
    shares = [_share(reason, found) for reason, found in held.items()]
    return sorted(shares, key=lambda share: (-share.fired, share.reason))


def _share(reason: str, rows: Sequence[Refused]) -> ReasonShare:
    alone = [row for row in rows if len(row.reasons) == 1]
    return ReasonShare(
        reason=reason,
        fired=len(rows),
        right=sum(row.right for row in rows),
        alone=len(alone),
        right_alone=sum(row.right for row in alone),
        wrong_absent=sum(not row.right and row.reasons[reason] for row in rows),
    )


def table(shares: Sequence[ReasonShare], least: int) -> list[dict[str, str | int | float | None]]:
    """The reasons that refused at least `least` claims, as rows for a report."""
    return [
        {
            "reason": share.reason,
            "fired": share.fired,
            "right": round(share.right / share.fired, 3),
            "alone": share.alone,
            "right alone": round(share.right_alone / share.alone, 3) if share.alone else None,
            "wrong though absent from the source": share.wrong_absent,
        }
        for share in shares
        if share.fired >= least
    ]
