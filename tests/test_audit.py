"""A document against itself on a day."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.audit import audit, render

DAY = dt.date(2026, 9, 25)


def kinds(text: str, day: dt.date = DAY) -> list[str]:
    return [finding.kind for finding in audit(text, today=day).findings]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("window", "- Orca：2026-02 新立生态，3–6 个月观察期\n"),
        ("window", "- Petrel 待核实，复核：2026-08-01\n"),
        ("window", "- Heron (2026-01-10): under observation for 3 months\n"),
        ("superseded", "Orca 最新版本为 v1.2.0。\n\n## 更新\n\nOrca 最新版本为 v1.3.0。\n"),
        ("link", "- [Orca]()\n"),
        ("link", "- arXiv:2613.01234 Orca\n"),
        ("link", "- [Orca](https://https://a.org)\n"),
        ("link", "- [Orca](https://example.com/paper)\n"),
        (
            "listed twice",
            "## A\n\n- [Orca serving](https://a.org/orca)\n\n## B\n\n- [Orca serving](https://a.org/orca)\n",
        ),
        ("anchor", "[a](#first) [b](#second) [c](#thrid)\n\n# First\n\n# Second\n\n# Third\n"),
        (
            "superlative",
            "| e | TTFT (ms) |\n|---|---|\n| Orca | 9 |\n| Petrel | 8 |\n\nOrca has the lowest TTFT.\n",
        ),
    ],
)
def test_a_finding_of_each_kind(kind: str, text: str) -> None:
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "- Orca：2026-08 新立生态，3–6 个月观察期\n",
        "- Petrel 待核实，复核：2026-10-01\n",
        "Orca 最新版本为 v1.3.0。\n\nPetrel 最新版本为 v0.2.0。\n",
        "- [Orca](https://arxiv.org/abs/2601.01234v2)\n- arXiv:2601.01235\n",
        "## A\n\n- [Orca](https://a.org/orca)\n\n## B\n\n- [Petrel](https://a.org/petrel)\n",
        "[a](#first-one) [b](#第二节)\n\n# First one\n\n# 第二节\n",
        "",
    ],
)
def test_a_sound_document_is_left_alone(text: str) -> None:
    assert kinds(text) == []


def test_the_window_closes_the_day_after_its_end() -> None:
    text = "- Orca（2026-06-25）：3 个月观察期\n"
    assert kinds(text, dt.date(2026, 9, 25)) == []
    assert kinds(text, dt.date(2026, 9, 26)) == ["window"]


def test_bytes_are_read_whatever_they_are() -> None:
    assert audit(b"\xef\xbb\xbf# A\n\xff\xfe\n", today=DAY).lines == 3


def test_the_report_quotes_both_places() -> None:
    report = audit("Orca 最新版本为 v1.2.0。\n\n## 更新\n\nOrca 最新版本为 v1.3.0。\n", today=DAY)
    assert render(report, "doc.md") == (
        "doc.md: 发现 1 处问题（2026-09-25）\n"
        "\n1. 已被取代的版本仍写作最新（风险：中）\n"
        "   Orca 一处以 v1.2.0 为最新，一处以 v1.3.0 为最新\n"
        "   L1: Orca 最新版本为 v1.2.0。\n"
        "   L5: Orca 最新版本为 v1.3.0。\n"
    )
    assert render(audit("", today=DAY, language="en")) == "nothing found\n"


def test_the_wording_follows_the_language_that_is_asked_for() -> None:
    report = audit("- [Orca]()\n", today=DAY, language="zh")
    assert report.findings[0].title == "链接或编号格式有误"


def test_a_long_document_takes_linear_time() -> None:
    audit("- [a](https://a.org) 最新版本 v1.2.0 3 个月观察期 2026-01-01 " * 2000, today=DAY)


def test_one_slip_in_many_places__is_told_three_times_and_then_counted() -> None:
    report = audit("".join(f"- [Orca {n}]()\n" for n in range(9)), today=DAY, language="en")
    assert len(report.findings) == 4
    assert "6 more places: lines 4, 5, 6, 7, 8, 9" in render(report)
