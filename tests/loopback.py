"""A real HTTP server on loopback, on a port of its own: the wire under every server of the tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class Loopback:
    """Serves until the test ends; what a request is answered with is the kind of server's own."""

    date = ""
    """What the `Date` header says; the moment itself where it is empty."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._over = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._http.shutdown()
        self._http.server_close()

    def handle(self, handler: BaseHTTPRequestHandler, data: Any) -> None:
        """Answer one request, whose body was this JSON."""
        raise NotImplementedError

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 1 << 16  # head and body in one packet: nothing waits for an acknowledgement

            def _serve(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                server.handle(self, json.loads(self.rfile.read(length) or b"{}"))

            do_GET = do_POST = do_PATCH = do_PUT = _serve  # noqa: N815 (the library's names)

            def date_time_string(self, timestamp: float | None = None) -> str:
                return server.date or super().date_time_string(timestamp)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler

    def silence(self, handler: BaseHTTPRequestHandler) -> None:
        """Send nothing until the test ends, and then hang up."""
        self._over.wait()
        self.hang_up(handler)

    def hang_up(self, handler: BaseHTTPRequestHandler) -> None:
        """End the connection without an answer."""
        handler.close_connection = True
        handler.connection.close()

    def send(
        self,
        handler: BaseHTTPRequestHandler,
        status: int,
        body: bytes,
        headers: Mapping[str, str],
        *,
        promised: int = 0,
    ) -> None:
        """Head and body; `promised` further bytes are announced and never come."""
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body) + promised))
        handler.end_headers()
        handler.wfile.write(body)
        if promised:
            handler.close_connection = True

    def pour(self, handler: BaseHTTPRequestHandler, status: int, body: bytes) -> None:
        """Send the body again and again until the other side hangs up."""
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        while not self._over.is_set():
            try:
                handler.wfile.write(body)
            except OSError:
                return

    def drip(self, handler: BaseHTTPRequestHandler, status: int, body: bytes, pause: float) -> None:
        """Head and body byte by byte."""
        handler.close_connection = True
        head = f"HTTP/1.1 {status} OK\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        for byte in head + body:
            if self._over.wait(pause):
                return
            try:
                handler.connection.sendall(bytes([byte]))
            except OSError:
                return
