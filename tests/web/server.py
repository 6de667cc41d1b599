"""A real server on loopback over a night that waits, and people before it without a browser."""

from __future__ import annotations

import http.client
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from agent.web.app import Plug
from agent.web.desk import Desk
from agent.web.server import Bound, bind, server


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Person:
    """Somebody with a cookie jar."""

    url: str
    cookie: str = ""
    form_token: str = ""
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    def ask(self, method: str, path: str, body: str | bytes | None = None, **headers: str) -> Answer:
        """One request; redirects are not followed."""
        parts = urlsplit(self.url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        sent = {"Cookie": self.cookie, **self.extra, **{k.replace("_", "-"): v for k, v in headers.items()}}
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        found = {name.lower(): value for name, value in response.getheaders()}
        connection.close()
        return Answer(response.status, found, text)

    def get(self, path: str, **headers: str) -> Answer:
        """Open a page."""
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        """Send a form, as a browser on a page of ours does."""
        told = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin, **headers}
        return self.ask("POST", path, urlencode({"form_token": self.form_token, **fields}), **told)

    def enter(self) -> Answer:
        """Open the printed address."""
        parts = urlsplit(self.url)
        answer = self.get(f"{parts.path}?{parts.query}")
        self.cookie = answer.headers.get("set-cookie", "").partition(";")[0]
        found = re.search(r'name="form_token" value="([^"]+)"', answer.text)
        self.form_token = found[1] if found else ""
        return answer

    def name(self, name: str, email: str = "") -> Answer:
        """Say who one is."""
        return self.post("/name", {"name": name, "email": email})

    def come_in(self, name: str) -> Person:
        """Enter and say who one is."""
        self.enter()
        assert self.name(name).status == 303
        return self


@contextmanager
def serving(root: Path, *, plugs: tuple[Plug, ...] = (), document: str | None = None) -> Iterator[Bound]:
    """A running server; gone afterwards."""
    bound = bind("127.0.0.1", 0, exposed=False)
    running = server(Desk(root, document), bound, plugs)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [bound.socket]}, daemon=True)
    thread.start()
    try:
        yield bound
    finally:
        running.should_exit = True
        thread.join(20)
        bound.socket.close()
        assert not thread.is_alive()


def seen_of(page: str, increment: str) -> str:
    """What a page pins a decision on an increment to."""
    found = re.search(
        rf'name="increment" value="{increment}"><input type="hidden" name="seen" value="([0-9a-f]+)"', page
    )
    assert found, f"no form for {increment}"
    return found[1]
