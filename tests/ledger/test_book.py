"""The ledger in its git ref."""

from __future__ import annotations

import datetime as dt
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agent import errors
from agent.ledger import REF, Decided, Event, ItemRead, Ledger, NightDone, Proposed, Settled, Watched
from agent.models import Caveat
from agent.workspace import open_repository
from tests.conftest import GitFolder

DOC = "guide"
NIGHT = dt.date(2026, 9, 25)
WHEN = dt.datetime(2026, 9, 25, 22, 5, tzinfo=dt.UTC)


def read(number: int, night: dt.date = NIGHT, document: str = DOC) -> ItemRead:
    return ItemRead(document=document, night=night, path=f"inbox/jay/笔记-{number}.md", item=f"{number:064x}")


def proposed(increment: str, commit: str, night: dt.date = NIGHT) -> Proposed:
    return Proposed(
        document=DOC, night=night, increment=increment, claims="f00", relation="new", section="## 一",
        branch="redline/guide/2026-09-25", commit=commit,
    )  # fmt: skip


def done(*commits: str, when: dt.datetime = WHEN, night: dt.date = NIGHT) -> NightDone:
    return NightDone(
        document=DOC, night=night, base="b" * 40, branch="redline/guide/2026-09-25", commits=commits,
        counts=(("increments", len(commits)),), brief="e1", when=when,
    )  # fmt: skip


def decided(increment: str, decision: str, hour: int = 9) -> Decided:
    when = dt.datetime(2026, 9, 26, hour, tzinfo=dt.UTC)
    return Decided.model_validate(
        {
            "document": DOC,
            "increment": increment,
            "decision": decision,
            "reason": "重复",
            "who": "jay",
            "when": when,
        }
    )


def ledger(repo: GitFolder) -> Ledger:
    return Ledger.open(open_repository(repo.root, base="main"))


def clone(repo: GitFolder, place: Path) -> GitFolder:
    repo.git("clone", "-q", str(repo.root), str(place))
    return GitFolder(place)


def tree(repo: GitFolder) -> str:
    return repo.git("rev-parse", f"{REF}^{{tree}}")


def test_an_empty_ledger_knows_nothing(repo: GitFolder) -> None:
    book = ledger(repo)
    assert book.known_items(DOC) == frozenset()
    assert book.nights() == ()
    assert book.last_night(DOC) is None
    assert book.night(NIGHT, DOC) is None
    assert book.append([]) == 0


def test_what_is_appended_is_known_and_once_only(repo: GitFolder) -> None:
    book = ledger(repo)
    assert book.append([read(1), read(2), read(1)]) == 2
    tip = repo.git("rev-parse", REF)
    assert book.append([read(2), read(1)]) == 0
    assert repo.git("rev-parse", REF) == tip
    assert book.known_items(DOC) == {read(1).item, read(2).item}
    assert book.known_items("other") == frozenset()
    assert book.items_of(read(1).path) == (read(1),)
    assert repo.git("fsck", "--strict", "--no-dangling") == ""


def test_each_day_and_document_has_a_file_of_its_own(repo: GitFolder) -> None:
    ledger(repo).append([read(1), read(2, dt.date(2026, 10, 1)), read(3, document="推理/手册")])
    assert repo.git("-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", REF).split("\n") == [
        "FORMAT",
        "events/guide/2026-09/25.jsonl",
        "events/guide/2026-10/01.jsonl",
        "events/推理%2F手册/2026-09/25.jsonl",
    ]


def test_the_same_events_give_the_same_commit(repo: GitFolder, tmp_path: Path) -> None:
    other = clone(repo, tmp_path / "other")
    for folder in (repo, other):
        ledger(folder).append([read(1), done("c1")])
    assert repo.git("rev-parse", REF) == other.git("rev-parse", REF)


def test_a_night_that_ends_as_before_is_not_recorded_again(repo: GitFolder) -> None:
    book = ledger(repo)
    assert book.append([done("c1")]) == 1
    assert book.append([done("c1", when=WHEN + dt.timedelta(hours=1))]) == 0
    assert book.append([done("c2", when=WHEN + dt.timedelta(hours=2))]) == 1
    assert book.append([done("c1", when=WHEN + dt.timedelta(hours=3))]) == 1
    night = book.night(NIGHT, DOC)
    assert night is not None
    assert (night.commits, len(book.nights())) == (("c1",), 1)


