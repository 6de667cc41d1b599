"""What a model is shown of one section: the increments bound for it, their evidence under short ids, and how
the section is written. Never the whole document; everything fenced, and every line of it data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.drafts import DraftRequest, Planned
from agent.entries.words import names_source
from agent.facts import split_claims
from agent.gist import content
from agent.models import Evidence, Point, Table
from agent.orders import without_orders
from agent.prompts import fence, neutral
from agent.selection import is_colophon
from agent.tokens import tokens

_EVIDENCE_LIMIT = 4_000
"""Characters of quotations an increment; the passages that speak most of it come first."""
_SAMPLE_LIMIT = 240
"""Characters of the section that show how it is written."""
_SAME = 0.8
"""Share of its words from which a point counts as a repetition of a quotation."""
_SPACE = re.compile(r"\s+")
_WIDE = re.compile(r"(?<=\S)[ \t\u3000]{3,}")
"""Blanks that only set columns apart."""
_RULE = re.compile(r"[\s|+=\-]*")
"""A line that only parts others."""


@dataclass(frozen=True, slots=True)
class Material:
    """One increment under the names by which a model may speak of it."""

    planned: Planned
    alias: str
    """`i1`, `i2` …"""
    evidence: dict[str, Evidence]
    """`e1`, `e2` …: what a sentence may cite."""
    tables: dict[str, Table]
    """`t1`, `t2` …: tables that can be taken over whole."""
    shown: str


def materials(request: DraftRequest) -> tuple[Material, ...]:
    """The increments of a request, each with names of its own."""
    made: list[Material] = []
    quotes = tables = 0
    for number, planned in enumerate(request.increments, start=1):
        one = _material(planned, f"i{number}", quotes, tables)
        quotes += len(one.evidence)
        tables += len(one.tables)
        made.append(one)
    return tuple(made)


def place_of(request: DraftRequest) -> str:
    """Where the section stands, in three lines."""
    lines = {
        "document": request.document,
        "section": " › ".join(request.section),
        "neighbouring sections": "; ".join(request.neighbours),
    }
    return "\n".join(f"{name}: {_SPACE.sub(' ', text)}" for name, text in lines.items())


def sample_of(section_text: str) -> str:
    """The last lines of a section, whole, as an example of how it is written."""
    lines = [line for line in section_text.splitlines() if line.strip()]
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(line) > _SAMPLE_LIMIT:
            break
        kept.append(line)
    return "\n".join(reversed(kept)) or (lines[-1][:_SAMPLE_LIMIT] if lines else "")


def _material(planned: Planned, alias: str, quotes: int, tables: int) -> Material:
    increment = planned.increment
    near = [evidence for evidence in planned.evidence if evidence.distance < 2]
    far = [evidence for evidence in planned.evidence if evidence.distance == 2]
    citable = [*near, *far] if planned.unresolved or not near else near
    kept = {f"t{tables + n}": table for n, table in enumerate(_tables(increment.body), start=1)}
    chosen = _chosen([entry for entry in citable if not _repeats(entry, kept.values())], planned)
    evidence = {f"e{quotes + n}": entry for n, entry in enumerate(chosen, start=1)}
    return Material(planned, alias, evidence, kept, _shown(planned, alias, evidence, kept))


def _tables(body: Iterable[Point | Table]) -> list[Table]:
    return [part for part in body if isinstance(part, Table)]


def _chosen(citable: Sequence[Evidence], planned: Planned) -> list[Evidence]:
    """Without what gives orders, repeats another, only links, or has nothing to do with the increment; the nearest
    to its own words within the limit."""
    told = [part.text if isinstance(part, Point) else part.caption for part in planned.increment.body]
    said = set(tokens("\n".join(told)))
    title = set(tokens(planned.increment.title))
    # Of an increment that says nothing itself, all that was gathered is what it says.
    wanted = set(content("\n".join((planned.increment.title, *told)))) if said else set[str]()
    once: dict[str, Evidence] = {}
    for entry in citable:
        if without_orders(entry.quote).strip() and entry.quote not in entry.heads and _tells(entry, wanted):
            once.setdefault(_SPACE.sub("", entry.quote), entry)

    def nearness(entry: Evidence) -> float:
        words = set(tokens(entry.quote))
        return len(words & (title | said)) / (len(words) + 3) - entry.distance

    kept: list[Evidence] = []
    left = _EVIDENCE_LIMIT
    for entry in sorted(once.values(), key=nearness, reverse=True):
        size = len(_compact(entry.quote))
        if size <= left or not kept:
            kept.append(entry)
            left -= size
    return [entry for entry in once.values() if entry in kept]


def _tells(entry: Evidence, wanted: set[str]) -> bool:
    """Whether a quotation can say something of an increment: a link alone is given as a source, and who wrote it is
    found there; a line without a figure and without a word in common, such as the title of the note, is of something
    else."""
    if names_source(entry.quote.strip()):
        return False
    if any(map(str.isdecimal, entry.quote)):
        return True
    return not is_colophon(entry.quote) and (not wanted or bool(wanted & set(content(entry.quote))))


def _repeats(entry: Evidence, tables: Iterable[Table]) -> bool:
    """Whether a quotation is a table that the increment carries itself: it is shown once."""
    rows = [claim.cells for claim in split_claims(entry.quote)]
    if not rows or not all(rows):
        return False
    wanted = {tuple(_SPACE.sub("", cell) for cell in row) for table in tables for row in table.rows}
    return all(tuple(_SPACE.sub("", cell) for cell in row) in wanted for row in rows)


def _shown(planned: Planned, alias: str, evidence: dict[str, Evidence], tables: dict[str, Table]) -> str:
    """Continuation lines are indented, so that no line of a quotation can pass for an id of ours."""
    increment = planned.increment
    quotes = [set(tokens(entry.quote)) for entry in evidence.values()]
    lines = [f"title: {_indented(increment.title)}"]
    if planned.relation != "new":
        lines.append(f"relation: {planned.relation}")
    if planned.document_says:
        lines.append(f"the document says: {_indented(planned.document_says.quote)}")
    points = (part for part in increment.body if isinstance(part, Point))
    for point in points:
        untold = not _told_by(point.text, quotes) and not is_colophon(f"{point.label}: {point.text}")
        if untold and without_orders(point.text):
            lines.append(f"point: {_indented(point.text)}")
    for name, entry in evidence.items():
        where = " (brief)" if entry.distance == 2 else ""
        lines.append(f"{name}{where}: {_indented(without_orders(entry.quote))}")
    for name, table in tables.items():
        rows = [" | ".join(table.header), *(" | ".join(row) for row in table.rows)]
        lines.append(f"{name}: {_indented(table.caption)}\n  " + "\n  ".join(_indented(row) for row in rows))
    return fence(alias, "\n".join(lines))


def _told_by(text: str, quotes: Iterable[set[str]]) -> bool:
    """Whether a quotation has nearly all the words of a point: it need not be shown twice."""
    words = set(tokens(text))
    return not words or any(len(words & quote) >= _SAME * len(words) for quote in quotes)


def _indented(text: str) -> str:
    return neutral(_compact(text)).strip().replace("\n", "\n  ")


def _compact(text: str) -> str:
    """A quotation without empty lines, rules and the blanks that set columns apart: none of it is said."""
    lines = text.split("\n")
    return "\n".join(_WIDE.sub("  ", line.rstrip()) for line in lines if not _RULE.fullmatch(line))
