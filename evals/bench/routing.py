"""Does something new go where people put it? `python -m evals.bench.routing CASES.jsonl --docs DIR`.

A case is an insertion that a person made into a living document: the text, its links, and where it
went. `top1`, `top3` and `mrr` rank the sections, any section that the person used counts; `sure_half`
is `top1` on the half of which the ranking is surest. `place` and `shape` are asked for within the
person's section: the person's own lines, put where we say, give the person's file, blank lines
aside; and the text that we would write has the form of theirs. Cases of the kind `new_section` are
ranked in no figure.

A repository that the weights were fitted on is judged with weights fitted without it
(`placement_folds.json`, made by `evals.fit_placement`); any other with those that are shipped.

With `--model NAME` (or `--replay DIR`) a model ranks the eight best sections of the cases of which the ranking is
not sure (`evals.bench.routing_model`); with `--sample N` of so many of them. The figures `asked.…` are those of the
cases that were asked about.

With `--out`, a row per case: `ranked` holds 0-based heading lines, best first (-1 where a document
has none), `lines` the 0-based line to insert before in each of those sections, `line` that of the
person's section, or of the first where the case holds no answer, `new_text` what we would write there.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from agent.document import Document, Refused, Section, apply, parse
from agent.document.lexis import cell_count
from agent.placement.form import edits_for
from agent.placement.position import Habit, Position, habit_of, position_in
from agent.placement.rank import CALIBRATION, WEIGHTS, Ranked, confidence, rank
from agent.placement.survey import Survey
from evals.bench import routing_model as with_model
from evals.bench.given import Row, document_of, flags, nothing_scored, read_rows
from evals.bench.report import Bound, Clock, Result, bootstrap, command, finish, write_rows

TARGETS: dict[str, Bound] = {
    "top1": (">=", 0.62),
    "top3": (">=", 0.86),
    "sure_half": (">=", 0.85),
    "place": (">=", 0.72),
    "place.table_row": (">=", 0.60),
}
_FOLDS = Path(__file__).with_name("placement_folds.json")
_ITEM = re.compile(r"\s*(?:([-*+])|\d+([.)]))\s")

Scores = list["Judged"]


@dataclass(frozen=True, slots=True)
class Known:
    """A document, and what is worked out once for all its cases."""

    document: Document
    survey: Survey
    habit: Habit


@dataclass(frozen=True, slots=True)
class Trial:
    """One case with the ranking of its document's sections."""

    case: Row
    known: Known
    ranked: Sequence[Ranked]
    sure: float

    @property
    def id(self) -> str:
        """The case's."""
        return str(self.case["id"])


@dataclass(frozen=True, slots=True)
class Judged:
    """One case with its answer."""

    group: str
    lang: str
    kind: str
    repo: str
    rank: int
    """Of the first right section, from 0; a large number where none was found."""
    confidence: float
    placed: bool
    shaped: bool


