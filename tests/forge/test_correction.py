"""A night that a later one corrects says so on its own pull request, and stands again where the correction is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agent.cli import main
from tests.conftest import GitFolder
from tests.forge.server import ForgeServer
from tests.forge.test_night import Site, site_of
from tests.test_baseline import DOCUMENT, ELEVENTH, FIRST, NINTH, SETTINGS, TENTH, night
from tests.test_memory import OTHER_FIGURE, PAGE

WHEN = "2026-10-12T15:30:00Z"
OLDER, NEWER = (f"redline/storage/{day}" for day in (NINTH, TENTH))
MARK = f"[superseded by {TENTH}, do not merge]"
SAID = f"superseded by the night of {TENTH}, do not merge"


@pytest.fixture(scope="module")
def two_nights(tmp_path_factory: pytest.TempPathFactory) -> GitFolder:
    """A figure, and another night that says another one, neither of them published."""
    folder = GitFolder(tmp_path_factory.mktemp("corrected") / "workspace")
    folder.root.mkdir()
    folder.git("init", "-q", "-b", "main")
    folder.commit(
        {"storage.md": DOCUMENT, "redline.toml": SETTINGS}, "The workspace", "2026-10-08T08:00:00+08:00"
    )
    night(folder, NINTH, cat=PAGE)
    return folder


@pytest.fixture
def site(two_nights: GitFolder, server: ForgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The first night is published by its next run; the correction comes after it, with news of another kind."""
    shutil.copytree(two_nights.root, tmp_path / "work")
    made = site_of(GitFolder(tmp_path / "work"), server, tmp_path, monkeypatch)
    night(made.folder, NINTH)
    assert MARK not in older(made)[0]
    outcome, _ = night(made.folder, TENTH, bob=OTHER_FIGURE, ann=FIRST)
    assert outcome.unpublished == ""
    monkeypatch.chdir(made.folder.root)
    return made


def older(site: Site) -> tuple[str, str]:
    """Title and text of the first night's pull request, without the mark of a draft."""
    [pull] = [one for one in site.server.pulls if one.head == OLDER]
    assert pull.state == "open"
    return pull.title.removeprefix("Draft: "), pull.body


def number_of(site: Site) -> str:
    """Of the increment that corrects."""
    from agent.opening import open_workspace
    from agent.review import open_review

    repository, settings = open_workspace(site.folder.root)
    cards = open_review(repository, settings, None, TENTH).cards
    assert len(cards) == 2
    [one] = [card.increment for card in cards if card.increment.corrects]
    return str(one.number)


def is_superseded(site: Site) -> bool:
    title, body = older(site)
    assert title.startswith(MARK) == (SAID in body) == ("Do not merge this as it is" in body)
    return SAID in body


def test_corrected__its_title_and_text_say_so_until_the_correction_is_refused(site: Site) -> None:
    assert is_superseded(site)
    number, tip = number_of(site), site.tip(f"refs/heads/{OLDER}")
    review = ["review", str(TENTH)]
    assert main([*review, "refuse", number, "--reason", "nobody measured it"]) == 0
    assert not is_superseded(site)
    assert main([*review, "undo", number]) == 0
    assert is_superseded(site)
    assert site.tip(f"refs/heads/{OLDER}") == tip


@pytest.mark.parametrize("way", ["a comment", "closed"])
def test_refused_on_the_forge__the_older_one_stands_again_at_the_next_night(site: Site, way: str) -> None:
    [pull] = [one for one in site.server.pulls if one.head == NEWER]
    site.server.mergers = {"ann"}
    if way == "closed":
        pull.state, pull.by, pull.ended = "closed", "ann", WHEN
    else:
        text = f"redline: refuse {number_of(site)} because nobody measured it"
        site.server.say(pull.number, "ann", text, WHEN, member=True)
    night(site.folder, ELEVENTH)
    assert not is_superseded(site)
