"""The rules that falsify a sentence, by kind. They use nothing of the checker, so that they can surprise it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from evals.bench.perturb.figures import bound, count, digit, magnitude, pairing, range_, ratio, unit
from evals.bench.perturb.marks import date, id_, url, version
from evals.bench.perturb.passages import Passage
from evals.bench.perturb.rule import Rule
from evals.bench.perturb.things import condition, entity, invented, subject
from evals.bench.perturb.words import direction, hedge, negation, superlative

UNFAITHFUL: dict[str, Rule] = {
    "digit": digit, "magnitude": magnitude, "unit": unit, "bound": bound, "range": range_, "date": date, "version": version,
    "id": id_, "url": url, "count": count, "direction": direction, "superlative": superlative, "hedge": hedge,
    "negation": negation, "entity": entity, "subject": subject, "condition": condition, "pairing": pairing, "ratio": ratio,
    "invented": invented,
}  # fmt: skip


def applicable(rules: dict[str, Rule], passage: Passage, draw: random.Random) -> Iterator[tuple[str, str]]:
    """Each rule that has something to change in the passage, with the claim that it makes."""
    for kind, rule in rules.items():
        claim = rule(passage, draw)
        if claim and (claim != passage.sentence or kind == "quoted"):
            yield kind, claim
