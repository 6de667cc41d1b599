"""A git repository as Redline sees it: read at a revision, never changed."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

from agent.errors import GitFailed
from agent.models import Model
from agent.workspace import dates, discovery
from agent.workspace.commands import Git, decode
from agent.workspace.discovery import Base
from agent.workspace.objects import Identity
from agent.workspace.paths import checked, inside, read_inside
from agent.workspace.trailers import Trailer, parse

_PLAIN = frozenset({b"100644", b"100755"})
_FORMAT = "%H%x00%an%x00%ae%x00%cn%x00%ce%x00%at%x00%s%x00%B%x00%(trailers:only,unfold)%x00"
_FIELDS = 9

_REF_OF_BRANCH = re.compile(r"refs/(?:heads|remotes/[^/]+)/")
_REVISION = re.compile(r"[0-9a-f]{7,64}\^?")
"""A commit by its id, or its first parent."""
_FIXED = re.compile(r"[0-9a-f]{40,64}(?:\.\.[0-9a-f]{40,64}|\^!)")
"""A range between commits by their ids in full: it holds the same ones for ever."""
_WHOLE = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""An id in full: it names the same object for ever."""


class Commit(Model):
    """One commit, as read."""

    id: str
    author: Identity
    committer: Identity
    date: dt.datetime
    """Author date, in UTC."""
    subject: str
    message: str
    trailers: tuple[Trailer, ...]


