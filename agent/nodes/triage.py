"""Entries cut from what was read, judged, and joined where they speak of one thing."""

from __future__ import annotations

from langgraph.runtime import Runtime

from agent.state import RunState, RunUpdate, Services


def triage(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """A brief that somebody else wrote has done this already."""
    runtime.context.progress.stage("triage")
    return {"triage": ""}
