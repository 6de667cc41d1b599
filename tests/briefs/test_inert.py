"""HTML and pictures in names and words of others are shown in a brief, never live, and nothing of them is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.briefs.inert import inert, live


@pytest.mark.parametrize(
    "text",
    [
        "inbox/<img src=x onerror=alert(1)>",
        "- `a` and <script>alert(1)</script> and `b`",
        "- \\`<img src=x>`",
        "| `a | <img src=x> ` |\n|---|---|\n| `a | <img src=x> ` |",
        "![pixel](https://example.org/p.png)",
        "<!-- hidden -->",
    ],
)
def test_inert__nothing_runs_or_loads(text: str) -> None:
    page = MarkdownIt("gfm-like", {"linkify": False}).render(inert(text))
    assert not any(sign in page for sign in ("<img", "<script", "<!--"))


@pytest.mark.parametrize(
    "target", ["../../.git/config", "javascript:alert(1)", "/etc/passwd", "file:///etc/passwd"]
)
def test_inert__no_link_leads_off_the_web(target: str) -> None:
    text = f"see [this]({target}), [that](https://example.org/a) and [below](#doubts)"
    page = MarkdownIt("gfm-like", {"linkify": False}).render(inert(text))
    assert re.findall(r'href="([^"]*)"', page) == ["https://example.org/a", "#doubts"]
    assert live(inert(text)) == text


def test_inert__code_line_breaks_and_links_stay() -> None:
    text = "- `<think>` 5<sup>2</sup><br>x <https://example.org/a>"
    assert inert(text) == text


@given(st.text(alphabet="<>&;![]`\\|/ \nbrltamp#91x", max_size=60))
def test_live__gives_the_text_back(text: str) -> None:
    assert live(inert(text)) == text
