"""Files kept in a ref of their own, with a history, outside every branch and working tree."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from agent.errors import GitFailed
from agent.workspace.objects import REDLINE, Tree, commit, swept
from agent.workspace.refs import move_ref, ref_commit, turn
from agent.workspace.remotes import fetch_ref, push_ref
from agent.workspace.repository import Repository, read_blobs

Made = TypeVar("Made")
Join = Callable[[Mapping[str, str], Mapping[str, str]], Mapping[str, bytes]]
"""Two sets of files, path and blob id, made one: the contents of those that ours lack or have otherwise."""
_TRIES = 8
"""How often a write is tried when others move the ref in between."""


class RefStore:
    """The files of one ref. A commit is named by its id; None stands for a ref that is not there."""

    def __init__(self, repository: Repository, ref: str) -> None:
        self.repository = repository
        self.ref = ref

    def tip(self) -> str | None:
        """The commit that the ref points at."""
        return ref_commit(self.repository.git, self.ref)

    def files(self, at: str | None) -> dict[str, str]:
        """Path and blob id of each file at a commit."""
        return dict(self.repository.blobs(at)) if at else {}

    def read(self, blobs: Iterable[str]) -> list[bytes]:
        """Contents of blobs, in order."""
        return read_blobs(self.repository.git, list(blobs))

    def contains(self, newer: str, older: str) -> bool:
        """Whether a commit is another, or descends from it."""
        return self.repository.git.attempt("merge-base", "--is-ancestor", older, newer).code == 0

    def write(
        self,
        old: str | None,
        files: Mapping[str, bytes],
        subject: str,
        when: dt.datetime,
        *,
        merged: str | None = None,
    ) -> str | None:
        """Commit files onto `old` and move the ref there; None when it is no longer at `old`.

        `merged` becomes a second parent. The commit follows from the arguments alone.
        """
        git = self.repository.git
        with swept(git):
            tree = Tree(git, git.text("rev-parse", f"{old}^{{tree}}") if old else None)
            for path, content in files.items():
                tree.put(path, content)
            parents = tuple(parent for parent in (old, merged) if parent)
            made = commit(
                git,
                tree=tree.write(),
                parents=parents,
                message=f"{subject}\n",
                by=(REDLINE, REDLINE),
                when=when,
            )
        return made if self.move(made, old) else None

    def change(self, make: Callable[[str | None], Made | None]) -> Made:
        """What `make` makes of the ref's commit, tried again when it gives None: somebody moved the ref meanwhile.

        Of the writers on this machine one is at it at a time; compare-and-swap minds all others. Raises Locked,
        GitFailed.
        """
        place = self.repository.state_dir / f"{self.ref.rpartition('/')[2]}.lock"
        with turn(place, f"Another run of Redline is writing {self.ref}"):
            for _ in range(_TRIES):
                made = make(self.tip())
                if made is not None:
                    return made
        raise self._contended()

    def merge(self, theirs: str, join: Join) -> str:
        """Take in the files of another commit; the commit that the ref is at then."""
        return self.change(lambda ours: self._merged(ours, theirs, join))

    def fetch(self, remote: str) -> str | None:
        """The commit at which a remote has this ref; None where it has none. Raises BadSettings or GitFailed."""
        return fetch_ref(self.repository, remote, self.ref)

    def push(self, remote: str, take_in: Callable[[str], object]) -> None:
        """Bring a remote and us to the same state; `take_in` merges what the remote has. Raises BadSettings or GitFailed."""
        for _ in range(_TRIES):
            theirs = self.fetch(remote)
            if theirs is not None:
                take_in(theirs)
            tip = self.tip()
            if tip in (None, theirs) or push_ref(self.repository, remote, self.ref, tip, theirs):
                return
        raise self._contended()

    def _merged(self, ours: str | None, theirs: str, join: Join) -> str | None:
        """Join two commits and move the ref; its new commit, None when somebody moved it first."""
        if ours is None or self.contains(theirs, ours):
            return theirs if ours == theirs or self.move(theirs, ours) else None
        if self.contains(ours, theirs):
            return ours
        when = max(self.repository.date_of(ours), self.repository.date_of(theirs))
        return self.write(ours, join(self.files(ours), self.files(theirs)), "Merge", when, merged=theirs)

    def _contended(self) -> GitFailed:
        return GitFailed(
            f"{self.ref} was moved by others {_TRIES} times while it was being written.",
            hint="Run this again; nothing is lost.",
        )

    def move(self, new: str, old: str | None) -> bool:
        """Point the ref at a commit if it still is at `old`."""
        return move_ref(self.repository.git, self.repository.state_dir, self.ref, new, old)
