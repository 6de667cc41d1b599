"""The command line: commands, exit codes, and the one place where errors become sentences."""

from __future__ import annotations

import codecs
import datetime as dt
import errno
import gc
import io
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.commands import review
from agent.commands.ask import ask
from agent.commands.evals import evals_app
from agent.commands.mcp import mcp
from agent.commands.options import Base, Date, Doc, Json
from agent.commands.schedule import schedule
from agent.commands.serve import serve
from agent.commands.shadow import shadow
from agent.commands.since import since
from agent.commands.trace import trace
from agent.commands.watch import watch
from agent.errors import Bug, DiskFull, NotPublished, RedlineError

if TYPE_CHECKING:
    from agent.models import Language
    from agent.outcome import Outcome
    from agent.state import Progress

app = typer.Typer(
    name="redline",
    help="An editorial assistant for living documents.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
)

_STOPPED = 130
"""Exit code of a command that was interrupted from the keyboard."""
_COLLECTED_AFTER = 50_000
"""New objects between two garbage collections. Modules and models stay; looking through them after every 700, as
Python does by itself, took a tenth of a short night."""
_FIRST_NIGHT = dt.date(1970, 1, 2)
_LAST_NIGHT = dt.date(9998, 12, 30)
"""Nights whose whole window, in any zone, is a time that git and files can have."""

Record = Annotated[
    Path | None,
    typer.Option("--record", metavar="DIR", help="Keep every exchange with the model in this folder."),
]
Replay = Annotated[
    Path | None,
    typer.Option("--replay", metavar="DIR", help="Answer from a recorded folder instead of the model."),
]


