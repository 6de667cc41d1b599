"""Doubts that only their contributor can settle, put to them as files beside their notes; and what they answer."""

from agent.questions.asking import Question, questions_of
from agent.questions.file import answer_alone, is_unanswered, written

__all__ = ["Question", "answer_alone", "is_unanswered", "questions_of", "written"]
