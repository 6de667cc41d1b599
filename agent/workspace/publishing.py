"""Bring a night's branch to a remote, never over a person's commits there."""

from __future__ import annotations

from typing import Literal

from agent.errors import BranchTaken, GitFailed
from agent.workspace.branch import check_ours
from agent.workspace.objects import REDLINE
from agent.workspace.remotes import fetch_ref, push_ref
from agent.workspace.repository import Repository


def push_branch(repository: Repository, name: str, remote: str) -> Literal["pushed", "unchanged"]:
    """Push a branch of ours; an older run's branch on the remote is replaced by compare-and-swap.

    Raises BranchTaken (a person's commits are there, or somebody moved it meanwhile), BadSettings
    (no such remote) or GitFailed.
    """
    ref = f"refs/heads/{name}"
    tip = repository.commit_of(ref)
    if tip is None:
        raise GitFailed(f"There is no branch “{name}” to push.")
    theirs = fetch_ref(repository, remote, ref)
    if theirs == tip:
        return "unchanged"
    if theirs is not None:
        check_ours(repository, f"{remote}/{name}", f"{tip}..{theirs}", frozenset({REDLINE.email}))
    if not push_ref(repository, remote, ref, tip, theirs):
        raise BranchTaken(
            f"The branch “{name}” was moved on “{remote}” while it was being pushed.",
            hint=f"Look at it (git fetch {remote}), then run this again.",
        )
    return "pushed"
