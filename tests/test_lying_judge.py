"""A judge that lies: it joins nothing that ids, versions or figures part, hides nothing new, and rewrites nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from agent.app import run_night
from agent.joining import join
from tests.conftest import GitFolder
from tests.joining.test_joining import entry
from tests.llm_server import Response, honest, said, serving
from tests.nights import NIGHT, Quiet, added_lines, clock, copy_vectors, first_commit, removed_lines

APART = {
    "works": ("HareDraft for Quokka\narXiv:2608.20551 speeds Quokka up", "HareDraft for Quokka engines\narXiv:2608.20552 speeds Quokka up"),
    "versions": ("Quokka v2.4.0 with HareDraft\nQuokka merges HareDraft", "Quokka v2.5.0 and HareDraft\nQuokka merges HareDraft at last"),
    "figures": ("HareDraft on Quokka\nHareDraft has 120 tok/s on Quokka", "Quokka runs HareDraft\nHareDraft has 140 tok/s on Quokka"),
    "sizes": ("Opal-32B on Quokka\nQuokka serves Opal-32B", "Opal-70B on Quokka\nQuokka serves Opal-70B"),
    "issues": ("Quokka crash in HareDraft\nquokka-org/quokka#412 HareDraft crash", "Quokka crash, HareDraft\nquokka-org/quokka#413 HareDraft crash"),
    "advisories": ("Quokka flaw in HareDraft\nCVE-2026-10001 HareDraft", "HareDraft flaw of Quokka\nCVE-2026-10002 HareDraft"),
    "denial": ("Quokka supports HareDraft\nQuokka supports HareDraft now", "Quokka does not support HareDraft\nQuokka does not support HareDraft"),
    "subjects": ("石头很重\n石头在山上", "苹果很甜\n苹果在树上"),
}  # fmt: skip


@pytest.mark.parametrize(("a", "b"), APART.values(), ids=APART.keys())
def test_what_differs_in_an_id_a_version_or_a_figure__is_joined_by_no_model(a: str, b: str) -> None:
    assert len(join([entry(a, "a"), entry(b, "b")], lambda *_: True)) == 2


TWICE = (
    "HareDraft lands in Quokka\nThe stop rule of HareDraft is on by default in Quokka from today.",
    "Quokka ships HareDraft\nWith HareDraft the decoder of Quokka knows when to stop guessing.",
)


@pytest.mark.parametrize(("opinion", "groups"), [(True, 1), (False, 2), (None, 2)])
def test_what_the_rules_leave_open__is_one_thing_where_the_model_says_so(
    opinion: bool | None, groups: int
) -> None:
    entries = [entry(text, name) for text, name in zip(TWICE, "ab", strict=True)]
    asked: list[tuple[str, str]] = []

    def told(a: Any, b: Any) -> bool | None:
        asked.append((a.title, b.title))
        return opinion

    found = join(entries, told)
    assert len(asked) == 1
    assert len(found) == groups
    assert len(join(entries)) == 2


def lie(request: dict[str, Any], says: str) -> dict[str, Any]:
    """Everything is the same, every statement is covered (or changed), every note belongs where none would look."""
    asked = request["messages"][1]["content"]
    sections = re.findall(r"⟦(s\d+)⟧", asked)[::-1]
    lines = re.findall(r"⟦(l\d+)⟧", asked)
    return {
        **honest(request),
        "same": list(range(1, 99)),
        "places": [{"note": f"n{n}", "sections": [*sections, "s99"]} for n in range(1, 40)],
        "relations": [
            {"statement": f"s{n}", "line": line, "says": says}
            for n in range(1, 40)
            for line in ["l99", *lines]
        ],
    }


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> GitFolder:
    folder = first_commit(tmp_path_factory.mktemp("offline") / "repo")
    run_night(folder.root, date=NIGHT, progress=Quiet(), clock=clock)
    return folder


def figures(lines: list[str]) -> set[str]:
    return set(re.findall(r"\d+(?:[.,]\d+)*", "\n".join(lines)))


@pytest.mark.parametrize("says", ["covered", "changed"])
def test_a_night_with_a_lying_judge__says_all_that_is_new_and_changes_nothing_else(
    says: str, offline: GitFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = first_commit(tmp_path / "repo")
    copy_vectors(offline.root, folder.root)

    def answer(request: dict[str, Any], _: int) -> Response:
        return said(json.dumps(lie(request, says), ensure_ascii=False))

    with serving(answer) as server:
        monkeypatch.setenv("REDLINE_MODEL__NAME", "loop")
        monkeypatch.setenv("REDLINE_MODEL__BASE_URL", server.url)
        monkeypatch.setenv("REDLINE_MODEL__KEY_ENV", "")
        run_night(folder.root, date=NIGHT, progress=Quiet(), clock=clock)
        judged = [request for request in server.asked if "⟦e1⟧" not in request["messages"][1]["content"]]
    assert judged
    assert figures(added_lines(folder)) >= figures(added_lines(offline))
    kept = "\n".join(added_lines(folder))
    for line in set(removed_lines(folder)) - set(removed_lines(offline)):
        assert line.strip().lstrip("-*+ ") in kept
