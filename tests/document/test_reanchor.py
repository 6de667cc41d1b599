"""Edits follow a document that others have changed, and take nothing of theirs away."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from agent.document import Applied, ReplaceBlocks, apply, insert_item, parse, reanchored, replace
from agent.document.edits import RemoveBlocks, ReplaceCell
from tests.document.markdown import files, legal_edit

relaxed = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@relaxed
@given(st.data(), files())
def test_any_edit_after_any_other__has_a_place_or_none_and_keeps_the_others_lines(
    data: st.DataObject, file: bytes
) -> None:
    old = parse(file)
    ours, theirs = (data.draw(st.composite(lambda draw: legal_edit(draw, old))()) for _ in range(2))
    assume(ours is not None and theirs is not None)
    assert ours is not None
    assert theirs is not None
    assume(not isinstance(theirs, RemoveBlocks))
    changed = apply(old, [theirs])
    assume(isinstance(changed, Applied))
    assert isinstance(changed, Applied)
    moved = reanchored([ours], old, changed.document)
    if moved is None or isinstance(ours, ReplaceBlocks | ReplaceCell | RemoveBlocks):
        return
    applied = apply(changed.document, moved)
    if isinstance(applied, Applied):
        there = applied.data.removeprefix(b"\xef\xbb\xbf").split()
        assert all(word in there for word in changed.data.removeprefix(b"\xef\xbb\xbf").split())


def test_unchanged__the_same_edits() -> None:
    document = parse(b"# A\n\n- one\n- two\n")
    section = document.sections[-1]
    edit = insert_item(section, section.body[-1], "new")
    assert reanchored([edit], document, document) == (edit,)


def test_a_replaced_line_that_others_changed__has_no_place() -> None:
    old, new = parse(b"# A\n\n- one\n- two\n"), parse(b"# A\n\n- one\n- 2\n")
    section = old.sections[-1]
    assert reanchored([replace(section, (section.body[-1],), "zwei")], old, new) is None
