"""The doctor tries remote, token, project and the right to push; nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.doctor import examine
from tests.conftest import GitFolder
from tests.forge.server import PROJECT, TOKEN, Fault, ForgeServer
from tests.forge.test_night import configure, remote_of
from tests.nights import clock, first_commit


def said(folder: GitFolder, token: str = TOKEN) -> list[str]:
    """What is said of the remote and the forge, with its state and hint."""
    environment = {"GITHUB_TOKEN": token, "GITLAB_TOKEN": token}
    found = examine(folder.root, environment, clock=clock, meaning=False)
    assert TOKEN not in found.in_words()
    return [
        f"{check.state} {check.name}: {check.said} {check.hint}"
        for check in found.checks
        if check.name.startswith(("forge", "remote"))
    ]


@pytest.fixture
def folder(server: ForgeServer, tmp_path: Path) -> GitFolder:
    made = first_commit(tmp_path / "work")
    configure(made, f'kind = "{server.kind}"\nproject = "{PROJECT}"\nbase_url = "{server.url}"')
    remote_of(made, tmp_path / "remote.git")
    return made


def test_all_well(server: ForgeServer, folder: GitFolder) -> None:
    remote, forge = said(folder)
    assert remote.startswith("works remote origin: “origin” answers, and holds no ledger yet")
    assert forge.startswith(f"works forge: {PROJECT} on {server.kind}, as night-desk; may push")
    assert server.writes() == []


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        (lambda server: setattr(server, "may_push", False), "may not push"),
        (lambda server: server.fail(".", Fault(401, {"message": "Bad credentials"})), "refuses the token"),
        (lambda server: server.fail("projects|repos", Fault(404, {"message": "Not Found"})), "has no house"),
        (lambda server: server.fail(".", Fault(0, hang_up=True)), "could not be reached"),
    ],
    ids=["no right", "token", "project", "no answer"],
)
def test_what_does_not_work__is_said(
    server: ForgeServer, folder: GitFolder, broken: Callable[[ForgeServer], object], expected: str
) -> None:
    broken(server)
    forge = said(folder)[-1]
    assert forge.startswith("fails forge: ")
    assert expected in forge


def test_no_token__is_said(folder: GitFolder) -> None:
    assert "There is no token in" in said(folder, token="")[-1]


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_no_remote__is_said_and_is_no_healthy_state(folder: GitFolder) -> None:
    folder.git("remote", "remove", "origin")
    assert "fails forge: There is no remote “origin”" in said(folder)[0]


def test_a_remote_alone__is_tried(tmp_path: Path) -> None:
    folder = first_commit(tmp_path / "work")
    configure(folder, 'remote = "origin"')
    remote_of(folder, tmp_path / "remote.git")
    assert [line.split(" ")[0] for line in said(folder)] == ["works", "not"]
