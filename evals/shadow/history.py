"""A document's history as git has it, read only: its commits, what each added, and which are not people's writing."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agent.errors import BadInput, NoCommitYet
from agent.workspace import REDLINE
from agent.workspace.commands import Git
from agent.workspace.discovery import commit_of, find
from agent.workspace.repository import read_named
from evals.shadow.model import Skip

_FIELDS = "%x1e%H%x1f%P%x1f%an%x1f%ae%x1f%ce%x1f%aI%x1f%s%x1f%b%x1f"
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_BOT = re.compile(
    r"\[bot\]|(?:^|[\s_.+-])bot(?:$|[\s_.@-])|\bdependabot|\brenovate|github-actions|pre-commit-ci|semantic-release"
    r"|allcontributors|\bmergify|greenkeeper",
    re.IGNORECASE,
)
_REVERT = re.compile(r"revert\b|回滚|回退|还原|This reverts commit", re.IGNORECASE)
_TEXTS = frozenset({".md", ".markdown", ".txt", ".rst", ".html", ".htm", ".csv", ".ipynb", ".org"})
_SUBMODULE, _LINK = "160000", "120000"
"""Git's modes of what is no file."""
_MOST_FILES, _MOST_BYTES = 10, 200_000
"""Of other files of one commit: how many are given as notes, and how long one may be."""


@dataclass(frozen=True, slots=True)
class Change:
    """One commit that touched the document."""

    commit: str
    parents: tuple[str, ...]
    author: str
    email: str
    committer: str
    when: dt.datetime
    subject: str
    body: str
    status: str
    """Git's letter: A added, M modified, D deleted, R renamed."""
    path: str
    """Of the document after it …"""
    old: str
    """… and before it."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that took the place of others; 1-based first lines, and how many."""

    old: int
    gone: int
    new: int
    come: int


class History:
    """The history of one file of a repository; nothing is ever written there, and nothing fetched."""

    def __init__(self, folder: Path, document: str) -> None:
        """Raises `NotARepository`, `NoCommitYet`, or `BadInput` where there is no such document, or it is no text."""
        if not folder.is_dir():
            raise BadInput(f"There is no folder {folder}.", "Name a repository with --repo DIR.")
        self._git: Git = find(folder)
        self.root = self._git.root
        head = commit_of(self._git, "HEAD")
        if head is None:
            raise NoCommitYet(f"{self.root} has no commit yet.", hint="Name another repository with --repo.")
        self.path = self._path(folder, document)
        self._check_kind()
        self.shallow = (self._git.common_dir / "shallow").is_file()
        """Whether commits are missing at its old end."""

    def _check_kind(self) -> None:
        """Raise `BadInput` where the document is no text: a submodule, a link, bytes."""
        mode = self._git.lines("ls-tree", "-z", "--full-tree", "HEAD", "--", self.path)[0][:6]
        if mode == _SUBMODULE:
            raise BadInput(f"{self.path} is a submodule.", "Run this in that repository: --repo DIR.")
        held = read_named(self._git, {"now": f"HEAD:{self.path}"})["now"]
        if mode == _LINK:
            named = held.decode("utf-8", "replace")
            raise BadInput(f"{self.path} is a link to {named}.", "Name that file with --doc FILE.")
        try:
            held.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadInput(
                f"{self.path} is no text in UTF-8.", "Name a Markdown document with --doc FILE."
            ) from error

    def _path(self, folder: Path, document: str) -> str:
        names = self._git.lines("ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD")
        if document:
            near = folder.resolve() / document
            inside = near.relative_to(self.root).as_posix() if near.is_relative_to(self.root) else document
            for name in (inside, document):
                if name in names:
                    return name
            raise BadInput(f"There is no document {document!r} in {self.root}.", "Its path: --doc FILE.")
        readme = [name for name in names if name.casefold() == "readme.md"]
        if not readme:
            raise BadInput(f"{self.root} has no README.md.", "Name the document with --doc FILE.")
        return readme[0]

    def changes(self) -> Iterator[Change]:
        """The commits that touched the document, newest first; over renames."""
        raw = self._git.text(
            "log", "--follow", "-M", "--name-status", f"--format={_FIELDS}", "HEAD", "--", self.path
        )
        path = self.path
        for row in raw.split("\x1e")[1:]:
            commit, parents, author, email, committer, when, subject, body, names = row.split("\x1f", 8)
            told = next((line for line in names.strip().split("\n") if "\t" in line), f"M\t{path}").split(
                "\t"
            )
            yield Change(
                commit=commit,
                parents=tuple(parents.split()),
                author=author,
                email=email,
                committer=committer,
                when=dt.datetime.fromisoformat(when),
                subject=subject,
                body=body,
                status=told[0][:1],
                path=told[-1],
                old=told[1],
            )

    def texts(self, change: Change) -> tuple[str, str] | None:
        """The document before and after a commit; None where one is not there, or is no UTF-8."""
        if not change.parents:
            return None
        names = {
            "before": f"{change.parents[0]}:{change.old}",
            "after": f"{change.commit}:{change.path}",
        }
        found = read_named(self._git, names)
        try:
            return found["before"].decode("utf-8"), found["after"].decode("utf-8")
        except (KeyError, UnicodeDecodeError):
            return None

    def hunks(self, change: Change) -> tuple[Hunk, ...]:
        """What a commit changed in the document, blanks aside."""
        raw = self._git.text(
            "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--ignore-all-space",
            "--ignore-blank-lines", f"{change.parents[0]}:{change.old}", f"{change.commit}:{change.path}",
        )  # fmt: skip
        found = (_HUNK.match(line) for line in raw.split("\n"))
        return tuple(
            Hunk(int(one[1]), int(one[2] or 1), int(one[3]), int(one[4] or 1)) for one in found if one
        )

    def other_files(self, change: Change) -> tuple[tuple[str, bytes], ...]:
        """Names and bytes of the text files that a commit added beside the document."""
        rows = self._git.lines(
            "diff-tree", "-r", "-z", "--no-commit-id", "--name-only", "--diff-filter=A", change.parents[0], change.commit
        )  # fmt: skip
        names = [
            name
            for name in rows
            if Path(name).suffix.casefold() in _TEXTS and name != change.path and "\n" not in name
        ]
        held = read_named(self._git, {name: f"{change.commit}:{name}" for name in names[:_MOST_FILES]})
        return tuple((name, data) for name, data in held.items() if data.strip() and len(data) <= _MOST_BYTES)


def unfit(change: Change) -> Skip | None:
    """Why a commit is not people's writing, as far as its head tells."""
    if len(change.parents) > 1:
        return "merge"
    if REDLINE.email in (change.email, change.committer) or "\nRedline-" in f"\n{change.body}":
        return "redline"
    if _BOT.search(change.author) or _BOT.search(change.email):
        return "bot"
    if _REVERT.match(change.subject) or "This reverts commit" in change.body:
        return "revert"
    if change.status == "A" or not change.parents:
        return "first"
    return "removal" if change.status == "D" else None
