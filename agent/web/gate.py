"""Who comes in: a token exchanged for a cookie, and nothing from another site, whatever a browser is told.

The token is in the address that is printed; a browser that opens it gets a cookie that scripts cannot read and
that is not sent from other sites. What changes anything must come from a page of ours (Origin, a hidden token of
the session), under a name that is ours (Host, so that a name rebound to this machine opens nothing).
"""

from __future__ import annotations

import ipaddress
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

_SESSIONS = 1_000
"""The longest unused one ends when there would be more."""
_SAFE = frozenset({"GET", "HEAD"})
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


Kind = Literal["ok", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence for a person, shown once."""

    kind: Kind
    sentence: str
    about: str
    """Id of an increment, or nothing."""


@dataclass
class Session:
    """One browser: who sits before it, and what it is to be told next."""

    id: str
    form_token: str
    """Stands in every form of ours; a page of another site cannot know it."""
    who: str = ""
    """`Name <email>`, or a name; empty until it was asked."""
    messages: list[Message] = field(default_factory=list)

    def tell(self, kind: Kind, sentence: str, about: str = "") -> None:
        """Say something on the next page, beside the increment that it is about."""
        self.messages.append(Message(kind, sentence, about))

    def told(self) -> list[Message]:
        """What is to be said; it is said once."""
        messages, self.messages = self.messages, []
        return messages


class Sessions:
    """All sessions; they end with the server."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, Session] = OrderedDict()
        self._lock = threading.Lock()

    def new(self) -> Session:
        """Begin one."""
        session = Session(secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        with self._lock:
            self._held[session.id] = session
            while len(self._held) > _SESSIONS:
                self._held.popitem(last=False)
        return session

    def get(self, name: str) -> Session | None:
        """The session of a cookie's value."""
        with self._lock:
            session = self._held.get(name)
            if session is not None:
                self._held.move_to_end(name)
            return session


@dataclass(frozen=True)
class Gate:
    """What it takes to come in."""

    token: str
    port: int
    names: frozenset[str] = frozenset()
    """Names under which the server may be asked, besides those of this machine's loopback."""
    any_address: bool = False
    """Whether every plain IP address is one of its names; a rebound name never is one."""
    sessions: Sessions = field(default_factory=Sessions)

    @property
    def cookie(self) -> str:
        """The cookie's name: cookies do not tell ports apart."""
        return f"redline_{self.port}"

    def is_host(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        try:
            parts = urlsplit(f"//{host}")
            name, port = (parts.hostname or "").rstrip("."), parts.port or 80
        except ValueError:
            return False
        if port != self.port or parts.username is not None:
            return False
        if name in {"localhost", "127.0.0.1", "::1"} or name in self.names:
            return True
        return self.any_address and _is_address(name)

    def opens(self, token: str) -> bool:
        """Whether it is the token that was printed."""
        return secrets.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def session_of(self, headers: Headers) -> Session | None:
        """The session that a request's cookie names."""
        try:
            jar = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return None
        held = jar.get(self.cookie)
        return self.sessions.get(held.value) if held else None

    def cookie_for(self, session: Session) -> str:
        """The `Set-Cookie` header of a session."""
        return f"{self.cookie}={session.id}; Path=/; HttpOnly; SameSite=Strict"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Doorkeeper:
    """Middleware: turns away what does not come from a page of ours, and marks every answer."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope["method"], headers)
        if refusal is not None:
            await refusal(scope, receive, _marked(send))
            return
        scope.setdefault("state", {})["session"] = self._gate.session_of(headers)
        await self._app(scope, receive, _marked(send))

    def _refusal(self, method: str, headers: Headers) -> PlainTextResponse | None:
        if not self._gate.is_host(headers.get("host", "")):
            return PlainTextResponse("This server does not go by that name.\n", 421)
        if method not in _SAFE and not self._from_us(headers):
            return PlainTextResponse("This must come from a page of this server.\n", 403)
        return None

    def _from_us(self, headers: Headers) -> bool:
        """Whether a request that changes something was sent by a page of ours, as far as the browser tells."""
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        origin = headers.get("origin")
        return origin is not None and _host_of(origin) == headers.get("host", "").lower()


def _host_of(origin: str) -> str:
    parts = urlsplit(origin)
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""


def _marked(send: Send) -> Send:
    """Every answer says what a browser may not do with it."""

    async def marked(message: Event) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", _POLICY)
        await send(message)

    return marked


def checked_names(names: Iterable[str]) -> frozenset[str]:
    """Names as they are compared."""
    return frozenset(name.strip().rstrip(".").lower() for name in names if name.strip())
