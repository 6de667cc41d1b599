"""What earlier nights brought is the baseline of the next: named so, with its standing and what moved it."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from agent.app import run_night
from agent.ledger import Decided, Ledger
from agent.models import Brief
from agent.outcome import Outcome
from agent.workspace import open_repository
from tests.conftest import GitFolder
from tests.nights import Quiet, clock

DOCUMENT = """# Storage engines

What is known of storage engines, and where each thing stands.

## Engines

- **Tanuki v2.1.0**: compaction runs in the background. (anchored)
- **Mimizuku v0.9**: keeps its whole index in memory. (anchored)

## Reserve

- **Kawauso** (2608.11111): erasure coding for cold blocks. (in reserve, kept on)
"""
SETTINGS = """[night]
timezone = "Asia/Shanghai"
cut = "22:00"

[[documents]]
name = "storage"
path = "storage.md"
reserve = "Reserve"
"""
FIRST = """# Storage engines today

## 1. Tanuki prefetches blocks from tape

Source: https://arxiv.org/abs/2610.04444

- Tanuki prefetches tape blocks 43% earlier with a queue of 512 entries
- a restore of 3 TB takes Tanuki 12 minutes
"""
AGAIN = """# What I read of storage engines

## 1. Tanuki and tape

Source: https://arxiv.org/abs/2610.04444

- With a queue of 512 entries Tanuki prefetches tape blocks 43% earlier
- Tanuki restores 3 TB in 12 minutes
"""
CHANGED = """# Storage engines, corrected

## 1. Tanuki prefetches blocks from tape

Source: https://arxiv.org/abs/2610.04444

