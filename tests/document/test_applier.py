"""Sets of edits that are applied one after the other come to what each comes to alone."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.document import Applied, Applier, Edit, apply, insert_item, parse
from tests.document.markdown import files, legal_edit

relaxed = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@relaxed
@given(st.data(), files())
def test_any_sets_in_any_order_come_to_what_each_comes_to_alone(data: st.DataObject, file: bytes) -> None:
    document = parse(file)
    drawn = [data.draw(st.composite(lambda draw: legal_edit(draw, document))()) for _ in range(5)]
    edits: list[Edit] = [edit for edit in drawn if edit is not None]
    applier = Applier(document)
    for _ in range(6):
        chosen = data.draw(st.lists(st.sampled_from(edits), max_size=5)) if edits else []
        assert applier.apply(chosen) == apply(document, chosen)


def test_a_set_that_shrinks_and_grows_otherwise_forgets_what_it_lost() -> None:
    document = parse(b"# A\n\n- one\n- two\n- three\n")
    section = document.sections[-1]
    one, two, three = (block for block in section.body if block.kind == "list_item")
    a, b, c = (insert_item(section, block, text) for block, text in ((one, "A"), (two, "B"), (three, "C")))
    applier = Applier(document)
    for edits in ([a, b], [a], [a, c], [c, a], [c, a, b], []):
        made = applier.apply(edits)
        assert isinstance(made, Applied)
        assert made == apply(document, edits)
