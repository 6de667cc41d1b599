"""Building the night's branch."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
from pathlib import Path

import pytest

from agent import errors
from agent.workspace import CommitStep, Repository, build_branch, open_repository
from tests.conftest import GitFolder

NAME = "redline/guide/2026-09-25"
NIGHT = dt.datetime(2026, 9, 25, 22, 0, tzinfo=dt.timezone(dt.timedelta(hours=8)))
DOC = "living_doc/guide.md"


def step(text: str, subject: str = "Add a fact", path: str = DOC, body: str = "") -> CommitStep:
    return CommitStep(
        files={path: text.encode()},
        subject=subject,
        body=body,
        date=NIGHT,
        trailers=(("Redline-Increment", "abc123"), ("Redline-Source", "inbox/jay/2026-09-24-note.md L1")),
    )


STEPS = (step("# Guide\n\none\n", "One"), step("# Guide\n\none\ntwo\n", "Two"))


def build(
    repo: GitFolder, steps: tuple[CommitStep, ...] = STEPS, name: str = NAME
) -> tuple[Repository, str, str]:
    repository = open_repository(repo.root, base="main")
    result = build_branch(repository, name, repository.base_commit, steps)
    return repository, result.status, result.tip


def test_one_commit_a_step_on_the_base(repo: GitFolder) -> None:
    repository, status, tip = build(repo)
    assert status == "created"
    assert repo.git("rev-parse", NAME) == tip
    assert repo.git("log", "--format=%s", f"main..{NAME}").split("\n") == ["Two", "One"]
    assert repository.read(DOC, NAME) == b"# Guide\n\none\ntwo\n"
    assert repository.read("inbox/jay/2026-09-24-note.md", NAME) == b"note\n"
    assert repo.git("log", "-1", "--format=%an <%ae> %ad", "--date=iso-strict", NAME) == (
        "Redline <redline@redline.invalid> 2026-09-25T22:00:00+08:00"
    )
    assert repo.git("fsck", "--strict", "--no-dangling") == ""


def test_the_same_steps_give_the_same_commits_in_another_clone(repo: GitFolder, tmp_path: Path) -> None:
    _, _, tip = build(repo)
    other = tmp_path / "other"
    repo.git("clone", "-q", str(repo.root), str(other))
    clone = GitFolder(other)
    clone.git("config", "commit.gpgsign", "true")
    clone.git("config", "core.autocrlf", "true")
    clone.git("config", "i18n.commitEncoding", "gb18030")
    clone.git("config", "user.name", "Somebody")
    (other / ".gitattributes").write_text("* text eol=crlf ident\n")
    assert build(clone)[1:] == ("created", tip)


def test_a_second_run_changes_nothing(repo: GitFolder) -> None:
    _, _, tip = build(repo)
    assert build(repo)[1:] == ("unchanged", tip)


def test_an_older_run_is_rebuilt_also_when_the_base_moved(repo: GitFolder) -> None:
    build(repo)
    repo.commit({"README.md": "new\n"})
    repository, status, tip = build(repo, STEPS[:1])
    assert status == "rebuilt"
    assert repo.git("rev-list", "--count", f"main..{NAME}") == "1"
    assert repository.read("README.md", tip) == b"new\n"


def test_a_persons_commit_is_kept_and_named(repo: GitFolder) -> None:
    build(repo)
    repo.git("switch", "-q", NAME)
    mine = repo.commit({"note.txt": "mine\n"}, "My own words")
    repo.git("switch", "-q", "main")
    with pytest.raises(errors.BranchTaken, match=f"{mine[:10]} “My own words”"):
        build(repo)
    assert repo.git("rev-parse", NAME) == mine


def test_a_commit_that_a_person_amended_is_a_persons(repo: GitFolder) -> None:
    build(repo)
    repo.git("switch", "-q", NAME)
    repo.git("commit", "-q", "--amend", "--no-edit", "--allow-empty", "--only")
    repo.git("switch", "-q", "main")
    with pytest.raises(errors.BranchTaken, match="a commit of Jay Tester"):
        build(repo)


def test_a_commit_that_a_person_took_off_is_not_put_back(repo: GitFolder) -> None:
    build(repo)
    repo.git("branch", "-f", NAME, f"{NAME}~1")
    with pytest.raises(errors.BranchTaken, match=r"moved to \w+ by a person"):
        build(repo)
    repo.git("branch", "-q", "-D", NAME)
    assert build(repo)[1] == "created"


def test_a_clone_that_did_not_build_the_branch_may_rebuild_it(repo: GitFolder, tmp_path: Path) -> None:
    build(repo)
    repo.git("clone", "-q", str(repo.root), str(tmp_path / "other"))
    clone = GitFolder(tmp_path / "other")
    clone.git("branch", NAME, f"origin/{NAME}")
    assert build(clone)[1] == "unchanged"
    assert build(clone, STEPS[:1])[1] == "rebuilt"


def test_a_branch_that_is_being_rebased_is_not_moved(repo: GitFolder) -> None:
    build(repo)
    repo.commit({DOC: "# Another\n"})
    repo.git("switch", "-q", NAME)
    rebase = subprocess.run(["git", "rebase", "-q", "main"], cwd=repo.root, capture_output=True, check=False)
    assert rebase.returncode != 0
    with pytest.raises(errors.BranchTaken, match="checked out in"):
        build(repo, STEPS[:1])


def test_a_user_without_a_name_and_another_object_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("repo").mkdir()
    repo = GitFolder(tmp_path / "repo")
    repo.git("init", "-q", "-b", "main", "--object-format=sha256")
    repo.commit({DOC: "x\n"})
    for name in [key for key in os.environ if key.startswith(("GIT_AUTHOR", "GIT_COMMITTER"))]:
        monkeypatch.delenv(name)
    repo.git("config", "user.useConfigOnly", "true")
    _, status, tip = build(repo)
    assert (status, len(tip)) == ("created", 64)


def test_a_branch_that_is_checked_out_is_not_moved(repo: GitFolder) -> None:
    _, _, tip = build(repo)
    repo.git("switch", "-q", NAME)
    assert build(repo)[1] == "unchanged"
    with pytest.raises(errors.BranchTaken, match="checked out in"):
        build(repo, STEPS[:1])
    assert repo.git("rev-parse", NAME) == tip
    assert repo.git("status", "--porcelain") == ""


def test_a_branch_checked_out_in_another_worktree_is_not_moved(repo: GitFolder, tmp_path: Path) -> None:
    build(repo)
    repo.git("worktree", "add", "-q", str(tmp_path / "审阅 树"), NAME)
    with pytest.raises(errors.BranchTaken, match="审阅 树"):
        build(repo, STEPS[:1])


@pytest.mark.parametrize("other", ["redline", "redline/guide", f"{NAME}/old"])
def test_a_folder_of_branches_is_a_clash_and_leaves_nothing(repo: GitFolder, other: str) -> None:
    repo.git("branch", other)
    with pytest.raises(errors.BranchClash, match=f"“{other}”"):
        build(repo)
    assert list(repo.root.glob(".git/refs/**/*.lock")) == []
    assert repo.git("branch", "--list", "--format=%(refname:short)").split("\n") == ["main", other]


@pytest.mark.parametrize(
    "name", ["-D", "--force", "a b", "a..b", "", "x.lock", "a/", "@{-1}", "a\nb", "a:b", "HEAD"]
)
def test_a_name_that_git_forbids_is_refused(repo: GitFolder, name: str) -> None:
    with pytest.raises(errors.BadSettings, match="cannot be the name of a branch"):
        build(repo, name=name)


def test_a_chinese_document_names_a_branch(repo: GitFolder) -> None:
    _, status, tip = build(repo, name="redline/推理手册/2026-09-25")
    assert status == "created"
    assert repo.git("rev-parse", "redline/推理手册/2026-09-25") == tip


@pytest.mark.parametrize("path", ["文档/推 理.md", "-doc.md", "a\nb.md", "cafe\u0301.md", "x/y/z/w.md"])
def test_any_path_can_be_written(repo: GitFolder, path: str) -> None:
    repository, _, tip = build(repo, (step("text\r\n", path=path),))
    assert repository.read(path, tip) == b"text\r\n"
    assert path in repository.blobs(tip)


@pytest.mark.parametrize("path", ["../out.md", "/etc/x", ".git/config", "a/../../b", "sub/.GIT/hooks/x", ""])
def test_a_path_out_of_the_workspace_is_refused(repo: GitFolder, path: str) -> None:
    with pytest.raises(errors.BadInput):
        build(repo, (step("x", path=path),))
    assert repo.git("branch", "--list", "redline/*") == ""


def test_a_link_or_folder_is_not_written_through(repo: GitFolder) -> None:
    (repo.root / "link.md").symlink_to("living_doc/guide.md")
    (repo.root / "folder").symlink_to("living_doc")
    repo.commit({})
    for path in ("link.md", "folder/guide.md", "living_doc"):
        with pytest.raises(errors.BadInput):
            build(repo, (step("x", path=path),))


def test_a_name_is_not_put_beside_its_twin_in_other_code_points(repo: GitFolder) -> None:
    repo.commit({"cafe\u0301/note.md": "x\n"})
    with pytest.raises(errors.BadInput, match="another spelling"):
        build(repo, (step("y\n", path="caf\u00e9/note.md"),))
    assert build(repo, (step("y\n", path="cafe\u0301/note.md"),))[1] == "created"


def test_the_mode_of_a_file_stays(repo: GitFolder) -> None:
    (repo.root / "run.sh").write_text("a\n")
    (repo.root / "run.sh").chmod(0o755)
    repo.commit({})
    _, _, tip = build(repo, (step("b\n", path="run.sh"),))
    assert repo.git("ls-tree", tip, "run.sh").startswith("100755 ")


def test_a_step_that_changes_nothing_is_our_bug(repo: GitFolder) -> None:
    with pytest.raises(errors.Bug, match="would change nothing"):
        build(repo, (STEPS[0], STEPS[0]))
    assert repo.git("branch", "--list", "redline/*") == ""


def user_state(root: Path) -> dict[str, bytes]:
    """Every byte of the checkout and of git's folder but objects, our branches and our own state."""
    ours = (".git/objects", ".git/refs/heads/redline", ".git/logs/refs/heads/redline", ".git/redline")
    files = (p for p in root.rglob("*") if p.is_file())
    return {n: p.read_bytes() for p in files if not (n := p.relative_to(root).as_posix()).startswith(ours)}


