"""A log never grows past its bounds, and no line is lost before it is the oldest."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agent.rotation import append


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_lines_are_appended_in_order(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "night.log"
    for line in ("one", "二\n", "three"):
        append(log, line)
    assert lines(log) == ["one", "二", "three"]


def test_a_full_log_steps_aside_and_the_oldest_goes(tmp_path: Path) -> None:
    log = tmp_path / "night.log"
    for number in range(10):
        append(log, f"line {number}", limit=16, kept=2)
    assert lines(log) == ["line 8", "line 9"]
    assert lines(tmp_path / "night.log.1") == ["line 6", "line 7"]
    assert lines(tmp_path / "night.log.2") == ["line 4", "line 5"]
    assert not (tmp_path / "night.log.3").exists()


@pytest.mark.parametrize("kept", [0, 1])
def test_a_line_longer_than_the_bound_is_kept_whole(tmp_path: Path, kept: int) -> None:
    log = tmp_path / "night.log"
    append(log, "x" * 100, limit=10, kept=kept)
    append(log, "y" * 100, limit=10, kept=kept)
    assert lines(log) == ["y" * 100]
    assert (tmp_path / "night.log.1").exists() == bool(kept)


def test_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    log = tmp_path / "night.log"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: append(log, f"{n:03}", limit=200, kept=100), range(200)))
    found = [line for path in tmp_path.glob("night.log*") if path.suffix != ".lock" for line in lines(path)]
    assert sorted(found) == [f"{n:03}" for n in range(200)]
