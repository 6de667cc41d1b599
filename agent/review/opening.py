"""Find the night to review: the one that was named, or the latest that waits for a person."""

from __future__ import annotations

import datetime as dt

from agent.errors import NotReviewable
from agent.ledger import Ledger, NightDone
from agent.nights import NightRecord, Nights
from agent.review.review import Review
from agent.settings import Settings
from agent.superseding import as_it_stands
from agent.workspace import Repository, landed, remotes


def open_review(
    repository: Repository,
    settings: Settings,
    document: str | None,
    night: dt.date | None = None,
    *,
    ledger: Ledger | None = None,
) -> Review:
    """The review of a night, by default the latest that has something open, else the latest with proposals.

    Raises NoDocument, and NotReviewable for a night that was not done, proposed nothing, or left no record.
    """
    name = settings.document(document).name
    ledger = ledger or Ledger.open(repository)
    done = _named(ledger, name, night) if night else _latest(repository, ledger, name)
    record = Nights.open(repository, ledger).of(done)
    if not done.commits:
        raise _nothing_to_decide(ledger, done, record)
    if record is None:
        raise NotReviewable(
            f"The night of {done.night} left no record that can be read here, so it cannot be reviewed increment by increment.",
            f"It is from before records were kept, or its record was not fetched: git fetch REMOTE 'refs/redline/*:refs/redline/*'; else take its branch as it is: git log -p --reverse {done.base[:12]}..{done.branch}",
        )
    return Review(repository, ledger, as_it_stands(repository, ledger, record))


def _nothing_to_decide(ledger: Ledger, done: NightDone, record: NightRecord | None) -> NotReviewable:
    """That a night proposed nothing; or that what it proposed left its branch, and which night took that up."""
    left = [one.title for one in record.outcome.increments if one.retake] if record else []
    if not left:
        return NotReviewable(
            f"The night of {done.night} proposed nothing for “{done.document}”; there is nothing to decide."
        )
    later = [one for one in ledger.nights(done.document) if one.night > done.night and one.when > done.when]
    return NotReviewable(
        f"What the night of {done.night} proposed for “{done.document}” left its branch, since the document had"
        f" changed where it was to stand: {'; '.join(left)}.",
        f"The night of {later[0].night} took it up again: redline review {later[0].night} --doc {done.document}"
        if later
        else "The next night takes it up again: redline night",
    )


def _named(ledger: Ledger, document: str, night: dt.date) -> NightDone:
    done = ledger.night(night, document)
    if done is None:
        known = ", ".join(str(one.night) for one in ledger.nights(document)[-5:])
        raise NotReviewable(
            f"There was no night of {night} for “{document}”.",
            f"The latest ones: {known}." if known else "Run it first: redline night",
        )
    return done


def _latest(repository: Repository, ledger: Ledger, document: str) -> NightDone:
    nights = [done for done in ledger.nights(document) if done.commits]
    if not nights:
        fetch = [f"git fetch {name} 'refs/redline/*:refs/redline/*'" for name in remotes(repository)[:1]]
        told = (
            "Run one: redline night",
            *(f"fetch what another machine did: {command}" for command in fetch),
        )
        raise NotReviewable(f"No night has proposed anything for “{document}” here yet.", " or ".join(told))
    waiting = {proposal.night: set[str]() for proposal in ledger.open_proposals(document)}
    for proposal in ledger.open_proposals(document):
        waiting[proposal.night].add(proposal.increment)
    for done in reversed(nights):
        if waiting.get(done.night, set()) - landed(repository, done.base):
            return done
    return nights[-1]
