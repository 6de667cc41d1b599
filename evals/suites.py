"""The suites: what `redline eval` can run, which are fast, and where each bench finds its material.

Nothing heavy is imported here, so that the command line can name them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.errors import BadInput

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "bench"
GOLDEN_SUITES = (
    "fidelity",
    "coverage",
    "caveats",
    "contradiction",
    "injection",
    "novelty",
    "routing",
    "editing",
    "joining",
    "trust",
    "night",
)
"""Scored on the golden cases (or on given drafts), all from one run of each case's night."""
JUDGE_SUITES = ("judge",)
"""Need a model; their figures stand beside, never inside, the others."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A bench as a suite: its module and what it is pointed at."""

    module: str
    arguments: tuple[str, ...] = ()
    material: tuple[Path, ...] = ()
    """Files and folders that must be there; given as the first arguments, or as the maker's."""
    maker: tuple[str, ...] = ()
    """Module and arguments of a command that makes the bench's file first; `{made}` is that file."""

    def missing(self) -> Path | None:
        """The first of its material that is not there."""
        return next((path for path in self.material if not path.exists()), None)


BENCHES: dict[str, Bench] = {
    "bench.fidelity": Bench("fidelity", material=(SHARED / "fidelity",)),
    "bench.routing": Bench("routing", material=(SHARED / "routing" / "cases.jsonl",)),
    "bench.novelty": Bench("novelty", ("--limit", "300"), (SHARED / "routing" / "cases.jsonl",)),
    "bench.editing": Bench("editing", material=(SHARED / "routing" / "docs",)),
    "bench.reading": Bench("reading", material=(SHARED / "inbox",)),
    "bench.joining": Bench("joining"),
    "bench.consistency": Bench("consistency", ("{made}",), maker=("consistency_make", "{made}")),
    "bench.perturb": Bench(
        "perturb",
        ("check", "{made}"),
        (SHARED / "inbox",),
        ("perturb", "make", "{material}", "--n", "60", "--out", "{made}"),
    ),
    "bench.liars": Bench("liars", ("--n", "200"), (SHARED / "inbox",)),
    "bench.night": Bench("night", ("--items", "200"), (SHARED / "inbox",)),
    "bench.cost": Bench("cost", (str(ROOT),)),
    "ask": Bench("ask"),
}
"""The benches of `evals.bench`; those whose material is absent are not run, and say so."""
GROUPS: dict[str, tuple[str, ...]] = {
    "golden": GOLDEN_SUITES,
    "bench": tuple(BENCHES),
    "all": (*GOLDEN_SUITES, *BENCHES),
}


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """The suites of some names or groups, each once, in their order; the golden ones by default.

    Raises `BadInput` naming the suites that there are.
    """
    known = (*GOLDEN_SUITES, *JUDGE_SUITES, *BENCHES)
    found: list[str] = []
    for name in names or ("golden",):
        if name not in known and name not in GROUPS:
            raise BadInput(
                f"There is no suite {name!r}.", f"Suites: {', '.join(known)}; groups: {', '.join(GROUPS)}."
            )
        found.extend(GROUPS.get(name, (name,)))
    return tuple(dict.fromkeys(found))
