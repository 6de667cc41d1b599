"""Who comes in, and what is turned away."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from agent.errors import BadInput
from agent.web.app import MOST_BYTES
from agent.web.gate import Gate, Session, Sessions
from agent.web.server import Bound, bind
from tests.conftest import DoneNight, GitFolder
from tests.review.conftest import Desk, copy
from tests.web.server import Person, serving

PLACE = "/nights/storage/2026-10-12"


@pytest.fixture(scope="module")
def night(done_night: DoneNight, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The small workspace after its night; nothing here may change it."""
    root = tmp_path_factory.mktemp("gate") / "work"
    copy(done_night.folder.root, root)
    return Desk(GitFolder(root))


@pytest.fixture(scope="module")
def bound(night: Desk) -> Iterator[Bound]:
    """One server for all."""
    with serving(night.folder.root) as running:
        yield running


def test_enter__the_token_is_exchanged_for_a_cookie_that_scripts_and_sites_cannot_use(bound: Bound) -> None:
    cookie = Person(bound.url).enter().headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert bound.gate.token not in cookie


@pytest.mark.parametrize("token", ["", "x", "é" * 10])
def test_enter__another_token_opens_nothing(bound: Bound, token: str) -> None:
    from urllib.parse import quote

    answer = Person(bound.url).get(f"/enter?token={quote(token)}")
    assert answer.status == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/", PLACE, f"{PLACE}/report", f"{PLACE}/edit/x", "/name"])
def test_pages__are_closed_without_a_session(bound: Bound, path: str) -> None:
    answer = Person(bound.url).get(path, Cookie=f"{bound.gate.cookie}=nonsense")
    assert answer.status == 403
    assert "Kestrel" not in answer.text


def test_pages__ask_for_a_name_first(bound: Bound) -> None:
    person = Person(bound.url)
    person.enter()
    assert person.get(PLACE).headers["location"] == "/name"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1@evil.example", "[::1", ""]
)
def test_host__a_rebound_name_opens_nothing(bound: Bound, host: str) -> None:
    person = Person(bound.url).come_in("Jay")
    answer = person.get("/", Host=host or "x")
    assert answer.status == 421


def test_host__a_name_is_compared_with_its_port() -> None:
    gate = Gate("t", 8765, frozenset({"redline.lan"}))
    assert gate.is_host("localhost:8765")
    assert gate.is_host("[::1]:8765")
    assert gate.is_host("redline.lan:8765")
    assert gate.is_host("REDLINE.lan.:8765")
    assert not gate.is_host("10.0.0.7:8765")
    assert not gate.is_host("redline.lan")
    assert Gate("t", 8765, any_address=True).is_host("10.0.0.7:8765")
    assert not Gate("t", 8765, any_address=True).is_host("evil.example:8765")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_post__from_another_site_changes_nothing(jay: Person, night: Desk, headers: dict[str, str]) -> None:
    card = night.card(1)
    fields = {"increment": card.increment.id, "decision": "accepted", "seen": card.seen}
    assert jay.post(f"{PLACE}/decide", fields, **headers).status == 403
    assert night.card(1).decision is None


@pytest.mark.parametrize("token", ["", "wrong"])
def test_post__without_the_token_of_the_session_changes_nothing(jay: Person, night: Desk, token: str) -> None:
    card = night.card(1)
    fields = {"increment": card.increment.id, "decision": "accepted", "seen": card.seen, "form_token": token}
    assert jay.post(f"{PLACE}/decide", fields).status == 403
    assert night.card(1).decision is None


def test_post__the_token_of_another_session_is_no_good(jay: Person, bound: Bound, night: Desk) -> None:
    ann = Person(bound.url).come_in("Ann")
    card = night.card(1)
    fields = {
        "increment": card.increment.id,
        "decision": "accepted",
        "seen": card.seen,
        "form_token": ann.form_token,
    }
    assert jay.post(f"{PLACE}/decide", fields).status == 403


def test_get__changes_nothing(jay: Person, night: Desk) -> None:
    assert jay.get(f"{PLACE}/decide?decision=accepted").status in (404, 405)
    assert jay.get(f"{PLACE}/finish").status in (404, 405)


def test_body__too_large_is_turned_away_with_and_without_its_length(jay: Person) -> None:
    assert jay.post("/name", {"name": "x" * (MOST_BYTES + 1)}).status == 413
    with socket.create_connection(jay.origin.removeprefix("http://").split(":"), timeout=30) as raw:  # type: ignore[arg-type]
        head = (
            f"POST /name HTTP/1.1\r\nHost: {jay.origin.removeprefix('http://')}\r\nOrigin: {jay.origin}\r\n"
            f"Cookie: {jay.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        raw.sendall(head.encode())
        piece = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
        try:
            for _ in range(40):
                raw.sendall(piece)
            raw.sendall(b"0\r\n\r\n")
        except OSError:
            return  # the server hung up, which is an answer too
        assert b" 413 " in raw.recv(200) + b" "


def test_answers__forbid_what_a_page_needs_not(jay: Person) -> None:
    for path in ("/", PLACE, "/static/style.css", "/nonsense", "/name"):
        headers = jay.get(path).headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "server" not in headers


def test_answers__the_report_keeps_its_own_policy(jay: Person) -> None:
    answer = jay.get(f"{PLACE}/report")
    assert "default-src &#39;none&#39;; style-src &#39;sha256-" in answer.text
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "a <b>", 'a"b', "a\\b"])
def test_name__one_that_cannot_sign_is_asked_again(bound: Bound, name: str) -> None:
    person = Person(bound.url)
    person.enter()
    assert person.name(name).status == 422


def test_bind__another_address_than_loopback_must_be_meant() -> None:
    with pytest.raises(BadInput, match="other machines"):
        bind("0.0.0.0", 0, exposed=False)
    bound = bind("0.0.0.0", 0, exposed=True)
    bound.socket.close()
    assert bound.url.startswith("http://127.0.0.1:")


def test_bind__a_port_that_is_taken_is_told(bound: Bound) -> None:
    with pytest.raises(BadInput, match="is taken"):
        bind("127.0.0.1", bound.gate.port, exposed=False)


def test_bind__an_address_that_is_none_is_told() -> None:
    with pytest.raises(BadInput, match="no address"):
        bind("no.such.host.invalid", 0, exposed=True)


def test_sessions__the_longest_unused_ends_first() -> None:
    sessions = Sessions()
    first, second = sessions.new(), sessions.new()
    for _ in range(998):
        sessions.new()
    assert sessions.get(first.id) is first
    sessions.new()
    assert sessions.get(first.id) is first
    assert sessions.get(second.id) is None


def test_session__says_a_thing_once() -> None:
    session = Session("a", "b")
    session.tell("ok", "done")
    assert [message.sentence for message in session.told()] == ["done"]
    assert session.told() == []
