"""What every command opens first: the repository, its settings, the clock."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

from agent.settings import Settings, load
from agent.workspace import Repository, open_repository, repository_root

Clock = Callable[[], dt.datetime]


def system_clock() -> dt.datetime:
    """The time now, in UTC: the only place that asks."""
    return dt.datetime.now(dt.UTC)


def document_names(folder: Path) -> tuple[str, ...]:
    """The living documents of the workspace around a folder, in the order of its settings."""
    return tuple(document.name for document in load(repository_root(folder)).documents)


def open_workspace(folder: Path, base: str | None = None) -> tuple[Repository, Settings]:
    """The repository around a folder and its settings; the base branch from the flag, else from the settings."""
    settings = load(repository_root(folder))
    return open_repository(folder, base=base or settings.night.base or None), settings
