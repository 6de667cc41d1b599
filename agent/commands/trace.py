"""`redline trace`: where a sentence, a figure or a line of a living document comes from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from agent.commands.options import Doc, Json


def trace(
    what: Annotated[
        str,
        typer.Argument(
            metavar="TEXT|LINE",
            help="A sentence or a figure of the document, or a line: L12, path:12.",
            show_default=False,
        ),
    ],
    *,
    doc: Doc = None,
    as_json: Json = False,
) -> None:
    """Say which night brought a statement, from which sources, who accepted it, and what has been seen since.

    Exit code 1: no living document says it.
    """
    from agent.ask import open_asker
    from agent.console import printable
    from agent.ledger import Ledger
    from agent.opening import open_workspace
    from agent.tracing import trace as traced
    from agent.tracing.show import lines_of

    repository, settings = open_workspace(Path.cwd())
    asker = open_asker(repository, settings, os.environ)
    try:
        told = traced(
            repository,
            settings,
            what,
            document=doc,
            ledger=asker.library.ledger or Ledger.open(repository),
            library=asker.library,
        )
    finally:
        asker.close()
    typer.echo(told.model_dump_json() if as_json else printable("\n".join(lines_of(told))))
    raise typer.Exit(int(told.place is None))
