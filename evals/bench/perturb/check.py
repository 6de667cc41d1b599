"""Judge claims of a file, also one that somebody else made, and count what is caught."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from agent.evidence import EvidenceIndex, as_evidence, assess
from evals.bench.given import nothing_scored, read_rows
from evals.bench.report import Bound, Clock, Result, finish, write_rows

_WORDY = ("entity", "negation", "direction", "hedge", "condition")
_STRUCTURED = ("row", "column", "pairing", "subject", "count", "superlative", "ratio")
_FRAMED = ("role", "plan", "sibling", "turned", "formerly", "denied", "scope")
_EXACT = ("digit", "magnitude", "unit", "bound", "range", "date", "version", "id", "url")
_CAUGHT = {"unsupported", "contradicted"}
_YES = {"faithful", "supported", "ok"}
_NO = {"unfaithful", "unsupported", "not supported", "contradicted", "refuted", "planted", "wrong", "error"}


def check(file: Path, *, as_json: bool, out: Path | None) -> int:
    """Judge each row `id, source, claim[, label, kind]`; without labels only the verdicts are written."""
    clock = Clock()
    indexes: dict[str, EvidenceIndex] = {}
    verdicts: list[dict[str, Any]] = []
    groups: dict[str, list[str]] = defaultdict(list)
    faithful: dict[str, list[str]] = defaultdict(list)
    factual: list[str] = []
    for number, row in enumerate(read_rows(file)):
        source = row.of("source", str)
        index = indexes.setdefault(source, EvidenceIndex([as_evidence(source)]))
        judged = assess(row.of("claim", str), index)
        verdict = judged.verdict
        facts = [check.model_dump(exclude={"quote"}) for check in verdict.facts]
        verdicts.append(
            {"id": row.get("id", number), "verdict": verdict.status, "score": judged.score, "facts": facts}
        )
        if verdict.facts:
            factual.append(verdict.status)
        label = row.answer("label", yes=_YES, no=_NO)
        if label is None:
            continue
        kind = str(row.get("kind", "claim")).strip()
        if label:
            faithful[kind.removeprefix("faithful:")].append(verdict.status)
        else:
            groups[kind].append(verdict.status)
    write_rows(out, verdicts)
    if not groups and not faithful:
        return nothing_scored(len(verdicts), out)
    return finish(_result(groups, faithful, factual, clock, len(verdicts)), as_json=as_json)


def _share(statuses: list[str], wanted: set[str]) -> float:
    return sum(status in wanted for status in statuses) / len(statuses)


def _result(
    groups: dict[str, list[str]], faithful: dict[str, list[str]], factual: list[str], clock: Clock, n: int
) -> Result:
    metrics: dict[str, float | None] = {
        f"caught.{kind}": _share(groups[kind], _CAUGHT) for kind in sorted(groups)
    }
    targets: dict[str, Bound] = {}
    for kinds, least in ((_EXACT, 0.99), (_STRUCTURED, 0.97), (_FRAMED, 0.97), (_WORDY, 0.90)):
        targets.update({f"caught.{kind}": (">=", least) for kind in kinds if kind in groups})
    everything = [status for statuses in faithful.values() for status in statuses]
    if everything:
        metrics["false_alarm"] = _share(everything, _CAUGHT)
        targets["false_alarm"] = ("<=", 0.02)
    if factual:
        metrics["unchecked"] = _share(factual, {"unchecked"})
        targets["unchecked"] = ("<=", 0.10)
    notes = {
        "claims a kind": {kind: len(groups[kind]) for kind in sorted(groups)},
        "false alarms by rule": {
            kind: round(_share(faithful[kind], _CAUGHT), 4) for kind in sorted(faithful)
        },
        "faithful claims called supported": round(_share(everything, {"supported"}), 4)
        if everything
        else None,
        "faithful claims": len(everything),
    }
    return Result(
        bench="perturb",
        n=n,
        metrics=metrics,
        targets=targets,
        seconds=clock.seconds(),
        peak_mb=Clock.peak_mb(),
        notes=notes,
    )