@app.command()
def night(
    *,
    date: Date = None,
    doc: Doc = None,
    base: Base = None,
    record: Record = None,
    replay: Replay = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="One line a night on standard output, and no progress.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read the inbox, write the brief, draft and prove the patches, and leave a branch for review.

    Without --date, nights that were missed since the last one are caught up first, oldest first. Without --doc
    every living document of the workspace has its nights. One that fails does not keep the others from theirs;
    the exit code is that of a failure.
    """
    from agent import console
    from agent.interrupt import stops_at_once
    from agent.nightly import nights_of, run_one
    from agent.opening import document_names

    def one(name: str | None) -> Iterator[RedlineError]:
        chosen = _date(date)
        for night in (chosen,) if chosen else nights_of(Path.cwd(), name, base=base):
            bars = console.silent() if quiet else console.Bars(console.terminal(sys.stderr))
            with stops_at_once(), bars.shown():
                ended = run_one(
                    Path.cwd(),
                    night,
                    document=name,
                    base=base,
                    record=record,
                    replay=replay,
                    progress=bars,
                )
            for note in ended.notes:
                typer.echo(f"redline: {console.printable(note)}", err=True)
            if ended.outcome and (as_json or not quiet):
                _show(ended.outcome, ended.language, as_json=as_json)
            elif quiet and not as_json:
                typer.echo(console.printable(ended.told.summary))
            if ended.error:
                yield ended.error
            if ended.hinders_others:
                return

    failed: RedlineError | None = None
    names = [doc] if doc else list(document_names(Path.cwd()))
    for name in names if len(names) > 1 else [doc]:
        try:
            for error in one(name):
                _report(error)
                # A night that is done but not published is the lesser failure.
                failed = error if failed is None or isinstance(failed, NotPublished) else failed
        except RedlineError as error:
            _report(error)
            failed = error if failed is None or isinstance(failed, NotPublished) else failed
    if failed:
        raise typer.Exit(failed.exit_code)


@app.command()
def update(
    *,
    brief: Annotated[
        Path, typer.Option("--brief", metavar="FILE", help="A brief (E1) that somebody else wrote.")
    ],
    date: Date = None,
    doc: Doc = None,
    base: Base = None,
    record: Record = None,
    replay: Replay = None,
    as_json: Json = False,
) -> None:
    """Start from a brief that is already written: draft, prove, and leave a branch for review."""
    from agent.app import run_update

    _run(
        lambda bars: run_update(
            Path.cwd(),
            brief,
            date=_date(date),
            document=doc,
            base=base,
            record=record,
            replay=replay,
            progress=bars,
        ),
        as_json=as_json,
    )


@app.command()
def brief(*, date: Date = None, doc: Doc = None, base: Base = None, as_json: Json = False) -> None:
    """Print the brief (E1) of a night: what was read, what is new, what is doubtful. Nothing is changed."""
    from agent import console
    from agent.app import make_brief
    from agent.briefs import write_brief

    bars = console.Bars(console.terminal(sys.stderr))
    with bars.shown():
        made = make_brief(Path.cwd(), date=_date(date), document=doc, base=base, progress=bars)
    text = made.model_dump_json() if as_json else write_brief(made)
    typer.echo(console.printable(text) if sys.stdout.isatty() else text)


@app.command()
def init(
    doc: Annotated[
        str,
        typer.Option("--doc", metavar="PATH", help="The living document: an existing file, or one to make."),
    ] = "",
    timezone: Annotated[str, typer.Option(help="Time zone of the nights, by its IANA name.")] = "UTC",
) -> None:
    """Put a workspace into this git repository; what exists is left as it is."""
    from agent.console import printable
    from agent.scaffold import make_workspace

    for line in make_workspace(Path.cwd(), document=doc, timezone=timezone):
        typer.echo(printable(line))


@app.command()
def status(
    doc: Doc = None,
    contributors: Annotated[
        bool, typer.Option("--contributors", help="How the notes of each contributor have fared.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Where things stand: the last night, open branches, what is decided, what waits for a person."""
    from agent.console import printable
    from agent.standing import standing

    found = standing(Path.cwd(), document=doc)
    typer.echo(found.model_dump_json() if as_json else printable(found.in_words(contributors=contributors)))


@app.command()
def doctor(*, as_json: Json = False) -> None:
    """Try what a night needs (git, documents, ledger, disk, clock, index, model) and say what works."""
    from agent.console import printable
    from agent.doctor import examine

    report = examine(Path.cwd(), os.environ)
    typer.echo(report.model_dump_json() if as_json else printable(report.in_words()))
    if not report.healthy():
        raise typer.Exit(1)


@app.command()
def audit(
    doc: Annotated[
        str, typer.Argument(metavar="[DOC]", help="A Markdown file, or the name of a living document.")
    ] = "",
    date: Date = None,
    as_json: Json = False,
) -> None:
    """Hold a document against itself: exit code 1 when something in it cannot be, or has run out."""
    from agent.audit import render
    from agent.console import printable
    from agent.desk import audit_document

    path, report = audit_document(Path.cwd(), doc, today=_date(date))
    typer.echo(report.model_dump_json() if as_json else printable(render(report, path)))
    raise typer.Exit(int(bool(report.findings)))


@app.command()
def check(
    *,
    draft: Annotated[Path, typer.Argument(metavar="DRAFT", help="The text to check, whoever wrote it.")],
    source: Annotated[
        list[Path],
        typer.Option("--source", metavar="PATH", help="A source, or a folder of sources; repeatable."),
    ],
    doc: Annotated[
        Path | None,
        typer.Option("--doc", metavar="FILE", help="The document as it stands: its lines need no proof."),
    ] = None,
    date: Date = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the report as a page.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check every claim of a draft against sources: exit code 1 when one is unsupported or contradicted."""
    from agent.checking import as_html, as_text
    from agent.console import printable
    from agent.desk import check_draft
    from agent.files import write_atomically

    report = check_draft(draft, source, document=doc, date=_date(date))
    if html:
        write_atomically(html, as_html(report, title=draft.name).encode())
    typer.echo(report.model_dump_json() if as_json else printable(as_text(report)))
    raise typer.Exit(int(not report.ok))


app.command()(serve)
app.command()(ask)
app.command()(trace)
app.command()(shadow)
app.command()(since)
app.command()(mcp)
app.command()(schedule)
app.command()(watch)
app.add_typer(review.app, name="review")
app.add_typer(evals_app, name="eval")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code. Every error is one sentence on standard error."""
    _write_in_any_locale(as_json="--json" in (sys.argv if argv is None else argv))
    try:
        app(args=list(argv) if argv is not None else None)
    except RedlineError as error:
        return _report(error)
    except SystemExit as end:  # how the library ends: it has explained a wrong command, or a pipe was closed
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if code == _STOPPED:
            typer.echo("Stopped. What was done is kept: run the same command again to go on.", err=True)
        return code
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            return _report(_fault(error))
        return _report(
            DiskFull("There is no room for what was to be written.", "Free some space and run it again.")
        )
    except Exception as error:  # noqa: BLE001  (the outermost place: what nobody foresaw is a fault of ours, and kept)
        return _report(_fault(error))
    return 0


def run() -> None:
    """Entry point of the `redline` command."""
    gc.set_threshold(_COLLECTED_AFTER)
    code = main()
    gc.freeze()  # what is left goes with the process: looking through it once more took 0.4 s after a short night
    sys.exit(code)


def _write_in_any_locale(*, as_json: bool) -> None:
    """What a stream cannot write (a sign that its encoding lacks, half a character of a file's name) is written as
    `?`, and in JSON as its escape: nothing is lost there."""
    codecs.register_error("redline-json", _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="redline-json" if as_json and stream is sys.stdout else "replace")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """A handler of encoding errors: the characters as JSON escapes (RFC 8259, section 7)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _fault(error: Exception) -> Bug:
    """An unforeseen exception as a sentence, its traceback in a file of its own."""
    lines = "".join(traceback.format_exception(error))
    sentence = f"This is a fault of Redline's own ({type(error).__name__})."
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="replace", prefix="redline-fault-", suffix=".log", delete=False
        ) as log:
            log.write(lines)
    except OSError as unwritten:
        return Bug(sentence, f"Please report it with what follows ({unwritten.strerror}: no log).\n{lines}")
    return Bug(sentence, f"Please report it with its log: {log.name}")


def _report(error: RedlineError) -> int:
    from agent.console import printable

    typer.echo(printable(f"redline: {error}"), err=True)
    if error.hint:
        typer.echo(printable(f"  {error.hint}"), err=True)
    return error.exit_code


def _date(text: str | None) -> dt.date | None:
    if text is None:
        return None
    try:
        day = dt.date.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(
            f"{text!r} is not a date; write it as 2026-09-25", param_hint="--date"
        ) from error
    if not _FIRST_NIGHT <= day <= _LAST_NIGHT:
        raise typer.BadParameter(
            f"{text!r} is no night's date: it lies between {_FIRST_NIGHT} and {_LAST_NIGHT}",
            param_hint="--date",
        )
    return day


def _run(work: Callable[[Progress], tuple[Outcome, Language]], *, as_json: bool) -> None:
    from agent import console
    from agent.interrupt import stops_at_once

    bars = console.Bars(console.terminal(sys.stderr))
    with stops_at_once(), bars.shown():
        outcome, language = work(bars)
    _show(outcome, language, as_json=as_json)
    if outcome.unpublished:
        raise NotPublished(
            f"The night is done, but not published: {outcome.unpublished}",
            hint="The branch, the text and the report are here; the same command again publishes them.",
        )


def _show(outcome: Outcome, language: Language, *, as_json: bool) -> None:
    from agent import console

    if as_json:
        typer.echo(json.dumps(outcome.model_dump(mode="json"), ensure_ascii=False))
    else:
        console.show_outcome(console.terminal(), outcome, language)
