"""`redline schedule`: what makes the nights run by themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from agent.commands.options import Json


def schedule(
    kind: Annotated[
        Literal["systemd", "cron", "github"],
        typer.Argument(help="A systemd user timer, a cron line, or a GitHub Actions workflow."),
    ] = "systemd",
    install: Annotated[
        bool, typer.Option("--install", help="Put it in its place, and say what was written.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print what runs a night every night, a little after the cut, in the workspace's zone; nothing is changed."""
    from agent import schedule as scheduling
    from agent.installed import installed_from
    from agent.opening import open_workspace, system_clock

    repository, settings = open_workspace(Path.cwd())
    made = scheduling.plan(
        kind,
        repository.root,
        settings,
        environment=os.environ,
        today=system_clock().date(),
        source=installed_from("[forge]" if settings.forge.kind else ""),
    )
    told = scheduling.install(made) if install else ()
    if as_json:
        typer.echo(made.model_dump_json())
        return
    for line in told:
        typer.echo(line)
    if not install:
        for piece in made.pieces:
            typer.echo(f"### {piece.path}\n{piece.text}" if piece.path else piece.text)
    typer.echo("Then:")
    for step in made.install if not (install and kind == "cron") else ():
        typer.echo(f"  {step}")
    typer.echo("To undo:")
    for step in made.uninstall:
        typer.echo(f"  {step}")