- Tanuki prefetches tape blocks 31% earlier with a queue of 512 entries
- a restore of 3 TB takes Tanuki 12 minutes
"""
NINTH, TENTH, ELEVENTH = (dt.date(2026, 10, day) for day in (9, 10, 11))
BRANCH = "redline/storage/2026-10-09"


def night(folder: GitFolder, date: dt.date, **notes: str) -> tuple[Outcome, Brief]:
    """Leave notes by their contributors, and run the night of that date."""
    for who, text in notes.items():
        path = folder.root / "inbox" / who / f"{date}-storage.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    outcome = run_night(folder.root, date=date, progress=Quiet(), clock=clock)[0]
    return outcome, Brief.model_validate_json(Path(outcome.brief).with_name("brief.json").read_bytes())


@pytest.fixture(scope="module")
def after_one(tmp_path_factory: pytest.TempPathFactory) -> GitFolder:
    folder = GitFolder(tmp_path_factory.mktemp("baseline") / "workspace")
    folder.root.mkdir()
    folder.git("init", "-q", "-b", "main")
    folder.commit(
        {"storage.md": DOCUMENT, "redline.toml": SETTINGS}, "The workspace", "2026-10-08T08:00:00+08:00"
    )
    outcome, brief = night(folder, NINTH, ann=FIRST)
    assert len(outcome.commits) == 1
    assert not any("Baseline" in point.text for point in brief.summary)
    return folder


@pytest.fixture
def folder(after_one: GitFolder, tmp_path: Path) -> GitFolder:
    shutil.copytree(after_one.root, tmp_path / "workspace")
    return GitFolder(tmp_path / "workspace")


def baseline(brief: Brief) -> list[str]:
    """The points of the summary that tell the baseline."""
    at = next(i for i, point in enumerate(brief.summary) if point.text.startswith("Baseline"))
    return [brief.summary[at].text, *(p.text for p in brief.summary[at + 1 :] if p.depth)]


def decide(folder: GitFolder, decision: str, reason: str = "") -> None:
    ledger = Ledger.open(open_repository(folder.root))
    [proposal] = ledger.proposals("storage")
    when = dt.datetime(2026, 10, 10, 8, tzinfo=dt.UTC)
    ledger.append(
        [
            Decided.model_validate(
                {
                    "document": "storage",
                    "increment": proposal.increment,
                    "decision": decision,
                    "reason": reason,
                    "who": "eve",
                    "when": when,
                }
            )
        ]
    )


def test_what_waits_for_a_decision_is_in_reserve_and_no_news_again(folder: GitFolder) -> None:
    outcome, brief = night(folder, TENTH, bob=AGAIN)
    assert not outcome.commits
    assert not brief.increments
    counted, told = baseline(brief)
    assert counted.startswith("Baseline: 1 things of earlier nights, 1 of the last one; kept on 1")
    assert "in reserve, kept on; proposed and not decided, for Reserve" in told
    assert "inbox/bob/2026-10-10-storage.md tells it again tonight" in told
    [idle] = brief.no_news
    assert idle.reason.startswith("baseline of an earlier night: “Storage engines today” (2026-10-09)")


def test_what_was_merged_into_the_reserve_stands_there_and_said_again_it_is_kept_on(
    folder: GitFolder,
) -> None:
    folder.git("merge", "-q", "--no-edit", BRANCH)
    _, brief = night(folder, TENTH, bob=AGAIN)
    assert not brief.increments
    told = baseline(brief)[1]
    assert "in reserve, kept on (document L" in told
    assert "into Reserve" in told  # merged, or accepted where the merge was learnt as a decision
    standing = {row.id: row.standing for row in brief.citables}
    assert standing["2610.04444"].startswith("of 2026-10-09: in reserve, kept on")
    assert standing["2608.11111"] == "in reserve, kept on (document L12, nothing new tonight)"


def test_what_a_person_accepted_and_moved_out_of_the_reserve_is_anchored(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-edit", BRANCH)
    decide(folder, "accepted")
    head, reserve = (folder.root / "storage.md").read_text(encoding="utf-8").split("## Reserve\n\n")
    kawauso, moved = reserve.split("\n", 1)
    folder.commit({"storage.md": f"{head}{moved.strip()}\n\n## Reserve\n\n{kawauso}\n"})
    told = baseline(night(folder, TENTH)[1])[1]
    assert "anchored, kept on (document L10)" in told
    assert "moved up from the reserve to Engines" in told


def test_what_a_person_refused_says_why(folder: GitFolder) -> None:
    decide(folder, "refused", "tape is out of scope")
    _, brief = night(folder, TENTH)
    assert "refused: tape is out of scope" in baseline(brief)[1]


def test_a_third_night_that_contradicts_lowers_it(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-edit", BRANCH)
    night(folder, TENTH)
    outcome, brief = night(folder, ELEVENTH, eve=CHANGED)
    assert [one.relation for one in brief.increments] == ["contradicts"]
    assert outcome.increments[0].relation == "contradicts"
    told = baseline(brief)[1]
    assert "does not agree with it tonight: to be verified" in told
    assert told.startswith("“Storage engines today” (2026-10-09): in reserve (document L")


def test_a_proposal_whose_branch_is_gone_is_taken_back_and_news_again(folder: GitFolder) -> None:
    folder.git("branch", "-q", "-D", BRANCH)
    _, brief = night(folder, TENTH, bob=AGAIN)
    assert [one.title for one in brief.increments] == ["What I read of storage engines"]
    assert "taken back; its branch is gone" in baseline(brief)[1]


def test_a_proposal_that_only_a_remote_has_still_waits(folder: GitFolder, tmp_path: Path) -> None:
    clone = GitFolder(tmp_path / "clone")
    folder.git("clone", "-q", str(folder.root), str(clone.root))
    clone.git("fetch", "-q", "origin", "refs/redline/*:refs/redline/*")
    _, brief = night(clone, TENTH, bob=AGAIN)
    assert not brief.increments
    assert "in reserve, kept on; proposed and not decided" in baseline(brief)[1]


def test_a_proposal_of_which_nothing_is_in_this_clone_waits_and_is_news_again(
    folder: GitFolder, tmp_path: Path
) -> None:
    clone = GitFolder(tmp_path / "clone")
    folder.git("clone", "-q", "--single-branch", f"file://{folder.root}", str(clone.root))
    clone.git("fetch", "-q", "origin", "refs/redline/ledger:refs/redline/ledger")
    _, brief = night(clone, TENTH, bob=AGAIN)
    assert len(brief.increments) == 1
    assert "proposed and not decided" in baseline(brief)[1]
