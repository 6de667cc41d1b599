"""Names of refs, and moving a ref only when it still is what we saw."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from agent.errors import BadSettings, BranchClash, GitFailed, Locked
from agent.workspace.commands import Git, failure, os_failure

OUR_BRANCHES = "redline/"
"""Every branch that Redline makes lies in this folder."""
_PATIENCE = 2.0
"""Seconds for which git's lock on one of our refs must stand still to be taken for a dead one's.

git holds such a lock for milliseconds, and we take it only under a lock of our own.
"""
_WAIT = 30.0
"""Seconds to wait for another run that is moving a ref."""
_STEP = 0.02


def checked_branch(git: Git, name: str) -> str:
    """A branch name by git's rules, never one that reads as an option; raises BadSettings."""
    ok = not name.startswith("-") and "\0" not in name
    if not ok or git.attempt("check-ref-format", f"refs/heads/{name}").code != 0 or name == "HEAD":
        raise BadSettings(
            f"{name!r} cannot be the name of a branch.",
            hint="Leave out spaces, `..`, `~^:?*[\\`, a leading `-` and a trailing `/` or `.lock`.",
        )
    return name


def ref_commit(git: Git, ref: str) -> str | None:
    """Id that a full ref name points at, None where it does not exist; raises GitFailed for one that is damaged.

    A power cut may leave an empty file, which git takes for no ref at all: what it held must not be begun anew.
    """
    for _ in range(2):  # at a second look: it may just have been in the making
        found = git.attempt("rev-parse", "--verify", "--quiet", "--end-of-options", ref)
        if found.code == 0:
            return found.out.decode().strip()
        if not (git.common_dir / ref).is_file():
            return None
    raise GitFailed(
        f"The ref {ref} is damaged: {git.common_dir / ref} names no commit.",
        hint=f"Move that file away, then fetch the ref from a remote (git fetch origin '{ref}:{ref}'), or set it to a commit that `git fsck --lost-found` names.",
    )


def check_clash(git: Git, name: str) -> None:
    """Raise BranchClash when a branch is a folder of this name, or this name a folder of a branch.

    Where the file system does not tell case apart, names that differ only in case clash too.
    """
    folded = git.attempt("config", "--type=bool", "core.ignorecase").out.strip() == b"true"
    key = name.casefold() if folded else name
    for other in git.text("for-each-ref", "--format=%(refname)", "refs/heads/").splitlines():
        branch = other.removeprefix("refs/heads/")
        seen = branch.casefold() if folded else branch
        same = seen == key and branch != name
        if same or seen.startswith(f"{key}/") or key.startswith(f"{seen}/"):
            raise BranchClash(
                f"The branch “{name}” cannot stand beside the branch “{branch}”.",
                hint=f"Rename the other one: git branch -m '{branch}' NEW-NAME",
            )


def move_ref(git: Git, state_dir: Path, ref: str, new: str, old: str | None) -> bool:
    """Point a ref of ours at a commit if it still is at `old` (None: absent); False if it is not.

    A lock file that a killed git left on the ref is removed. Raises DiskFull, Locked or GitFailed.
    """
    return _update(git, state_dir, ref, old, (ref, new, old if old is not None else "0" * len(new)))


def delete_ref(git: Git, state_dir: Path, ref: str, old: str) -> bool:
    """Delete a ref of ours if it still is at `old`; False if it is not. Raises DiskFull, Locked or GitFailed."""
    return _update(git, state_dir, ref, old, ("-d", ref, old))


def _update(git: Git, state_dir: Path, ref: str, old: str | None, args: tuple[str, ...]) -> bool:
    with _alone(state_dir):
        for final in (False, True):
            done = git.attempt("update-ref", "--no-deref", *args)
            if done.code == 0:
                return True
            if ref_commit(git, ref) != old:
                return False
            problem = failure(("update-ref",), done)
            if final or not isinstance(problem, Locked):
                raise problem
            _clear_dead(git, ref)
    return False


def _alone(state_dir: Path) -> AbstractContextManager[None]:
    """Hold the lock under which refs are moved."""
    return turn(state_dir / "refs.lock", "Another run of Redline is moving a branch or the ledger")


@contextmanager
def turn(path: Path, held: str) -> Iterator[None]:
    """Wait for a lock file and hold it; the kernel frees it when its holder dies.

    `held` is what the holder does, for the sentence of Locked, which is raised after `_WAIT` seconds.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as problem:
        raise os_failure(f"the lock {path}", problem) from problem
    try:
        deadline = time.monotonic() + _WAIT
        while not _try_flock(handle):
            if time.monotonic() > deadline:
                raise Locked(
                    f"{held}, and does not end.", hint="Wait for it or stop it, then run this again."
                )
            time.sleep(_STEP)
        yield
    finally:
        os.close(handle)


def _try_flock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as problem:
        raise GitFailed(f"The git folder's file system cannot lock files: {problem.strerror}.") from problem
    return True


def _clear_dead(git: Git, ref: str) -> None:
    """Remove git's lock file on one of our refs when it has not moved for a while."""
    lock = git.common_dir / f"{ref}.lock"
    first = _mark(lock)
    deadline = time.monotonic() + _PATIENCE
    while first is not None and _mark(lock) == first:
        if time.monotonic() > deadline:
            with suppress(FileNotFoundError):
                lock.unlink()
            return
        time.sleep(_STEP)


def _mark(lock: Path) -> tuple[int, int] | None:
    try:
        seen = lock.stat()
    except FileNotFoundError:
        return None
    return seen.st_ino, seen.st_mtime_ns