class Repository:
    """An open repository. It holds no process and no file open."""

    def __init__(self, git: Git, base: Base) -> None:
        self.git = git
        self.base_branch = base.branch
        self.base_commit = base.commit
        self._files = lru_cache(maxsize=16)(self._list)
        self._logs = lru_cache(maxsize=64)(self._log)
        self._known: set[str] = {base.commit}
        """Commits that were found here, by their ids in full."""

    @property
    def root(self) -> Path:
        """Top folder of the working tree."""
        return self.git.root

    @property
    def common_dir(self) -> Path:
        """Git's folder, which all worktrees share."""
        return self.git.common_dir

    @property
    def state_dir(self) -> Path:
        """Where Redline keeps its state, out of every working tree; made when it is first written."""
        return self.git.common_dir / "redline"

    def commit_of(self, rev: str) -> str | None:
        """Id of the commit that a revision names, None when there is none."""
        if rev in self._known:
            return rev
        found = discovery.commit_of(self.git, rev)
        if found == rev and _WHOLE.fullmatch(rev):
            self._known.add(rev)
        return found

    def read(self, path: str, rev: str) -> bytes | None:
        """A file's bytes at a revision, exactly as stored; None where there is no plain file."""
        blob = self._files(self._commit(rev)).get(checked(path))
        return None if blob is None else self.git.run("cat-file", "blob", blob)

    def read_versions(self, path: str, revs: Iterable[str]) -> dict[str, bytes]:
        """One file at many revisions, read by one process; a revision that is not here, or has no such file, is left out."""
        wanted = [rev for rev in dict.fromkeys(revs) if _REVISION.fullmatch(rev) and "\n" not in path]
        return read_named(self.git, {rev: f"{rev}:{checked(path)}" for rev in wanted})

    def blobs(self, rev: str) -> Mapping[str, str]:
        """Path and blob id of the plain files at a revision, in git's order; symbolic links are left out."""
        return MappingProxyType(self._files(self._commit(rev)))

    def read_working(self, path: str) -> bytes | None:
        """A file's bytes in the working tree, as HEAD has it where a sparse checkout leaves it out; None where there is none.

        Raises BadInput for a path or a symbolic link that leaves the root or enters `.git`.
        """
        found = read_inside(self.root, path)
        if found is None and self.git.run("ls-files", "-t", "--", checked(path)).startswith(b"S "):
            return self.read(path, "HEAD")
        return found

    def inside(self, path: str) -> Path:
        """The real file behind a path of the working tree; raises BadInput when it leaves the root."""
        return inside(self.root, path)

    def git_date(self, path: str) -> dt.datetime | None:
        """Author date of the last commit, up to HEAD, that touched a file; None where none did.

        The first call reads history once for all files.
        """
        found = self._dates.get(checked(path))
        return found or self._dates_by_look.get(unicodedata.normalize("NFC", checked(path)))

    def branches(self, prefix: str = "", *, remote: bool = False) -> tuple[str, ...]:
        """Names of the local branches that begin with a prefix, sorted; with `remote` those that remotes had, too."""
        asked = ["refs/heads/", "refs/remotes/"] if remote else ["refs/heads/"]
        refs = self.git.text("for-each-ref", "--format=%(refname)", *asked).splitlines()
        names = {_REF_OF_BRANCH.sub("", ref, count=1) for ref in refs}
        return tuple(sorted(name for name in names if name.startswith(prefix)))

    def log(self, rev_range: str) -> tuple[Commit, ...]:
        """Commits of a range, newest first, merges too; raises GitFailed for a range that is none."""
        if rev_range.startswith("-"):
            raise GitFailed(f"{rev_range!r} is not a range of commits.")
        return self._logs(rev_range) if _FIXED.fullmatch(rev_range) else self._log(rev_range)

    def _log(self, rev_range: str) -> tuple[Commit, ...]:
        raw = self.git.text("log", "--no-show-signature", f"--format={_FORMAT}", rev_range, "--")
        parts = raw.split("\0")
        rows = [parts[at : at + _FIELDS] for at in range(0, len(parts) - 1, _FIELDS)]
        return tuple(_commit(row) for row in rows)

    def date_of(self, rev: str) -> dt.datetime:
        """Author date of a commit, in UTC."""
        return self.log(f"{self._commit(rev)}^!")[0].date

    def read_trailers(self, rev: str) -> tuple[Trailer, ...]:
        """Trailers of a commit, in order, values as they were given to `CommitStep`."""
        return self.log(f"{self._commit(rev)}^!")[0].trailers

    def checked_out_at(self, branch: str) -> Path | None:
        """The working tree that has a branch checked out or is rebasing it, None where none has."""
        place = self.git.text("for-each-ref", "--format=%(worktreepath)", f"refs/heads/{branch}")
        if place:
            return Path(place)
        homes = [self.common_dir, *self.common_dir.glob("worktrees/*")]
        for head in (h / kind / "head-name" for h in homes for kind in ("rebase-merge", "rebase-apply")):
            if head.is_file() and decode(head.read_bytes()).strip() == f"refs/heads/{branch}":
                return head.parent.parent
        return None

    def person(self) -> Identity | None:
        """Who git would name as the author of a commit made here; None where nobody has said."""
        told = self.git.attempt("-c", "user.useConfigOnly=true", "var", "GIT_AUTHOR_IDENT")
        name, _, rest = decode(told.out).rpartition(" <")
        return Identity(name, rest.partition(">")[0]) if told.code == 0 else None

    @cached_property
    def _dates(self) -> dict[str, dt.datetime]:
        return dates.last_touched(self.git, frozenset(self._files(self._commit("HEAD"))))

    @cached_property
    def _dates_by_look(self) -> dict[str, dt.datetime]:
        """The same by names in normal form: a file's name may be spelt with other code points than git has it."""
        return {unicodedata.normalize("NFC", path): date for path, date in self._dates.items()}

    def _commit(self, rev: str) -> str:
        found = self.commit_of(rev)
        if found is None:
            raise GitFailed(f"There is no commit {rev!r} in {self.root}.")
        return found

    def _list(self, commit: str) -> dict[str, str]:
        """Path and blob id of every plain file of a commit."""
        found = {}
        for row in self.git.run("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
            head, _, name = row.partition(b"\t")
            mode, _, rest = head.partition(b" ")
            if mode in _PLAIN:
                found[decode(name)] = rest.split(b" ")[1].decode()
        return found


def repository_root(path: Path) -> Path:
    """Top folder of the working tree around a folder; raises NotARepository."""
    return discovery.find(path).root


def open_repository(path: Path, *, base: str | None = None) -> Repository:
    """The repository around a folder, and the branch that a run starts from.

    `base` names that branch; without it, it is the branch checked out. Raises NotARepository,
    NoCommitYet, DetachedHead, ShallowClone, BadSettings (no such base) or GitFailed.
    """
    git = discovery.find(path)
    start = discovery.find_base(git, base)
    discovery.check_history(git)
    return Repository(git, start)


def read_blobs(git: Git, blobs: list[str]) -> list[bytes]:
    """Contents of blobs by id, in order, read by one process."""
    if not blobs:
        return []
    raw = git.run("cat-file", "--batch", stdin="".join(f"{blob}\n" for blob in blobs).encode())
    contents, at = [], 0
    for blob in blobs:
        end = raw.index(b"\n", at)
        head = raw[at:end].split(b" ")
        if len(head) != 3:
            raise GitFailed(f"The object {blob} is missing from the repository.", hint="Run: git fsck")
        size = int(head[2])
        contents.append(raw[end + 1 : end + 1 + size])
        at = end + 1 + size + 1
    return contents


def read_named(git: Git, names: Mapping[str, str]) -> dict[str, bytes]:
    """Contents of the blobs that expressions such as `commit:path` name, read by one process; others are left out."""
    if not names:
        return {}
    raw = git.run("cat-file", "--batch", stdin="".join(f"{name}\n" for name in names.values()).encode())
    found: dict[str, bytes] = {}
    at = 0
    for key in names:
        end = raw.index(b"\n", at)
        head = raw[at:end]
        at = end + 1
        if head.endswith((b" missing", b" ambiguous")):
            continue
        _, kind, size = head.rsplit(b" ", 2)
        if kind == b"blob":
            found[key] = raw[at : at + int(size)]
        at += int(size) + 1
    return found


def _commit(row: list[str]) -> Commit:
    oid, author, author_mail, committer, committer_mail, stamp, subject, text, block = row
    return Commit(
        id=oid.lstrip("\n"),
        author=Identity(author, author_mail),
        committer=Identity(committer, committer_mail),
        date=dates.moment(stamp),
        subject=subject,
        message=text,
        trailers=parse(block),
    )
