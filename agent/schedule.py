"""Running every night: what a systemd timer, a cron table or a GitHub workflow needs for a workspace.

Everything is computed from the settings: the time is a little after the cut, in the workspace's own zone, and
every path is quoted for the program that reads it. Installing writes into the user's own places alone.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from agent.errors import BadInput
from agent.files import write_atomically
from agent.models import Model
from agent.settings import FILE_NAME, Settings

Kind = Literal["systemd", "cron", "github"]

_AFTER = 10
"""Minutes after the cut: what is being written at the cut has then arrived."""
_MARK = "Written by redline schedule"
"""By this a file is known to be ours, and may be written again."""
_WORKFLOW = ".github/workflows/redline-night.yml"
_UNSAFE = re.compile(r"[\x00-\x1f\x7f]")


class Piece(Model):
    """One file, or one part of a table, that makes the nights run."""

    path: str
    """Where it goes; empty for lines of the crontab."""
    text: str


class Plan(Model):
    """A schedule for one workspace."""

    kind: Kind
    pieces: tuple[Piece, ...]
    install: tuple[str, ...]
    """What a person does after the pieces are in place, one command or sentence a line."""
    uninstall: tuple[str, ...]


def plan(
    kind: Kind,
    root: Path,
    settings: Settings,
    *,
    environment: Mapping[str, str],
    today: dt.date,
    source: str = "",
) -> Plan:
    """The schedule of a workspace; `today` tells which offsets from UTC its zone has this year.

    `source` is what pip installs Redline from on a runner; without it the workflow asks for it.
    Raises `BadInput` for a path that cannot be written in such a file.
    """
    program = _program()
    for text in (str(root), *program):
        if _UNSAFE.search(text):
            raise BadInput("The path holds a control character, which no timer can be given.", "Rename it.")
    if kind == "systemd":
        return _systemd(root, program, settings, environment)
    if kind == "cron":
        return _cron(root, program, settings)
    return _github(root, settings, today, source)


def _program() -> tuple[str, ...]:
    """How to start Redline from anywhere: the command that is installed beside this Python, else the module."""
    beside = Path(sys.executable).with_name("redline")
    return (str(beside),) if beside.exists() else (sys.executable, "-m", "agent")


def starts_at(settings: Settings) -> dt.time:
    """Local time at which a night is started: after the cut, and on the cut's own day."""
    hour, minute = map(int, settings.night.cut.split(":"))
    return dt.time(*divmod(min(hour * 60 + minute + _AFTER, 24 * 60 - 1), 60))


def _name(root: Path) -> str:
    """A name for units that two workspaces do not share, in letters that every system takes."""
    readable = re.sub(r"[^a-z0-9]+", "-", root.name.lower()).strip("-")[:40]
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:8]
    return f"redline-{readable}-{digest}" if readable else f"redline-{digest}"


# systemd


def _systemd(
    root: Path, program: tuple[str, ...], settings: Settings, environment: Mapping[str, str]
) -> Plan:
    name, at = _name(root), starts_at(settings)
    config = environment.get("XDG_CONFIG_HOME", "")
    home = (
        Path(config)
        if Path(config).is_absolute()
        else Path(environment.get("HOME") or Path.home()) / ".config"
    )
    units = home / "systemd" / "user"
    command = " ".join(map(_for_systemd, (*program, "night", "--quiet")))
    service = f"""# {_MARK}; run it again after a change of {FILE_NAME}.
[Unit]
Description=Redline's night for {_specifiers(root.name)}

[Service]
Type=oneshot
WorkingDirectory={_specifiers(str(root))}
ExecStart={command}
# Keys and tokens, one NAME=value a line, readable by you alone; the file may be missing.
EnvironmentFile=-{_specifiers(str(home / "redline" / "environment"))}
Nice=10
TimeoutStartSec=6h
"""
    timer = f"""# {_MARK}; run it again after a change of {FILE_NAME}.
[Unit]
Description=Redline's nights for {_specifiers(root.name)}

[Timer]
OnCalendar=*-*-* {at:%H:%M}:00 {settings.night.timezone}
# A night that the machine slept through is made up for when it wakes.
Persistent=true
AccuracySec=1min

[Install]
WantedBy=timers.target
"""
    return Plan(
        kind="systemd",
        pieces=(
            Piece(path=str(units / f"{name}.service"), text=service),
            Piece(path=str(units / f"{name}.timer"), text=timer),
        ),
        install=(
            "systemctl --user daemon-reload",
            f"systemctl --user enable --now {name}.timer",
            "loginctl enable-linger    # so that it runs while you are not logged in",
        ),
        uninstall=(
            f"systemctl --user disable --now {name}.timer",
            f"rm -- {_for_shell(str(units / (name + '.service')))} {_for_shell(str(units / (name + '.timer')))}",
            "systemctl --user daemon-reload",
        ),
    )


