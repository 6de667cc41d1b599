"""`redline since`: what a living document says now, no longer says, and is unsure of, since a day."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Annotated

import typer

from agent.commands.options import Json
from agent.errors import BadInput, NoDocument


def since(
    day: Annotated[str, typer.Argument(metavar="DATE", help="A day, as 2026-09-25.", show_default=False)],
    *,
    doc: Annotated[
        str | None, typer.Option("--doc", metavar="NAME", help="This living document alone.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say what the documents say otherwise than at the beginning of a day, for a reader with two minutes.

    What only moved, or was set in another way, is no news. Every line names the commit behind it.
    """
    from agent.console import printable
    from agent.ledger import Ledger
    from agent.opening import open_workspace, system_clock
    from agent.since import since as told_since
    from agent.since.show import lines_of

    try:
        begin = dt.date.fromisoformat(day.strip())
    except ValueError as error:
        raise BadInput(f"{day!r} is not a date.", "Write it as 2026-09-25.") from error
    repository, settings = open_workspace(Path.cwd())
    chosen = [settings.document(doc)] if doc else list(settings.documents)
    if not chosen:
        raise NoDocument("redline.toml names no document.", "Add one under [[documents]].")
    ledger = Ledger.open(repository)
    today = system_clock().date() + dt.timedelta(days=1)  # it may be tomorrow already where the reader is
    told = [told_since(repository, settings, one, begin, today=today, ledger=ledger) for one in chosen]
    if as_json:
        found = [one.model_dump(mode="json") for one in told]
        typer.echo(json.dumps(found[0] if doc or len(found) == 1 else found, ensure_ascii=False))
    else:
        typer.echo(printable("\n\n".join("\n".join(lines_of(one)) for one in told)))
