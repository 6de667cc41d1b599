"""What became of one value of a claim, on its way to a check of the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from agent.evidence.arithmetic import Computed
from agent.evidence.atoms import Atom
from agent.evidence.case import FactStatus
from agent.evidence.units import Unit
from agent.facts.model import Fact


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one value: the value of the evidence that was taken, and why."""

    status: FactStatus
    source: Atom | None = None
    how: str = ""
    reason: str = ""
    unsure: bool = False
    """Whether the fault is only that the same digits stand there with another unit: arithmetic may know better."""


def computed(computed: Computed) -> Finding:
    return Finding("proved", computed.operands[0], how=f"computed: {computed.how}")


def pointer(unit: Unit) -> Atom:
    """A stand-in that leads to a unit as a whole."""
    return Atom(Fact("quantity", "", 0, 0, ""), set(), unit=unit.number)
