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
from agent.workspace.refs import check_clash, checked_branch, delete_ref, move_ref, ref_commit
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


def build_branch(
    repository: Repository,
    name: str,
    base: str,
    steps: Sequence[CommitStep],
    *,
    onto: Sequence[str] = (),
) -> BranchResult:
    """Build a branch of one commit a step on the commit `base`, and move its ref there.

    `onto` are commits on `base` that an earlier run built of the steps before these, and that stay.
    A branch that already holds these commits is left alone; one that an older run made, and that
    no person has added to or taken from, is rebuilt. Raises BranchTaken, BranchClash, BadSettings (the name),
    BadInput (a path), DiskFull, Locked, GitFailed, or Bug (no step, or one that changes nothing).
    """
    git = repository.git
    checked_branch(git, name)
    check_clash(git, name)
    start = repository.commit_of(base)
    if not (steps or onto) or start is None:
        raise Bug(f"The branch “{name}” has no commits to hold, or no base ({base!r}) to leave from.")
    ref = f"refs/heads/{name}"
    old = ref_commit(git, ref)
    with swept(git):
        commits = (*onto, *_write(repository, onto[-1] if onto else start, steps))
    made = BranchResult(
        name=name, base=start, commits=commits, status="created" if old is None else "rebuilt"
    )
    if old == made.tip:
        return made.model_copy(update={"status": "unchanged"})
    if old is not None:
        _check_movable(repository, name, f"{start}..{old}", old, emails_of(steps))
    before = built.last(repository.state_dir, name) or built.ABSENT
    built.remember(repository.state_dir, name, made.tip)
    if old is None:  # a run that ends before the branch is there must not look like a person who deleted it
        built.remember(repository.state_dir, name, before)
    if not move_ref(git, repository.state_dir, ref, made.tip, old):
        raise _moved(name)
    if old is None:
        built.remember(repository.state_dir, name, made.tip)
    return made.model_copy(update={"replaced": old or ""})


def write_commits(repository: Repository, base: str, steps: Sequence[CommitStep]) -> tuple[str, ...]:
    """The commits of a branch, one a step, written without a branch that holds them."""
    start = repository.commit_of(base)
    if start is None:
        raise Bug(f"There is no base {base!r} to build commits on.")
    with swept(repository.git):
        return _write(repository, start, steps)


def remove_branch(repository: Repository, name: str, base: str) -> str:
    """Delete a branch of ours of which nothing is left, and remember that it was us; the tip that it had.

    Empty where there is no such branch. Raises BranchTaken, Locked or GitFailed.
    """
    git = repository.git
    ref = f"refs/heads/{name}"
    old = ref_commit(git, ref)
    if old is None:
        return ""
    _check_movable(repository, name, f"{base}..{old}", old, frozenset({REDLINE.email}))
    built.remember(repository.state_dir, name, built.REMOVED)
    if not delete_ref(git, repository.state_dir, ref, old):
        raise _moved(name)
    return old


def check_not_deleted(repository: Repository, name: str) -> None:
    """Raise BranchTaken where a person deleted a branch that we had built here."""
    last = built.last(repository.state_dir, name)
    if (
        last in ("", built.REMOVED, built.ABSENT)
        or ref_commit(repository.git, f"refs/heads/{name}") is not None
    ):
        return
    raise BranchTaken(
        f"The branch “{name}” was deleted here by a person; it is not made again.",
        hint=f"To have it back: git branch '{name}' {last[:12]}",
    )


def is_as_built(repository: Repository, name: str) -> bool:
    """Whether a branch holds our commits alone, beyond the base branch, and stands where we left it.

    Where we left it here it does, also when people have rewritten the base branch under it since.
    """
    tip = ref_commit(repository.git, f"refs/heads/{name}")
    if tip is None:
        return False
    if tip == built.last(repository.state_dir, name):
        return True
    try:
        check_ours(repository, name, f"{repository.base_commit}..{tip}", frozenset({REDLINE.email}))
        _check_built(repository, name, tip)
    except BranchTaken:
        return False
    return True


def was_built(repository: Repository, name: str) -> bool:
    """Whether this clone has built a branch, whatever became of it."""
    return bool(built.last(repository.state_dir, name))


def was_removed(repository: Repository, name: str) -> bool:
    """Whether we deleted a branch ourselves, since nothing was left of it."""
    return built.last(repository.state_dir, name) == built.REMOVED


def _check_movable(
    repository: Repository, name: str, rev_range: str, old: str, emails: frozenset[str]
) -> None:
    """Raise BranchTaken unless the branch is as we left it, and nobody has it checked out."""
    if old != built.last(repository.state_dir, name):  # else the others are of a base that people rewrote
        check_ours(repository, name, rev_range, emails)
    _check_built(repository, name, old)
    _check_free(repository, name)


def _moved(name: str) -> BranchTaken:
    return BranchTaken(
        f"The branch “{name}” was moved by somebody else while it was built.",
        hint="Look at it, then run this again.",
    )


def emails_of(steps: Sequence[CommitStep]) -> frozenset[str]:
    """Who commits for us: the committers of the steps, and Redline."""
    return frozenset(step.committer.email for step in steps) | {REDLINE.email}


def is_ours(made: Commit, emails: frozenset[str]) -> bool:
    """Whether Redline made a commit and nobody amended it: its committer and a trailer say so.

    Its author may be the person whose wording it carries; git names whoever amends, picks or rebases a
    commit as its committer.
    """
    return made.committer.email in emails and any(key.startswith(OURS) for key, _ in made.trailers)


def _write(repository: Repository, base: str, steps: Sequence[CommitStep]) -> tuple[str, ...]:
    git = repository.git
    parent, before = base, git.text("rev-parse", "--verify", "--end-of-options", f"{base}^{{tree}}")
    made: list[str] = []
    tree = Tree(git, before)
    for step in steps:
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
