import re

import pytest

from agent import check
from agent.checking import CheckReport, as_html, as_text
from agent.errors import BadInput

SOURCE = "引擎 Foo v1.2.0 于 2026-03-04 发布，共 120 个 commit。延迟为 12.5 ms，最高可降低 30%。"


def test_a_faithful_draft_is_ok() -> None:
    report = check("# 发布\n\n引擎 Foo v1.2.0 于 2026-03-04 发布，共 120 个 commit。\n", {"note.md": SOURCE})
    assert isinstance(report, CheckReport)
    assert report.ok
    assert [claim.line for claim in report.claims] == [3]
    assert report.sources == ("note.md",)


def test_a_wrong_number_is_told_with_its_line_and_the_words_of_the_source() -> None:
    report = check("延迟为 12.5 ms。\n\n引擎 Foo v1.2.0 于 2026-03-04 发布，共 121 个 commit。\n", [SOURCE])
    assert not report.ok
    text = as_text(report)
    assert "line 3: contradicted" in text
    assert "121" in text
    assert "120 个 commit" in text


def test_spans_quote_the_draft() -> None:
    draft = "延迟为 12.5 ms。最高可降低 30%。\n"
    for claim in check(draft, SOURCE).claims:
        assert draft[claim.start : claim.end] == claim.text
        for fact in claim.verdict.facts:
            assert claim.text[fact.start : fact.end] == fact.text


def test_what_the_document_says_already_is_not_checked_again() -> None:
    report = check("- 旧行：吞吐 900 tok/s\n- 延迟为 12.5 ms\n", SOURCE, document="- 旧行：吞吐 900 tok/s\n")
    assert report.standing == 1
    assert [claim.text for claim in report.claims] == ["延迟为 12.5 ms"]


@pytest.mark.parametrize(("draft", "sources"), [("", SOURCE), ("一句。", ""), ("一句。", [])])
def test_nothing_to_check_is_one_clear_sentence(draft: str, sources: str) -> None:
    with pytest.raises(BadInput):
        check(draft, sources)


def test_the_page_escapes_every_text_and_reaches_nowhere() -> None:
    page = as_html(check("延迟为 <img src=x onerror=alert(1)> 99 ms。", {"<b>": SOURCE}), title="a<b")
    assert "<img" not in page
    assert "&lt;img" in page
    assert not re.search(r"(?:src|href)=", page.replace("&lt;img src=x", ""))
    assert "<script" not in page


def test_the_references_of_a_rendered_draft_are_no_claims() -> None:
    sources = {
        "inbox/ann/a.md": "# Basil 3\n\nBasil 3 is out: https://git.example.org/basil/releases/v3.0.1\n"
    }
    draft = (
        "**Basil 3** (Source: `inbox/ann/a.md:1`)\n\n"
        "- Basil 3 is out: [git.example.org/basil/releases/v3.0.1](https://git.example.org/basil/releases/v3.0.1)\n"
        "  - Source: `inbox/ann/a.md:3`; [basil](https://git.example.org/basil)\n"
    )
    report = check(draft, sources)
    assert report.ok
    assert all(draft[claim.start : claim.end] == claim.text for claim in report.claims)


def test_a_wrong_address_behind_a_link_is_still_told() -> None:
    sources = {"a.md": "Basil 3 is out: https://git.example.org/basil/releases/v3.0.1\n"}
    draft = "- Basil 3 is out: [git.example.org/basil/releases/v3.9.9](https://git.example.org/basil/releases/v3.9.9)\n"
    assert not check(draft, sources).ok
