"""A patch against the document: what cannot hold together with it, and what its section would then say twice."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from agent.audit import audit
from agent.consistency import faults
from agent.consistency.document import Passage, contradictions
from agent.document import Document
from agent.drafts import DraftPatch, DraftTable
from agent.faulty import in_file
from agent.models import Caveat, Doubt, Language
from agent.relation import Line, Said
from agent.verification import row_text

_CAN_GO = frozenset({"duplicate", "listed twice", "superseded", "window"})
"""Kinds of findings in which a line can be merged or dropped."""
_NEAR = 12
"""Blocks of the document that a claim is held against: those that share most with it."""
_WORDING: dict[Language, str] = {
    "zh": "与本文「{quote}」不一致，待核实后取其一",
    "en": "Not in agreement with “{quote}” in this document; one of the two is to go",
}
_SETTLED: dict[Language, str] = {"zh": "核对两处来源", "en": "A check of both sources"}
_QUOTE = 60


def against_document(patch: DraftPatch, said: Said, path: str) -> tuple[Doubt, ...]:
    """Where the document says what cannot be true together with a claim of the patch; `b` quotes the document."""
    found: list[Doubt] = []
    for claim in _claims(patch):
        passages = [_passage(line) for line in said.near(claim, _NEAR)]
        found.extend(contradictions(claim, passages, heads=(patch.title.text,)))
    return tuple(
        doubt.model_copy(update={"b": doubt.b.model_copy(update={"path": path})})
        for doubt in found
        if doubt.b
    )


def against_itself(
    before: Document, after: Document, lines: Sequence[tuple[int, int]], path: str, language: Language
) -> tuple[Doubt, ...]:
    """Faults that the edited document has and the old one had not, where new lines have a part in them; in
    `language`, however much of another one the new lines quote."""
    known = {_key(fault) for fault in faults(_text(before), language=language)}
    found = []
    for fault in faults(_text(after), language=language):
        places = [quote for quote in (fault.a, fault.b) if quote]
        new = any(first <= quote.line <= last for quote in places for first, last in lines)
        if new and _key(fault) not in known:
            found.append(in_file(fault, path))
    return tuple(found)


def caveats_from(doubts: Sequence[Doubt], language: Language) -> tuple[Caveat, ...]:
    """The caveat that keeps a new statement and an old one from standing side by side unmarked."""
    return tuple(
        Caveat(
            kind="contradicts document",
            risk="high",
            wording=_WORDING[language].format(quote=doubt.b.quote[:_QUOTE]),
            settled_by=_SETTLED[language],
        )
        for doubt in doubts
        if doubt.b
    )


def _claims(patch: DraftPatch) -> list[str]:
    found: list[str] = []
    for part in patch.parts:
        if isinstance(part, DraftTable):
            head = row_text(part.header)
            found.extend(
                f"| {head} |\n|{'---|' * len(part.header)}\n| {row_text(row.cells)} |" for row in part.rows
            )
        else:
            found.extend(claim.text for claim in (*part.claims, *part.parts))
    return found


def _passage(line: Line) -> Passage:
    return Passage(text=line.text, line=line.line, heads=(line.section,))


def _text(document: Document) -> str:
    return document.data.decode("utf-8", "replace")


def _key(fault: Doubt) -> tuple[str, str, str]:
    return fault.kind, fault.a.quote if fault.a else "", fault.b.quote if fault.b else ""


@dataclass(frozen=True, slots=True)
class TooLong:
    """A section that is past its limit, and what could go from it first."""

    heading: str
    line: int
    """Of the heading."""
    characters: int
    lines: tuple[int, ...]
    """Lines that repeat others or have been superseded, by the document's own audit."""


def too_long(document: Document, limit: int, today: dt.date) -> tuple[TooLong, ...]:
    """The sections of more than `limit` characters; none is looked into where none is too long."""
    sections = document.sections_over(limit)
    if not sections:
        return ()
    found = [finding for finding in audit(document.data, today=today).findings if finding.kind in _CAN_GO]
    made = []
    for section in sections:
        places = {quote.line for finding in found for quote in (finding.a, finding.b) if quote}
        inside = tuple(sorted(line for line in places if section.line <= line <= section.end_line))
        made.append(TooLong(section.heading, section.line, len(section.text), inside))
    return tuple(made)
