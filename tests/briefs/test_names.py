"""Globs and elided lists of file names mean the files that a person would take them for."""

from __future__ import annotations

import pytest

from agent.briefs.names import find_files, named_files, resolve_row
from agent.models import SourceRow

PATHS = (
    "inbox/jay/2026-09-24-rag.md",
    "inbox/jay/2026-09-25-0900-hf-daily-2026-09-25.md",
    "inbox/jay/2026-09-25-1000-rss-papers.md",
    "inbox/jay/2026-09-25-1000-rss-raschka.md",
    "inbox/jay/2026-09-25-rag.md",
    "inbox/mei/2026-09-25-rag.md",
    "inbox/mei/critical-read-1.md",
    "inbox/mei/critical-read-2.md",
    "inbox/paper_cards/1509-2609-27980.md",
)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("inbox/jay/2026-09-25-rag.md", ["inbox/jay/2026-09-25-rag.md"]),
        (
            "jay/*-rss-*",
            ["inbox/jay/2026-09-25-1000-rss-papers.md", "inbox/jay/2026-09-25-1000-rss-raschka.md"],
        ),
        ("mei/critical-read-*", ["inbox/mei/critical-read-1.md", "inbox/mei/critical-read-2.md"]),
        ("jay/2026-09-25-HF-daily-2026-09-25.md", ["inbox/jay/2026-09-25-0900-hf-daily-2026-09-25.md"]),
        ("jay/raschka", ["inbox/jay/2026-09-25-1000-rss-raschka.md"]),
        ("1509-2609-27980", ["inbox/paper_cards/1509-2609-27980.md"]),
        ("jay/rag.md", []),
        ("jay/nothing.md", []),
        ("", []),
    ],
)
def test_a_name_finds_its_files(name: str, found: list[str]) -> None:
    assert list(find_files(name, PATHS)) == found


def test_the_date_decides_between_two() -> None:
    assert find_files("jay/rag.md", PATHS, date="2026-09-24") == ("inbox/jay/2026-09-24-rag.md",)


def test_an_elided_list_inherits_what_was_said_before() -> None:
    row = SourceRow(
        place="inbox/jay", files="2026-09-25-1000-rss-papers.md / raschka / rag.md（RSS）", relevance="参考"
    )
    assert [paths for _, paths in resolve_row(row, PATHS)] == [
        ("inbox/jay/2026-09-25-1000-rss-papers.md",),
        ("inbox/jay/2026-09-25-1000-rss-raschka.md",),
        ("inbox/jay/2026-09-25-rag.md",),
    ]


def test_words_about_files_are_no_names() -> None:
    row = SourceRow(place="paper_cards Sep 23", files="其余新卡主分类为 agent/evaluation", relevance="排除")
    assert named_files(row) == ()
    assert named_files(row.model_copy(update={"files": "`图 像.md`（甲 / 乙）"})) == ("图 像.md",)
