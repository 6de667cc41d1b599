"""Build the night's branch: one commit a step, the same steps giving the same commits.

The branch is built in git's object store (blob, tree, commit), without a worktree or an index, not
even temporary ones: the user's checkout, index, stash, hooks, configuration and list of worktrees
cannot be touched, and a run killed anywhere leaves nothing but unreachable objects. At the end one
compare-and-swap moves the ref.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.errors import BranchTaken, Bug
from agent.models import Model
from agent.workspace import built
from agent.workspace.objects import REDLINE, Identity, Tree, commit, swept
from agent.workspace.paths import checked
from agent.workspace.refs import check_clash, checked_branch, move_ref, ref_commit
from agent.workspace.repository import Commit, Repository
from agent.workspace.trailers import OURS, Trailer, message


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitStep:
    """One commit to make: whole files as they shall be after it."""

    files: Mapping[str, bytes]
    """Path, relative to the root, and new content. What is not named stays as it is."""
    subject: str
    date: dt.datetime
    """Aware; author and committer date."""
    body: str = ""
    trailers: Sequence[Trailer] = ()
    """In order; at least one key begins with `Redline-`."""
    author: Identity = REDLINE
    committer: Identity = REDLINE


class BranchResult(Model):
    """What became of the branch."""

    name: str
    base: str
    """Id of the commit that it leaves from."""
    commits: tuple[str, ...]
    """One a step, oldest first."""
    status: Literal["created", "unchanged", "rebuilt"]
    replaced: str = ""
    """Tip of the older run's branch where it was rebuilt."""

    @property
    def tip(self) -> str:
        """Id of the last commit."""
        return self.commits[-1]


def build_branch(repository: Repository, name: str, base: str, steps: Sequence[CommitStep]) -> BranchResult:
    """Build a branch of one commit a step on the commit `base`, and move its ref there.

    A branch that already holds these commits is left alone; one that an older run made, and that
    no person has added to or taken from, is rebuilt. Raises BranchTaken, BranchClash, BadSettings (the name),
    BadInput (a path), DiskFull, Locked, GitFailed, or Bug (no step, or one that changes nothing).
    """
    git = repository.git
    checked_branch(git, name)
    check_clash(git, name)
    start = repository.commit_of(base)
    if not steps or start is None:
        raise Bug(f"The branch “{name}” has no commits to hold, or no base ({base!r}) to leave from.")
    ref = f"refs/heads/{name}"
    old = ref_commit(git, ref)
    with swept(git):
        commits = _write(repository, start, steps)
    made = BranchResult(
        name=name, base=start, commits=commits, status="created" if old is None else "rebuilt"
    )
    if old == made.tip:
        return made.model_copy(update={"status": "unchanged"})
    if old is not None:
        check_ours(repository, name, f"{start}..{old}", emails_of(steps))
        _check_built(repository, name, old)
        _check_free(repository, name)
    built.remember(repository.state_dir, name, made.tip)
    if not move_ref(git, repository.state_dir, ref, made.tip, old):
        raise BranchTaken(
            f"The branch “{name}” was moved by somebody else while it was built.",
            hint="Look at it, then run this again.",
        )
    return made.model_copy(update={"replaced": old or ""})


def emails_of(steps: Sequence[CommitStep]) -> frozenset[str]:
    """Whose commits are ours: those of the steps, and Redline's."""
    return frozenset(who.email for step in steps for who in (step.author, step.committer)) | {REDLINE.email}


def is_ours(made: Commit, emails: frozenset[str]) -> bool:
    """Whether Redline made a commit and nobody amended it: its emails and a trailer say so."""
    by = {made.author.email, made.committer.email}
    return by <= emails and any(key.startswith(OURS) for key, _ in made.trailers)


def _write(repository: Repository, base: str, steps: Sequence[CommitStep]) -> tuple[str, ...]:
    git = repository.git
    parent, before = base, git.text("rev-parse", "--verify", "--end-of-options", f"{base}^{{tree}}")
    made: list[str] = []
    for step in steps:
        tree = Tree(git, before)
        for path, content in step.files.items():
            tree.put(checked(path), content)
        after = tree.write()
        if after == before:
            raise Bug(f"The commit “{step.subject}” would change nothing.")
        text = message(step.subject, step.body, step.trailers)
        by = (step.author, step.committer)
        parent = commit(git, tree=after, parents=(parent,), message=text, by=by, when=step.date)
        before = after
        made.append(parent)
    return tuple(made)


def check_ours(repository: Repository, name: str, rev_range: str, emails: frozenset[str]) -> None:
    """Raise BranchTaken, naming the commit, when a range holds one that we did not make."""
    for made in repository.log(rev_range):
        if not is_ours(made, emails):
            raise BranchTaken(
                f"The branch “{name}” holds a commit of {made.committer.name}: {made.id[:10]} “{made.subject}”.",
                hint=f"Merge it, or keep it under another name (git branch -m '{name}' NEW-NAME); then run this again.",
            )


def _check_built(repository: Repository, name: str, old: str) -> None:
    """Raise BranchTaken when a person took commits of ours off the branch."""
    ours = built.recall(repository.state_dir, name)
    if ours and old not in ours:
        raise BranchTaken(
            f"The branch “{name}” was moved to {old[:10]} by a person; what was taken off it is not put back.",
            hint=f"Merge it as it is, or delete it to have it built anew: git branch -D '{name}'",
        )


def _check_free(repository: Repository, name: str) -> None:
    """Raise BranchTaken when somebody has the branch checked out, or is rebasing it."""
    place = repository.checked_out_at(name)
    if place is not None:
        raise BranchTaken(
            f"The branch “{name}” is checked out in {place}; it is not moved under your feet.",
            hint="Switch to another branch there (git switch -), then run this again.",
        )
