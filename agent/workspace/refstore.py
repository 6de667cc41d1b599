"""Files kept in a ref of their own, with a history, outside every branch and working tree."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping

from agent.workspace.objects import REDLINE, Tree, commit, swept
from agent.workspace.refs import move_ref, ref_commit
from agent.workspace.repository import Repository, read_blobs


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

    def move(self, new: str, old: str | None) -> bool:
        """Point the ref at a commit if it still is at `old`."""
        return move_ref(self.repository.git, self.repository.state_dir, self.ref, new, old)
