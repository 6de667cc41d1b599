"""A question as a graph: understand, search, answer, verify. A conversation is a thread of checkpoints."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic_core import core_schema
from typing_extensions import TypedDict

from agent.ask.answer import answer_of, searched
from agent.ask.follow import in_context
from agent.ask.library import Library
from agent.ask.model import Answer, Filters, Question, Sentence
from agent.ask.spellings import spelled
from agent.ask.understand import understand as understood
from agent.ask.worded import proved, quotes_itself, worded
from agent.llm import ChatModel

_REMEMBERED = 20
"""Questions of a conversation that are kept."""


@dataclass(frozen=True)
class Desk:
    """What the nodes may use."""

    library: Library
    chat: ChatModel | None = None

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> core_schema.CoreSchema:
        """LangGraph's own tools ask for a JSON schema of the context; open connections have none to tell."""
        return core_schema.any_schema()


def _latest(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Reducer of the questions asked: the last few, in order."""
    return [*old, *new][-_REMEMBERED:]


class AskState(TypedDict, total=False):
    """One question and those before it; models are kept as JSON."""

    text: str
    filters: str
    asked_on: str
    """ISO date against which `last week` is resolved; empty where there is none."""
    question: str
    ranked: list[tuple[str, float]]
    """Keys of the passages that come into question, with their scores, best first."""
    draft: str
    """The answer of quotations, before its proof."""
    wording: list[str]
    """A model's sentences, before their proof."""
    answer: str
    history: Annotated[list[str], _latest]
    """Questions of the conversation, as understood, oldest first."""


AskGraph: TypeAlias = CompiledStateGraph[AskState, Desk, AskState, AskState]


def understand(state: AskState, runtime: Runtime[Desk]) -> AskState:
    """What is asked, with what the conversation leaves unsaid."""
    asked_on = dt.date.fromisoformat(state["asked_on"]) if state.get("asked_on") else None
    question = understood(
        state["text"],
        contributors=runtime.context.library.contributors(),
        filters=Filters.model_validate_json(state["filters"]) if state.get("filters") else None,
        asked_on=asked_on,
    )
    question = spelled(question, runtime.context.library.spellings)
    history = state.get("history") or []
    previous = Question.model_validate_json(history[-1]) if history else None
    told = in_context(question, previous).model_dump_json()
    return {"question": told, "history": [told]}


def search(state: AskState, runtime: Runtime[Desk]) -> AskState:
    """The passages that come into question."""
    question = Question.model_validate_json(state["question"])
    return {"ranked": searched(question, runtime.context.library)}


def answer(state: AskState, runtime: Runtime[Desk]) -> AskState:
    """The quotations that answer, and a model's wording of them where there is one; not proved yet."""
    question = Question.model_validate_json(state["question"])
    desk = runtime.context
    quotes = answer_of(question, desk.library, state["ranked"])
    wording: tuple[Sentence, ...] = ()
    if desk.chat is not None and quotes.sentences and question.intent == "fact":
        wording = worded(question, quotes.sentences, desk.chat)
    return {"draft": quotes.model_dump_json(), "wording": [told.model_dump_json() for told in wording]}


def verify(state: AskState, runtime: Runtime[Desk]) -> AskState:
    """Say each sentence as soon as it is proved; where nothing of a model's wording is, the quotations speak."""
    draft = Answer.model_validate_json(state["draft"])
    wording = [Sentence.model_validate_json(told) for told in state["wording"]]
    chat = runtime.context.chat
    for sentences, prove, writer in (
        (wording, proved, chat.name if chat else ""),
        (draft.sentences, quotes_itself, draft.writer),
    ):
        kept: list[Sentence] = []
        for sentence in sentences:
            if prove(sentence):
                kept.append(sentence)
                runtime.stream_writer(sentence.model_dump_json())
        if kept:
            told = draft.model_copy(update={"sentences": tuple(kept), "writer": writer})
            return {"answer": told.model_dump_json()}
    return {"answer": draft.model_copy(update={"sentences": ()}).model_dump_json()}


def build_ask_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> AskGraph:
    """The compiled graph; without a checkpointer each question stands by itself."""
    graph = StateGraph(AskState, context_schema=Desk)
    graph.add_node("understand", understand)
    graph.add_node("search", search)
    graph.add_node("answer", answer)
    graph.add_node("verify", verify)
    graph.add_edge(START, "understand")
    graph.add_edge("understand", "search")
    graph.add_edge("search", "answer")
    graph.add_edge("answer", "verify")
    graph.add_edge("verify", END)
    return graph.compile(checkpointer=checkpointer)


def for_tools() -> CompiledStateGraph[AskState, Desk, AskState, AskState]:
    """The graph as `langgraph.json` names it: LangGraph's own tools open it, draw it, and add their checkpointer."""
    return build_ask_graph()
