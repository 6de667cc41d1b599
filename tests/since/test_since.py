"""What a document says otherwise since a day: moved is no news, figures before and after, who did it."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from agent import cli
from agent.document import parse
from agent.opening import open_workspace
from agent.since import Since, since
from agent.since.compare import compared, figures
from agent.since.show import lines_of
from agent.tracing.lines import statements_of
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH, DOCUMENT
from tests.review.conftest import copy

OLD = """# Guide

## Speed

- Kestrel writes 655 MB/s on 8 nodes.
- Heron is in maintenance mode.
- Osprey keeps 3 copies.

| depth | P99 (ms) |
|---|---|
| 64 | 5.8 |
| 128 | 12.9 |
"""


def changes(new: str, old: str = OLD) -> list[tuple[str, str]]:
    pairs = compared(statements_of(parse(old.encode())), statements_of(parse(new.encode())))
    return [(one.before.text if one.before else "", one.after.text if one.after else "") for one in pairs]


def test_compared__moved_and_reset_lines_are_no_news() -> None:
    moved = OLD.replace("- Heron is in maintenance mode.\n", "").replace(
        "| 128 | 12.9 |\n", "|128|12.9|\n\n* Heron is  in **maintenance** mode.\n"
    )
    assert changes(moved) == []


def test_compared__a_figure_before_and_after() -> None:
    new = OLD.replace("655", "702").replace("| 64 | 5.8 |", "| 64 | 6.1 |")
    pairs = compared(statements_of(parse(OLD.encode())), statements_of(parse(new.encode())))
    told = [(f.before, f.after) for pair in pairs for f in figures(pair)]
    assert told == [("655 MB/s", "702 MB/s"), ("P99 (ms) 5.8", "6.1")]


def test_compared__new_and_gone() -> None:
    assert changes(OLD.replace("- Osprey keeps 3 copies.", "- 完全不同的一句话。")) == [
        ("", "完全不同的一句话。"),
        ("Osprey keeps 3 copies.", ""),
    ]


def test_compared__a_taken_negation_is_news() -> None:
    old = "Heron does not support erasure codes.\n"
    assert changes("Heron does support erasure codes.\n", old) == [
        ("Heron does not support erasure codes.", "Heron does support erasure codes.")
    ]


def test_compared__what_is_only_quoted_as_said_before_is_no_statement() -> None:
    line = "- Kestrel writes 655 MB/s on 8 nodes."
    new = "- Kestrel writes 702 MB/s on 8 nodes.\n- Said before: “Kestrel writes 655 MB/s on 8 nodes.”"
    assert changes(OLD.replace(line, new)) == [
        ("Kestrel writes 655 MB/s on 8 nodes.", "Kestrel writes 702 MB/s on 8 nodes.")
    ]


@pytest.fixture
def folder(done_night: DoneNight, tmp_path: Path) -> GitFolder:
    """The small workspace with its night merged, and an edit by hand after it."""
    copy(done_night.folder.root, tmp_path / "work")
    folder = GitFolder(tmp_path / "work")
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    text = (folder.root / DOCUMENT).read_text(encoding="utf-8")
    edited = text.replace("进入维护模式", "已停止维护").replace(
        "- **SiltCheck**（2607.01234）：1.8% 开销的静默损坏检测。〔锚定〕\n", ""
    )
    folder.commit({DOCUMENT: edited}, "By hand", "2026-10-14T10:00:00+08:00")
    return folder


def told(folder: GitFolder, day: str, today: str = "2027-02-01") -> Since:
    repository, settings = open_workspace(folder.root)
    begin, now = dt.date.fromisoformat(day), dt.date.fromisoformat(today)
    return since(repository, settings, settings.documents[0], begin, today=now)


def test_since__every_line_names_its_commit(folder: GitFolder) -> None:
    found = told(folder, "2026-10-13")
    assert found.base
    assert found.base.subject == "The workspace"
    by_hand = [one for one in found.changes if one.night is None]
    assert [(one.kind, one.commit.subject if one.commit else "") for one in by_hand] == [
        ("changed", "By hand"),
        ("gone", "By hand"),
    ]
    nightly = [one for one in found.changes if one.night]
    assert all(one.sources and one.commit for one in nightly)
    assert any(one.doubt for one in nightly)
    assert {one.state for one in found.unsure} == {"new"}
    assert found.waiting == ()


def test_since__text_for_two_minutes(folder: GitFolder) -> None:
    lines = list(lines_of(told(folder, "2026-10-13")))
    assert lines[0].startswith("living_doc/storage.md，2026-10-13 以来")
    assert any("~ Heron：进入维护模式。〔锚定〕 → Heron：已停止维护。〔锚定〕" in line for line in lines)
    assert any(line.startswith("  − SiltCheck") for line in lines)
    assert any("P99 (ms): 9.42" in line and "2026-10-12 夜" in line for line in lines)


def test_since__open_proposals_are_told(done_night: DoneNight, tmp_path: Path) -> None:
    copy(done_night.folder.root, tmp_path / "work")
    folder = GitFolder(tmp_path / "work")
    folder.commit({}, "Nothing", "2026-10-12T23:30:00+08:00")
    found = told(folder, "2026-10-12", "2026-10-13")
    assert found.note.startswith("living_doc/storage.md 没有 2026-10-12 那么早")
    later = told(folder, "2026-10-13", "2026-10-13")
    assert later.note == "2026-10-13 以来，living_doc/storage.md 所说的内容没有变化。"
    assert later.waiting == ()


def test_since__a_fast_forward_came_in_after_the_evening_of_its_night(
    done_night: DoneNight, tmp_path: Path
) -> None:
    copy(done_night.folder.root, tmp_path / "work")
    folder = GitFolder(tmp_path / "work")
    folder.git("merge", "-q", "--ff-only", BRANCH)
    found = told(folder, "2026-10-13", "2026-10-13")
    assert found.base
    assert found.base.subject == "The workspace"
    assert any(one.night for one in found.changes)


def test_since__a_day_that_has_not_come(folder: GitFolder) -> None:
    assert told(folder, "2027-03-01").note == "2027-03-01 还没有到。"
    assert list(lines_of(told(folder, "2020-01-01"))) == [
        "living_doc/storage.md 没有 2020-01-01 那么早：它始于 2026-10-12。"
    ]


def test_command(
    folder: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder.root)
    assert cli.main(("since", "--json", "2026-10-13")) == 0
    assert json.loads(capsys.readouterr().out)["document"] == "storage"
    assert cli.main(("since", "yesterday")) == 18
    assert capsys.readouterr().err.startswith("redline: 'yesterday' is not a date.")


def test_since__a_line_separator_within_a_line_moves_no_other_line(folder: GitFolder) -> None:
    text = (folder.root / DOCUMENT).read_text(encoding="utf-8")
    head, _, rest = text.partition("\n")
    more = f"{head}\n\n一句话\u2028还是这句话。\f\n\n- 不久就会删去的一行。\n{rest}"
    folder.commit({DOCUMENT: more}, "Add", "2026-10-15T10:00:00+08:00")
    folder.commit(
        {DOCUMENT: more.replace("- 不久就会删去的一行。\n", "")}, "Take out", "2026-10-17T10:00:00+08:00"
    )
    [gone] = told(folder, "2026-10-16").changes
    assert gone.kind == "gone"
    assert gone.commit
    assert gone.commit.subject == "Take out"
