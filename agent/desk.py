"""Commands that need no night: a document or a draft looked at as it lies there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from agent.audit import AuditReport, audit
from agent.checking import CheckReport, check
from agent.errors import BadInput, NoWorkspace
from agent.files import read_file
from agent.models import SourceItem, Unreadable
from agent.opening import Clock, system_clock
from agent.readers import read
from agent.settings import load
from agent.store import content_hash
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


def check_draft(
    draft: Path,
    sources: Sequence[Path],
    *,
    document: Path | None,
    date: dt.date | None,
    clock: Clock = system_clock,
) -> CheckReport:
    """Hold a draft against sources in any format that the inbox takes; a folder stands for the files in it.

    Raises `BadInput` for what is missing, empty, or cannot be read, with the reason.
    """
    now = clock()
    texts = {path: _text_of(path, now) for source in sources for path in _files(source)}
    return check(
        _text_of(draft, now),
        {str(path): text for path, text in texts.items()},
        document=_text_of(document, now) if document else "",
        date=date,
    )


def _files(source: Path) -> list[Path]:
    if not source.is_dir():
        return [source]
    found = [path for path in sorted(source.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    if not found:
        raise BadInput(f"There is no file in {source}.", "Give a file, or a folder with files.")
    return found


def _text_of(path: Path, now: dt.datetime) -> str:
    data = read_file(path)
    item = SourceItem(path=str(path), item=content_hash(data), contributor="", date=now, dated_by="given")
    result = read(item, data)
    if isinstance(result, Unreadable):
        raise BadInput(
            f"{path} cannot be read: {result.reason}.", "Leave it out, or give it in another format."
        )
    return result.text
