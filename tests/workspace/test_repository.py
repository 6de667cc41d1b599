"""Opening a repository and reading it."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agent import errors
from agent.workspace import open_repository
from tests.conftest import GitFolder

DOC = "living_doc/guide.md"


def test_it_is_found_from_any_folder_and_file_below(repo: GitFolder) -> None:
    for place in (repo.root, repo.root / "inbox/jay", repo.root / DOC):
        repository = open_repository(place)
        assert repository.root == repo.root.resolve()
        assert repository.state_dir == repo.root.resolve() / ".git/redline"
        assert (repository.base_branch, repository.base_commit) == ("main", repo.git("rev-parse", "main"))
    assert not repository.state_dir.exists()


def test_a_worktree_shares_the_state(repo: GitFolder, tmp_path: Path) -> None:
    place = tmp_path / "工作 树"
    repo.git("worktree", "add", "-q", "-b", "side", str(place))
    repository = open_repository(place)
    assert repository.root == place.resolve()
    assert repository.state_dir == repo.root.resolve() / ".git/redline"
    assert repository.base_branch == "side"


@pytest.mark.parametrize("place", ["plain", "bare.git", "missing"])
def test_no_repository(tmp_path: Path, place: str) -> None:
    (tmp_path / "plain").mkdir()
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "bare.git")], check=True)
    with pytest.raises(errors.NotARepository) as caught:
        open_repository(tmp_path / place)
    assert str(tmp_path / place) in str(caught.value)
    assert caught.value.hint


def test_no_commit_yet(empty_repo: GitFolder) -> None:
    for base in (None, "main"):
        with pytest.raises(errors.NoCommitYet, match="no commit to start from"):
            open_repository(empty_repo.root, base=base)


def test_a_detached_head_needs_a_base(repo: GitFolder) -> None:
    repo.git("switch", "-q", "--detach")
    with pytest.raises(errors.DetachedHead, match="no base branch is configured"):
        open_repository(repo.root)
    assert open_repository(repo.root, base="main").base_branch == "main"


def test_a_base_that_is_not_there(repo: GitFolder) -> None:
    with pytest.raises(errors.BadSettings, match="“trunk” does not exist"):
        open_repository(repo.root, base="trunk")
    with pytest.raises(errors.BadSettings, match="cannot be the name"):
        open_repository(repo.root, base="--all")


def test_a_base_that_only_the_remote_has(repo: GitFolder, tmp_path: Path) -> None:
    repo.git("clone", "-q", str(repo.root), str(tmp_path / "ci"))
    runner = GitFolder(tmp_path / "ci")
    runner.git("switch", "-q", "--detach")
    runner.git("branch", "-q", "-D", "main")
    assert open_repository(runner.root, base="main").base_commit == repo.git("rev-parse", "main")


def test_with_our_branch_under_review_the_base_is_the_default_branch(repo: GitFolder) -> None:
    repo.git("switch", "-q", "-c", "redline/guide/2026-09-25")
    repo.commit({"x": "x"})
    assert open_repository(repo.root).base_branch == "main"
    repo.git("branch", "-q", "-m", "main", "elsewhere")
    with pytest.raises(errors.BadSettings, match="Redline's own branches"):
        open_repository(repo.root)


def test_a_shallow_clone_is_deepened(repo: GitFolder, tmp_path: Path) -> None:
    first = repo.git("rev-parse", "HEAD")
    repo.commit({"new.md": "n\n"}, date="2026-09-25T10:00:00+08:00")
    repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow"))
    shallow = GitFolder(tmp_path / "shallow")
    repository = open_repository(shallow.root)
    assert repository.commit_of(first) == first
    assert repository.git_date(DOC) == dt.datetime(2026, 9, 24, 2, 0, tzinfo=dt.UTC)


def test_a_shallow_clone_whose_remote_is_gone_is_refused(repo: GitFolder, tmp_path: Path) -> None:
    repo.commit({"new.md": "n\n"})
    repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow"))
    shallow = GitFolder(tmp_path / "shallow")
    shallow.git("remote", "set-url", "origin", str(tmp_path / "gone"))
    with pytest.raises(errors.ShallowClone) as caught:
        open_repository(shallow.root)
    assert caught.value.hint == "Run: git fetch --unshallow origin"


def test_bytes_are_read_as_stored(repo: GitFolder) -> None:
    raw = b"\xef\xbb\xbfa\r\nb\rc\x00\xff"
    repo.git("config", "core.autocrlf", "true")
    repo.commit({"raw.bin": raw, "empty": b""})
    (repo.root / "raw.bin").write_bytes(b"changed since")
    repository = open_repository(repo.root)
    assert repository.read("empty", "HEAD") == b""
    assert repository.read("raw.bin", "HEAD~1") is None
    assert repository.read_working("raw.bin") == b"changed since"
    blob = repo.git("rev-parse", "HEAD:raw.bin")
    assert (
        repository.read("./raw.bin", "main")
        == subprocess.run(
            ["git", "cat-file", "blob", blob], cwd=repo.root, capture_output=True, check=True
        ).stdout
    )


@pytest.mark.parametrize("rev", ["nothing", "--all", "-1", "", "HEAD^{tree}", "a\nb", "HEAD:living_doc"])
def test_a_revision_that_is_none(repo: GitFolder, rev: str) -> None:
    with pytest.raises(errors.GitFailed, match="no commit"):
        open_repository(repo.root).read(DOC, rev)


def test_odd_names_are_listed_dated_and_read(repo: GitFolder) -> None:
    names = [
        "笔记/九月 25.md",
        "-x.md",
        "a\nb.md",
        'q"u\\ote.md',
        "cafe\u0301.md",
        "caf\u00e9.md",
        ":(top)x.md",
        "\x013.md",
    ]
    repo.commit(dict.fromkeys(names, "x\n"), date="2026-09-25T21:59:59-01:00")
    repository = open_repository(repo.root)
    assert set(names) <= set(repository.blobs("HEAD"))
    for name in names:
        assert repository.read(name, "HEAD") == b"x\n"
        assert repository.read_working(name) == b"x\n"
        assert repository.git_date(name) == dt.datetime(2026, 9, 25, 22, 59, 59, tzinfo=dt.UTC)


def test_a_date_is_of_the_last_commit_that_touched_the_file(repo: GitFolder) -> None:
    repo.commit({"a.md": "1"}, date="2026-09-20T00:00:00Z")
    repo.git("switch", "-q", "-c", "side")
    repo.commit({"b.md": "1"}, date="2026-09-21T00:00:00Z")
    repo.git("switch", "-q", "main")
    repo.commit({"a.md": "2"}, date="2026-09-22T00:00:00Z")
    repo.git("merge", "-q", "--no-edit", "side")
    repository = open_repository(repo.root)
    assert repository.git_date("a.md") == dt.datetime(2026, 9, 22, tzinfo=dt.UTC)
    assert repository.git_date("b.md") == dt.datetime(2026, 9, 21, tzinfo=dt.UTC)
    assert repository.git_date("untracked.md") is None


def test_a_thousand_dates_cost_one_pass(repo: GitFolder) -> None:
    for part in range(5):
        repo.commit({f"inbox/jay/{part}-{number}.md": "x" for number in range(200)})
    repository = open_repository(repo.root)
    start = time.perf_counter()
    dates = [repository.git_date(path) for path in repository.blobs("HEAD")]
    assert time.perf_counter() - start < 10
    assert len(dates) > 1000
    assert None not in dates


@pytest.mark.parametrize(
    "path",
    [
        "../secret",
        "/etc/passwd",
        "inbox/../../secret",
        ".git/config",
        ".GIT/config",
        ".git./config",
        ".git /config",
        "GIT~1/config",
        ".g\u200cit/config",
        "a\0b",
        ".",
    ],
)
def test_a_path_out_of_the_root_is_refused(repo: GitFolder, path: str) -> None:
    (repo.root.parent / "secret").write_text("s")
    with pytest.raises(errors.BadInput):
        open_repository(repo.root).read_working(path)


def test_links_out_are_refused_and_links_within_are_followed(repo: GitFolder) -> None:
    (repo.root.parent / "secret").write_text("s")
    links = {
        "file": repo.root.parent / "secret",
        "folder": repo.root.parent,
        "config": repo.root / ".git/config",
        "loop": repo.root / "loop",
        "device": Path("/dev/zero"),
    }
    for name, target in links.items():
        (repo.root / name).symlink_to(target)
    (repo.root / "within").symlink_to(DOC)
    repo.commit({})
    repository = open_repository(repo.root)
    for path in ("file", "folder/secret", "config", "loop", "device"):
        with pytest.raises(errors.BadInput):
            repository.read_working(path)
    assert repository.read_working("within") == repository.read(DOC, "HEAD")
    assert repository.read("file", "HEAD") is None
    assert not set(links) & set(repository.blobs("HEAD"))


def test_what_is_no_plain_file_is_refused(repo: GitFolder) -> None:
    os.mkfifo(repo.root / "pipe")
    repository = open_repository(repo.root)
    for path in ("pipe", "inbox"):
        with pytest.raises(errors.BadInput, match="not a plain file"):
            repository.read_working(path)
    assert repository.read_working("nothing/at/all") is None
    assert repository.read_working(f"{DOC}/below") is None


def test_branches_and_history(repo: GitFolder) -> None:
    first = repo.git("rev-parse", "HEAD")
    repo.git("config", "log.showSignature", "true")
    repo.git("config", "log.date", "relative")
    second = repo.commit({"a": "a"}, "主题\n\n正文\n\nKey: value")
    repo.git("branch", "redline/guide/1")
    repository = open_repository(repo.root)
    assert repository.branches() == ("main", "redline/guide/1")
    assert repository.branches("redline/") == ("redline/guide/1",)
    (made,) = repository.log(f"{first}..main")
    assert (made.id, made.subject, made.author.name, made.trailers) == (
        second,
        "主题",
        "Jay Tester",
        (("Key", "value"),),
    )
    assert [commit.id for commit in repository.log("main")] == [second, first]
    for bad in ("--output=x", "nothing..main"):
        with pytest.raises(errors.GitFailed):
            repository.log(bad)


def test_names_are_looked_up_anew_and_ranges_between_ids_once(repo: GitFolder) -> None:
    repository = open_repository(repo.root)
    first = repository.base_commit
    assert repository.log(f"{first}..main") == ()
    repo.git("commit", "-q", "--allow-empty", "-m", "Second")
    second = repository.commit_of("main")
    assert second not in (first, None)
    assert [commit.subject for commit in repository.log(f"{first}..main")] == ["Second"]
    fixed = repository.log(f"{first}..{second}")
    assert [commit.id for commit in fixed] == [second]
    assert repository.log(f"{first}..{second}") is fixed
    assert repository.commit_of("0" * 40) is None


def test_git_missing_is_one_sentence(repo: GitFolder, tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from agent.workspace import open_repository; open_repository(Path('.'))"
    )

    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=repo.root,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.strip().endswith("GitFailed: The git program was not found.")


def test_read_versions__one_file_at_many_revisions_and_what_is_not_there_left_out(tmp_path: Path) -> None:
    folder = GitFolder(tmp_path)
    folder.git("init", "-q", "-b", "main")
    first = folder.commit({"文档.md": "one\n"})
    second = folder.commit({"文档.md": "two\n", "other.md": "x\n"})
    repository = open_repository(tmp_path)
    found = repository.read_versions("文档.md", [second, f"{second}^", "f" * 40, "--help", first])
    assert found == {second: b"two\n", f"{second}^": b"one\n", first: b"one\n"}
    assert repository.read_versions("other.md", [first]) == {}
    assert repository.read_versions("文档.md", []) == {}


def test_a_sparse_checkout_reads_what_it_leaves_out_from_head(repo: GitFolder) -> None:
    repo.commit({DOC: "kept\n", "inbox/jay/a.md": "x\n"})
    repo.git("sparse-checkout", "set", "--no-cone", "/inbox/")
    assert not (repo.root / DOC).exists()
    repository = open_repository(repo.root)
    assert repository.read_working(DOC) == b"kept\n"
    repo.git("sparse-checkout", "disable")
    (repo.root / DOC).unlink()
    assert repository.read_working(DOC) is None


@pytest.mark.parametrize("base", [None, "main"])
def test_a_repository_of_another_user_is_one_sentence(
    repo: GitFolder, monkeypatch: pytest.MonkeyPatch, base: str | None
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(errors.GitFailed, match="belongs to another user") as caught:
        open_repository(repo.root, base=base)
    assert "safe.directory" in caught.value.hint


@pytest.mark.parametrize("stamp", ["999999999999", "253402300800"])
def test_a_date_that_no_calendar_has_is_the_last_one(repo: GitFolder, stamp: str) -> None:
    tree = repo.git("rev-parse", "HEAD^{tree}")
    raw = f"tree {tree}\nauthor A <a@x> {stamp} +0000\ncommitter A <a@x> {stamp} +0000\n\nLate\n"
    made = repo.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=raw.encode())
    repo.git("update-ref", "refs/heads/main", made)
    repository = open_repository(repo.root)
    assert repository.date_of(made).year == 9999
    assert repository.git_date(DOC) is None or repository.git_date(DOC)


def test_a_date_is_found_by_a_name_spelt_with_other_code_points(repo: GitFolder) -> None:
    repo.commit({"inbox/jay/cafe\u0301.md": "x"}, date="2026-09-25T22:59:59Z")
    date = open_repository(repo.root).git_date("inbox/jay/caf\u00e9.md")
    assert date == dt.datetime(2026, 9, 25, 22, 59, 59, tzinfo=dt.UTC)
