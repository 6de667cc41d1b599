"""`redline eval`: score drafts, nights and benches; what it needs is in the extra `evals`."""

from __future__ import annotations

import datetime as dt
import importlib.util
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from agent.commands.options import Doc, Json
from agent.errors import BadInput
from agent.language import counted

if TYPE_CHECKING:
    from evals.gate import GateReport
    from evals.record import Run

OUT = Path(".redline-evals")
_RUN = "run"


class SuitesOrCommand(TyperGroup):
    """A group whose first word is a suite, unless it is one of its commands."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the word `run` before suites and options, so that `redline eval fidelity` needs none.

        `night` is both: a suite alone, a command with the night that it is about, or with `--all`.
        """
        first = args[0] if args else ""
        about = len(args) > 1 and (args[1][:1].isdigit() or "--all" in args)
        alone = first == "night" and not about and "--help" not in args
        if first not in {"--help", *self.commands} or alone:
            args = [_RUN, *args]
        return super().parse_args(ctx, args)


evals_app = typer.Typer(
    cls=SuitesOrCommand,
    help="Score drafts for facts, caveats, place and form: golden nights, given drafts, benches. "
    "Suites and options: redline eval run --help.",
    pretty_exceptions_enable=False,
)


@evals_app.command(_RUN)
def run(
    suites: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SUITE...]",
            help="fidelity, coverage, caveats, contradiction, injection, novelty, routing, editing, joining, trust, "
            "night, judge, ask, bench.NAME; or golden (all of the first ones, the default), bench, all.",
        ),
    ] = None,
    *,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            metavar="[ROLE=]NAME",
            help="Who words the drafts; the offline writer by default. Repeatable with a role (writer, verifier, judge).",
        ),
    ] = None,
    judge: Annotated[
        str,
        typer.Option(
            "--judge",
            metavar="NAME",
            help="The model that the suite `judge` asks, or a recording; without one its agreement alone, as recorded.",
        ),
    ] = "",
    drafts: Annotated[
        Path | None,
        typer.Option("--drafts", metavar="FILE", help="Score these drafts (JSON lines) instead of nights."),
    ] = None,
    cases: Annotated[
        Path | None, typer.Option("--cases", metavar="DIR", help="Golden cases of your own.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where scores and logs go.")] = OUT,
    plain: Annotated[
        str,
        typer.Option(
            "--plain",
            metavar="NAME",
            help="Score a plain alternative instead: overlap, or rewrite (by --model, else what was recorded). Kept for "
            "the report.",
        ),
    ] = "",
    gate: Annotated[
        bool, typer.Option("--gate", help="Exit code 1 below a threshold, or on a fall beyond noise.")
    ] = False,
    land: Annotated[
        bool,
        typer.Option(
            "--land",
            help="Keep these scores as the ones that later runs are compared with, and add them to the curves.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for machines.")] = False,
) -> None:
    """Run suites, print their figures, and leave scores and logs (`inspect view --log-dir DIR/logs`)."""
    if importlib.util.find_spec("inspect_ai") is None:
        raise BadInput(
            "Evals need inspect-ai, which is not installed.", "Install it with: pip install 'redline[evals]'"
        )
    from agent.opening import system_clock
    from evals.gate import bounds, judged, landed
    from evals.gate import land as keep
    from evals.golden import GOLDEN, load_cases
    from evals.history import append
    from evals.record import wrong_of
    from evals.running import ASKED, Plan, run_suites
    from evals.staging import code_commit

    # Own cases, given drafts and models have no landed scores to be held against.
    ours = cases is None and drafts is None and not model and not plain
    if land and not ours:
        raise BadInput("Only the offline writer's scores on the shipped cases can land.", "Leave --land out.")
    golden = load_cases(cases or GOLDEN)
    plan = Plan.of(
        suites or (), models=() if plain else model or (), judge=judge, drafts=drafts, cases=golden
    )
    if plain:
        from evals.plain import drafts_of

        plan = replace(plan, drafts=drafts_of(plain, golden, model or (), out / ASKED / plain))
        out = out / "plain" / plain
    done, scores = run_suites(
        plan, out, started=system_clock().isoformat(timespec="seconds"), commit=code_commit()
    )
    report = judged(done, scores, landed() if ours else {}, bounds() if ours else {})
    if as_json:
        told = done.model_dump(mode="json") | {"gate": report.model_dump(mode="json"), "pass": report.ok}
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        _show(done, report, out, wrong_of(scores) if drafts else ())
    if land:
        keep(done, scores)
        append(done)
    if gate and not report.ok:
        raise typer.Exit(1)


