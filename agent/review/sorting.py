"""What becomes of each proposal of a night on another base: it follows, is drafted anew, or goes.

One whose section nobody touched follows as it is. One whose section has changed is drafted anew against it and checked,
unless a person has said how it is to read: then those words stay as long as the document takes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.document import Applied, Applier, Document, Edit, reanchored
from agent.errors import NotReviewable
from agent.ledger import Decided
from agent.nights import NightRecord, ProposalStep
from agent.outcome import IncrementOutcome
from agent.relation import Said, lines_of, relation_of_texts
from agent.review.decisions import Stand
from agent.review.redrafting import Redraft, Redrafted
from agent.review.wording import reworded, seen_of

Why = Literal["landed", "said", "anew"]
"""Why a proposal does not just follow: the base has it, the base says it, or its section is another one now."""
_SAID = ("covered", "confirms")
_AGAINST = ("contradicts", "supersedes")


@dataclass(frozen=True)
class Move:
    """A night between two states of its document."""

    record: NightRecord
    old: Document
    new: Document
    landed: frozenset[str]
    """Increments that the new base has."""
    redraft: Redraft | None = None
    """None where nobody can draft: what would be drafted anew goes."""


@dataclass(frozen=True)
class Placed:
    """A proposal as it stands on the new base."""

    stand: Stand
    outcome: IncrementOutcome | None = None
    """What it came to, where it was drafted anew in other words."""
    carried: Decided | None = None
    """A person's wording, as it is kept for what was drafted anew."""


@dataclass(frozen=True)
class Sorted:
    """All proposals of a night."""

    kept: tuple[Placed, ...]
    gone: tuple[tuple[Stand, Why], ...]


def sorted_out(move: Move, stands: Sequence[Stand], *, as_accepted: bool = False) -> Sorted:
    """What follows, with its edits stated against the new base, and what goes.

    `as_accepted`: as if a person had accepted all that is open.
    """
    fates: dict[str, Why] = {}
    placed: dict[str, Placed] = {}
    applier = Applier(move.new)
    for stand in stands:
        name = stand.step.increment
        fate = _fate(move, stand, as_accepted=as_accepted)
        edits = None if fate else reanchored(stand.step.edits, move.old, move.new)
        follows = _stated(stand, edits) if edits is not None else None
        if follows and _fits(applier, placed, follows):
            placed[name] = follows
        else:
            fates[name] = fate or "anew"
    asked = [stand for stand in stands if fates.get(stand.step.increment) == "anew" and not stand.refused]
    made = _redrafted(move, asked, placed)
    for stand in asked:
        again = _anew(stand, made.get(stand.step.increment))
        if again and _fits(applier, placed, again):
            placed[stand.step.increment] = again
    names = [stand.step.increment for stand in stands]
    said = {name for name, one in made.items() if one.said}
    return Sorted(
        kept=tuple(placed[name] for name in names if name in placed),
        gone=tuple(
            (stand, "said" if name in said else fates[name])
            for name, stand in zip(names, stands, strict=True)
            if name not in placed
        ),
    )


def _fate(move: Move, stand: Stand, *, as_accepted: bool) -> Why | None:
    """Why a proposal does not follow as it is; None where it may."""
    if stand.step.increment in move.landed:
        return "landed"
    if stand.edited is not None or stand.refused:
        return None
    outcome = _outcome(move, stand)
    changed = _is_touched(move, stand.step)
    if outcome.kind != "increment":
        return "anew" if outcome.kind == "condense" and changed else None
    now, before = (_relation(move, outcome, document) for document in (move.new, move.old))
    if now in _SAID and before not in _SAID:
        return "said"
    if now in _AGAINST and before not in _AGAINST:
        return "anew"
    return "anew" if changed and stand.decided is None and not as_accepted else None


def _outcome(move: Move, stand: Stand) -> IncrementOutcome:
    return next(one for one in move.record.outcome.increments if one.id == stand.step.increment)


def _is_touched(move: Move, step: ProposalStep) -> bool:
    """Whether a section that it edits reads otherwise now, or is gone."""
    for ref in dict.fromkeys(edit.section for edit in step.edits):
        old, new = move.old.section(ref), move.new.section(ref)
        if old is None or new is None or old.text.strip() != new.text.strip():
            return True
    return False


def _relation(move: Move, outcome: IncrementOutcome, document: Document) -> str:
    texts = [claim.text for claim in outcome.claims if claim.kept != "refused"]
    if not texts:
        return "new"
    return relation_of_texts(texts, Said(lines_of(document)), date=move.record.night).relation


def _stated(stand: Stand, edits: tuple[Edit, ...]) -> Placed:
    return Placed(replace(stand, step=stand.step.model_copy(update={"edits": edits})))


def _fits(applier: Applier, placed: Mapping[str, Placed], one: Placed) -> bool:
    """Whether the document takes a proposal beside the others, in our words and in those that stand."""
    others = [other.stand for other in placed.values()]
    ours = [*(edit for other in others for edit in other.step.edits), *one.stand.step.edits]
    theirs = [*(edit for other in others for edit in other.edits), *one.stand.edits]
    return all(isinstance(applier.apply(edits), Applied) for edits in (ours, theirs))


def _redrafted(move: Move, asked: Sequence[Stand], placed: Mapping[str, Placed]) -> Mapping[str, Redrafted]:
    wanted = [one for stand in asked if (one := _outcome(move, stand)).kind == "increment"]
    if not wanted or move.redraft is None:
        return {}
    kept = [edit for one in placed.values() for edit in one.stand.step.edits]
    return move.redraft(move.record, move.new, wanted, kept)


def _anew(stand: Stand, made: Redrafted | None) -> Placed | None:
    """A proposal as it was drafted anew; a person's words, where they gave some, stand in its place.

    A decision that was given on the words before counts where they are the same words.
    """
    if made is None or made.step is None:
        return None
    if stand.edited is not None:
        return _in_their_words(stand.edited, made)
    if seen_of(made.step.edits) == seen_of(stand.step.edits):
        return _stated(stand, made.step.edits)
    return Placed(Stand(made.step), made.outcome)


def _in_their_words(edited: Decided, made: Redrafted) -> Placed | None:
    assert made.step is not None, "asked before"
    try:
        reworded(made.step.edits, edited.text)
    except NotReviewable:
        return None
    seen = seen_of(made.step.edits)
    claims = made.outcome.fingerprint() if made.outcome else edited.claims
    carried = edited.model_copy(update={"seen": seen, "claims": claims})
    return Placed(Stand(made.step, carried, carried), made.outcome, carried)
