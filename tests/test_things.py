"""What a document is written about, and a short note on it in words that the document never had."""

import datetime as dt

import pytest

from agent.document import parse
from agent.entries import entries
from agent.relevance import profile, relevance
from agent.relevance.things import central, named_thing, things_in
from tests.notes import note

DOCUMENT = """# 网格活文档

## 引擎

- **GridLayer 2.1**：默认启用嵌套。
- **TileForge**：进入维护模式。
- **PaneKit**：主题切换。
"""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("GridLayer and TileForge-LLM on GitHub", ["gridlayer", "tileforge"]),
        ("GPUs, NASA and words", []),
        ("https://example.org/GridLayer", []),
    ],
)
def test_things__names_with_capitals_of_their_own(text: str, named: list[str]) -> None:
    assert things_in(text) == named


def test_central__what_leads_the_blocks_of_a_document() -> None:
    assert central(["GridLayer：默认启用嵌套", "见 TileForge 与 PaneKit"]) == {"gridlayer", "tileforge"}
    assert named_thing("**TileForge** 归档", frozenset({"tileforge"})) == "tileforge"


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("PaneKit 新增 SVG2 量化支持，B20 上渲染快 1.6×（官方自测）\n", "high"),
        ("OtherKit 新增 SVG2 量化支持，B20 上渲染快 1.6×（官方自测）\n", "excluded"),
    ],
)
def test_relevance__a_short_note_on_a_thing_of_the_document_is_its_own(text: str, grade: str) -> None:
    (entry,) = entries(note(text))
    weather = parse("# 天气\n\n- 明天下雨，气温 12 度。\n".encode())
    about = profile("d", parse(DOCUMENT.encode()), others={"weather": weather}, night=[entry])
    assert relevance(entry, about, night=dt.date(2026, 9, 25)).grade == grade
