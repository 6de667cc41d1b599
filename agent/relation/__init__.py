"""What an entry is to the document: new, or what the document says already, in part, otherwise."""

from agent.relation.abroad import figure_corrected, turned_abroad
from agent.relation.apart import apart
from agent.relation.figures import unit_of
from agent.relation.filled import cells_turned
from agent.relation.group import Near, relation, statements
from agent.relation.judge import Judged, judge
from agent.relation.keys import key_of, standing_at
from agent.relation.measured import CellTurn
from agent.relation.open import OpenLine, Opinion, Question, Says
from agent.relation.rows import Match, Rows, labels_of, matched, rows_of
from agent.relation.said import Line, Said, lines_of, without_number
from agent.relation.signs import SAID_BEFORE, STILL, version_named
from agent.relation.values import ValueTurn, values_turned
from agent.relation.versions import rank_of
from agent.relation.whole import NO_SUCH_ROW, Related, relation_of_texts
from agent.relation.worded import words_turned

__all__ = [
    "NO_SUCH_ROW",
    "SAID_BEFORE",
    "STILL",
    "CellTurn",
    "Judged",
    "Line",
    "Match",
    "Near",
    "OpenLine",
    "Opinion",
    "Question",
    "Related",
    "Rows",
    "Said",
    "Says",
    "ValueTurn",
    "apart",
    "cells_turned",
    "figure_corrected",
    "judge",
    "key_of",
    "labels_of",
    "lines_of",
    "matched",
    "rank_of",
    "relation",
    "relation_of_texts",
    "rows_of",
    "standing_at",
    "statements",
    "turned_abroad",
    "unit_of",
    "values_turned",
    "version_named",
    "without_number",
    "words_turned",
]
