"""The git seam: the only part of Redline that knows git."""

from agent.workspace.branch import (
    BranchResult,
    CommitStep,
    build_branch,
    check_not_deleted,
    is_as_built,
    remove_branch,
    was_built,
    was_removed,
    write_commits,
)
from agent.workspace.landing import brought_in_by, holds, increments_in, is_merged, landed
from agent.workspace.lock import lock
from agent.workspace.objects import REDLINE, Identity, identity
from agent.workspace.publishing import push_branch
from agent.workspace.refs import turn
from agent.workspace.remotes import remotes
from agent.workspace.repository import Commit, Repository, open_repository, repository_root
from agent.workspace.trailers import OURS as OUR_TRAILERS

__all__ = [
    "OUR_TRAILERS",
    "REDLINE",
    "BranchResult",
    "Commit",
    "CommitStep",
    "Identity",
    "Repository",
    "brought_in_by",
    "build_branch",
    "check_not_deleted",
    "holds",
    "identity",
    "increments_in",
    "is_as_built",
    "is_merged",
    "landed",
    "lock",
    "open_repository",
    "push_branch",
    "remotes",
    "remove_branch",
    "repository_root",
    "turn",
    "was_built",
    "was_removed",
    "write_commits",
]
