"""`redline serve`: the nights in a browser, to read and to decide."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from agent.errors import BadInput

_MISSING = "The pages need parts that are not installed."
_INSTALL = "Install them: pip install 'redline[web]'"


def serve(
    *,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0 for any free one.")] = 8765,
    doc: Annotated[
        str | None, typer.Option("--doc", metavar="NAME", help="Show this living document alone.")
    ] = None,
    exposed: Annotated[
        bool,
        typer.Option(
            "--exposed", help="Let other machines in; needed for any address that is not this one's own."
        ),
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="A name that browsers may use for this server; repeatable."
        ),
    ] = None,
) -> None:
    """Read nights and decide on them in the browser, several people at once; ends with Ctrl-C.

    The printed address carries a token: whoever has it may decide. Every decision asks for a name.
    """
    from agent.opening import open_workspace

    try:
        from agent.web.chat import Chat
        from agent.web.desk import Desk
        from agent.web.server import bind, is_loopback, server
    except ModuleNotFoundError as error:
        raise BadInput(_MISSING, _INSTALL) from error
    _, settings = open_workspace(Path.cwd())
    if doc is not None:
        settings.document(doc)
    bound = bind(host, port, exposed=exposed, names=name or ())
    if not is_loopback(host):
        typer.echo(
            f"redline: {host} can be reached by other machines, without encryption; share the address with care.",
            err=True,
        )
    typer.echo(f"Open {bound.url}")
    typer.echo("Stop it with Ctrl-C.", err=True)
    chat = Chat(Path.cwd())
    try:
        with suppress(KeyboardInterrupt):  # the way to end it
            server(Desk(Path.cwd(), doc), bound, (chat.plug,)).run(sockets=[bound.socket])
    finally:
        chat.close()
