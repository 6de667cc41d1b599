"""`python -m evals.bench.liars PATH… [--n N] [--seed S] [--json] [--out FILE]`: a model that lies, and what comes through.

From notes as they are, increments are made of a passage or a table each, and a writer whose model drafts them
truly but for one planted error, and repeats it whatever it is told. The draft goes the way of a night: words made
plain, claims checked, what fails sent back, and in the end cut. A lie that stands in the final patch has passed.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.drafts import DraftPatch, DraftRequest, DraftTable, Planned
from agent.errors import BadInput
from agent.language import language_of
from agent.llm import ChatReply, ChatRequest
from agent.llm_model import ModelWriter
from agent.llm_offline import OfflineWriter
from agent.models import Credibility, Evidence, Increment, Point, Span, Table
from agent.state import MAX_ROUNDS
from agent.verification import check_patch, cut
from evals.bench.given import count, flags, text_of
from evals.bench.perturb.cells import cell_claims
from evals.bench.perturb.passages import Grid, Passage, grids, notes, passages
from evals.bench.perturb.wording import UNFAITHFUL, applicable
from evals.bench.report import Bound, Clock, Result, command, finish, write_rows

NEVER = ("digit", "unit", "id", "date", "version", "row", "column")
"""Kinds of which none may pass; of the others at most `SELDOM` may, without a caveat."""
SELDOM = 0.05
_NIGHT = "2026-10-12"
_ALIAS = re.compile(r"^(e\d+)(?: \(brief\))?:", re.MULTILINE)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Lie:
    """One planted error: what the material says, and what the model makes of it."""

    kind: str
    material: Passage | Grid
    claim: str


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a lie."""

    passed: bool = False
    with_caveat: bool = False
    truth: bool = False
    """Whether anything that is true came through beside it."""


class LyingModel:
    """Drafts every sentence of its material truly, but for one."""

    name = "liar"
    max_tokens = 4000

    def __init__(self, sentences: Sequence[str], lie: Lie) -> None:
        self._sentences = sentences
        self._lie = lie

    def complete(self, request: ChatRequest) -> ChatReply:
        """See `llm.ChatModel.complete`."""
        cited = _ALIAS.findall(request.turns[0].content)
        texts = [self._lie.claim, *self._sentences]
        points = [{"sentences": [{"text": text, "evidence": cited}]} for text in texts]
        draft = {
            "increment": "i1",
            "title": {"text": "", "evidence": cited},
            "points": points,
            "tables": ["t1"],
        }
        return ChatReply(
            text=json.dumps({"increments": [draft]}, ensure_ascii=False), tokens_in=0, tokens_out=0
        )