_Night = Annotated[
    dt.datetime,
    typer.Argument(metavar="NIGHT", formats=["%Y-%m-%d"], help="The night, as YYYY-MM-DD."),
]


@evals_app.command("night")
def night_(
    night: Annotated[
        dt.datetime | None,
        typer.Argument(metavar="[NIGHT]", formats=["%Y-%m-%d"], help="The night, as YYYY-MM-DD."),
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="All nights that left proposals.")] = False,
    doc: Doc = None,
    as_json: Json = False,
) -> None:
    """What people made of a night's proposals, and where it misjudged how sure it was. (`eval night` alone: the suite.)"""
    from agent.console import printable
    from agent.opening import open_workspace
    from evals.after import in_words, verdict_on

    if night is None and not every:
        raise BadInput("Which night?", "Name one, or take all of them: redline eval night --all")
    repository, settings = open_workspace(Path.cwd())
    verdict = verdict_on(repository, settings, doc, None if every or night is None else night.date())
    if as_json:
        scales = [scale.model_dump(mode="json") | {"verdict": scale.verdict()} for scale in verdict.scales()]
        told = {"counts": verdict.counts(), "calibration": scales} | verdict.model_dump(mode="json")
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        typer.echo(printable(in_words(verdict)))


@evals_app.command("add")
def add(
    night: _Night,
    increment: Annotated[str, typer.Argument(metavar="INCREMENT", help="Its number or id.")],
    *,
    to: Annotated[
        Path, typer.Option("--to", metavar="DIR", help="Where golden cases lie; golden/ by default.")
    ] = Path("golden"),
    doc: Doc = None,
) -> None:
    """Make a golden case of an increment and what a person decided on it: ready to be read, then to be scored with."""
    from agent.opening import open_workspace
    from agent.review import open_review
    from evals.adding import add_case, case_of

    repository, settings = open_workspace(Path.cwd())
    review = open_review(repository, settings, doc, night.date())
    path = add_case(case_of(repository, settings, review, increment), to)
    typer.echo(
        f"{path}: read it, correct it, and count up its `read`; try it with: redline eval --cases {path.parent}"
    )


@evals_app.command("report")
def report(
    *,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE", help="The page; .redline-evals/report.html by default."),
    ] = OUT / "report.html",
    of: Annotated[
        Path,
        typer.Option("--of", metavar="DIR", help="Folder of the run, as `redline eval --out DIR` left it."),
    ] = OUT,
    cases: Annotated[
        Path | None,
        typer.Option("--cases", metavar="DIR", help="The golden cases of the run, where they are your own."),
    ] = None,
    shadow: Annotated[
        list[Path] | None,
        typer.Option("--shadow", metavar="DIR", help="Folder of a shadow run to show; repeatable."),
    ] = None,
) -> None:
    """Write one page on the last run: scoreboard, curves, worst cases, cost, trust, and what could not be scored."""
    from agent.files import write_atomically
    from evals.report.gathering import material_of
    from evals.report.page import write_report

    page = write_report(material_of(of, cases, shadow or (), Path.cwd()))
    out.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(out, page.encode("utf-8", "replace"))
    typer.echo(f"page: {out}")


def _show(done: Run, report: GateReport, out: Path, wrong: Sequence[str]) -> None:
    from agent.console import printable

    typer.echo(
        f"written by {done.writer}; {done.seconds:.0f} s" + (f", {done.calls} calls" if done.calls else "")
    )
    told = ""
    for suite in done.suites:
        bench = suite.suite.startswith("bench.") or suite.suite == "ask"
        cases = "" if bench or not suite.cases else f"  ({counted(suite.cases, 'case')})"
        note = "" if suite.note == told else suite.note
        told = suite.note
        typer.echo(f"{suite.suite}{cases}" + (f"  {note}" if note else ""))
        for name, value in suite.figures.items():
            share = suite.shares.get(name)
            of = f"  {share.right}/{share.of}" if share else ""
            typer.echo(f"  {name:<28}{'n/a' if value is None else f'{value:.3f}':>10}{of}")
        if suite.cases and not suite.figures:
            typer.echo("  nothing could be scored")
    for line in wrong:
        typer.echo(printable(line))
    if report.compared or not report.ok:
        typer.echo(report.in_words())
    typer.echo(f"scores: {out}/scores.jsonl; look at them with: inspect view --log-dir {out}/logs")
