"""Nights that build on one another: the next one's branch leaves from the tip of the last one's, where that is open.

Neighbouring insertions of two nights then do not conflict, whichever is merged first. When a review
builds the lower branch anew, the upper one follows it.
"""

from __future__ import annotations

import datetime as dt

from agent.ledger import Ledger
from agent.nights import NightRecord
from agent.workspace import OUR_TRAILERS, Repository, is_as_built, is_merged, was_removed

_NIGHT = f"{OUR_TRAILERS}Night"


def start_of(repository: Repository, ledger: Ledger, document: str, night: dt.date) -> str:
    """Commit that a night which builds on the one before leaves from.

    The tip of the last earlier night's branch, if that is open, as Redline left it, and has all of the base
    branch; else the base branch's own commit.
    """
    earlier = [done for done in ledger.nights(document) if done.night < night and done.commits]
    if not earlier:
        return repository.base_commit
    branch = earlier[-1].branch
    tip = repository.commit_of(f"refs/heads/{branch}")
    if tip is None or is_merged(repository, branch) or not is_as_built(repository, branch):
        return repository.base_commit
    behind = repository.log(f"{tip}..{repository.base_commit}")
    return repository.base_commit if behind else tip


def parent_of(repository: Repository, base: str) -> dt.date | None:
    """The night whose branch a commit is of, from which another night leaves; None for one of the base branch."""
    if base == repository.base_commit or repository.commit_of(base) is None:
        return None
    if not repository.log(f"{repository.base_commit}..{base}"):
        return None
    told = dict(repository.read_trailers(base)).get(_NIGHT, "")
    try:
        return dt.date.fromisoformat(told)
    except ValueError:
        return None


def base_now(repository: Repository, ledger: Ledger, record: NightRecord) -> str:
    """The commit that a night's branch leaves from now: where the branch below it has been built anew, its tip."""
    night = parent_of(repository, record.base)
    below = ledger.night(night, record.document) if night else None
    if below is None:
        return record.base
    tip = repository.commit_of(f"refs/heads/{below.branch}")
    if tip is None:
        return below.base if was_removed(repository, below.branch) else record.base
    return tip if is_as_built(repository, below.branch) else record.base
