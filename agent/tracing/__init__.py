"""Trace a statement of a living document: its night, its sources, its acceptance, and what came after."""

from agent.tracing.model import Trace
from agent.tracing.trace import trace

__all__ = ["Trace", "trace"]
