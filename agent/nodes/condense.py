"""Sections past their size limit on the night's branch: proposals of their own, after the increments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from agent.condensing import Condensed, Task, condensed, title_of, told, where_it_stands, why_of
from agent.document import Applied, Document, Edit, apply, reached
from agent.models import Language
from agent.nights import ProposalStep
from agent.outcome import IncrementOutcome
from agent.state import RunState, Services, night_of
from agent.workspace import OUR_TRAILERS


@dataclass(frozen=True)
class Shorter:
    """The proposals of a night, and the document after the increments and each of them in turn."""

    proposals: tuple[Condensed, ...] = ()
    states: tuple[bytes, ...] = ()
    lines: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Where the changes of each proposal lie in the last state."""


def shorter(state: RunState, services: Services, document: Document, others: Sequence[Edit]) -> Shorter:
    """What is proposed beside a night's other edits; nothing that they touch or stand beside.

    What was proposed on another night, or was refused, is not proposed again.
    """
    edits = list(others)
    task = Task(
        document=document,
        name=services.document.name,
        path=services.document.path,
        limit=services.document.section_limit,
        today=night_of(state),
    )
    found = condensed(
        task, taken=reached(document, edits), known=_known(state, services), condenser=services.condenser
    )
    kept: list[Condensed] = []
    states: list[bytes] = []
    for proposal in found:
        applied = apply(document, [*edits, *proposal.edits])
        if isinstance(applied, Applied):
            edits.extend(proposal.edits)
            kept.append(proposal)
            states.append(applied.data)
    return Shorter(tuple(kept), tuple(states), _lines(document, edits, kept))


def _known(state: RunState, services: Services) -> frozenset[str]:
    """Keys of all changes that a person has before them from another night, or has refused."""
    name = services.document.name
    refused = {decision.increment for decision in services.ledger.refused(name)}
    night = night_of(state)
    seen = (
        event
        for event in services.ledger.proposals(name)
        if event.night != night or event.increment in refused
    )
    return frozenset(key for event in seen for key in event.claims.split("."))


def _lines(
    document: Document, edits: Sequence[Edit], proposals: Sequence[Condensed]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    if not proposals:
        return ()
    applied = apply(document, edits)
    assert isinstance(applied, Applied), "the same edits were applied one proposal after the other"
    at = dict(zip(edits, applied.lines, strict=True))
    return tuple(tuple(at[edit] for edit in proposal.edits) for proposal in proposals)


def step_of(proposal: Condensed, state: RunState, language: Language, date: dt.datetime) -> ProposalStep:
    """The commit of a proposal."""
    title = title_of(proposal, language)
    return ProposalStep(
        increment=proposal.id,
        title=title,
        edits=proposal.edits,
        subject=f"{state['document']}: {title}",
        body="\n".join((why_of(proposal, language), *map(where_it_stands, proposal.changes))),
        trailers=(
            (f"{OUR_TRAILERS}Increment", proposal.id),
            (f"{OUR_TRAILERS}Night", state["night"]),
            (f"{OUR_TRAILERS}Relation", "condenses"),
            *(((f"{OUR_TRAILERS}Writer", proposal.writer),) if proposal.writer else ()),
        ),
        date=date,
    )


def outcomes_of(
    found: Shorter, services: Services, language: Language, first: int, commits: Sequence[str]
) -> tuple[IncrementOutcome, ...]:
    """The records of the proposals, numbered from `first`."""
    text = found.states[-1].decode("utf-8").splitlines() if found.states else []
    return tuple(
        told(
            proposal,
            number=number,
            language=language,
            path=services.document.path,
            lines=lines,
            text=text,
            commit=made,
        )
        for number, (proposal, lines, made) in enumerate(
            zip(found.proposals, found.lines, commits, strict=True), start=first
        )
    )
