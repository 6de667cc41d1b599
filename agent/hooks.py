"""Telling people how a night ended: a webhook, or a program of theirs. What fails here fails nothing else.

The outcome's summary goes out as one JSON object: no key, no path of the machine, nothing of the environment.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Literal
from urllib.parse import urlsplit

from agent.errors import NotPublished
from agent.models import Model
from agent.outcome import Outcome
from agent.settings import HookSettings, is_loopback

_TRIES = 3
_PAUSES = (1.0, 4.0)
"""Seconds before the second and the third try."""
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers after which another try is worth it (RFC 9110, RFC 6585)."""
_SHOWN = 200
"""Characters of what a program says when it fails."""
_READ = 10_000
"""Bytes of it that are read."""
_PASSED_ON = frozenset(
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TERM DISPLAY WAYLAND_DISPLAY"
    " DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME SYSTEMROOT".split()
)
"""What a program needs to find its parts and the desktop: no other variable is handed on, so no key is."""


class Told(Model):
    """How a night ended, as hooks are told; also one line of the night log."""

    event: Literal["done", "failed"]
    document: str
    night: dt.date
    summary: str
    """One line for people."""
    exit_code: int = 0
    error: str = ""
    """Why it failed, or did not reach the forge: one sentence."""
    branch: str = ""
    pull_request: str = ""
    proposals: int = 0
    proved: int = 0
    doubtful: int = 0
    refused: int = 0
    unread: int = 0
    unchanged: bool = False
    """The night had been done before."""
    look_again: tuple[str, ...] = ()
    """Caveats whose day has come."""


def told_of(outcome: Outcome) -> Told:
    """What hooks are told of a night that was done."""
    counts = outcome.counts
    return Told(
        event="failed" if outcome.unpublished else "done",
        document=outcome.document,
        night=outcome.night,
        summary=outcome.in_a_line(),
        exit_code=NotPublished.exit_code if outcome.unpublished else 0,
        error=outcome.unpublished,
        branch=outcome.branch,
        pull_request=outcome.pull_request,
        proposals=len(outcome.commits),
        proved=counts.proved,
        doubtful=counts.doubtful,
        refused=counts.refused,
        unread=counts.unread,
        unchanged=outcome.unchanged,
        look_again=tuple(entry.wording for entry in outcome.look_again),
    )


def tell(
    settings: HookSettings,
    told: Told,
    *,
    folder: Path,
    environment: Mapping[str, str],
    pause: Callable[[float], None] = time.sleep,
) -> tuple[str, ...]:
    """Call the hooks that want this event; what failed, in a sentence each."""
    if told.event not in settings.on:
        return ()
    body = told.model_dump_json().encode("utf-8", "replace")
    failed = []
    if settings.webhook:
        failed.append(_post(settings.webhook, body, settings.timeout, pause))
    if settings.command:
        failed.append(_start(settings.command, body, settings.timeout, folder, environment))
    return tuple(sentence for sentence in failed if sentence)


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: what is told to one host is told to no other."""

    def redirect_request(
        self,
        req: urllib.request.Request,  # noqa: ARG002 (the library fixes the signature)
        fp: IO[bytes],  # noqa: ARG002
        code: int,  # noqa: ARG002
        msg: str,  # noqa: ARG002
        headers: HTTPMessage,  # noqa: ARG002
        newurl: str,  # noqa: ARG002
    ) -> None:
        """No request: the redirect is answered as an error."""
        return


def _post(address: str, body: bytes, timeout: float, pause: Callable[[float], None]) -> str:
    """Send the JSON; a sentence where that failed. The address is never told: it may be the secret."""
    host = urlsplit(address).hostname or ""
    direct = [urllib.request.ProxyHandler({})] if is_loopback(host) else []
    opener = urllib.request.build_opener(_Stay, *direct)
    request = urllib.request.Request(  # noqa: S310 (the settings take https and loopback alone)
        address,
        data=body,
        method="POST",
        headers={"Content-Type": "application/json; charset=utf-8", "User-Agent": "redline"},
    )
    trouble = ""
    for attempt in range(_TRIES):
        if attempt:
            pause(_PAUSES[attempt - 1])
        try:
            with opener.open(request, timeout=timeout):
                return ""
        except urllib.error.HTTPError as error:
            error.close()
            trouble = f"answers {error.code}"
            if 300 <= error.code < 400:
                trouble = f"answers {error.code}: it leads elsewhere, and no redirect is followed"
            if error.code not in _AGAIN:
                break
        except (OSError, HTTPException) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            trouble = f"cannot be reached: {_one_line(str(reason)) or type(reason).__name__}"
    return f"The webhook at {host} {trouble}."


def _start(
    command: tuple[str, ...], body: bytes, timeout: float, folder: Path, environment: Mapping[str, str]
) -> str:
    """Start the program with the JSON on its standard input; a sentence where that failed."""
    kept = {
        name: value for name, value in environment.items() if name in _PASSED_ON or name.startswith("LC_")
    }
    name = Path(command[0]).name
    # Files, not pipes: what the program leaves running in the background holds nothing up, and may write what it likes.
    try:
        with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as errors:
            told.write(body)
            told.seek(0)
            process = subprocess.Popen(  # noqa: S603 (a list from the workspace's own settings, no shell)
                command,
                cwd=folder,
                env=kept,
                stdin=told,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
            try:
                ended = process.wait(timeout)
            except subprocess.TimeoutExpired:
                _stop(process)
                return f"The hook {name} had not ended after {timeout:g} s and was stopped."
            errors.seek(0)
            said = _one_line(errors.read(_READ).decode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        return f"The hook {name} cannot be started: {getattr(error, 'strerror', None) or error}."
    return f"The hook {name} ended with {ended}{': ' + said if said else ''}." if ended else ""


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the program and all that it has started; it has a process group of its own."""
    with contextlib.suppress(ProcessLookupError):  # it has just ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_SHOWN].rstrip(".")
