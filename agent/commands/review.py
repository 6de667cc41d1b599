"""`redline review [NIGHT]`: look at what a night proposed, and accept, refuse or edit it; all of it can be scripted."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from agent.commands.options import Doc, Json
from agent.commands.review_forge import heard_on, retell, send, unheard
from agent.errors import BadInput, GitFailed, NotReviewable, RedlineError

if TYPE_CHECKING:
    from agent.ledger import Decision
    from agent.report.changes import Change
    from agent.review import Card, Choice, Rebuilt, Recorded, Review

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_LANGUAGE = "redline.review.language"
"""Under this the context of a command knows the language of the document."""


class _NightFirst(TyperGroup):
    """Takes the night before the name of the subcommand: `redline review 2026-09-25 show 3`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # the library's own type is private
        """Read a date at the front as `--night`."""
        if args and _DAY.match(args[0]):
            args = ["--night", *args]
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed

    def invoke(self, ctx: Any) -> Any:
        """Errors are told in the language of the document, once it is known."""
        try:
            return super().invoke(ctx)
        except RedlineError as error:
            if language := ctx.meta.get(_LANGUAGE):
                from agent.review.saying import put_into

                put_into(language, error)
            raise


app = typer.Typer(cls=_NightFirst, invoke_without_command=True)

Numbers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="N…",
        help="Numbers of increments, or ids; `3@HASH` only if its words are those that were shown.",
    ),
]
One = Annotated[str, typer.Argument(metavar="N", help="Number or id of an increment, or `3@HASH`.")]
All = Annotated[bool, typer.Option("--all", help="All that is open.")]
As = Annotated[
    str | None, typer.Option("--as", metavar="'NAME <EMAIL>'", help="Who decides; git's user by default.")
]


@app.callback(subcommand_metavar="[NIGHT] [COMMAND] …")
def review(
    ctx: typer.Context,
    *,
    night: Annotated[
        dt.datetime | None,
        typer.Option(
            "--night",
            formats=["%Y-%m-%d"],
            metavar="YYYY-MM-DD",
            help="The night; the latest that waits by default.",
        ),
    ] = None,
    doc: Doc = None,
    as_json: Json = False,
) -> None:
    """Decide on what a night proposed: list (the default), show, accept, refuse, edit, undo, finish."""
    ctx.obj = (night.date() if night else None, doc)
    if ctx.invoked_subcommand is None:
        _list(ctx, None, as_json=as_json)


@app.command("list")
def list_(ctx: typer.Context, *, doc: Doc = None, as_json: Json = False) -> None:
    """The increments of the night and what is decided on each; plain lines where it is piped."""
    _list(ctx, doc, as_json=as_json)


@app.command()
def show(ctx: typer.Context, numbers: Numbers = None, *, doc: Doc = None, as_json: Json = False) -> None:
    """What an increment changes word by word, its facts with the quoted sources, its caveats; without N, all of them."""
    from agent.commands.review_view import show_card
    from agent.console import terminal

    found = _open(ctx, doc, hear=True)
    cards = [_card(found, one)[0] for one in numbers] if numbers else found.cards
    if as_json:
        typer.echo(json.dumps([card.model_dump(mode="json") for card in cards], ensure_ascii=False))
        return
    console = terminal()
    for card in cards:
        changes = _changes(found, card)
        warnings = found.warnings(card) if changes else ()
        show_card(console, card, changes, warnings, found.record.language)


@app.command()
def accept(
    ctx: typer.Context,
    numbers: Numbers = None,
    *,
    every: All = False,
    who: As = None,
    doc: Doc = None,
    as_json: Json = False,
) -> None:
    """Accept increments: they stay on the branch."""
    _decide(ctx, numbers, "accepted", every=every, who=who, doc=doc, as_json=as_json)


@app.command()
def refuse(
    ctx: typer.Context,
    numbers: Numbers = None,
    *,
    reason: Annotated[
        str,
        typer.Option("--reason", metavar="TEXT", help="Why: the next nights go by it.", show_default=False),
    ] = "",
    every: All = False,
    who: As = None,
    doc: Doc = None,
    as_json: Json = False,
) -> None:
    """Refuse increments, with a reason: they leave the branch, and are not proposed again without new evidence."""
    _decide(ctx, numbers, "refused", every=every, reason=reason, who=who, doc=doc, as_json=as_json)


