"""Nights that were missed are caught up in order, each with its own window and branch; how each ended is told."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agent import cli, nightly
from agent.ledger import Ledger
from agent.nightly import Ended, nights_of, run_one
from agent.workspace import lock, open_repository
from tests.conftest import GitFolder
from tests.nights import Quiet

NAME = "storage"
DOCUMENT = "# Storage engines\n\n## Engines\n\n- **Tanuki v2.1.0**: compaction runs in the background.\n"
SETTINGS = """[night]
timezone = "Asia/Shanghai"
cut = "22:00"

[[documents]]
name = "storage"
path = "storage.md"
"""
NOTE = "# Tanuki v2.{n}.0\n\nTanuki v2.{n}.0 compacts its index in {n}0 ms with a queue of 512 entries.\n"


def day(number: int) -> dt.date:
    return dt.date(2026, 10, number)


def at(number: int, hour: int = 23) -> Callable[[], dt.datetime]:
    """A clock that stands at an hour of Shanghai."""
    moment = dt.datetime(2026, 10, number, hour, tzinfo=dt.timezone(dt.timedelta(hours=8)))
    return lambda: moment


def leave(folder: GitFolder, *days: int) -> None:
    for number in days:
        path = folder.root / "inbox" / "ann" / f"2026-10-{number:02}T1200-tanuki.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(NOTE.format(n=number), encoding="utf-8")


def run_at(folder: GitFolder, clock: Callable[[], dt.datetime]) -> list[Ended]:
    """What `redline night` does."""
    return [
        run_one(folder.root, night, document=None, progress=Quiet(), clock=clock, environment={})
        for night in nights_of(folder.root, None, clock=clock)
    ]


def done(folder: GitFolder) -> list[int]:
    ledger = Ledger.open(open_repository(folder.root))
    return [event.night.day for event in ledger.nights(NAME)]


@pytest.fixture(scope="module")
def after_the_fifth(tmp_path_factory: pytest.TempPathFactory) -> GitFolder:
    folder = GitFolder(tmp_path_factory.mktemp("nightly") / "workspace")
    folder.root.mkdir()
    folder.git("init", "-q", "-b", "main")
    folder.commit({"storage.md": DOCUMENT, "redline.toml": SETTINGS}, "The workspace")
    leave(folder, 5)
    [ended] = run_at(folder, at(5))
    assert ended.outcome
    assert ended.outcome.commits
    return folder


@pytest.fixture
def folder(after_the_fifth: GitFolder, tmp_path: Path) -> GitFolder:
    shutil.copytree(after_the_fifth.root, tmp_path / "workspace")
    return GitFolder(tmp_path / "workspace")


def test_missed_nights_are_run_oldest_first_each_with_its_window_and_branch(folder: GitFolder) -> None:
    leave(folder, 6, 8, 9)
    ended = run_at(folder, at(9))
    assert [one.told.night.day for one in ended] == [6, 8, 9]  # nothing lies in the window of the 7th
    assert [one.outcome.counts.items for one in ended if one.outcome] == [1, 1, 1]
    assert [one.told.branch for one in ended] == [f"redline/storage/2026-10-0{n}" for n in (6, 8, 9)]
    assert done(folder) == [5, 6, 8, 9]
    assert nights_of(folder.root, None, clock=at(9)) == (day(9),)


def test_before_the_cut_what_was_missed_goes_alone(folder: GitFolder) -> None:
    leave(folder, 6, 7)
    assert nights_of(folder.root, None, clock=at(7, 8)) == (day(6),)
    assert nights_of(folder.root, None, clock=at(6, 8)) == (day(6),)


def test_only_so_many_nights_are_caught_up_and_the_oldest_takes_what_is_older(folder: GitFolder) -> None:
    leave(folder, *range(6, 20))
    assert nights_of(folder.root, None, clock=at(20)) == tuple(map(day, range(13, 21)))
    text = (folder.root / "redline.toml").read_text(encoding="utf-8")
    (folder.root / "redline.toml").write_text(text.replace('cut = "22:00"', 'cut = "22:00"\ncatch_up = 0'))
    assert nights_of(folder.root, None, clock=at(20)) == (day(20),)


def test_a_first_night_has_missed_none(empty_repo: GitFolder) -> None:
    empty_repo.commit({"storage.md": DOCUMENT, "redline.toml": SETTINGS}, "The workspace")
    leave(empty_repo, 5, 6)
    assert nights_of(empty_repo.root, None, clock=at(9)) == (day(9),)


def test_a_night_that_fails_again_does_not_block_the_later_ones(folder: GitFolder) -> None:
    folder.git("checkout", "-q", "-b", "redline/storage/2026-10-06")
    folder.git("commit", "-q", "--allow-empty", "-m", "Mine")
    folder.git("checkout", "-q", "main")
    leave(folder, 6, 7)
    failed, seventh = run_at(folder, at(7))
    assert failed.error
    assert failed.error.exit_code == 20
    assert failed.told.summary.startswith("storage 2026-10-06: FAILED (20): ")
    assert not failed.hinders_others
    assert seventh.outcome
    assert seventh.outcome.counts.items == 2  # the later night takes what the failed one could not
    assert nights_of(folder.root, None, clock=at(8)) == (day(8),)


def test_each_night_is_a_line_of_the_log(folder: GitFolder) -> None:
    leave(folder, 6)
    run_at(folder, at(7))
    log = folder.root / ".git/redline" / nightly.LOG
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [line["night"] for line in lines] == ["2026-10-05", "2026-10-06", "2026-10-07"]
    assert lines[1]["when"] == "2026-10-07T23:00:00+08:00"
    assert lines[2]["summary"] == "storage 2026-10-07: nothing to propose"


# Hooks


HOOK = "import sys, pathlib; pathlib.Path('told').open('a').write(sys.stdin.read() + chr(10))"


def hooked(folder: GitFolder, code: str = HOOK) -> None:
    with (folder.root / "redline.toml").open("a", encoding="utf-8") as settings:
        settings.write(f"\n[hooks]\ncommand = {json.dumps([sys.executable, '-c', code])}\n")


def told(folder: GitFolder) -> list[dict[str, object]]:
    path = folder.root / "told"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_people_are_told_of_nights_that_are_done_and_that_fail_and_of_no_repetition(
    folder: GitFolder,
) -> None:
    hooked(folder)
    leave(folder, 6)
    run_at(folder, at(6))
    with lock(folder.root / ".git/redline", NAME, since=at(7)()):
        [ended] = run_at(folder, at(7))
    assert ended.hinders_others
    run_at(folder, at(6))
    assert [(one["event"], one["exit_code"]) for one in told(folder)] == [("done", 0), ("failed", 22)]


def test_a_hook_that_fails_is_a_sentence_and_the_night_stands(folder: GitFolder) -> None:
    hooked(folder, "raise SystemExit(3)")
    leave(folder, 6)
    [ended] = run_at(folder, at(6))
    assert ended.error is None
    assert ended.notes[0].endswith("ended with 3.")
    assert done(folder) == [5, 6]


# The command line


def test_quiet_is_one_line_a_night(
    folder: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder.root)
    assert cli.main(["night", "--quiet", "--date", "2026-10-05"]) == 0
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert said.out.startswith("storage 2026-10-05: 1 increment")
    assert said.err == ""


def test_where_nobody_looks_the_last_line_tells_the_night(
    folder: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder.root)
    assert cli.main(["night", "--date", "2026-10-05"]) == 0
    last = capsys.readouterr().out.rstrip("\n").split("\n")[-1]
    assert last.startswith("storage 2026-10-05: 1 increment")
    assert last.endswith("; done before")


def test_a_failure_is_a_line_on_both_and_its_own_exit_code(
    folder: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leave(folder, 6)
    monkeypatch.chdir(folder.root)
    with lock(folder.root / ".git/redline", NAME, since=at(7)()):
        assert cli.main(["night", "--quiet", "--date", "2026-10-06"]) == 22
    said = capsys.readouterr()
    assert said.out.startswith("storage 2026-10-06: FAILED (22): Another run is working on")
    assert said.err.startswith("redline: Another run is working on")
