"""What an entry is to the document: new, or what the document says already, in part, otherwise."""

from agent.relation.group import Near, relation, statements
from agent.relation.judge import Judged, judge, unit_of
from agent.relation.open import OpenLine, Opinion, Question, Says
from agent.relation.said import Line, Said, lines_of
from agent.relation.whole import Related, relation_of_texts

__all__ = [
    "Judged",
    "Line",
    "Near",
    "OpenLine",
    "Opinion",
    "Question",
    "Related",
    "Said",
    "Says",
    "judge",
    "lines_of",
    "relation",
    "relation_of_texts",
    "statements",
    "unit_of",
]
