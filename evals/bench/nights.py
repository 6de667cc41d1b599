"""Nights of real notes, judged by two readers: which increments a brief finds, and what it takes for news.

`python -m evals.bench.nights NIGHTS.json --inbox DIR [--docs DIR] [--json] [--out FILE]`

NIGHTS.json holds nights: a document (of the project, or of `--docs`), notes by their paths in the inbox folder,
two readings and the one that was settled between them. Each night is run in a workspace of its own, made at run
time, with contributors and dates given there, through the graph up to the brief, with the offline parts.

`recall_must` counts what had to be found and was, among the increments or in the list of what did not come among
them; `told_must` only among the increments, of as many as a brief may have. `precision` is the share of the
increments told that the settled reading has as one that must or may be told; `non_news` that of what it would not
tell and no increment tells. An increment of the brief answers one of a reader at most; figures named `all` are of
everything that was found, told or only listed.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.errors import BadInput
from agent.models import Brief
from evals.bench.counted import Silent
from evals.bench.given import flags
from evals.bench.report import Clock, Result, command, finish, write_rows
from evals.scratch import git, start

_NIGHT = "2026-09-25"
_MOST = 8
"""Increments of a brief, as the settings have it by default; all are asked for, and the first of them are told."""
_ALL = 400
_SHORT_ID = 3
_WORDS = 0.5
"""Share of a reader's words that an increment's title and text must have where no id decides."""
_ARXIV = re.compile(r"(?a:\b\d{4}\.\d{5}\b)")
_PROJECT = Path(__file__).parents[2]


class Label(BaseModel):
    """One increment as a reader names it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    notes: tuple[str, ...]
    ids: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    relation: Literal["new", "extends", "confirms", "supersedes", "contradicts", "covered"]
    weight: Literal["must", "may"]


class NonNews(BaseModel):
    """What a reader would not tell: whole notes, and works within others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    notes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


class Reading(BaseModel):
    """One reading of a night."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    increments: tuple[Label, ...]
    non_news: NonNews


class JudgedNight(BaseModel):
    """One night with its readings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    document: str
    notes: tuple[str, ...]
    readings: tuple[Reading, Reading]
    adjudicated: Reading


class Nights(BaseModel):
    """The file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nights: tuple[JudgedNight, ...]


class Told(BaseModel):
    """One increment of the brief, in what is compared."""

    model_config = ConfigDict(frozen=True)

    rank: int
    title: str
    text: str
    notes: tuple[str, ...]
    relation: str
    """Empty of what is only listed."""
    target: str = ""


@dataclass
class Count:
    """What is counted over all nights."""

    must: int = 0
    found_must: int = 0
    told_must: int = 0
    could_must: int = 0
    told: int = 0
    right: int = 0
    found: int = 0
    found_right: int = 0
    related: int = 0
    relation_right: int = 0
    idle: int = 0
    idle_right: int = 0
    idle_right_all: int = 0
    rows: list[dict[str, object]] = field(default_factory=list)


