"""A run killed with `kill -9` at each of its git commands, and started again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.ledger import Ledger
from agent.workspace import build_branch, lock, open_repository
from tests.conftest import GitFolder
from tests.ledger.test_book import DOC, done, read
from tests.workspace.test_branch import NAME, NIGHT, STEPS

_SHIM = """#!/bin/sh
echo x >> '{counter}'
if [ "$(wc -l < '{counter}')" -eq {fatal} ]; then
  case {moment} in
    during) '{git}' "$@" & kill -9 0 ;;
    after) '{git}' "$@"; kill -9 0 ;;
  esac
fi
exec '{git}' "$@"
"""


def run(root: Path) -> tuple[str, int, int]:
    """A small night: lock, branch, ledger. Ids of branch and ledger's tree, and what is known."""
    repository = open_repository(root, base="main")
    with lock(repository.state_dir, DOC, since=NIGHT):
        result = build_branch(repository, NAME, repository.base_commit, STEPS)
        book = Ledger.open(repository)
        book.append([read(1), read(2), done(*result.commits)])
    return result.tip, len(book.known_items(DOC)), len(book.nights())


def killed(work: Callable[[], object]) -> bool:
    """Do some work in a process group of its own; whether that was killed."""
    child = os.fork()
    if child == 0:
        os.setsid()
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize(("moment", "stride"), [("during", 3), ("after", 2)])
def test_it_ends_in_the_same_state(
    repo: GitFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, stride: int
) -> None:
    git, path = shutil.which("git"), os.environ["PATH"]
    shim = tmp_path / "bin/git"
    shim.parent.mkdir()
    spare = tmp_path / "spare"
    shutil.copytree(repo.root, spare)
    expected, trees = run(spare), GitFolder(spare).git("rev-parse", "refs/redline/ledger^{tree}")
    deaths = 0
    for fatal in range(1, 100, stride):
        root = tmp_path / str(fatal)
        shutil.copytree(repo.root, root)
        counter = tmp_path / f"calls-{fatal}"
        shim.write_text(_SHIM.format(counter=counter, fatal=fatal, moment=moment, git=git))
        shim.chmod(0o755)
        monkeypatch.setenv("PATH", f"{shim.parent}:{path}")
        died = killed(lambda root=root: run(root))
        monkeypatch.setenv("PATH", path)
        if not died:
            break
        deaths += 1
        folder = GitFolder(root)
        assert run(root) == expected
        assert folder.git("rev-parse", "refs/redline/ledger^{tree}") == trees
        assert folder.git("status", "--porcelain") == ""
        shutil.rmtree(root)
    assert deaths > 30 // stride
