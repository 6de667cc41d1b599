"""Git for repositories that are made for a while: what a person has configured for theirs does not reach them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_OF_OTHERS = "GIT_"
"""Beginning of the variables by which a hook, a wrapper or a person steers git; none of them is passed on."""
_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
}
_SETTINGS = (
    "user.name=bench",
    "user.email=bench@example.org",
    "core.hooksPath=/dev/null",
    "core.autocrlf=false",
    "core.quotePath=false",
    "commit.gpgsign=false",
    "gc.auto=0",
    "maintenance.auto=false",
)


def git_bytes(folder: Path, *arguments: str, given: Mapping[str, str] | None = None) -> bytes:
    """Run git in a folder, without anybody's own settings, hooks and signing; what it prints.

    `given` are further variables, such as an author's name. Raises `subprocess.CalledProcessError`.
    """
    fixed = [part for setting in _SETTINGS for part in ("-c", setting)]
    own = {name: value for name, value in os.environ.items() if not name.startswith(_OF_OTHERS)}
    done = subprocess.run(  # noqa: S603
        ["git", *fixed, *arguments],  # noqa: S607
        cwd=folder,
        env=own | _ENVIRONMENT | dict(given or {}),
        capture_output=True,
        check=True,
    )
    return done.stdout


def git(folder: Path, *arguments: str, given: Mapping[str, str] | None = None) -> str:
    """The same, as text."""
    return git_bytes(folder, *arguments, given=given).decode("utf-8", "replace")


def start(folder: Path) -> None:
    """Make a repository in a folder, its branch `main`, without templates of anybody's."""
    git(folder, "init", "-q", "-b", "main", "--template=")


def commit(folder: Path, when: str) -> None:
    """Commit everything."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "Write", "--date", when)
