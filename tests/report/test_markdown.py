"""Markdown that can do nothing: links to the web, words, and no more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from agent.document.diff import word_diff
from agent.report.markdown import marked_words, rendered, rendered_inline, web_link


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "//evil.example",
        "/etc/passwd",
        "file:///etc/passwd",
        "ftp://x.example/",
        "mailto:a@b.example",
        "http:",
        "https:///x",
        "https://a b",
        "https://a\\b",
        "http://[",
        "\x01https://x.example",
        "",
    ],
)
def test_link__is_none_unless_it_leads_to_the_web(url: str) -> None:
    assert web_link(url) == ""


@pytest.mark.parametrize(
    "url", ["https://x.example/a?b=1#c", "http://x.example", "https://例子.example/路径"]
)
def test_link__to_the_web_stays_as_it_is(url: str) -> None:
    assert web_link(url) == url


def test_rendered__has_lists_tables_code_and_links() -> None:
    text = "- **甲**：[来源](https://x.example)\n  - 乙 `c<d`\n\n| a | b |\n| --- | --- |\n| 1 | ~~2~~ |\n"
    root = html.fragment_fromstring(str(rendered(text)), create_parent="div")
    assert root.xpath(".//li/ul/li/code")[0].text == "c<d"
    assert root.xpath(".//a")[0].get("href") == "https://x.example"
    assert [cell.text_content() for cell in root.xpath(".//td")] == ["1", "2"]


def test_rendered__figures_stand_to_the_right_without_a_style_of_their_own() -> None:
    told = str(rendered("| a | b |\n| --- | --: |\n| 1 | 2 |\n"))
    assert "<td>1</td>" in told
    assert '<td class="num">2</td>' in told


def test_rendered__a_heading_in_a_change_is_no_heading_of_the_page() -> None:
    assert "<h" not in str(rendered("# 甲\n\n乙\n===\n"))


def test_rendered__pictures_are_their_words() -> None:
    assert "<img" not in str(rendered("![图](https://x.example/p.png)"))
    assert "图" in str(rendered("![图](https://x.example/p.png)"))


def test_rendered__what_is_too_long_is_shown_as_written() -> None:
    text = "*<b>" * 60_000
    assert str(rendered(text)).startswith("<pre>*&lt;b&gt;")
    assert "<em>" not in str(rendered_inline(text))


@given(st.text(alphabet="<>&\"'[]()!`*_~#|- \n\\:/ajhtpsv.中", max_size=120))
def test_rendered__any_text_makes_known_tags_only(text: str) -> None:
    root = html.fragment_fromstring(f"<div>{rendered(text)}</div>")
    known = set(
        "div p ul ol li strong em s code pre blockquote table thead tbody tr th td a span br hr".split()
    )
    assert {element.tag for element in root.iter()} <= known
    assert {name for element in root.iter() for name in element.attrib} <= {
        "class",
        "href",
        "rel",
        "start",
        "tabindex",
    }


def test_marked__words_stand_in_the_rendered_text() -> None:
    told = str(marked_words(word_diff("- **甲 1.0**：吞吐 4.8", "- **甲 2.0**：吞吐 7.9")))
    assert "<strong>甲 <del>1.0</del><ins>2.0</ins></strong>" in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("**甲**", "甲"),
        ("[甲](https://x.example/1)", "[甲](https://x.example/2)"),
        ("甲", "甲\n乙"),
        ("甲\ue000", "乙\ue000"),
    ],
)
def test_marked__markup_that_changes_is_not_rendered(old: str, new: str) -> None:
    assert marked_words(word_diff(old, new)) is None
