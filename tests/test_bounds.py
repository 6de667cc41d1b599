"""A draft is on single lines, each once, and has an end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.bounds import LINE, TOTAL, bounded, one_line
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable

TEXT = st.text(alphabet=st.sampled_from(list("ab1。，：| \n\t\r\u2028\x00\u202e\u200d中文*#")), max_size=40)


def claim(text: str) -> DraftClaim:
    return DraftClaim(text=text, evidence=("e1",))


def patch(*parts: DraftPoint | DraftTable, title: str = "Title") -> DraftPatch:
    return DraftPatch(increment="i", title=claim(title), parts=parts)


@given(TEXT)
def test_one_line__has_no_break_and_nothing_hidden(text: str) -> None:
    line = one_line(text)
    assert not set(line) & set("\n\r\t\u2028\x00\u202e")
    assert one_line(line) == line


@given(st.text(alphabet="ab 中文1。", max_size=40))
def test_one_line__leaves_a_plain_line_as_it_is(text: str) -> None:
    assert one_line(text) is text


@given(st.lists(st.lists(TEXT, max_size=4), max_size=6))
def test_bounded__a_bounded_patch_stays_as_it_is(lines: list[list[str]]) -> None:
    parts = [DraftPoint(claims=tuple(claim(text) for text in texts)) for texts in lines if texts]
    once, _ = bounded(patch(*parts))
    again, left_out = bounded(once)
    assert again == once
    assert left_out == ()


def test_bounded__an_ordinary_patch_is_the_same() -> None:
    table = DraftTable(header=("a", "b"), rows=(DraftRow(cells=("1", "2")), DraftRow(cells=("2", "3"))))
    ordinary = patch(DraftPoint(claims=(claim("One."), claim("Two.")), parts=(claim("three"),)), table)
    assert bounded(ordinary) == (ordinary, ())


def test_bounded__what_is_said_twice_is_said_once() -> None:
    point = DraftPoint(claims=(claim("One."), claim("One.")))
    found, left_out = bounded(patch(point, point))
    assert found.parts == (DraftPoint(claims=(claim("One."),)),)
    assert left_out == ()


def test_bounded__the_same_row_in_two_tables_is_two_rows() -> None:
    row = (DraftRow(cells=("1", "2")),)
    tables = (DraftTable(header=("a", "b"), rows=row), DraftTable(header=("a", "c"), rows=row))
    assert bounded(patch(*tables))[0].parts == tables


def test_bounded__an_endless_claim_is_left_out_and_told() -> None:
    found, left_out = bounded(
        patch(DraftPoint(claims=(claim("x" * (LINE + 1)), claim("One."))), title="t" * 5000)
    )
    assert found.parts == (DraftPoint(claims=(claim("One."),)),)
    assert len(found.title.text) == LINE
    assert [entry.reason for entry in left_out] == [f"longer than {LINE} characters"]
    assert len(left_out[0].text) < 200


def test_bounded__endlessly_many_claims_end_and_are_counted() -> None:
    points = [DraftPoint(claims=(claim(f"Claim number {n:06d}."),)) for n in range(5000)]
    found, left_out = bounded(patch(*points))
    assert sum(len(c.text) for p in found.parts if isinstance(p, DraftPoint) for c in p.claims) <= TOTAL
    assert len(left_out) == 1
    assert str(5000 - len(found.parts)) in left_out[0].text
