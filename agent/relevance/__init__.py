"""Does an entry concern a document? A grade in the words that people use, and the reason."""

from agent.relevance.checkable import checkable
from agent.relevance.grade import Grade, Relevance, relevance, shown, stated_topics
from agent.relevance.kin import with_kin
from agent.relevance.profile import Profile, profile

__all__ = [
    "Grade",
    "Profile",
    "Relevance",
    "checkable",
    "profile",
    "relevance",
    "shown",
    "stated_topics",
    "with_kin",
]
