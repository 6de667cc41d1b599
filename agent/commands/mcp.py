"""`redline mcp`: the sources and the documents for other programs."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from agent.errors import BadInput

_MISSING = "The server needs a part that is not installed."
_INSTALL = "Install it: pip install 'redline[mcp]'"
_TOKEN = "REDLINE_MCP_TOKEN"  # noqa: S105 - the name of a variable


def mcp(
    *,
    http: Annotated[
        bool,
        typer.Option("--http", help="Serve over HTTP on this machine, instead of standard input and output."),
    ] = False,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="With --http; 0 for any free one.")
    ] = 8766,
) -> None:
    """Serve tools of the Model Context Protocol: search, read a passage, ask, trace, since, what is open.

    Over HTTP a token is asked for: the one of REDLINE_MCP_TOKEN, else one that is made and printed.
    """
    from agent.opening import open_workspace, system_clock

    try:
        from agent.mcp.server import bind, http_server, make_server
        from agent.mcp.tools import Tools
    except ModuleNotFoundError as error:
        raise BadInput(_MISSING, _INSTALL) from error
    open_workspace(Path.cwd())
    tools = Tools(Path.cwd(), system_clock)
    try:
        with suppress(KeyboardInterrupt):  # the way to end it
            if not http:
                make_server(tools).run()
                return
            given = os.environ.get(_TOKEN, "")
            bound = bind(port, given)
            typer.echo(f"Serving {bound.url}", err=True)
            if not given:
                typer.echo(f"Authorization: Bearer {bound.token}", err=True)
            http_server(tools, bound).run(sockets=[bound.socket])
    finally:
        tools.close()
