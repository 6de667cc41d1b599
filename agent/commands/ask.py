"""`redline ask`: one question, or a conversation; every sentence with the place that proves it."""

from __future__ import annotations

import datetime as dt
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from agent.errors import BadInput, Bug

if TYPE_CHECKING:
    from agent.ask import Answer, Asker, Filters, Kind

_CONVERSATION = "terminal"
_FORMATS = ["%Y-%m-%d"]


def ask(
    question: Annotated[
        str, typer.Argument(metavar="[QUESTION]", help="What to ask; without it, a conversation begins.")
    ] = "",
    *,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="NAME", help="Only what this contributor left; repeatable."),
    ] = None,
    since: Annotated[
        dt.datetime | None,
        typer.Option("--since", formats=_FORMATS, help="Only what is of this day or later."),
    ] = None,
    until: Annotated[
        dt.datetime | None,
        typer.Option("--until", formats=_FORMATS, help="Only what is of this day or earlier."),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="Only note, card, queue, brief or document; repeatable."),
    ] = None,
    section: Annotated[
        list[str] | None,
        typer.Option("--section", metavar="WORDS", help="Only under a heading with these words; repeatable."),
    ] = None,
    doc: Annotated[
        str | None, typer.Option("--doc", metavar="NAME", help="Ask this living document alone.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object an answer.")] = False,
) -> None:
    """Ask the sources and the documents; what they do not say is not answered, and exit code 1 says so.

    Without a question a conversation begins (one question a line where standard input is no terminal); it
    remembers the questions before, those of earlier conversations too.
    """
    from agent.ask import Filters, open_asker
    from agent.interrupt import stops_at_once
    from agent.opening import open_workspace

    repository, settings = open_workspace(Path.cwd())
    filters = Filters(
        contributors=tuple(by or ()),
        since=since.date() if since else None,
        until=until.date() if until else None,
        kinds=_kinds(kind or []),
        sections=tuple(section or ()),
        documents=(settings.document(doc).path,) if doc else (),
    )
    asker = open_asker(repository, settings, os.environ)
    try:
        with stops_at_once():
            if question.strip():
                answer = _say(asker, question, filters, as_json=as_json, conversation="")
                raise typer.Exit(int(answer.refused))
            asked = False
            for line in _questions():
                asked = True
                _say(asker, line, filters, as_json=as_json, conversation=_CONVERSATION)
            if not asked and not sys.stdin.isatty():
                raise BadInput("No question was given.", 'Ask one: redline ask "What is new?"')
    finally:
        asker.close()


def _kinds(names: list[str]) -> tuple[Kind, ...]:
    from agent.ask import Kind

    known: tuple[Kind, ...] = get_args(Kind)
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"{name!r} is none of {', '.join(known)}", param_hint="--kind")
    return tuple(kind for kind in known if kind in names)


def _questions() -> Iterator[str]:
    """Lines of standard input; a terminal is shown where to write."""
    while True:
        if sys.stdin.isatty():
            typer.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()


def _say(asker: Asker, question: str, filters: Filters, *, as_json: bool, conversation: str) -> Answer:
    """Print sentences as they are proved, then what is left of the answer."""
    from agent.ask import Answer
    from agent.ask.show import rest_lines, sentence_lines
    from agent.console import printable
    from agent.opening import system_clock

    today = system_clock().date()
    for told in asker.stream(question, filters=filters, conversation=conversation, asked_on=today):
        if isinstance(told, Answer):
            typer.echo(told.model_dump_json() if as_json else printable("\n".join(rest_lines(told))))
            return told
        if not as_json:
            typer.echo(printable("\n".join(sentence_lines(told))))
    raise Bug("a question came to no answer")
