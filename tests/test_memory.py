"""What people refused is not proposed again, in whatever words, files or language, until new evidence comes."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from agent.drafts import DraftRequest
from agent.ledger import Ledger
from agent.llm_model import _guidance
from agent.memory import reasons_for, remembered
from agent.models import Brief
from agent.opening import open_workspace
from agent.outcome import Outcome
from agent.recall import EarlierProposal
from agent.review import open_review
from agent.standing import Standing, standing
from tests.conftest import GitFolder
from tests.test_baseline import AGAIN, CHANGED, DOCUMENT, ELEVENTH, FIRST, NINTH, SETTINGS, TENTH, night

PAGE = """# Quokka keeps its log in memory

Source: https://forum.example/t/quokka-log

- Quokka 3.2 keeps 640 segments of its log in memory
- a restart of Quokka 3.2 takes 18 seconds with 640 segments
"""
REWORDED = """# The log of Quokka, once more

- With 640 segments, a restart of Quokka 3.2 takes 18 seconds
- Quokka 3.2 holds 640 segments of its log in memory
- The storage engine Quokka 3.2 keeps the segments of its log in memory
- In memory Quokka 3.2 keeps its log
"""
IN_CHINESE = """# Quokka 3.2 存储引擎的日志留在内存

来源：同事口述

