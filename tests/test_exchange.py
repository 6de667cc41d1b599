"""What stands around a night must not cost what the graph costs."""

from __future__ import annotations

import subprocess
import sys


def test_a_night_that_was_done_before_loads_no_graph() -> None:
    code = "import sys, agent.nightly; print([name for name in ('langgraph', 'chromadb', 'unstructured') if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
