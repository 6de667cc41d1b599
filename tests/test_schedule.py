"""What runs the nights is right for the program that reads it, whatever the path, and goes only where it belongs."""

from __future__ import annotations

import datetime as dt
import json
import os
import shlex
import shutil
import subprocess
from importlib.metadata import Distribution
from pathlib import Path

import pytest
import yaml

from agent import cli
from agent.errors import BadInput
from agent.installed import installed_from
from agent.schedule import Plan, install, plan, starts_at
from agent.settings import Settings
from tests.conftest import GitFolder

TODAY = dt.date(2026, 10, 12)
ODD = "Tape 'n' \"50%\" $HOME 仓库"


def planned(kind: str, root: Path, home: Path, night: dict[str, str] | None = None) -> Plan:
    settings = Settings.model_validate({"night": {"timezone": "Asia/Shanghai", **(night or {})}})
    return plan(
        kind,  # type: ignore[arg-type]  # a parameter of the tests
        root,
        settings,
        environment={"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config")},
        today=TODAY,
    )


@pytest.mark.parametrize(
    ("cut", "at"), [("22:00", "22:10"), ("00:00", "00:10"), ("23:55", "23:59"), ("23:59", "23:59")]
)
def test_a_night_starts_after_its_cut_and_on_its_day(cut: str, at: str) -> None:
    assert f"{starts_at(Settings.model_validate({'night': {'cut': cut}})):%H:%M}" == at


# systemd


def test_the_timer_has_the_zone_and_makes_up_for_what_was_slept_through(tmp_path: Path) -> None:
    service, timer = planned("systemd", tmp_path / "w", tmp_path).pieces
    assert "OnCalendar=*-*-* 22:10:00 Asia/Shanghai\n" in timer.text
    assert "Persistent=true\n" in timer.text
    assert Path(service.path).parent == tmp_path / "config" / "systemd" / "user"
    assert Path(service.path).stem == Path(timer.path).stem
    assert "\nType=oneshot\n" in service.text


def test_the_service_quotes_what_systemd_would_expand(tmp_path: Path) -> None:
    service, _ = planned("systemd", tmp_path / ODD, tmp_path).pieces
    [directory] = [line for line in service.text.split("\n") if line.startswith("WorkingDirectory=")]
    assert directory == f"WorkingDirectory={tmp_path}/{ODD.replace('%', '%%')}"
    [command] = [line for line in service.text.split("\n") if line.startswith("ExecStart=")]
    assert command.endswith('"night" "--quiet"')


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_itself_takes_the_units(tmp_path: Path) -> None:
    root = tmp_path / ODD
    root.mkdir()
    made = planned("systemd", root, tmp_path)
    install(made)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", *(piece.path for piece in made.pieces)],
        env=os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_installing_is_told_and_can_be_repeated(tmp_path: Path) -> None:
    made = planned("systemd", tmp_path / "w", tmp_path)
    assert [line.split(":")[0] for line in install(made)] == ["written", "written"]
    assert [line.split(":")[0] for line in install(made)] == ["unchanged", "unchanged"]
    later = planned("systemd", tmp_path / "w", tmp_path, {"cut": "21:00"})
    assert [line.split(":")[0] for line in install(later)] == ["unchanged", "written again"]
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == sorted(
        Path(piece.path).name for piece in made.pieces
    )
    assert any("disable --now" in step for step in made.uninstall)


def test_a_file_of_somebody_elses_is_left_alone(tmp_path: Path) -> None:
    made = planned("systemd", tmp_path / "w", tmp_path)
    path = Path(made.pieces[0].path)
    path.parent.mkdir(parents=True)
    path.write_text("[Service]\n", encoding="utf-8")
    with pytest.raises(BadInput, match="was not written by Redline"):
        install(made)
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match="is a link"):
        install(made)
    assert not (tmp_path / "elsewhere").exists()


# cron


