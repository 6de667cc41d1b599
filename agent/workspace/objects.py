"""Write blobs, trees and commits straight into git's object store.

No index and no worktree take part, so there is nothing of the user's to touch and nothing to clean
up: an object that nothing points at is invisible, and git collects it in time.
"""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from agent.errors import BadInput, DiskFull
from agent.workspace.commands import Git, decode

_FILE = "100644"
_PLAIN = frozenset({_FILE, "100755"})
_TREE = "40000"


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a commit is by."""

    name: str
    email: str


REDLINE = Identity("Redline", "redline@redline.invalid")
"""The identity of the commits that Redline makes; `.invalid` never is a person's domain (RFC 2606)."""


def identity(who: str) -> Identity:
    """`Name <email>` as git writes it, or a name alone."""
    name, _, rest = who.partition("<")
    return Identity(name.strip() or rest.strip("<> "), rest.rstrip("> ").strip())


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a tree."""

    mode: str
    id: str


class Tree:
    """A tree that is changed file by file; only folders that changed are read and written."""

    def __init__(self, git: Git, tree: str | None) -> None:
        self._git = git
        self._entries = dict(_listing(git, tree)) if tree else {}
        self._open: dict[str, Tree] = {}

    def put(self, path: str, content: bytes) -> None:
        """Set the content of a file; its mode stays, a new file is plain.

        Raises BadInput where the path is a folder, a symbolic link or a submodule, runs through
        something that is no folder, or would stand beside its own name in another normal form.
        """
        head, _, rest = path.partition("/")
        entry = self._entries.get(head)
        if rest:
            self._folder(head, path).put(rest, content)
            return
        if head in self._open or (entry is not None and entry.mode not in _PLAIN):
            raise BadInput(f"{path!r} is a folder, a symbolic link or a submodule; it cannot be edited.")
        if entry is None:
            self._check_spelling(head, path)
        self._entries[head] = Entry(entry.mode if entry else _FILE, blob(self._git, content))

    def write(self) -> str:
        """Write what changed and return the tree's id."""
        for name, folder in self._open.items():
            self._entries[name] = Entry(_TREE, folder.write())
        rows = "".join(
            f"{entry.mode.rjust(6, '0')} {_KINDS.get(entry.mode, 'blob')} {entry.id}\t{name}\0"
            for name, entry in self._entries.items()
        )
        return self._git.text("mktree", "-z", "--missing", stdin=rows.encode("utf-8", "surrogateescape"))

    def _check_spelling(self, name: str, path: str) -> None:
        """Raise BadInput when a new name looks like one that is there, in other code points."""
        shape = unicodedata.normalize("NFC", name)
        for other in self._entries:
            if unicodedata.normalize("NFC", other) == shape:
                raise BadInput(
                    f"{path!r} is in the repository under another spelling of its letters: {other!a}."
                )

    def _folder(self, name: str, path: str) -> Tree:
        if name not in self._open:
            entry = self._entries.get(name)
            if entry is not None and entry.mode != _TREE:
                raise BadInput(f"{path!r} runs through {name!r}, which is not a folder.")
            if entry is None:
                self._check_spelling(name, path)
            self._open[name] = Tree(self._git, entry.id if entry else None)
        return self._open[name]


_KINDS = {_TREE: "tree", "160000": "commit"}


@contextmanager
def swept(git: Git) -> Iterator[None]:
    """Take away the temporary files that git leaves among its objects when the disk fills up.

    Only those that appeared meanwhile, and only then; git's own collector would keep them for weeks.
    """
    before = set(_temporary(git))
    try:
        yield
    except DiskFull:
        for path in _temporary(git):
            if path not in before:
                path.unlink(missing_ok=True)
        raise


def _temporary(git: Git) -> Iterator[Path]:
    return (git.common_dir / "objects").glob("*/tmp_obj_*")


def blob(git: Git, content: bytes) -> str:
    """Write bytes as they are, whatever attributes and line-end settings say; return the blob's id."""
    return git.text("hash-object", "-w", "--stdin", "--no-filters", stdin=content)


def commit(
    git: Git,
    *,
    tree: str,
    parents: tuple[str, ...],
    message: str,
    by: tuple[Identity, Identity],
    when: dt.datetime,
) -> str:
    """Write a commit and return its id, which follows from the arguments alone.

    `by` is author and committer. Written as raw bytes: neither signing nor encodings nor a clock of
    the user's configuration has a say. Raises ValueError when `when` has no time zone.
    """
    stamp = _stamp(when)
    lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
    lines += [f"{role} {_person(who)} {stamp}" for role, who in zip(("author", "committer"), by, strict=True)]
    raw = ("\n".join(lines) + "\n\n" + message).encode("utf-8")
    return git.text("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw)


def _listing(git: Git, tree: str) -> list[tuple[str, Entry]]:
    rows = git.run("ls-tree", "-z", tree).split(b"\0")
    found = []
    for row in rows:
        if row:
            head, _, name = row.partition(b"\t")
            mode, _, oid = head.split(b" ")
            found.append((decode(name), Entry(mode.decode().lstrip("0"), oid.decode())))
    return found


def _person(who: Identity) -> str:
    """`Name <email>` without the characters that end a field."""
    name, email = (
        "".join(c for c in text if c.isprintable() and c not in "<>").strip()
        for text in (who.name, who.email)
    )
    return f"{name or 'unknown'} <{email}>"


def _stamp(when: dt.datetime) -> str:
    offset = when.utcoffset()
    if offset is None:
        raise ValueError("the date of a commit needs a time zone")
    minutes = int(offset.total_seconds()) // 60
    sign = "-" if minutes < 0 else "+"
    hours, rest = divmod(abs(minutes), 60)
    return f"{int(when.timestamp())} {sign}{hours:02}{rest:02}"