def run(argv: Sequence[str] | None = None) -> int:
    """Run the nights, print the figures."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.nights", description=__doc__)
    parser.add_argument("nights", type=Path, metavar="NIGHTS.json")
    parser.add_argument("--inbox", type=Path, required=True)
    parser.add_argument("--docs", type=Path, help="folder of the documents that are not the project's")
    flags(parser, "one increment a row, told, listed or missed")
    args = parser.parse_args(argv)
    clock = Clock()
    judged = _read(args.nights)
    count = Count()
    notes: dict[str, object] = {}
    for night in judged.nights:
        document = _document(night.document, args.docs)
        before = (count.found_must, count.must, count.right, count.told)
        score(night, brief_of(night, args.inbox, document), count)
        after = (count.found_must, count.must, count.right, count.told)
        found, must, right, told = (a - b for a, b in zip(after, before, strict=True))
        notes[night.name] = f"{found} of {must} that had to be found; {right} of {told} told are increments"
    write_rows(args.out, count.rows)
    metrics = metrics_of(count) | agreement([night.readings for night in judged.nights])
    result = Result(
        bench="nights",
        n=len(judged.nights),
        metrics=metrics,
        targets={},
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        notes=notes,
    )
    return finish(result, as_json=args.json)


def _read(path: Path) -> Nights:
    try:
        return Nights.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        raise BadInput(f"{path} is no file of judged nights: {error.errors()[0]['msg']}.") from error


def _document(name: str, docs: Path | None) -> bytes:
    for folder in (_PROJECT, docs):
        if folder is not None and (folder / name).is_file():
            return (folder / name).read_bytes()
    raise BadInput(f"There is no document {name} here; give its folder with --docs DIR.")


def brief_of(night: JudgedNight, inbox: Path, document: bytes) -> list[Told]:
    """All increments that the brief of a night finds, the first told first."""
    from agent.app import make_brief

    with tempfile.TemporaryDirectory(prefix="redline-nights-") as name:
        root = Path(name)
        origin = _workspace(root, night, inbox, document)
        brief = make_brief(root, date=dt.date.fromisoformat(_NIGHT), progress=Silent())
    told = [
        Told(
            rank=rank,
            title=one.title,
            text="\n".join([one.title, *one.urls, *one.arxiv, *(_words(part) for part in one.body)]),
            notes=tuple(dict.fromkeys(origin[ref.path] for ref in one.sources)),
            relation=one.relation,
            target=one.target,
        )
        for rank, one in enumerate(brief.increments, start=1)
    ]
    return [*told, *_listed(brief, origin, len(told))]


def _listed(brief: Brief, origin: dict[str, str], told: int) -> list[Told]:
    """What a brief lists and does not tell: by its title and the place that its row names."""
    found: list[Told] = []
    for row in brief.priorities:
        notes = tuple(note for path, note in origin.items() if path in row.action)
        if notes:
            rank = max(told, _MOST) + len(found) + 1
            found.append(Told(rank=rank, title=row.content, text=row.content, notes=notes, relation=""))
    return found


def _words(part: object) -> str:
    rows = getattr(part, "rows", None)
    if rows is None:
        return str(getattr(part, "text", ""))
    return "\n".join(" | ".join(row) for row in rows)


def _workspace(root: Path, night: JudgedNight, inbox: Path, document: bytes) -> dict[str, str]:
    """A repository with the document and the notes; by the path of each note there, its path in the inbox."""
    (root / "doc.md").write_bytes(document)
    settings = (
        f'[night]\ntimezone = "UTC"\nmax_increments = {_ALL}\n\n'
        '[[documents]]\nname = "living"\npath = "doc.md"\n'
    )
    (root / "redline.toml").write_text(settings, encoding="utf-8")
    origin: dict[str, str] = {}
    for number, note in enumerate(night.notes):
        source = inbox / note
        if not source.is_file():
            raise BadInput(f"There is no note {source}; give the folder of the notes with --inbox DIR.")
        who = note.partition("__")[0].casefold()
        path = f"inbox/{who}/{_NIGHT}T{8 + number // 60:02d}{number % 60:02d}-{source.name}"
        origin[path] = note
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(source.read_bytes())
    start(root)
    git(root, "add", "doc.md", "redline.toml")
    git(root, "commit", "-q", "-m", "Start")
    return origin


def fits(told: Told, label: Label) -> float:
    """How well an increment of a brief answers one of a reader: 0 not at all, more than 1 by an id in its title."""
    if not set(told.notes) & set(label.notes):
        return 0.0
    theirs = set(_ARXIV.findall(" ".join(label.ids)))
    ours = set(_ARXIV.findall(told.text))
    if theirs and len(ours) == 1:
        return 3.0 if ours <= theirs else 0.0
    title, text = told.title.casefold(), told.text.casefold()
    words = {word.casefold() for word in (*label.words, *label.name.split()) if len(word) >= _SHORT_ID}
    titled = _share(words, title)
    ids = {name.casefold() for name in label.ids if len(name) >= _SHORT_ID}
    named = bool(theirs & ours) or any(name in text for name in ids)
    said = _share({word.casefold() for word in label.words} or words, text)
    if not named and said < _WORDS and titled < _WORDS:
        return 0.0
    return titled + said + named


def _share(words: set[str], text: str) -> float:
    return sum(word in text for word in words) / len(words) if words else 0.0


def matched(told: Sequence[Told], labels: Sequence[Label]) -> dict[int, int]:
    """Which label each increment answers, by their places: the best pairs first, each once."""
    pairs = [(fits(one, label), i, k) for i, one in enumerate(told) for k, label in enumerate(labels)]
    found: dict[int, int] = {}
    taken: set[int] = set()
    for fit, i, k in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if fit > 0 and i not in found and k not in taken:
            found[i] = k
            taken.add(k)
    return found


def score(night: JudgedNight, told: Sequence[Told], count: Count) -> None:
    """Count one night."""
    labels = night.adjudicated.increments
    pairs = matched(told, labels)
    must = {k for k, label in enumerate(labels) if label.weight == "must"}
    answered = set(pairs.values())
    count.must += len(must)
    count.found_must += len(must & answered)
    count.could_must += min(_MOST, len(must))
    count.found += len(told)
    count.found_right += len(pairs)
    first = {i: k for i, k in pairs.items() if told[i].rank <= _MOST}
    shown = [one for one in told if one.rank <= _MOST]
    count.told += len(shown)
    count.right += len(first)
    count.told_must += len(must & set(first.values()))
    related = [(told[i].relation, labels[k].relation) for i, k in pairs.items() if told[i].relation]
    count.related += len(related)
    count.relation_right += sum(ours == theirs for ours, theirs in related)
    idle = night.adjudicated.non_news
    count.idle += len(idle.notes) + len(idle.ids)
    count.idle_right += _kept_out(idle, shown)
    count.idle_right_all += _kept_out(idle, told)
    for i, one in enumerate(told):
        label = labels[pairs[i]] if i in pairs else None
        row = one.model_dump(exclude={"text"}) | {"night": night.name}
        count.rows.append(
            row | {"label": label.name if label else "", "weight": label.weight if label else ""}
        )
    for k in sorted(set(range(len(labels))) - answered):
        missed = labels[k]
        count.rows.append(
            {
                "night": night.name,
                "rank": 0,
                "label": missed.name,
                "weight": missed.weight,
                "notes": missed.notes,
            }
        )


def _kept_out(idle: NonNews, told: Sequence[Told]) -> int:
    """How many of a reader's non-news no increment tells."""
    named = {note for one in told for note in one.notes}
    works = {work for one in told for work in _ARXIV.findall(one.text)}
    return sum(note not in named for note in idle.notes) + sum(work not in works for work in idle.ids)


