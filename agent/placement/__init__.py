"""The place of something new in a living document."""

from agent.placement.place import Candidate, Chooser, Placement, Placer, contents, place
from agent.placement.position import Form, Position

__all__ = ["Candidate", "Chooser", "Form", "Placement", "Placer", "Position", "contents", "place"]
