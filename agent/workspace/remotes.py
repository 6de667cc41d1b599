"""Fetch and push single refs, moving them only from the value that was seen."""

from __future__ import annotations

from urllib.parse import quote

from agent.errors import BadSettings, GitFailed
from agent.workspace.commands import REMOTE_TIMEOUT, Output, said_by
from agent.workspace.refs import ref_commit
from agent.workspace.repository import Repository


def remotes(repository: Repository) -> tuple[str, ...]:
    """Names of the configured remotes."""
    return tuple(name for name in repository.git.text("remote").split("\n") if name)


def fetch_ref(repository: Repository, remote: str, ref: str) -> str | None:
    """Fetch one ref of a remote; its commit's id, None where the remote has no such ref.

    It is kept under `refs/redline/remotes/`; the user's tracking branches, tags and FETCH_HEAD stay.
    Raises BadSettings (no such remote), DiskFull or GitFailed (no answer).
    """
    _check(repository, remote)
    into = f"refs/redline/remotes/{quote(remote, safe='')}/{ref.removeprefix('refs/')}"
    result = repository.git.attempt(
        "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap=",
        "--", remote, f"+{ref}:{into}",
        timeout=REMOTE_TIMEOUT, remote=True,
    )  # fmt: skip
    if result.code == 0:
        return ref_commit(repository.git, into)
    if "couldn't find remote ref" in result.err.lower():
        return None
    raise _unanswered("fetch", remote, result)


def push_ref(repository: Repository, remote: str, ref: str, new: str, expected: str | None) -> bool:
    """Point a remote's ref at a commit if it still is at `expected` (None: absent); False if not.

    Raises BadSettings (no such remote) or GitFailed (no answer, or the remote's rules forbid it).
    """
    _check(repository, remote)
    result = repository.git.attempt(
        "-c", "push.gpgSign=false", "push", "--porcelain", "--no-verify", "--no-follow-tags",
        "--recurse-submodules=no", f"--force-with-lease={ref}:{expected or ''}", "--", remote, f"{new}:{ref}",
        timeout=REMOTE_TIMEOUT, remote=True,
    )  # fmt: skip
    if result.code == 0:
        return True
    said = result.out.decode("utf-8", "replace")
    moved = "[rejected]" in said or "cannot lock ref" in said or "failed to update ref" in said
    if moved:
        return False
    raise _unanswered("push", remote, result)


def _check(repository: Repository, remote: str) -> None:
    """Only configured names: an address could name a program to run (`ext::`)."""
    known = remotes(repository)
    if remote not in known:
        have = f"configured: {', '.join(known)}" if known else "no remote is configured"
        raise BadSettings(f"There is no remote “{remote}” ({have}).", hint="See: git remote -v")


def _unanswered(verb: str, remote: str, result: Output) -> GitFailed:
    return GitFailed(
        f"`git {verb}` with the remote “{remote}” failed: {said_by(result)}",
        hint="Check the network, the address and the access rights; what is done locally is kept.",
    )
