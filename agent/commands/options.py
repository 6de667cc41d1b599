"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Date = Annotated[
    str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The night's date; today's by default.")
]
Doc = Annotated[
    str | None,
    typer.Option("--doc", metavar="NAME", help="Which living document; needed when there are several."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for machines.")]
Base = Annotated[
    str | None,
    typer.Option("--base", metavar="BRANCH", help="Branch to start from; else the one checked out."),
]
