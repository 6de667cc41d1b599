"""What people refused is told from the ledger."""

from __future__ import annotations

import datetime as dt
import os

from agent.ask import open_asker
from agent.ledger import Decided, Ledger, Proposed
from agent.opening import open_workspace
from tests.conftest import GitFolder

NIGHT = dt.date(2026, 10, 12)


def test_what_was_refused__with_who_when_and_why(workspace: GitFolder) -> None:
    repository, settings = open_workspace(workspace.root)
    asker = open_asker(repository, settings, os.environ)
    assert asker.ask("What did we reject?").refused
    asker.close()
    proposed = Proposed(
        document="storage",
        night=NIGHT,
        increment="i1",
        claims="c",
        relation="new",
        section="1",
        branch="b",
        commit="c1",
        title="Gannet keeps five replicas",
    )
    decided = Decided(
        document="storage",
        increment="i1",
        decision="refused",
        reason="a rumour",
        who="Jay",
        when=dt.datetime(2026, 10, 13, 8, tzinfo=dt.UTC),
    )
    Ledger.open(repository).append([proposed, decided])
    asker = open_asker(repository, settings, os.environ)
    answer = asker.ask("我们拒绝了什么？")
    asker.close()
    assert not answer.refused
    told = answer.sentences[0]
    assert all(
        words in told.text for words in ("Jay", "2026-10-13", "Gannet keeps five replicas", "a rumour")
    )
    assert told.citations[0].path == "refs/redline/ledger"
