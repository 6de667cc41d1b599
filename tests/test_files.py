"""Files that people name, and files that are written whole."""

from pathlib import Path

import pytest

from agent.errors import BadInput
from agent.files import read_file, write_atomically


def test_read_file__says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no file"):
        read_file(tmp_path / "missing.md")
    (tmp_path / "blank.md").write_bytes(b" \n\t")
    with pytest.raises(BadInput, match="empty"):
        read_file(tmp_path / "blank.md")
    with pytest.raises(BadInput, match="cannot be read"):
        read_file(tmp_path)


def test_write_atomically__whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "名.txt"
    write_atomically(path, b"first")
    write_atomically(path, b"second")
    assert path.read_bytes() == b"second"
    assert [p.name for p in path.parent.iterdir()] == ["名.txt"], "nothing half-written stays"


def test_write_atomically__a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_atomically(tmp_path / "folder", b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]
