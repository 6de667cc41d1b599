"""What a writer is asked and what it answers: drafts as typed claims, never as free Markdown.

A draft holds claims with the ids of the evidence that they rest on, so that each can be checked, cut
or kept alone. `render` turns it into Markdown lines; bullets, indentation and line endings are the
document's own and are put on when the edit is applied.
"""

from __future__ import annotations

from typing import Literal

from agent.models import Caveat, Evidence, Increment, Language, Model, Quote, Relation, SourceRef

Disposition = Literal["draft", "list", "other document", "covered", "refused before"]


class Planned(Model):
    """An increment with everything that is needed to draft it."""

    increment: Increment
    evidence: tuple[Evidence, ...]
    unresolved: tuple[SourceRef, ...] = ()
    """Sources that the increment names and that are not at hand."""
    disposition: Disposition = "draft"
    why: str = ""
    """Why it is not drafted, or why it goes where it goes: one line."""
    section: tuple[str, ...] = ()
    """Heading path of the target section."""
    sure: bool = True
    """Whether the place is certain; if not, `alternatives` go to the reviewer."""
    alternatives: tuple[tuple[str, ...], ...] = ()
    relation: Relation = "new"
    document_says: Quote | None = None
    """The line of the document that shows the relation."""


class DraftClaim(Model):
    """One sentence of a draft and what it rests on."""

    text: str
    evidence: tuple[str, ...] = ()


class DraftPoint(Model):
    """One item: claims that are read in one line, under a lead-in or alone."""

    claims: tuple[DraftClaim, ...]
    label: str = ""
    quoted: bool = False
    """The words are the source's own, in a language that is not the document's."""


class DraftRow(Model):
    """One row of a table."""

    cells: tuple[str, ...]
    evidence: tuple[str, ...] = ()


class DraftTable(Model):
    """A table kept as a table."""

    header: tuple[str, ...]
    rows: tuple[DraftRow, ...]
    caption: str = ""


class DraftPatch(Model):
    """What is to be said of one increment."""

    increment: str
    title: DraftClaim
    parts: tuple[DraftPoint | DraftTable, ...] = ()
    sources: tuple[str, ...] = ()
    """Links or paths that a reader can follow, in Markdown."""
    caveats: tuple[Caveat, ...] = ()
    reason: str = ""
    """For the reviewer: why so."""


class Rejected(Model):
    """A claim that did not pass, and why: what goes back to the writer."""

    increment: str
    text: str
    reason: str
    facts: tuple[str, ...] = ()
    """The words in it that did not hold; empty when the claim as a whole did not."""


class DraftRequest(Model):
    """Everything that a writer sees of one section: never the whole document."""

    language: Language
    document: str
    section: tuple[str, ...]
    section_text: str
    neighbours: tuple[str, ...] = ()
    """Headings before and after the section."""
    increments: tuple[Planned, ...]
    rejected: tuple[Rejected, ...] = ()
    night: str = ""
    """The night's date, ISO 8601: the only date a writer may add."""


class DraftReply(Model):
    """What a writer answers: one patch an increment, or none where there is nothing to say."""

    patches: tuple[DraftPatch, ...]
    writer: str
    """Name and version of the writer, for the commit."""


_WORDS = {
    "zh": {
        "source": "来源：",
        "caveat": "待核实：",
        "original": "原文：",
        "stop": "；",
        "colon": "：",
        "open": "「",
        "close": "」",
    },
    "en": {
        "source": "Source: ",
        "caveat": "To be verified: ",
        "original": "Original: ",
        "stop": "; ",
        "colon": ": ",
        "open": "“",
        "close": "”",
    },
}


def render(patch: DraftPatch, language: Language) -> list[str]:
    """The patch as Markdown lines of one list item: a bold lead, nested items and tables, caveats last.

    The first line carries no bullet; nested lines are indented by two spaces and carry `- `.
    """
    words = _WORDS[language]
    source = f"{words['source']}{words['stop'].join(patch.sources)}" if patch.sources else ""
    lines = [_lead(patch.title.text, source, language)]
    for part in patch.parts:
        if isinstance(part, DraftPoint):
            lines.append(f"  - {_point(part, words)}")
        else:
            lines.extend(_table(part))
    wordings = dict.fromkeys(caveat.wording.rstrip("。.;； ") for caveat in patch.caveats)
    if wordings:
        lines.append(f"  - {words['caveat']}{words['stop'].join(wordings)}")
    return lines


def _lead(title: str, source: str, language: Language) -> str:
    if not source:
        return f"**{title}**"
    return f"**{title}**（{source}）" if language == "zh" else f"**{title}** ({source})"


def _point(point: DraftPoint, words: dict[str, str]) -> str:
    text = words["stop"].join(claim.text.rstrip("。；;") for claim in point.claims)
    if point.quoted:
        text = f"{words['original']}{words['open']}{text}{words['close']}"
    return f"{point.label}{words['colon']}{text}" if point.label else text


def _table(table: DraftTable) -> list[str]:
    rows = [table.header, tuple("---" for _ in table.header), *(row.cells for row in table.rows)]
    lines = [f"  - {table.caption}" if table.caption else "", ""] if table.caption else [""]
    indent = "    " if table.caption else "  "
    lines.extend(indent + "| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows)
    return [*lines, ""]


def _cell(text: str) -> str:
    return " ".join(text.replace("\\|", "|").replace("|", "\\|").split())
