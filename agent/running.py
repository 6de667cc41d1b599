"""One run of the graph: under the document's lock, from its checkpoints, or not at all when it was done before."""

from __future__ import annotations

import datetime as dt
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from agent.cachefile import open_cache, troubles_named
from agent.exchange import caught_up, delivered, retold
from agent.files import night_folder
from agent.forge.delivery import deliver
from agent.ledger import NightDone
from agent.models import Brief, Language
from agent.opening import Clock
from agent.outcome import Counts, Outcome
from agent.stacking import start_of
from agent.state import LostState, RunState, Services, document_at, language_of_document, recall
from agent.store import Store
from agent.watching import record_landed
from agent.workspace import lock, was_removed

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.sqlite import SqliteSaver

    from agent.graph import Graph


_ELSEWHERE = "the branch {branch} is not in this clone; fetch it, or look where the night was run"


def run(services: Services, night: dt.date, given_brief: str, clock: Clock) -> tuple[Outcome, Language]:
    started = clock()
    with (
        closing(services.index),
        lock(services.repository.state_dir, services.document.name, since=started),
    ):
        repository, ledger, name = services.repository, services.ledger, services.document.name
        document = document_at(services, repository.base_commit)
        words = language_of_document(services, document)
        services = replace(services, notes=(*services.notes, *caught_up(services, started)))
        services = replace(services, notes=(*services.notes, *_kept_up(services, started)))
        record_landed(repository, ledger, name, document, words, night)
        done = ledger.night(night, name)
        if done and (not given_brief or done.brief == given_brief):
            return delivered(services, _as_before(services, done)), words
        outcome = _invoke(services, night, given_brief, started)
        if done:
            _decided_again(services, outcome)
        outcome = delivered(services, outcome)
        outcome = retold(services, outcome)
        seconds = round((clock() - started).total_seconds(), 2)
        return outcome.model_copy(update={"seconds": seconds}), words


def _kept_up(services: Services, started: dt.datetime) -> tuple[str, ...]:
    """Open nights follow the base branch, here and where people read them; what became of each, in a sentence."""
    from agent.review.keeping_up import keep_up
    from agent.review.redrafting import Redrafter

    made, problems = keep_up(
        services.repository, services.ledger, services.document.name, started, Redrafter(services)
    )
    failures: list[str] = []
    for one in made:
        failures += deliver(
            services.repository, services.settings, services.ledger, one.record, services.connect, anew=True
        ).failures
    return (*(f"{one.record.branch}: {one.note}" for one in made), *problems, *failures)


def _decided_again(services: Services, outcome: Outcome) -> None:
    """Put the words that people have given to what an earlier run of the night proposed on the branch again."""
    from agent.review import open_review

    given = services.ledger.decisions(outcome.document)
    ids = {one.id for one in outcome.increments if one.commit}
    if any(event.increment in ids and event.decision == "edited" for event in given):
        open_review(
            services.repository, services.settings, outcome.document, outcome.night, ledger=services.ledger
        ).rebuild()


def _invoke(services: Services, night: dt.date, given_brief: str, started: dt.datetime) -> Outcome:
    """Run the graph, going on where a killed run stopped."""
    from langgraph.checkpoint.sqlite import SqliteSaver

    from agent.graph import build_graph

    first = _first(services, night, given_brief, started)
    config: RunnableConfig = {
        "configurable": {"thread_id": f"{services.document.name}/{night}/{given_brief[:16]}"},
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
        outcome = recall(services.kept, state["outcome"], Outcome)
        saver.delete_thread(config["configurable"]["thread_id"])
    # A killed run of another night that held something in it begins anew; the model's answers are kept apart.
    services.kept.drop()
    return outcome


def _first(services: Services, night: dt.date, given_brief: str, started: dt.datetime) -> RunState:
    """The state that a run begins with."""
    return {
        "document": services.document.name,
        "night": night.isoformat(),
        "started": started.isoformat(),
        "given_brief": given_brief,
        "base": _start(services, night),
        "drafts": {},
    }


def _start(services: Services, night: dt.date) -> str:
    if not services.settings.night.stack:
        return services.repository.base_commit
    return start_of(services.repository, services.ledger, services.document.name, night)


def brief_alone(services: Services, night: dt.date, clock: Clock) -> Brief:
    """The brief of a night: the one it left, or one made now that leaves nothing behind."""
    from langgraph.checkpoint.memory import InMemorySaver

    from agent.graph import build_graph

    left = (
        night_folder(services.repository.state_dir, services.document.name, night.isoformat()) / "brief.json"
    )
    if left.exists() and services.ledger.night(night, services.document.name):
        return Brief.model_validate_json(left.read_bytes())
    config: RunnableConfig = {"configurable": {"thread_id": "brief"}}
    with closing(services.index), TemporaryDirectory() as folder:
        services = replace(services, kept=Store(Path(folder)))
        graph = build_graph(InMemorySaver())
        first = _first(services, night, "", clock())
        state = graph.invoke(first, config, context=services, interrupt_after=["brief"])
        return recall(services.kept, state["brief"], Brief)


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
    path = night_folder(services.repository.state_dir, done.document, done.night.isoformat()) / "outcome.json"
    try:
        told = Outcome.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        told = None
    here = services.repository.commit_of(f"refs/heads/{done.branch}") is not None
    gone = done.branch and not here and not was_removed(services.repository, done.branch)
    notes = (_ELSEWHERE.format(branch=done.branch),) if gone else ()
    if told and told.commits == done.commits:
        return told.model_copy(
            update={
                "unchanged": True,
                "notes": notes,
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
        notes=notes,
    )
