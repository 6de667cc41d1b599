"""The files that a glob of the workspace matches, and their bytes; links and odd files are refused."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.store import content_hash

DEFAULT_SIZE_LIMIT = 20_000_000
"""Bytes; a note larger than this is a data set or a mistake."""
HEAD_SIZE = 16_384
"""Bytes in which front matter and mail headers are looked for."""
BEING_WRITTEN = "it is still being written"
_UNFINISHED_NAMES = (".part", ".partial", ".crdownload", ".download", ".tmp", ".filepart")
_LEFTOVERS = (".swp", ".swo", "~", ".bak", ".orig")


_MARK = re.compile(r"[*?]|\[(?P<set>[^\[\]/]{1,100})\]|\{(?P<choice>[^{}/]{1,200})\}|.", re.DOTALL)
_SET_SIGNS = re.compile(r"[\\^]")
_ESCAPED = r"\\\g<0>"


_UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of characters that a name may not hold; a wide space, or a sign younger than this Python, it may."""
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the order in which a name is read."""
_DEEPEST = 100
"""Folders within folders that are looked into; one that lies deeper is refused by its name."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file that a rule matches."""

    path: str
    """Relative to the workspace, NFC, unless another file took that spelling."""
    disk: Path
    rule: int
    contributor: str
    size: int
    mtime: float
    """Seconds since the epoch."""
    problem: str = ""
    """Why it must not be opened."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A file that was read: its hash and its first bytes; an inbox of years does not fit in memory."""

    found: Found
    item: str
    """Content hash."""
    size: int
    head: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that is not taken, and why; `item` is its hash where it was read."""

    found: Found
    reason: str
    item: str = ""


def find(root: Path, glob: str, *, rule: int = 0) -> Iterator[Found]:
    """The files under the workspace that a glob matches, in order of their paths."""
    base = root.resolve()
    glob = _plain(glob, base)
    pattern = _pattern(glob)
    fixed = list(_fixed_parts(glob))
    start = base.joinpath(*fixed)
    if not start.resolve().is_relative_to(base):
        yield Found("/".join(fixed), start, rule, "", 0, 0.0, "it is a link out of the workspace")
        return
    for disk, shown in _walk(start, "/".join(fixed)):
        match = pattern.fullmatch(shown)
        if match is None:
            continue
        yield _found(disk, shown, rule, _contributor(match, shown, glob), base)


def read_files(places: Sequence[Found], limit: int) -> tuple[list[Contents], list[Refused]]:
    """Hash the files that may be read.

    Each file is looked at again after all were read: one that changed meanwhile is still being
    written, and comes with the next run.
    """
    contents: list[Contents] = []
    refused: list[Refused] = []
    for place in places:
        problem = place.problem or _by_size(place, limit)
        if problem:
            refused.append(
                Refused(place, problem, content_hash(b"") if place.size == 0 and not place.problem else "")
            )
            continue
        try:
            with place.disk.open("rb") as file:
                data = file.read(limit + 1)
        except OSError as error:
            refused.append(
                Refused(place, f"it cannot be opened: {(error.strerror or 'unknown error').lower()}")
            )
            continue
        contents.append(Contents(place, content_hash(data), len(data), data[:HEAD_SIZE]))
    settled: list[Contents] = []
    for content in contents:
        if _changed(content):
            refused.append(Refused(content.found, BEING_WRITTEN))
        else:
            settled.append(content)
    return settled, sorted(refused, key=lambda refusal: refusal.found.path)


def bytes_of(content: Contents) -> bytes | None:
    """The bytes of a file that was hashed; None when they are no longer the same."""
    try:
        data = content.found.disk.read_bytes()
    except OSError:
        return None
    return data if content_hash(data) == content.item else None


def _by_size(place: Found, limit: int) -> str:
    if place.size == 0:
        return "it is empty"
    if place.size > limit:
        return f"it is too large: {place.size:,} bytes, and the limit is {limit:,}"
    return ""


def _changed(content: Contents) -> bool:
    try:
        now = content.found.disk.stat()
    except OSError:
        return True
    return (now.st_size, now.st_mtime) != (content.size, content.found.mtime)


def _walk(folder: Path, shown: str, depth: int = 0) -> Iterator[tuple[Path, str]]:
    """Files below a folder, depth first by name, names with a leading dot apart; links are not followed."""
    try:
        with os.scandir(folder) as entries:
            inside = sorted(entries, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    names = {entry.name for entry in inside}
    for entry in inside:
        if entry.name.startswith("."):
            continue
        raw = entry.name.encode("utf-8", "replace").decode("utf-8")
        name = unicodedata.normalize("NFC", raw)
        if name != raw and name in names:
            name = raw
        below = f"{shown}/{name}" if shown else name
        if depth < _DEEPEST and entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path), below, depth + 1)
        else:
            yield Path(entry.path), below


def _found(disk: Path, path: str, rule: int, contributor: str, base: Path) -> Found:
    try:
        problem = _problem(disk, base)
        status = disk.lstat() if problem else disk.stat()
    except OSError:
        return Found(path, disk, rule, contributor, 0, 0.0, "it vanished while it was looked at")
    return Found(path, disk, rule, contributor, status.st_size, status.st_mtime, problem)


def _problem(disk: Path, base: Path) -> str:
    """Why a file must not be opened, or nothing."""
    name = disk.name.lower()
    if any(char in _TURNING or unicodedata.category(char) in _UNSEEN for char in name):
        return "its name is not valid UTF-8, or holds control characters"
    if disk.is_symlink():
        target = Path(os.path.realpath(disk))
        if not target.is_relative_to(base):
            return "it is a link out of the workspace"
        if not target.is_file():
            return "it is a link to a folder" if target.is_dir() else "it is a link to nothing"
    elif not stat.S_ISREG(disk.lstat().st_mode):
        return "it is not a regular file"
    if name.endswith(_UNFINISHED_NAMES):
        return BEING_WRITTEN
    return "it is a leftover of an editor" if name.endswith(_LEFTOVERS) or name.startswith("~$") else ""


def _plain(glob: str, base: Path) -> str:
    """A glob as paths are written, NFC and without `./` before it; a folder alone means all that lies in it."""
    whole = unicodedata.normalize("NFC", glob).removeprefix("./").rstrip("/")
    return f"{whole}/*/**" if not _is_wild(whole) and base.joinpath(whole).is_dir() else whole


def _fixed_parts(glob: str) -> Iterator[str]:
    """The leading folders of a glob that hold no wildcard."""
    for part in glob.split("/")[:-1]:
        if _is_wild(part):
            return
        yield part


def _pattern(glob: str) -> re.Pattern[str]:
    """A glob as a pattern over whole paths; the first folder that is a wildcard is the contributor.

    `inbox/*/**` takes a file that lies directly in `inbox` too, with no contributor: it is not lost.
    """
    parts = glob.split("/")
    pieces: list[str] = []
    named = False
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if part == "**":
            pieces.append(".+" if last else "(?:.+/)?")
            continue
        piece = _piece(part)
        if _is_wild(part) and not named and not last:
            named = True
            piece = f"(?P<who>{piece})"
            optional = part == "*" and parts[number + 1 :] in (["**"], ["**", "*"])
            pieces.append(f"(?:{piece}/)?" if optional else f"{piece}/")
        else:
            pieces.append(piece if last else f"{piece}/")
    return re.compile("".join(pieces), re.DOTALL)


def _piece(part: str) -> str:
    """One folder or file name of a glob as a pattern: `*`, `?`, `[abc]`, `[!abc]`, `{a,b}`."""
    return _MARK.sub(_translated, part)


def _translated(mark: re.Match[str]) -> str:
    sign = mark[0]
    if sign == "*":
        return "[^/]*"
    if sign == "?":
        return "[^/]"
    if mark["set"]:
        denied, inside = mark["set"][:1] in "!^", mark["set"].lstrip("!^")
        return (
            f"[{'^/' if denied else ''}{re.sub(_SET_SIGNS, _ESCAPED, inside)}]" if inside else re.escape(sign)
        )
    if mark["choice"]:
        return "(?:" + "|".join(_piece(one) for one in mark["choice"].split(",")) + ")"
    return re.escape(sign)


def _is_wild(part: str) -> bool:
    """Whether a part of a glob can match more than one name."""
    return any(sign in part for sign in "*?[{")


def _contributor(match: re.Match[str], path: str, glob: str) -> str:
    if "who" in match.re.groupindex:
        return match["who"] or ""
    return path.split("/")[-2] if "/" in path and "**" not in glob else ""
