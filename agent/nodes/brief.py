"""The brief (E1), and what of it is drafted where."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from langgraph.runtime import Runtime

from agent.compose import Night, Thing, compose, works_of
from agent.compose.increment import increment as increment_of
from agent.compose.increment import refs_of
from agent.compose.words import phrases
from agent.contributors import ContributorRecord, contributors
from agent.document import Document, SectionRef
from agent.drafts import Planned
from agent.faulty import SourceFaults
from agent.foreseen import placed, with_foreseen, with_places
from agent.gathering import gather
from agent.inbox import Listing, night_window
from agent.judging import consulted
from agent.memory import remembered
from agent.models import Brief, Doubt, Increment, Language, Model, SourceRef, SourceText, Span
from agent.nearest import Remembered
from agent.nodes.compare import Comparison
from agent.nodes.read import sources_of
from agent.nodes.triage import Triage
from agent.outcome import Listed
from agent.planning import Planner, listed
from agent.recall import EarlierProposal, Memory
from agent.recall import told as recalled_as
from agent.relation import Said, lines_of
from agent.renewed import renewed
from agent.state import (
    GivenBrief,
    RunState,
    RunUpdate,
    Services,
    document_at,
    keep,
    language_of_document,
    nearest,
    night_of,
    recall,
)


class Plans(Model):
    """Everything that drafting needs to know."""

    language: Language
    planned: tuple[Planned, ...]
    doubts: tuple[Doubt, ...]
    listed: tuple[Listed, ...] = ()
    remembered: tuple[EarlierProposal, ...] = ()
    """What people have refused, or have before them from earlier nights."""


def brief(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Write the brief, or take the given one; settle the place and the fate of each increment."""
    services = runtime.context
    services.progress.stage("brief")
    document = document_at(services, state["base"])
    language = language_of_document(services, document)
    sources = sources_of(state, services)
    given = recall(services.store, state["given_brief"], GivenBrief) if state["given_brief"] else None
    faults = SourceFaults(sources, given.doubts if given else ())
    known = remembered(services.repository, services.ledger, state["document"], night_of(state))
    memory = Memory(known, night=night_of(state))
    things = () if given else _recalled(state, services, sources, memory, language)
    told = given.brief if given else _composed(state, services, document, faults, language, things)
    place = Span(path=given.path, start=0, end=0, item=given.item) if given else None
    judge, near = services.judge, nearest(services, document)
    planner = Planner(
        document,
        sources,
        brief=place,
        language=language,
        reserve=services.document.reserve,
        near=Remembered(near) if judge else near,
        faults=faults,
        date=night_of(state),
        chooser=judge.place if judge else None,
        opinion=judge.relation if judge else None,
        memory=memory,
    )
    things_at: dict[tuple[SourceRef, ...], list[Thing]] = {}
    for thing in things:
        things_at.setdefault(refs_of(thing), []).append(thing)

    def plan(one: Increment) -> Planned:
        # The parts of a mail have one source, and their own titles.
        there = things_at.get(one.sources, [])
        thing = next(
            (thing for thing in there if thing.group.lead.title == one.title), next(iter(there), None)
        )
        return planner.plan(one, thing.related, advised=thing.advised) if thing else planner.plan(one)

    made = consulted(judge, lambda: tuple(map(plan, told.increments)))
    if given is None:
        made = tuple(placed(one, planner.reserve, language) for one in made)
        told = with_places(told, made)
    earlier = _earlier(state, services)
    planned = tuple(renewed(plan, earlier, document, language) for plan in made)
    sections = {
        _number(document, plan.section) for plan in planned if plan.disposition == "draft" and plan.section
    }
    plans = Plans(
        language=language,
        planned=planned,
        doubts=_all_doubts(told, given, planned),
        listed=(*_held(things, language), *listed(told, language)),
        remembered=known,
    )
    if given is None:
        told = with_foreseen(told, planned, date=night_of(state), language=language)
    return {
        "brief": keep(services.kept, told),
        "plans": keep(services.kept, plans),
        "sections": [str(number) for number in sorted(sections)],
        "round": 0,
        "rejected": "",
    }


