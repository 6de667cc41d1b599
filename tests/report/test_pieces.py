"""A replacement in pieces: nothing of either side is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.report.pieces import pieces


def kinds(old: str, new: str) -> list[str]:
    return [piece.kind for piece in pieces(old, new)]


def test_pieces__lines_that_stay_go_come_and_change() -> None:
    old = "甲为 1 GB/s，三节点实测。\n\n不变的一行。\n\n要删去的一行，与新的毫不相干"
    new = "甲为 2 GB/s，三节点实测。\n\n不变的一行。\n\n- **Kestrel**\n- Gull v1"
    found = pieces(old, new)
    assert [piece.kind for piece in found] == ["changed", "same", "removed", "added"]
    assert "<del>1</del><ins>2</ins>" in found[0].html
    assert "<li>" in found[3].html


def test_pieces__a_sentence_taken_out_of_a_paragraph_is_struck_where_it_stood() -> None:
    (piece,) = pieces("第一句说明。旧的一句。第三句说明。", "第一句说明。第三句说明。")
    assert piece.kind == "changed"
    assert "<del>" in piece.html


def test_pieces__a_paragraph_whose_lines_end_elsewhere_is_compared_as_one() -> None:
    old = "第一句说明写得长一些。旧的一句。\n第三句说明也写得长一些。"
    (first, second) = pieces(old, "第一句说明写得长一些。 第三句说明也写得长一些。\n\n- 新的一条")
    assert (first.kind, second.kind) == ("changed", "added")
    assert [change.text for change in first.words if change.kind == "removed"] == ["。旧的一句"]


def test_pieces__where_the_markup_changes_the_words_are_kept_as_written() -> None:
    (piece,) = pieces("- **甲**：维护模式，不再发布", "- 甲：维护模式，不再发布")
    assert (piece.kind, piece.html) == ("changed", "")
    assert (
        "".join(change.text for change in piece.words if change.kind != "removed")
        == "- 甲：维护模式，不再发布"
    )


def test_pieces__more_lines_than_can_be_compared_are_gone_and_come() -> None:
    assert kinds("\n".join(map(str, range(2_001))), "x") == ["removed", "added"]


LINES = st.lists(st.sampled_from(["甲一", "甲二", "乙", "", "丙丁戊己"]), max_size=8).map("\n".join)


@given(LINES, LINES)
def test_pieces__each_side_is_whole(old: str, new: str) -> None:
    found = pieces(old, new)
    told = "".join(piece.html.striptags() for piece in found)
    for line in new.split("\n"):
        assert not line or any(sign in told for sign in line)
    if old == new:
        assert {piece.kind for piece in found} <= {"same"}
