"""A night that waits for people, in a repository of its own, behind a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.web.server import Bound
from tests.conftest import DoneNight, GitFolder
from tests.review.conftest import Desk, copy
from tests.web.server import Person, serving


@pytest.fixture
def night(done_night: DoneNight, tmp_path: Path) -> Desk:
    """The small workspace after its night."""
    copy(done_night.folder.root, tmp_path / "work")
    return Desk(GitFolder(tmp_path / "work"))


@pytest.fixture
def bound(night: Desk) -> Iterator[Bound]:
    """A server over it."""
    with serving(night.folder.root) as running:
        yield running


@pytest.fixture
def jay(bound: Bound) -> Person:
    """Somebody who came in."""
    return Person(bound.url).come_in("Jay Tester")
