"""The shipped sample says nothing but what the real brief says, and every note that the brief names is there."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from pathlib import Path

import pytest

from agent.briefs import read_brief
from agent.entries.locate import resolve
from agent.entries.model import Unresolved
from agent.facts.identifiers import find_identifiers
from agent.facts.urls import find_urls
from agent.models import Brief, SourceItem, SourceText
from agent.readers import read
from tests.source_names import find_files, named_files, resolve_row

ROOT = Path(__file__).parents[1]
REAL = ROOT.parent / "shared" / "brief" / "e1-inference-2026-09-25.md"
SAMPLE = sorted([*(ROOT / "inbox").rglob("*.md"), ROOT / "living_doc" / "inference.md"])
NOTES = tuple(path.relative_to(ROOT).as_posix() for path in SAMPLE if "inbox" in path.parts)
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
HEADING_NUMBER = re.compile(r"^#+ [\d.]+ ", re.MULTILINE)
NAME = re.compile(r"[A-Za-z][\w-]*[A-Z][\w-]*", re.ASCII)
"""A word with a capital inside it: the names of things."""

needs_brief = pytest.mark.skipif(not REAL.is_file(), reason=f"the real brief is not at {REAL}")


@pytest.fixture(scope="module")
def text() -> str:
    return REAL.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def brief(text: str) -> Brief:
    return read_brief(text)


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@needs_brief
@pytest.mark.parametrize("path", SAMPLE, ids=shown)
def test_every_number_of_the_sample_stands_in_the_brief(path: Path, text: str) -> None:
    known = set(NUMBER.findall(text))
    content = HEADING_NUMBER.sub("", path.read_text(encoding="utf-8"))
    assert not [number for number in NUMBER.findall(content) if number not in known]


@needs_brief
@pytest.mark.parametrize("path", SAMPLE, ids=shown)
def test_every_id_url_and_name_of_the_sample_stands_in_the_brief(path: Path, text: str) -> None:
    content = path.read_text(encoding="utf-8")
    named = [identifier.text for identifier in find_identifiers(content)]
    named += [url.raw for url in find_urls(content)] + NAME.findall(content)
    assert not [name for name in named if name not in text]


@pytest.mark.parametrize("path", SAMPLE, ids=shown)
def test_every_file_of_the_sample_says_that_it_is_a_reconstruction(path: Path) -> None:
    assert re.search(r"重建说明|Reconstructed from", path.read_text(encoding="utf-8"))


@needs_brief
def test_every_note_of_the_source_table_is_in_the_inbox(brief: Brief) -> None:
    resolved = [found for row in brief.sources for found in resolve_row(row, NOTES)]
    assert len(resolved) == 25
    assert not [name for name, paths in resolved if not paths]
    described = [row.place for row in brief.sources if not named_files(row)]
    assert described == ["paper_cards Sep 23-25 新卡", "work-queue Sep 25 22:00"]


@needs_brief
def test_every_source_of_an_increment_is_one_note(brief: Brief) -> None:
    refs = [ref for increment in brief.increments for ref in increment.sources]
    assert len(refs) == 8
    assert all(len(find_files(ref.path, NOTES)) == 1 for ref in refs)


@needs_brief
def test_every_file_without_news_is_in_the_inbox(brief: Brief) -> None:
    date = brief.date.isoformat()
    named = [name.strip() for row in brief.no_news for name in row.source.split(" / ") if "-" in name]
    cards = [name for name in named if re.fullmatch(r"\d{4}-\d{4}-\d{5}", name)]
    files = [name for name in named if name.endswith(".md")]
    assert len(cards) == 4
    assert len(files) == 5
    assert not [name for name in cards + files if not find_files(name, NOTES, date=date)]


@needs_brief
def test_every_place_that_an_increment_names_is_in_its_note(brief: Brief) -> None:
    sources = [
        text for path in NOTES if isinstance(text := read(item(path), (ROOT / path).read_bytes()), SourceText)
    ]
    assert len(sources) == len(NOTES)
    quoted = [
        " ".join(
            source.text[span.start : span.end]
            for span in resolved
            for source in sources
            if source.source.path == span.path
        )
        for one in brief.increments
        for ref in one.sources
        if not isinstance(resolved := resolve(ref, sources), Unresolved)
    ]
    told = ("397.09 tok/s", "30.86ms", "124.4ms", "30-50%", "awesome-jev", "50ms", "FastVideo", "Slime API")
    assert [word for word, text in zip(told, quoted, strict=True) if word not in text] == []


def item(path: str) -> SourceItem:
    return SourceItem(
        path=path,
        item=hashlib.sha256((ROOT / path).read_bytes()).hexdigest(),
        contributor=path.split("/")[1],
        date=dt.datetime(2026, 9, 25, tzinfo=dt.UTC),
        dated_by="given",
    )


def test_every_note_is_named_for_the_night_or_the_one_before() -> None:
    undated = [path for path in NOTES if "/paper_cards/" not in path and "/2026-09-2" not in path]
    assert not undated
