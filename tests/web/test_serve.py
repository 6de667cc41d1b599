"""`redline serve`, as a person starts and stops it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request

import pytest

from agent.cli import main
from tests.conftest import GitFolder
from tests.review.conftest import Desk


def test_serve__prints_its_address_serves_and_ends_with_ctrl_c(night: Desk) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "agent", "serve", "--port", "0"],
        cwd=night.folder.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    found = re.fullmatch(r"Open (http://127\.0\.0\.1:\d+/enter\?token=\S+)\n", process.stdout.readline())
    assert found
    with urllib.request.urlopen(found[1], timeout=30) as answer:
        assert answer.status == 200
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "", "Stop it with Ctrl-C.\n")


def test_serve__another_address_must_be_meant(
    night: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(night.folder.root)
    assert main(["serve", "--host", "0.0.0.0"]) == 18
    assert "can be reached by other machines" in capsys.readouterr().err


def test_serve__outside_a_workspace_says_so(
    repo: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repo.root)
    assert main(["serve"]) == 14
    assert "redline.toml" in capsys.readouterr().err


def test_serve__a_document_that_is_none_is_told(
    night: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(night.folder.root)
    assert main(["serve", "--doc", "none"]) == 16
    assert "none" in capsys.readouterr().err
