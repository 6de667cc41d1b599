"""Caveats on the night's branch: what new evidence settles or hardens, proposed line by line after the increments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.assembly import Built
from agent.document import Applied, Document, Edit, apply
from agent.entries import Entry
from agent.ledger import Event, Reminded, Settled, Sighted
from agent.models import Language
from agent.nights import ProposalStep
from agent.nodes.read import sources_of
from agent.nodes.triage import Triage
from agent.outcome import IncrementOutcome, LookAgain, Outcome, Sighting
from agent.state import RunState, Services, night_of, recall
from agent.watching import Change, Found, WatchList, changes, outcome_of
from agent.workspace import OUR_TRAILERS
from agent.workspace.trailers import Trailer

_NOTE: Mapping[Language, str] = {
    "zh": "再看一次（{due} 到期）：「{wording}」，{title}（L{line}）；解除条件：{settled_by}",
    "en": "look again (due {due}): “{wording}”, {title} (L{line}); settled by: {settled_by}",
}
_BY_HAND: Mapping[Language, str] = {
    "zh": "对待核实「{wording}」（{title}）有新依据而未能改写其所在行，请人工处理：{quote}（{place}）",
    "en": "new evidence about “{wording}” ({title}), whose line could not be edited; see to it by hand: {quote} ({place})",
}
_SETTLED: Mapping[Language, str] = {
    "zh": "只记在审阅里的待核实「{wording}」（{title}）已有依据，不再留意：{quote}（{place}）",
    "en": "a caveat that only reviewers saw, “{wording}” ({title}), is settled and watched no more: {quote} ({place})",
}
_QUOTED = 200


@dataclass(frozen=True)
class Looked:
    """What came of looking at the watch list."""

    changes: tuple[Change, ...] = ()
    states: tuple[bytes, ...] = ()
    """The document after the increments and each proposal in turn."""
    lines: tuple[tuple[int, int], ...] = ()
    """Where each proposal lies in the last state."""
    sightings: tuple[Sighting, ...] = ()
    look_again: tuple[LookAgain, ...] = ()
    settled: tuple[str, ...] = ()
    """Ids of caveats that were for the reviewer alone and are settled: the document has no line of theirs."""
    notes: tuple[str, ...] = ()


def looked(
    state: RunState, services: Services, document: Document, built: Sequence[Built], language: Language
) -> Looked:
    """Hold the night's sources against the caveats that stand in the document; nothing that its increments change."""
    night = night_of(state)
    watching = WatchList(services.repository, services.ledger, services.document.name)
    if not watching.watches:
        return Looked()
    services.progress.stage("watch", f"{len(watching.watches)} caveats")
    places = watching.placed(document, language)
    sightings = watching.sightings(sources_of(state, services), night, _cut(state, services))
    found = watching.open_findings(sightings, places, night)
    edits = [edit for entry in built for edit in entry.edits]
    kept: list[Change] = []
    states: list[bytes] = []
    for change in changes(document, services.document.name, found, language=language):
        applied = apply(document, [*edits, change.edit])
        if isinstance(applied, Applied):
            edits.append(change.edit)
            kept.append(change)
            states.append(applied.data)
    proposed = {one.watch.id for change in kept for one in change.found}
    unseen = [
        one
        for one in found
        if one.place.block is None
        and one.sighting.effect == "settles"
        and one.watch.event.caveat.risk == "low"
    ]
    settled = {one.watch.id for one in unseen}
    due = watching.due(places, night, proposed | settled)
    by_hand = [one for one in found if one.watch.id not in proposed | settled and one.sighting in sightings]
    return Looked(
        changes=tuple(kept),
        states=tuple(states),
        lines=_lines(document, edits, kept),
        sightings=sightings,
        look_again=due,
        settled=tuple(sorted(settled)),
        notes=(
            *(_NOTE[language].format(**one.model_dump()) for one in due),
            *(_told(_SETTLED, one, language) for one in unseen),
            *(_told(_BY_HAND, one, language) for one in by_hand),
        ),
    )


def _cut(state: RunState, services: Services) -> dict[str, list[Entry]]:
    """The night's entries by path, where triage has cut them."""
    if not state["triage"]:
        return {}
    triaged = recall(services.kept, state["triage"], Triage)
    return {source.path: [entry for entry, _ in source.entries] for source in triaged.sources}


def _told(words: Mapping[Language, str], one: Found, language: Language) -> str:
    return words[language].format(
        wording=one.watch.event.caveat.wording,
        title=one.watch.title,
        quote=" ".join(one.sighting.evidence.quote.split())[:_QUOTED],
        place=one.sighting.evidence.span.path,
    )


def _lines(document: Document, edits: Sequence[Edit], kept: Sequence[Change]) -> tuple[tuple[int, int], ...]:
    if not kept:
        return ()
    applied = apply(document, edits)
    assert isinstance(applied, Applied), "the same edits were applied one after the other"
    at = dict(zip(edits, applied.lines, strict=True))
    return tuple(at[change.edit] for change in kept)


def step_of(change: Change, state: RunState, date: dt.datetime) -> ProposalStep:
    """The commit of a proposal."""
    evidence = [one.sighting.evidence for one in change.found]
    trailers: list[Trailer] = [
        (f"{OUR_TRAILERS}Increment", change.id),
        (f"{OUR_TRAILERS}Night", state["night"]),
        *((f"{OUR_TRAILERS}Source", f"{piece.span.path}:{piece.span.line}") for piece in evidence),
        (f"{OUR_TRAILERS}Relation", "lifts a caveat" if change.kind == "lift" else "hardens a caveat"),
    ]
    quotes = (f"“{' '.join(piece.quote.split())[:_QUOTED]}” ({piece.span.path})" for piece in evidence)
    return ProposalStep(
        increment=change.id,
        title=change.title,
        edits=(change.edit,),
        subject=f"{state['document']}: {change.title}",
        body="\n".join((change.why, *quotes)),
        trailers=tuple(trailers),
        date=date,
    )


def outcomes_of(found: Looked, path: str, first: int, commits: Sequence[str]) -> tuple[IncrementOutcome, ...]:
    """The records of the proposals, numbered from `first`."""
    final = found.states[-1].decode("utf-8").splitlines() if found.states else []
    return tuple(
        outcome_of(change, number=number, path=path, lines=lines, text=final, commit=made)
        for number, (change, lines, made) in enumerate(
            zip(found.changes, found.lines, commits, strict=True), start=first
        )
    )


def events_of(outcome: Outcome) -> list[Event]:
    """What the ledger is told: all that was seen, what it settles where no line is to be edited, who was reminded."""
    name, night = outcome.document, outcome.night
    settled = {one.watch: one for one in outcome.sightings if one.watch in outcome.settled}
    return [
        *(
            Sighted(document=name, night=night, watch=one.watch, effect=one.effect, evidence=one.evidence)
            for one in outcome.sightings
        ),
        *(Reminded(document=name, night=night, watch=one.watch, due=one.due) for one in outcome.look_again),
        *(
            Settled(
                document=name,
                night=night,
                watch=watch,
                how=f"{one.evidence.quote} ({one.evidence.span.path})",
            )
            for watch, one in settled.items()
        ),
    ]
