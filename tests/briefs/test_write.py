"""A written brief is for people, and read again it is the same brief."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from agent.briefs import read_brief, write_brief
from agent.models import Brief
from tests.briefs.strategies import briefs, without_lines

DATA = Path(__file__).parents[1] / "data" / "briefs"


def same(a: Brief, b: Brief) -> bool:
    return without_lines(a.model_dump(mode="json")) == without_lines(b.model_dump(mode="json"))


@given(briefs())
@settings(max_examples=60, deadline=None)
def test_reading_a_written_brief_gives_the_brief(brief: Brief) -> None:
    again = read_brief(write_brief(brief))
    assert without_lines(again.model_dump(mode="json")) == without_lines(brief.model_dump(mode="json"))


@pytest.mark.parametrize("name", ["proper.zh.md", "proper.en.md"])
def test_a_written_brief_looks_like_this(name: str) -> None:
    written = write_brief(read_brief((DATA / name).read_text(encoding="utf-8")))
    assert written == (DATA / "written" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("*.md")))
def test_a_brief_of_another_hand_survives_writing(name: str) -> None:
    brief = read_brief((DATA / name).read_text(encoding="utf-8"))
    assert same(brief, read_brief(write_brief(brief)))


def test_the_count_of_the_summary_is_counted() -> None:
    brief = read_brief(
        "rag · E1 简报(2026-09-25)\n状态摘要\n- 增量条数：7 条主增量（3-8）\n二、增量条目\n增量 1：甲\n增量 2：乙\n"
    )
    assert "- 增量条数：2 条主增量（3-8）\n" in write_brief(brief)


def test_what_an_increment_has_of_its_own_is_written_beside_it() -> None:
    brief = read_brief("rag · E1 简报(2026-09-25)\n二、增量条目\n增量 1：甲\n要点：乙\n")
    one = brief.increments[0].model_copy(update={"priority": "high", "owner": "llm-infra"})
    own = brief.model_copy(update={"increments": (one,)})
    written = write_brief(own)
    assert "**优先级**：🔴 最高" in written
    assert "**归属**：llm-infra" in written
    assert same(own, read_brief(written))


def test_json_is_the_same_model() -> None:
    brief = read_brief((DATA / "proper.en.md").read_text(encoding="utf-8"))
    assert Brief.model_validate_json(brief.model_dump_json()) == brief
