"""Find the repository around a folder, and the branch and commit that a run starts from."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from agent.errors import BadSettings, DetachedHead, GitFailed, NoCommitYet, NotARepository, ShallowClone
from agent.workspace.commands import REMOTE_TIMEOUT, Git, failure, gitpython
from agent.workspace.refs import OUR_BRANCHES, checked_branch

_HEADS = "refs/heads/"
_FATAL = 128
"""What git exits with where it cannot work at all; "no" is 1."""


class Base(NamedTuple):
    """The branch that a night's branch leaves from."""

    branch: str
    commit: str


def find(path: Path) -> Git:
    """Git for the repository that holds a folder or file; raises NotARepository.

    The place decides, never `GIT_DIR`: a hook of one repository may run Redline in another.
    """
    git = gitpython()
    place = path.resolve()
    start = place if place.is_dir() else place.parent
    try:
        with git.Repo(start, search_parent_directories=True, expand_vars=False) as repo:
            git_dir, root = Path(repo.git_dir), repo.working_tree_dir
    except (git.InvalidGitRepositoryError, git.NoSuchPathError) as missing:
        raise NotARepository(
            f"{place} is not inside a git repository.", hint=f"Make one with: git init '{start}'"
        ) from missing
    if root is None:
        raise NotARepository(
            f"{place} is a bare repository, without a working tree.", hint="Clone it and run this there."
        )
    return Git(Path(root).resolve(), git_dir.resolve(), _common_dir(git_dir))


def check_history(git: Git) -> None:
    """Deepen a shallow clone where a remote answers; raises ShallowClone where none does.

    Dates of files and merges come from history: the oldest commit of a shallow clone seems to have
    written every file.
    """
    if not _is_shallow(git):
        return
    remotes = git.text("remote").split("\n")
    remote = "origin" if "origin" in remotes else remotes[0] or "origin"
    with suppress(GitFailed):  # no answer in time: the refusal below says what to do
        git.attempt(
            "fetch", "--unshallow", "--no-tags", "--no-write-fetch-head", "--quiet", "--", remote,
            timeout=REMOTE_TIMEOUT, remote=True,
        )  # fmt: skip
    if _is_shallow(git):
        raise ShallowClone(
            f"{git.root} is a shallow clone and could not be deepened.",
            hint=f"Run: git fetch --unshallow {remote}",
        )


def find_base(git: Git, wanted: str | None) -> Base:
    """The base branch, by name or the one that is checked out.

    A name may exist here or only on a remote, as on a CI runner. On one of our own branches, checked
    out for review, the base is the repository's default branch. Raises NoCommitYet, DetachedHead or
    BadSettings; GitFailed where git will not work here.
    """
    if wanted is not None:
        return _named(git, wanted)
    head = git.attempt("symbolic-ref", "--quiet", "HEAD")
    if head.code == _FATAL:
        raise failure(("symbolic-ref",), head)
    if head.code != 0:
        raise DetachedHead(
            f"HEAD of {git.root} is detached and no base branch is configured.",
            hint='Name it in redline.toml (base = "main"), or check a branch out: git switch main',
        )
    branch = head.out.decode("utf-8", "surrogateescape").strip().removeprefix(_HEADS)
    if branch.startswith(OUR_BRANCHES):
        return _default(git, branch)
    commit = commit_of(git, _HEADS + branch)
    if commit is None:
        raise _unborn(git)
    return Base(branch, commit)


def commit_of(git: Git, rev: str) -> str | None:
    """Id of the commit that a revision names, None when there is none."""
    if not rev or rev.startswith("-") or any(char in rev for char in "\0\n"):
        return None
    found = git.attempt("rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}")
    return found.out.decode().strip() if found.code == 0 else None


def _named(git: Git, wanted: str) -> Base:
    name = checked_branch(git, wanted.removeprefix(_HEADS))
    for ref in (_HEADS + name, f"refs/remotes/origin/{name}"):
        if (commit := commit_of(git, ref)) is not None:
            return Base(name, commit)
    head = git.attempt("rev-parse", "--verify", "--quiet", "HEAD")
    if head.code == _FATAL:
        raise failure(("rev-parse",), head)
    if head.code != 0:
        raise _unborn(git)
    raise BadSettings(
        f"The base branch “{name}” does not exist in {git.root}.",
        hint="Correct `base` in redline.toml, or fetch the branch.",
    )


def _default(git: Git, current: str) -> Base:
    head = git.attempt("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    told = [head.out.decode().strip().removeprefix("refs/remotes/origin/")] if head.code == 0 else []
    for name in (*told, "main", "master"):
        if (commit := commit_of(git, _HEADS + name)) is not None:
            return Base(name, commit)
    raise BadSettings(
        f"“{current}”, one of Redline's own branches, is checked out, and no base branch is configured.",
        hint='Name it in redline.toml (base = "main"), or switch back to it.',
    )


def _unborn(git: Git) -> NoCommitYet:
    return NoCommitYet(
        f"{git.root} has no commit to start from.", hint="Make one: git add -A && git commit -m 'First'"
    )


def _is_shallow(git: Git) -> bool:
    shallow = git.common_dir / "shallow"
    return shallow.is_file() and shallow.stat().st_size > 0


def _common_dir(git_dir: Path) -> Path:
    """The folder that all worktrees share: what `commondir` names, else the git folder itself."""
    named = git_dir / "commondir"
    if not named.is_file():
        return git_dir.resolve()
    return (git_dir / named.read_text(encoding="utf-8", errors="surrogateescape").rstrip("\r\n")).resolve()
