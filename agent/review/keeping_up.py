"""Before a night: the branches that people have still to decide on follow the base branch."""

from __future__ import annotations

import datetime as dt

from agent.errors import RedlineError
from agent.ledger import Ledger
from agent.nights import Nights
from agent.review.moving import Moved
from agent.review.redrafting import Redraft
from agent.review.review import Review
from agent.workspace import Repository

_NIGHTS = 30
"""Nights that are looked at, the latest; older branches stay as they are."""


def keep_up(
    repository: Repository,
    ledger: Ledger,
    document: str,
    when: dt.datetime,
    redraft: Redraft | None = None,
) -> tuple[tuple[Moved, ...], tuple[str, ...]]:
    """Put each open night of a document on the base branch as it is now, the oldest first, so that it can be merged.

    What its section has changed under is drafted anew with `redraft`; without it that is left to the next night.
    A branch that does not follow the decisions on it, since a run was killed in between, is built anew.
    What moved; and why a night could not, in a sentence each: it stays as it was.
    """
    nights = Nights.open(repository, ledger)
    made: list[Moved] = []
    problems: list[str] = []
    for done in ledger.nights(document)[-_NIGHTS:]:
        record = nights.of(done) if done.commits else None
        if record is None:
            continue
        try:
            review = Review(repository, ledger, record)
            found = review.rebase(when, redraft)
            if found is None and review.lag():
                review.rebuild()
        except RedlineError as problem:
            problems.append(f"{record.branch}: {problem}")
            continue
        if found:
            made.append(found)
    return tuple(made), tuple(problems)
