"""Blocks go where others stand for them; every byte and block beside them stays."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from agent.document import Applied, Refused, append_item, apply, insert_text, parse, reached, remove, replace
from tests.document.markdown import files, legal_edit
from tests.document.test_apply import seen

relaxed = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize(
    ("text", "gone", "stands", "expected"),
    [
        ("# A\n\n- a\n- b\n- a\n\nend\n", 3, 1, "# A\n\n- a\n- b\n\nend\n"),
        ("# A\n\n- a\n- b\n- a\n\nend\n", 1, 3, "# A\n\n- b\n- a\n\nend\n"),
        ("# A\n\none\n\n\ntwo\n\none\n\n## B\n", 3, 1, "# A\n\none\n\n\ntwo\n\n## B\n"),
        ("# A\n\none\n\ntwo\n\none", 3, 1, "# A\n\none\n\ntwo\n"),
        ("# A\r\n\r\none\r\n\r\ntwo\r\n", 1, 2, "# A\r\n\r\ntwo\r\n"),
        (
            "# A\n\n| x | y |\n|---|---|\n| 1 | 2 |\n| 1 | 2 |\n\nend\n",
            3,
            2,
            "# A\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nend\n",
        ),
        ("# A\n\none\n## B\n", 1, 0, "# A\n\n## B\n"),
        ("# A\n\n- a\n\n- b\n\n- a\n", 3, 1, "# A\n\n- a\n\n- b\n"),
    ],
)
def test_a_block_goes_with_the_shorter_gap_beside_it(
    text: str, gone: int, stands: int, expected: str
) -> None:
    document = parse(text.encode())
    section = document.sections[1]
    blocks = section.blocks
    applied = apply(document, [remove(section, (blocks[gone],), (blocks[stands],))])
    assert isinstance(applied, Applied), applied
    assert applied.data.decode() == expected


@relaxed
@given(st.data(), files())
def test_all_other_bytes_and_blocks_stay(data: st.DataObject, file: bytes) -> None:
    document = parse(file)
    assume(document.block_count > 1)
    at, other = data.draw(
        st.lists(st.integers(0, document.block_count - 1), min_size=2, max_size=2, unique=True)
    )
    block = document.block(at)
    edit = remove(document.section_at(block.line), (block,), (document.block(other),))
    applied = apply(document, [edit])
    if isinstance(applied, Refused):
        return
    removed = len(file) - len(applied.data)
    start = next((i for i in range(len(applied.data)) if file[i] != applied.data[i]), len(applied.data))
    assert file[:start] + file[start + removed :] == applied.data
    assert len(block.data) <= removed
    assert [seen(b, applied.document) for b in applied.document.blocks] == [
        seen(b, document) for b in document.blocks if b.index != at
    ]


@relaxed
@given(st.data(), files())
def test_a_removal_beyond_the_reach_of_edits_goes_with_any_of_them(data: st.DataObject, file: bytes) -> None:
    document = parse(file)
    made = st.composite(
        lambda draw: [legal_edit(draw, document, str(n)) for n in range(draw(st.integers(1, 3)))]
    )
    edits = [edit for edit in data.draw(made()) if edit is not None]
    free = [block for block in document.blocks if block.index not in reached(document, edits)]
    assume(len(free) > 1 and isinstance(apply(document, edits), Applied))
    gone, stands = data.draw(st.sampled_from(free)), data.draw(st.sampled_from(free))
    removal = remove(document.section_at(gone.line), (gone,), (stands,))
    if isinstance(apply(document, [removal]), Applied):
        both = [
            outcome.data
            for outcome in (apply(document, [removal, *edits]), apply(document, [*edits, removal]))
            if isinstance(outcome, Applied)
        ]
        assert len(both) == 2
        assert both[0] == both[1]


def test_what_stands_for_it_may_not_change_in_the_same_set() -> None:
    document = parse(b"# A\n\n- a\n- b\n- a\n\nend\n")
    section = document.sections[1]
    first, second, third, end = section.body
    edit = remove(section, (third,), (first,))
    for other in (replace(section, (first,), "c"), remove(section, (first,), (third,))):
        for order in ([edit, other], [other, edit]):
            refused = apply(document, order)
            assert isinstance(refused, Refused)
            assert refused.reason == "overlap"
    assert isinstance(apply(document, [edit, replace(section, (second,), "c")]), Applied)
    assert isinstance(apply(document, [edit, insert_text(section, end, "more")]), Applied)
    appended = apply(document, [edit, append_item(section, first, "c")])
    assert isinstance(appended, Applied)
    assert appended.data == b"# A\n\n- a\n- b\n- c\n\nend\n"