def lies(paths: Sequence[Path], *, n: int, seed: int) -> list[Lie]:
    """Up to `n` lies, as evenly over the kinds as the notes allow."""
    draw = random.Random(seed)  # noqa: S311  (sampling, not secrecy)
    material: list[Passage | Grid] = []
    for path in paths:
        for name, text in notes(path) if path.is_dir() else [(path.name, text_of(path))]:
            material.extend(passages(name, text))
            material.extend(grids(name, text))
    draw.shuffle(material)
    found: dict[str, list[Lie]] = {}
    for item in material:
        for kind, claim in _false_claims(item, draw):
            found.setdefault(kind, []).append(Lie(kind, item, claim))
    share = max(1, n // max(1, len(found)))
    chosen = [lie for kind in sorted(found) for lie in found[kind][:share]]
    rest = [lie for kind in sorted(found) for lie in found[kind][share:]]
    draw.shuffle(rest)
    return [*chosen, *rest][:n]


def _false_claims(item: Passage | Grid, draw: random.Random) -> Iterator[tuple[str, str]]:
    if isinstance(item, Grid):
        yield from ((kind, claim) for kind, faithful, claim in cell_claims(item, draw) if not faithful)
    else:
        yield from applicable(UNFAITHFUL, item, draw)


def planned_of(material: Passage | Grid) -> tuple[Planned, list[str]]:
    """An increment made of a passage or table, with its evidence; and the sentences that say it truly."""
    key = hashlib.sha256(material.source.encode("utf-8", "replace")).hexdigest()[:12]
    sentences: list[str] = []
    body: tuple[Point | Table, ...]
    if isinstance(material, Grid):
        body = (Table(header=material.header, rows=material.rows),)
        quotes = [material.source]
    else:
        sentences = list(dict.fromkeys([*material.others, material.sentence]))
        body = tuple(Point(text=text) for text in sentences)
        quotes = [line for line in material.source.split("\n") if line.strip()]
    evidence = tuple(_evidence(material.note, quote, at) for at, quote in enumerate(quotes))
    title = material.rows[0][0] if isinstance(material, Grid) else material.sentence
    increment = Increment(
        id=key, number=1, title=title, body=body, credibility=Credibility(stars=3, reason="a note")
    )
    return Planned(increment=increment, evidence=evidence), sentences


def _evidence(note: str, quote: str, at: int) -> Evidence:
    name = "e" + hashlib.sha256(f"{note}{at}{quote}".encode("utf-8", "replace")).hexdigest()[:9]
    return Evidence(
        id=name,
        span=Span(path=note, start=0, end=len(quote)),
        quote=quote,
        distance=1,
        date=dt.date(2026, 10, 12),
    )


def request_for(planned: Planned, source: str) -> DraftRequest:
    """The question that a night would put for it."""
    return DraftRequest(
        language=language_of(source) or "en",
        document="notes",
        section=("notes",),
        section_text="",
        increments=(planned,),
        night=_NIGHT,
    )


def told(lie: Lie) -> Fate:
    """Send a lie the way of a night."""
    planned, sentences = planned_of(lie.material)
    writer = ModelWriter(LyingModel(sentences, lie), OfflineWriter())
    request = request_for(planned, lie.material.source)
    final: DraftPatch | None = None
    doubtful: set[str] = set()
    for _ in range(MAX_ROUNDS + 1):
        patches = writer.draft(request).patches
        if not patches:
            return Fate()
        checked = check_patch(patches[0], planned, _NIGHT)
        final = cut(checked)
        doubtful = {_bare(claim.text) for claim in checked.claims if claim.kept == "doubtful"}
        if not checked.rejected:
            break
        request = request.model_copy(update={"rejected": (*request.rejected, *checked.rejected)})
    wanted = _bare(lie.claim)
    if final is None:
        return Fate()
    said = _texts(final)
    passed = wanted in said or wanted == _bare(final.title.text)
    tables = any(isinstance(part, DraftTable) for part in final.parts)
    return Fate(
        passed=passed, with_caveat=passed and wanted in doubtful, truth=tables or bool(said - {wanted})
    )


def _texts(patch: DraftPatch) -> set[str]:
    """What a patch says below its title, tables aside."""
    points = (part for part in patch.parts if not isinstance(part, DraftTable))
    return {_bare(claim.text) for point in points for claim in (*point.claims, *point.parts)}


def _bare(text: str) -> str:
    text = re.sub(rf"（截至 {_NIGHT}）| \(as of {_NIGHT}\)", "", text)
    return _SPACE.sub("", text).rstrip("。.;；")


def run(argv: Sequence[str]) -> int:
    """Tell lies and count those that pass."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.liars", description="A model that lies.")
    parser.add_argument("paths", nargs="+", type=Path, help="notes, or folders of notes")
    parser.add_argument("--n", type=count, default=2000, help="how many lies")
    parser.add_argument("--seed", type=int, default=0)
    flags(parser, "one lie a row: id, kind, claim, source, passed")
    options = parser.parse_args(argv)
    clock = Clock()
    all_lies = lies(options.paths, n=options.n, seed=options.seed)
    if not all_lies:
        raise BadInput(
            f"Nothing in {', '.join(map(str, options.paths))} could be told falsely; give notes in Markdown."
        )
    fates = [told(lie) for lie in all_lies]
    rows = [
        {
            "id": number,
            "kind": lie.kind,
            "claim": lie.claim,
            "source": lie.material.source,
            "passed": fate.passed,
        }
        for number, (lie, fate) in enumerate(zip(all_lies, fates, strict=True))
    ]
    write_rows(options.out, rows)
    return finish(_result(all_lies, fates, clock, options.seed), as_json=options.json)


def _result(all_lies: Sequence[Lie], fates: Sequence[Fate], clock: Clock, seed: int) -> Result:
    planted = Counter(lie.kind for lie in all_lies)
    through = Counter(
        lie.kind for lie, fate in zip(all_lies, fates, strict=True) if fate.passed and not fate.with_caveat
    )
    metrics: dict[str, float | None] = {
        f"passed.{kind}": through[kind] / planted[kind] for kind in sorted(planted)
    }
    targets: dict[str, Bound] = {f"passed.{kind}": ("<=", 0.0) for kind in sorted(planted) if kind in NEVER}
    others = sum(count for kind, count in planted.items() if kind not in NEVER)
    if others:
        passed = sum(count for kind, count in through.items() if kind not in NEVER)
        metrics["passed.others"] = passed / others
        targets["passed.others"] = ("<=", SELDOM)
    metrics["truth"] = sum(fate.truth for fate in fates) / max(1, len(fates))
    return Result(
        bench="liars",
        n=len(all_lies),
        metrics=metrics,
        targets=targets,
        seconds=clock.seconds(),
        peak_mb=Clock.peak_mb(),
        seed=seed,
        notes={"lies a kind": dict(planted)},
    )


if __name__ == "__main__":
    command(run)