def test_nothing_of_the_users_is_touched(repo: GitFolder, tmp_path: Path) -> None:
    (repo.root / DOC).write_text("half a thought\n")
    repo.git("stash", "-q")
    (repo.root / DOC).write_text("another\n")
    (repo.root / "staged.md").write_text("staged\n")
    repo.git("add", "staged.md")
    (repo.root / "untracked.md").write_text("untracked\n")
    ran = tmp_path / "hook-ran"
    for hook in (
        "pre-commit",
        "commit-msg",
        "post-commit",
        "reference-transaction",
        "post-index-change",
        "post-checkout",
    ):
        script = repo.root / ".git/hooks" / hook
        script.write_text(f"#!/bin/sh\ntouch '{ran}'\n")
        script.chmod(0o755)
    before = user_state(repo.root)
    build(repo)
    assert user_state(repo.root) == before
    assert not ran.exists()
    assert repo.git("worktree", "list", "--porcelain").count("worktree ") == 1


def test_a_hooks_variables_do_not_lead_astray(
    repo: GitFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "hooked"
    other.mkdir()
    GitFolder(other).git("init", "-q")
    index = other / ".git/index.tmp"
    for name, value in {
        "GIT_DIR": other / ".git",
        "GIT_WORK_TREE": other,
        "GIT_INDEX_FILE": index,
        "GIT_OBJECT_DIRECTORY": other / ".git/objects",
        "GIT_COMMON_DIR": other / ".git",
        "GIT_PREFIX": "x/",
        "GIT_NAMESPACE": "n",
    }.items():
        monkeypatch.setenv(name, str(value))
    repository, status, tip = build(repo)
    assert (repository.root, status) == (repo.root.resolve(), "created")
    assert repository.common_dir == repo.root.resolve() / ".git"
    for name in [key for key in os.environ if key.startswith("GIT_") and "AUTHOR" not in key]:
        monkeypatch.delenv(name)
    assert repo.git("rev-parse", NAME) == tip
    assert not index.exists()
    assert GitFolder(other).git("for-each-ref") == ""


def test_a_lock_that_a_killed_git_left_is_removed(repo: GitFolder) -> None:
    lock = repo.root / f".git/refs/heads/{NAME}.lock"
    lock.parent.mkdir(parents=True)
    lock.write_text("")
    assert build(repo)[1] == "created"
    assert not lock.exists()
