"""A row of a note's table belongs in the document's table of the same heads."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.document import parse
from agent.relation import Said, lines_of, matched, relation_of_texts

DOCUMENT = """# Boats

## Speeds

| Boat | Hull | Knots | Range (nm) |
|---|---|---|---|
| Swift | steel | 14 | 1,200 |
| Drift | wood | 9.50 | 800 |
| Calm | — | 7 | 640 |

## 引擎

| 引擎 | GPU | 延迟 (ms) |
|---|---|---|
| 山雀 | X90 | 12.5 |
"""
SAID = Said(lines_of(parse(DOCUMENT.encode())))
HEADS = ("Boat", "Hull", "Knots", "Range (nm)")


def relation_of(*cells: str, heads: tuple[str, ...] = HEADS) -> tuple[str, int]:
    text = " | ".join(cells)
    found = relation_of_texts([text], SAID, date=dt.date(2026, 10, 12), rows={text: (heads, cells)})
    return found.relation, found.line


@pytest.mark.parametrize(
    ("cells", "relation", "line"),
    [
        (("Swift", "steel", "14", "1200"), "covered", 7),
        (("Drift", "wood", "9.5", "800"), "covered", 8),
        (("Drift", "wood", "10", "800"), "contradicts", 8),
        (("Calm", "glass", "7", "640"), "supersedes", 9),
        (("Swift", "alloy", "17", "1,200"), "new", 0),
        (("Haste", "steel", "21", "900"), "new", 0),
    ],
)
def test_row__is_known_turned_or_new(cells: tuple[str, ...], relation: str, line: int) -> None:
    assert relation_of(*cells) == (relation, line)


def test_row__columns_may_stand_in_another_order() -> None:
    heads = ("Boat", "Knots", "Range (nm)", "Hull")
    assert relation_of("Drift", "10", "800", "wood", heads=heads) == ("contradicts", 8)
    found = matched(heads, ("Drift", "10", "800", "wood"), SAID)
    assert found is not None
    assert found.cells == ("Drift", "wood", "10", "800")
    assert found.changed == (2,)


def test_row__heads_in_another_language_are_the_same_where_units_say_so() -> None:
    assert relation_of("山雀", "X90", "12.50", heads=("Engine", "GPU", "latency (ms)"))[0] == "covered"
    assert matched(("Engine", "GPU", "latency (s)"), ("山雀", "X90", "1"), SAID) is None


def test_row__other_heads_are_another_table() -> None:
    assert matched(("Boat", "Hull", "Knots"), ("Swift", "steel", "14"), SAID) is None
