"""What the base has of our commits, and branches of which nothing is left."""

from __future__ import annotations

import pytest

from agent.errors import BranchTaken, Locked
from agent.workspace import (
    CommitStep,
    Identity,
    Repository,
    build_branch,
    check_not_deleted,
    identity,
    increments_in,
    is_merged,
    landed,
    open_repository,
    refs,
    remove_branch,
    turn,
    was_removed,
)
from tests.conftest import GitFolder
from tests.workspace.test_branch import DOC, NAME, NIGHT

JAY = Identity("Jay", "jay@example.org")


def step(text: str, increment: str, author: Identity = JAY) -> CommitStep:
    trailers = (("Redline-Increment", increment), ("Redline-Night", "2026-09-25"))
    return CommitStep(
        files={DOC: text.encode()}, subject=increment, date=NIGHT, trailers=trailers, author=author
    )


def built(repo: GitFolder) -> Repository:
    repository = open_repository(repo.root, base="main")
    build_branch(
        repository, NAME, "main", [step("# Guide\n\none\n", "i1"), step("# Guide\n\none\ntwo\n", "i2")]
    )
    return repository


def test_landed__merged_or_taken_one_by_one(repo: GitFolder) -> None:
    base = built(repo).base_commit
    assert landed(open_repository(repo.root), base) == frozenset()
    repo.git("cherry-pick", f"{NAME}~1")
    repository = open_repository(repo.root)
    assert landed(repository, base) == {"i1"}
    assert not is_merged(repository, NAME)
    assert increments_in(repository, f"{base}..{NAME}") == {"i1", "i2"}
    repo.git("merge", "-q", "-X", "theirs", "-m", "Take it", NAME)
    repository = open_repository(repo.root)
    assert landed(repository, base) == {"i1", "i2"}
    assert is_merged(repository, NAME)
    assert landed(repository, "0" * 40) == frozenset()
    assert not is_merged(repository, "redline/guide/absent")


def test_remove_branch__ours_is_deleted_and_remembered_as_deleted_by_us(repo: GitFolder) -> None:
    repository = built(repo)
    tip = repo.git("rev-parse", NAME)
    assert remove_branch(repository, NAME, "main") == tip
    assert repository.branches("redline/") == ()
    assert was_removed(repository, NAME)
    check_not_deleted(repository, NAME)
    assert remove_branch(repository, NAME, "main") == ""


def test_remove_branch__a_persons_commit_stays(repo: GitFolder) -> None:
    repository = built(repo)
    repo.git("switch", "-q", NAME)
    mine = repo.commit({"note.txt": "mine\n"}, "My own words")
    repo.git("switch", "-q", "main")
    with pytest.raises(BranchTaken, match="My own words"):
        remove_branch(repository, NAME, "main")
    assert repo.git("rev-parse", NAME) == mine


def test_check_not_deleted__by_a_person_where_it_was_built(repo: GitFolder) -> None:
    repository = built(repo)
    check_not_deleted(repository, NAME)
    repo.git("branch", "-q", "-D", NAME)
    with pytest.raises(BranchTaken, match="deleted here by a person"):
        check_not_deleted(repository, NAME)
    assert not was_removed(repository, NAME)


def test_person__as_git_would_name_the_author(repo: GitFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = open_repository(repo.root)
    assert repository.person() == Identity("Jay Tester", "jay@example.org")
    for field in ("NAME", "EMAIL"):
        monkeypatch.delenv(f"GIT_AUTHOR_{field}")
    assert repository.person() is None
    repo.git("config", "user.name", "李雷")
    repo.git("config", "user.email", "li@example.org")
    assert repository.person() == Identity("李雷", "li@example.org")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Jay <jay@example.org>", Identity("Jay", "jay@example.org")),
        ("李雷", Identity("李雷", "")),
        ("<jay@example.org>", Identity("jay@example.org", "jay@example.org")),
        ("  ", Identity("", "")),
    ],
)
def test_identity__a_name_and_an_address_or_either(text: str, wanted: Identity) -> None:
    assert identity(text) == wanted


def test_turn__one_at_a_time_and_a_holder_that_does_not_end_is_named(
    repo: GitFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refs, "_WAIT", 0.05)
    path = repo.root / ".git/redline/x.lock"
    with (
        turn(path, "Somebody holds it"),
        pytest.raises(Locked, match="Somebody holds it, and does not end"),
        turn(path, "Somebody holds it"),
    ):
        pass
    with turn(path, "free again"):
        pass
