"""A whole night with a remote and a forge: pushed, opened, kept up to date; and done all the same where that fails."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.app import run_update
from agent.cli import main
from agent.errors import NotPublished
from agent.ledger import Ledger
from agent.nights import Nights
from agent.opening import open_workspace
from agent.outcome import Outcome
from agent.workspace import open_repository
from tests.conftest import DoneNight, GitFolder
from tests.forge.server import PROJECT, TOKEN, Fault, ForgeServer
from tests.nights import BRANCH, BRIEF, NAME, NIGHT, Quiet, clock, update
from tests.review.conftest import Desk, copy
from tests.web.server import Person, serving
from tests.web.test_deciding import PLACE, decide


@dataclass
class Site:
    """A workspace, its remote and its forge."""

    folder: GitFolder
    remote: GitFolder
    server: ForgeServer

    def tip(self, ref: str = f"refs/heads/{BRANCH}") -> str:
        """Where a ref of the remote is, empty when it is not there."""
        return self.remote.git("for-each-ref", "--format=%(objectname)", ref)


def remote_of(folder: GitFolder, place: Path) -> GitFolder:
    """A bare repository that a workspace is pushed to."""
    place.mkdir()
    remote = GitFolder(place)
    remote.git("init", "-q", "--bare", "-b", "main")
    folder.git("remote", "add", "origin", str(place))
    folder.git("push", "-q", "origin", "main")
    return remote


def configure(folder: GitFolder, text: str) -> None:
    """Settings of the forge, committed."""
    path = folder.root / "redline.toml"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n[forge]\n{text}\n", encoding="utf-8")
    folder.commit({}, "Settings", "2026-10-12T08:30:00+08:00")


def site_of(folder: GitFolder, server: ForgeServer, place: Path, patch: pytest.MonkeyPatch) -> Site:
    """A workspace with its remote, its forge and the token."""
    configure(folder, f'kind = "{server.kind}"\nproject = "{PROJECT}"\nbase_url = "{server.url}"')
    made = Site(folder, remote_of(folder, place / "remote.git"), server)
    patch.setenv(f"{server.kind.upper()}_TOKEN", TOKEN)
    server.exists = lambda branch: bool(made.tip(f"refs/heads/{branch}"))
    return made


@pytest.fixture
def fresh(workspace: GitFolder, server: ForgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Before the night."""
    return site_of(workspace, server, tmp_path, monkeypatch)