def test_a_shell_reads_the_cron_line_as_it_was_meant(tmp_path: Path) -> None:
    root = tmp_path / ODD
    root.mkdir()
    [piece] = planned("cron", root, tmp_path).pieces
    lines = piece.text.split("\n")
    assert "CRON_TZ=Asia/Shanghai" in lines
    [line] = [one for one in lines if one.startswith("10 22 * * * ")]
    command = line.removeprefix("10 22 * * * ").replace("\\%", "%")  # as cron reads it: crontab(5)
    assert line.count("%") == line.count("\\%")
    where, _, what = command.partition(" && ")
    assert shlex.split(where) == ["cd", str(root)]
    assert shlex.split(what)[-2:] == ["night", "--quiet"]
    done = subprocess.run(["sh", "-c", f"{where} && pwd"], capture_output=True, check=True)
    assert done.stdout.decode() == f"{root}\n"


def crontab(tmp_path: Path) -> str:
    """A crontab program of our own, that keeps its table in a file."""
    table = tmp_path / "table"
    program = tmp_path / "crontab"
    program.write_text(
        "#!/bin/sh\n"
        f'if [ "$1" = "-l" ]; then [ -f {table} ] && cat {table} || {{ echo "no crontab for me" >&2; exit 1; }};\n'
        f"else cat > {table}; fi\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    return str(program)


def test_the_crontab_keeps_every_line_of_its_owner(tmp_path: Path) -> None:
    program, table = crontab(tmp_path), tmp_path / "table"
    made = planned("cron", tmp_path / "w", tmp_path)
    assert install(made, crontab=program)[0].startswith("written")
    assert install(made, crontab=program) == ("unchanged: your crontab",)
    own = "MAILTO=me\n0 1 * * * backup\n"
    table.write_text(f"{own}\n{table.read_text()}", encoding="utf-8")
    later = planned("cron", tmp_path / "w", tmp_path, {"cut": "21:00"})
    install(later, crontab=program)
    assert table.read_text() == f"{own}\n{later.pieces[0].text}"
    assert table.read_text().count("# BEGIN") == 1


def test_a_crontab_that_cannot_be_read_is_not_written(tmp_path: Path) -> None:
    program = tmp_path / "crontab"
    program.write_text(f'#!/bin/sh\n[ "$1" = "-l" ] && exit 3\ncat > {tmp_path}/table\n', encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(BadInput, match="crontab -l failed"):
        install(planned("cron", tmp_path / "w", tmp_path), crontab=str(program))
    assert not (tmp_path / "table").exists()


# GitHub


@pytest.mark.parametrize(
    ("zone", "cut", "cron", "moves"),
    [
        ("Asia/Shanghai", "22:00", "10 14 * * *", False),
        ("Europe/Berlin", "22:00", "10 21 * * *", True),
        ("America/New_York", "22:00", "10 3 * * *", True),
        ("Asia/Kolkata", "22:00", "40 16 * * *", False),
        ("Pacific/Auckland", "06:00", "10 18 * * *", True),
        ("UTC", "22:00", "10 22 * * *", False),
    ],
)
def test_the_workflow_starts_after_the_cut_all_year_round(
    tmp_path: Path, zone: str, cut: str, cron: str, moves: bool
) -> None:
    [piece] = planned("github", tmp_path / "w", tmp_path, {"timezone": zone, "cut": cut}).pieces
    workflow = yaml.safe_load(piece.text)
    assert workflow[True]["schedule"] == [{"cron": cron}]  # YAML 1.1 reads `on` as true
    assert ("changes its clock" in piece.text) == moves


def test_the_workflow_fetches_all_and_runs_one_night_at_a_time(tmp_path: Path) -> None:
    [piece] = planned("github", tmp_path / "w", tmp_path).pieces
    workflow = yaml.safe_load(piece.text)
    steps = workflow["jobs"]["night"]["steps"]
    assert piece.path == str(tmp_path / "w/.github/workflows/redline-night.yml")
    assert workflow["permissions"] == {"contents": "write", "pull-requests": "write"}
    assert workflow["concurrency"] == {"group": "redline-night", "cancel-in-progress": False}
    assert steps[0]["with"] == {"fetch-depth": 0}
    assert steps[1]["run"] == "git fetch origin '+refs/redline/*:refs/redline/*'"
    assert all("@v" in step["uses"] for step in steps if "uses" in step)
    assert not any("${{" in step.get("run", "") for step in steps)


def test_the_workflow_names_the_secrets_that_the_settings_need(tmp_path: Path) -> None:
    settings = Settings.model_validate({"model": {"name": "m", "key_env": "MY_KEY"}})
    made = plan("github", tmp_path, settings, environment={}, today=TODAY)
    night = next(
        step
        for step in yaml.safe_load(made.pieces[0].text)["jobs"]["night"]["steps"]
        if step.get("name") == "Night"
    )
    assert night["env"] == {"GITHUB_TOKEN": "${{ github.token }}", "MY_KEY": "${{ secrets.MY_KEY }}"}
    assert "Set the secret MY_KEY." in made.install


# The command


@pytest.mark.parametrize("kind", ["systemd", "cron", "github"])
def test_printing_changes_nothing(
    empty_repo: GitFolder, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty_repo.commit({"redline.toml": '[night]\ntimezone = "Asia/Shanghai"\n'})
    before = sorted(os.walk(empty_repo.root))
    monkeypatch.chdir(empty_repo.root)
    assert cli.main(["schedule", kind]) == 0
    said = capsys.readouterr().out
    assert "To undo:" in said
    assert "22:10" in said or "10 22 * * *" in said
    assert sorted(os.walk(empty_repo.root)) == before


def test_a_path_with_a_line_break_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="control character"):
        planned("cron", tmp_path / "a\nb", tmp_path)


class Installed(Distribution):
    """A distribution that tells this of where it came from."""

    def __init__(self, told: object) -> None:
        self._told = told

    def read_text(self, filename: str) -> str | None:
        """See `Distribution.read_text`."""
        return json.dumps(self._told) if self._told is not None else None

    def locate_file(self, path: object) -> Path:
        """See `Distribution.locate_file`."""
        return Path(str(path))


_GIT = {"vcs": "git", "commit_id": "0123abc" * 5 + "01234"}


@pytest.mark.parametrize(
    ("told", "source"),
    [
        (
            {"url": "https://jay:tok@git.example.org/tools/redline", "vcs_info": _GIT},
            f"redline[forge] @ git+https://git.example.org/tools/redline@{_GIT['commit_id']}",
        ),
        (
            {"url": "ssh://git@git.example.org:2222/redline.git", "vcs_info": _GIT},
            f"redline[forge] @ git+ssh://git@git.example.org:2222/redline.git@{_GIT['commit_id']}",
        ),
        (
            {"url": "https://files.example.org/redline-1.0-py3-none-any.whl", "archive_info": {}},
            "redline[forge] @ https://files.example.org/redline-1.0-py3-none-any.whl",
        ),
        ({"url": "file:///home/jay/redline", "dir_info": {"editable": True}}, ""),
        ({"url": "https://git.example.org/x'; rm -rf /", "vcs_info": _GIT}, ""),
        ({"url": "https://git.example.org/x", "vcs_info": {"vcs": "git", "commit_id": "main"}}, ""),
        (None, ""),
    ],
)
def test_installed_from__is_what_another_machine_can_install(told: object, source: str) -> None:
    assert installed_from("[forge]", Installed(told)) == source


@pytest.mark.parametrize("source", ["", "redline[forge] @ git+https://git.example.org/redline@0123abc"])
def test_the_workflow__is_yaml_that_installs_what_is_told(tmp_path: Path, source: str) -> None:
    made = plan("github", tmp_path, Settings(documents=()), environment={}, today=TODAY, source=source)
    steps = {step.get("name"): step for step in yaml.safe_load(made.pieces[0].text)["jobs"]["night"]["steps"]}
    step = steps["Install Redline"]
    default = f" || '{source}'" if source else ""
    assert step["env"]["REDLINE_SOURCE"] == f"${{{{ vars.REDLINE_SOURCE{default} }}}}"
    for value, code in (("redline", 0), ("", 1)):
        done = subprocess.run(
            ["sh", "-c", step["run"].replace("python -m pip install", "echo")],
            env={"REDLINE_SOURCE": value, "PATH": "/usr/bin:/bin"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == code
    assert any("REDLINE_SOURCE" in step for step in made.install)
