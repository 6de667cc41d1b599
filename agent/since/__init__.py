"""What a document says now, no longer says, and is unsure of, since a day."""

from agent.since.model import Since
from agent.since.since import since

__all__ = ["Since", "since"]
