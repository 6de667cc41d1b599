"""A night's record: complete, the same in every clone, told from the runs before it."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from agent.document import Applied, apply, parse
from agent.ledger import Ledger, NightDone
from agent.nights import REF, NightRecord, Nights
from agent.workspace import build_branch, open_repository
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH, DOCUMENT, NAME, NIGHT

WHEN = dt.datetime(2026, 10, 12, 15, 0, tzinfo=dt.UTC)


@pytest.fixture
def record(done_night: DoneNight) -> NightRecord:
    found = Nights.open(open_repository(done_night.folder.root)).get(NAME, NIGHT)
    assert found is not None
    return found


@pytest.fixture
def night(done_night: DoneNight, tmp_path: Path) -> GitFolder:
    """The small workspace after its night, in a repository of its own."""
    shutil.copytree(done_night.folder.root, tmp_path / "work")
    return GitFolder(tmp_path / "work")


def test_record__holds_what_the_night_came_to(record: NightRecord, done_night: DoneNight) -> None:
    outcome = done_night.outcome
    assert (record.base, record.branch, record.commits) == (outcome.base, BRANCH, outcome.commits)
    assert record.outcome.increments == outcome.increments
    assert record.outcome.brief == ""
    assert str(done_night.folder.root) not in record.model_dump_json()
    assert record.brief == Path(outcome.brief).read_text(encoding="utf-8")
    assert [step.increment for step in record.steps] == [o.id for o in outcome.increments if o.commit]


def test_record__builds_the_same_commits_in_another_clone(
    record: NightRecord, done_night: DoneNight, tmp_path: Path
) -> None:
    done_night.folder.git("clone", "-q", "--branch", "main", str(done_night.folder.root), str(tmp_path / "c"))
    repository = open_repository(tmp_path / "c")
    base = repository.read(DOCUMENT, record.base)
    assert base is not None
    document, edits, steps = parse(base), [], []
    for step in record.steps:
        edits += step.edits
        applied = apply(document, edits)
        assert isinstance(applied, Applied)
        steps.append(step.commit(record.path, applied.data))
    assert build_branch(repository, record.branch, record.base, steps).commits == record.commits


def test_put__the_same_record_is_written_once(night: GitFolder, record: NightRecord) -> None:
    tip = night.git("rev-parse", REF)
    assert Nights.open(open_repository(night.root)).put(record) is False
    assert night.git("rev-parse", REF) == tip


def test_of_each__in_the_order_asked_with_none_for_what_has_no_record(
    night: GitFolder, record: NightRecord
) -> None:
    repository = open_repository(night.root)
    ledger = Ledger.open(repository)
    done = ledger.night(NIGHT, NAME)
    assert done is not None
    other = done.model_copy(update={"night": NIGHT + dt.timedelta(days=1)})
    nights = Nights.open(repository, ledger)
    assert nights.of_each([other, done, other, done]) == (None, record, None, record)
    assert nights.of_each([]) == ()


def test_get__of_a_night_done_twice_the_run_that_the_ledger_names(
    night: GitFolder, record: NightRecord
) -> None:
    repository = open_repository(night.root)
    ledger = Ledger.open(repository)
    nights = Nights.open(repository, ledger)
    later = record.model_copy(update={"commits": record.commits[:1], "steps": record.steps[:1]})
    assert nights.put(later)
    assert nights.get(NAME, NIGHT) == record
    ledger.append(
        [
            NightDone(
                document=NAME,
                night=NIGHT,
                base=record.base,
                branch=BRANCH,
                commits=later.commits,
                when=WHEN + dt.timedelta(hours=1),
            )
        ]
    )
    assert nights.get(NAME, NIGHT) == later
    assert nights.list(NAME) == (NIGHT,)


def test_get__none_for_a_night_of_before_there_were_records(night: GitFolder) -> None:
    night.git("update-ref", "-d", REF)
    nights = Nights.open(open_repository(night.root))
    assert nights.get(NAME, NIGHT) is None
    assert nights.get(NAME, NIGHT + dt.timedelta(days=1)) is None
    assert nights.list(NAME) == ()


def test_get__a_record_of_a_newer_redline_is_none_and_stays(night: GitFolder) -> None:
    path = night.git("ls-tree", "-r", "--name-only", REF)
    blob = night.git("hash-object", "-w", "--stdin", stdin=b'{"form": 2}')
    tree = night.git("mktree", stdin=f"100644 blob {blob}\t{path.rpartition('/')[2]}\n".encode())
    for part in reversed(path.split("/")[:-1]):
        tree = night.git("mktree", stdin=f"040000 tree {tree}\t{part}\n".encode())
    night.git("update-ref", REF, night.git("commit-tree", tree, "-m", "newer"))
    assert Nights.open(open_repository(night.root)).get(NAME, NIGHT) is None


def test_clones__records_are_joined_and_end_in_one_state(
    night: GitFolder, record: NightRecord, tmp_path: Path
) -> None:
    night.git("init", "-q", "--bare", str(tmp_path / "bare"))
    night.git("remote", "add", "origin", str(tmp_path / "bare"))
    shutil.copytree(night.root, tmp_path / "other")
    one, two = (Nights.open(open_repository(root)) for root in (night.root, tmp_path / "other"))
    assert one.fetch("origin") is False
    day = dt.timedelta(days=1)
    one.put(record.model_copy(update={"night": NIGHT + day}))
    two.put(record.model_copy(update={"night": NIGHT + 2 * day}))
    two.put(record.model_copy(update={"night": NIGHT + day, "brief": "another"}))
    one.push("origin")
    two.push("origin")
    assert one.fetch("origin") is True
    tips = {folder.git("rev-parse", REF) for folder in (night, GitFolder(tmp_path / "other"))}
    assert len(tips) == 1
    assert one.list(NAME) == two.list(NAME) == (NIGHT, NIGHT + day, NIGHT + 2 * day)