def run(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return 0 when every target is met."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.bench.routing", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("--docs", type=Path, help="folder of the documents; that of the cases by default")
    flags(parser, "one case a row: id, ranked, confidence, line, new_text, lines")
    with_model.options(parser)
    args = parser.parse_args(argv)
    clock = Clock()
    load, folder = cache(_known), args.docs or args.cases.parent
    folds = json.loads(_FOLDS.read_text(encoding="utf-8"))
    rows: list[dict[str, Any]] = []
    judged: Scores = []
    trials = [
        _trial(case, load(document_of(case, folder)), folds.get(case.get("repo", ""), {}))
        for case in read_rows(args.cases)
    ]
    told = _told(trials, args) if args.model or args.replay else {}
    for trial in trials:
        row, score = _judge(trial, told.get(trial.id, ()))
        rows.append(row)
        if score is not None:
            judged.append(score)
    write_rows(args.out, rows)
    if not judged:
        return nothing_scored(len(rows), args.out)
    result = Result(
        bench="routing",
        n=len(judged),
        metrics={**_metrics(judged), **_of_the_model(trials, told)},
        targets={**TARGETS, **with_model.targets()} if told and args.sample is None else TARGETS,
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        seed=args.seed,
        notes={
            "not scored": dict(Counter(filter(None, (_why_not(one.case) for one in trials)))),
            **_notes(judged),
        },
    )
    return finish(result, as_json=args.json)


def _known(path: Path) -> Known:
    document = parse(path.read_bytes())
    return Known(document, Survey(document), habit_of(document))


def _trial(case: Row, known: Known, fold: Mapping[str, Any]) -> Trial:
    text, urls = case.of("item_text", str), tuple(case.get("urls", ()))
    ranked = rank(known.survey, text, urls, weights=fold.get("weights", WEIGHTS))
    sure = confidence(ranked, text, tuple(fold.get("calibration", CALIBRATION)))
    return Trial(case, known, ranked, sure)


def _told(trials: Sequence[Trial], args: argparse.Namespace) -> Mapping[str, tuple[int, ...]]:
    """What a model says of the cases that a night would ask about, those that are scored or hold no answer."""
    unsure = [
        with_model.Open(
            trial.id, trial.case["doc"], trial.case["item_text"], trial.ranked, trial.known.survey
        )
        for trial in trials
        if with_model.unsure(trial.sure) and trial.case.get("kind") != "new_section"
    ]
    with tempfile.TemporaryDirectory() as place:
        asked = with_model.Asked(args, Path(place))
        return asked.answers(asked.chosen(unsure))


def _of_the_model(trials: Sequence[Trial], told: Mapping[str, tuple[int, ...]]) -> dict[str, float | None]:
    """On the cases that the model was asked about: the ranking before and after, and how many there are."""
    if not told:
        return {}
    asked = [trial for trial in trials if trial.id in told]
    before = [score for trial in asked if (score := _judge(trial, ())[1])]
    after = [score for trial in asked if (score := _judge(trial, told[trial.id])[1])]
    open_ = sum(with_model.unsure(trial.sure) and trial.case.get("kind") != "new_section" for trial in trials)
    return {
        "unsure": float(open_),
        "asked": float(len(asked)),
        "asked.top1": _top(after, 1),
        "asked.top3": _top(after, 3),
        "asked.top1_without": _top(before, 1),
        "asked.top3_without": _top(before, 3),
        "asked.among_eight": _top(before, 8),
    }


def _judge(trial: Trial, best: Sequence[int]) -> tuple[dict[str, Any], Judged | None]:
    """The row and the score of a case; `best` is what a model ranks first among the first sections."""
    case, known, sure = trial.case, trial.known, trial.sure
    text, urls = case["item_text"], tuple(case.get("urls", ()))
    document = known.document
    ranked = with_model.reordered(trial.ranked, best)
    sections = [one.place.section for one in ranked]
    answers = _answers(case, document)
    home = answers[0] if answers else sections[0]
    position = position_in(home, text, urls, document_habit=known.habit)
    new_text = _new_text(document, position, text, urls)
    row = {
        "id": case["id"],
        "ranked": [_heading_line(section) for section in sections],
        "confidence": round(sure, 4),
        "line": position.line - 1,
        "new_text": new_text,
        "lines": [position_in(s, text, urls, document_habit=known.habit).line - 1 for s in sections],
    }
    if _why_not(case):
        return row, None
    right = {section.index for section in answers}
    judged = Judged(
        group=f"{case.get('repo')}/{case.get('file')}",
        lang=case.get("lang", ""),
        kind=case.get("kind", ""),
        repo=case.get("repo", ""),
        rank=next((n for n, section in enumerate(sections) if section.index in right), 10**6),
        confidence=sure,
        placed=_same_file(case, document, position.line - 1),
        shaped=_same_shape(case["added_lines"], new_text),
    )
    return row, judged


def _why_not(case: Mapping[str, Any]) -> str:
    """Why a case is in no figure; empty where it is. One whose heading we do not find is a miss."""
    if not case.get("heading_lines") or "added_lines" not in case:
        return "no answer"
    return "a new section" if case.get("kind") == "new_section" else ""


def _heading_line(section: Section) -> int:
    return section.line - 1 if section.level else -1


def _answers(case: Mapping[str, Any], document: Document) -> list[Section]:
    """The person's section first, then the others that they used."""
    lines = case.get("heading_lines") or ()
    also = set(case.get("also_inserted_under", ()))
    first = [s for s in document.sections if s.level and s.line - 1 in lines[-1:]]
    return first + [s for s in document.sections if " > ".join(s.path) in also and s not in first]


def _new_text(document: Document, position: Position, text: str, urls: Sequence[str]) -> str:
    applied = apply(document, edits_for(document, position, text, urls))
    if isinstance(applied, Refused):
        return ""
    lines = applied.data.decode("utf-8").splitlines()
    first = min(start for start, _ in applied.lines)
    last = max(end for _, end in applied.lines)
    return "\n".join(lines[first - 1 : last])


def _same_file(case: Mapping[str, Any], document: Document, line: int) -> bool:
    """Do the person's lines, put where we say, give the person's file, blank lines aside?"""
    old = document.data.decode("utf-8").split("\n")
    added, theirs = case["added_lines"], case["insert_before_line"]
    return _full([*old[:line], *added, *old[line:]]) == _full([*old[:theirs], *added, *old[theirs:]])


def _full(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def _same_shape(added: Sequence[str], new_text: str) -> bool:
    """Is a row answered by a row of as many cells, an item by an item of the same mark, text by text?"""
    theirs, ours = shape(_full(added)[0]), shape(_full(new_text.split("\n"))[0] if new_text.strip() else "")
    return theirs == ours


def shape(line: str) -> tuple[str, str, int]:
    """Form of a line: row with its number of cells, item with its mark, text, or HTML."""
    stripped = line.strip()
    if stripped.startswith("|") or stripped.count("|") > 1:
        return "row", "", cell_count(stripped.encode())
    item = _ITEM.match(line)
    if item:
        return "item", item.group(1) or item.group(2), 0
    return ("html", "", 0) if stripped.startswith("<") else ("text", "", 0)


def _metrics(judged: Scores) -> dict[str, float | None]:
    rows = [one for one in judged if one.kind == "table_row"]
    return {
        "top1": _top(judged, 1),
        "top3": _top(judged, 3),
        "mrr": _mean([1 / (one.rank + 1) for one in judged]),
        "place": _mean([one.placed for one in judged]),
        "shape": _mean([one.shaped for one in judged]),
        "sure_half": _sure_half(judged),
        "place.table_row": _mean([one.placed for one in rows]),
    }


def _top(judged: Scores, count: int) -> float | None:
    return _mean([one.rank < count for one in judged])


def _sure_half(judged: Scores) -> float | None:
    """Top-1 on the surer half; equals fall as they came."""
    surest = sorted(judged, key=lambda one: -one.confidence)[: len(judged) // 2]
    return _top(surest, 1)


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _notes(judged: Scores) -> dict[str, Any]:
    groups: dict[str, Scores] = defaultdict(list)
    for one in judged:
        groups[one.group].append(one)
    documents = list(groups.values())
    scores: dict[str, Callable[[Scores], float | None]] = {
        name: (lambda sample, name=name: _metrics(sample)[name])  # type: ignore[misc]  # bound by default
        for name in TARGETS
    }
    notes: dict[str, Any] = {
        "interval": {name: bootstrap(documents, score) for name, score in scores.items()},
        "calibration": _calibration(judged),
    }
    for what in ("lang", "kind", "repo"):
        parts: dict[str, Scores] = defaultdict(list)
        for one in judged:
            parts[getattr(one, what)].append(one)
        notes[what] = {name: {"n": len(part), **_metrics(part)} for name, part in sorted(parts.items())}
    return notes


def _calibration(judged: Scores) -> dict[str, Any]:
    """How often the first section is right where we say that we are so sure."""
    bands = ((0.0, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))
    found: dict[str, Any] = {}
    for low, high in bands:
        part = [one for one in judged if low <= one.confidence < high]
        found[f"{low:.1f}-{min(high, 1.0):.1f}"] = {
            "n": len(part),
            "said": _mean([one.confidence for one in part]),
            "right": _top(part, 1),
        }
    return found


if __name__ == "__main__":
    command(run)