@pytest.fixture
def site(done_night: DoneNight, server: ForgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """After a night that was not published: the next run publishes it, and does nothing else."""
    copy(done_night.folder.root, tmp_path / "work")
    return site_of(GitFolder(tmp_path / "work"), server, tmp_path, monkeypatch)


def later(site: Site) -> Outcome:
    """The same night an hour later, from the same brief without its last increment that is drafted."""
    lines = BRIEF.read_text(encoding="utf-8").splitlines(keepends=True)
    path = site.folder.root.parent / "other.md"
    path.write_text(
        "".join(line for line in lines if "TallyFS 增量纠删的校验 |" not in line), encoding="utf-8"
    )
    return run_update(
        site.folder.root, path, progress=Quiet(), clock=lambda: clock() + dt.timedelta(hours=1)
    )[0]


def test_a_night__is_pushed_and_opened_then_unchanged_then_updated(fresh: Site) -> None:
    first = update(fresh.folder)
    pull = fresh.server.pull()
    assert (first.unpublished, first.pull_request) == ("", pull_url(fresh))
    assert (pull.head, pull.base, pull.draft) == (BRANCH, "main", True)
    assert fresh.tip() == first.commits[-1]
    assert fresh.tip("refs/redline/ledger")
    assert fresh.tip("refs/redline/nights")
    text, writes = pull.body, len(fresh.server.writes())

    again = update(fresh.folder)
    assert (again.unchanged, again.unpublished, again.pull_request) == (True, "", pull_url(fresh))
    assert len(fresh.server.writes()) == writes

    third = later(fresh)
    assert third.unpublished == ""
    assert fresh.tip() == third.commits[-1] != first.commits[-1]
    assert (len(fresh.server.pulls), pull.body != text) == (1, True)
    assert TOKEN not in pull.body


def pull_url(site: Site) -> str:
    kind = "pull" if site.server.kind == "github" else "-/merge_requests"
    return f"{site.server.url}/{PROJECT}/{kind}/1"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (lambda site: site.server.fail(".", Fault(401, {"message": "Bad credentials"})), "refuses the token"),
        (lambda site: site.server.fail("POST", Fault(500, {"message": "Oops"})), "could not open"),
        (lambda site: site.server.fail(".", Fault(0, hang_up=True)), "could not be reached"),
        (lambda site: os.environ.pop(f"{site.server.kind.upper()}_TOKEN"), "no token"),
    ],
    ids=["token", "5xx", "no answer", "no token"],
)
def test_a_forge_that_fails__leaves_the_night_done_and_the_next_run_publishes_it(
    site: Site, broken: Callable[[Site], object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(site)
    done = update(site.folder)
    assert said in done.unpublished
    assert (site.tip(), done.pull_request, site.server.pulls) == (done.commits[-1], "", [])
    assert Path(done.report).is_file()
    assert Path(done.brief).with_name("pull-request.md").is_file()
    site.server.faults.clear()
    monkeypatch.setenv(f"{site.server.kind.upper()}_TOKEN", TOKEN)
    again = update(site.folder)
    assert (again.unchanged, again.unpublished, again.pull_request) == (True, "", pull_url(site))


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_a_remote_that_is_gone__leaves_the_night_done(site: Site) -> None:
    shutil.rmtree(site.remote.root)
    done = update(site.folder)
    assert "git push" in done.unpublished or "git fetch" in done.unpublished
    assert site.folder.git("rev-parse", BRANCH) == done.commits[-1]


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_a_persons_commits_on_the_remote_branch__are_never_overwritten(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    update(site.folder)
    ann = GitFolder(tmp_path / "ann")
    site.folder.git("clone", "-q", "-b", BRANCH, str(site.remote.root), str(ann.root))
    theirs = ann.commit({"note.md": "mine\n"}, "Ann's own")
    ann.git("push", "-q", "origin", BRANCH)
    body = site.server.pull().body
    monkeypatch.chdir(site.folder.root)
    assert main(["review", "accept", "1"]) == 0
    assert main(["review", "finish"]) == NotPublished.exit_code
    said = capsys.readouterr().err
    assert "holds a commit of Jay Tester" in said
    assert "Nothing of it was overwritten" in said
    assert (site.tip(), site.server.pull().body) == (theirs, body)


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_a_branch_that_a_person_deleted_or_closed__is_not_brought_back(site: Site) -> None:
    update(site.folder)
    site.remote.git("branch", "-q", "-D", BRANCH)
    done = update(site.folder)
    assert (site.tip(), done.unpublished) == ("", "")
    assert any("was deleted on" in note for note in done.notes)
    site.server.pull().state = "closed"
    done = update(site.folder)
    assert (site.tip(), done.unpublished) == ("", "")
    assert any("was closed by a person" in note for note in done.notes)


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_another_clone__knows_what_was_done_and_does_not_do_it_again(site: Site, tmp_path: Path) -> None:
    first = update(site.folder)
    clone = GitFolder(tmp_path / "other")
    site.folder.git("clone", "-q", str(site.remote.root), str(clone.root))
    writes = len(site.server.writes())
    again = update(clone)
    assert (again.unchanged, again.commits) == (True, first.commits)
    assert len(site.server.writes()) == writes
    repository = open_repository(clone.root)
    assert Nights.open(repository).get(NAME, NIGHT) is not None


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_a_closed_pull_request__refuses_what_the_next_night_knows(site: Site) -> None:
    update(site.folder)
    site.server.say(1, "ann", "Rumours; not before the release.", "2026-10-12T14:30:00Z")
    pull = site.server.pull()
    pull.state, pull.by, pull.ended = "closed", "ann", "2026-10-12T14:40:00Z"
    update(site.folder)
    repository, _ = open_workspace(site.folder.root)
    decided = Ledger.open(repository).decided_proposals(NAME)
    assert {(d.decision, d.via, d.reason) for _, d in decided} == {
        ("refused", "forge", "Rumours; not before the release.")
    }
    assert decided[0][1].who.startswith("ann <ann@")
    before = site.tip("refs/redline/ledger")
    update(site.folder)
    assert site.tip("refs/redline/ledger") == before


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_the_token__is_in_no_file_that_a_night_leaves(site: Site) -> None:
    update(site.folder)
    for root in (site.folder.root, site.remote.root):
        for path in root.rglob("*"):
            if path.is_file():
                assert TOKEN.encode() not in path.read_bytes(), path


def test_a_remote_alone__is_pushed_to_and_no_forge_is_asked(workspace: GitFolder, tmp_path: Path) -> None:
    configure(workspace, 'remote = "origin"')
    remote = remote_of(workspace, tmp_path / "remote.git")
    done = update(workspace)
    assert (done.unpublished, done.pull_request) == ("", "")
    assert remote.git("rev-parse", BRANCH) == done.commits[-1]


def test_without_settings__nothing_leaves_the_repository(done_night: DoneNight, tmp_path: Path) -> None:
    workspace = GitFolder(tmp_path / "work")
    copy(done_night.folder.root, workspace.root)
    remote = remote_of(workspace, tmp_path / "remote.git")
    done = update(workspace)
    assert (done.unpublished, done.pull_request, done.notes) == ("", "", ())
    assert remote.git("for-each-ref", "--format=%(refname)") == "refs/heads/main"


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_the_command__says_that_it_is_done_and_not_published_with_a_code_of_its_own(
    site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(site.folder.root)
    site.server.fail(".", Fault(403, {"message": "Resource not accessible"}))
    code = main(["update", "--brief", str(BRIEF), "--json"])
    said = capsys.readouterr()
    assert code == NotPublished.exit_code == 45
    assert Outcome.model_validate(json.loads(said.out)).commits
    assert "The night is done, but not published" in said.err
    assert TOKEN not in said.out + said.err
    site.server.faults.clear()
    assert main(["update", "--brief", str(BRIEF)]) == 0
    assert "pull/1" in capsys.readouterr().out.replace("\n", "")


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_a_review_in_another_clone__reaches_the_remote_when_all_is_decided(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    update(site.folder)
    whole = site.tip()
    clone = GitFolder(tmp_path / "laptop")
    site.folder.git("clone", "-q", str(site.remote.root), str(clone.root))
    monkeypatch.chdir(clone.root)
    assert main(["review", "refuse", "3", "--reason", "not read in full"]) == 0
    assert site.tip() == whole
    assert main(["review", "accept", "--all"]) == 0
    assert site.tip() != whole
    assert site.tip() == clone.git("rev-parse", BRANCH)
    site.server.fail(".", Fault(401, {"message": "Bad credentials"}))
    assert main(["review", "finish"]) == NotPublished.exit_code
    assert "refuses the token" in capsys.readouterr().err
    site.server.faults.clear()
    reviewed = site.tip()
    again = update(site.folder)
    assert (site.tip(), again.unpublished) == (reviewed, "")
    assert site.folder.git("rev-parse", BRANCH) == reviewed
    monkeypatch.chdir(site.folder.root)
    capsys.readouterr()
    assert main(["status", "--json"]) == 0
    decided = json.loads(capsys.readouterr().out)["documents"][0]["decided"]
    assert [one["decision"] for one in decided].count("refused") == 1
    assert {one["decision"] for one in decided} == {"accepted", "refused"}


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_a_review_in_another_clone__that_left_out_what_is_open_is_not_replaced(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(site.folder)
    clone = GitFolder(tmp_path / "laptop")
    site.folder.git("clone", "-q", str(site.remote.root), str(clone.root))
    monkeypatch.chdir(clone.root)
    assert main(["review", "accept", "3"]) == 0
    assert main(["review", "finish"]) == 0
    reviewed = site.tip()
    again = update(site.folder)
    assert (site.tip(), again.unpublished) == (reviewed, "")
    assert any("was built on" in note for note in again.notes)


@pytest.mark.parametrize("server", ["github"], indirect=True)
def test_a_review_in_the_browser__reaches_the_remote_when_it_is_finished(site: Site) -> None:
    update(site.folder)
    whole = site.tip()
    with serving(site.folder.root) as bound:
        jay = Person(bound.url).come_in("Jay Tester")
        decide(jay, Desk(site.folder), 1, "accepted")
        assert site.tip() == whole
        assert jay.post(f"{PLACE}/finish", {}).status == 303
    assert site.tip() == site.folder.git("rev-parse", BRANCH) != whole


def test_all_is_refused__the_pull_request_is_closed_with_the_reasons_and_a_new_one_follows_an_undo(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(site.folder)
    monkeypatch.chdir(site.folder.root)
    assert main(["review", "refuse", "--all", "--reason", "no source #12 @everyone"]) == 0
    pull = site.server.pull()
    assert (pull.state, pull.by) == ("closed", "night-desk")
    [said] = [one["body"] for one in pull.comments]
    assert said.count("no source") == 3
    assert "#12" not in said
    assert "@everyone" not in said
    update(site.folder)
    repository, _ = open_workspace(site.folder.root)
    decided = Ledger.open(repository).decided_proposals(NAME)
    assert {event.via for _, event in decided} == {"review"}
    assert main(["review", "undo", "1"]) == 0
    assert main(["review", "accept", "1"]) == 0
    assert [one.state for one in site.server.pulls] == ["closed", "open"]
    assert site.tip() == site.folder.git("rev-parse", BRANCH)
