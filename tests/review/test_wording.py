"""An increment's words, out of its edits and back into them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.document import (
    AddSubsection,
    AddTable,
    Applied,
    Edit,
    add_subsection,
    add_table,
    append_item,
    append_row,
    apply,
    insert_text,
    parse,
    replace,
    replace_cell,
)
from agent.errors import NotReviewable
from agent.review.wording import normal, reworded, seen_of, wording

DOCUMENT = parse(
    "# Guide\n\n## 一\n\n第一段。\n\n- 甲\n- 乙\n\n| 名 | 值 |\n| --- | --- |\n| a | 1 |\n".encode()
)
SECTION = DOCUMENT.sections[2]
PARAGRAPH, ITEM, _, HEAD, ROW = SECTION.body
EDITS: dict[str, Edit] = {
    "text": insert_text(SECTION, PARAGRAPH, "第二段。\n\n第三段。"),
    "item": append_item(SECTION, ITEM, "**丙**\n- 内"),
    "row": append_row(SECTION, ROW, ("b\\|c", "2")),
    "table": add_table(SECTION, PARAGRAPH, ("x", "y"), (("1", "2"),)),
    "replace": replace(SECTION, (PARAGRAPH,), "第一段改。"),
    "cell": replace_cell(SECTION, ROW, 1, "3"),
    "subsection": add_subsection(SECTION, "1.1 新", "正文。"),
}


@pytest.mark.parametrize("name", EDITS)
def test_reworded__with_its_own_words_an_edit_is_the_same(name: str) -> None:
    edit = EDITS[name]
    assert reworded((edit,), wording((edit,))) == (edit,)


@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=7, unique=True))
def test_reworded__with_their_own_words_several_edits_are_the_same(names: list[str]) -> None:
    edits = tuple(EDITS[name] for name in names)
    text = wording(edits)
    assert reworded(edits, text) == edits
    assert reworded(edits, normal(f"\r\n{text}\n\n")) == edits
    assert seen_of(edits) == seen_of(reworded(edits, text))


def test_reworded__only_the_words_change_never_the_place() -> None:
    edit = EDITS["item"]
    (made,) = reworded((edit,), "- **丁**")
    assert made.model_copy(update={"text": edit.text}) == edit  # type: ignore[union-attr]  # an item has a text
    applied = apply(DOCUMENT, (made,))
    assert isinstance(applied, Applied)
    assert "- 乙\n- **丁**\n".encode() in applied.data
    assert seen_of((made,)) != seen_of((edit,))


def test_reworded__a_row_and_a_table_and_a_heading() -> None:
    (row,) = reworded((EDITS["row"],), "| z \\| w | 9 |")
    assert row == EDITS["row"].model_copy(update={"cells": ("z \\| w", "9")})
    (table,) = reworded((EDITS["table"],), "| x | z |\n|:--|--:|\n| 3 | 4 |\n| 5 | 6 |")
    assert isinstance(table, AddTable)
    assert (table.header, table.rows) == (("x", "z"), (("3", "4"), ("5", "6")))
    (section,) = reworded((EDITS["subsection"],), "### 1.1 别的\n\n别的正文。")
    assert isinstance(section, AddSubsection)
    assert (section.heading, section.text) == ("1.1 别的", "别的正文。")


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["row"], "| a | b |\n| c | d |"),
        (["table"], "| a | b |"),
        (["subsection"], "no heading"),
        (["text", "item"], "the lines between the parts are gone"),
        (["text", "item"], "<!-- redline 2/2 -->\na\n<!-- redline 1/2 -->\nb"),
        (["text", "item"], "before\n<!-- redline 1/2 -->\na\n<!-- redline 2/2 -->\nb"),
    ],
)
def test_reworded__a_text_of_another_form_is_refused_in_a_sentence(names: list[str], text: str) -> None:
    with pytest.raises(NotReviewable):
        reworded(tuple(EDITS[name] for name in names), text)


@given(st.text(max_size=80))
def test_reworded__any_text_is_taken_or_refused_never_fatal(text: str) -> None:
    for edit in EDITS.values():
        try:
            made = reworded((edit,), text)
        except NotReviewable:
            continue
        apply(DOCUMENT, made)
