"""A golden case from a night: what a person accepted must come again, what was refused must not."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from agent.cli import main
from agent.errors import BadInput, NotReviewable
from agent.ledger import Decision
from agent.opening import open_workspace
from agent.review import Review, open_review
from evals.adding import add_case, case_of
from evals.golden import GoldenCase, load_case
from evals.scorers.night import PARTS
from evals.staging import night_in, offline, play, set_up
from tests.evals.golden_cases import DOCUMENT, NOTE

NIGHT = dt.date(2026, 10, 12)
TOKEN = "ghp_x7Kq2Vn9TzR4mWc8YpL1sD6fHb3JgE5aQuN0"
SETTINGS = '[night]\ntimezone = "UTC"\n\n[[documents]]\nname = "storage"\npath = "doc.md"\n'


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace after a night of one note, which somebody left a token in."""
    root = tmp_path_factory.mktemp("adding") / "work"
    set_up(root, "doc.md", DOCUMENT.encode(), SETTINGS)
    note = root / "inbox" / "ann" / "2026-10-12-note.md"
    note.parent.mkdir(parents=True)
    note.write_text(
        f"{NOTE}\nSource: https://rocks.example.org/9-2\n\nexport TOKEN={TOKEN}\n", encoding="utf-8"
    )
    night_in(root, NIGHT, offline())
    return root


@pytest.fixture
def work(night: Path, tmp_path: Path) -> Path:
    shutil.copytree(night, tmp_path / "work")
    return tmp_path / "work"


def decided(work: Path, decision: Decision, **more: str) -> GoldenCase:
    """The case of the only increment after a decision on it."""
    repository, settings = open_workspace(work)
    review = open_review(repository, settings, None, NIGHT)
    _decide(review, decision, **more)
    return case_of(repository, settings, review, "1")


def _decide(review: Review, decision: Decision, **more: str) -> None:
    card = review.card("1")
    when = dt.datetime(2026, 10, 13, 9, tzinfo=dt.UTC)
    review.decide(card.increment.id, decision, who="Ann <ann@example.org>", when=when, seen=card.seen, **more)


def test_accepted__its_claims_must_stand(work: Path, tmp_path: Path) -> None:
    case = decided(work, "accepted")
    (expected,) = case.increments
    assert "RocksDB" in expected.words
    assert expected.section == ("Engines",)
    assert expected.edits == "**RocksDB 9.1**: released 2026-08-01."
    facts = [word for fact in expected.facts for word in ((fact,) if isinstance(fact, str) else fact)]
    assert "2026-10-10" in facts
    assert case.read == 0
    assert case.before == DOCUMENT
    path = add_case(case, tmp_path / "golden")
    assert load_case(path) == case
    assert TOKEN not in path.read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="already"):
        add_case(case, tmp_path / "golden")


def test_accepted__the_night_that_it_came_from_is_as_wanted(work: Path) -> None:
    case = decided(work, "accepted")
    drafted = play(case, offline())
    wrong = [one for score in PARTS.values() for one in score(case, drafted) if one.outcome == "wrong"]
    assert wrong == []


def test_edited__the_persons_words_must_stand(work: Path) -> None:
    text = "RocksDB 9.2 came out on 2026-10-10 with a write amplification of 9.8.\n"
    case = decided(work, "edited", text=text)
    facts = [
        word for fact in case.increments[0].facts for word in ((fact,) if isinstance(fact, str) else fact)
    ]
    assert {"2026-10-10", "9.8"} <= set(facts)


def test_refused__nothing_of_it_may_come_and_the_reason_stands_beside(work: Path) -> None:
    case = decided(work, "refused", reason="not in our region")
    assert not case.increments
    assert case.not_news[0].why == "not in our region"
    assert case.never


def test_undecided__is_not_added(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository, settings = open_workspace(work)
    review = open_review(repository, settings, None, NIGHT)
    with pytest.raises(NotReviewable, match="is not decided"):
        case_of(repository, settings, review, "1")
    monkeypatch.chdir(work)
    assert main(["eval", "add", "2026-10-12", "1"]) == NotReviewable.exit_code


def test_a_source_that_is_gone__is_named(work: Path) -> None:
    shutil.rmtree(work / ".git" / "redline" / "store")
    (work / "inbox" / "ann" / "2026-10-12-note.md").write_text("Something else.\n", encoding="utf-8")
    with pytest.raises(BadInput, match="is not here any more"):
        decided(work, "accepted")
