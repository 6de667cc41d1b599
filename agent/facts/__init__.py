"""Text to facts: quantities, identifiers, dates, names, cues of polarity; claims and table cells."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import lru_cache

from agent.facts.claims import split_cells, split_claims
from agent.facts.identifiers import Identifier, find_identifiers, named_by_url, origin_of
from agent.facts.model import Claim, Fact
from agent.facts.reading import Reading, facts_of, read
from agent.facts.tables import row_cells
from agent.facts.urls import Url, find_urls, normal_url, page_of

__all__ = [
    "Claim",
    "Fact",
    "Identifier",
    "Reading",
    "Url",
    "facts",
    "find_identifiers",
    "find_urls",
    "named_by_url",
    "normal_url",
    "origin_of",
    "page_of",
    "read",
    "row_facts",
    "split_cells",
    "split_claims",
]

_A_STATEMENT = 1_000
"""Characters up to which a text's facts are remembered: a statement is read by every room that a night passes."""


def facts(text: str, *, date: dt.date | None = None) -> tuple[Fact, ...]:
    """The facts of a sentence, list item or any text, in order, with spans in that text.

    `date` is the date of the text: relative dates (`昨日`, `last month`) and dates without a year are
    resolved against it. Numbers inside identifiers, paths, names and file names are no quantities.
    """
    return _remembered(text, date) if len(text) <= _A_STATEMENT else _read_anew(text, date)


def _read_anew(text: str, date: dt.date | None) -> tuple[Fact, ...]:
    return facts_of(read(text, date=date))


_remembered = lru_cache(maxsize=8_192)(_read_anew)


def row_facts(claim: Claim, *, date: dt.date | None = None) -> tuple[Fact, ...]:
    """The facts of a claim; in a table row each carries the row's first cell and its column head as subject,
    and takes the unit that its head gives in brackets. Spans are spans in `claim.text`."""
    if claim.kind != "table_row":
        return facts(claim.text, date=date)
    found: list[Fact] = []
    label = claim.cells[0] if claim.cells else ""
    for cell in row_cells(claim):
        subject = tuple(part for part in ((label if cell.column else ""), cell.head) if part)
        for fact in cell.facts(date=date):
            found.append(
                replace(
                    fact,
                    start=fact.start + cell.start,
                    end=fact.end + cell.start,
                    subject=(*subject, *fact.subject),
                )
            )
    return tuple(found)
