"""`redline ask` as a person meets it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from agent import cli
from tests.conftest import GitFolder

REBUILT = """Heron-NG rebuilds a failed 16 TB disk in 41 minutes on 24 nodes
    [inbox/bo/2026-10-12T0900-heron-rebuild.md:7 · bo · 2026-10-12]
"""


@pytest.fixture
def folder(workspace: GitFolder, monkeypatch: pytest.MonkeyPatch) -> GitFolder:
    monkeypatch.chdir(workspace.root)
    return workspace


def test_ask__prints_the_answer_and_where_it_stands(
    folder: GitFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder
    assert cli.main(("ask", "In how many minutes does Heron-NG rebuild a disk?")) == 0
    assert capsys.readouterr().out == REBUILT + "\n"


def test_ask__says_what_comes_nearest_and_ends_with_1(
    folder: GitFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder
    assert cli.main(("ask", "In how many minutes does Osprey rebuild a disk?")) == 1
    out = capsys.readouterr().out
    assert out.startswith("The sources do not say: what comes nearest does not speak of Osprey.\nNearest:\n")


def test_ask__as_json(folder: GitFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert folder
    cli.main(("ask", "--json", "--by", "bo", "How many stars does Heron-NG have?"))
    answer = json.loads(capsys.readouterr().out)
    assert not answer["refused"]
    assert answer["sentences"][0]["citations"][0]["start_line"] == 9


def test_ask__a_conversation_reads_lines_and_remembers(
    folder: GitFolder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder
    lines = "Kestrel 并发 64 时 P99 是多少？\n\n那 256 呢？\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert cli.main(("ask",)) == 0
    out = capsys.readouterr().out
    assert "9.42" in out
    assert "31.07" in out


def test_ask__outside_a_workspace_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(("ask", "anything?")) == 10
    assert len(capsys.readouterr().err.splitlines()) <= 2


@pytest.mark.parametrize(
    ("option", "value"), [("--kind", "letter"), ("--since", "soon"), ("--doc", "nothing")]
)
def test_ask__a_wrong_option_is_explained(
    folder: GitFolder, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    assert folder
    assert cli.main(("ask", option, value, "x?")) != 0
    assert value in capsys.readouterr().err


def test_ask__control_characters_of_a_source_do_not_reach_the_terminal(
    folder: GitFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder.root / "inbox" / "bo" / "2026-10-12T1000-escape.md").write_text(
        "# Gannet\n\nGannet keeps 5 replicas \x1b[31mred\x1b[0m \u202ehidden.\n", encoding="utf-8"
    )
    cli.main(("ask", "How many replicas does Gannet keep?"))
    out = capsys.readouterr().out
    assert "5 replicas" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_ask__nothing_asked_is_said_in_a_sentence(
    folder: GitFolder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert cli.main(("ask",)) != 0
    assert "No question was given." in capsys.readouterr().err
