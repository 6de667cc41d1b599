"""Decisions that people gave by what they did in git and on the forge: real repositories, each way of landing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agent.forge import Closing
from agent.learning import learn
from agent.ledger import Decided, Ledger
from agent.nights import Nights
from agent.opening import open_workspace
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH, DOCUMENT
from tests.review.conftest import ANN, WHEN, Desk, copy

LATER = WHEN + dt.timedelta(days=400)
"""After whatever these tests commit."""
PERSON = "Jay Tester <jay@example.org>"


@dataclass
class Told:
    """A forge of which one answer is needed; the real ones are in tests/forge."""

    ended: Closing | None
    asked: list[str] = field(default_factory=list)

    def closing(self, branch: str) -> Closing | None:
        """See `Forge.closing`."""
        self.asked.append(branch)
        return self.ended


def learnt(folder: GitFolder, ended: Closing | None = None, remote: str = "") -> list[Decided]:
    """What a new process learns."""
    repository, _ = open_workspace(folder.root)
    ledger = Ledger.open(repository)
    nights = Nights.open(repository, ledger)
    forge = Told(ended) if ended else None
    return list(learn(repository, ledger, nights, forge, when=LATER, remote=remote))  # type: ignore[arg-type]


def in_the_nights_order(desk: Desk, events: list[Decided]) -> list[str]:
    """One decision an increment, `open` where there is none."""
    by_id = {event.increment: event.decision for event in events}
    return [by_id.get(key, "open") for key in news(desk)]


def news(desk: Desk) -> list[str]:
    """The increments of new knowledge, in the night's order: the branch may hold other proposals, too."""
    return [card.increment.id for card in desk.open().cards if card.increment.kind == "increment"]


def commit_of(desk: Desk, number: int) -> str:
    """The commit of an increment, from 1."""
    return desk.open().record.commits[number - 1]


def merge(desk: Desk) -> None:
    desk.folder.git("merge", "-q", "--no-ff", "-m", "Take it", BRANCH)


def forward(desk: Desk) -> None:
    desk.folder.git("merge", "-q", "--ff-only", BRANCH)


def squash(desk: Desk) -> None:
    desk.folder.git("merge", "-q", "--squash", BRANCH)
    desk.folder.git("commit", "-q", "--no-edit")


def squash_in_own_words(desk: Desk) -> None:
    desk.folder.git("merge", "-q", "--squash", BRANCH)
    desk.folder.git("commit", "-q", "-m", "Storage news")


def rebase(desk: Desk) -> None:
    desk.folder.commit({"other.md": "other\n"}, "Main moves")
    desk.folder.git("switch", "-q", "-c", "mine", BRANCH)
    desk.folder.git("rebase", "-q", "main")
    desk.folder.git("switch", "-q", "main")
    desk.folder.git("merge", "-q", "--ff-only", "mine")


def picks(desk: Desk) -> None:
    desk.folder.git("cherry-pick", f"main..{BRANCH}")


@pytest.mark.parametrize(
    "land", [merge, forward, squash, squash_in_own_words, rebase, picks], ids=lambda land: land.__name__
)
def test_landed_whole__is_accepted_and_told_once(desk: Desk, land: Callable[[Desk], None]) -> None:
    assert learnt(desk.folder) == []
    land(desk)
    found = learnt(desk.folder)
    assert in_the_nights_order(desk, found) == ["accepted"] * 3
    assert {event.via for event in found} == {"git"}
    assert {event.who for event in found} == ({"unknown"} if land is forward else {PERSON})
    assert learnt(desk.folder) == []
    assert {card.decision for card in desk.open().cards[:3]} == {"accepted"}


def test_one_picked__leaves_the_others_open(desk: Desk) -> None:
    desk.folder.git("cherry-pick", commit_of(desk, 1))
    assert in_the_nights_order(desk, learnt(desk.folder)) == ["accepted", "open", "open"]