def _earlier(state: RunState, services: Services) -> dict[str, SourceText]:
    """The version that was read before of each item that has changed, by path; those that are not in the store are
    left out."""
    listing = recall(services.kept, state["listing"], Listing)
    read = {
        entry.item.path: services.store.get_text(entry.replaces)
        for entry in listing.entries
        if entry.replaces
    }
    return {path: text for path, text in read.items() if text is not None}


def _recalled(
    state: RunState,
    services: Services,
    sources: Sequence[SourceText],
    memory: Memory,
    language: Language,
) -> tuple[Thing, ...]:
    """The night's things, those that people have seen before marked as such."""
    records = contributors(services.repository, services.ledger, state["document"], night_of(state))
    found = recall(services.kept, state["comparison"], Comparison).things
    things = tuple(_weighed(thing, records, language) for thing in found)
    if not memory:
        return things
    night, words = Night(topic=state["document"], date=night_of(state), language=language), phrases(language)

    def marked(thing: Thing) -> Thing:
        if not thing.is_fresh:
            return thing
        made = increment_of(thing, 0, "medium", night, words)
        recalled = memory.recall(made, gather(made, sources, None).evidence)
        return thing.model_copy(update={"recalled": recalled})

    return tuple(map(marked, things))


def _weighed(thing: Thing, records: Sequence[ContributorRecord], language: Language) -> Thing:
    """The thing with the record of the contributor who has fared best, where that weighs."""
    names = {entry.contributor for entry in thing.group.entries}
    best = max((one for one in records if one.name in names), key=lambda one: one.step, default=None)
    if best is None or not best.step:
        return thing
    return thing.model_copy(update={"record": best.in_words(language), "record_step": best.step})


def _held(things: Sequence[Thing], language: Language) -> tuple[Listed, ...]:
    """What is not proposed again, each with the reason: nothing is held back in silence."""
    return tuple(
        Listed(content=thing.group.lead.title, why=recalled_as(thing.recalled, language))
        for thing in things
        if thing.recalled and thing.is_held
    )


def _composed(
    state: RunState,
    services: Services,
    document: Document,
    faults: SourceFaults,
    language: Language,
    things: Sequence[Thing],
) -> Brief:
    """The night's own brief."""
    settings = services.settings.night
    window = night_window(
        night_of(state), cut=dt.time.fromisoformat(settings.cut), zone=services.zone, hours=settings.hours
    )
    night = Night(
        topic=state["document"],
        date=night_of(state),
        language=language,
        start=f"{window.start:%Y-%m-%d %H:%M}",
        end=f"{window.end:%Y-%m-%d %H:%M}",
        least=settings.min_increments,
        most=settings.max_increments,
        still_unread=len(recall(services.kept, state["listing"], Listing).still_refused),
    )
    triaged = recall(services.kept, state["triage"], Triage)
    compared = recall(services.kept, state["comparison"], Comparison)
    said = Said(lines_of(document))
    return compose(
        night,
        things,
        triaged.sources,
        faults=faults.of,
        standing=works_of(said),
        baseline=compared.baseline,
        earlier=compared.earlier,
        misfiled=triaged.misfiled,
    )


def _all_doubts(told: Brief, given: GivenBrief | None, planned: Sequence[Planned]) -> tuple[Doubt, ...]:
    """The brief's doubts, those that the checks found in it, and those of the sources behind what is planned."""
    found = (
        *told.doubts,
        *(given.doubts if given else ()),
        *(doubt for plan in planned for doubt in plan.doubts),
    )
    return tuple(dict.fromkeys(found))


def _number(document: Document, ref: SectionRef) -> int:
    section = document.section(ref)
    assert section is not None, "plans name sections of the document that they were made for"
    return section.index
