"""Two briefs for one night: what the first proposed and nobody decided against stays on the branch with the second's."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from agent.ledger import Ledger
from agent.opening import open_workspace
from agent.outcome import Outcome
from agent.review import open_review
from agent.standing import standing
from tests.conftest import GitFolder
from tests.nights import BRANCH, BRIEF, DOCUMENT, NIGHT, clock, update

HERON, TALLY = "Heron-NG", "TallyFS"
JAY = "Jay Tester <jay@example.org>"
WHEN = dt.datetime(2026, 10, 13, 9, 0, tzinfo=dt.UTC)


@pytest.fixture
def briefs(tmp_path: Path) -> tuple[Path, Path]:
    """The small night's brief in two: the increments 1 and 2, and the third with what follows."""
    text = BRIEF.read_text(encoding="utf-8")
    head, body = text.split("增量 1：")
    second, third = body.index("增量 3："), body.index("增量 4：")
    rest = body[body.index("三、值得警惕") :]
    one, two = tmp_path / "one.md", tmp_path / "two.md"
    one.write_text(f"{head}增量 1：{body[:second]}{rest}", encoding="utf-8")
    two.write_text(f"{head}{body[second:third]}{rest}", encoding="utf-8")
    return one, two


def titles(folder: GitFolder) -> list[str]:
    """Subjects of the branch's commits, first to last."""
    return folder.git("log", "--reverse", "--format=%s", f"main..{BRANCH}").splitlines()


def drafted(outcome: Outcome) -> set[str]:
    return {one.title for one in outcome.increments if one.commit}


def decide(folder: GitFolder, title: str, decision: str, text: str | None = None) -> None:
    repository, settings = open_workspace(folder.root)
    review = open_review(repository, settings, None, NIGHT)
    card = next(card for card in review.sheet().cards if title in card.increment.title)
    review.decide(
        card.increment.id,
        decision,
        reason="not for us",
        who=JAY,
        when=WHEN,
        seen=card.seen,
        text=text,  # type: ignore[arg-type]
    )
    review.rebuild()


def test_two_briefs__both_stand_on_the_branch_one_commit_each(
    workspace: GitFolder, briefs: tuple[Path, Path]
) -> None:
    first = update(workspace, briefs[0])
    second = update(workspace, briefs[1])
    assert len(first.commits) == 2
    assert second.commits[:2] == first.commits, "what stays is not written again"
    assert len(second.commits) == 3
    assert workspace.git("rev-parse", BRANCH).strip() == second.commits[-1]
    document = workspace.git("show", f"{BRANCH}:{DOCUMENT}")
    assert HERON in document
    assert "37%" in document
    assert len({one.number for one in second.increments}) == len(second.increments)
    kept = [one for one in second.increments if one.again]
    assert {one.title for one in kept} == drafted(first)
    assert any("2 条留在分支上" in note for note in second.notes)
    lines = document.splitlines()
    for one in second.increments:
        if one.commit and one.line and one.added:
            assert lines[one.line - 1] == one.added[0]


def test_two_briefs__all_of_it_waits_for_a_person_and_can_be_reviewed(
    workspace: GitFolder, briefs: tuple[Path, Path]
) -> None:
    for brief in briefs:
        update(workspace, brief)
    (told,) = standing(workspace.root, document=None, clock=clock).documents
    assert len(told.waiting) == 3
    repository, settings = open_workspace(workspace.root)
    sheet = open_review(repository, settings, None, NIGHT).sheet()
    assert len(sheet.cards) == 3
    decide(workspace, HERON, "refused")
    assert len(titles(workspace)) == 2
    assert not any(HERON in title for title in titles(workspace))


def test_the_same_brief_again_changes_nothing(workspace: GitFolder, briefs: tuple[Path, Path]) -> None:
    for brief in briefs:
        second = update(workspace, brief)
    again = update(workspace, briefs[1])
    assert again.unchanged
    assert again.commits == second.commits


def test_a_third_run_of_the_first_brief_keeps_the_seconds(
    workspace: GitFolder, briefs: tuple[Path, Path]
) -> None:
    for brief in (*briefs, briefs[0]):
        last = update(workspace, brief)
    assert len(last.commits) == 3
    assert any(TALLY in title for title in titles(workspace))


def test_a_corrected_brief__takes_the_place_of_what_it_corrects(
    workspace: GitFolder, briefs: tuple[Path, Path]
) -> None:
    update(workspace, briefs[0])
    text = briefs[0].read_text(encoding="utf-8")
    briefs[0].write_text(
        text.replace("Rebuild traffic is capped", "Its rebuild traffic is capped"), encoding="utf-8"
    )
    corrected = update(workspace, briefs[0])
    assert len(corrected.commits) == 2
    assert not any(one.again for one in corrected.increments)


def test_what_was_refused_does_not_come_back_with_another_brief(
    workspace: GitFolder, briefs: tuple[Path, Path]
) -> None:
    update(workspace, briefs[0])
    decide(workspace, HERON, "refused")
    second = update(workspace, briefs[1])
    assert not any(HERON in one.title for one in second.increments if one.commit)
    assert len(titles(workspace)) == 2


def test_a_persons_wording_stays_when_another_brief_comes(
    workspace: GitFolder, briefs: tuple[Path, Path]
) -> None:
    update(workspace, briefs[0])
    repository, settings = open_workspace(workspace.root)
    review = open_review(repository, settings, None, NIGHT)
    card = next(card for card in review.sheet().cards if HERON in card.increment.title)
    decide(workspace, HERON, "edited", card.text.replace("Heron-NG", "**Heron-NG**（分支）", 1))
    update(workspace, briefs[1])
    document = workspace.git("show", f"{BRANCH}:{DOCUMENT}")
    assert "（分支）" in document
    assert "37%" in document


def test_what_was_merged_meanwhile_is_not_proposed_twice(
    workspace: GitFolder, briefs: tuple[Path, Path]
) -> None:
    update(workspace, briefs[0])
    workspace.git("merge", "-q", "--no-edit", BRANCH)
    second = update(workspace, briefs[1])
    assert len(second.commits) == 1
    assert len(titles(workspace)) == 1


def test_what_stays_follows_a_base_that_moved(workspace: GitFolder, briefs: tuple[Path, Path]) -> None:
    update(workspace, briefs[0])
    text = (workspace.root / DOCUMENT).read_text(encoding="utf-8")
    workspace.commit(
        {DOCUMENT: text + "\n## 另记\n\n由人添上的一段。\n"}, "By hand", "2026-10-12T21:00:00+08:00"
    )
    second = update(workspace, briefs[1])
    assert len(second.commits) == 3
    document = workspace.git("show", f"{BRANCH}:{DOCUMENT}")
    assert "由人添上的一段。" in document
    assert HERON in document


def test_ledger__names_what_stands_on_the_branch(workspace: GitFolder, briefs: tuple[Path, Path]) -> None:
    for brief in briefs:
        last = update(workspace, brief)
    repository, _ = open_workspace(workspace.root)
    ledger = Ledger.open(repository)
    assert [one.commit for one in ledger.proposals("storage", night=NIGHT)] != []
    assert {one.commit for one in ledger.proposals("storage", night=NIGHT)} == set(last.commits)
    (done,) = ledger.nights("storage")
    assert done.commits == last.commits