def _specifiers(text: str) -> str:
    """Text in a unit file: `%` begins a specifier there (systemd.unit(5))."""
    return text.replace("%", "%%")


def _for_systemd(word: str) -> str:
    """A word of a command line in a unit file (systemd.service(5)): quoted, no specifier, no variable."""
    inner = _specifiers(word).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{inner}"'


# cron


def _cron(root: Path, program: tuple[str, ...], settings: Settings) -> Plan:
    name, at = _name(root), starts_at(settings)
    night = " ".join(map(_for_shell, (*program, "night", "--quiet")))
    # cron takes a bare percent sign for the end of the line (crontab(5)).
    command = f"cd {_for_shell(str(root))} && {night}".replace("%", "\\%")
    text = f"""# BEGIN {name}: {_MARK}.
# CRON_TZ is known to cronie; where cron does not know it (Debian's), the time is that of the machine.
CRON_TZ={settings.night.timezone}
{at.minute} {at.hour} * * * {command}
# END {name}
"""
    return Plan(
        kind="cron",
        pieces=(Piece(path="", text=text),),
        install=(
            "crontab -e    # and put these lines at the end: CRON_TZ holds for all lines that follow it",
        ),
        uninstall=(f"crontab -e    # and take out the lines from “BEGIN {name}” to “END {name}”",),
    )


def _for_shell(word: str) -> str:
    """A word that a shell takes as it is."""
    return "'" + word.replace("'", "'\\''") + "'"


# GitHub


def _github(root: Path, settings: Settings, today: dt.date, source: str) -> Plan:
    at, zone = starts_at(settings), ZoneInfo(settings.night.timezone)
    offsets = {_offset(zone, dt.date(today.year, month, 1), at) for month in range(1, 13)}
    # The smallest offset gives the latest hour: then the cut has passed all year round.
    first = (at.hour * 60 + at.minute - min(offsets)) % (24 * 60)
    moves = (
        f"\n  # {settings.night.timezone} changes its clock: in the other half of the year this is"
        f"\n  # {(max(offsets) - min(offsets)) / 60:g} h later by the clock there. It is never before the cut."
        if len(offsets) > 1
        else ""
    )
    key = settings.model.key_env if settings.model.name else ""
    secrets = [settings.forge.token_name] if settings.forge.kind == "gitlab" else []
    variables = [("GITHUB_TOKEN", "github.token")]
    if settings.forge.kind == "github":
        variables.append((settings.forge.token_name, "github.token"))
    variables += [(secret, f"secrets.{secret}") for secret in (*secrets, key) if secret]
    default = f" || '{source}'" if source else ""
    told = "\n".join(f"          {name}: ${{{{ {value} }}}}" for name, value in dict(variables).items())
    text = f"""# {_MARK}; run it again after a change of {FILE_NAME}.
name: Redline

on:
  # {at:%H:%M} in {settings.night.timezone}; cron is in UTC here.{moves}
  schedule:
    - cron: "{first % 60} {first // 60} * * *"
  workflow_dispatch:

permissions:
  contents: write
  pull-requests: write

# One night at a time: a second one waits.
concurrency:
  group: redline-night
  cancel-in-progress: false

jobs:
  night:
    runs-on: ubuntu-latest
    timeout-minutes: 180
    steps:
      - uses: actions/checkout@v4
        with:
          # The whole history: when a note came is read from it.
          fetch-depth: 0
      - name: Fetch what earlier nights know
        run: git fetch origin '+refs/redline/*:refs/redline/*'
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - name: Install Redline
        # The variable REDLINE_SOURCE of the repository's settings tells pip what to install: from git,
        # `redline[forge] @ git+https://git.example.org/tools/redline@v1`; or a wheel that lies in this
        # repository, `./tools/redline-1.0-py3-none-any.whl[forge]`.
        run: |
          if [ -z "$REDLINE_SOURCE" ]; then
            echo "::error::Set the variable REDLINE_SOURCE (Settings, Secrets and variables, Actions, Variables)."
            exit 1
          fi
          python -m pip install "$REDLINE_SOURCE"
        env:
          REDLINE_SOURCE: ${{{{ vars.REDLINE_SOURCE{default} }}}}
      - name: Night
        run: redline night --quiet
        env:
{told}
      - name: Keep what the night left
        if: always()
        uses: actions/upload-artifact@v4
        with:
          name: redline-night
          path: .git/redline/nights
          include-hidden-files: true
          if-no-files-found: ignore
"""
    after = [
        f"git add -- {_WORKFLOW} && git commit -m 'Run Redline every night' && git push",
        f"It installs what is installed here ({source}); the variable REDLINE_SOURCE names another one"
        " (Settings › Secrets and variables › Actions › Variables)."
        if source
        else "Set the variable REDLINE_SOURCE (Settings › Secrets and variables › Actions › Variables) to what pip is to"
        " install: `redline[forge] @ git+https://…`, or `./FOLDER/redline-….whl[forge]` for a wheel that you commit.",
        "Allow Actions to create pull requests (Settings › Actions › General › Workflow permissions).",
        *(f"Set the secret {secret}." for secret in (*secrets, key) if secret),
    ]
    if not settings.forge.remote_name:
        after.insert(0, f"Set [forge] in {FILE_NAME}: without it nothing of the night leaves the runner.")
    return Plan(
        kind="github",
        pieces=(Piece(path=str(root / _WORKFLOW), text=text),),
        install=tuple(after),
        uninstall=(f"git rm -- {_WORKFLOW} && git commit -m 'No nights any more' && git push",),
    )


