"""The wheel, installed into an environment of its own and used in a repository that is not this one.

Run by hand: `pytest -m slow tests/slow/test_wheel.py`. It needs the package registry.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from agent.outcome import Outcome
from tests.conftest import GitFolder

ROOT = Path(__file__).parents[2]
DOCUMENT = """# Storage handbook

## Object stores

- **Kestrel v2.4.0** was released on 2026-09-30 with erasure coding 8+3.
- **Heron** is in maintenance mode; rebuilds are slow.

## Reliability

- **SiltCheck** finds silent corruption at 1.8% overhead.

## Reserve

- **PebbleLog** is a log-structured layer for cold data.
"""
NOTE = """# Kestrel latency

Source: https://forum.kestrel.example/t/latency/4211

- Kestrel v2.4.0 reaches 7.9 GB/s at 128 clients with a P99 of 12.86 ms
- The test ran for 72 hours with an error rate of 0.003%
"""
BRIEF = """# handbook · E1 brief (2026-10-12)

## Increments

### Increment 1: Kestrel latency (⭐⭐⭐⭐)

Source: inbox/ann/2026-10-12-kestrel.md
URL: https://forum.kestrel.example/t/latency/4211

Key points:

- Kestrel v2.4.0 reaches 7.9 GB/s at 128 clients with a P99 of 12.86 ms
- The test ran for 27 hours with an error rate of 0.003%

Credibility: ★★★★ — measured, with the commands
Relation: the document has Kestrel v2.4.0; this adds measurements
Suggested section: Object stores
"""


def run(*argv: str | Path, cwd: Path) -> str:
    """Run a program that must succeed, without any of our own paths in its environment."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in argv],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_the_wheel_runs_a_night_elsewhere(tmp_path: Path) -> None:
    uv = shutil.which("uv") or str(Path(sys.executable).parent / "uv")
    run(uv, "build", "--wheel", "--out-dir", tmp_path / "dist", ROOT, cwd=tmp_path)
    wheel = next((tmp_path / "dist").glob("redline-*.whl"))
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv/bin/python"
    run(uv, "pip", "install", "--quiet", "--python", python, wheel, cwd=tmp_path)
    redline = tmp_path / "venv/bin/redline"

    root = tmp_path / "elsewhere"
    root.mkdir()
    folder = GitFolder(root)
    folder.git("init", "-q", "-b", "main")
    folder.commit({"docs/handbook.md": DOCUMENT})
    told = run(redline, "init", "--doc", "docs/handbook.md", "--timezone", "Europe/Berlin", cwd=root)
    assert "kept docs/handbook.md" in told
    folder.commit({"inbox/ann/2026-10-12-kestrel.md": NOTE})
    (tmp_path / "brief.md").write_text(BRIEF, encoding="utf-8")

    outcome = Outcome.model_validate_json(
        run(redline, "update", "--brief", tmp_path / "brief.md", "--json", cwd=root)
    )
    assert len(outcome.commits) == 1
    added = folder.git("diff", "--unified=0", "main", outcome.branch)
    assert "7.9 GB/s at 128 clients with a P99 of 12.86 ms" in added
    assert "27 hours" not in added
    assert "来源" not in added
    assert "Source: " in added
    table = run(redline, "update", "--brief", tmp_path / "brief.md", cwd=root)
    assert "nothing was changed" in table
    run(redline, "night", "--date", "2026-10-13", cwd=root)
    assert "last night 2026-10-13" in run(redline, "status", cwd=root)
    run(python, "-c", "from agent.prompts import load; load('draft')", cwd=root)
    assert folder.git("status", "--porcelain") == ""
