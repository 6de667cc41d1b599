"""`redline shadow`: a document's own history, replayed; needs no workspace and changes nothing."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from agent.commands.options import Json
from agent.errors import BadInput

_LIMIT = 50


def shadow(
    *,
    since: Annotated[
        dt.datetime,
        typer.Option("--from", formats=["%Y-%m-%d"], metavar="DATE", help="First day of the history."),
    ],
    until: Annotated[
        dt.datetime | None,
        typer.Option("--to", formats=["%Y-%m-%d"], metavar="DATE", help="Last day; today by default."),
    ] = None,
    doc: Annotated[
        str, typer.Option("--doc", metavar="FILE", help="The Markdown document; README.md by default.")
    ] = "",
    repo: Annotated[
        Path, typer.Option("--repo", metavar="DIR", help="Any git repository; this one by default.")
    ] = Path(),
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="The newest N commits of people at most.")
    ] = _LIMIT,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model", metavar="[ROLE=]NAME", help="Who words the drafts; the offline writer by default."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where rows, page and JSON go; a cache folder by default."),
    ] = None,
    as_json: Json = False,
) -> None:
    """What would Redline have done for you? Each commit of people is replayed: found, missed, place, form, facts.

    What a commit brought into the document is given to Redline as notes, beside the file as it was before, and what
    it proposes is compared with what people wrote. The repository is only read; a run that was stopped goes on.
    """
    from agent import console
    from agent.interrupt import stops_at_once
    from agent.opening import system_clock
    from evals.models import cast_of
    from evals.shadow.history import History
    from evals.shadow.replay import shadow as replayed
    from evals.shadow.telling import in_words
    from evals.shadow.writing import write_shadow

    first, last = since.date(), (until or system_clock()).date()
    if first > last:
        raise BadInput(f"{first} is later than {last}.", "Give --from the earlier day.")
    history = History(repo, doc)
    folder = out or _cache(history.root, history.path)
    bars = console.Bars(console.terminal(sys.stderr))
    with stops_at_once(), bars.shown():
        bars.stage("shadow", history.path)
        done = replayed(
            history,
            since=first,
            until=last,
            cast=cast_of(model or ()),
            limit=limit,
            kept=folder,
            step=bars.step,
        )
    page = write_shadow(folder, done)
    if as_json:
        figures = {name: share.model_dump() for name, share in done.figures().items()}
        typer.echo(json.dumps({"figures": figures} | done.model_dump(mode="json"), ensure_ascii=False))
    else:
        typer.echo(console.printable(in_words(done)))
        typer.echo(f"page: {page}")


def _cache(root: Path, document: str) -> Path:
    """A folder outside every repository, by the place of this one."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    cache = Path(home) if home else Path.home() / ".cache"
    key = hashlib.sha256(f"{root}\0{document}".encode()).hexdigest()[:12]
    return cache / "redline" / "shadow" / f"{root.name}-{key}"
