"""Which tips we gave a branch, so that a tip that a person gave it can be told.

Commits alone cannot tell: a person who drops the last commit of a night leaves only commits of ours.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from agent.workspace.commands import os_failure

REMOVED = "removed"
"""Stands for a tip where we deleted the branch, since nothing was left of it."""
ABSENT = "absent"
"""Stands for a tip until a branch that was never here is made."""


def remember(state_dir: Path, branch: str, tip: str) -> None:
    """Note a tip before the branch is moved there; raises DiskFull or GitFailed.

    A line begins on a line of its own, whatever a full disk left of the one before it.
    """
    path = _path(state_dir, branch)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            os.write(handle, f"\n{tip}\n".encode())
        finally:
            os.close(handle)
    except OSError as problem:
        raise os_failure(f"the note of the branch {path}", problem) from problem


def recall(state_dir: Path, branch: str) -> frozenset[str]:
    """Every tip that was noted here; empty in a clone that did not build the branch."""
    path = _path(state_dir, branch)
    return (
        frozenset(path.read_text(encoding="ascii", errors="replace").split())
        if path.is_file()
        else frozenset()
    )


def last(state_dir: Path, branch: str) -> str:
    """The tip that was noted last, `REMOVED` or `ABSENT` where there is none; empty where we did not build it."""
    path = _path(state_dir, branch)
    notes = path.read_text(encoding="ascii", errors="replace").split() if path.is_file() else []
    return notes[-1] if notes else ""


def _path(state_dir: Path, branch: str) -> Path:
    return state_dir / "built" / hashlib.sha256(branch.encode()).hexdigest()[:16]
