"""Make faithful and unfaithful claims by rule from real sentences and table rows."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agent.errors import BadInput
from evals.bench.perturb.cells import cell_claims
from evals.bench.perturb.faithful import FAITHFUL
from evals.bench.perturb.frames import KINDS as FRAMED
from evals.bench.perturb.frames import framed_claims
from evals.bench.perturb.passages import Grid, Passage, grids, notes, passages
from evals.bench.perturb.wording import UNFAITHFUL, applicable

_TRIES = 10
"""How often a passage may serve one kind, so that small folders still fill every kind."""


def make(folder: Path, *, n: int, seed: int) -> list[dict[str, Any]]:
    """Rows `id, source, claim, label, kind`: up to `n` unfaithful claims a kind, up to `10 n` faithful ones, and
    as many of each kind of `frames` (faithful ones under `faithful:frame`), which need no notes.

    What a folder is too small for is told on standard error; nothing is made up to fill a kind.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder of notes.")
    draw = random.Random(seed)  # noqa: S311  (sampling, not secrecy)
    material: list[Passage | Grid] = []
    for name, text in notes(folder):
        material.extend(passages(name, text))
        material.extend(grids(name, text))
    draw.shuffle(material)
    rows: list[dict[str, Any]] = []
    seen: set[tuple[str, str]] = set()
    counts: Counter[str] = Counter()
    quota = _quota(n)
    for _ in range(_TRIES):
        for item in material:
            for kind, faithful, claim in _claims(item, draw):
                key = f"faithful:{kind}" if faithful else kind
                if counts[key] >= quota.get(key, n) or (item.source, claim) in seen:
                    continue
                seen.add((item.source, claim))
                counts[key] += 1
                rows.append(
                    {
                        "source": item.source,
                        "claim": claim,
                        "label": int(faithful),
                        "kind": key,
                        "note": item.note,
                    }
                )
    for source, kind, faithful, claim in framed_claims(draw, n=n):
        key = f"faithful:{kind}" if faithful else kind
        counts[key] += 1
        rows.append({"source": source, "claim": claim, "label": int(faithful), "kind": key, "note": ""})
    rows.sort(key=lambda row: (row["kind"], row["note"], row["claim"]))
    short = {kind: counts[kind] for kind in (*UNFAITHFUL, "row", "column", *FRAMED) if counts[kind] < n}
    if short:
        print(f"too little material for {n} of each: {short}", file=sys.stderr)
    return [{"id": f"{row['kind']}-{number:05d}", **row} for number, row in enumerate(rows)]


def _quota(n: int) -> dict[str, int]:
    shares = {"quoted": 3.0, "reordered": 1.5, "converted": 1.0, "rounded": 1.0, "numerals": 1.0, "cell": 1.0, "cells": 0.5,
              "ratio": 0.5, "difference": 0.5, "superlative": 0.5, "count": 0.3}  # fmt: skip
    return {f"faithful:{kind}": int(share * n) for kind, share in shares.items()}


def _claims(item: Passage | Grid, draw: random.Random) -> Iterator[tuple[str, bool, str]]:
    if isinstance(item, Grid):
        yield from cell_claims(item, draw)
        return
    for kind, claim in applicable(FAITHFUL, item, draw):
        yield kind, True, claim
    for kind, claim in applicable(UNFAITHFUL, item, draw):
        yield kind, False, claim
