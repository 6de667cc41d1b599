"""What of Redline's proposals the base branch has, and what its own branches hold."""

from __future__ import annotations

from agent.workspace.repository import Commit, Repository
from agent.workspace.trailers import OURS

_INCREMENT = f"{OURS}Increment"


def increments_in(repository: Repository, rev_range: str) -> frozenset[str]:
    """The increments that the commits of a range carry by their trailers."""
    trailers = (trailer for commit in repository.log(rev_range) for trailer in commit.trailers)
    return frozenset(value for key, value in trailers if key == _INCREMENT)


def landed(repository: Repository, since: str) -> frozenset[str]:
    """The increments that came into the base branch after a commit, merged or taken one by one.

    Empty where that commit is not in this clone.
    """
    if repository.commit_of(since) is None:
        return frozenset()
    return increments_in(repository, f"{since}..{repository.base_commit}")


def is_merged(repository: Repository, branch: str) -> bool:
    """Whether the base branch has all commits of a branch."""
    tip = repository.commit_of(f"refs/heads/{branch}")
    return tip is not None and not repository.log(f"{repository.base_commit}..{tip}")


def brought_in_by(repository: Repository, commit: str, tip: str) -> Commit:
    """The commit of a branch's own line by which a commit came into it: its merge, or the commit itself."""
    line = f"{commit}..{tip}"
    ways = repository.git.text("rev-list", "--ancestry-path", "--merges", "--first-parent", line).split()
    ways = ways or repository.git.text("rev-list", "--ancestry-path", "--merges", line).split()
    own = repository.git.text("rev-list", "--first-parent", f"{commit}^..{tip}").split()
    return repository.log(f"{ways[-1] if ways and commit not in own else commit}^!")[0]


def holds(repository: Repository, newer: str, older: str) -> bool:
    """Whether a commit is another, or descends from it; False where one of them is not in this clone."""
    return (
        bool(newer and older)
        and repository.git.attempt("merge-base", "--is-ancestor", "--end-of-options", older, newer).code == 0
    )
