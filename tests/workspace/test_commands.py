"""Running git: what hangs is stopped, what fails says why."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from agent import errors
from agent.workspace import discovery
from agent.workspace.commands import Git, Output, failure, os_failure
from tests.conftest import GitFolder


@pytest.fixture
def git(repo: GitFolder) -> Git:
    return discovery.find(repo.root)


def test_a_remote_that_never_answers_is_given_up(git: Git) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"git://127.0.0.1:{silent.getsockname()[1]}/x"
        with pytest.raises(errors.GitFailed, match=r"`git ls-remote` did not end within 0\.3 seconds"):
            git.attempt("ls-remote", "--", address, timeout=0.3, remote=True)


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("fatal: write error: No space left on device", errors.DiskFull),
        ("fatal: cannot write keep file: File too large", errors.DiskFull),
        ("error: Disk quota exceeded", errors.DiskFull),
        ("fatal: Unable to create '/r/.git/refs/x.lock': File exists.", errors.Locked),
        ("fatal: something\nelse", errors.GitFailed),
        ("", errors.GitFailed),
    ],
)
def test_failures_have_names(said: str, error: type[errors.RedlineError]) -> None:
    problem = failure(("update-ref",), Output(128, b"", said))
    assert type(problem) is error
    assert "\n" not in str(problem)


def test_a_password_in_an_address_is_not_repeated() -> None:
    problem = failure(
        ("fetch",), Output(128, b"", "fatal: unable to access 'https://jay:s3cret@host/x.git/'")
    )
    assert "s3cret" not in str(problem)
    assert "https://***@host/x.git" in str(problem)


def test_troubles_with_files_of_ours_have_names() -> None:
    assert isinstance(os_failure("it", OSError(28, "No space left on device")), errors.DiskFull)
    assert isinstance(os_failure("it", PermissionError(13, "Permission denied")), errors.GitFailed)


def test_input_and_output_are_bytes_and_large_ones_do_not_block(git: Git) -> None:
    content = os.urandom(3_000_000)
    blob = git.text("hash-object", "-w", "--stdin", "--no-filters", stdin=content)
    assert git.run("cat-file", "blob", blob) == content


def test_no_process_is_left_when_reading_stops_early(repo: GitFolder, git: Git) -> None:
    (repo.root / "large").write_bytes(b"x" * 3_000_000)
    blob = repo.git("hash-object", "-w", "large")
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    before = children.read_text().split() if children.exists() else []
    with git.stream("cat-file", "blob", blob) as chunks:
        assert next(chunks)
    if children.exists():
        assert set(children.read_text().split()) <= set(before)