def _offset(zone: ZoneInfo, day: dt.date, at: dt.time) -> int:
    """Minutes by which a zone is ahead of UTC."""
    offset = dt.datetime.combine(day, at, tzinfo=zone).utcoffset()
    assert offset is not None, "a time with a zone has an offset"
    return round(offset.total_seconds() / 60)


# Installing


def install(made: Plan, *, crontab: str | None = None) -> tuple[str, ...]:
    """Put a schedule into its places and say what was written; what is the same already is left alone.

    `crontab` is the program to use in place of the one that is found. Raises `BadInput` where a file of somebody
    else's stands in the way, or where there is no crontab.
    """
    told: list[str] = []
    for piece in made.pieces:
        told.append(
            _written(Path(piece.path), piece.text) if piece.path else _in_crontab(piece.text, crontab)
        )
    return tuple(told)


def _written(path: Path, text: str) -> str:
    if path.is_symlink():
        raise BadInput(f"{path} is a link.", "Take it away, then run this again.")
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else None
        if before == text:
            return f"unchanged: {path}"
        if before is not None and _MARK not in before:
            raise BadInput(
                f"{path} is there and was not written by Redline.", "Move it, then run this again."
            )
        write_atomically(path, text.encode())
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be written: {error}.", "Check who may write there.") from error
    return f"{'written' if before is None else 'written again'}: {path}"


def _in_crontab(block: str, program: str | None) -> str:
    """Put a block at the end of the user's crontab, in place of an earlier one."""
    program = program or shutil.which("crontab")
    if program is None:
        raise BadInput("There is no crontab on this machine.", "Use: redline schedule systemd")
    listed = subprocess.run([program, "-l"], capture_output=True, check=False)  # noqa: S603 (found by its name)
    # Without a table crontab fails: there is nothing then that could be lost.
    before = listed.stdout.decode("utf-8", "surrogateescape") if listed.returncode == 0 else ""
    if listed.returncode and b"no crontab" not in listed.stderr:
        said = " ".join(listed.stderr.decode("utf-8", "replace").split())[:200]
        raise BadInput(f"crontab -l failed: {said}.", "Put the lines in by hand: redline schedule cron")
    first, last = block.splitlines()[0], block.splitlines()[-1]
    name = last.removeprefix("# END ")
    kept = _without(before, f"# BEGIN {name}:", last)
    after = f"{kept.rstrip()}\n\n{block}".lstrip() if kept.strip() else block
    if after == before:
        return "unchanged: your crontab"
    done = subprocess.run(  # noqa: S603
        [program, "-"], input=after.encode("utf-8", "surrogateescape"), capture_output=True, check=False
    )
    if done.returncode:
        said = " ".join(done.stderr.decode("utf-8", "replace").split())[:200]
        raise BadInput(f"crontab refused the lines: {said}.", "Put them in by hand: redline schedule cron")
    return f"written: your crontab, from “{first[2:]}” on"


def _without(table: str, begin: str, end: str) -> str:
    """A crontab without a block of ours; a block whose end is missing is left to the person."""
    lines = table.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith(begin)]
    for start in reversed(starts):
        stop = next((at for at in range(start, len(lines)) if lines[at].rstrip() == end), None)
        if stop is not None:
            del lines[start : stop + 1]
    return "".join(lines)
