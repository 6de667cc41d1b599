"""Pictures of the report: true of any document."""

from __future__ import annotations

from agent.report.changes import Changes, Mark
from agent.report.pictures import strip


def test_strip__of_a_document_without_headings_has_no_sections() -> None:
    assert strip(Changes(all=(), sections=(), lines=3)).sections == ()
    assert strip(Changes(all=(), sections=(), lines=0)).sections == ()


def test_strip__sections_reach_to_the_next_heading_and_the_last_to_the_end() -> None:
    marks = (Mark(title="A", line=1, level=1), Mark(title="B", line=6, level=1))
    first, last = strip(Changes(all=(), sections=marks, lines=10)).sections
    assert (first.title, last.title) == ("A", "B")
    assert first.x + first.width == last.x
