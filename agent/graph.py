"""The night as a graph: every node, every edge, every router."""

from __future__ import annotations

from typing import Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send

from agent.nodes.brief import brief
from agent.nodes.collect import collect
from agent.nodes.commit import commit
from agent.nodes.compare import compare
from agent.nodes.draft import draft, sections_to_draft
from agent.nodes.publish import publish
from agent.nodes.read import read
from agent.nodes.triage import triage
from agent.nodes.verify import verify
from agent.state import RunState, Services

Graph: TypeAlias = CompiledStateGraph[RunState, Services, RunState, RunState]


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> Graph:
    """The compiled graph; without a checkpointer it runs but cannot be resumed."""
    graph = StateGraph(RunState, context_schema=Services)
    graph.add_node("collect", collect)
    graph.add_node("read", read)
    graph.add_node("triage", triage)
    graph.add_node("compare", compare)
    graph.add_node("brief", brief)
    graph.add_node("draft", draft)
    graph.add_node("verify", verify)
    graph.add_node("commit", commit)
    graph.add_node("publish", publish)
    graph.add_edge(START, "collect")
    graph.add_edge("collect", "read")
    graph.add_edge("read", "triage")
    graph.add_edge("triage", "compare")
    graph.add_edge("compare", "brief")
    graph.add_conditional_edges("brief", to_draft, ["draft", "verify"])
    graph.add_edge("draft", "verify")
    graph.add_conditional_edges("verify", to_revise, ["draft", "commit"])
    graph.add_edge("commit", "publish")
    graph.add_edge("publish", END)
    return graph.compile(checkpointer=checkpointer)


def for_tools() -> CompiledStateGraph[RunState, Services, RunState, RunState]:
    """The graph as `langgraph.json` names it: LangGraph's own tools open it, draw it, and add their checkpointer."""
    return build_graph()


def to_draft(state: RunState) -> list[Send] | Literal["verify"]:
    """One draft a section, side by side; a night with nothing to draft goes on."""
    return [Send("draft", task) for task in sections_to_draft(state)] or "verify"


def to_revise(state: RunState) -> list[Send] | Literal["commit"]:
    """Sections with rejected claims are drafted again; `verify` decides how often."""
    if not state.get("rejected"):
        return "commit"
    return [Send("draft", task) for task in sections_to_draft(state)]
