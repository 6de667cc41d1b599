"""Which paths a workspace may touch: inside its root, and never git's own folder."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from pathlib import Path, PurePosixPath

from agent.errors import BadInput


def checked(path: str) -> str:
    """A path relative to the root in git's form, as given but for `./` and doubled slashes.

    Raises BadInput for an absolute path, one that climbs out with `..`, one that enters `.git`,
    and one that no file can have.
    """
    parts = PurePosixPath(path).parts
    if not parts or "\0" in path:
        raise BadInput(f"{path!r} is not the path of a file.")
    if parts[0] == "/" or ".." in parts:
        raise BadInput(f"{path!r} lies outside the workspace.", hint="Give a path inside the repository.")
    if any(map(_is_git, parts)):
        raise BadInput(f"{path!r} lies in git's own folder, which is never read or written.")
    return "/".join(parts)


def _is_git(name: str) -> bool:
    """Whether some file system takes a name for `.git`: any case, blanks or dots behind it, signs that are not seen, `GIT~1`."""
    seen = "".join(char for char in name if unicodedata.category(char) != "Cf")
    return seen.casefold().rstrip(" .") in (".git", "git~1")


def inside(root: Path, path: str) -> Path:
    """The file behind a path, symbolic links followed, refused when it leaves the root.

    Raises BadInput.
    """
    wanted = checked(path)
    home = root.resolve()
    try:
        real = (home / wanted).resolve()
    except (OSError, RuntimeError) as loop:
        raise BadInput(f"{path!r} is a symbolic link that leads nowhere.") from loop
    if not real.is_relative_to(home):
        raise BadInput(f"{path!r} is a symbolic link out of the workspace; it is not followed.")
    checked(real.relative_to(home).as_posix())
    return real


def read_inside(root: Path, path: str) -> bytes | None:
    """Bytes of a file of the working tree, None where there is none; raises BadInput."""
    real = inside(root, path)
    try:
        handle = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        if problem.errno in (errno.ENOENT, errno.ENOTDIR):
            return None
        raise BadInput(f"{path!r} cannot be read: {problem.strerror}.") from problem
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BadInput(f"{path!r} is not a plain file.")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(handle)
