"""The doctor tries what a night needs, and says what works."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from agent.doctor import Report, examine
from tests.conftest import GitFolder
from tests.llm_server import Behaviour, refused, said, serving
from tests.nights import first_commit

NOW = dt.datetime(2026, 10, 12, 15, 0, tzinfo=dt.UTC)
KEY = "sk-very-secret-key-0123456789"


@pytest.fixture
def folder(tmp_path: Path) -> GitFolder:
    return first_commit(tmp_path / "repo")


def report(folder: GitFolder, now: dt.datetime = NOW, **environment: str) -> Report:
    return examine(folder.root, environment, clock=lambda: now, meaning=False)


def states(found: Report) -> dict[str, str]:
    return {check.name.split(" ")[0]: check.state for check in found.checks}


def test_a_good_workspace__works_without_a_model(folder: GitFolder) -> None:
    found = report(folder)
    assert found.healthy()
    assert states(found) == {
        "git": "works",
        "document": "works",
        "ledger": "works",
        "disk": "works",
        "clock": "works",
        "index": "works",
        "forge": "not used",
        "model": "not used",
    }
    assert "no night yet" in found.in_words()


def test_no_workspace__is_the_only_line(tmp_path: Path) -> None:
    found = report(GitFolder(tmp_path))
    assert not found.healthy()
    assert states(found) == {"workspace": "fails"}


def test_a_document_that_is_missing__fails_and_the_rest_is_tried(folder: GitFolder) -> None:
    folder.git("rm", "-q", "living_doc/storage.md")
    folder.commit({}, "Gone")
    found = report(folder)
    assert not found.healthy()
    assert states(found)["document"] == "fails"
    assert states(found)["index"] == "works"


def test_a_clock_behind_the_last_commit__is_a_warning(folder: GitFolder) -> None:
    found = report(folder, NOW - dt.timedelta(days=400))
    assert states(found)["clock"] == "warning"
    assert found.healthy()


@pytest.mark.parametrize(
    ("behaviour", "state", "words"),
    [
        (lambda *_: said('{"word": "redline"}'), "works", "by JSON schema"),
        (lambda *_: said('{"word": "hello"}'), "warning", "not to the question"),
        (lambda *_: said("hello"), "fails", "twice gave no Ping"),
        (lambda *_: refused(401, f"bad {KEY}"), "fails", "refuses the key"),
        (lambda *_: refused(404), "fails", "no model"),
    ],
    ids=["good", "does not follow", "no form", "key", "model"],
)
def test_a_model__is_asked_a_word(
    folder: GitFolder, monkeypatch: pytest.MonkeyPatch, behaviour: Behaviour, state: str, words: str
) -> None:
    with serving(behaviour) as server:
        monkeypatch.setenv("REDLINE_MODEL__NAME", "loop")
        monkeypatch.setenv("REDLINE_MODEL__BASE_URL", server.url)
        monkeypatch.setenv("REDLINE_MODEL__KEY_ENV", "LOOP_KEY")
        found = report(folder, LOOP_KEY=KEY)
    assert states(found)["model"] == state
    assert words in found.in_words()
    assert KEY not in found.in_words()


def test_a_model_without_its_key__is_a_warning(folder: GitFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDLINE_MODEL__NAME", "loop")
    found = report(folder)
    assert states(found)["model"] == "warning"
    assert "OPENAI_API_KEY" in found.in_words()
