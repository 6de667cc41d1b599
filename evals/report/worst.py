"""The worst cases of a run with what they changed, and what could not be scored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from evals.drafted import Drafted
from evals.golden import GoldenCase
from evals.record import CaseScore, Finding

MOST = 10
_LINES = 12
_KEY = re.compile(r"-[0-9a-f]{20}\.json\Z")
_NOT_HERE = frozenset({"night"})
"""Suites that only sum the others up: told where nothing else was run."""
PROXY = "key_facts"
"""A figure that needs no label, told in one line: what sources say beside what should come counts in it too."""


@dataclass(frozen=True, slots=True)
class Worst:
    """A case, what is wrong with it, and its diff."""

    case: str
    tests: str
    wrong: tuple[tuple[str, Finding], ...]
    """With the suite, what must never happen first; `PROXY` apart."""
    left_out: tuple[str, ...]
    """Of `PROXY`: what the draft does not carry."""
    harmful: bool
    gone: tuple[str, ...]
    come: tuple[str, ...]
    more: int
    """Lines of the diff that are not shown."""
    drafted: bool
    """Whether its draft is at hand."""


def worst_cases(
    scores: Sequence[CaseScore], cases: Sequence[GoldenCase], nights: Path, harmful: frozenset[str]
) -> tuple[Worst, ...]:
    """The cases with the most wrong findings; what must never happen weighs most, then what labels say."""
    known = {case.id: case for case in cases}
    wrong: dict[str, list[tuple[str, Finding]]] = {}
    parts = {score.suite for score in scores} - _NOT_HERE
    for score in scores:
        if score.suite not in _NOT_HERE or not parts:
            wrong.setdefault(score.case, []).extend(
                (score.suite, one) for one in score.findings if one.outcome == "wrong"
            )
    for found in wrong.values():
        found.sort(key=lambda pair: pair[1].metric not in harmful)
    order = sorted(
        (case for case, found in wrong.items() if found),
        key=lambda case: (
            -sum(one.metric in harmful for _, one in wrong[case]),
            -sum(one.metric != PROXY for _, one in wrong[case]),
            -len(wrong[case]),
            case,
        ),
    )
    return tuple(_worst(case, wrong[case], known.get(case), nights, harmful) for case in order[:MOST])


def _worst(
    case: str,
    wrong: Sequence[tuple[str, Finding]],
    golden: GoldenCase | None,
    nights: Path,
    harmful: frozenset[str],
) -> Worst:
    drafted = draft_of(case, nights)
    gone = [line.text for line in drafted.removed() if line.text.strip()] if drafted else []
    come = [line.text for line in drafted.added() if line.text.strip()] if drafted else []
    return Worst(
        case=case,
        tests=golden.tests if golden else "",
        wrong=tuple(pair for pair in wrong if pair[1].metric != PROXY),
        left_out=tuple(one.what for _, one in wrong if one.metric == PROXY),
        harmful=any(one.metric in harmful for _, one in wrong),
        gone=tuple(gone[:_LINES]),
        come=tuple(come[:_LINES]),
        more=max(0, len(gone) - _LINES) + max(0, len(come) - _LINES),
        drafted=drafted is not None,
    )


def draft_of(case: str, nights: Path) -> Drafted | None:
    """The newest draft of a case that was kept; None where there is none that can be read."""
    kept = [path for path in nights.glob(f"{case}-*.json") if _KEY.sub("", path.name) == case]
    for path in sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            return Drafted.model_validate_json(path.read_bytes())
        except (OSError, ValidationError):
            continue
    return None


@dataclass(frozen=True, slots=True)
class Unscored:
    """What could not be scored, by figure and reason."""

    metric: str
    why: str
    count: int
    first: str
    """One of the cases."""


def unscored(scores: Sequence[CaseScore]) -> tuple[Unscored, ...]:
    """Everything that counts in no figure, the commonest first."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for score in scores:
        for one in score.findings:
            if one.outcome == "unscored":
                key = (f"{score.suite} · {one.metric}", one.why)
                counts[key] += 1
                first.setdefault(key, score.case)
    return tuple(
        Unscored(metric, why, count, first[metric, why]) for (metric, why), count in counts.most_common()
    )
