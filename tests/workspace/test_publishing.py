"""Pushing a night's branch to a real bare remote."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent import errors
from agent.workspace import open_repository, push_branch, remotes
from tests.conftest import GitFolder
from tests.workspace.test_branch import NAME, STEPS, build


@pytest.fixture
def remote(repo: GitFolder, tmp_path: Path) -> GitFolder:
    """A bare repository that `repo` knows as origin."""
    repo.git("init", "-q", "--bare", "-b", "main", str(tmp_path / "remote.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    repo.git("push", "-q", "origin", "main")
    return GitFolder(tmp_path / "remote.git")


def test_a_branch_is_pushed_once_and_replaced_by_a_later_run(repo: GitFolder, remote: GitFolder) -> None:
    repository, _, tip = build(repo)
    assert remotes(repository) == ("origin",)
    assert push_branch(repository, NAME, "origin") == "pushed"
    assert push_branch(repository, NAME, "origin") == "unchanged"
    assert remote.git("rev-parse", NAME) == tip
    _, _, later = build(repo, STEPS[:1])
    assert push_branch(repository, NAME, "origin") == "pushed"
    assert remote.git("rev-parse", NAME) == later


def test_a_persons_commit_on_the_remote_is_not_overwritten(
    repo: GitFolder, remote: GitFolder, tmp_path: Path
) -> None:
    repository, _, _ = build(repo)
    push_branch(repository, NAME, "origin")
    remote.git("clone", "-q", "-b", NAME, ".", str(tmp_path / "reviewer"))
    reviewer = GitFolder(tmp_path / "reviewer")
    theirs = reviewer.commit({"x.md": "x"}, "Reword")
    reviewer.git("push", "-q")
    build(repo, STEPS[:1])
    with pytest.raises(errors.BranchTaken, match=f"holds a commit of Jay Tester: {theirs[:10]} “Reword”"):
        push_branch(repository, NAME, "origin")
    assert remote.git("rev-parse", NAME) == theirs


def test_no_hook_runs_and_no_tag_goes_along(repo: GitFolder, remote: GitFolder) -> None:
    repo.git("config", "push.followTags", "true")
    repo.git("tag", "-a", "v1", "-m", "one")
    hook = repo.root / ".git/hooks/pre-push"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    repository, _, _ = build(repo)
    push_branch(repository, NAME, "origin")
    assert remote.git("tag") == ""
    with pytest.raises(errors.GitFailed, match="no branch"):
        push_branch(open_repository(repo.root), "redline/nothing", "origin")
