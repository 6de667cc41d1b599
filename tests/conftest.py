"""What all tests share."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from agent.outcome import Outcome

_PERSON = {"NAME": "Jay Tester", "EMAIL": "jay@example.org"}


class GitFolder:
    """A real git repository in a temporary folder, driven as a person would."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *args: str, stdin: bytes = b"") -> str:
        """Run git as a person; its output without the last line's end."""
        done = subprocess.run(["git", *args], cwd=self.root, input=stdin, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def commit(
        self, files: dict[str, str | bytes], message: str = "Write", date: str = "2026-09-24T10:00:00+08:00"
    ) -> str:
        """Write files, commit them, return the commit's id."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.git("add", "-A", "--", ".")
        env = ["-c", "core.hooksPath=/dev/null"]
        subprocess.run(
            ["git", *env, "commit", "-q", "--allow-empty", "-m", message],
            cwd=self.root,
            env=os.environ | {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date},
            check=True,
            capture_output=True,
        )
        return self.git("rev-parse", "HEAD")


@dataclass(frozen=True)
class DoneNight:
    """A workspace after its night."""

    folder: GitFolder
    before: Path
    """A copy of the repository as it was before."""
    outcome: Outcome


@pytest.fixture(scope="session", autouse=True)
def _no_user_config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Git sees nobody's configuration, and no repository that the tests were started from."""
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        for name in [key for key in os.environ if key.startswith(("GIT_", "REDLINE_"))]:
            patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        for role in ("AUTHOR", "COMMITTER"):
            for field, value in _PERSON.items():
                patch.setenv(f"GIT_{role}_{field}", value)
        yield


@pytest.fixture
def empty_repo(tmp_path: Path) -> GitFolder:
    """A repository without a commit, on branch `main`, in a folder of its own."""
    root = tmp_path / "repo"
    root.mkdir()
    folder = GitFolder(root)
    folder.git("init", "-q", "-b", "main")
    return folder


@pytest.fixture
def repo(empty_repo: GitFolder) -> GitFolder:
    """A repository with one commit: a document and a note."""
    empty_repo.commit(
        {"living_doc/guide.md": "# Guide\n\n## 一\n\n正文。\n", "inbox/jay/2026-09-24-note.md": "note\n"}
    )
    return empty_repo


@pytest.fixture(scope="session")
def done_night(tmp_path_factory: pytest.TempPathFactory) -> DoneNight:
    """The small workspace after its night; tests only look at it."""
    from tests.nights import first_commit, update

    folder = first_commit(tmp_path_factory.mktemp("night") / "work")
    before = folder.root.parent / "before"
    shutil.copytree(folder.root, before)
    outcome = update(folder)
    return DoneNight(folder, before, outcome)


@pytest.fixture
def workspace(done_night: DoneNight, tmp_path: Path) -> GitFolder:
    """The small workspace before its night, in a repository of its own; its vectors are made already."""
    from tests.nights import copy_vectors

    root = tmp_path / "work"
    shutil.copytree(done_night.before, root)
    copy_vectors(done_night.folder.root, root)
    return GitFolder(root)
