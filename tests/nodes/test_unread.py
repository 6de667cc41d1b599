"""What cannot be read is told in the brief of one night, and counted in those after it."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import GitFolder
from tests.test_baseline import AGAIN, DOCUMENT, ELEVENTH, FIRST, NINTH, SETTINGS, TENTH, night


def unread(reasons: dict[str, str]) -> list[str]:
    return [path for path, reason in reasons.items() if reason.startswith("not read")]


def test_brief__an_unreadable_file_is_told_once_then_counted_and_told_again_when_it_changes(
    tmp_path: Path,
) -> None:
    folder = GitFolder(tmp_path)
    folder.git("init", "-q", "-b", "main")
    folder.commit({"storage.md": DOCUMENT, "redline.toml": SETTINGS})
    scan = tmp_path / f"inbox/ann/{NINTH}-scan.pdf"
    scan.parent.mkdir(parents=True)
    scan.write_bytes(b"%PDF-1.7 cut short")
    (tmp_path / f"inbox/ann/{NINTH}-empty.md").write_bytes(b"")
    _, first = night(folder, NINTH, bob=FIRST)
    assert len(unread({row.source: row.reason for row in first.no_news})) == 2
    _, second = night(folder, TENTH, bob=AGAIN)
    assert not unread({row.source: row.reason for row in second.no_news})
    assert "2 known unreadable files, unchanged" in [point.text for point in second.summary]
    scan.write_bytes(b"%PDF-1.7 cut short again")
    outcome, third = night(folder, ELEVENTH)
    assert len(unread({row.source: row.reason for row in third.no_news})) == 1
    assert len(outcome.unread) == 1
    assert "1 known unreadable files, unchanged" in [point.text for point in third.summary]