@app.command()
def edit(
    ctx: typer.Context,
    number: One,
    *,
    text: Annotated[str | None, typer.Option("--text", metavar="MARKDOWN", help="The new wording.")] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="A file with the new wording; `-` reads standard input."),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, if you like.")] = "",
    who: As = None,
    doc: Doc = None,
    as_json: Json = False,
) -> None:
    """Put other words in place of an increment's: in your editor, or from --text or --file. It counts as accepted.

    The wording is checked against the increment's evidence; what it does not bear out is told, and kept all the same.
    """
    from agent.review import Choice

    found = _open(ctx, doc)
    card, seen = _card(found, number)
    given = _wording(card, text, file)
    choice = Choice(increment=card.increment.id, decision="edited", seen=seen, reason=reason, text=given)
    _keep(found, [choice], who, as_json=as_json)


@app.command()
def undo(
    ctx: typer.Context,
    numbers: Numbers = None,
    *,
    who: As = None,
    doc: Doc = None,
    as_json: Json = False,
) -> None:
    """Take decisions back: the increments are open again, in Redline's words."""
    _decide(ctx, numbers, "undecided", every=False, who=who, doc=doc, as_json=as_json)


@app.command()
def finish(ctx: typer.Context, *, doc: Doc = None, as_json: Json = False) -> None:
    """Leave a branch of what was accepted or edited alone; what is open stays open, and joins when it is accepted."""
    found = _open(ctx, doc, hear=True)
    _tell(found, (), found.finish(), as_json=as_json)
    send(found)


@app.command()
def rebase(ctx: typer.Context, *, doc: Doc = None, as_json: Json = False) -> None:
    """Put the night's branch on the base branch as it is now, with all that was decided; each night's run does so too.

    What its section has changed under is drafted and checked anew.
    """
    from contextlib import closing

    from agent.app import wire
    from agent.commands.review_view import branch_told
    from agent.console import Bars, printable, terminal
    from agent.opening import system_clock
    from agent.review.redrafting import Redrafter

    found = _open(ctx, doc)
    bars = Bars(terminal(sys.stderr))
    services = wire(Path.cwd(), document=found.record.document, base=None, progress=bars)
    with closing(services.index), bars.shown():
        moved = found.rebase(system_clock(), Redrafter(services))
    built = moved.built if moved else found.rebuild()
    if as_json:
        typer.echo(moved.model_dump_json(exclude={"record"}) if moved else "null")
    else:
        for line in (moved.note,) if moved else branch_told(built, found.record.language):
            typer.echo(printable(line))
    if moved or (built.status != "unchanged" and _is_decided(found)):
        send(_open(ctx, doc))


def _list(ctx: typer.Context, doc: str | None, *, as_json: bool) -> None:
    from agent.commands.review_view import show_sheet
    from agent.console import printable, terminal

    found = _open(ctx, doc, hear=True)
    if as_json:
        typer.echo(found.sheet().model_dump_json())
    else:
        show_sheet(terminal(), found.sheet())
    if lag := found.lag():
        typer.echo(f"redline: {printable(lag)}", err=True)


def _open(ctx: typer.Context, doc: str | None, *, hear: bool = False) -> Review:
    """The night under review; with `hear`, what people said on its pull request is taken in first."""
    from agent.console import printable
    from agent.forge.delivery import fetched
    from agent.learning import learn_here
    from agent.ledger import Ledger
    from agent.opening import open_workspace, system_clock
    from agent.review import open_review

    night, named = ctx.obj
    repository, settings = open_workspace(Path.cwd())
    ledger = Ledger.open(repository)
    notes = fetched(repository, settings, ledger)
    learn_here(repository, ledger, when=system_clock())
    found = open_review(repository, settings, doc or named, night, ledger=ledger)
    if hear and settings.forge.kind:
        notes = (
            (*notes, unheard("the remote does not answer"))
            if notes
            else heard_on(found.record, repository, settings, ledger)
        )
        found = open_review(repository, settings, found.record.document, found.record.night, ledger=ledger)
    ctx.meta[_LANGUAGE] = found.record.language
    for note in notes:
        typer.echo(f"redline: {printable(note)}", err=True)
    return found


