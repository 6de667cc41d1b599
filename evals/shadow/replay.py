"""Goes through the commits of a document, runs a night for each in a workspace of its own, and keeps every row."""

from __future__ import annotations

import datetime as dt
import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from agent.errors import BadInput, RedlineError
from agent.files import write_atomically
from evals.drafted import Drafted, text_as_read
from evals.golden import Source
from evals.scratch import git
from evals.shadow.brought import brought, notes_of
from evals.shadow.compare import compared
from evals.shadow.history import Change, History, unfit
from evals.shadow.model import Brought, CommitRow, Shadow, Skip
from evals.staging import Cast, code_hash, night_in, set_up, written_beside

DOCUMENT = "living_doc/document.md"
MOST_INCREMENTS = 60
"""Of one night: a commit may bring more than a night proposes by default, and each is to be compared."""
_SETTINGS = (
    f'[night]\ntimezone = "UTC"\nmax_increments = {MOST_INCREMENTS}\n\n'
    f'[[documents]]\nname = "document"\npath = "{DOCUMENT}"\n'
)
_VECTORS = "vectors.sqlite"
Step = Callable[[int, int, str], None]


def shadow(
    history: History,
    *,
    since: dt.date,
    until: dt.date,
    cast: Cast,
    limit: int,
    kept: Path,
    step: Step = lambda *_: None,
) -> Shadow:
    """Replay the newest `limit` commits of people between two days (both included), oldest first.

    `kept` is a folder of rows of earlier runs; a run that was stopped goes on from there. `step` is told how far it
    is. Raises `BadInput` where the range holds no commit of the document.
    """
    rows, usable, left = _sorted_out(history, since, until, limit)
    if not rows and not usable:
        hint = (
            "The clone is shallow: git fetch --unshallow"
            if history.shallow
            else "Begin earlier: --from DATE."
        )
        raise BadInput(f"No commit between {since} and {until} changed {history.path}.", hint)
    for number, (change, items) in enumerate(usable):
        step(number, len(usable), f"{change.when.date()} {change.subject[:50]}")
        rows.append(_kept_row(history, change, items, cast, kept))
    step(len(usable), len(usable), "done")
    return Shadow(
        repository=history.root.name,
        document=history.path,
        since=since,
        until=until,
        writer=cast.name,
        left=left,
        rows=tuple(sorted(rows, key=lambda row: row.date)),
    )


def _sorted_out(
    history: History, since: dt.date, until: dt.date, limit: int
) -> tuple[list[CommitRow], list[tuple[Change, tuple[Brought, ...]]], int]:
    """Rows of what is skipped, the newest commits to be replayed (oldest first), and how many older ones are left."""
    inside = [change for change in history.changes() if since <= change.when.date() <= until]
    seen: dict[str, str] = {}
    for change in reversed(inside):
        texts = history.texts(change)
        if texts:
            seen.setdefault(_hash(texts[1]), change.commit)
    rows: list[CommitRow] = []
    usable: list[tuple[Change, tuple[Brought, ...]]] = []
    left = 0
    for change in inside:
        if len(usable) >= limit:
            left += unfit(change) is None
            continue
        found = _of_change(history, change, seen)
        if isinstance(found, str):
            rows.append(_head(change).model_copy(update={"skipped": found}))
        else:
            usable.append((change, found))
    return rows, usable[::-1], left


def _of_change(history: History, change: Change, seen: dict[str, str]) -> tuple[Brought, ...] | Skip:
    why = unfit(change)
    if why:
        return "cut" if why == "first" and history.shallow else why
    texts = history.texts(change)
    if texts is None:
        return "absent"
    if texts[0] == texts[1]:
        return "move"
    if seen.get(_hash(texts[1])) != change.commit:
        return "revert"
    return brought(*texts, history.hunks(change))


def _head(change: Change) -> CommitRow:
    return CommitRow(
        commit=change.commit, date=change.when.date(), author=change.author, subject=change.subject[:200]
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(maxsize=1)
def _own_hash() -> str:
    digest = hashlib.sha256(code_hash().encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _kept_row(
    history: History, change: Change, items: tuple[Brought, ...], cast: Cast, kept: Path
) -> CommitRow:
    key = _hash("\0".join((change.commit, change.path, cast.name, _own_hash())))[:12]
    path = kept / "commits" / f"{change.commit[:12]}-{key}.json"
    try:
        return CommitRow.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        row = _replayed(history, change, items, cast, kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, row.model_dump_json().encode("utf-8", "surrogatepass"))
    return row


def _replayed(
    history: History, change: Change, items: tuple[Brought, ...], cast: Cast, kept: Path
) -> CommitRow:
    began = time.perf_counter()
    texts = history.texts(change)
    assert texts is not None, "what has no text was sorted out"
    notes = notes_of(items, history.other_files(change), change)
    try:
        drafted = played(texts[0], notes, change.when.date(), cast, change.commit, kept)
    except RedlineError as problem:
        return _head(change).model_copy(update={"skipped": "failed", "note": str(problem)})
    rows, noise = compared(items, [note.path for note in notes[: len(items)]], drafted)
    return _head(change).model_copy(
        update={
            "notes": len(notes),
            "items": rows,
            "noise": noise,
            "seconds": round(time.perf_counter() - began, 2),
        }
    )


def played(
    before: str, notes: Sequence[Source], night: dt.date, cast: Cast, name: str, kept: Path
) -> Drafted:
    """The night of some notes beside a document, in a workspace that is thrown away; vectors are kept for the next."""
    with tempfile.TemporaryDirectory(prefix="redline-shadow-") as place:
        root = Path(place) / "repo"
        root.mkdir()
        set_up(root, DOCUMENT, before.encode(), _SETTINGS)
        for note in notes:
            path = root / note.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(note.data())
        state = root / ".git" / "redline"
        _copied(kept / _VECTORS, state / _VECTORS)
        outcome, repository, _ = night_in(root, night, cast)
        _copied(repository.state_dir / _VECTORS, kept / _VECTORS)
        beside = written_beside(root, outcome)
        after = git(root, "show", f"{outcome.branch}:{DOCUMENT}") if outcome.branch else before
    return Drafted(
        case=name,
        writer=cast.name,
        night=night,
        sources=tuple((note.path, text_as_read(note.path, note.data())) for note in notes),
        before=before,
        after=after,
        outcome=outcome,
        elsewhere=beside,
    )


def _copied(source: Path, target: Path) -> None:
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
