"""`redline watch`: the caveats that wait for evidence, and what was seen of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from agent.commands.options import Doc, Json


def watch(
    doc: Doc = None,
    *,
    due: Annotated[bool, typer.Option("--due", help="Only those whose day to look again has come.")] = False,
    as_json: Json = False,
) -> None:
    """List the caveats on the watch list: what they doubt, where they stand today, what would settle them, and when.

    Every night looks for that evidence and proposes to lift or to harden the caveat.
    """
    from zoneinfo import ZoneInfo

    from agent.console import printable
    from agent.ledger import Ledger
    from agent.opening import open_workspace, system_clock
    from agent.watching.listing import in_words, rows

    repository, settings = open_workspace(Path.cwd())
    ledger = Ledger.open(repository)
    today = system_clock().astimezone(ZoneInfo(settings.night.timezone)).date()
    chosen = [settings.document(doc)] if doc else list(settings.documents)
    found = [row for entry in chosen for row in rows(repository, ledger, entry, today)]
    if due:
        found = [row for row in found if row.due]
    if as_json:
        typer.echo(
            json.dumps({"watched": [row.model_dump(mode="json") for row in found]}, ensure_ascii=False)
        )
        return
    typer.echo(printable(in_words(found, {entry.name: entry.path for entry in chosen})))
