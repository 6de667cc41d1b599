"""A new subsection: its place, its level, its number."""

from __future__ import annotations

from collections.abc import Callable

from agent.document import edits as ops
from agent.document.checks import check_heading, check_text
from agent.document.edits import Refused
from agent.document.headings import split_label
from agent.document.model import Document, Section
from agent.document.neighbours import last_before
from agent.document.splice import Site, Splice, refuse, split_lines


def add_subsection(site: Site, edit: ops.AddSubsection) -> Splice | Refused:
    document, section = site.document, site.section
    before = None if edit.before is None else document.section(edit.before)
    if edit.before is not None and (before is None or not _is_child(before, section)):
        return refuse(
            "unknown_section", "The subsection that the new one should precede is not in the section."
        )
    last = last_before(section, before)
    if (last.hash if last else "") != edit.beside:
        return refuse("stale", f"The end of section {section.heading!r} has changed.")
    problem = check_heading(document, edit.heading)
    if problem is not None:
        return problem
    level = _level(document, section)
    if level > 6:
        return refuse("heading", "Headings go six levels deep, and the section stands on the sixth.")
    text = split_lines(edit.text)
    problem = check_text(document, edit.text, below=level)
    if problem is not None:
        return problem
    label = _next_label(document, section, edit.heading)
    at = before.start if before else last.end if last else document.columns.line_starts[0]
    return Splice(
        edit=site.position,
        start=at,
        end=at,
        shape="section",
        key=site.key(edit, "section", 0, "before" if before else "after"),
        lines=lambda turn, _turns: [f"{'#' * level} {label(turn)}{edit.heading.strip()}", "", *text],
        depth=0,
        levels=(level,),
        eol=site.eol(last) if last else document.eol,
        kind="heading",
    )


def _is_child(other: Section, section: Section) -> bool:
    """The sections at the top are children of what precedes all headings."""
    return other.parent == section.index if section.level else other.parent < 0


def _level(document: Document, section: Section) -> int:
    """One level deeper than the section, or as deep as its subsections are."""
    children = section.children
    if section.level:
        return children[0].level if children else section.level + 1
    return min((other.level for other in document.sections[1:]), default=1)


def _next_label(document: Document, section: Section, heading: str) -> Callable[[int], str]:
    """The number before a new heading, where all subsections beside it are numbered with digits."""
    beside = section.children if section.level else tuple(s for s in document.sections[1:] if s.parent < 0)
    numbered = bool(beside) and all(
        s.label and s.label[-1].isdecimal() and s.label[-1].isascii() for s in beside
    )
    if not numbered or split_label(heading)[0]:
        return lambda _turn: ""
    last = beside[-1]
    at = last.heading.find(last.label)
    stem, _, number = last.label.rpartition(".")
    lead, tail = last.heading[:at], last.heading[at + len(last.label) :]
    sign = tail[: len(tail) - len(split_label(f"1{tail}")[1])]
    dot = "." if stem else ""
    return lambda turn: (
        f"{lead if not lead.strip(' §第(（') else ''}{stem}{dot}{int(number) + 1 + turn}{sign}"
    )
