"""The one cell that a statement changes."""

import pytest

from agent.cells import changed_cell
from agent.drafts import DraftClaim, DraftPatch, DraftPoint

ROW = ("Rancilio Silvia V6", "single", "1100 W", "749 EUR", "v1.43")


def said(*texts: str) -> DraftPatch:
    claims = tuple(DraftClaim(text=text) for text in texts)
    return DraftPatch(increment="i", title=DraftClaim(text="News"), parts=(DraftPoint(claims=claims),))


@pytest.mark.parametrize(
    ("text", "column", "value"),
    [
        ("The Silvia now costs 799 EUR.", 3, "799 EUR"),
        ("Silvia 的功率改为 1.2 kW。", 2, "1.2 kW"),
        ("Its firmware is v1.44.", 4, "v1.44"),
        ("The Silvia costs 799 EUR instead of 749 EUR.", 3, "799 EUR"),
    ],
)
def test_changed_cell__the_figure_of_the_same_sort(text: str, column: int, value: str) -> None:
    changed = changed_cell(ROW, said(text))
    assert changed is not None
    assert (changed.column, changed.value) == (column, value)


@pytest.mark.parametrize(
    "texts",
    [
        ("It now costs 799 EUR, or 699 EUR for members.",),
        ("It now costs 799 EUR and draws 1200 W.",),
        ("It weighs 14 kg.",),
        ("It costs 749 EUR.",),
        ("It now costs 799 EUR.", "The old pump was loud."),
    ],
    ids=["two figures", "two cells", "no such cell", "nothing changed", "more than a cell holds"],
)
def test_changed_cell__none_where_it_cannot_be_told(texts: tuple[str, ...]) -> None:
    assert changed_cell(ROW, said(*texts)) is None
