"""Whether a value that the source does have is said there of the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.evidence.atoms import Atom
from agent.evidence.tokens import number_token, weight
from agent.evidence.values import compare

_SURE = 2.0
"""Weight of the words beside a value from which on they name what it is said of."""


@dataclass(frozen=True, slots=True)
class Clash:
    """The source says the value of something else: which words point to the other value."""

    rival: Atom
    words: tuple[str, ...]
    sure: bool = False
    """Whether the words right beside the claim's value are all the rival's."""


def clash(
    claim: Atom, claim_tokens: set[str], found: Atom, rivals: Iterable[Atom], others: Sequence[Atom] = ()
) -> Clash | None:
    """The rival value whose words the claim uses instead of those of the value found, if there is one.

    A rival has the same dimension and stands in the same sentence, row or column. Words that both have
    do not tell them apart; of the rest the claim must not favour the rival's. A rival whose own value the
    claim gives too (`others`) is one only where the two have changed places.
    """
    if found.column == 0 and found.head:  # a label names its row; nothing is said of it
        return None
    own = {number_token(value) for fact in (claim.fact, found.fact) for value in fact.values}
    mine_all = found.near | found.shared | own
    worst: Clash | None = None
    most = 0.0
    for rival in rivals:
        if rival is found or rival.fact.normal == found.fact.normal:
            continue
        theirs = rival.near - mine_all
        mine = found.near - rival.near - rival.shared
        words = {token for token in claim.near if token[0] != "#"}
        local = _lean(words, mine, theirs) or _lean(claim.near, mine, theirs)
        lean = local if local != 0.0 else _lean(claim_tokens, mine, theirs)
        if lean > most and not _told_apart(rival, found, others):
            most = lean
            sure = local >= _SURE and not weight(words & mine)
            worst = Clash(rival, tuple(sorted((claim.near | claim_tokens) & theirs)), sure=sure)
    return worst


def _told_apart(rival: Atom, found: Atom, others: Sequence[Atom]) -> bool:
    """Whether the claim gives the rival's value as well, and not in the words of the value found."""
    there = [other for other in others if _states(other, rival)]
    return bool(there) and all(
        _lean(other.near, rival.near - found.near, found.near - rival.near - rival.shared) <= 0.0
        for other in there
    )


def _states(claim: Atom, source: Atom) -> bool:
    """Whether a value of the claim is one of the source, perhaps rounded or in another unit."""
    if claim.fact.normal == source.fact.normal:
        return True
    match = compare(claim.fact, source.fact)
    return match is not None and match.how in {"rounded", "converted"}


def _lean(tokens: set[str], mine: set[str], theirs: set[str]) -> float:
    """Positive where the tokens speak for the rival, negative where they speak for the value found."""
    return weight(tokens & theirs) - weight(tokens & mine)
