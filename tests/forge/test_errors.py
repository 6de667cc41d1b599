"""Every way in which a forge fails is one sentence with what to do, and no sentence holds the token."""

from __future__ import annotations

import logging
import sys
import traceback

import pytest
import stamina

from agent.errors import ForgeError, ForgeRefused, ForgeUnavailable
from agent.forge import Forge, forge_for
from agent.settings import ForgeSettings
from tests.forge.conftest import connect
from tests.forge.server import EPOCH, TOKEN, Fault, ForgeServer

BRANCH = "redline/guide/2026-10-12"


def failure(forge: Forge) -> ForgeError:
    with pytest.raises(ForgeError) as caught:
        forge.publish(BRANCH, "main", "title", "text")
    shown = "".join(traceback.format_exception(caught.value))
    assert TOKEN not in shown + repr(caught.value) + caught.value.hint
    assert "\n" not in str(caught.value)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(
    ("fault", "kind", "said"),
    [
        (Fault(401, {"message": "Bad credentials"}), ForgeRefused, "refuses the token"),
        (Fault(403, {"message": "Resource not accessible"}), ForgeRefused, "does not let the token"),
        (Fault(404, {"message": "Not Found"}), ForgeRefused, "has no house/handbook"),
        (Fault(409, {"message": "Conflict"}), ForgeRefused, "did not"),
        (Fault(422, {"message": "Validation Failed"}), ForgeRefused, "did not"),
        (Fault(500, {"message": "Oops"}), ForgeUnavailable, "could not"),
        (Fault(502, raw=b"<html>Bad gateway</html>"), ForgeUnavailable, "could not"),
        (Fault(503, {"message": "Back soon"}), ForgeUnavailable, "could not"),
        (Fault(429, {"message": "Slow"}, {"Retry-After": "600"}), ForgeUnavailable, "rate limit"),
        (Fault(200, raw=b"<html>Sign in to the hotel's network</html>"), ForgeUnavailable, "could not"),
        (Fault(200, raw=b'{"half": '), ForgeUnavailable, "could not"),
        (Fault(200, [{"number": "x"}]), ForgeUnavailable, "could not"),
        (Fault(0, hang_up=True), ForgeUnavailable, "could not be reached"),
        (Fault(200, [], promised=50), ForgeUnavailable, "could not be reached"),
    ],
    ids=lambda value: str(getattr(value, "status", "")),
)
def test_every_failure__is_a_sentence(
    server: ForgeServer, forge: Forge, fault: Fault, kind: type[ForgeError], said: str
) -> None:
    server.fail(".", fault)
    error = failure(forge)
    assert isinstance(error, kind)
    assert said in str(error)


def test_a_refusal_when_opening__says_what_the_forge_says(server: ForgeServer, forge: Forge) -> None:
    server.exists = lambda branch: branch != "main"
    error = failure(forge)
    assert isinstance(error, ForgeRefused)
    assert "422" in str(error)
    assert "base" in str(error)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(403, {"message": "API rate limit exceeded"}, {"X-RateLimit-Remaining": "0"}),
        Fault(403, {"message": "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."}),
        Fault(403, {"message": "no"}, {"Retry-After": "1"}),
        Fault(429, {"message": "Too Many Requests"}, {"RateLimit-Remaining": "0", "RateLimit-Reset": str(EPOCH + 2)}),
    ],
    ids=["primary", "secondary", "retry after", "gitlab"],
)  # fmt: skip
def test_a_short_rate_limit__is_waited_for(server: ForgeServer, forge: Forge, fault: Fault) -> None:
    server.fail(".", fault, times=2)
    assert forge.publish(BRANCH, "main", "title", "text").status == "created"


def test_a_long_rate_limit__is_not_waited_for(server: ForgeServer, forge: Forge) -> None:
    reset = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(EPOCH + 1_800)}
    server.fail(".", Fault(403, {"message": "API rate limit exceeded"}, reset))
    error = failure(forge)
    assert "rate limit" in str(error)
    assert "in 30 min" in error.hint
    assert len(server.asked) == 1


def test_what_passes__is_tried_again_and_no_more_than_so_often(server: ForgeServer, forge: Forge) -> None:
    server.fail(".", Fault(503, {"message": "Back soon"}), times=2)
    assert forge.publish(BRANCH, "main", "title", "text").status == "created"
    server.asked.clear()
    server.fail(".", Fault(503, {"message": "Back soon"}))
    failure(forge)
    assert len(server.asked) == 3


def test_a_refusal__is_not_tried_again(server: ForgeServer) -> None:
    error = failure(connect(server, token="expired"))
    assert "refuses the token" in str(error)
    assert len(server.asked) == 1


def test_nobody_there__is_a_sentence(server: ForgeServer) -> None:
    gone = connect(server, base_url="http://127.0.0.1:9")
    assert "could not be reached" in str(failure(gone))


def test_a_server_that_hangs__is_given_up(server: ForgeServer) -> None:
    server.fail(".", Fault(200, [], silent=True))
    with stamina.set_testing(True, attempts=1):
        assert "no answer in time" in str(failure(connect(server, timeout=0.5)))


def test_a_server_that_says_the_token__is_not_quoted(
    server: ForgeServer, forge: Forge, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.fail(".", Fault(403, {"message": f"no right for {TOKEN}\x1b[2J\nand more"}))
    error = failure(forge)
    assert "[token]" in str(error)
    assert "\x1b" not in str(error)
    assert TOKEN not in caplog.text
    assert TOKEN not in repr(vars(forge))


@pytest.mark.parametrize("kind", ["github", "gitlab"])
@pytest.mark.parametrize("token", ["", "  ", "two words", "a\nb", "标记"])
def test_no_token__is_a_sentence(kind: str, token: str) -> None:
    settings = ForgeSettings.model_validate({"kind": kind, "project": "a/b"})
    with pytest.raises(ForgeRefused, match=f"{kind.upper()}_TOKEN"):
        forge_for(settings, {f"{kind.upper()}_TOKEN": token})


@pytest.mark.parametrize(("kind", "library"), [("github", "PyGithub"), ("gitlab", "python-gitlab")])
def test_a_library_that_is_missing__says_how_to_install_it(
    kind: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"agent.forge.on_{kind}", raising=False)
    monkeypatch.setitem(sys.modules, kind, None)
    settings = ForgeSettings.model_validate({"kind": kind, "project": "a/b"})
    with pytest.raises(ForgeRefused, match=library) as caught:
        forge_for(settings, {f"{kind.upper()}_TOKEN": "t"})
    assert "redline[forge]" in caught.value.hint


def test_without_a_forge__there_is_none() -> None:
    assert forge_for(ForgeSettings(), {}) is None