def test_only_the_latest_runs_proposals_stand(repo: GitFolder) -> None:
    book = ledger(repo)
    book.append([proposed("i1", "c1"), proposed("i2", "c2"), done("c1", "c2")])
    book.append([proposed("i1", "c9"), done("c9", when=WHEN + dt.timedelta(hours=1))])
    assert [(event.increment, event.commit) for event in book.proposals(DOC)] == [("i1", "c9")]
    assert book.proposals(DOC, night=dt.date(2026, 9, 24)) == ()


def test_the_last_decision_counts(repo: GitFolder) -> None:
    book = ledger(repo)
    book.append([proposed("i1", "c1"), proposed("i2", "c2"), proposed("i3", "c3")])
    book.append([decided("i1", "refused"), decided("i2", "refused", 9), decided("i2", "accepted", 10)])
    assert [event.increment for event in book.refused(DOC)] == ["i1"]
    assert [event.increment for event in book.open_proposals(DOC)] == ["i3"]
    assert [event.decision for event in book.decisions(increment="i2")] == ["refused", "accepted"]


def test_a_decision_counts_for_its_night_and_those_before_and_can_be_taken_back(repo: GitFolder) -> None:
    book = ledger(repo)
    later = NIGHT + dt.timedelta(days=7)
    book.append([proposed("i1", "c1"), proposed("i2", "c2"), done("c1", "c2")])
    book.append([decided("i1", "refused").model_copy(update={"night": NIGHT}), decided("i2", "accepted")])
    assert [(p.increment, d.decision) for p, d in book.decided_proposals(DOC)] == [
        ("i1", "refused"),
        ("i2", "accepted"),
    ]
    assert book.open_proposals(DOC) == ()
    again = decided("i2", "undecided", hour=10)
    book.append([again, proposed("i1", "c3", night=later), done("c3", night=later)])
    assert [event.increment for event in book.open_proposals(DOC)] == ["i1", "i2"]
    book.append([decided("i1", "accepted", hour=11).model_copy(update={"night": later})])
    assert [event.increment for event in book.open_proposals(DOC)] == ["i2"]


def test_a_night_done_again_with_other_evidence_is_to_be_decided_again(repo: GitFolder) -> None:
    book = ledger(repo)
    told = decided("i1", "refused").model_copy(update={"night": NIGHT, "claims": "f00"})
    book.append([proposed("i1", "c1"), done("c1"), told])
    assert book.open_proposals(DOC) == ()
    again = proposed("i1", "c2").model_copy(update={"claims": "f01"})
    book.append([again, done("c2", when=WHEN + dt.timedelta(hours=1))])
    assert [event.commit for event in book.open_proposals(DOC)] == ["c2"]


def test_a_caveat_is_watched_until_it_is_settled(repo: GitFolder) -> None:
    book = ledger(repo)
    soon, late = (
        Watched(
            document=DOC, night=NIGHT, increment=name,
            caveat=Caveat(kind="date", risk="low", wording="待核实", look_again=dt.date(2026, 10, day)),
        )
        for name, day in (("i1", 1), ("i2", 20))
    )  # fmt: skip
    book.append([soon, late])
    assert set(book.watching(DOC)) == {soon, late}
    assert book.watching(DOC, on=dt.date(2026, 10, 2)) == (soon,)
    book.append([Settled(document=DOC, night=dt.date(2026, 10, 2), watch=soon.id, how="论文 v2 已更正")])
    assert book.watching(DOC) == (late,)


