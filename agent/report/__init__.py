"""The night's report: one page that shows what would change, and the proof of it."""

from agent.report.cards import Card, Given
from agent.report.page import Night, asset, environment, report_of, view_of, write_report
from agent.report.words import WORDS

__all__ = ["WORDS", "Card", "Given", "Night", "asset", "environment", "report_of", "view_of", "write_report"]
