"""A night that waits for a person, in a repository of its own."""

from __future__ import annotations

import datetime as dt
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.ledger import Decision
from agent.opening import open_workspace
from agent.review import Card, Rebuilt, Recorded, Review, open_review
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH

JAY = "Jay Tester <jay@example.org>"
ANN = "Ann Other <ann@example.org>"
WHEN = dt.datetime(2026, 10, 13, 9, 0, tzinfo=dt.UTC)


@dataclass
class Desk:
    """A person before a night's branch."""

    folder: GitFolder

    def open(self) -> Review:
        """The review as a new process sees it."""
        repository, settings = open_workspace(self.folder.root)
        return open_review(repository, settings, None)

    def card(self, number: int) -> Card:
        """One card."""
        return self.open().card(str(number))

    def decide(
        self,
        number: int,
        decision: Decision,
        who: str = JAY,
        *,
        reason: str = "",
        text: str | None = None,
        when: dt.datetime = WHEN,
    ) -> Recorded:
        """Decide on what is shown now."""
        review = self.open()
        card = review.card(str(number))
        reason = reason or ("not for us" if decision == "refused" else "")
        return review.decide(
            card.increment.id, decision, reason=reason, who=who, when=when, seen=card.seen, text=text
        )

    def rebuild(self) -> Rebuilt:
        """Build the branch anew."""
        return self.open().rebuild()

    def tip(self) -> str:
        """Where the night's branch is, empty when it is not there."""
        return self.folder.git("for-each-ref", "--format=%(objectname)", f"refs/heads/{BRANCH}")

    def on_branch(self) -> list[str]:
        """The increments on the branch, oldest first; none where everything was refused and it is gone."""
        if not self.tip():
            return []
        form = "--format=%(trailers:key=Redline-Increment,valueonly,separator=)"
        return self.folder.git("log", "--reverse", form, f"main..{BRANCH}").split()

    def ids(self) -> list[str]:
        """The increments of the night."""
        return [card.increment.id for card in self.open().cards]


def copy(source: Path, target: Path) -> None:
    """A workspace without hooks, texts, index and vectors, which no review looks at."""

    def heavy(folder: str, names: list[str]) -> set[str]:
        unused = {"hooks"} if folder.endswith(".git") else set[str]()
        ours = (
            {"index", "store", "vectors.sqlite", "checkpoints.sqlite"}
            if folder.endswith("redline")
            else unused
        )
        return ours & set(names)

    shutil.copytree(source, target, ignore=heavy)


@pytest.fixture
def desk(done_night: DoneNight, tmp_path: Path) -> Desk:
    """The small workspace after its night."""
    copy(done_night.folder.root, tmp_path / "work")
    return Desk(GitFolder(tmp_path / "work"))
