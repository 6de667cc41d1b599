"""Ask the sources: a question in Chinese or English, an answer of which every sentence is proved by what it cites."""

from agent.ask.asker import Asker, open_asker
from agent.ask.library import Library, of_folder, of_workspace
from agent.ask.model import (
    Answer,
    Citation,
    Comparison,
    Disagreement,
    Filters,
    Kind,
    Question,
    Sentence,
)

__all__ = [
    "Answer",
    "Asker",
    "Citation",
    "Comparison",
    "Disagreement",
    "Filters",
    "Kind",
    "Library",
    "Question",
    "Sentence",
    "of_folder",
    "of_workspace",
    "open_asker",
]
