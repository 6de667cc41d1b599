"""From a draft to Markdown: one item, nested, and nothing in it that is another block."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable
from agent.items import inert, item_lines
from agent.models import Caveat

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
ANYTHING = st.text(
    alphabet=st.sampled_from(list("ab1。：| *#>-+.)<>!?/=\"'`~[]():&;\\中")), min_size=1, max_size=30
).map(str.strip).filter(bool)  # fmt: skip


def claim(text: str) -> DraftClaim:
    return DraftClaim(text=text, evidence=("e1",))


TABLE = DraftTable(
    header=("并发", "P50 (ms)"),
    rows=(DraftRow(cells=("64", "3.10")), DraftRow(cells=("a|b", "4.75"))),
    caption="64 核",
)
PATCH = DraftPatch(
    increment="i",
    title=claim("并发与延迟"),
    parts=(
        DraftPoint(claims=(claim("一。"), claim("二。")), label="结论"),
        TABLE,
        DraftPoint(claims=(claim("One thing"),), quoted=True),
        DraftPoint(claims=(claim("三面："),), parts=(claim("甲"), claim("乙"))),
    ),
    sources=("[a](https://a.example)", "[b](https://b.example)"),
    caveats=(Caveat(kind="unverified", risk="high", wording="待独立核实。"),),
)
GOLDEN = """\
**并发与延迟**（来源：[a](https://a.example)；[b](https://b.example)）
- 结论：一；二
- 64 核

  | 并发 | P50 (ms) |
  | --- | --- |
  | 64 | 3.10 |
  | a\\|b | 4.75 |

- 原文：「One thing」
- 三面：甲；乙
- 待核实：待独立核实"""


def test_an_item_as_a_reader_of_the_document_sees_it() -> None:
    assert "\n".join(item_lines(PATCH, "zh")) == GOLDEN


def test_the_frame_is_in_the_documents_language() -> None:
    text = "\n".join(item_lines(PATCH, "en", "*"))
    assert "(Source: [a](https://a.example); [b](https://b.example))" in text
    assert "* Original: “One thing”" in text
    assert "* To be verified: 待独立核实" in text


@pytest.mark.parametrize(
    "text",
    [
        "<60%", "x<y", "a < b", "+5%", "-5 ms", "#tag", "1.5×", "2026-09-25", "a<br>b", "m<sup>2</sup>",
        "`<think>`", "<https://a.example>", "**bold**", "[a](https://a.example)", "| 并不是表格", "C# 12",
        "中文。", "~70%",
    ],
)  # fmt: skip
def test_inert__leaves_what_is_only_text(text: str) -> None:
    assert inert(text) == text or text.startswith("|")


@given(ANYTHING)
def test_inert__a_text_is_one_paragraph_without_html(text: str) -> None:
    kinds = {token.type for token in MARKDOWN.parse(f"- {inert(text)}")}
    blocks = {
        "heading_open",
        "blockquote_open",
        "fence",
        "html_block",
        "hr",
        "code_block",
        "ordered_list_open",
    }
    assert not kinds & blocks
    assert sum(token.type == "list_item_open" for token in MARKDOWN.parse(f"- {inert(text)}")) == 1


@given(ANYTHING)
def test_inert__twice_is_once(text: str) -> None:
    assert inert(inert(text)) == inert(text)


@given(st.lists(ANYTHING, min_size=1, max_size=4), ANYTHING)
def test_an_item_is_one_item_whatever_it_says(texts: list[str], title: str) -> None:
    points = tuple(DraftPoint(claims=(claim(text),)) for text in texts)
    lines = item_lines(DraftPatch(increment="i", title=claim(title), parts=points), "zh")
    text = "\n".join(f"  {line}" if n else f"- {line}" for n, line in enumerate(lines))
    tokens = MARKDOWN.parse(f"- before\n{text}\n- after\n")
    top = [token for token in tokens if token.type == "list_item_open" and token.level == 1]
    assert len(top) == 3
    assert not [token for token in tokens if token.type in {"heading_open", "html_block", "fence"}]
