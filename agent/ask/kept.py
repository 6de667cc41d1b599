"""An asker that a server keeps for long: opened when it is first needed, and anew when the sources have changed."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from agent.ask.asker import Asker, open_asker
from agent.ask.library import renew
from agent.settings import Settings
from agent.workspace import Repository

_LOOK = 2.0
"""Seconds for which the files are taken to be as they were when they were last looked at."""
_WILD = frozenset("*?[")
Stamp = tuple[tuple[str, int, int], ...]


def stamp_of(repository: Repository, settings: Settings) -> Stamp:
    """What the files that answers come from look like: paths, times and sizes, without reading them."""
    root = repository.root
    folders = {root / _fixed(rule.glob) for rule in settings.sources}
    folders |= {repository.state_dir / "nights"}
    files = [root / document.path for document in settings.documents]
    files += [
        Path(place) / name for folder in folders for place, _, names in os.walk(folder) for name in names
    ]
    files.append(repository.common_dir / "refs" / "redline" / "ledger")
    return tuple(sorted(filter(None, map(_seen, set(files)))))


def _fixed(glob: str) -> str:
    """The part of a pattern before its first wildcard."""
    parts = Path(glob).parts
    wild = next((at for at, part in enumerate(parts) if _WILD & set(part)), len(parts))
    return str(Path(*parts[:wild])) if wild else "."


def _seen(path: Path) -> tuple[str, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return str(path), found.st_mtime_ns, found.st_size


class KeptAsker:
    """One asker for a server, shared by its threads: a library is renewed in place, so that nobody's is closed."""

    def __init__(self, workspace: Callable[[], tuple[Repository, Settings]], *, look: float = _LOOK) -> None:
        self._workspace = workspace
        self._lock = threading.Lock()
        self._asker: Asker | None = None
        self._seen: Stamp = ()
        self._look = look
        self._looked = 0.0

    def get(self) -> Asker:
        """The asker, in step with the files; opened when it is first asked for."""
        with self._lock:
            if self._asker is not None and time.monotonic() - self._looked < self._look:
                return self._asker
            repository, settings = self._workspace()
            stamp = stamp_of(repository, settings)
            if self._asker is None:
                self._asker = open_asker(repository, settings, os.environ)
            elif stamp != self._seen:
                _renew(self._asker, repository, settings)
            self._seen, self._looked = stamp, time.monotonic()
            return self._asker

    def close(self) -> None:
        """Let go of every file."""
        with self._lock:
            if self._asker is not None:
                self._asker.close()
                self._asker = None


def _renew(asker: Asker, repository: Repository, settings: Settings) -> None:
    library = asker.library
    with library.lock:
        if library.ledger is not None:
            library.ledger.refresh()
        renew(library, repository.root, settings, repository=repository)
