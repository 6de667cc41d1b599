"""The shipped sample through the whole of triage and composition: the five increments of the real brief."""

from __future__ import annotations

import datetime as dt
import hashlib
from pathlib import Path

import pytest

from agent.briefs import read_brief, write_brief
from agent.compose import Checked, Night, Thing, compose, earlier, works_of
from agent.document import parse
from agent.entries import Unresolved, entries, resolve, without_shared_lines
from agent.joining import join
from agent.models import Brief, SourceItem, SourceText, Table
from agent.readers import read
from agent.relation import Said, lines_of, relation
from agent.relevance import profile, relevance, stated_topics
from tests.notes import ZONE

ROOT = Path(__file__).parents[2]
NIGHT = dt.date(2026, 9, 25)
WANTED = {
    "vLLM 低延迟调优实测": {"llm-inference-agent-engineering", "inference-agents-systems"},
    "Turion.ai：vLLM/SGLang 收敛分析": {"inference-agents-engineering", "T1335"},
    "Jev / TypeSafe AI：System One 决策生态": {"T1335", "T1735"},
    "vLLM 官方博客扫描（2026-09）": {"llm-inference-agent-engineering"},
    "Belayer: Efficient Fault Tolerance for LLM Agentic RL Training": {
        "inference-agents-engineering",
        "T1735",
    },
}
"""Title of each increment of the real brief, as the notes word it, and the notes that it names."""


def _read(path: Path) -> SourceText:
    data = path.read_bytes()
    name = path.relative_to(ROOT).as_posix()
    day = dt.date.fromisoformat(path.name[:10]) if path.name[:4] == "2026" else NIGHT
    item = SourceItem(
        path=name,
        item=hashlib.sha256(data).hexdigest(),
        contributor=path.parent.name,
        date=dt.datetime(day.year, day.month, day.day, tzinfo=ZONE),
        dated_by="name",
        kind="card" if "paper_cards" in name else "note",
    )
    found = read(item, data)
    assert isinstance(found, SourceText), found
    return found


@pytest.fixture(scope="module")
def sources() -> list[SourceText]:
    return [_read(path) for path in sorted((ROOT / "inbox").rglob("*.md"))]


@pytest.fixture(scope="module")
def brief(sources: list[SourceText]) -> Brief:
    document = parse((ROOT / "living_doc" / "inference.md").read_bytes())
    said = Said(lines_of(document))
    plain = without_shared_lines([entry for source in sources for entry in entries(source)])
    about = profile("inference", document, night=plain)
    topics = {source.source.path: stated_topics(source.meta) for source in sources}
    grades = {e.key: relevance(e, about, night=NIGHT, topics=topics[e.span.path]) for e in plain}
    things = [
        Thing(group=group, relevance=grades[group.lead.key], related=relation(group, said), target="1.1")
        for group in join([entry for entry in plain if grades[entry.key].ours])
    ]
    checked = [
        Checked(
            path=source.source.path,
            entries=tuple((e, grades[e.key]) for e in plain if e.span.path == source.source.path),
        )
        for source in sources
    ]
    night = Night(topic="inference", date=NIGHT, language="zh")
    old = [entry for entry in plain if grades[entry.key].grade == "baseline"]
    return compose(night, things, checked, standing=works_of(said), earlier=earlier(old, said))


def test_sample__the_five_increments_with_the_notes_that_tell_them(brief: Brief) -> None:
    found = {one.title: {ref.path for ref in one.sources} for one in brief.increments}
    for title, notes in WANTED.items():
        assert title in found
        assert len(found[title]) == len(notes)
        assert all(any(note in path for path in found[title]) for note in notes)
    assert len(brief.increments) <= len(WANTED) + 1


def test_sample__every_reference_leads_to_a_place(brief: Brief, sources: list[SourceText]) -> None:
    for one in brief.increments:
        for ref in one.sources:
            assert not isinstance(resolve(ref, sources), Unresolved)


def test_sample__ids_tables_and_the_baseline(brief: Brief) -> None:
    belayer = next(one for one in brief.increments if one.title.startswith("Belayer"))
    assert belayer.arxiv == ("2608.14635",)
    assert brief.citables[0].id == "2608.14635"
    latency = next(one for one in brief.increments if "低延迟" in one.title)
    table = next(part for part in latency.body if isinstance(part, Table))
    assert table.rows[0] == ("512", "17.71", "16.6", "1.48")
    idle = {row.source: row.reason for row in brief.no_news}
    kept = {row.id: row.standing for row in brief.citables}
    assert kept["2509.15000"] == "续立（活文档 L31，本夜未见新说）"
    assert kept["2609.25053"].startswith("预备")
    assert "llm-infra" in idle["inbox/spark/2026-09-25-llm-infra-e1prep.md"]
    told = idle["inbox/jay/2026-09-24-inference-agent-engineering-filter.md"]
    assert "TGI 进入维护模式 → 锚定，续立（活文档 L14）" in told
    assert "L40" in idle["inbox/paper_cards/1489-2609-25053.md"]


def test_sample__each_source_is_accounted_for(brief: Brief, sources: list[SourceText]) -> None:
    used = {ref.path for one in brief.increments for ref in one.sources}
    assert used | {row.source for row in brief.no_news} == {source.source.path for source in sources}
    assert len(brief.sources) == len(sources)


def test_sample__the_markdown_reads_back(brief: Brief) -> None:
    again = read_brief(write_brief(brief))
    assert [one.id for one in again.increments] == [one.id for one in brief.increments]
    assert again.citables[0].id == brief.citables[0].id
