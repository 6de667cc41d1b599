"""The content of a brief, from what the night found: selected, ranked, quoted, counted."""

from agent.compose.baseline import Baseline, Before, Work, stand_of, works_of
from agent.compose.brief import compose
from agent.compose.model import Checked, Earlier, Night, Thing
from agent.compose.rank import credibility, score
from agent.compose.seen import Seen, earlier
from agent.compose.words import Move, Stand

__all__ = [
    "Baseline",
    "Before",
    "Checked",
    "Earlier",
    "Move",
    "Night",
    "Seen",
    "Stand",
    "Thing",
    "Work",
    "compose",
    "credibility",
    "earlier",
    "score",
    "stand_of",
    "works_of",
]