@pytest.mark.parametrize("harm", ["delete", "garbage", "truncate", "empty", "row", "version"])
def test_a_lost_or_damaged_cache_is_rebuilt(repo: GitFolder, harm: str) -> None:
    book = ledger(repo)
    book.append([read(number) for number in range(200)])
    cache = repo.root / ".git/redline/ledger.sqlite"
    harms = {
        "delete": cache.unlink,
        "garbage": lambda: cache.write_bytes(b"not a database" * 1000),
        "truncate": lambda: cache.write_bytes(cache.read_bytes()[: cache.stat().st_size // 2]),
        "empty": lambda: cache.write_bytes(b""),
        "row": lambda: cache.write_bytes(
            cache.read_bytes().replace(b'"kind":"item-read"', b'"kind":"item-xxxx"')
        ),
        "version": lambda: _set_version(cache),
    }
    harms[harm]()
    for view in (book, ledger(repo)):
        assert len(view.known_items(DOC)) == 200
        assert view.items_of(read(7).path) == (read(7),)


def _set_version(cache: Path) -> None:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(cache)) as db:
        db.execute("PRAGMA user_version = 99")


def test_a_ref_that_was_set_back_is_believed(repo: GitFolder) -> None:
    ledger(repo).append([read(1)])
    old = repo.git("rev-parse", REF)
    ledger(repo).append([read(2)])
    repo.git("update-ref", REF, old)
    assert ledger(repo).known_items(DOC) == {read(1).item}
    repo.git("update-ref", "-d", REF)
    assert ledger(repo).known_items(DOC) == frozenset()


def test_two_views_that_write_in_turn_lose_nothing(repo: GitFolder) -> None:
    first, second = ledger(repo), ledger(repo)
    first.append([read(1)])
    second.append([read(2)])
    first.append([read(3)])
    assert len(ledger(repo).known_items(DOC)) == 3


def test_lines_not_known_here_are_kept(repo: GitFolder) -> None:
    ledger(repo).append([read(1)])
    path = "events/guide/2026-09/25.jsonl"
    lines = repo.git("show", f"{REF}:{path}") + '\n{"kind":"dreamt","document":"guide"}\n<<<<<<< HEAD\n'
    blob = repo.git("hash-object", "-w", "--stdin", stdin=lines.encode())
    inner = repo.git("mktree", stdin=f"100644 blob {blob}\t25.jsonl\n".encode())
    for name in ("2026-09", "guide", "events"):
        inner = repo.git("mktree", stdin=f"040000 tree {inner}\t{name}\n".encode())
    repo.git("update-ref", REF, repo.git("commit-tree", inner, "-m", "by hand"))
    book = ledger(repo)
    assert (book.unreadable(), book.known_items(DOC)) == (2, {read(1).item})
    book.append([read(2)])
    assert '"dreamt"' in repo.git("show", f"{REF}:{path}")


def test_a_ledger_of_a_newer_redline_is_not_touched(repo: GitFolder) -> None:
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"2\n")
    made = repo.git("mktree", stdin=f"100644 blob {blob}\tFORMAT\n".encode())
    repo.git("update-ref", REF, repo.git("commit-tree", made, "-m", "later"))
    with pytest.raises(errors.RepositoryError, match="newer Redline"):
        ledger(repo)


# Several clones


@pytest.fixture
def remote(repo: GitFolder, tmp_path: Path) -> GitFolder:
    """A bare repository that `repo` knows as origin, with its main branch pushed."""
    bare = tmp_path / "remote.git"
    repo.git("init", "-q", "--bare", "-b", "main", str(bare))
    repo.git("remote", "add", "origin", str(bare))
    repo.git("push", "-q", "origin", "main")
    return GitFolder(bare)


def test_a_fresh_clone_that_fetched_knows_all(repo: GitFolder, remote: GitFolder, tmp_path: Path) -> None:
    book = ledger(repo)
    events: list[Event] = [read(1), proposed("i1", "c1"), decided("i1", "refused"), done("c1")]
    book.append(events)
    book.push("origin")
    fresh = ledger(clone(remote, tmp_path / "fresh"))
    assert fresh.known_items(DOC) == frozenset()
    assert fresh.fetch("origin")
    assert fresh.known_items(DOC) == book.known_items(DOC)
    assert fresh.refused(DOC) == book.refused(DOC)
    assert fresh.nights() == book.nights()


def test_clones_that_wrote_apart_end_alike(repo: GitFolder, remote: GitFolder, tmp_path: Path) -> None:
    other = clone(remote, tmp_path / "other")
    here, there = ledger(repo), ledger(other)
    here.append([read(1), read(2)])
    there.append([read(2), read(3), read(4, dt.date(2026, 10, 1))])
    here.push("origin")
    there.push("origin")
    here.push("origin")
    assert len(here.known_items(DOC)) == 4
    assert repo.git("rev-parse", REF) == other.git("rev-parse", REF) == remote.git("rev-parse", REF)
    assert remote.git("fsck", "--strict", "--no-dangling") == ""


def test_merging_in_either_order_gives_one_state(repo: GitFolder, tmp_path: Path) -> None:
    others = [clone(repo, tmp_path / name) for name in "ab"]
    for number, folder in enumerate((repo, *others)):
        ledger(folder).append([read(0), read(number), done("c1", when=WHEN + dt.timedelta(hours=number))])
    for folder, order in ((repo, others), (others[0], [others[1], repo]), (others[1], [repo, others[0]])):
        for peer in order:
            folder.git("fetch", "-q", str(peer.root), f"+{REF}:refs/tmp/{peer.root.name}")
            ledger(folder).merge(f"refs/tmp/{peer.root.name}")
    assert len({tree(folder) for folder in (repo, *others)}) == 1
    assert len(ledger(repo).known_items(DOC)) == 3


