"""People are told how a night ended; whatever happens to the telling, the night stands."""

from __future__ import annotations

import datetime as dt
import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from agent.errors import BadSettings
from agent.hooks import Told, tell
from agent.settings import HookSettings, load

TOLD = Told(
    event="done",
    document="storage",
    night=dt.date(2026, 10, 12),
    summary="storage 2026-10-12: 2 proposals on redline/storage/2026-10-12",
    branch="redline/storage/2026-10-12",
    proposals=2,
)
SECRET = "sk-not-for-others"


class Listener:
    """A server on this machine that answers as it is told and keeps what it was sent."""

    def __init__(self, answers: list[tuple[int, dict[str, str]]]) -> None:
        self.answers = answers
        self.bodies: list[dict[str, object]] = []
        self.paths: list[str] = []
        self.url = ""


@contextmanager
def listening(*answers: int | tuple[int, dict[str, str]]) -> Iterator[Listener]:
    told = Listener([one if isinstance(one, tuple) else (one, {}) for one in answers])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.paths.append(self.path)
            told.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            code, headers = told.answers[min(len(told.bodies), len(told.answers)) - 1]
            self.send_response(code)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    told.url = f"http://127.0.0.1:{server.server_port}/hook/T0K3N"
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def call(tmp_path: Path, settings: HookSettings, told: Told = TOLD) -> tuple[tuple[str, ...], list[float]]:
    pauses: list[float] = []
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "OPENAI_API_KEY": SECRET, "MY_TOKEN": SECRET}
    return tell(settings, told, folder=tmp_path, environment=environment, pause=pauses.append), pauses


def python(code: str) -> HookSettings:
    return HookSettings(command=(sys.executable, "-c", code), timeout=5)


# The webhook


def test_the_webhook_gets_the_summary_as_json(tmp_path: Path) -> None:
    with listening(204) as listener:
        assert call(tmp_path, HookSettings(webhook=listener.url)) == ((), [])
    [body] = listener.bodies
    assert body["event"] == "done"
    assert body["summary"] == TOLD.summary
    assert SECRET not in json.dumps(body)


def test_the_webhook_is_tried_again_a_bounded_number_of_times(tmp_path: Path) -> None:
    with listening(503, 429, 200) as listener:
        assert call(tmp_path, HookSettings(webhook=listener.url)) == ((), [1.0, 4.0])
    with listening(503) as listener:
        failed, _ = call(tmp_path, HookSettings(webhook=listener.url))
    assert len(listener.bodies) == 3
    assert failed == ("The webhook at 127.0.0.1 answers 503.",)


@pytest.mark.parametrize("code", [301, 302, 307, 308])
def test_the_webhook_follows_no_redirect(tmp_path: Path, code: int) -> None:
    with listening(200) as other, listening((code, {"Location": other.url})) as listener:
        [failed], _ = call(tmp_path, HookSettings(webhook=listener.url))
    assert not other.bodies
    assert len(listener.bodies) == 1
    assert "no redirect is followed" in failed


def test_a_webhook_that_refuses_is_a_sentence_without_its_address(tmp_path: Path) -> None:
    with listening(404) as listener:
        [failed], pauses = call(tmp_path, HookSettings(webhook=listener.url))
    assert failed == "The webhook at 127.0.0.1 answers 404."
    assert pauses == []
    [gone], _ = call(tmp_path, HookSettings(webhook=listener.url))  # nobody listens there any more
    assert gone.startswith("The webhook at 127.0.0.1 cannot be reached")
    assert "T0K3N" not in failed + gone


@pytest.mark.parametrize("on", [("failed",), ()])
def test_only_those_events_are_told_that_were_asked_for(tmp_path: Path, on: tuple[str, ...]) -> None:
    with listening(200) as listener:
        settings = HookSettings.model_validate({"webhook": listener.url, "on": on})
        assert call(tmp_path, settings) == ((), [])
        failed = TOLD.model_copy(update={"event": "failed", "error": "The disk is full.", "exit_code": 23})
        call(tmp_path, settings, failed)
    assert [body["exit_code"] for body in listener.bodies] == [23] * ("failed" in on)


# The command


def test_the_command_gets_the_summary_on_its_standard_input_and_no_key(tmp_path: Path) -> None:
    code = (
        "import json, os, sys, pathlib;"
        "pathlib.Path('told.json').write_text(json.dumps([json.load(sys.stdin), dict(os.environ)]))"
    )
    assert call(tmp_path, python(code)) == ((), [])
    body, environment = json.loads((tmp_path / "told.json").read_text())
    assert body["branch"] == TOLD.branch
    assert environment["PATH"] == "/usr/bin:/bin"
    assert SECRET not in json.dumps(environment)


def test_the_command_is_a_list_and_never_a_shell(tmp_path: Path) -> None:
    marker = tmp_path / "made"
    code = "import sys; assert sys.argv[1].startswith('; touch')"
    settings = HookSettings(command=(sys.executable, "-c", code, f"; touch {marker} #"), timeout=5)
    assert call(tmp_path, settings) == ((), [])
    assert not marker.exists()


def test_a_command_that_fails_is_a_sentence(tmp_path: Path) -> None:
    [failed], _ = call(tmp_path, python("import sys; sys.exit('no\\nroute')"))
    assert failed.endswith("ended with 1: no route.")
    [missing], _ = call(tmp_path, HookSettings(command=("no-such-program-here",)))
    assert missing == "The hook no-such-program-here cannot be started: No such file or directory."


def test_a_command_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    settings = HookSettings(command=(sys.executable, "-c", "import time; time.sleep(60)"), timeout=0.3)
    [failed], _ = call(tmp_path, settings)
    assert "had not ended after 0.3 s and was stopped" in failed


def test_a_command_that_reads_nothing_hurts_nothing(tmp_path: Path) -> None:
    long = TOLD.model_copy(update={"error": "x" * 500_000})
    assert call(tmp_path, python("pass"), long) == ((), [])


def test_what_a_command_leaves_running_holds_nothing_up(tmp_path: Path) -> None:
    left = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep({})']{})"
    for more in ("", ", start_new_session=True"):
        begun = time.monotonic()
        assert call(tmp_path, python(left.format(4, more))) == ((), [])
        assert time.monotonic() - begun < 4


def test_a_command_that_talks_without_end_is_quoted_in_short(tmp_path: Path) -> None:
    [failed], _ = call(tmp_path, python("import sys; sys.stderr.write('no ' * 1_000_000); sys.exit(3)"))
    assert "ended with 3: no no" in failed
    assert len(failed) < 300


# The settings


@pytest.mark.parametrize(
    "hooks",
    [
        'webhook = "http://hooks.example.org/x"',
        'webhook = "https://user:pass@hooks.example.org/x"',
        'webhook = "file:///etc/passwd"',
        'webhook = "https://"',
        'command = "notify-send done"',
        'command = [" "]',
        'on = ["always"]',
        "timeout = 0",
    ],
)
def test_unsafe_or_unknown_hooks_are_refused(tmp_path: Path, hooks: str) -> None:
    (tmp_path / "redline.toml").write_text(f"[hooks]\n{hooks}\n", encoding="utf-8")
    with pytest.raises(BadSettings) as refused:
        load(tmp_path)
    assert "hooks." in str(refused.value)
    assert "user:" not in str(refused.value)


def test_a_secret_address_may_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "redline.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv("REDLINE_HOOKS__WEBHOOK", "https://hooks.example.org/s?key=1")
    assert load(tmp_path).hooks.webhook == "https://hooks.example.org/s?key=1"
