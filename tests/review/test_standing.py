"""`redline status`: what is decided, what waits, and what the base has already."""

from __future__ import annotations

from pathlib import Path

from agent.standing import DocumentStanding, Standing, standing
from tests.nights import BRANCH
from tests.review.conftest import ANN, Desk


def stand(desk: Desk) -> DocumentStanding:
    (found,) = standing(desk.folder.root, document=None).documents
    return found


def words(desk: Desk) -> list[str]:
    return standing(desk.folder.root, document=None).in_words().splitlines()


def test_status__all_waits_after_a_night(desk: Desk) -> None:
    found = stand(desk)
    assert (len(found.waiting), found.decided, found.branches) == (3, (), (BRANCH,))
    said = words(desk)
    assert said[1] == f"  分支 {BRANCH}：未决定 3"
    assert said[-1] == "  决定：redline review 2026-10-12 --doc storage"


def test_status__what_is_decided_is_told_with_who_and_why(desk: Desk) -> None:
    desk.decide(1, "refused", ANN, reason="a rumour,\nno source")
    desk.decide(2, "accepted")
    desk.rebuild()
    assert [proposal.title for proposal in stand(desk).waiting] == [desk.card(3).increment.title]
    said = words(desk)
    assert said[1] == f"  分支 {BRANCH}：已接受 1，已拒绝 1，未决定 1"
    assert "  已拒绝：2026-10-12 Kestrel 并发与延迟实测（Ann Other：a rumour, no source）" in said
    desk.decide(1, "undecided")
    assert len(stand(desk).waiting) == 2


def test_status__what_was_left_out_stays_open_after_the_rest_was_merged(desk: Desk) -> None:
    desk.decide(2, "accepted")
    desk.open().finish()
    desk.folder.git("merge", "-q", "--no-ff", "-m", "Take it", BRANCH)
    found = stand(desk)
    assert found.branches == ()
    assert {proposal.title for proposal in found.waiting} == {desk.card(n).increment.title for n in (1, 3)}


def test_status__what_was_merged_without_a_decision_does_not_wait(desk: Desk) -> None:
    desk.folder.git("merge", "-q", "--no-ff", "-m", "Take it", BRANCH)
    assert stand(desk).waiting == ()


def test_status__a_commit_taken_alone_does_not_wait(desk: Desk) -> None:
    desk.folder.git("cherry-pick", f"{BRANCH}~2")
    assert len(stand(desk).waiting) == 2


def test_status__a_branch_that_a_person_deleted_no_longer_waits(desk: Desk) -> None:
    desk.folder.git("branch", "-q", "-D", BRANCH)
    assert stand(desk).waiting == ()


def test_status__a_branch_that_was_finished_empty_still_waits(desk: Desk) -> None:
    desk.decide(1, "refused")
    desk.open().finish()
    assert len(stand(desk).waiting) == 2


def test_in_words__without_a_document() -> None:
    assert "names no document" in Standing(root=str(Path("x")), documents=()).in_words()