@pytest.mark.parametrize("land", [merge, squash_in_own_words], ids=lambda land: land.__name__)
def test_reverted__is_refused_with_the_reason_that_was_given(
    desk: Desk, land: Callable[[Desk], None]
) -> None:
    land(desk)
    learnt(desk.folder)
    args = ["-m", "1"] if land is merge else []
    desk.folder.git("revert", "--no-edit", *args, "HEAD")
    said = desk.folder.git("log", "-1", "--format=%B")
    desk.folder.git("commit", "-q", "--amend", "-m", f"{said}\n\nThe figures were withdrawn.")
    found = learnt(desk.folder)
    assert in_the_nights_order(desk, found) == ["refused"] * 3
    assert {event.reason for event in found} == {"The figures were withdrawn."}
    assert learnt(desk.folder) == []


def test_one_commit_reverted__refuses_that_one(desk: Desk) -> None:
    merge(desk)
    desk.folder.git("revert", "--no-edit", commit_of(desk, 3))
    assert in_the_nights_order(desk, learnt(desk.folder)) == ["accepted", "accepted", "refused"]


def test_a_revert_that_was_reverted__is_none(desk: Desk) -> None:
    merge(desk)
    desk.folder.git("revert", "--no-edit", "-m", "1", "HEAD")
    assert in_the_nights_order(desk, learnt(desk.folder)) == ["refused"] * 3
    desk.folder.git("revert", "--no-edit", "HEAD")
    assert in_the_nights_order(desk, learnt(desk.folder)) == ["accepted"] * 3
    assert learnt(desk.folder) == []


def edited(desk: Desk, change: Callable[[str], str]) -> None:
    """Change the document by hand and commit it."""
    text = (desk.folder.root / DOCUMENT).read_text(encoding="utf-8")
    assert change(text) != text
    desk.folder.commit({DOCUMENT: change(text)}, "By hand")


def added(desk: Desk, number: int) -> list[str]:
    return [line for line in desk.card(number).increment.added if line.strip()]


def test_edited_by_hand__is_told_with_the_words_that_stand(desk: Desk) -> None:
    merge(desk)
    line = next(line for line in added(desk, 2) if "41" in line)
    mine = line.replace("41", "about 41")
    edited(desk, lambda text: text.replace(line, mine))
    found = {event.increment: event for event in learnt(desk.folder)}
    ids = news(desk)
    assert [found[key].decision for key in ids] == ["accepted", "edited", "accepted"]
    assert mine.strip() in found[ids[1]].text
    assert learnt(desk.folder) == []


def test_lines_left_out_before_a_squash__are_a_refusal_though_the_message_names_them(desk: Desk) -> None:
    desk.folder.git("merge", "-q", "--squash", BRANCH)
    path = desk.folder.root / DOCUMENT
    gone = set(added(desk, 3))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if line.rstrip("\n") not in gone), encoding="utf-8")
    desk.folder.git("add", "-A")
    desk.folder.git("commit", "-q", "--no-edit")
    found = learnt(desk.folder)
    assert in_the_nights_order(desk, found) == ["accepted", "accepted", "refused"]


def test_a_commit_taken_off_the_branch_before_it_was_merged__is_a_refusal(desk: Desk) -> None:
    desk.folder.git("branch", "-q", "-f", BRANCH, commit_of(desk, 2))
    merge(desk)
    found = learnt(desk.folder)
    assert in_the_nights_order(desk, found) == ["accepted", "accepted", "refused"]
    assert any("taken off the branch" in event.reason for event in found)


def test_what_a_review_left_out__stays_open(desk: Desk) -> None:
    desk.decide(2, "accepted")
    desk.open().finish()
    merge(desk)
    assert learnt(desk.folder) == []


