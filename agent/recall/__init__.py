"""What people have refused, or have before them still, and whether something of tonight is that again."""

from agent.recall.match import Memory
from agent.recall.model import EarlierProposal, Recalled
from agent.recall.words import told

__all__ = ["EarlierProposal", "Memory", "Recalled", "told"]
