"""Caveats on the watch list: what settles or hardens them, and what is then proposed for their lines."""

from agent.watching.model import Passage, Watch
from agent.watching.place import Place, Places
from agent.watching.proposal import Change, Found, changes, outcome_of
from agent.watching.settling import effect_of
from agent.watching.watchlist import WatchList, answered_by, record_landed

__all__ = [
    "Change",
    "Found",
    "Passage",
    "Place",
    "Places",
    "Watch",
    "WatchList",
    "answered_by",
    "changes",
    "effect_of",
    "outcome_of",
    "record_landed",
]
