"""Passages stand verbatim in their text, at the lines that they name."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.ask.cut import LONGEST, Passage, passages_of
from agent.ask.surface import Surface
from agent.models import SourceItem, SourceText
from agent.readers import read
from agent.store import content_hash

PIECES = (
    "# Heading\n",
    "Some words. More words.\n",
    "- an item 一项\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "```\ncode x\ny\n```\n",
    "\n",
)


def cut(text: str) -> list[Passage]:
    data = text.encode()
    item = SourceItem(
        path="a/2026-10-10-x.md",
        item=content_hash(data),
        contributor="a",
        date=dt.datetime(2026, 10, 10, tzinfo=dt.UTC),
        dated_by="name",
    )
    source = read(item, data)
    assert isinstance(source, SourceText)
    return list(passages_of(source, "note"))


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12))
def test_a_passage__stands_at_its_lines(pieces: list[str]) -> None:
    text = "word\n\n" + "\n".join(pieces)
    lines = text.split("\n")
    for passage in cut(text):
        assert passage.text in "\n".join(lines[passage.line - 1 : passage.end_line])


def test_a_row__carries_its_heads_and_what_leads_it_in() -> None:
    row = cut("# T\n\nOn 8 nodes:\n\n| depth | ms |\n|---|---|\n| 32 | 3.1 |\n")[-1]
    assert (row.cells, row.header, row.heads, row.lead) == (
        ("32", "3.1"),
        ("depth", "ms"),
        ("T",),
        "On 8 nodes:",
    )


def test_a_list_item__carries_the_words_before_its_list() -> None:
    item = cut("Kestrel:\n\n- one\n- two\n")[-1]
    assert item.lead.startswith("Kestrel:")


def test_a_long_paragraph__is_cut_between_sentences() -> None:
    passages = cut("One sentence of some length here. " * 60)
    assert len(passages) > 2
    assert all(len(passage.text) <= 2 * LONGEST and passage.text.endswith(".") for passage in passages)


@pytest.mark.parametrize(
    ("text", "form", "there"),
    [
        ("kernel launches", "kernels", True),
        ("GLM-5.3 reaches", "glm 5.3", True),
        ("GLM5.3 reaches", "glm 5.3", True),
        ("on 32GPU", "gpu", True),
        ("a 70B model", "70", False),
        ("4096.000000,1.5", "4096", True),
        ("1,498,021 tokens", "1498021", True),
        ("首 token 延迟", "首token延迟", True),
        ("Command A+", "a+", True),
        ("a plan", "a+", False),
    ],
)
def test_a_form__is_found_as_people_write_it(text: str, form: str, there: bool) -> None:
    assert Surface(text).holds(form) is there


def test_a_version__is_named_by_those_below_it() -> None:
    surface = Surface("vLLM v0.30.1 and 0.305")
    assert surface.has_version("0.30")
    assert not surface.has_version("0.3")
    assert not surface.has_version("0.30.2")


def test_a_row_by_itself__is_a_passage_and_one_that_heads_others_is_none() -> None:
    assert [one.text for one in cut("| v1.2 | 2026 | notes of a release |\n")] == [
        "| v1.2 | 2026 | notes of a release |"
    ]
    assert [one.text for one in cut("| a | b |\n|---|---|\n| 1 | 2 |\n")] == ["| 1 | 2 |"]


def test_a_page_in_a_row__is_cut_between_its_lines_and_keeps_what_begins_it() -> None:
    items = "".join(
        f"<li>item {number} brings a backend of its own to the cache</li>" for number in range(80)
    )
    pieces = cut(f"| v1.2 | <h1>Release of Heron</h1><ul>{items}</ul> |\n")
    assert len(pieces) > 5
    assert all(len(one.text) <= LONGEST + 100 and not one.cells for one in pieces)
    assert all("v1.2" in one.lead for one in pieces[1:])
