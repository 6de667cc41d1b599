"""How far a judge agrees with labels: Cohen's kappa, with the interval that so few rows leave open.

Cohen, A Coefficient of Agreement for Nominal Scales (1960). The interval is Wilson's of the share on which both
agree, with the agreement of chance held as it was seen: a bootstrap gives none where all rows agree.
"""

from __future__ import annotations

from collections.abc import Mapping

from evals.intervals import wilson
from evals.judge import ASPECTS
from evals.record import Share


def kappas(groups: Mapping[str, Mapping[str, Share]]) -> dict[str, float | None]:
    """Of each aspect: kappa, the ends of its 95 % interval, and the rows that both judged."""
    found: dict[str, float | None] = {}
    for aspect in ASPECTS:
        counts = {pair: share.of for pair, share in groups.get(f"agrees_{aspect}", {}).items()}
        rows = sum(counts.values())
        agreed = sum(count for pair, count in counts.items() if len(set(pair.split("/"))) == 1)
        low, high = wilson(agreed, rows)
        chance = _chance(counts, rows)
        found |= {
            f"{aspect}.kappa": _beyond(agreed / rows if rows else None, chance),
            f"{aspect}.from": _beyond(low if rows else None, chance),
            f"{aspect}.to": _beyond(high if rows else None, chance),
            f"{aspect}.rows": rows,
        }
    return found


def _chance(counts: Mapping[str, int], rows: int) -> float:
    """How often both would agree if each said yes as often as it did, and at random."""
    if not rows:
        return 1.0
    people = sum(count for pair, count in counts.items() if pair.startswith("yes")) / rows
    judge = sum(count for pair, count in counts.items() if pair.endswith("yes")) / rows
    return people * judge + (1 - people) * (1 - judge)


def _beyond(agreed: float | None, chance: float) -> float | None:
    """Agreement beyond chance; None where chance alone would give all of it."""
    return None if agreed is None or chance == 1 else (agreed - chance) / (1 - chance)