def test_a_decision_of_a_review__is_never_overridden(desk: Desk) -> None:
    desk.decide(1, "refused", ANN, reason="a rumour")
    desk.decide(2, "accepted")
    desk.decide(2, "undecided")
    merge(desk)
    assert in_the_nights_order(desk, learnt(desk.folder)) == ["open", "open", "accepted"]
    assert desk.card(1).reason == "a rumour"


def test_later_changes_of_what_was_accepted__are_no_decision(desk: Desk) -> None:
    merge(desk)
    learnt(desk.folder)
    gone = set(added(desk, 1))
    edited(desk, lambda text: "\n".join(line for line in text.split("\n") if line not in gone))
    assert learnt(desk.folder) == []


def test_other_commits_of_the_base__say_nothing(desk: Desk) -> None:
    desk.folder.commit({"other.md": "other\n"}, "Main moves")
    edited(desk, lambda text: f"{text}\n另一句话。\n")
    assert learnt(desk.folder) == []


def closing(state: str, **more: object) -> Closing:
    given = {
        "number": 4,
        "url": "https://git.example.org/a/b/pull/4",
        "state": state,
        "by": "ann",
        "when": WHEN,
        **more,
    }
    return Closing.model_validate(given)


def test_closed_unmerged__refuses_all_with_the_last_words(desk: Desk) -> None:
    found = learnt(desk.folder, closing("closed", words="Not  before\nthe release."))
    assert in_the_nights_order(desk, found) == ["refused"] * 3
    assert {(e.via, e.reason, e.who, e.when) for e in found} == {
        ("forge", "Not before the release.", "ann <ann@git.example.org>", WHEN)
    }
    assert learnt(desk.folder, closing("closed", words="other words")) == []


def test_closed_without_a_word__says_that(desk: Desk) -> None:
    assert "closed unmerged" in learnt(desk.folder, closing("closed"))[0].reason


def test_open__says_nothing(desk: Desk) -> None:
    assert learnt(desk.folder, closing("open", by="", when=None)) == []


def test_closed_and_then_merged_by_hand__is_accepted_in_the_end(desk: Desk) -> None:
    learnt(desk.folder, closing("closed"))
    merge(desk)
    assert in_the_nights_order(desk, learnt(desk.folder, closing("closed"))) == ["accepted"] * 3


def test_merged_on_the_forge__is_seen_in_the_remotes_base_before_it_is_pulled(
    desk: Desk, tmp_path: Path
) -> None:
    remote = GitFolder(tmp_path / "remote.git")
    remote.root.mkdir()
    remote.git("init", "-q", "--bare", "-b", "main")
    desk.folder.git("remote", "add", "origin", str(remote.root))
    desk.folder.git("push", "-q", "origin", "main", BRANCH)
    clone = GitFolder(tmp_path / "ann")
    desk.folder.git("clone", "-q", str(remote.root), str(clone.root))
    clone.git("merge", "-q", "--squash", f"origin/{BRANCH}")
    path = clone.root / DOCUMENT
    gone = set(added(desk, 3))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if line.rstrip("\n") not in gone), encoding="utf-8")
    merged = clone.commit({}, "Storage news (#4)")
    ended = closing("merged", commit=merged)
    assert learnt(desk.folder, ended) == []  # the merge is not here: nothing can be said of it
    clone.git("push", "-q", "origin", "main")
    found = learnt(desk.folder, ended, remote="origin")
    assert in_the_nights_order(desk, found) == ["accepted", "accepted", "refused"]
    assert [event.via for event in found][:3] == ["git", "git", "forge"]


def test_without_a_night__nothing_is_learnt(repo: GitFolder) -> None:
    (repo.root / "redline.toml").write_text('[[documents]]\nname = "guide"\npath = "living_doc/guide.md"\n')
    assert learnt(repo) == []


def test_two_clones__tell_the_same(desk: Desk, done_night: DoneNight, tmp_path: Path) -> None:
    merge(desk)
    copy(desk.folder.root, tmp_path / "second")
    assert learnt(desk.folder) == learnt(GitFolder(tmp_path / "second"))