def test_fetch_and_push_leave_the_users_refs_alone(
    repo: GitFolder, remote: GitFolder, tmp_path: Path
) -> None:
    other = clone(remote, tmp_path / "other")
    repo.git("tag", "v1")
    repo.commit({"more.md": "more\n"})
    repo.git("push", "-q", "origin", "main", "v1")
    ledger(repo).append([read(1)])
    ledger(repo).push("origin")
    before = other.git("for-each-ref", "refs/heads", "refs/remotes", "refs/tags")
    ledger(other).fetch("origin")
    assert other.git("for-each-ref", "refs/heads", "refs/remotes", "refs/tags") == before
    assert not (other.root / ".git/FETCH_HEAD").exists()


def test_a_remote_without_a_ledger_is_no_error(repo: GitFolder, remote: GitFolder) -> None:
    book = ledger(repo)
    assert not book.fetch("origin")
    book.push("origin")
    assert remote.git("for-each-ref", "refs/redline") == ""


@pytest.mark.parametrize("name", ["nowhere", "--upload-pack=touch x", "ext::sh -c id", ""])
def test_only_a_configured_remote_is_talked_to(repo: GitFolder, name: str) -> None:
    with pytest.raises(errors.BadSettings, match="There is no remote"):
        ledger(repo).push(name)


def test_a_remote_that_is_gone_says_so(repo: GitFolder, tmp_path: Path) -> None:
    repo.git("remote", "add", "origin", str(tmp_path / "gone.git"))
    book = ledger(repo)
    book.append([read(1)])
    with pytest.raises(errors.GitFailed, match="remote “origin” failed"):
        book.push("origin")
    assert book.known_items(DOC) == {read(1).item}


def test_a_remote_whose_rules_forbid_it_says_so(repo: GitFolder, remote: GitFolder) -> None:
    hook = remote.root / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho 'no such refs here' >&2\nexit 1\n")
    hook.chmod(0o755)
    book = ledger(repo)
    book.append([read(1)])
    with pytest.raises(errors.GitFailed, match="no such refs here"):
        book.push("origin")


# Killed

_WRITER = """
import datetime as dt, sys
from pathlib import Path
from agent.ledger import ItemRead, Ledger
from agent.workspace import open_repository
book = Ledger.open(open_repository(Path(sys.argv[1])))
print("ready", flush=True)
for number in range(int(sys.argv[2]), 10**6):
    event = ItemRead(document="guide", night=dt.date(2026, 9, 25), path="inbox/a/n.md", item=f"{number:064x}")
    book.append([event])
    print(number, flush=True)
"""


def test_killed_at_any_moment_nothing_is_lost_or_doubled(repo: GitFolder) -> None:
    """Whole process groups die, git included; every event that was reported as written is there."""
    dice = random.Random(7)
    confirmed: set[str] = set()
    for round_ in range(5):
        first = round_ * 1000
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(repo.root), str(first)],
            stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        assert writer.stdout is not None
        with writer:
            assert writer.stdout.readline() == b"ready\n"
            for _ in range(dice.randrange(1, 3)):
                confirmed.add(f"{int(writer.stdout.readline()):064x}")
            moment = time.perf_counter() + dice.uniform(0, 0.08)
            while time.perf_counter() < moment:
                pass
            os.killpg(writer.pid, signal.SIGKILL)
            confirmed |= {f"{int(line):064x}" for line in writer.stdout.read().split()}
        book = ledger(repo)
        known = book.known_items(DOC)
        assert confirmed <= known
        assert len(book.items_of("inbox/a/n.md")) == len(known)
    assert repo.git("fsck", "--strict", "--no-dangling") == ""
    ledger(repo).append([read(1)])


def test_two_processes_writing_at_once_lose_nothing(repo: GitFolder) -> None:
    script = _WRITER.replace("10**6", "int(sys.argv[2]) + 6")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(repo.root), str(start)], stdout=subprocess.DEVNULL
        )
        for start in (100, 200)
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert len(ledger(repo).known_items(DOC)) == 12


@pytest.mark.parametrize("left", ["", "zzz\n"])
def test_a_damaged_ref_is_told_and_never_begun_anew(repo: GitFolder, left: str) -> None:
    ledger(repo).append([read(1)])
    place = repo.root / ".git" / REF
    place.write_text(left)
    with pytest.raises(errors.GitFailed, match="is damaged") as caught:
        ledger(repo)
    assert "git fetch" in caught.value.hint
    assert place.read_text() == left
