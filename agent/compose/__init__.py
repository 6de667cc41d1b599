"""The content of a brief, from what the night found: selected, ranked, quoted, counted."""

from agent.compose.brief import compose
from agent.compose.model import Checked, Night, Thing
from agent.compose.parts import works_of
from agent.compose.rank import credibility, score

__all__ = ["Checked", "Night", "Thing", "compose", "credibility", "score", "works_of"]
