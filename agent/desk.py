"""Commands that need no night: a document or a draft looked at as it lies there."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from agent.audit import AuditReport, audit
from agent.errors import BadInput, NoWorkspace
from agent.files import read_file
from agent.opening import Clock, system_clock
from agent.settings import load
from agent.workspace import repository_root


def audit_document(
    folder: Path, named: str, *, today: dt.date | None, clock: Clock = system_clock
) -> tuple[str, AuditReport]:
    """Audit a file, or the living document of that name; its path as shown, and the report.

    Works on any Markdown file, inside a repository or not. Raises `BadInput` for a file that cannot be read.
    """
    path = _path_of(folder, named)
    data = read_file(path)
    return named or str(path), audit(data, today=today or clock().date())


def _path_of(folder: Path, named: str) -> Path:
    path = folder / named
    if named and (path.exists() or "/" in named or named.endswith(".md")):
        return path
    try:
        root = repository_root(folder)
        return root / load(root).document(named or None).path
    except NoWorkspace:
        if named:
            raise BadInput(
                f"There is no file {named}, and no redline.toml that names one.", "Give a path."
            ) from None
        raise
