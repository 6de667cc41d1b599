"""A text against itself, and a claim against the document: only what can be quoted on both sides."""

from __future__ import annotations

import datetime as dt

from agent.consistency.counts import faulty_counts
from agent.consistency.dates import false_dates
from agent.consistency.document import Passage, contradictions
from agent.consistency.listed import listed_twice
from agent.consistency.names import spelt_twice
from agent.consistency.opposed import opposed
from agent.consistency.ratios import false_ratios
from agent.consistency.reading import read
from agent.consistency.series import labelled_series, prose_series, table_series
from agent.consistency.shares import shares_beyond
from agent.consistency.statements import statements
from agent.consistency.superlatives import false_superlatives
from agent.consistency.titles import false_titles
from agent.consistency.totals import false_totals
from agent.consistency.trends import false_trends
from agent.consistency.twice import given_twice
from agent.consistency.unvalued import without_value
from agent.consistency.wording import KINDS
from agent.models import Doubt, Language

__all__ = ["Passage", "contradictions", "faults"]


def faults(text: str, *, date: dt.date | None = None, language: Language | None = None) -> tuple[Doubt, ...]:
    """What cannot all be true in a Markdown text, by line, with both places quoted.

    `date` is the day of the text, against which its dates are judged; without it the day that the
    text gives itself is taken, and without that none. The wording is in `language`, or in the text's own. Takes time linear in the text's length.
    """
    reading = read(text)
    if language is not None:
        reading.chinese = language == "zh"
    said = statements(reading)
    prose = prose_series(said)
    lines = {one.line for one in prose}
    series = [one for table in reading.tables for one in table_series(table)] + prose
    series += [one for one in labelled_series(reading) if one.line not in lines]
    found = [
        *faulty_counts(reading),
        *listed_twice(reading),
        *false_superlatives(reading, series),
        *false_trends(reading, series),
        *false_ratios(reading),
        *false_totals(reading),
        *shares_beyond(reading),
        *given_twice(reading, said, series),
        *opposed(reading),
        *spelt_twice(reading),
        *false_dates(reading, date),
        *false_titles(reading),
        *without_value(reading, series, said),
    ]
    found.sort(key=lambda fault: (fault.a.line if fault.a else 0, KINDS.index(fault.kind)))
    told: dict[tuple[str, ...], Doubt] = {}
    for fault in found:
        told.setdefault(_places(fault), fault)
    return tuple(told.values())


def _places(fault: Doubt) -> tuple[str, ...]:
    """Where a fault stands: two findings about the same two places are one fault, told once."""
    return tuple(f"{place.line}:{place.quote}" for place in (fault.a, fault.b) if place is not None)
