"""Changes: each belongs to its increment, and says where it stands in the finished document."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.document import Applied, apply
from agent.report.changes import cells_of, changes_of
from tests.report.records import document, edits, steps_of


def test_changes__stand_where_the_finished_document_has_them() -> None:
    found, made = document(), edits()
    applied = apply(found, [edit for _, edit in made])
    assert isinstance(applied, Applied)
    lines = applied.data.decode().split("\n")
    changes = changes_of(found, steps_of(made))
    assert [change.increment for change in changes.all] == ["i2", "i1", "i3", "i4"]
    for change in changes.all:
        assert "\n".join(lines[change.line - 1 : change.end_line]) == change.added


@given(st.sets(st.integers(0, 3), min_size=1))
def test_changes__of_any_subset_are_those_of_its_edits(chosen: set[int]) -> None:
    made = [edits()[number] for number in sorted(chosen)]
    changes = changes_of(document(), steps_of(made))
    assert {change.increment for change in changes.all} == {name for name, _ in made}
    removed = {change.increment: change.removed for change in changes.all}
    assert removed.get("i1", "") == removed.get("i4", "") == ""
    assert removed.get("i3", "| Kestrel | 4.8 GB/s |") == "| Kestrel | 4.8 GB/s |"


def test_changes__show_what_stands_around() -> None:
    by_name = {change.increment: change for change in changes_of(document(), steps_of(edits())).all}
    assert (by_name["i1"].before, by_name["i1"].after) == ("- **Heron**：维护模式。", "## 性能")
    assert (by_name["i3"].before, by_name["i3"].after) == (
        "| 引擎 | 吞吐 |\n| --- | --- |",
        "| Heron | 2.1 GB/s |",
    )
    assert by_name["i3"].head == "| 引擎 | 吞吐 |\n| --- | --- |"
    assert by_name["i1"].head == ""


def test_changes__know_the_sections_of_the_finished_document() -> None:
    changes = changes_of(document(), steps_of(edits()))
    assert [(mark.title, mark.line) for mark in changes.sections] == [
        ("存储", 1),
        ("引擎", 3),
        ("性能", 9),
        ("可靠性", 17),
    ]
    assert changes.lines == 19


def test_cells__are_those_of_the_row_escapes_and_all() -> None:
    assert cells_of("| a \\| b | `c` |") == ("a \\| b", "`c`")
