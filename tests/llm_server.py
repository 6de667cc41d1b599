"""A real HTTP server on loopback that speaks OpenAI's protocol, well or badly, as a function tells it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from evals.bench.honest import honest_draft
from tests.loopback import Loopback


@dataclass(frozen=True)
class Response:
    """What goes over the wire."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None
    """Content length that is promised, where it is not that of the body: the rest never comes."""
    silent: bool = False
    """Nothing is sent until the test ends."""
    endless: bool = False
    """The body is sent again and again until the other side hangs up."""
    pause: float = 0.0
    """Seconds between two bytes, head and all, of which none is lost."""


Behaviour = Callable[[dict[str, Any], int], Response]
"""From a request and its number, from 0, to what is answered."""


class LoopbackServer(Loopback):
    """One server on a port of its own; keeps what it was asked."""

    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__()
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self._behaviour = behaviour
        self.url += "/v1"

    def users(self) -> list[str]:
        """What the user's turn said, request by request."""
        return [request["messages"][1]["content"] for request in self.asked]

    def handle(self, handler: BaseHTTPRequestHandler, data: Any) -> None:
        """See `Loopback.handle`."""
        with self._lock:
            number = len(self.asked)
            self.asked.append(data)
            self.keys.append(handler.headers.get("Authorization", ""))
        response = self._behaviour(data, number)
        if response.silent:
            self.silence(handler)
        elif response.pause:
            self.drip(handler, response.status, response.body, response.pause)
        elif response.endless:
            self.pour(handler, response.status, response.body)
        else:
            more = 0 if response.promised is None else response.promised - len(response.body)
            self.send(handler, response.status, response.body, response.headers, promised=more)


_USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[LoopbackServer]:
    """A server for the length of a test."""
    with LoopbackServer(behaviour) as server:
        yield server


def said(text: object, *, finish: object = "stop", usage: object = _USAGE, **message: object) -> Response:
    """A well-formed completion whose assistant says this."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": "loop",
        "choices": [choice],
        "usage": usage,
    }
    return Response(json.dumps(body).encode())


def refused(status: int, message: str = "no", code: str = "", **headers: str) -> Response:
    """An error in the protocol's form."""
    body = {"error": {"message": message, "type": "error", "code": code or None}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(json.dumps(body).encode(), status, named)


def honest(request: dict[str, Any]) -> dict[str, Any]:
    """The draft that a careful model makes of a request."""
    return honest_draft(request["messages"][1]["content"])


def answering(change: Callable[[dict[str, Any]], dict[str, Any]] = lambda draft: draft) -> Behaviour:
    """A model that drafts honestly, and then changes its draft."""
    return lambda request, _: said(json.dumps(change(honest(request)), ensure_ascii=False))