- Quokka 3.2 把日志的 640 个段留在内存
- 640 个段时 Quokka 3.2 重启需 18 秒
"""
OTHER_FIGURE = PAGE.replace("18 seconds", "25 seconds")
REPOSITORY = PAGE.replace("https://forum.example/t/quokka-log", "https://github.com/quokka-db/quokka")
REASON = "nobody can look this up"


@pytest.fixture(scope="module")
def proposed(tmp_path_factory: pytest.TempPathFactory) -> GitFolder:
    """One night with two things: one of a paper, one that names no source."""
    folder = GitFolder(tmp_path_factory.mktemp("memory") / "workspace")
    folder.root.mkdir()
    folder.git("init", "-q", "-b", "main")
    folder.commit(
        {"storage.md": DOCUMENT, "redline.toml": SETTINGS}, "The workspace", "2026-10-08T08:00:00+08:00"
    )
    night(folder, NINTH, ann=FIRST, cat=PAGE)
    return folder


@pytest.fixture
def folder(proposed: GitFolder, tmp_path: Path) -> GitFolder:
    shutil.copytree(proposed.root, tmp_path / "workspace")
    return GitFolder(tmp_path / "workspace")


def decide(folder: GitFolder, title: str, decision: str, reason: str = "") -> None:
    repository, settings = open_workspace(folder.root)
    review = open_review(repository, settings, None)
    card = next(card for card in review.cards if title in card.increment.title)
    review.decide(
        card.increment.id, decision, reason=reason, who="Ann Other <ann@example.org>", seen=card.seen,  # type: ignore[arg-type]  # one of the words of the test
        when=dt.datetime(2026, 10, 9, 20, 0, tzinfo=dt.UTC),
    )  # fmt: skip
    review.rebuild()


def told(outcome: Outcome) -> str:
    """All that tells of what was left out."""
    rows = [f"{row.content}: {row.why}" for row in outcome.listed]
    return "\n".join([*rows, *(f"{one.title}: {one.why}" for one in outcome.increments if not one.commit)])


def quokka(brief: Brief) -> list[str]:
    return [one.title for one in brief.increments if "Quokka" in one.title]


@pytest.mark.parametrize(
    "text",
    [REWORDED, IN_CHINESE, PAGE.replace("# Quokka", "# Note: Quokka")],
    ids=["other words", "another language", "another file"],
)
def test_refused__is_left_out_and_told_with_date_person_and_reason(folder: GitFolder, text: str) -> None:
    decide(folder, "Quokka", "refused", REASON)
    outcome, brief = night(folder, TENTH, bob=text)
    assert not quokka(brief)
    assert not outcome.commits
    assert f"refused on 2026-10-09 by Ann Other: {REASON}" in told(outcome)
    assert any(REASON in row.reason for row in brief.no_news)


@pytest.mark.parametrize(
    ("text", "news"),
    [(OTHER_FIGURE, "25 seconds"), (REPOSITORY, "github.com/quokka-db/quokka")],
    ids=["a changed figure", "a primary source"],
)
def test_refused__is_proposed_again_with_what_is_new_and_why_it_was_refused(
    folder: GitFolder, text: str, news: str
) -> None:
    decide(folder, "Quokka", "refused", REASON)
    outcome, brief = night(folder, TENTH, bob=text)
    assert quokka(brief)
    [one] = [one for one in outcome.increments if "Quokka" in one.title]
    assert f"Refused on 2026-10-09 by Ann Other: {REASON}." in one.again
    assert news in one.again
    assert REASON in next(one for one in brief.increments if "Quokka" in one.title).relation_note
    if one.commit:
        page = Path(outcome.brief).with_name("pull-request.md").read_text(encoding="utf-8")
        assert REASON in page
        assert REASON in folder.git("log", "-1", "--format=%B", one.commit)


def test_refused_and_taken_back__is_open_again(folder: GitFolder) -> None:
    decide(folder, "Quokka", "refused", REASON)
    decide(folder, "Quokka", "undecided")
    outcome, _ = night(folder, TENTH, bob=REWORDED)
    assert REASON not in told(outcome)
    assert not outcome.commits


def test_refused__something_else_of_the_same_engine_is_proposed(folder: GitFolder) -> None:
    decide(folder, "Quokka", "refused", REASON)
    other = "# Quokka backup\n\nSource: https://quokka.example/backup\n\n- Quokka 4.0 writes its backup to tape in 90 minutes\n"
    _, brief = night(folder, TENTH, bob=other)
    assert brief.increments


@pytest.mark.parametrize("decision", ["", "accepted"])
def test_open__is_kept_on_and_not_proposed_twice(folder: GitFolder, decision: str) -> None:
    if decision:
        decide(folder, "Storage", decision)
    outcome, brief = night(folder, TENTH, bob=AGAIN)
    assert not outcome.commits
    assert not brief.increments


def test_open__what_is_corrected_is_proposed(folder: GitFolder) -> None:
    outcome, brief = night(folder, TENTH, bob=CHANGED)
    assert len(brief.increments) == 1
    assert "31%" in outcome.increments[0].again or "31%" in brief.increments[0].relation_note


def test_open__ends_when_a_person_deletes_the_branch(folder: GitFolder) -> None:
    folder.git("branch", "-q", "-D", f"redline/storage/{NINTH}")
    _, brief = night(folder, TENTH, bob=AGAIN)
    assert len(brief.increments) == 1


def test_remembered__of_nights_before_alone_and_with_the_words_of_the_brief(folder: GitFolder) -> None:
    decide(folder, "Quokka", "refused", REASON)
    repository, _ = open_workspace(folder.root)
    ledger = Ledger.open(repository)
    found = {one.title.split()[0]: one for one in remembered(repository, ledger, "storage", ELEVENTH)}
    assert {name: one.stand for name, one in found.items()} == {"Quokka": "refused", "Storage": "open"}
    assert any("640 segments" in text for text in found["Quokka"].texts)
    assert not [one for one in remembered(repository, ledger, "storage", NINTH) if one.stand == "open"]


def test_reasons__of_the_section_first_bounded_and_as_data() -> None:
    known = [
        EarlierProposal(increment="a", title="A", night=NINTH, stand="refused", reason="no ⟦marks⟧ " + "x" * 900, section="S"),
        EarlierProposal(increment="b", title="B", night=NINTH, stand="refused", reason="too long", section="S › T"),
        EarlierProposal(increment="c", title="C", night=NINTH, stand="open"),
    ]  # fmt: skip
    reasons = reasons_for(known, ("S", "T"))
    assert [reason[:2] for reason in reasons] == ["B:", "A:"]
    assert max(map(len, reasons)) < 330
    request = DraftRequest(
        language="en", document="d", section=("S",), section_text="", increments=(), guidance=reasons
    )
    assert "⟦marks⟧" not in _guidance(request)
    assert "too long" in _guidance(request)
    assert not _guidance(request.model_copy(update={"guidance": ()}))


def test_main_moved__the_night_before_tonight_is_drafted_anew_where_its_section_has_another_name(
    folder: GitFolder,
) -> None:
    text = (folder.root / "storage.md").read_text(encoding="utf-8")
    folder.commit(
        {"storage.md": text.replace("## Engines", "## Storage engines by name")}, "By hand", "2026-10-10T08:00:00+08:00"
    )  # fmt: skip
    outcome, brief = night(folder, TENTH)
    first = f"redline/storage/{NINTH}"
    assert not quokka(brief)
    assert "Quokka" in folder.git("show", f"{first}:storage.md").partition("## Storage engines by name")[2]
    assert any(first in note and "have" not in note and "follow" in note for note in outcome.notes)
    folder.git("merge", "-q", "--no-edit", first)
    later, _ = night(folder, ELEVENTH)
    assert not later.commits


def corrected(folder: GitFolder) -> tuple[str, str]:
    """A second night corrects a figure that the first one proposes; both branches."""
    outcome, _ = night(folder, TENTH, bob=OTHER_FIGURE)
    [one] = [one for one in outcome.increments if "Quokka" in one.title and one.commit]
    assert one.corrects
    assert one.corrects.night == NINTH
    return f"redline/storage/{NINTH}", outcome.branch


def test_corrected__the_older_proposal_says_that_it_is_not_to_be_merged(folder: GitFolder) -> None:
    older, newer = corrected(folder)
    assert "18 seconds" in folder.git("show", f"{older}:storage.md")
    assert "25 seconds" in folder.git("show", f"{newer}:storage.md")
    said = f"superseded by the night of {TENTH}, do not merge"
    files = folder.root / f".git/redline/nights/storage/{NINTH}"
    assert said in (files / "pull-request.md").read_text(encoding="utf-8")
    assert (
        (files / "pull-request.md").read_text(encoding="utf-8").startswith("> **Do not merge this as it is")
    )
    assert said in (files / "report.html").read_text(encoding="utf-8")
    repository, settings = open_workspace(folder.root)
    review = open_review(repository, settings, None, NINTH)
    marked = {card.increment.title.split()[0]: card.increment.superseded_by for card in review.cards}
    assert marked == {"Quokka": TENTH, "Storage": None}
    [stands] = standing(folder.root, document=None).documents
    assert [(one.branch, one.by) for one in stands.superseded] == [(older, TENTH)]
    assert (
        f"do not merge, superseded by the night of {TENTH}: Quokka"
        in Standing(root="", documents=(stands,)).in_words()
    )
    card = next(card for card in review.cards if card.increment.superseded_by)
    made = review.decide(
        card.increment.id, "accepted", who="Ann <ann@example.org>", seen=card.seen,
        when=dt.datetime(2026, 10, 11, 9, 0, tzinfo=dt.UTC),
    )  # fmt: skip
    assert made.notes == (said,)


def test_corrected_and_the_correction_refused__the_older_one_stands_again(folder: GitFolder) -> None:
    corrected(folder)
    decide(folder, "Quokka", "refused", REASON)
    repository, settings = open_workspace(folder.root)
    review = open_review(repository, settings, None, NINTH)
    assert not [card for card in review.cards if card.increment.superseded_by]
