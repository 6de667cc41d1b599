"""A section past its size limit: what can go or be said shorter, with every fact of it proved by what stays."""

from agent.condensing.model import Change, Condensed, Condenser, Passage, Proof
from agent.condensing.proposal import Task, condensed
from agent.condensing.telling import title_of, told, where_it_stands, why_of

__all__ = [
    "Change",
    "Condensed",
    "Condenser",
    "Passage",
    "Proof",
    "Task",
    "condensed",
    "title_of",
    "told",
    "where_it_stands",
    "why_of",
]
