"""References to places in notes."""

from __future__ import annotations

import pytest

from agent.entries import Unresolved, resolve
from agent.models import SourceRef, Span
from tests.entries.test_cut import FILTERED, ITEMS
from tests.notes import note

TRENDS = """# 趋势

## 一、新仓库

https://github.com/quokka/queue 一周 300 星。

## 二、内核共享

两个引擎用同一套内核，见 https://quokka.dev/blog/kernels

## backend

### 条目 4：延迟实测

TTFT 21 ms。
"""
SOURCES = (
    note(ITEMS, "inbox/ann/2026-09-25-engineering.md"),
    note(FILTERED, "inbox/ann/2026-09-24-filter.md"),
    note(TRENDS, "inbox/bob/2026-09-25T1335-bob-trends-sep25.md"),
)


def found(path: str, locator: str) -> list[str]:
    answer = resolve(SourceRef(path=path, locator=locator), SOURCES)
    assert not isinstance(answer, Unresolved), answer.reason
    texts = {source.source.path: source.text for source in SOURCES}
    return [texts[span.path][span.start : span.end] for span in answer]


@pytest.mark.parametrize(
    ("path", "locator", "begins"),
    [
        ("inbox/ann/2026-09-25-engineering.md", "§条目 1", "条目 1：Quokka"),
        ("inbox/ann/2026-09-24-filter.md", "§保留 #2", "**Numbat"),
        ("inbox/ann/2026-09-24-filter.md", "§排除 #2", "**某融资"),
        ("2026-09-24-filter.md", "§保留", "保留"),
        ("inbox/bob/2026-09-25T1335-bob-trends-sep25.md", "§二", "二、内核共享"),
        ("inbox/bob/…-trends-sep25.md", "§backend 条目 4", "条目 4：延迟"),
        ("inbox/bob/*trends*", "§内核共享", "二、内核共享"),
        ("ann/engineering.md", "条目 2", "条目 2：Numbat"),
        ("inbox/ann/2026-09-25-engineering.md", "L3-L5", "## 条目 1"),
    ],
)
def test_resolve__finds_the_one_place_meant(path: str, locator: str, begins: str) -> None:
    assert [text[: len(begins)] for text in found(path, locator)] == [begins]


def test_resolve__section_reaches_to_the_next_of_its_level() -> None:
    (text,) = found("inbox/ann/2026-09-25-engineering.md", "§条目 1")
    assert text.endswith("batch 越小，TTFT 越低")


def test_resolve__a_glob_means_every_file_and_no_locator_the_whole() -> None:
    answer = resolve(SourceRef(path="inbox/ann/*.md"), SOURCES)
    assert not isinstance(answer, Unresolved)
    assert [span.start for span in answer] == [0, 0]


@pytest.mark.parametrize(
    ("path", "locator", "reason"),
    [
        ("inbox/ann/none.md", "§1", "no source of that name"),
        ("inbox/ann/2026-09-24-filter.md", "§保留 #9", "no place answers"),
        ("inbox/ann/2026-09-24-filter.md", "#1", "2 places answer"),
        ("inbox/ann/2026-09-24-filter.md", "L900", "lines"),
    ],
)
def test_resolve__says_why_it_finds_none(path: str, locator: str, reason: str) -> None:
    answer = resolve(SourceRef(path=path, locator=locator), SOURCES)
    assert isinstance(answer, Unresolved)
    assert reason in answer.reason


def test_resolve__spans_name_item_and_lines() -> None:
    answer = resolve(SourceRef(path="inbox/ann/2026-09-24-filter.md", locator="§保留 #1"), SOURCES)
    assert not isinstance(answer, Unresolved)
    (span,) = answer
    assert isinstance(span, Span)
    assert (span.line, span.end_line, span.item) == (5, 7, SOURCES[1].source.item)
