"""Does this evidence support this claim? A verdict, and for each fact the words that prove or refute it."""

from agent.evidence.judge import Assessment, assess, supports
from agent.evidence.units import EvidenceIndex, as_evidence

__all__ = ["Assessment", "EvidenceIndex", "as_evidence", "assess", "supports"]
