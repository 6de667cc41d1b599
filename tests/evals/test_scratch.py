"""Repositories of benches: nobody's own git settings reach them."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.scratch import commit, git, git_bytes, start


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person whose git signs, converts line ends, runs hooks and names branches otherwise."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "pre-commit").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (hooks / "pre-commit").chmod(0o755)
    config = tmp_path / "gitconfig"
    config.write_text(
        f"[commit]\n\tgpgsign = true\n[core]\n\tautocrlf = true\n\thooksPath = {hooks}\n[gpg]\n\tprogram = false\n"
        f"[init]\n\tdefaultBranch = trunk\n\ttemplateDir = {tmp_path}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody Else")


@pytest.mark.usefixtures("own_settings")
def test_scratch__is_independent_of_the_users_git(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "a.md").write_bytes(b"one\r\ntwo\n")
    start(root)
    commit(root, "2026-01-01T00:00:00+00:00")
    assert git(root, "branch", "--show-current").strip() == "main"
    assert git(root, "log", "-1", "--format=%an").strip() == "bench"
    assert git_bytes(root, "show", "HEAD:a.md") == b"one\r\ntwo\n"


def test_scratch__an_author_can_be_given(tmp_path: Path) -> None:
    start(tmp_path)
    given = {"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org"}
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "x", given=given)
    assert git(tmp_path, "log", "-1", "--format=%an <%ae>").strip() == "Ann <ann@example.org>"
