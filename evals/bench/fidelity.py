"""Is the claim supported by the source? People's labels against the verdicts of the fact checker.

`python -m evals.bench.fidelity FILE.jsonl... [--json] [--out FILE]`. A row is `id, dataset, source, claim,
label` (1 supported, 0 not) and, where known, `kind`. Nothing here is fitted on these sets: the checker has
no weights, and its thresholds stand in its modules. Beside the figures over all sets stand those over the sets
whose label says whether the source supports the claim (`support.*`), and every reason with its precision. Rows whose `kind` says "not enough info" are predicted, not scored.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from agent.evidence import EvidenceIndex, as_evidence, assess
from agent.evidence.tokens import raw_tokens
from agent.facts import facts
from evals.bench.fidelity_reasons import Refused, absent, by_reason, refused, table
from evals.bench.given import Row, count, flags, nothing_scored, read_rows
from evals.bench.report import Bound, Clock, Result, bootstrap, command, finish, write_rows

_CHECKABLE = frozenset(
    {"quantity", "ordinal", "date", "version", "arxiv", "doi", "cve", "commit", "issue", "repository", "url", "entity", "superlative", "direction"}
)  # fmt: skip
_DECIDED = {"supported", "unsupported", "contradicted"}
_REFUSED = {"unsupported", "contradicted"}
_ONLY_CONTRADICTION = {"cdconv_zh", "chatprotect_en"}
"""Sets of which label 1 says only that the claim does not contradict: what is new to the source is 1 there."""
_TOLD_FROM = 4
"""Reasons that refused fewer claims are not listed."""
_UNDECIDABLE = re.compile(r"not enough info", re.IGNORECASE)
_PUBLISHED = {
    "faithbench": "balanced accuracy: GPT-4-Turbo .562, GPT-4o .557, HHEM-2.1 .554",
    "summedits": "human .906, GPT-4 .832, QAFactEval .674, SummaC-Conv .571",
    "bump": "AUC: QAFactEval .726, Q2 .649, SummaC .574, ROUGE-2 .538",
    "factcheckgpt": "balanced accuracy on other rows: GPT-4-Turbo .799, MiniCheck-FT5 .747",
    "wice": "balanced accuracy: MiniCheck-7B .819, GPT-4-Turbo .804, AlignScore .660, SummaC-ZS .628",
    "scitab": "macro-F1: human .924, GPT-4 .782, TAPEX .561",
    "ocnli_zh": "3-way accuracy: human .903, RoBERTa-large .782",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """One row with its verdict."""

    group: str
    """The source: claims on one are not independent of each other."""
    kind: str
    label: int
    status: str
    score: float
    overlap: float
    length: int
    checkable: bool
    refused: Refused | None = None
    """Why it was refused; None where it was not."""


def run(argv: Sequence[str]) -> int:
    """Judge every row of the files; print one result; the exit code is 1 when a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.fidelity", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--rounds", type=count, default=1000, help="bootstrap rounds for the intervals")
    parser.add_argument("--every", type=count, default=1, help="judge every so manieth row only")
    flags(parser, "one verdict a row: id, verdict, score, facts")
    options = parser.parse_args(argv)
    clock = Clock()
    sets: dict[str, list[Judged]] = defaultdict(list)
    left_out: Counter[str] = Counter()
    out: list[dict[str, Any]] = []
    for file in options.files:
        for row in islice(read_rows(file), 0, None, options.every):
            name, judged, written = _judge(row, file)
            out.append(written)
            if judged is None:
                left_out[name] += 1
            else:
                sets[name].append(judged)
    write_rows(options.out, out)
    if not sets:
        return nothing_scored(len(out), options.out)
    result = _result(sets, clock, options.rounds)
    result.notes["left out: no label, or not enough information"] = dict(left_out)
    return finish(result, as_json=options.json)


def _judge(row: Row, file: Path) -> tuple[str, Judged | None, dict[str, Any]]:
    source, claim = row.of("source", str), row.of("claim", str)
    judged = assess(claim, EvidenceIndex([as_evidence(source)]))
    verdict = judged.verdict
    written = {
        "id": row.get("id"),
        "verdict": verdict.status,
        "score": judged.score,
        "facts": [check.model_dump(exclude={"quote"}) for check in verdict.facts],
    }
    name = str(row.get("dataset") or file.stem)
    label = row.answer("label", yes=("supported",), no=("unsupported", "contradicted"))
    if label is None or _UNDECIDABLE.search(str(row.get("kind", ""))):
        return name, None, written
    found = any(fact.kind in _CHECKABLE for fact in facts(claim))
    mine, theirs = raw_tokens(claim), raw_tokens(source)
    overlap = len(mine & theirs) / len(mine) if mine else 0.0
    kept = Judged(
        source,
        str(row.get("kind", "")),
        int(label),
        verdict.status,
        judged.score,
        overlap,
        len(claim),
        found,
        refused(name, int(label), source, verdict.facts) if verdict.status in _REFUSED else None,
    )
    return name, kept, written


