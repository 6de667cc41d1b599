"""The brief (E1), and what of it is drafted where."""

from __future__ import annotations

from langgraph.runtime import Runtime

from agent.document import Document, Found, SectionRef, find_section
from agent.drafts import Planned
from agent.language import language_of
from agent.models import Brief, Doubt, Increment, Language, Model, SourceText, Span
from agent.nodes.read import sources_of
from agent.outcome import Listed
from agent.planning import disposition, gather, listed
from agent.state import RunState, RunUpdate, Services, document_at, keep, recall


class Plans(Model):
    """Everything that drafting needs to know."""

    language: Language
    planned: tuple[Planned, ...]
    doubts: tuple[Doubt, ...]
    listed: tuple[Listed, ...] = ()


class GivenBrief(Model):
    """A brief that somebody else wrote, and the file that it stands in."""

    brief: Brief
    path: str
    item: str
    """Content hash of the file."""
    doubts: tuple[Doubt, ...]
    """What the checks find in the brief's own text."""


def brief(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Write the brief, or take the given one; settle the place and the fate of each increment."""
    services = runtime.context
    document = document_at(services, state["base"])
    given = recall(services.store, state["given_brief"], GivenBrief)
    sources = sources_of(state, services)
    place = Span(path=given.path, start=0, end=0, item=given.item)
    language = _language(services, document)
    planned = tuple(_plan(inc, sources, place, document, language) for inc in given.brief.increments)
    drafted = [plan for plan in planned if plan.disposition == "draft"]
    sections = {_number(document, plan.section) for plan in drafted if plan.section}
    plans = Plans(
        language=language,
        planned=planned,
        doubts=(*given.brief.doubts, *given.doubts),
        listed=listed(given.brief, language),
    )
    return {
        "brief": keep(services.store, given.brief),
        "plans": keep(services.store, plans),
        "sections": [str(number) for number in sorted(sections)],
        "round": 0,
        "rejected": "",
    }


def _plan(
    increment: Increment, sources: list[SourceText], place: Span, document: Document, language: Language
) -> Planned:
    gathered = gather(increment, sources, place)
    fate, why = disposition(increment, language, refused=False)
    found = find_section(document, increment.target)
    section = found.section if isinstance(found, Found) else document.sections[-1]
    return Planned(
        increment=increment,
        evidence=gathered.evidence,
        unresolved=gathered.unresolved,
        disposition=fate,
        why=why,
        section=section.ref,
        relation=increment.relation,
    )


def _number(document: Document, ref: SectionRef) -> int:
    section = document.section(ref)
    assert section is not None, "plans name sections of the document that they were made for"
    return section.index


def _language(services: Services, document: Document) -> Language:
    if services.document.language != "auto":
        return services.document.language
    return language_of(document.data.decode("utf-8", "replace")) or "en"
