"""Ctrl-C in the middle of a model's call: nobody waits for the answer, and the next question finds all as it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import GitFolder
from tests.llm_server import LoopbackServer, Response

QUESTION = "In how many minutes does Heron-NG rebuild a disk?"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_stopped_call__ends_at_once_and_leaves_a_sentence(workspace: GitFolder) -> None:
    with LoopbackServer(lambda _asked, _number: Response(b"", silent=True)) as server:
        settings = (workspace.root / "redline.toml").read_text(encoding="utf-8")
        model = f'\n[model]\nname = "silent"\nbase_url = "{server.url}"\nkey_env = ""\n'
        (workspace.root / "redline.toml").write_text(settings + model, encoding="utf-8")
        process = _ask(workspace.root)
        until = time.monotonic() + 60
        while not server.asked and time.monotonic() < until and process.poll() is None:
            time.sleep(0.05)  # a real process: there is nothing else to wait for
        assert server.asked, process.communicate(timeout=5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=15)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert out == ""
    (workspace.root / "redline.toml").write_text(settings, encoding="utf-8")
    again = _ask(workspace.root)
    out, _ = again.communicate(timeout=60)
    assert again.returncode == 0
    assert "41 minutes" in out


def _ask(root: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "agent", "ask", QUESTION],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