def metrics_of(count: Count) -> dict[str, float | None]:
    """The figures."""
    return {
        "recall_must": _ratio(count.found_must, count.must),
        "told_must": _ratio(count.told_must, count.could_must),
        "precision": _ratio(count.right, count.told),
        "precision_all": _ratio(count.found_right, count.found),
        "relation": _ratio(count.relation_right, count.related),
        "non_news": _ratio(count.idle_right, count.idle),
        "non_news_all": _ratio(count.idle_right_all, count.idle),
    }


def agreement(readings: Sequence[tuple[Reading, Reading]]) -> dict[str, float | None]:
    """How far two readers agree: increments that both name, of all that either does, and the relation of those."""
    both = either = same = 0
    for one, other in readings:
        told = [_as_told(label) for label in one.increments]
        pairs = matched(told, other.increments)
        both += len(pairs)
        either += len(one.increments) + len(other.increments) - len(pairs)
        same += sum(one.increments[i].relation == other.increments[k].relation for i, k in pairs.items())
    return {"readers_increments": _ratio(both, either), "readers_relation": _ratio(same, both)}


def _as_told(label: Label) -> Told:
    text = "\n".join((label.name, *label.ids, *label.words))
    return Told(rank=1, title=label.name, text=text, notes=label.notes, relation=label.relation)


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


if __name__ == "__main__":
    command(run)
