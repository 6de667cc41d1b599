"""A workspace of several documents: each has its night, and one that fails keeps no other from it."""

import json
from pathlib import Path

import pytest

from agent.cli import main
from tests.conftest import GitFolder

SETTINGS = """
[night]
timezone = "UTC"

[[documents]]
name = "kestrel"
path = "docs/kestrel.md"

[[documents]]
name = "heron"
path = "docs/heron.md"
"""
KESTREL = "# Kestrel\n\n## Releases\n\n- **Kestrel 1.0**: first release on 2026-09-01.\n"
HERON = "# Heron\n\n## Releases\n\n- **Heron 1.0**: first release on 2026-09-02, 40 ms a query.\n"
NOTES = {
    "inbox/ann/2026-10-12-kestrel.md": "# Kestrel 2.0\n\nhttps://k.example/2\n\n- Kestrel 2.0 starts in 4.5 s.\n- Kestrel 2.0 was released on 2026-10-11.\n",
    "inbox/bo/2026-10-12-heron.md": "# Heron 1.1\n\nhttps://h.example/1\n\n- Heron 1.1 answers a query in 31 ms.\n- Heron 1.1 was released on 2026-10-10.\n",
}


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, object]]:
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {line["document"]: line for line in lines}


def test_night__each_document_takes_what_is_its_own(
    empty_repo: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files: dict[str, str | bytes] = {
        "redline.toml": SETTINGS,
        "docs/kestrel.md": KESTREL,
        "docs/heron.md": HERON,
    }
    empty_repo.commit({**files, **NOTES})
    monkeypatch.chdir(empty_repo.root)
    assert main(["night", "--date", "2026-10-12", "--json"]) == 0
    assert set(told(capsys)) == {"kestrel", "heron"}
    assert "Kestrel 2.0" in empty_repo.git("show", "redline/kestrel/2026-10-12:docs/kestrel.md")
    heron = empty_repo.git("show", "redline/heron/2026-10-12:docs/heron.md")
    assert "31 ms" in heron
    assert "Kestrel" not in heron


def test_night__one_that_fails_keeps_no_other_from_its_night(
    empty_repo: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty_repo.commit({"redline.toml": SETTINGS, "docs/heron.md": HERON, **NOTES})
    monkeypatch.chdir(empty_repo.root)
    assert main(["night", "--date", "2026-10-12", "--json"]) == 16
    assert Path("docs/kestrel.md").exists() is False
    out = capsys.readouterr()
    assert "docs/kestrel.md" in out.err
    assert [json.loads(line)["document"] for line in out.out.splitlines()] == ["heron"]
