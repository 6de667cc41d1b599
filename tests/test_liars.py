"""A model that lies: none of its planted errors comes through, and what is true beside them does."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evals.bench.liars import NEVER, Lie, lies, told
from tests.conftest import GitFolder
from tests.llm_server import answering, serving
from tests.nights import BRIEF, Quiet, added_lines, clock, copy_vectors, first_commit, update

ROOT = Path(__file__).parents[1]
LIES = lies([ROOT / "inbox"], n=60, seed=1)
fate_of = functools.cache(told)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.kind)
def test_a_planted_error__is_cut(lie: Lie) -> None:
    fate = fate_of(lie)
    assert fate.truth
    if lie.kind in NEVER:
        assert not fate.passed, lie.claim


def test_of_the_kinds_that_are_about_words__hardly_any_comes_through() -> None:
    others = [lie for lie in LIES if lie.kind not in NEVER]
    passed = [lie.claim for lie in others if fate_of(lie).passed]
    assert len(passed) <= 0.05 * len(others), passed


def _swapped(old: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(old, new, text)


WHOLE_NIGHTS = {
    "digit": _swapped(r"12\.86|72|41|2,310", "13.86"),
    "unit": _swapped(r"(\d) ?(ms|minutes|小时|TB)", r"\1 GB"),
    "version": _swapped(r"v2\.4\.0", "v2.5.0"),
    "id": _swapped(r"2610\.04567", "2610.04576"),
    "date": _swapped(r"2026-10-12", "2026-10-21"),
    "row": _swapped(r"\b128\b", "256"),
    "column": _swapped(r"P99", "P50"),
    "direction": _swapped(r"越高，P99 也越高", "越高，P99 越低"),
    "subject": _swapped(r"Heron-NG|Kestrel", "TallyFS"),
    "negation": _swapped(r"rebuilds", "never rebuilds"),
}


@pytest.fixture(scope="module")
def honest_night(tmp_path_factory: pytest.TempPathFactory) -> GitFolder:
    folder = first_commit(tmp_path_factory.mktemp("honest") / "repo")
    update(folder)
    return folder


@pytest.mark.parametrize("change", WHOLE_NIGHTS.values(), ids=WHOLE_NIGHTS.keys())
def test_a_night_with_a_liar__says_what_the_sources_say(
    change: Callable[[str], str], honest_night: GitFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agent.app import run_update

    changed: list[str] = []

    def lie(draft: dict[str, Any]) -> dict[str, Any]:
        for increment in draft["increments"]:
            for point in increment["points"]:
                for sentence in point["sentences"]:
                    told_now = change(sentence["text"])
                    if told_now != sentence["text"]:
                        changed.append(told_now)
                    sentence["text"] = told_now
        return draft

    folder = first_commit(tmp_path / "repo")
    copy_vectors(honest_night.root, folder.root)
    with serving(answering(lie)) as server:
        monkeypatch.setenv("REDLINE_MODEL__NAME", "loop")
        monkeypatch.setenv("REDLINE_MODEL__BASE_URL", server.url)
        monkeypatch.setenv("REDLINE_MODEL__KEY_ENV", "LOOP_KEY")
        monkeypatch.setenv("LOOP_KEY", "sk-loop")
        run_update(folder.root, BRIEF, progress=Quiet(), clock=clock)
    text = "\n".join(added_lines(folder))
    numbers = set(re.findall(r"\d+(?:[.,]\d+)*", "\n".join(added_lines(honest_night))))
    assert set(re.findall(r"\d+(?:[.,]\d+)*", text)) >= numbers
    assert changed
    assert [told_now for told_now in changed if told_now.rstrip("。.;；") in text] == []
