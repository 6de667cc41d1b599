"""Notes that are renamed, copied, corrected, late, early or of the future, over several nights."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from agent.ledger import Ledger
from agent.workspace import open_repository
from tests.conftest import GitFolder
from tests.test_baseline import CHANGED, DOCUMENT, ELEVENTH, FIRST, NINTH, SETTINGS, TENTH, night

TWELFTH = dt.date(2026, 10, 12)
LATE = """# Weasel store

Source: https://weasel.dev/store

- Weasel keeps 81 shards of storage engines in one file of 7.25 GB
"""


@pytest.fixture
def folder(tmp_path: Path) -> GitFolder:
    folder = GitFolder(tmp_path)
    folder.git("init", "-q", "-b", "main")
    folder.commit({"storage.md": DOCUMENT, "redline.toml": SETTINGS})
    return folder


def test_nights__a_renamed_and_a_copied_note_are_no_news(folder: GitFolder) -> None:
    night(folder, NINTH, ann=FIRST)
    inbox = folder.root / "inbox"
    (inbox / f"ann/{NINTH}-storage.md").rename(inbox / f"ann/{TENTH}-renamed.md")
    _, brief = night(folder, TENTH, bob=FIRST)
    assert not brief.increments
    assert not brief.sources


def test_nights__a_corrected_note_is_looked_at_again_against_what_it_changes(folder: GitFolder) -> None:
    night(folder, NINTH, ann=FIRST)
    folder.git("merge", "-q", "--no-edit", f"redline/storage/{NINTH}")
    (folder.root / f"inbox/ann/{NINTH}-storage.md").write_text(CHANGED, encoding="utf-8")
    outcome, brief = night(folder, TENTH)
    assert [one.relation for one in brief.increments] == ["contradicts"]
    assert any("corrected note" in note for note in outcome.notes)


def test_nights__a_late_note_is_taken_by_the_next_night_and_a_future_one_waits(folder: GitFolder) -> None:
    night(folder, NINTH, ann=FIRST)
    night(folder, TENTH)
    for day, text in ((NINTH, LATE), (TWELFTH, CHANGED)):
        (folder.root / f"inbox/ann/{day}-more.md").write_text(text, encoding="utf-8")
    _, brief = night(folder, ELEVENTH)
    assert [f"{row.place}/{row.files}".partition(" ")[0] for row in brief.sources] == [
        f"inbox/ann/{NINTH}-more.md"
    ]
    assert [one.title for one in brief.increments] == ["Weasel store"]
    _, later = night(folder, TWELFTH)
    assert [row.files.partition(" ")[0] for row in later.sources] == [f"{TWELFTH}-more.md"]


def test_nights__one_that_fires_early_leaves_all_for_its_hour(folder: GitFolder) -> None:
    early = dt.date(2026, 10, 13)
    outcome, brief = night(folder, early, ann=FIRST)
    assert brief.increments
    assert any("still open" in note for note in outcome.notes)
    ledger = Ledger.open(open_repository(folder.root))
    assert ledger.last_night("storage") is None
    assert not ledger.known_items("storage")


def test_nights__an_unreadable_file_that_is_mended_is_read(folder: GitFolder) -> None:
    path = folder.root / f"inbox/ann/{NINTH}-notes.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    night(folder, NINTH)
    path.write_text(LATE, encoding="utf-8")
    _, brief = night(folder, TENTH)
    assert [one.title for one in brief.increments] == ["Weasel store"]
