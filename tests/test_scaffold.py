"""`redline init`: a workspace in any repository, and nothing that exists is changed."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from agent import cli
from agent.scaffold import make_workspace
from agent.settings import load
from tests.conftest import GitFolder
from tests.nights import users_files


def test_in_an_empty_repository_it_makes_all_that_a_night_needs(empty_repo: GitFolder) -> None:
    told = make_workspace(empty_repo.root, document="", timezone="Asia/Shanghai")
    settings = load(empty_repo.root)
    assert settings.night.timezone == "Asia/Shanghai"
    assert [(entry.name, entry.path) for entry in settings.documents] == [
        ("document", "living_doc/document.md")
    ]
    assert (empty_repo.root / "living_doc/document.md").read_text().startswith("# document\n")
    assert (empty_repo.root / "inbox/README.md").is_file()
    assert [line.split()[0] for line in told] == ["made", "made", "made", "Next:"]


def test_what_it_says_to_do_next_makes_the_workspace_ready(
    empty_repo: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = make_workspace(empty_repo.root, document="", timezone="Europe/Berlin")
    command = told[-1].partition("Next: ")[2].partition(" && ")[0]
    subprocess.run(shlex.split(command), cwd=empty_repo.root, check=True)
    empty_repo.git("commit", "-q", "-m", "A workspace")
    assert empty_repo.git("status", "--porcelain") == ""
    monkeypatch.chdir(empty_repo.root)
    assert cli.main(["status"]) == 0
    assert "document (living_doc/document.md): no night yet" in capsys.readouterr().out


def test_an_existing_document_is_kept_to_the_byte(repo: GitFolder) -> None:
    text = (repo.root / "living_doc/guide.md").read_bytes()
    told = make_workspace(repo.root, document="living_doc/guide.md", timezone="UTC")
    assert "kept living_doc/guide.md: your living document" in told
    assert (repo.root / "living_doc/guide.md").read_bytes() == text
    assert load(repo.root).document(None).name == "guide"
    assert repo.git("status", "--porcelain") == "?? redline.toml"


def test_a_path_is_taken_from_the_folder_in_which_it_is_given(repo: GitFolder) -> None:
    make_workspace(repo.root / "living_doc", document="guide.md", timezone="UTC")
    assert load(repo.root).document("guide").path == "living_doc/guide.md"


def test_a_second_time_it_changes_nothing(repo: GitFolder) -> None:
    make_workspace(repo.root, document="living_doc/guide.md", timezone="UTC")
    before = users_files(repo.root)
    told = make_workspace(repo.root, document="living_doc/guide.md", timezone="Asia/Tokyo")
    assert users_files(repo.root) == before
    assert [line for line in told if line.startswith("made")] == []


def test_a_name_with_spaces_or_in_chinese_makes_settings_that_load(empty_repo: GitFolder) -> None:
    make_workspace(empty_repo.root, document="文档/推理 手册.md", timezone="UTC")
    document = load(empty_repo.root).document(None)
    assert (document.name, document.path) == ("推理-手册", "文档/推理 手册.md")


@pytest.mark.parametrize(
    ("document", "code"),
    [("../out.md", 18), ("/etc/passwd", 18), ("living_doc", 18), ("note.txt", 18), (".git/x.md", 18)],
)
def test_a_document_that_cannot_be_one_is_refused_and_nothing_is_made(
    repo: GitFolder,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    document: str,
    code: int,
) -> None:
    before = users_files(repo.root)
    monkeypatch.chdir(repo.root)
    assert cli.main(["init", "--doc", document]) == code
    assert "Traceback" not in capsys.readouterr().err
    assert users_files(repo.root) == before


def test_an_unknown_zone_is_refused_and_nothing_is_made(
    repo: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = users_files(repo.root)
    monkeypatch.chdir(repo.root)
    assert cli.main(["init", "--doc", "new.md", "--timezone", "CST"]) == 15
    assert "CST" in capsys.readouterr().err
    assert users_files(repo.root) == before


def test_a_link_out_of_the_repository_is_no_document(repo: GitFolder, tmp_path: Path) -> None:
    (tmp_path / "out.md").write_text("# Out\n")
    (repo.root / "link.md").symlink_to(tmp_path / "out.md")
    with pytest.raises(Exception, match="outside the repository"):
        make_workspace(repo.root, document="link.md", timezone="UTC")


def test_outside_a_repository_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["init"]) == 10
    assert "git init" in capsys.readouterr().err
