"""A server of one's own: bound to this machine alone unless it is told otherwise, gone when it is stopped."""

from __future__ import annotations

import errno
import ipaddress
import secrets
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

import uvicorn

from agent.errors import BadInput
from agent.web.app import Plug, make_app
from agent.web.desk import Desk
from agent.web.gate import Gate, checked_names

_WILD = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, never bound to unasked
_WAITING = 128
"""Connections that wait to be taken."""


@dataclass(frozen=True)
class Bound:
    """A socket that waits, and the gate before what answers on it."""

    socket: socket.socket
    gate: Gate
    host: str

    @property
    def url(self) -> str:
        """The address with the token; whoever has it decides."""
        shown = "127.0.0.1" if self.host in _WILD else self.host
        shown = f"[{shown}]" if ":" in shown else shown
        return f"http://{shown}:{self.gate.port}/enter?token={quote(self.gate.token)}"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bind(host: str, port: int, *, exposed: bool, names: Sequence[str] = ()) -> Bound:
    """Bind; port 0 is any free one. Raises BadInput for an address that is not to be had, or not meant."""
    if not is_loopback(host) and not exposed:
        raise BadInput(
            f"{host} can be reached by other machines, and whoever has the address may decide in your repository.",
            "Add --exposed if that is meant, behind a network you trust: there is no encryption.",
        )
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as error:
        raise BadInput(
            f"There is no address {host}.", "Give one of this machine, such as 127.0.0.1."
        ) from error
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(_WAITING)  # who opens the printed address at once is served as soon as the server runs
    except OSError as error:
        bound.close()
        raise _not_bound(host, port, error) from error
    real = bound.getsockname()[1]
    allowed = checked_names([*names, *([] if host in _WILD else [host])])
    gate = Gate(secrets.token_urlsafe(24), real, allowed, any_address=host in _WILD)
    return Bound(bound, gate, host)


def _not_bound(host: str, port: int, error: OSError) -> BadInput:
    if error.errno == errno.EADDRINUSE:
        return BadInput(
            f"Port {port} of {host} is taken.", "Give another one with --port, or 0 for any that is free."
        )
    return BadInput(
        f"{host}:{port} cannot be listened on: {error.strerror}.", "Give another address or port."
    )


def server(desk: Desk, bound: Bound, plugs: Sequence[Plug] = ()) -> uvicorn.Server:
    """The server for a bound socket; `run(sockets=[bound.socket])` serves until it is stopped."""
    config = uvicorn.Config(
        make_app(desk, bound.gate, plugs),
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)
