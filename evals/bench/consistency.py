"""How well a text's inner contradictions are found.

    python -m evals.bench.consistency FILE.jsonl [--json] [--out FILE]

A row holds `id` and `text`, and the answer where there is one: `faults`, a list of
`{kind, quote_a, quote_b}` (empty for a clean text), or `label` (true, 1 or "faulty" when the text holds a
fault). With quotations a finding is right when it quotes one of the places of an expected fault, and it
counts once; with a label a text is judged as a whole.
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.consistency import faults
from agent.errors import BadInput
from agent.models import Doubt
from evals.bench.given import Row, flags, nothing_scored, read_rows
from evals.bench.report import Clock, Result, bootstrap, command, finish, write_rows

TARGETS: dict[str, tuple[Any, float]] = {"precision": (">=", 0.95), "recall": (">=", 0.90)}


@dataclass(slots=True)
class Score:
    """Of one row: findings right and wrong, expected faults found and missed."""

    right: int = 0
    wrong: int = 0
    found: int = 0
    missed: int = 0
    kinds: list[tuple[str, bool]] = field(default_factory=list)
    """Each expected fault's kind, and whether it was found."""


def score_row(row: Row, findings: Sequence[Doubt]) -> Score | None:
    """The score of one row, or None where the row holds no answer."""
    if row.get("faults") is not None:
        return _by_quotes(row.of("faults", list), findings)
    faulty = row.answer("label", yes=("faulty", "fault"), no=("clean", "ok"))
    if faulty is None:
        return None
    flagged = bool(findings)
    kind = str(row.get("kind", ""))
    return Score(
        right=int(flagged and faulty),
        wrong=int(flagged and not faulty),
        found=int(flagged and faulty),
        missed=int(faulty and not flagged),
        kinds=[(kind, flagged)] if faulty else [],
    )


def _by_quotes(expected: Sequence[Mapping[str, Any]], findings: Sequence[Doubt]) -> Score:
    score = Score()
    told: set[int] = set()
    for fault in expected:
        hits = {at for at, finding in enumerate(findings) if _same_place(fault, finding)}
        told |= hits
        score.found += bool(hits)
        score.missed += not hits
        score.kinds.append((str(fault.get("kind", "")), bool(hits)))
    score.right, score.wrong = len(told), len(findings) - len(told)
    return score


def _same_place(fault: Mapping[str, Any], finding: Doubt) -> bool:
    expected = [_bare(str(fault.get(key) or "")) for key in ("quote_a", "quote_b")]
    quoted = [_bare(place.quote) for place in (finding.a, finding.b) if place is not None]
    return any(e and q and (e in q or q in e) for e in expected for q in quoted)


def _bare(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _precision(scores: list[Score]) -> float | None:
    return _ratio(sum(s.right for s in scores), sum(s.right + s.wrong for s in scores))


def _recall(scores: list[Score]) -> float | None:
    return _ratio(sum(s.found for s in scores), sum(s.found + s.missed for s in scores))


def _date(row: Row) -> dt.date | None:
    """The date of the text, where the row gives one."""
    if row.get("date") is None:
        return None
    try:
        return dt.date.fromisoformat(row.of("date", str))
    except ValueError as error:
        raise BadInput(f"{row.place}: {row['date']!r} is no date.") from error


def prediction(row: Mapping[str, Any], findings: Sequence[Doubt]) -> dict[str, object]:
    """A row of `--out`."""
    shown = [
        {"kind": f.kind, "quote_a": f.a.quote if f.a else "", "quote_b": f.b.quote if f.b else ""}
        for f in findings
    ]
    return {"id": row["id"], "faults": shown}


def run(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; return 0 when its targets are met, or where there is nothing to score."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.consistency", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    flags(parser, "one prediction a row: id, faults")
    given = parser.parse_args(argv)
    clock, scores, rows = Clock(), [], []
    kinds: dict[str, Counter[bool]] = {}
    for path in given.files:
        for row in read_rows(path):
            findings = faults(row.of("text", str), date=_date(row))
            rows.append(prediction(row, findings))
            score = score_row(row, findings)
            if score is not None:
                scores.append(score)
                for kind, hit in score.kinds:
                    kinds.setdefault(kind or "any", Counter())[hit] += 1
    write_rows(given.out, rows)
    if not scores:
        return nothing_scored(len(rows), given.out)
    groups = [[score] for score in scores]
    result = Result(
        bench="consistency",
        n=len(scores),
        metrics={"precision": _precision(scores), "recall": _recall(scores)},
        targets=TARGETS,
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        notes={
            "recall by kind": {kind: f"{hits[True]}/{hits.total()}" for kind, hits in sorted(kinds.items())},
            "precision 95%": bootstrap(groups, _precision),
            "recall 95%": bootstrap(groups, _recall),
        },
    )
    return finish(result, as_json=given.json)


if __name__ == "__main__":
    command(run)
