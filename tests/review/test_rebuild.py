"""The branch that decisions leave: it follows from what stands, and a person's hand in it is respected."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.document import Applied, apply, parse
from agent.errors import BranchTaken, DiskFull, GitFailed, NotReviewable
from agent.ledger import Decided, Decision
from agent.review.branch import commits_of, document_of
from agent.review.decisions import Stand
from agent.workspace import open_repository
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH, DOCUMENT, NAME
from tests.review.conftest import ANN, JAY, WHEN, Desk, copy

DECISIONS: tuple[Decision, ...] = ("accepted", "refused", "edited", "undecided")


def cloned(desk: Desk, target: Path) -> Desk:
    """The workspace on another machine, with what Redline keeps of it and none of its branches."""
    desk.folder.git("clone", "-q", "--single-branch", f"file://{desk.folder.root}", str(target))
    other = Desk(GitFolder(target))
    other.folder.git("fetch", "-q", "origin", "refs/redline/*:refs/redline/*")
    return other


def test_rebuild__without_decisions_changes_nothing(desk: Desk) -> None:
    tip = desk.tip()
    assert desk.rebuild().status == "unchanged"
    assert desk.tip() == tip


def test_rebuild__accepting_all_leaves_the_commits_as_they_are(desk: Desk) -> None:
    tip = desk.tip()
    for number in (3, 1, 2):
        desk.decide(number, "accepted")
    assert desk.rebuild().status == "unchanged"
    assert desk.tip() == tip


def test_rebuild__what_is_refused_is_not_on_the_branch_and_nothing_else_is_changed(desk: Desk) -> None:
    one, two, three = desk.ids()
    desk.decide(2, "refused")
    made = desk.rebuild()
    assert made.status == "rebuilt"
    assert made.increments == tuple(desk.on_branch()) == (one, three)
    assert made.commits[-1] == desk.tip()
    record = desk.open().record
    base = f"{desk.folder.git('show', f'{record.base}:{DOCUMENT}')}\n"
    kept = [edit for step in record.steps if step.increment != two for edit in step.edits]
    applied = apply(parse(base.encode()), kept)
    assert isinstance(applied, Applied)
    assert desk.folder.git("show", f"{BRANCH}:{DOCUMENT}") + "\n" == applied.data.decode()
    assert desk.folder.git("status", "--porcelain") == ""


def test_rebuild__a_refusal_taken_back_gives_the_same_commits_again(desk: Desk) -> None:
    tip = desk.tip()
    desk.decide(1, "refused")
    desk.rebuild()
    desk.decide(1, "undecided")
    assert desk.rebuild().status == "rebuilt"
    assert desk.tip() == tip


def test_rebuild__a_persons_wording_has_the_person_as_author(desk: Desk) -> None:
    text = desk.card(3).text.replace("部署在 48 节点集群", "部署于 48 节点集群")
    desk.decide(3, "edited", ANN, text=text)
    desk.rebuild()
    assert desk.folder.git("log", "-1", "--format=%an <%ae>|%cn|%ai", BRANCH) == (
        f"{ANN}|Redline|2026-10-12 22:00:00 +0800"
    )
    assert "Redline-Writer: Ann Other" in desk.folder.git("log", "-1", "--format=%B", BRANCH)
    assert "部署于 48 节点集群" in desk.folder.git("show", f"{BRANCH}:{DOCUMENT}")
    assert desk.folder.git("fsck", "--strict", "--no-dangling") == ""
    desk.decide(1, "refused")
    assert desk.rebuild().status == "rebuilt", (
        "the commit with a person as author is still ours to build again"
    )


def test_rebuild__nothing_left_deletes_the_branch_and_a_decision_taken_back_makes_it_again(
    desk: Desk,
) -> None:
    tip = desk.tip()
    for number in (1, 2, 3):
        desk.decide(number, "refused")
    assert desk.rebuild().status == "emptied"
    assert desk.tip() == ""
    assert desk.rebuild().status == "emptied"
    for number in (1, 2, 3):
        desk.decide(number, "undecided")
    assert desk.rebuild().status == "created"
    assert desk.tip() == tip


def test_finish__leaves_out_what_is_open_and_it_stays_out_until_it_is_accepted(desk: Desk) -> None:
    one, two, three = desk.ids()
    desk.decide(2, "accepted")
    assert desk.open().finish().increments == (two,)
    desk.decide(3, "accepted")
    assert desk.rebuild().increments == (two, three)
    assert desk.card(1).decision is None
    desk.decide(1, "accepted")
    assert desk.rebuild().increments == (one, two, three)


def test_finish__with_nothing_decided_says_so_and_leaves_the_branch(desk: Desk) -> None:
    tip = desk.tip()
    with pytest.raises(NotReviewable, match=r"Nothing is decided on the night of 2026-10-12: 3 open"):
        desk.open().finish()
    assert desk.tip() == tip


def test_finish__with_nothing_accepted_takes_the_branch_away_until_something_is(desk: Desk) -> None:
    desk.decide(1, "refused")
    assert desk.open().finish().status == "emptied"
    desk.decide(2, "accepted")
    assert desk.rebuild().increments == (desk.ids()[1],)


def test_rebuild__a_persons_commit_on_the_branch_is_kept_and_so_is_the_decision(desk: Desk) -> None:
    desk.folder.git("switch", "-q", BRANCH)
    mine = desk.folder.commit({"note.txt": "mine\n"}, "My own words")
    desk.folder.git("switch", "-q", "main")
    desk.decide(1, "refused")
    with pytest.raises(BranchTaken, match="My own words"):
        desk.rebuild()
    assert desk.tip() == mine
    assert desk.card(1).decision == "refused"


def test_rebuild__a_persons_commit_is_not_deleted_with_the_branch(desk: Desk) -> None:
    desk.folder.git("switch", "-q", BRANCH)
    mine = desk.folder.commit({"note.txt": "mine\n"}, "My own words")
    desk.folder.git("switch", "-q", "main")
    desk.decide(1, "refused")
    with pytest.raises(BranchTaken, match="My own words"):
        desk.open().finish()
    assert desk.tip() == mine


def test_rebuild__a_commit_that_its_author_amended_is_a_persons_now(desk: Desk) -> None:
    desk.decide(3, "edited", JAY, text=desk.card(3).text.replace("48 节点集群", "48 节点的集群"))
    desk.rebuild()
    desk.folder.git("switch", "-q", BRANCH)
    desk.folder.git("commit", "-q", "--amend", "--no-edit", "--allow-empty", "--only")
    desk.folder.git("switch", "-q", "main")
    shutil.rmtree(desk.folder.root / ".git/redline/built")
    desk.decide(1, "refused")
    with pytest.raises(BranchTaken, match="a commit of Jay Tester"):
        desk.rebuild()


def test_rebuild__a_branch_that_a_person_has_checked_out_is_not_moved(desk: Desk) -> None:
    desk.folder.git("switch", "-q", BRANCH)
    desk.decide(1, "refused")
    with pytest.raises(BranchTaken, match="checked out in"):
        desk.rebuild()


def test_rebuild__a_branch_that_a_person_deleted_is_not_made_again(desk: Desk) -> None:
    tip = desk.tip()
    desk.folder.git("branch", "-q", "-D", BRANCH)
    desk.decide(1, "refused")
    with pytest.raises(BranchTaken, match="deleted here by a person") as told:
        desk.rebuild()
    assert told.value.hint == f"To have it back: git branch '{BRANCH}' {tip[:12]}"


_FULL = """#!/bin/sh
case "$*" in *update-ref*refs/heads/*) echo "fatal: No space left on device" >&2; exit 128 ;; esac
exec '{git}' "$@"
"""


@pytest.mark.parametrize("before", ["never here", "taken away"])
def test_rebuild__a_branch_that_a_full_disk_kept_from_being_made_is_made_the_next_time(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    if before == "taken away":
        for number in (1, 2, 3):
            desk.decide(number, "refused")
        assert desk.rebuild().status == "emptied"
        for number in (1, 2, 3):
            desk.decide(number, "undecided")
    else:
        desk = cloned(desk, tmp_path / "clone")
    shim = tmp_path / "bin/git"
    shim.parent.mkdir()
    shim.write_text(_FULL.format(git=shutil.which("git")))
    shim.chmod(0o755)
    with monkeypatch.context() as disk:
        disk.setenv("PATH", f"{shim.parent}:{os.environ['PATH']}")
        with pytest.raises(DiskFull):
            desk.rebuild()
    assert desk.tip() == ""
    assert desk.rebuild().status == "created"
    assert desk.on_branch() == desk.ids()


def test_rebuild__a_branch_that_was_merged_stays(desk: Desk) -> None:
    tip = desk.tip()
    desk.folder.git("merge", "-q", "--no-ff", "-m", "Take it", BRANCH)
    assert all(card.landed for card in desk.open().cards)
    desk.decide(1, "accepted")
    assert desk.rebuild().status == "merged"
    assert desk.tip() == tip


def test_rebuild__another_clone_builds_the_same_branch_from_the_refs(desk: Desk, tmp_path: Path) -> None:
    desk.decide(2, "refused")
    desk.decide(3, "edited", ANN, text=desk.card(3).text.replace("48 节点集群", "48 节点的集群"))
    desk.rebuild()
    other = cloned(desk, tmp_path / "other")
    assert other.rebuild().status == "created"
    assert other.tip() == desk.tip()


def test_rebuild__a_clone_without_the_base_shows_the_cards_and_says_what_to_fetch(
    desk: Desk, tmp_path: Path
) -> None:
    settings_ = (desk.folder.root / "redline.toml").read_bytes()
    desk.folder.git("switch", "-q", "--orphan", "elsewhere")
    desk.folder.commit({"redline.toml": settings_})
    other = cloned(desk, tmp_path / "other")
    assert len(other.open().cards) == 3
    other.decide(1, "refused")
    with pytest.raises(GitFailed, match="not in this clone"):
        other.rebuild()


ORDERS: tuple[list[tuple[int, Decision, str]], ...] = (
    [(2, "refused", JAY), (3, "edited", ANN), (1, "accepted", JAY)],
    [(3, "edited", ANN), (2, "accepted", ANN), (2, "refused", ANN)],
)


def test_rebuild__the_order_of_decisions_leaves_no_trace(desk: Desk, tmp_path: Path) -> None:
    copy(desk.folder.root, tmp_path / "other")
    desks = (desk, Desk(GitFolder(tmp_path / "other")))
    for here, order in zip(desks, ORDERS, strict=True):
        for number, decision, who in order:
            text = f"{here.card(number).text}。" if decision == "edited" else None
            here.decide(number, decision, who, text=text)
            here.rebuild()
    assert desks[0].tip() == desks[1].tip()


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from(DECISIONS), st.sampled_from([JAY, ANN])), max_size=8
    )
)
def test_rebuild__any_decisions_in_any_order_leave_the_commits_of_those_that_stand(
    done_night: DoneNight, decisions: list[tuple[int, Decision, str]]
) -> None:
    record = Desk(done_night.folder).open().record
    document = document_of(open_repository(done_night.folder.root), record)
    wandering = [Stand(step) for step in record.steps]
    for number, decision, who in decisions:
        stand = wandering[number]
        wandering[number] = stand.after(event(stand, decision, who, f"{stand.text}，{who[:3]}"))
    straight = []
    for stand in wandering:
        fresh = Stand(stand.step)
        if stand.edited:
            fresh = fresh.after(event(fresh, "edited", stand.edited.who, stand.text))
        if stand.decided:
            fresh = fresh.after(event(fresh, stand.decided.decision, stand.decided.who, stand.text))
        straight.append(fresh)
    made, wanted = (
        commits_of(document, record.path, [stand for stand in stands if not stand.refused])
        for stands in (wandering, straight)
    )
    assert made == wanted


def event(stand: Stand, decision: Decision, who: str, text: str) -> Decided:
    return Decided(
        document=NAME,
        increment=stand.step.increment,
        decision=decision,
        reason="",
        who=who,
        when=WHEN,
        seen=stand.seen,
        text=text if decision == "edited" else "",
    )