def _card(found: Review, named: str) -> tuple[Card, str]:
    """A card, and the hash of the words that the person decides on: those shown now, or those named after `@`."""
    name, _, seen = named.partition("@")
    card = found.card(name)
    return card, seen if seen and not card.seen.startswith(seen) else card.seen


def _changes(found: Review, card: Card) -> tuple[Change, ...]:
    """What the card changes; none in a clone without the commit that the night started from."""
    try:
        return found.changes(card)
    except GitFailed as problem:
        typer.echo(f"redline: {problem} {problem.hint}", err=True)
        return ()


def _decide(
    ctx: typer.Context,
    numbers: Sequence[str] | None,
    decision: Decision,
    *,
    every: bool,
    who: str | None,
    doc: str | None,
    as_json: bool,
    reason: str = "",
) -> None:
    from agent.review import Choice

    if bool(numbers) == every:
        raise typer.BadParameter(
            "name increments by their numbers, or all that is open by --all", param_hint="N"
        )
    found = _open(ctx, doc)
    chosen = [_card(found, one) for one in numbers or ()]
    if every:
        chosen = [(card, card.seen) for card in found.cards if card.decision is None and not card.landed]
    choices = [
        Choice(increment=card.increment.id, decision=decision, seen=seen, reason=reason)
        for card, seen in chosen
    ]
    _keep(found, choices, who, as_json=as_json)


def _keep(found: Review, choices: Sequence[Choice], who: str | None, *, as_json: bool) -> None:
    """Keep decisions and build the branch; one that cannot be moved is told, and the decisions stay."""
    from agent.opening import system_clock

    made = found.decide_all(choices, who=who or _user(found), when=system_clock())
    try:
        built = found.rebuild()
    except RedlineError:
        _tell(found, made, None, as_json=as_json)
        raise
    _tell(found, made, built, as_json=as_json)
    if _is_decided(found):
        send(found)
    elif any(found.card(one.decided.increment).increment.corrects for one in made if not one.repeated):
        retell(found)


def _is_decided(found: Review) -> bool:
    """Whether nothing is open any more."""
    return all(card.decision or card.landed for card in found.cards)


def _tell(found: Review, made: Sequence[Recorded], built: Rebuilt | None, *, as_json: bool) -> None:
    from agent.commands.review_view import branch_told, told
    from agent.console import printable

    if as_json:
        parts = {
            "decided": [one.model_dump(mode="json") for one in made],
            "branch": built.model_dump(mode="json") if built else None,
        }
        typer.echo(json.dumps(parts, ensure_ascii=False))
        return
    titles = {step.increment: step.title for step in found.record.steps}
    for one in made:
        for line in told(one, titles[one.decided.increment], found.record.language):
            typer.echo(printable(line))
    if built:
        for line in branch_told(built, found.record.language):
            typer.echo(printable(line))


def _user(found: Review) -> str:
    who = found.user()
    if not who:
        raise NotReviewable(
            "Nobody has told git who you are, and a decision needs a name.",
            "Say it once (git config user.name, user.email), or with --as 'Name <email>'.",
        )
    return who


def _wording(card: Card, text: str | None, file: Path | None) -> str:
    """The new Markdown: as given, from a file, or from the person's editor."""
    from agent.files import read_file

    if text is not None and file is not None:
        raise typer.BadParameter("give the wording once", param_hint="--text, --file")
    if text is not None:
        return text
    if file is not None:
        data = sys.stdin.buffer.read() if str(file) == "-" else read_file(file)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadInput(f"{file} is not UTF-8 (byte {error.start}).", "Save it as UTF-8.") from error
    return _edited(card.stands)


def _edited(text: str) -> str:
    """The text as a person leaves it in their editor; raises NotReviewable where there is none to open."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise NotReviewable(
            "No editor is set to edit the text in.", "Set EDITOR, or give the wording with --text or --file."
        )
    with tempfile.TemporaryDirectory(prefix="redline-") as folder:
        path = Path(folder) / "increment.md"
        path.write_text(f"{text}\n", encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(editor), str(path)], check=False)  # noqa: S603 (the person's own editor)
        except OSError as error:
            raise NotReviewable(
                f"The editor {editor} cannot be started: {error.strerror}.", "Set EDITOR."
            ) from error
        if done.returncode:
            raise NotReviewable(f"The editor ended with code {done.returncode}; nothing was changed.")
        return path.read_text(encoding="utf-8")