def auc(rows: Sequence[Judged], score: Callable[[Judged], float]) -> float | None:
    """Area under the ROC curve: the chance that a supported claim scores above one that is not; ties count half."""
    pairs = sorted((score(row), row.label) for row in rows)
    positive = sum(label for _, label in pairs)
    negative = len(pairs) - positive
    if not positive or not negative:
        return None
    ranks = place = 0.0
    index = 0
    while index < len(pairs):
        last = index
        while last + 1 < len(pairs) and pairs[last + 1][0] == pairs[index][0]:
            last += 1
        place = (index + last) / 2 + 1
        ranks += place * sum(label for _, label in pairs[index : last + 1])
        index = last + 1
    return (ranks - positive * (positive + 1) / 2) / (positive * negative)


def balanced(rows: Sequence[Judged]) -> float | None:
    """Balanced accuracy of "supported" or "partly supported" against all else."""
    hits = {0: 0, 1: 0}
    totals = {0: 0, 1: 0}
    for row in rows:
        said = int(row.status in {"supported", "partly supported"})
        totals[row.label] += 1
        hits[row.label] += said == row.label
    if not totals[0] or not totals[1]:
        return None
    return (hits[0] / totals[0] + hits[1] / totals[1]) / 2


def _share(rows: Sequence[Judged], test: Callable[[Judged], bool]) -> float | None:
    return sum(test(row) for row in rows) / len(rows) if rows else None


def _lacks(row: Judged) -> bool:
    """Whether the source of a refused claim nowhere has, letter for letter, a figure or name of it."""
    return row.refused is not None and absent(row.refused)


def _measures(rows: Sequence[Judged]) -> dict[str, float | None]:
    checkable = [row for row in rows if row.checkable]
    supported = [row for row in checkable if row.status == "supported"]
    denied = [row for row in checkable if row.status in _REFUSED]
    return {
        "auc": auc(rows, lambda row: row.score),
        "bacc": balanced(rows),
        "decided": _share(checkable, lambda row: row.status in _DECIDED),
        "right_supported": _share(supported, lambda row: row.label == 1),
        "right_unsupported": _share(denied, lambda row: row.label == 0),
        "right_or_absent": _share(denied, lambda row: row.label == 0 or _lacks(row)),
    }


def _result(sets: dict[str, list[Judged]], clock: Clock, rounds: int) -> Result:
    metrics: dict[str, float | None] = {}
    notes: dict[str, Any] = {}
    everything = [row for rows in sets.values() for row in rows]
    told = [row for name, rows in sets.items() if name not in _ONLY_CONTRADICTION for row in rows]
    for group, rows in (("all", everything), ("support", told)):
        figures = _measures(rows).items()
        metrics.update({f"{group}.{name}": value for name, value in figures if name not in {"auc", "bacc"}})
    for name, rows in sorted(sets.items()):
        metrics.update({f"{name}.{measure}": value for measure, value in _measures(rows).items()})
        notes[name] = _note(name, rows, rounds)
    why = [row.refused for row in told if row.checkable and row.refused is not None]
    notes["reasons (sets that label support)"] = table(by_reason(why), _TOLD_FROM)
    targets: dict[str, Bound] = {
        "all.right_unsupported": (">=", 0.95),
        "all.right_supported": (">=", 0.85),
        "all.decided": (">=", 0.60),
    }
    for name, least in (("wice", 0.78), ("scitab", 0.65)):
        if name in sets:
            targets[f"{name}.auc"] = (">=", least)
    return Result(
        bench="fidelity",
        n=len(everything),
        metrics=metrics,
        targets=targets,
        seconds=clock.seconds(),
        peak_mb=Clock.peak_mb(),
        notes=notes,
    )


def _note(name: str, rows: list[Judged], rounds: int) -> dict[str, Any]:
    """What stands beside a set's figures: interval over sources, simple baselines, published scores, kinds."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    kinds: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        groups[row.group].append(row)
        kinds[row.kind].append(row)
    interval = bootstrap(
        list(groups.values()), lambda drawn: auc(drawn, lambda row: row.score), rounds=rounds
    )
    return {
        "n": len(rows),
        "auc interval": _rounded(interval),
        "auc of word overlap": _rounded(auc(rows, lambda row: row.overlap)),
        "auc of claim length": _rounded(auc(rows, lambda row: -row.length)),
        "published": _PUBLISHED.get(name, "none comparable"),
        "verdicts a kind": {kind: _statuses(members) for kind, members in sorted(kinds.items())},
    }


def _statuses(rows: Sequence[Judged]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for row in rows:
        counts[row.status] += 1
    return dict(sorted(counts.items()))


def _rounded(value: float | tuple[float, float] | None) -> Any:
    if value is None:
        return None
    return round(value, 3) if isinstance(value, float) else [round(end, 3) for end in value]


if __name__ == "__main__":
    command(run)
