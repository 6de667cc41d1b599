"""A real HTTP server on loopback that speaks OpenAI's protocol, well or badly, as a function tells it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from evals.bench.honest import honest_draft


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


Behaviour = Callable[[dict[str, Any], int], Response]
"""From a request and its number, from 0, to what is answered."""


class LoopbackServer:
    """One server on a port of its own; keeps what it was asked."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self._behaviour = behaviour
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> LoopbackServer:
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._http.shutdown()
        self._http.server_close()

    def users(self) -> list[str]:
        """What the user's turn said, request by request."""
        return [request["messages"][1]["content"] for request in self.asked]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with server._lock:
                    number = len(server.asked)
                    server.asked.append(request)
                    server.keys.append(self.headers.get("Authorization", ""))
                server._send(self, server._behaviour(request, number))

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler

    def _send(self, handler: BaseHTTPRequestHandler, response: Response) -> None:
        if response.silent:
            self._over.wait()
            handler.close_connection = True
            return
        handler.send_response(response.status)
        handler.send_header("Content-Type", "application/json")
        for name, value in response.headers.items():
            handler.send_header(name, value)
        if response.endless:
            handler.send_header("Connection", "close")
            handler.end_headers()
            handler.close_connection = True
            self._pour(handler, response.body)
            return
        length = len(response.body) if response.promised is None else response.promised
        handler.send_header("Content-Length", str(length))
        handler.end_headers()
        handler.wfile.write(response.body)
        if length != len(response.body):
            handler.close_connection = True

    def _pour(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        while not self._over.is_set():
            try:
                handler.wfile.write(body)
            except OSError:
                return


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[LoopbackServer]:
    """A server for the length of a test."""
    with LoopbackServer(behaviour) as server:
        yield server


def said(text: str | None, *, finish: str = "stop", **message: str) -> Response:
    """A well-formed completion whose assistant says this."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": "loop",
        "choices": [choice],
        "usage": usage,
    }
    return Response(json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass"))


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
