"""What history tells of one file: which commit each line stands from, and how the file was at a day."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from agent.workspace.commands import decode
from agent.workspace.paths import checked
from agent.workspace.repository import Commit, Repository
from agent.workspace.trailers import OURS

_HEAD = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?\Z")
_MOST = 2_000
"""Commits of one file that are looked at."""
_NIGHTLY = 100
"""Commits of nights that are looked at for when they came in."""
_AT_ONCE = 20
"""Commits whose versions of a file are held in memory together."""


@dataclass(frozen=True, slots=True)
class LinesTaken:
    """The lines, without blanks around, that a commit took out of a file."""

    commit: str
    removed: frozenset[str]


def line_commits(
    repository: Repository, path: str, data: bytes, *, lines: tuple[int, int] | None = None
) -> dict[int, str]:
    """By line (1-based) of a text: the commit of HEAD's history that it stands from; lines of none are left out.

    `data` is the file as it lies in the checkout. What only moved within the file, or changed its blanks, stands
    from where it was written. `lines` are the first and last line that are asked for.
    """
    wanted = ["-L", f"{lines[0]},{lines[1]}"] if lines else []
    options = ("--porcelain", "-w", "-M", "--ignore-revs-file=", "--contents", "-")
    raw = repository.git.run("blame", *options, *wanted, "--", checked(path), stdin=data)
    heads = (_HEAD.match(line) for line in decode(raw).split("\n") if not line.startswith("\t"))
    return {int(head[2]): head[1] for head in heads if head and head[1].strip("0")}


def commit_before(repository: Repository, moment: dt.datetime) -> str | None:
    """The last commit of the base branch's own line before a moment; None where it begins later."""
    stamp = int(moment.timestamp()) - 1
    found = repository.git.text(
        "rev-list", "-1", "--first-parent", f"--before={stamp}", repository.base_commit, "--"
    )
    return found or None


def night_commits(repository: Repository, tip: str) -> tuple[Commit, ...]:
    """The commits of nights on a commit's own line, newest first, the last hundred of them."""
    found = repository.git.text(
        "rev-list", f"-{_NIGHTLY}", "--first-parent", "--fixed-strings", f"--grep={OURS}Night: ", tip, "--"
    ).split()
    commits = (repository.log(f"{one}^!")[0] for one in found)
    return tuple(one for one in commits if any(key == f"{OURS}Night" for key, _ in one.trailers))


def first_with(repository: Repository, path: str) -> str | None:
    """The commit of the base branch's own line that brought a file; None where it has none."""
    found = repository.git.text(
        "rev-list", "--reverse", "--first-parent", repository.base_commit, "--", checked(path)
    )
    return next(iter(found.split()), None)


def first_saying(repository: Repository, path: str, words: str) -> str | None:
    """The oldest commit of HEAD's history that brought these words, as they are written, into a file."""
    found = repository.git.text("log", "--format=%H", f"-S{words}", "HEAD", "--", checked(path)).split()
    return found[-1] if found else None


def changes_of(repository: Repository, path: str, rev_range: str) -> tuple[LinesTaken, ...]:
    """The commits of a range that took lines out of a file, newest first; a merge that only brings them in is left out."""
    found = repository.git.text(
        "rev-list", f"-{_MOST}", "--no-merges", rev_range, "--", checked(path)
    ).split()
    told: list[LinesTaken] = []
    for at in range(0, len(found), _AT_ONCE):
        some = found[at : at + _AT_ONCE]
        versions = repository.read_versions(path, [*some, *(f"{commit}^" for commit in some)])
        told += [
            LinesTaken(commit, _rows(versions.get(f"{commit}^", b"")) - _rows(versions.get(commit, b"")))
            for commit in some
        ]
    return tuple(told)


def _rows(data: bytes) -> frozenset[str]:
    return frozenset(line.decode("utf-8", "replace").strip() for line in data.splitlines())


def commits_naming(repository: Repository, words: str, tip: str = "HEAD") -> tuple[str, ...]:
    """Commits of a history whose message holds these words, newest first."""
    found = repository.git.text("rev-list", "-20", "--fixed-strings", f"--grep={words}", tip, "--")
    return tuple(found.split())
